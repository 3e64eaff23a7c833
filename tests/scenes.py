"""What the tests of a file begin from, made once for all of them.

Playing a match takes longer than looking at its page. ``@scene`` stands where ``@pytest.fixture`` would: what the
function makes in the database stays for the tests of its file, each of which works in a savepoint and leaves it as it
was, and gets a copy of what the function returned. It is for tests that are rolled back, not for ``transaction=True``.

Whether they ask for it or not, all tests of the file find it there: so none depends on which came before it.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

T = TypeVar("T")


def scene(build: Callable[..., T]) -> Any:
    """``build`` may ask for other scenes of its file, by their names, and for nothing else."""
    asked = tuple(inspect.signature(build).parameters)
    once = f"{build.__name__}_made_once"

    def made_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker, **scenes: Any) -> Iterator[T]:
        with django_db_blocker.unblock():
            held = transaction.atomic()
            # Services open transactions of their own, which only those of tests may surround.
            held._from_testcase = True
            with held:
                yield build(**{name: scenes[f"{name}_made_once"] for name in asked})
                transaction.set_rollback(True)

    def of_this_test(db: None, **made: Any) -> T:
        return copy.deepcopy(made[once])

    _asks_for(made_once, "django_db_setup", "django_db_blocker", *(f"{name}_made_once" for name in asked))
    _asks_for(of_this_test, "db", once)
    # pytest finds fixtures by the names of a file: this one belongs beside the scene.
    build.__globals__[once] = pytest.fixture(scope="module", autouse=True)(made_once)
    return pytest.fixture(name=build.__name__)(of_this_test)


def _asks_for(function: Callable[..., Any], *names: str) -> None:
    parameters = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
    function.__signature__ = inspect.Signature(parameters)

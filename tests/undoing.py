"""Trying a write without its trace."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """What is written in here is as if it had never been."""
    block = transaction.atomic()
    block._from_testcase = True  # Durable transactions are allowed inside it, as inside a test's own.
    with block:
        yield
        transaction.set_rollback(True)

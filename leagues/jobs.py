"""Kinds of long work: each app registers its own when it is loaded (``AppConfig.ready``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from leagues.models import Job, League


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One entry of a job's result as people read it."""

    text: str
    address: str = ""  # of the page that it is about


@dataclass(frozen=True, slots=True)
class JobKind:
    """What is done, to what, and how it is told.

    ``units`` says, when a job is started, what there is to do: anything that JSON can hold. ``work`` does some of
    them and gives what is worth telling. Of work that ``writes``, units and progress are one transaction: ``work`` is
    called inside ``write()``, and does not open one of its own. Other work is done first, and holds nobody up.
    """

    key: str
    name: Promise
    units: Callable[[League], list[Any]]
    work: Callable[[League, Sequence[Any]], list[Any]]
    line: Callable[[Any], ResultLine]
    nothing: Promise  # what is said when all is done and nothing was worth telling
    writes: bool = True
    batch: int = 1  # units that are done at once


KINDS: dict[str, JobKind] = {}


def register(kind: JobKind) -> None:
    KINDS[kind.key] = kind


def kind_of(job: Job) -> JobKind | None:
    """None: the part of the program that could do it is not there any more."""
    return KINDS.get(job.kind)


def name_of(job: Job) -> str:
    kind = kind_of(job)
    return str(kind.name) if kind else job.kind


def lines_of(job: Job) -> tuple[ResultLine, ...]:
    kind = kind_of(job)
    return tuple(kind.line(entry) for entry in job.result) if kind else ()

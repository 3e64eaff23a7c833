"""``write()``: the one way to write.

It opens the durable transaction and stores, inside it, the audit row and the answer under the request's
Idempotency-Key. So there is never a write without its trace, and a retry after a crash gets the answer the first
try would have got.
"""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import structlog
from django.db import connection, transaction

from engine.errors import Conflict, RuleViolation, marked
from leagues.models import AuditEntry, Coach, IdempotentAnswer, League


class KeyReused(RuleViolation):
    code = "idempotency_key_reused"
    message = marked("This was sent before, with something else in it. Reload the page, or take a new Idempotency-Key.")


class TwinRunning(Conflict):
    code = "twin_running"
    message = marked("The same request is being worked on right now; ask again in a moment.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request is answered with: enough to say it again, word for word."""

    status: int = 200
    body: Any = None
    location: str = ""
    message: str = ""


@dataclass(slots=True)
class Once:
    """A request that must have its effect at most once."""

    owner: str
    key: str
    body_hash: str
    render: Callable[[Any], Answer]
    answer: Answer | None = None


@dataclass(slots=True)
class Writing:
    """What one write says about itself; ``write`` turns it into the audit row and the answer."""

    actor: Coach | None
    league: League | None
    subject: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    result: Any = None

    def done(self, result: Any, *, subject: str = "", league: League | None = None, **data: Any) -> None:
        self.result, self.subject, self.data = result, subject, data
        self.league = league or self.league


class AlreadyAnswered(Exception):
    """Not an error: this request was answered before, and here is the answer."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__("answered before")


_once: ContextVar[Once | None] = ContextVar("once", default=None)


@contextmanager
def at_most_once(once: Once) -> Iterator[Once]:
    """The next ``write()`` in this context answers for ``once``."""
    token = _once.set(once)
    try:
        yield once
    finally:
        _once.reset(token)


def answered_already() -> None:
    """For a service that has to look at something before it may write: a request that is sent again is not refused."""
    once = _once.get()
    if once is not None:
        _answered_before(once)


@contextmanager
def apart() -> Iterator[None]:
    """A ``write()`` in here is no answer to the request: that may be refused, and what was written stays."""
    token = _once.set(None)
    try:
        yield
    finally:
        _once.reset(token)


@contextmanager
def write(action: str, *, actor: Coach | None, league: League | None = None) -> Iterator[Writing]:
    once = _once.get()
    writing = Writing(actor=actor, league=league)
    with _no_twin_file(once), transaction.atomic(durable=True):
        if once is not None:
            _no_twin_lock(once)
            _answered_before(once)
        yield writing
        AuditEntry.objects.create(
            action=action,
            actor=writing.actor,
            league=writing.league,
            subject=writing.subject,
            data=writing.data,
            request_id=str(structlog.contextvars.get_contextvars().get("request_id", "")),
        )
        if once is not None:
            once.answer = once.render(writing.result)
            IdempotentAnswer.objects.create(
                owner=once.owner, key=once.key, body_hash=once.body_hash, answer=asdict(once.answer)
            )


def _answered_before(once: Once) -> None:
    stored = IdempotentAnswer.objects.filter(owner=once.owner, key=once.key).first()
    if stored is None:
        return
    if stored.body_hash != once.body_hash:
        raise KeyReused
    raise AlreadyAnswered(Answer(**stored.answer))


def _lock_number(once: Once) -> int:
    digest = hashlib.sha256(f"{once.owner} {once.key}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def _no_twin_lock(once: Once) -> None:
    """PostgreSQL: a lock that lives exactly as long as the transaction."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_lock_number(once)])
        if not cursor.fetchone()[0]:
            raise TwinRunning


@contextmanager
def _no_twin_file(once: Once | None) -> Iterator[None]:
    """SQLite: a file lock, which the system takes back when the process dies. All its processes share one machine."""
    if once is None or connection.vendor == "postgresql":
        yield
        return
    # Beside the database that they are about: another one has locks of its own.
    folder = Path(f"{connection.settings_dict['NAME']}.locks")
    folder.mkdir(parents=True, exist_ok=True)
    # A fixed number of files: two keys that meet in one merely ask one of the two to come again.
    with (folder / f"{_lock_number(once) % 4096:03x}").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TwinRunning from None
        yield

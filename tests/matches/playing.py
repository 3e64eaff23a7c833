"""A match that is being played, and phones that tell of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from leagues.models import Coach
from matches.models import Match
from matches.services.kickoff import match_kick_off
from matches.services.live import Received, events_receive
from tests import cast


def kicked_off(match: Match | None = None) -> Match:
    match = match or cast.match()
    match_kick_off(match=match, actor=match.home.coach)
    return cast.reread(match)


@dataclass
class Phone:
    """It counts what it sends. What it has not sent yet waits in ``queue``."""

    match: Match
    coach: Coach
    device: str
    sequence: int = 0
    queue: list[dict[str, Any]] = field(default_factory=list)

    def tap(
        self, kind: str, *, key: str = "", rank: int = 0, throw: str = "", seen: int = 0, apart: str = "", **told: Any
    ) -> str:
        """Tell of an event; with ``key``, tell another of that one."""
        self.sequence += 1
        key = key or f"{self.device}-{self.sequence}"
        event = {"key": key, "kind": kind, "half": 1, "turn": 1, **told}
        more = {"rank": rank, "throw": throw, "seen": seen, "apart": apart}
        self.queue.append({"sequence": self.sequence, "key": key, "event": event, **more})
        return key

    def undo(self, key: str, *, seen: int = 0) -> None:
        self.sequence += 1
        self.queue.append({"sequence": self.sequence, "key": key, "event": None, "seen": seen})

    def send(self) -> Received:
        waiting, self.queue = self.queue, []
        return self.deliver(*waiting)

    def deliver(self, *entries: dict[str, Any]) -> Received:
        return events_receive(match=self.match, device=self.device, entries=entries, actor=self.coach)


def phones(match: Match) -> tuple[Phone, Phone]:
    """Of both coaches."""
    return phone(match, match.home.coach, "anns"), phone(match, match.away.coach, "bobs")


def phone(match: Match, coach: Coach, name: str) -> Phone:
    return Phone(match, coach, f"c{coach.pk}-{name}")

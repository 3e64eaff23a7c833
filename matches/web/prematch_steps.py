"""What a step of the pre-match is to its page: what it shows, and what becomes of what was typed into it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from django.http import QueryDict

from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match
from matches.selectors.matchday import PreMatchPage
from matches.web.asking import whole

# Nothing is recorded; it is, by whatever way; somebody is waited for.
State = Literal["blank", "done", "waits"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as a visitor sees it. ``more`` is for its own template: templates/matches/prematch/<step>.html."""

    state: State = "blank"
    waits_for: str = ""  # whom, by his name
    more: Any = None


@dataclass(frozen=True, slots=True)
class StepPage:
    """``typed`` is what was sent and refused, and empty otherwise: it is shown again.

    ``post`` calls one service, which returns whatever it likes; refusals pass through it. ``feeds`` names the steps
    that have to be looked at anew when this one is written.
    """

    show: Callable[[PreMatchPage, Visitor, QueryDict], Shown]
    post: Callable[[QueryDict, Match, Coach], object]
    places: tuple[str, ...] = ()  # of what is recorded by it, as problems name them
    feeds: tuple[str, ...] = ()


class Unreadable(ValueError):
    """What was typed cannot be read at all: a sentence for who typed it."""


def seen(typed: QueryDict) -> int | None:
    """The version of the day that was on the page."""
    return whole(typed, "seen")

"""Reading the stories that coaches tell of their match."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from leagues.models import Coach
from leagues.policies import Visitor, can_commission
from matches.models import Match, WriteUp
from matches.policies import can_write_up


@dataclass(frozen=True, slots=True)
class Stories:
    """What is told of a match to a visitor, and what he may do about it."""

    told: tuple[WriteUp, ...]
    own: WriteUp | None
    may_write: bool
    may_hide: bool


def stories_of(match: Match, visitor: Visitor) -> Stories:
    """A story that is hidden is seen by its author, and by commissioners."""
    commissions = can_commission(visitor, match.league)
    # Of a hidden one that was taken back, nothing is left to show.
    stories = match.write_ups.exclude(text="", picture_type="").select_related("author").defer("picture")
    told = tuple(one for one in stories if not one.hidden or commissions or one.author_id == visitor.pk)
    own = next((one for one in told if one.author_id == visitor.pk), None)
    return Stories(told, own, can_write_up(visitor, match), commissions)


def story_get(match: Match, visitor: Visitor, author: int) -> WriteUp:
    found = next((one for one in stories_of(match, visitor).told if one.author_id == author), None)
    if found is None:
        raise Http404
    found.match = match
    return found


def story_of(match: Match, coach: Coach) -> WriteUp | None:
    return match.write_ups.filter(author=coach).defer("picture").first()


def picture_of(story: WriteUp) -> bytes:
    return bytes(WriteUp.objects.values_list("picture", flat=True).get(pk=story.pk) or b"")

"""Pages that are out of date: what somebody else has done to the team since they were opened."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from config.words import word
from matches.errors import TeamChanged
from teams.models import Revision, Team


def as_seen(team: Team, seen: int | None) -> None:
    """Refuse what was decided on a page that does not show the team as it is any more."""
    if seen is not None and seen != team.version:
        raise TeamChanged(team=team.name, changes=_changes(team, max(1, team.version - seen)))


def _changes(team: Team, times: int) -> str:
    """The last things that happened to a team: what, by whom and when. Each raised its version by one."""
    last = Revision.objects.filter(cause__teams=team).select_related("actor", "cause")
    told = [_change(team, revision) for revision in last.prefetch_related("effects").order_by("-pk")[:times]]
    return "; ".join(dict.fromkeys(reversed(told)))


def _change(team: Team, revision: Revision) -> str:
    kinds = dict.fromkeys(effect.kind for effect in revision.effects.all() if effect.team_id == team.pk)
    if revision.voided:
        what = gettext("something was taken back")
    else:
        what = ", ".join(word("effect", kind) for kind in kinds) or gettext("something was corrected")
    at = date_format(timezone.localtime(revision.written_at), "SHORT_DATETIME_FORMAT")
    if revision.actor is None:
        return gettext("{what} ({at})").format(what=what, at=at)
    return gettext("{what} ({coach}, {at})").format(what=what, coach=revision.actor.name, at=at)

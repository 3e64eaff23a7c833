"""Kick-off: a match takes its place in the order of play, and both teams are kept as they play."""

from __future__ import annotations

from django.utils import timezone

from config.writing import write
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import KickedOffAlready, KickOffHindered, KickOffNotThere, KickOffStands, MatchChanged
from matches.mapping import prematch_of
from matches.models import Match, MatchDay, MatchStatus
from matches.policies import can_kick_off
from matches.selectors.kickoff import hindrances, untouched
from matches.services.claiming import match_claim
from matches.services.placing import windows_close, windows_reopen
from matches.services.snapshots import sheets_keep, sheets_of_day
from teams.services.ledger import league_lock, place_give


def match_kick_off(*, match: Match, seen: int | None = None, actor: Coach) -> Match:
    """Begin a match. ``seen`` is its version as the actor looked at it."""
    allow(can_kick_off(actor, match))
    _as_seen(match, seen)
    with write("match.kicked_off", actor=actor, league=match.league) as writing:
        league = league_lock(match.league)
        if match.place is not None:
            raise KickedOffAlready(home=match.home.name, away=match.away.name)
        if found := tuple(one.problem for one in hindrances(match)):
            raise KickOffHindered(found)
        match_claim(match, MatchStatus.SCHEDULED, MatchStatus.LIVE, otherwise=_too_late(match))
        match.kicked_off_at, match.place = timezone.now(), place_give(league)
        match.save(update_fields=["kicked_off_at", "place"])
        windows_close(match, match.kicked_off_at)
        day, _ = MatchDay.objects.get_or_create(match=match)
        sheets_keep(match=match, sheets=sheets_of_day(match, prematch_of(day)))
        writing.done(match, subject=f"match:{match.pk}", place=match.place)
    return match


def kick_off_undo(*, match: Match, seen: int | None = None, actor: Coach) -> Match:
    """It was a mistake: as long as nothing has been told of the match, it has not begun."""
    allow(can_kick_off(actor, match))
    _as_seen(match, seen)
    with write("match.kick_off_undone", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        if Match.objects.filter(pk=match.pk, status=MatchStatus.SCHEDULED, kicked_off_at=None).exists():
            raise KickOffNotThere(home=match.home.name, away=match.away.name)
        if not untouched(match):
            raise KickOffStands
        match_claim(match, MatchStatus.LIVE, MatchStatus.SCHEDULED, otherwise=KickOffStands())
        if match.kicked_off_at is not None:
            windows_reopen(match, match.kicked_off_at)
        match.kicked_off_at = match.place = None
        match.save(update_fields=["kicked_off_at", "place"])
        writing.done(match, subject=f"match:{match.pk}")
    return match


def _as_seen(match: Match, seen: int | None) -> None:
    if seen is not None and seen != match.version:
        raise MatchChanged(home=match.home.name, away=match.away.name)


def _too_late(match: Match) -> Exception:
    return KickedOffAlready(home=match.home.name, away=match.away.name)

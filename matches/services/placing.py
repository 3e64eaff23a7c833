"""When a match was played: the place it takes, told by a day or by the match that came after it."""

from __future__ import annotations

from datetime import date

from django.db.models import F
from django.utils import timezone

from config.writing import write
from engine.errors import UnknownTeam
from leagues.models import Coach, League
from leagues.policies import allow
from matches.errors import DayToCome, MatchChanged, PlaceStands
from matches.models import Match, MatchKind, MatchStatus, Window
from matches.policies import can_place
from matches.selectors.order import COUNTED, begun_by, day_of
from matches.services.snapshots import sheets_keep, sheets_now, sheets_of_day, sheets_renew, told_before
from teams.services.ledger import league_lock, place_before, place_give


def match_place(
    *,
    match: Match,
    before: Match | None = None,
    played_on: date | None = None,
    seen: int | None = None,
    actor: Coach,
) -> Match:
    """Say when a match was played: ``before`` another one, or on a day. Neither: not before anything.

    Coaches say so before the report is filed, a commissioner until it counts.
    """
    allow(can_place(actor, match))
    _not_to_come(played_on)
    with write("match.placed", actor=actor, league=match.league) as writing:
        league = league_lock(match.league)
        now = Match.objects.select_related("league", "home", "away").get(pk=match.pk)
        if seen is not None and seen != now.version:
            raise MatchChanged(home=now.home.name, away=now.away.name)
        if now.status in COUNTED or not can_place(actor, now):
            raise PlaceStands(home=now.home.name, away=now.away.name)
        if before is not None and (before.place is None or before.league_id != now.league_id or before.pk == now.pk):
            raise PlaceStands(home=before.home.name, away=before.away.name)
        now.played_on = played_on or now.played_on
        now.place = _place_of(league, now, before)
        Match.objects.filter(pk=now.pk).update(place=now.place, played_on=now.played_on, version=F("version") + 1)
        if now.place is not None:
            _check_founded(now)
            sheets_keep(match=now, sheets=sheets_of_day(now, told_before(now)))
            sheets_renew(now)
        now.version += 1
        writing.done(now, subject=f"match:{now.pk}", place=now.place, before=before.key if before else "")
    return now


def place_take(*, match: Match) -> None:
    """A match that was not begun here takes its place with its first report. Called inside ``write()``."""
    if match.place is not None:
        return
    following = _after_day(match)
    if following is not None:
        match.place = _in_front_of(match.league, match, following)
    else:
        match.place = place_give(match.league)
        windows_close(match, timezone.now())
    match.save(update_fields=["place"])


def windows_close(match: Match, at: date) -> None:
    """From kick-off on nobody hires any more. An exhibition match is nobody's next match."""
    if match.kind == MatchKind.EXHIBITION:
        return
    Window.objects.filter(team__in=(match.home, match.away), closed_at__isnull=True).update(closed_at=at)


def _place_of(league: League, match: Match, before: Match | None) -> int | None:
    following = before or _after_day(match)
    if following is not None:
        return _in_front_of(league, match, following)
    told = match.status != MatchStatus.SCHEDULED or match.reports.exists()
    return place_give(league) if told else None


def _in_front_of(league: League, match: Match, following: Match) -> int:
    others = Match.objects.filter(league=league, place__isnull=False).exclude(pk=match.pk)
    taken = [place for place in others.values_list("place", flat=True) if place is not None]
    return place_before(league, following.place or 0, taken)


def _after_day(match: Match) -> Match | None:
    """The first match of either team that was played on a later day."""
    day = match.played_on
    if day is None:
        return None
    others = begun_by((match.home_id, match.away_id)).exclude(pk=match.pk).select_related("home", "away")
    return next((one for one in others if day_of(one) > day), None)


def _not_to_come(day: date | None) -> None:
    today = timezone.localdate()
    if day is not None and day > today:
        raise DayToCome(day=day.isoformat(), today=today.isoformat())


def _check_founded(match: Match) -> None:
    for sheet in sheets_now(match).values():
        if not sheet.founded:
            raise UnknownTeam(team=sheet.name)

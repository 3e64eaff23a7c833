"""When a match was played: the place it takes, told by a day or by the match that came after it."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import F
from django.utils import timezone

from config.writing import write
from engine.errors import UnknownTeam
from leagues.models import Coach, League
from leagues.policies import allow
from matches.errors import DayToCome, MatchChanged, PlaceStands
from matches.models import Confirmation, Match, MatchKind, MatchStatus, Window
from matches.policies import can_place
from matches.selectors.order import COUNTED, begun_by, day_of, next_of
from matches.services.recounting import told_before
from matches.services.snapshots import prematch_told, sheets_keep, sheets_now, sheets_of_day, sheets_renew
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

    Coaches say so before the report is filed, a commissioner until it counts. A match that was reopened stays where
    the ledger has it.
    """
    allow(can_place(actor, match))
    _not_to_come(played_on)
    with write("match.placed", actor=actor, league=match.league) as writing:
        league = league_lock(match.league)
        now = Match.objects.select_related("league", "home", "away").get(pk=match.pk)
        if seen is not None and seen != now.version:
            raise MatchChanged(home=now.home.name, away=now.away.name)
        if now.status in COUNTED or not can_place(actor, now) or told_before(now):
            raise PlaceStands(home=now.home.name, away=now.away.name)
        if before is not None and (before.place is None or before.league_id != now.league_id or before.pk == now.pk):
            raise PlaceStands(home=before.home.name, away=before.away.name)
        now.played_on = played_on or now.played_on
        _place_again(now, league, before or _after_day(now))
        Match.objects.filter(pk=now.pk).update(
            place=now.place, place_taken_at=now.place_taken_at, played_on=now.played_on, version=F("version") + 1
        )
        if now.place is not None:
            _check_founded(now)
            sheets_keep(match=now, sheets=sheets_of_day(now, prematch_told(now)))
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
        match.place, match.place_taken_at = _in_front_of(match.league, match, following), timezone.now()
    else:
        _place_at_end(match, match.league)
    match.save(update_fields=["place", "place_taken_at"])


def place_give_up(*, match: Match) -> None:
    """The report that took the place was sent back, and nobody had agreed to it. Called inside ``write()``.

    Where a match was kicked off here, or somebody has said when it was played, its place is not the report's.
    """
    if match.place_taken_at is None or _agreed_since(match, match.place_taken_at):
        return
    _leave(match, match.place_taken_at)
    match.save(update_fields=["place", "place_taken_at"])


def windows_close(match: Match, at: datetime) -> None:
    """From kick-off on nobody hires any more. An exhibition match is nobody's next match."""
    if match.kind == MatchKind.EXHIBITION:
        return
    Window.objects.filter(team__in=(match.home, match.away), closed_at__isnull=True).update(closed_at=at)


def windows_reopen(match: Match, at: datetime) -> None:
    """What closed when the match took its place is open again, or closes with what its team has begun since."""
    for window in Window.objects.filter(team__in=(match.home, match.away), closed_at=at).select_related("team"):
        following = next_of(window.team, match)
        if following is None:
            window.closed_at = None
        else:
            window.closed_at = following.kicked_off_at or following.place_taken_at or at
        window.save(update_fields=["closed_at"])


def _place_again(match: Match, league: League, following: Match | None) -> None:
    """Somebody says where it stands: what its report had taken is given up for that."""
    if match.place_taken_at is not None:
        _leave(match, match.place_taken_at)
    if following is not None:
        match.place = _in_front_of(league, match, following)
    elif match.status == MatchStatus.SCHEDULED:
        match.place = None
    else:
        _place_at_end(match, league)


def _place_at_end(match: Match, league: League) -> None:
    at = match.kicked_off_at or timezone.now()
    match.place, match.place_taken_at = place_give(league), None if match.kicked_off_at else at
    windows_close(match, at)


def _leave(match: Match, taken_at: datetime) -> None:
    windows_reopen(match, taken_at)
    match.place = match.place_taken_at = None


def _agreed_since(match: Match, at: datetime) -> bool:
    """Both coaches have agreed that it was played then, whatever became of that report."""
    return Confirmation.objects.filter(report__match=match, at__gte=at).exists()


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

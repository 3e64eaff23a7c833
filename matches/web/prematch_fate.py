"""The steps of prayers, match events and special balls."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext

from engine.match import match_events, prayers
from engine.match.balls import balls_of, most_balls
from engine.match.clock import Moment
from engine.match.prematch import Prayer
from engine.match.sides import SIDES, Side, other_side
from engine.match.throwing import thrower_of
from engine.rulesets.furniture import Ball, MatchEvent, PrayerResult
from engine.team.sheet import Player
from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match, MatchStatus
from matches.policies import is_coach_of
from matches.selectors.matchday import PreMatchPage
from matches.services.prematch_fate import balls_record, match_event_record, match_event_reveal, prayers_record
from matches.web.asking import whole
from matches.web.prematch_basics import thrown_or
from matches.web.prematch_cards import side_of
from matches.web.prematch_dice import Dicing, dicing
from matches.web.prematch_steps import Shown, StepPage, Unreadable, seen

REVEAL, TELL = "reveal", "tell"


# Prayers


@dataclass(frozen=True, slots=True)
class PrayerLine:
    """A line of a side's form: an answer, and about whom it is."""

    chosen: str
    result: PrayerResult | None
    about: tuple[str, ...]  # by their names
    players: tuple[Player, ...]  # among whom its coach, or a die, finds
    player: str
    others: str
    skill: str
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrayerSide:
    side: Side
    team: str
    due: int | None  # None: it is not known yet
    said: tuple[PrayerLine, ...] | None
    lines: tuple[PrayerLine, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class PrayerStep:
    dicing: Dicing
    results: tuple[PrayerResult, ...]
    sides: tuple[PrayerSide, ...]
    known: bool
    unit: int


def _prayer_sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    side = side_of(typed)
    blank = typed.get("do") == "blank"
    said = None if blank else _prayers(typed)
    return prayers_record(match=match, side=side, prayers=said, seen=seen(typed), actor=coach)


def _prayers(typed: QueryDict) -> tuple[Prayer, ...]:
    columns = [typed.getlist(name) for name in ("prayer", "player", "others", "skill")]
    longest = len(columns[0])
    rows = zip(*(column + [""] * (longest - len(column)) for column in columns), strict=False)
    return tuple(
        Prayer(prayer, player, tuple(others.split()), skill) for prayer, player, others, skill in rows if prayer
    )


def _prayer(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    table, known = page.ruleset.prayers, prayers.are_known(page.prematch)
    if table is None:
        return Shown()
    times = prayers.due(page.prematch, page.teams, page.ruleset)
    sides = tuple(_prayer_side(side, page, typed, times[side] if known else None) for side in SIDES)
    more = PrayerStep(
        dicing=dicing("prayer", page, typed),
        results=prayers.results(page.prematch.one_off, table),
        sides=sides,
        known=known,
        unit=table.unit,
    )
    settled = known and all(len(page.prematch.side(side).prayers or ()) >= times[side] for side in SIDES)
    return Shown("done" if settled else "blank", more=more)


def _prayer_side(side: Side, page: PreMatchPage, typed: QueryDict, due: int | None) -> PrayerSide:
    recorded = page.prematch.side(side).prayers
    sent = _prayers(typed) if typed.get("side") == side else None
    filled = sent if sent is not None else recorded or ()
    wanted = max(due if due is not None else 1, len(filled))
    lines = [*filled, *[Prayer("")] * (wanted - len(filled))]
    return PrayerSide(
        side=side,
        team=page.team(side).name,
        due=due,
        said=None if recorded is None else tuple(_prayer_line(one, side, page) for one in recorded),
        lines=tuple(_prayer_line(one, side, page) for one in lines),
        decides=side in page.decides,
    )


def _prayer_line(prayer: Prayer, side: Side, page: PreMatchPage) -> PrayerLine:
    result = prayers.prayer_named(prayer.prayer, page.ruleset)
    mine, other = page.sheets[side], page.sheets[other_side(side)]
    among = prayers.candidates(result, mine, other, page.ruleset) if result else ()
    named = [key for key in (prayer.player, *prayer.others) if key]
    found = [mine.player(key) or other.player(key) for key in named]
    if result and result.about == "other-random":
        found = [other.player(key) for key in named]
    return PrayerLine(
        chosen=prayer.prayer,
        result=result,
        about=tuple(player.name for player in found if player),
        players=among,
        player=prayer.player,
        others=" ".join(prayer.others),
        skill=prayer.skill,
        skills=prayers.skills(result, prayer.player, mine, page.ruleset) if result else (),
    )


# Match events


@dataclass(frozen=True, slots=True)
class EventSide:
    side: Side
    team: str
    event: MatchEvent | None
    pool: tuple[MatchEvent, ...]
    mine: bool
    decides: bool
    sealed: bool  # the server has drawn it
    asked: tuple[Moment, ...]
    played: bool  # only while it is, it can be asked for
    half: str
    turn: str


def _event_sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    side = side_of(typed)
    if typed.get("do") != REVEAL:
        return match_event_record(match=match, side=side, event=typed.get("event", ""), seen=seen(typed), actor=coach)
    half, turn = whole(typed, "half"), whole(typed, "turn")
    if not half or not turn:
        raise Unreadable(gettext("Say in which half and in which turn you are."))
    return match_event_reveal(match=match, side=side, half=half, turn=turn, seen=seen(typed), actor=coach)


def _event(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    sides = tuple(_event_side(side, page, visitor, typed) for side in SIDES)
    return Shown("done" if all(one.event for one in sides) else "blank", more=sides)


def _event_side(side: Side, page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> EventSide:
    team, about = page.teams[side], typed.get("side") == side
    key = match_events.event_key(team.key, team.roster, page.ruleset)
    return EventSide(
        side=side,
        team=page.team(side).name,
        event=match_events.event_named(page.prematch.side(side).event, page.ruleset),
        pool=match_events.pool(team.roster, page.ruleset),
        mine=is_coach_of(visitor, page.match, side),
        decides=side in page.decides,
        sealed=thrower_of(key, page.ruleset) != "table",
        asked=page.asked[side],
        played=page.match.status == MatchStatus.LIVE,
        half=typed.get("half", "") if about else "",
        turn=typed.get("turn", "") if about else "",
    )


# Balls


@dataclass(frozen=True, slots=True)
class BallSide:
    side: Side
    team: str
    balls: tuple[Ball, ...]
    brought: tuple[Ball, ...]
    chosen: tuple[str, ...]
    most: int
    decides: bool


def _ball_sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    balls = [ball for ball in typed.getlist("ball") if ball]
    return balls_record(match=match, side=side_of(typed), balls=balls, seen=seen(typed), actor=coach)


def _ball(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    sides = tuple(_ball_side(side, page, typed) for side in SIDES)
    return Shown("done" if any(one.brought for one in sides) else "blank", more=sides)


def _ball_side(side: Side, page: PreMatchPage, typed: QueryDict) -> BallSide:
    mine, roster = page.prematch.side(side), page.teams[side].roster
    known = balls_of(roster, page.ruleset)
    recorded = tuple(key for key in (mine.ball, *mine.more_balls) if key)
    return BallSide(
        side=side,
        team=page.team(side).name,
        balls=known,
        brought=tuple(ball for ball in known if ball.key in recorded),
        chosen=tuple(typed.getlist("ball")) if typed.get("side") == side else recorded,
        most=most_balls(roster, page.ruleset),
        decides=side in page.decides,
    )


STEPS = {
    "prayer": StepPage(
        show=_prayer,
        post=thrown_or("prayer", _prayer_sent),
        places=tuple(f"prematch.{side}.prayers" for side in SIDES),
    ),
    "match-event": StepPage(show=_event, post=_event_sent, places=tuple(f"prematch.{side}.event" for side in SIDES)),
    "ball": StepPage(show=_ball, post=_ball_sent, places=tuple(f"prematch.{side}.ball" for side in SIDES)),
}

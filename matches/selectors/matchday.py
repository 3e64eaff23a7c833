"""Reading what has been recorded before a match, as far as who asks may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from engine.errors import Problem
from engine.match import prematch_checks
from engine.match.before import Scene, differences, has_step, steps
from engine.match.clock import Moment
from engine.match.journeymen import owed
from engine.match.matchday import day_sheets
from engine.match.prematch import PreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Ruleset, SequenceStep
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry
from leagues.policies import Visitor
from matches.mapping import asked_of, fallen_of, prematch_at, prematch_of
from matches.models import OPEN, DiceRoll, DiceSession, Match, MatchDay
from matches.policies import can_decide, can_prepare, is_coach_of
from matches.selectors.dice import dice_session
from matches.selectors.hands import STEP as CARDS
from matches.selectors.hands import HandView, hands
from matches.selectors.matches import dice_record
from matches.services.inducement_turns import enters_from_paper
from matches.services.inducements import stars_elsewhere
from matches.services.provisional import Before, before_match
from teams.models import Team

DAYS_LOOKED_BACK = 10  # for the position that a coach took last


@dataclass(frozen=True, slots=True)
class Clock:
    """For buying, where the league has one: coaches see it, and nothing happens by it."""

    minutes: int
    until: datetime | None  # nobody has begun yet
    now: datetime

    @property
    def over(self) -> bool:
        return self.until is not None and self.until <= self.now


@dataclass(frozen=True, slots=True)
class PreMatchPage:
    match: Match
    ruleset: Ruleset
    steps: tuple[SequenceStep, ...]
    teams: Mapping[Side, TeamSheet]  # as they stand, without anybody who is taken on for the match
    sheets: Mapping[Side, TeamSheet]  # as they will play
    prematch: PreMatch
    sealed: Mapping[Side, Mapping[str, Any]]  # by step; only of a side whose coach is looking
    decided: Mapping[Side, frozenset[str]]  # the steps that a side has decided sealed: that, and no more, all may know
    before: Before  # how both teams come to it, and what of that is provisional
    rolls: Mapping[str, DiceRoll]  # what fell in this match, by key
    version: int
    open: bool  # something may still be recorded
    prepares: bool  # ... by who is looking
    decides: tuple[Side, ...]  # the sides for which he may
    by_paper: bool  # he is a commissioner who enters what others have written down
    problems: tuple[Problem, ...]  # what is recorded, and cannot have been so
    asked: Mapping[Side, tuple[Moment, ...]]  # when a side has asked for its match event, in vain but for the last time
    hands: tuple[HandView, ...]  # cards of both sides, as far as who is looking may see them
    held: Mapping[str, str]  # stars on the rosters of others, with their team's name: nobody hires them here
    clock: Clock | None
    last_journeyman: Mapping[Side, str]  # the position that a coach took last, where his side may take some on

    def team(self, side: Side) -> Team:
        return self.match.home if side == "home" else self.match.away

    @property
    def scene(self) -> Scene:
        return Scene(self.prematch, self.teams, self.ruleset, fallen_of(self.rolls.values()), self.match.key)

    @property
    def differences(self) -> tuple[Problem, ...]:
        """Where what is recorded is not what the dice said."""
        return differences(self.prematch, self.scene.fallen, self.teams, self.ruleset)

    def problems_at(self, *places: str) -> tuple[Problem, ...]:
        """``prematch.home.induced``: what is wrong there, and below."""
        return tuple(
            problem
            for problem in self.problems
            if any(problem.where == place or problem.where.startswith(f"{place}.") for place in places)
        )


def others_wrote(visitor: Visitor, match: Match, seen: int) -> bool:
    """Whether somebody else has recorded anything before the match since this version of its day."""
    if not MatchDay.objects.filter(match=match, version__gt=seen).exists():
        return False
    since = AuditEntry.objects.filter(
        action__startswith="prematch.", league=match.league_id, subject=f"match:{match.pk}", data__version__gt=seen
    )
    return since.exclude(actor=visitor.pk).exists()


def prematch_page(visitor: Visitor, match: Match) -> PreMatchPage:
    day = MatchDay.objects.filter(match=match).first()
    ruleset, prematch, session = ruleset_of(match.ruleset_id), prematch_at(match, day), dice_session(match)
    came, rolls = before_match(match), dice_record(match, session).rolls
    teams: dict[Side, TeamSheet] = {"home": came.sheets[match.home.key], "away": came.sheets[match.away.key]}
    sealed = day.sealed if day else {}
    is_open = match.status in OPEN
    prepares = is_open and can_prepare(visitor, match)
    return PreMatchPage(
        match=match,
        ruleset=ruleset,
        steps=steps(ruleset),
        teams=teams,
        sheets=day_sheets(prematch, teams, ruleset, match.key),
        prematch=prematch,
        sealed={side: sealed.get(side, {}) for side in SIDES if is_coach_of(visitor, match, side)},
        decided={side: frozenset(sealed.get(side, {})) for side in SIDES},
        before=came,
        rolls={roll.key: roll for roll in rolls},
        version=day.version if day else 0,
        open=is_open,
        prepares=prepares,
        decides=tuple(side for side in SIDES if prepares and can_decide(visitor, match, side)),
        by_paper=prepares and enters_from_paper(visitor, match),
        problems=prematch_checks.problems(prematch, teams, ruleset, match.key),
        asked=asked_of(day),
        hands=_hands(visitor, match, day, Scene(prematch, teams, ruleset, fallen_of(rolls)), session),
        held=stars_elsewhere(match),
        clock=_clock(match, day, ruleset),
        last_journeyman=_last_journeymen(match, teams, ruleset),
    )


def _clock(match: Match, day: MatchDay | None, ruleset: Ruleset) -> Clock | None:
    minutes = ruleset.options.pre_match_minutes
    if not minutes or match.status not in OPEN or match.kicked_off_at is not None:
        return None
    since = day.buying_since if day else None
    return Clock(minutes, since + timedelta(minutes=minutes) if since else None, timezone.now())


def _hands(
    visitor: Visitor, match: Match, day: MatchDay | None, scene: Scene, session: DiceSession
) -> tuple[HandView, ...]:
    return hands(visitor, match, day, scene, session) if has_step(CARDS, scene.ruleset) else ()


def _last_journeymen(match: Match, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, str]:
    found = {}
    for side in SIDES:
        if has_step("journeymen", ruleset) and owed(teams[side], ruleset):
            found[side] = _last_journeyman(match, match.home if side == "home" else match.away)
    return {side: position for side, position in found.items() if position}


def _last_journeyman(match: Match, team: Team) -> str:
    """Of the latest of the team's matches for which one was taken on."""
    days = MatchDay.objects.filter(Q(match__home=team) | Q(match__away=team)).exclude(match=match)
    for day in days.select_related("match").order_by("-pk")[:DAYS_LOOKED_BACK]:
        taken = prematch_of(day).side("home" if day.match.home_id == team.pk else "away").journeymen
        if taken:
            return taken[0]
    return ""

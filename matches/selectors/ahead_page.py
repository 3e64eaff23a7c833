"""The dice of the post-match sequence on one page: what may be typed in ahead, what was, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.match.after import RollScene, rolls_by_step
from engine.match.after.step import PossibleRoll
from engine.match.ahead import typeable
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from leagues.policies import Visitor
from matches.mapping import report_of, rolls_at
from matches.models import DiceRoll, Match, MatchKind, MatchStatus, PostMatchStep, StepStatus, TypedAhead
from matches.policies import can_type_ahead
from matches.selectors.ahead import IMPROVEMENT, occasion_of_improvement, typed_ahead
from matches.selectors.matches import match_sheets, report_filed
from teams.models import Team

# "asked": a step waits for it now. "used" has fallen, "unused" was typed in and cannot be asked for any more.
State = Literal["asked", "open", "typed", "report", "used", "unused"]

# There is nothing to type in: it may never be played, or nothing can be asked for any more.
SHUT = (MatchStatus.PROPOSED, MatchStatus.CALLED_OFF, MatchStatus.FINISHED)


@dataclass(frozen=True, slots=True)
class AheadLine:
    """A roll after the match: its dice, what is known of them, and who said so."""

    key: str
    dice: tuple[int, ...]
    state: State
    certain: bool = False  # it falls whatever else happens
    faces: tuple[int, ...] = ()
    source: str = ""  # of one that has fallen
    typed: TypedAhead | None = None

    @property
    def may_type(self) -> bool:
        return self.state in ("asked", "open", "typed")


@dataclass(frozen=True, slots=True)
class AheadStep:
    name: str
    lines: tuple[AheadLine, ...]


@dataclass(frozen=True, slots=True)
class AheadSide:
    side: str
    team: Team
    sheet: TeamSheet
    may_type: bool
    steps: tuple[AheadStep, ...]

    @property
    def lines(self) -> tuple[AheadLine, ...]:
        return tuple(line for step in self.steps for line in step.lines)


@dataclass(frozen=True, slots=True)
class AheadPage:
    match: Match
    ruleset: Ruleset
    shut: bool
    sides: tuple[AheadSide, AheadSide]

    @property
    def may_type(self) -> bool:
        return not self.shut and any(side.may_type for side in self.sides)


def ahead_page(visitor: Visitor, match: Match) -> AheadPage:
    ruleset, typed = ruleset_of(match.ruleset_id), {row.key: row for row in typed_ahead(match)}
    known = known_of(match)
    steps = list(match.steps.order_by("nth"))
    possible = {team.key: known.rolls_of(team) for team in (match.home, match.away)}
    desk = _Desk(match, ruleset, typed, fallen_after(match, [*known.keys, *typed]), known.told)
    home, away = (
        AheadSide(
            side=side,
            team=team,
            sheet=known.sheets[team.key],
            may_type=match.status not in SHUT and can_type_ahead(visitor, match, team),
            steps=tuple(desk.steps(possible[team.key], [step for step in steps if step.team_id == team.pk], team)),
        )
        for side, team in (("home", match.home), ("away", match.away))
    )
    return AheadPage(match, ruleset, match.status in SHUT, (home, away))


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a match, as far as its dice depend on it: the report that counts or waits, and who plays."""

    match: Match
    ruleset: Ruleset
    report: MatchReport | None
    sheets: Mapping[str, TeamSheet]

    @property
    def told(self) -> dict[str, tuple[int, ...]]:
        """The dice that the report tells."""
        return {key: tuple(faces) for key, faces in self.report.dice.items()} if self.report else {}

    @property
    def keys(self) -> tuple[str, ...]:
        teams = (self.match.home, self.match.away)
        return tuple(roll.key for team in teams for _, rolls in self.rolls_of(team) for roll in rolls)

    def rolls_of(self, team: Team) -> tuple[tuple[str, tuple[PossibleRoll, ...]], ...]:
        """By the step that may ask for them."""
        if self.report is None and self.match.kind == MatchKind.EXHIBITION:
            return ()  # nothing of it counts, and nothing follows
        return tuple(rolls_by_step(RollScene(team.key, self.ruleset, self.report, self.sheets[team.key])))


def known_of(match: Match) -> Known:
    filed = report_filed(match)
    return Known(match, ruleset_of(match.ruleset_id), report_of(filed) if filed else None, match_sheets(match))


def fallen_after(match: Match, keys: Iterable[str]) -> dict[str, DiceRoll]:
    """What has fallen of a match and of the improvements among ``keys``, which have occasions of their own."""
    improving = {key: occasion_of_improvement(key) for key in keys if key.startswith(IMPROVEMENT)}
    found = rolls_at(match.league_id, [match.key, *dict.fromkeys(improving.values())])
    return {row.key: row for rows in found.values() for row in rows}


@dataclass(frozen=True, slots=True)
class _Desk:
    """Everything that is known of the rolls of a match, by their keys."""

    match: Match
    ruleset: Ruleset
    typed: Mapping[str, TypedAhead]
    fallen: Mapping[str, DiceRoll]
    told: Mapping[str, tuple[int, ...]]

    def steps(
        self,
        possible: Sequence[tuple[str, tuple[PossibleRoll, ...]]],
        steps: Sequence[PostMatchStep],
        team: Team,
    ) -> Iterator[AheadStep]:
        rows = {step.name: step for step in steps}
        for name, rolls in possible:
            lines = tuple(filter(None, (self._line(roll, rows.get(name)) for roll in rolls)))
            if lines:
                yield AheadStep(name, lines)
        known = {roll.key for _, rolls in possible for roll in rolls}
        strays = [key for key in self.typed if key not in known and key.split("/")[1:2] == [team.key]]
        if strays:
            yield AheadStep("", tuple(self._stray(key) for key in strays))

    def _line(self, roll: PossibleRoll, step: PostMatchStep | None) -> AheadLine | None:
        typed, fell = self.typed.get(roll.key), self.fallen.get(roll.key)
        if fell is not None:
            faces = tuple(fell.faces)
            if typed is not None and (fell.source != "table" or faces != tuple(typed.faces)):
                # What fell is not what he had typed: his word was too late.
                return AheadLine(roll.key, roll.dice, "unused", faces=tuple(typed.faces), typed=typed)
            return AheadLine(roll.key, tuple(fell.sides), "used", faces=faces, source=fell.source, typed=typed)
        if roll.key in self.told:
            return AheadLine(roll.key, roll.dice, "report", faces=self.told[roll.key], typed=typed)
        over = self._over(roll, step)
        if typed is not None:
            state: State = "unused" if over else "typed"
            return AheadLine(roll.key, roll.dice, state, faces=tuple(typed.faces), typed=typed)
        if over or not list(typeable([roll], self.ruleset)):
            return None
        asked = step is not None and step.waits_for_die and step.roll == roll.key
        return AheadLine(roll.key, roll.dice, "asked" if asked else "open", roll.asked == "certain" or asked)

    def _over(self, roll: PossibleRoll, step: PostMatchStep | None) -> bool:
        if self.match.status in SHUT or roll.asked == "idle":
            return True
        # Who has not improved when the window closes may do so later.
        return step is not None and step.status == StepStatus.DONE and not roll.key.startswith(IMPROVEMENT)

    def _stray(self, key: str) -> AheadLine:
        """Nobody can say any more what asked for it, or whether anything could."""
        row, fell = self.typed[key], self.fallen.get(key)
        if fell is not None and fell.source == "table" and fell.faces == row.faces:
            return AheadLine(key, tuple(fell.sides), "used", faces=tuple(fell.faces), source=fell.source, typed=row)
        return AheadLine(key, (), "unused", faces=tuple(row.faces), typed=row)

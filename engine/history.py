"""A league's history: causes in the order of play, and one function that decides a stretch of it again.

A cause stores its inputs (a command, a report, choices), the dice that fell for it, and the effects that the rules drew
from both. Folding the effects gives the teams. Deciding the causes again, from their stored inputs, must
give the same effects: that is verification. Deciding them again after something earlier changed shows what a
correction would do: that is its preview.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engine import effects as fx
from engine.dice import Dice, ReplayDice, Roll, TableDice
from engine.errors import ChoiceMissing, ChoiceUnknown, DieMissing, EngineError, Problem, Refused, UnknownTeam
from engine.match.after import STEPS, Done, NeedsChoice, Step, StepScene
from engine.match.played import decide_match
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset
from engine.team.changeover import Changeover, decide_changeover
from engine.team.deal import Deal, decide_deal
from engine.team.draft import TeamDraft, decide_draft
from engine.team.entry import Entry, decide_entry
from engine.team.evolve import evolve
from engine.team.hiring import Act, decide_act, journeyman_options, take_on
from engine.team.improvement import decide_improvement
from engine.team.offers import Improve, Improved, dice_key
from engine.team.retirement import decide_retirement
from engine.team.ruling import Ruling, decide_ruling
from engine.team.sheet import TeamSheet
from engine.typed import build

World = Mapping[str, TeamSheet]
Place = tuple[int, ...]
# "gift": kept, and gold that was never there is given with it.
Resolution = Literal["keep", "drop", "gift"]
DiceFor = Callable[["Cause"], Dice]
RulesFor = Callable[["Cause"], Ruleset]


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that happened. ``place`` is its place in the order of play, not of writing."""

    key: str
    kind: str
    occasion: str  # what it belongs to: a draft, a match
    place: Place
    teams: tuple[str, ...]
    inputs: Mapping[str, Any]
    rolls: tuple[Roll, ...] = ()
    effects: tuple[fx.TeamEffect, ...] = ()
    voided: bool = False
    stands: bool = False  # by a commissioner's word, whatever the rules would make of it by now


@dataclass(frozen=True, slots=True)
class Decision:
    """What one cause came to: its effects and the dice they were drawn from, or what it waits for."""

    effects: tuple[fx.TeamEffect, ...] = ()
    rolls: tuple[Roll, ...] = ()
    choice: NeedsChoice | None = None
    # What each option would do, as far as the dice on the table say: one that asks for another throw is left out.
    outlook: Mapping[str, tuple[fx.Effect, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Redecided:
    """A cause decided again: what stood, what would stand, and what hinders it."""

    cause: Cause
    effects: tuple[fx.TeamEffect, ...]
    rolls: tuple[Roll, ...]
    conflict: Problem | None = None
    wanted: str = ""  # the key of a die that was never thrown
    details: tuple[Problem, ...] = ()  # all that is wrong, when the conflict is a draft or a report that is refused
    # Its teams as they stand before it: what a choice is made from.
    sheets: World = field(default_factory=dict, compare=False, repr=False)

    @property
    def changed(self) -> bool:
        return self.effects != self.cause.effects

    @property
    def to_be_kept(self) -> bool:
        """It comes to something else, or other dice were thrown for what it comes to."""
        return self.changed or self.rolls != self.cause.rolls


@dataclass(frozen=True, slots=True)
class Redecision:
    """A stretch of history decided again, and the teams before and after."""

    before: World
    after: World
    decided: tuple[Redecided, ...]

    @property
    def changes(self) -> tuple[Redecided, ...]:
        return tuple(one for one in self.decided if one.changed)

    @property
    def conflicts(self) -> tuple[Redecided, ...]:
        return tuple(one for one in self.decided if one.conflict)

    @property
    def wanted(self) -> tuple[Redecided, ...]:
        return tuple(one for one in self.decided if one.wanted)


@dataclass(frozen=True, slots=True)
class Scene:
    """What a decider may look at: the cause's own teams as they stand, and the report of its match."""

    cause: Cause
    teams: World
    report: MatchReport | None
    dice: Dice
    ruleset: Ruleset

    def sheet(self, team: str) -> TeamSheet:
        sheet = self.teams.get(team)
        if sheet is None or not sheet.founded:
            raise UnknownTeam(team=team)
        return sheet


Decider = Callable[[Scene], Decision]


def in_order(causes: Iterable[Cause]) -> tuple[Cause, ...]:
    return tuple(sorted(causes, key=lambda cause: cause.place))


def fold(causes: Iterable[Cause], world: World | None = None) -> dict[str, TeamSheet]:
    """The teams after these causes, from their stored effects."""
    teams = dict(world or {})
    for cause in in_order(causes):
        _apply(teams, cause.effects)
    return teams


def decide(cause: Cause, teams: World, report: MatchReport | None, dice: Dice, ruleset: Ruleset) -> Decision:
    """What this cause comes to, given its teams as they stand at its place."""
    if cause.voided:
        return Decision()
    own = {key: teams[key] for key in cause.teams if key in teams}
    decision = _DECIDERS[cause.kind](Scene(cause, own, report, dice, ruleset))
    return replace(decision, rolls=dice.log)


def redecide(
    stored: Sequence[Cause],
    revised: Mapping[str, Cause] | None = None,
    *,
    rules: RulesFor,
    dice: DiceFor | None = None,
    resolutions: Mapping[str, Resolution] | None = None,
    all_again: bool = False,
) -> Redecision:
    """Decide history again with some causes ``revised`` (or inserted), everything else from stored inputs.

    A cause is only decided again when it, its match's report or one of its teams differs; ``all_again`` decides every
    one, for verification. ``dice`` provides for rolls that never fell; without it they are listed as wanted. A cause
    that cannot be decided any more is a conflict: its effects stand as they were until a resolution says otherwise.
    One that stands by a commissioner's word is not decided at all.
    """
    revised, resolutions = revised or {}, resolutions or {}
    history = {cause.key: cause for cause in stored}
    new = [cause for key, cause in revised.items() if key not in history]
    before: dict[str, TeamSheet] = {}
    after: dict[str, TeamSheet] = {}
    reports = _Reports()
    decided: list[Redecided] = []
    for cause, old in _both_orders([*stored, *new], revised, history):
        teams_same = cause is not None and cause is old and _same_teams(cause, before, after)
        if cause is None:
            _apply(before, old.effects if old else ())
            continue
        sheets = {team: after[team] for team in cause.teams if team in after}
        report_same = reports.read(cause, revised=cause.key in revised)
        if teams_same and report_same and not all_again and cause.key not in resolutions:
            one = Redecided(cause, cause.effects, cause.rolls, sheets=sheets)
            _apply_to_both(before, after, cause.effects)
        else:
            base = history.get(cause.key, replace(cause, effects=(), rolls=()))
            one = _decide_again(cause, base, sheets, reports, rules, dice, resolutions.get(cause.key))
            _apply(before, old.effects if old else ())
            _apply(after, one.effects)
        decided.append(one)
    return Redecision(before, after, tuple(decided))


class _Reports:
    """The report of each match, as its latest revision tells it; later steps of the match read it here."""

    def __init__(self) -> None:
        self._told: dict[str, Cause] = {}
        self._by_occasion: dict[str, MatchReport] = {}
        self._revised: set[str] = set()

    def read(self, cause: Cause, *, revised: bool) -> bool:
        """Take in a match's report. Says whether the report of this cause's occasion is the stored one."""
        if cause.kind == "match":
            if not cause.voided:
                self._told[cause.occasion] = cause
            if revised:
                self._revised.add(cause.occasion)
        return cause.occasion not in self._revised

    def of(self, cause: Cause) -> MatchReport | None:
        """Built when somebody asks: most of a history is not decided again."""
        told = self._told.get(cause.occasion)
        if told is not None and cause.occasion not in self._by_occasion:
            self._by_occasion[cause.occasion] = report_of(told)
        return self._by_occasion.get(cause.occasion)


def _both_orders(
    causes: Sequence[Cause], revised: Mapping[str, Cause], history: Mapping[str, Cause]
) -> list[tuple[Cause | None, Cause | None]]:
    """(new, old) by place. A cause that moved appears twice: leaving its old place, and standing at its new one."""
    events: list[tuple[Place, int, Cause | None, Cause | None]] = []
    for nth, cause in enumerate(in_order(causes)):
        old, new = history.get(cause.key), revised.get(cause.key, cause)
        if old is not None and old.place != new.place:
            events.append((old.place, nth, None, old))
            events.append((new.place, nth, new, None))
        else:
            events.append((new.place, nth, new, old))
    return [(new, old) for _, _, new, old in sorted(events, key=lambda event: event[:2])]


def _same_teams(cause: Cause, before: World, after: dict[str, TeamSheet]) -> bool:
    """Sheets that are alike again become one, so that the next look at them is quick."""
    same = True
    for team in cause.teams:
        was, now = before.get(team), after.get(team)
        if was is now:
            continue
        if was != now:
            same = False
        elif was is not None:
            after[team] = was
    return same


def _decide_again(
    cause: Cause,
    stored: Cause,
    teams: World,
    reports: _Reports,
    rules: RulesFor,
    dice: DiceFor | None,
    resolution: Resolution | None,
) -> Redecided:
    if resolution == "keep":
        return Redecided(stored, stored.effects, stored.rolls, sheets=teams)
    if resolution == "gift":
        return Redecided(stored, given(stored.effects, teams), stored.rolls, sheets=teams)
    if resolution == "drop":
        return Redecided(stored, (), stored.rolls, sheets=teams)
    if cause.stands and not cause.voided:
        return Redecided(stored, cause.effects, stored.rolls, sheets=teams)
    report = reports.of(cause)
    table = _table(stored.rolls + cause.rolls, report, dice(cause) if dice else None)
    try:
        decision = decide(cause, teams, report, table, rules(cause))
        if decision.choice is not None:
            raise ChoiceMissing(key=cause.key, options=", ".join(decision.choice.options))
    except DieMissing as missing:
        return Redecided(stored, (), _on_record(stored, table), wanted=str(missing.params["key"]), sheets=teams)
    except EngineError as error:
        problem = Problem(error.code, error.message, error.rule, cause.key, error.params)
        details = error.problems if isinstance(error, Refused) else ()
        return Redecided(stored, stored.effects, _on_record(stored, table), problem, details=details, sheets=teams)
    return Redecided(stored, decision.effects, _on_record(stored, table), sheets=teams)


def given(effects: tuple[fx.TeamEffect, ...], teams: World) -> tuple[fx.TeamEffect, ...]:
    """The same effects, with the gold that their teams lack for them: nobody owes what a commissioner lets stand."""
    after = dict(teams)
    _apply(after, effects)
    debts = {team: after[team].debt - (teams[team].debt if team in teams else 0) for team in after}
    gold = (fx.TeamEffect(team, fx.GoldChanged(debt, "ruling")) for team, debt in debts.items() if debt > 0)
    return (*gold, *effects)


def _table(rolls: Iterable[Roll], report: MatchReport | None, fresh: Dice | None) -> Dice:
    """What already fell, then what coaches threw at the table, then what is thrown anew.

    A die that was typed in wrongly is corrected by its report; one that the server threw lies as it lies.
    """
    typed = report.dice if report else {}
    fallen = (roll for roll in rolls if roll.source != "table" or roll.key not in typed)
    return ReplayDice(fallen, fresh=TableDice(typed, otherwise=fresh))


def _on_record(stored: Cause, table: Dice) -> tuple[Roll, ...]:
    """A die once seen does not vanish: neither one no longer asked for, nor one thrown on the way to a conflict."""
    return tuple({roll.key: roll for roll in (*stored.rolls, *table.log)}.values())


def _apply(teams: dict[str, TeamSheet], effects: Iterable[fx.TeamEffect]) -> None:
    for one in effects:
        teams[one.team] = evolve(teams.get(one.team, TeamSheet(one.team)), one.effect)


def _apply_to_both(before: dict[str, TeamSheet], after: dict[str, TeamSheet], effects: Iterable[fx.TeamEffect]) -> None:
    """The same to two worlds. A team that is one and the same in both stays so."""
    for one in effects:
        was, now = before.get(one.team), after.get(one.team)
        before[one.team] = evolve(was or TeamSheet(one.team), one.effect)
        after[one.team] = before[one.team] if was is now else evolve(now or TeamSheet(one.team), one.effect)


def report_of(cause: Cause) -> MatchReport:
    return build(MatchReport, cause.inputs["report"], "report")


def _decide_draft(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    effects = decide_draft(build(TeamDraft, scene.cause.inputs["draft"], "draft"), scene.ruleset)
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in effects))


def _decide_improvement(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    command = build(Improve, scene.cause.inputs["improvement"], "improvement")
    decided = decide_improvement(command, scene.sheet(team), scene.ruleset, scene.dice)
    if isinstance(decided, Improved):
        return Decision(tuple(fx.TeamEffect(team, effect) for effect in decided.effects))
    options = tuple(offer.key for offer in decided)
    return Decision(choice=NeedsChoice(options, default="", roll=dice_key(command, team)))


def _decide_hiring(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    effects = decide_act(build(Act, scene.cause.inputs["act"], "act"), scene.sheet(team), scene.ruleset, scene.dice)
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in effects))


def _decide_entry(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    entered = decide_entry(build(Entry, scene.cause.inputs["entry"], "entry"), scene.ruleset)
    return Decision((fx.TeamEffect(team, entered),))


def _decide_ruling(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    effects = decide_ruling(build(Ruling, scene.cause.inputs["ruling"], "ruling"), scene.sheet(team), scene.ruleset)
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in effects))


def _decide_journeymen(scene: Scene) -> Decision:
    """Journeymen who are taken on when a commissioner's window closes; after a match, a step does it."""
    (team,) = scene.cause.teams
    sheet, chosen = scene.sheet(team), str(scene.cause.inputs["position"])
    options = journeyman_options(sheet, scene.ruleset)
    if not options:
        return Decision()
    if chosen not in options:
        raise ChoiceUnknown(chosen=chosen, options=", ".join(options))
    effects = take_on(sheet, scene.ruleset, chosen, scene.cause.occasion)
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in effects))


def _decide_changeover(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    command = build(Changeover, scene.cause.inputs["changeover"], "changeover")
    effects = decide_changeover(command, scene.sheet(team), scene.ruleset)
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in effects))


def _decide_deal(scene: Scene) -> Decision:
    return Decision(decide_deal(build(Deal, scene.cause.inputs["deal"], "deal"), scene.teams, scene.ruleset))


def _decide_retirement(scene: Scene) -> Decision:
    (team,) = scene.cause.teams
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in decide_retirement(scene.sheet(team))))


def _decide_match(scene: Scene) -> Decision:
    report = report_of(scene.cause)
    sheets = {team: scene.sheet(team) for team in (report.home.team, report.away.team)}
    return Decision(decide_match(scene.cause.occasion, report, sheets, scene.dice, scene.ruleset))


def team_of_step(cause: Cause) -> str:
    """Whose step it is. One that looks at the other team as well is a cause of both, and says whose it is."""
    return str(cause.inputs["team"]) if "team" in cause.inputs else cause.teams[0]


def _decide_step(scene: Scene) -> Decision:
    team = team_of_step(scene.cause)
    last = scene.teams.get(team, TeamSheet(team)).last_match
    if scene.report is None or last is None or last.match != scene.cause.occasion:
        return Decision()  # the match was voided: nothing is left to do after it
    step = STEPS[str(scene.cause.inputs["step"])]
    at = StepScene(
        team=team,
        sheet=scene.sheet(team),
        last=last,
        report=scene.report,
        choice=scene.cause.inputs.get("choice"),
        dice=scene.dice,
        ruleset=scene.ruleset,
        words=str(scene.cause.inputs.get("words", "")),
        rival=next((scene.sheet(other) for other in scene.cause.teams if other != team), None),
    )
    outcome = step(at)
    if isinstance(outcome, NeedsChoice):
        return Decision(choice=outcome, outlook=_outlook(step, at, outcome))
    return Decision(tuple(fx.TeamEffect(team, effect) for effect in outcome.effects))


def _outlook(step: Step, at: StepScene, asked: NeedsChoice) -> dict[str, tuple[fx.Effect, ...]]:
    """Each option tried with the dice that lie there, and no others."""
    found = {}
    for option in asked.options:
        try:
            outcome = step(replace(at, choice=option, dice=ReplayDice(at.dice.log)))
        except EngineError:
            continue
        if isinstance(outcome, Done):
            found[option] = outcome.effects
    return found


_DECIDERS: dict[str, Decider] = {
    "draft": _decide_draft,
    "entry": _decide_entry,
    "ruling": _decide_ruling,
    "improvement": _decide_improvement,
    "hiring": _decide_hiring,
    "journeymen": _decide_journeymen,
    "changeover": _decide_changeover,
    "deal": _decide_deal,
    "retirement": _decide_retirement,
    "match": _decide_match,
    "post-match": _decide_step,
}

"""Which dice are thrown after a match, as a report may hold them: the gate, and what the steps after it may ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.match import report as keys
from engine.match.after import PossibleRoll, RollScene, possible_rolls
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Outcome, Ruleset
from engine.team.sheet import TeamSheet

Rolls = dict[str, tuple[str, tuple[int, ...]]]


def dice_of(
    report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for side in SIDES:
        yield from rolls(report, side, ruleset).values()
        scene = RollScene(report.side(side).team, ruleset, report, sheets[report.side(side).team])
        yield from ((roll.key, roll.dice) for roll in possible_rolls(scene, of_match=True) if not roll.name)


def rolls(report: MatchReport, side: Side, ruleset: Ruleset) -> Rolls:
    """The rolls of one team by a short name: key and dice."""
    if report.kind == "exhibition":
        return {}
    team = report.side(side).team
    gate = {} if report.ending == "walkover" else _gate(team, ruleset)
    return gate | _named(possible_rolls(RollScene(team, ruleset, report)))


def ordinary_rolls(team: str, outcome: Outcome, ruleset: Ruleset) -> Rolls:
    """Those of a match that was played to its end and counts like any other."""
    return _gate(team, ruleset) | _named(possible_rolls(RollScene(team, ruleset, outcome=outcome)))


def _gate(team: str, ruleset: Ruleset) -> Rolls:
    return {"fans": (keys.fans_key(team), ruleset.fans.dice)} if ruleset.fans else {}


def _named(found: Iterable[PossibleRoll]) -> Rolls:
    return {roll.name: (roll.key, roll.dice) for roll in found if roll.name}

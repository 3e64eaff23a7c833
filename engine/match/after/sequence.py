"""The post-match sequence: which steps there are, by their names. The ruleset lists its own, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.match.after.fans import fan_factor, fan_factor_rolls
from engine.match.after.insurers import insurance, insurance_rolls
from engine.match.after.league_points import league_points
from engine.match.after.mistakes import expensive_mistakes, expensive_mistakes_rolls
from engine.match.after.points import spp, spp_rolls
from engine.match.after.residency import (
    losing_residency,
    losing_residency_rolls,
    residency,
    residency_deal,
    residency_rolls,
)
from engine.match.after.sponsors import sponsor_search, sponsor_search_rolls, sponsorships, sponsorships_rolls
from engine.match.after.star_player_rolls import star_player_possible_rolls, star_player_rolls
from engine.match.after.step import PossibleRoll, Rolls, RollScene, Step
from engine.match.after.window import hire_and_fire, hire_and_fire_rolls, journeymen
from engine.match.after.winnings import petty_cash, winnings, winnings_rolls
from engine.match.after.worth import team_value
from engine.match.grounds import may_be_sought
from engine.match.report import MatchReport
from engine.rulesets.model import Ruleset, StepName
from engine.team.homes import has_stadiums

STEPS: dict[str, Step] = {
    "spp": spp,
    "star-player-rolls": star_player_rolls,
    "league-points": league_points,
    "residency": residency,
    "residency-deal": residency_deal,
    "winnings": winnings,
    "petty-cash": petty_cash,
    "fan-factor": fan_factor,
    "sponsor-search": sponsor_search,
    "sponsorships": sponsorships,
    "losing-residency": losing_residency,
    "hire-and-fire": hire_and_fire,
    "insurance": insurance,
    "expensive-mistakes": expensive_mistakes,
    "journeymen": journeymen,
    "value": team_value,
    "prepare": team_value,
}


def no_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Of a step that throws nothing."""
    yield from ()


# Which rolls each step may ask for: what coaches may type in ahead.
ROLLS: Mapping[str, Rolls] = {
    "spp": spp_rolls,
    "star-player-rolls": star_player_possible_rolls,
    "league-points": no_rolls,
    "residency": residency_rolls,
    "residency-deal": no_rolls,
    "winnings": winnings_rolls,
    "petty-cash": no_rolls,
    "fan-factor": fan_factor_rolls,
    "sponsor-search": sponsor_search_rolls,
    "sponsorships": sponsorships_rolls,
    "losing-residency": losing_residency_rolls,
    "hire-and-fire": hire_and_fire_rolls,
    "insurance": insurance_rolls,
    "expensive-mistakes": expensive_mistakes_rolls,
    "journeymen": no_rolls,
    "value": no_rolls,
    "prepare": no_rolls,
}

# Steps whose dice belong to occasions of their own: to a player who improves, not to the match. No report holds them.
_OF_PLAYERS = frozenset({"hire-and-fire"})

# A step that looks at what the other team has come to, and which of the other's steps has to be over for that. Apart
# from these, the two sequences go their own ways.
AFTER_THE_OTHER: Mapping[str, str] = {"residency-deal": "residency"}

# Steps that an option leaves out. What is not named here is always there.
_PLAYED: Mapping[str, Callable[[Ruleset], bool]] = {
    "residency": has_stadiums,
    "residency-deal": has_stadiums,
    "losing-residency": has_stadiums,
    "sponsor-search": lambda ruleset: ruleset.options.sponsors,
    "sponsorships": lambda ruleset: ruleset.options.sponsors,
    "insurance": lambda ruleset: ruleset.options.sponsors,
}

# Matches after which such a step has something to look at; after all others it waits for nobody.
_LOOKS: Mapping[str, Callable[[MatchReport, Ruleset], bool]] = {"residency-deal": may_be_sought}

# Steps whose choice decides who plays the next match: they are asked before its kick-off.
CALL_AWAY: tuple[StepName, ...] = ("sponsor-search", "sponsorships", "insurance")


def steps(ruleset: Ruleset) -> tuple[StepName, ...]:
    """Those that the ruleset lists, without what the league does not play with."""
    return tuple(step for step in ruleset.post_match if step not in _PLAYED or _PLAYED[step](ruleset))


def awaited(step: str, report: MatchReport, ruleset: Ruleset) -> str | None:
    """Which step of the other team has to be over before this one of ours, after this match."""
    looks = _LOOKS.get(step)
    return AFTER_THE_OTHER.get(step) if looks is None or looks(report, ruleset) else None


def rolls_by_step(scene: RollScene, *, of_match: bool = False) -> Iterator[tuple[StepName, tuple[PossibleRoll, ...]]]:
    """What one team may be asked to throw after a match, step by step. Of an exhibition nothing counts.

    ``of_match``: only dice of the match itself, which its report may hold.
    """
    if scene.report is not None and scene.report.kind == "exhibition":
        return
    for step in steps(scene.ruleset):
        if of_match and step in _OF_PLAYERS:
            continue
        # Where an edition pays a sum, or changes nothing, there is no die to throw.
        found = tuple(roll for roll in ROLLS.get(step, no_rolls)(scene) if roll.dice)
        if found:
            yield step, found


def possible_rolls(scene: RollScene, *, of_match: bool = False) -> Iterator[PossibleRoll]:
    for _, found in rolls_by_step(scene, of_match=of_match):
        yield from found

"""Can this report be true? Every problem at once, each with its rule and both numbers.

An error blocks. A warning is possible and unlikely: whoever files the report accepts it by its code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.errors import Problem
from engine.match import limits
from engine.match.checks.blessings import answered, blessed
from engine.match.checks.casualties import casualties, told_against_dice
from engine.match.checks.deeds import DEEDS_MOST, deeds
from engine.match.checks.dice import dice, dice_of, team_rolls
from engine.match.checks.ending import awarded, ending
from engine.match.checks.events import events
from engine.match.checks.extra_time import extra_time
from engine.match.checks.fame import fame_lost, fame_lost_alike
from engine.match.checks.fielding import fielding
from engine.match.checks.healing import healing
from engine.match.checks.likely import likely
from engine.match.checks.nominees import nominees
from engine.match.checks.pace import of_both, too_many
from engine.match.checks.scene import SideCheck, Whole, WholeCheck
from engine.match.checks.score import level, score
from engine.match.checks.totals import totals
from engine.match.checks.twins import twins_undecided
from engine.match.checks.used import cards, used
from engine.match.earning import deeds_of
from engine.match.prematch import HeldCard, PreMatch
from engine.match.report import MatchReport
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import TeamSheet

__all__ = [
    "DEEDS_MOST",
    "blocking",
    "cards_unheld",
    "deeds_of",
    "dice_of",
    "errors",
    "problems",
    "team_rolls",
    "told_against_dice",
    "twins_undecided",
]

OF_A_SIDE: tuple[SideCheck, ...] = (
    score,
    too_many,
    awarded,
    deeds,
    casualties,
    healing,
    nominees,
    used,
    cards,
    answered,
    blessed,
    fame_lost,
)
OF_BOTH: tuple[WholeCheck, ...] = (
    level,
    fame_lost_alike,
    of_both,
    extra_time,
    ending,
    fielding,
    dice,
    events,
    totals,
    likely,
)


def problems(report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> tuple[Problem, ...]:
    """``sheets`` are both teams as they play, by team key. What came before the match, ``prematch_checks`` looks at."""
    if beyond := tuple(limits.problems(report)):
        return beyond  # it is not worth the time that all the rest would take
    whole = Whole(report, {side: sheets[mine.team] for side, mine, _ in report.sides()}, ruleset)
    return (
        *(problem for one in whole.sides for check in OF_A_SIDE for problem in check(one)),
        *(problem for check in OF_BOTH for problem in check(whole)),
    )


def cards_unheld(
    report: MatchReport, hands: Mapping[Side, tuple[HeldCard, ...]], sheets: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> tuple[Problem, ...]:
    """Cards that were played and not held, by hands that the report does not tell: they were recorded elsewhere."""
    told = report.prematch or PreMatch()
    for side, hand in hands.items():
        told = told.with_side(side, cards=hand)
    whole = Whole(replace(report, prematch=told), sheets, ruleset)
    return tuple(problem for one in whole.sides if one.side in hands for problem in cards(one))


def errors(found: Iterable[Problem]) -> tuple[Problem, ...]:
    """What cannot be, whatever anybody says."""
    return tuple(problem for problem in found if problem.severity == "error")


def blocking(found: Iterable[Problem], report: MatchReport) -> tuple[Problem, ...]:
    """What still hinders: errors, and warnings that whoever files the report has not accepted."""
    return tuple(problem for problem in found if problem.severity == "error" or problem.code not in report.accepted)

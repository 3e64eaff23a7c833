"""The score of a team that looks for a sponsor: what is added to the dice, and whether it can be enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine import effects as fx
from engine.match import endings
from engine.match.report import MatchReport
from engine.match.sides import Side, other_side
from engine.rulesets.furniture import Sponsors
from engine.rulesets.model import Ruleset, required
from engine.team.sheet import TeamSheet

FANS = "fan-factor"


def _more_touchdowns(report: MatchReport, side: Side) -> int:
    """Those that somebody scored: what a concession awards, nobody has seen."""
    return endings.scored(report, side) - endings.scored(report, other_side(side))


def _casualties(report: MatchReport, side: Side) -> int:
    """What the other side suffered, guests included, however it came about and whoever was healed."""
    return len(report.side(other_side(side)).casualties)


# Of each modifier, what is counted. It holds from its ``least`` on, or if there is any.
COUNTED: Mapping[str, Callable[[MatchReport, Side, TeamSheet], int]] = {
    "owns-stadium": lambda report, side, sheet: int(sheet.stadium is not None and sheet.stadium.owned),
    "won": lambda report, side, sheet: int(report.outcome(side) == "win"),
    "two-touchdowns-more": lambda report, side, sheet: _more_touchdowns(report, side),
    "three-casualties": lambda report, side, sheet: _casualties(report, side),
    "five-casualties": lambda report, side, sheet: _casualties(report, side),
    "play-off": lambda report, side, sheet: int(report.stage in ("play-off", "final")),
    "final": lambda report, side, sheet: int(report.stage == "final"),
}


def score_parts(report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset) -> tuple[fx.ScorePart, ...]:
    """Everything that is added. They all add up (2016/17 league compendium, sponsorship deals)."""
    return tuple(part for part in _parts(report, side, sheet, ruleset) if part.by)


def _parts(report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[fx.ScorePart]:
    fans = required(ruleset.fans, "fans", ruleset)
    yield fx.ScorePart(FANS, sheet.goods[fans.good])
    for one in required(ruleset.sponsors, "sponsors", ruleset).modifiers:
        if COUNTED[one.key](report, side, sheet) >= (one.least or 1):
            yield fx.ScorePart(one.key, one.modifier)


def within_reach(rules: Sponsors, parts: tuple[fx.ScorePart, ...]) -> bool:
    """Whether the highest faces would bring an offer."""
    return rules.rank(sum(rules.dice) + sum(part.by for part in parts)) > 0

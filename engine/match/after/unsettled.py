"""What is still to come of a sequence, and whether it decides who plays the next match, or what gold there is for it.

A choice that harms nobody may wait while the next match is played: but only where nothing stands behind it that would
make another team of the one that has kicked off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from engine.match import grounds
from engine.match.report import MatchReport
from engine.match.sponsor_score import score_parts, within_reach
from engine.rulesets.model import Ruleset
from engine.team import hiring
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A team in the midst of its sequence."""

    team: str
    sheet: TeamSheet  # as it stands now
    report: MatchReport
    ruleset: Ruleset

    @property
    def most_gold(self) -> int:
        """What its treasury may have become by the end: the best throw of its winnings, with everything on top."""
        rules, options = self.ruleset.winnings, self.ruleset.options
        if rules is None:
            return self.sheet.treasury
        thrown = 2 * sum(rules.dice) * rules.unit  # its own, and those of who has given up
        fame = 2 * max((one.fame for one in self.ruleset.fans.fame), default=0) if self.ruleset.fans else 0
        paid = fame * rules.fame_unit * (2 if options.double_fame_winnings else 1)
        bonus = (rules.short_bonus if options.short_league_money else None) or rules.bonus
        return self.sheet.treasury + thrown + paid + max(bonus.values())


def decides_next_match(coming: Iterable[str], scene: Unsettled) -> bool:
    """Whether one of these steps may change who plays, or take gold."""
    return any(_DECIDES[step](scene) for step in coming if step in _DECIDES)


def _expenses(scene: Unsettled) -> bool:
    """Spiralling expenses, by the value at kick-off: they may be more than was won."""
    rules, last = scene.ruleset.spiralling, scene.sheet.last_match
    return bool(scene.ruleset.options.spiralling and rules and last and rules.owed(last.value))


def _window(scene: Unsettled) -> bool:
    sheet, rules = scene.sheet, scene.ruleset
    asked = rules.options.hire_window or len(hiring.closing_options(sheet, rules)) > 1
    leaving = any(player.status == "journeyman" for player in sheet.roll_call)
    return asked or leaving or bool(hiring.closing_problems(sheet, rules))


def _journeymen(scene: Unsettled) -> bool:
    return bool(hiring.journeymen_wanted(scene.sheet, scene.ruleset))


def _mistakes(scene: Unsettled) -> bool:
    rules = scene.ruleset.expensive_mistakes
    return rules is not None and rules.band(scene.most_gold) is not None


def _search(scene: Unsettled) -> bool:
    rules, side = scene.ruleset.sponsors, scene.report.side_of(scene.team)
    return rules is not None and within_reach(rules, score_parts(scene.report, side, scene.sheet, scene.ruleset))


def _sponsorships(scene: Unsettled) -> bool:
    return bool(scene.sheet.sponsorships)


def _insurance(scene: Unsettled) -> bool:
    sponsor = scene.ruleset.sponsor(scene.sheet.sponsor)
    return sponsor is not None and sponsor.insurance is not None


def _home(scene: Unsettled) -> bool:
    return grounds.attribute_played_at(scene.report, scene.ruleset) is not None


_DECIDES: Mapping[str, Callable[[Unsettled], bool]] = {
    "residency": _home,
    "residency-deal": _home,
    "winnings": _expenses,
    "petty-cash": _expenses,
    "sponsor-search": _search,
    "sponsorships": _sponsorships,
    "losing-residency": _home,
    "hire-and-fire": _window,
    "insurance": _insurance,
    "expensive-mistakes": _mistakes,
    "journeymen": _journeymen,
}

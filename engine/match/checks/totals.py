"""Where there are events and typed totals and they differ: each difference, to be looked at and said to be so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import endings
from engine.match.adding_up import added_up
from engine.match.checks.players import name_of
from engine.match.checks.scene import Whole
from engine.match.earning import deeds_of
from engine.match.report import Casualty, SideReport
from engine.match.sides import Side
from engine.rulesets.model import Ruleset

Totals = Counter[tuple[str, str]]  # by player, where it is one's, and what


def totals(whole: Whole) -> Iterator[Problem]:
    report = whole.report
    if not report.events:
        return
    sums = added_up(report.events, report.prematch, whole.sheets, whole.ruleset)
    for one in whole.sides:
        typed, told = _totals(one.mine, endings.scored(report, one.side)), sums.side(one.side)
        events = _totals(told, told.score)
        for player, what in sorted(typed.keys() | events.keys()):
            if typed[player, what] != events[player, what]:
                message = marked("{team}, {what}: the report says {typed}, its events add up to {told}.")
                if player:
                    message = marked("{player} of {team}, {what}: the report says {typed}, its events say {told}.")
                yield Problem(
                    "totals_differ",
                    message,
                    "match-report",
                    _where(one.side, player, what, whole.ruleset),
                    {
                        "team": one.sheet.name,
                        "player": name_of(player, one.sheet),
                        "what": what,
                        "typed": typed[player, what],
                        "told": events[player, what],
                    },
                    "warning",
                )


def _totals(side: SideReport, scored: int) -> Totals:
    counted: Totals = Counter({("", "score"): scored})
    for deeds in side.deeds:
        counted.update({(deeds.player, deed): times for deed, times in deeds.counts.items()})
        counted.update({(deeds.player, f"{deed}, blessed"): times for deed, times in deeds.blessed.items()})
    counted.update((casualty.victim, _hurt(casualty)) for casualty in side.casualties)
    counted.update((player, "healed-ko") for player in side.healed_kos)
    counted.update((player, "sent-off") for player in side.sent_off)
    counted.update({("", what): times for what, times in side.used.items()})
    counted.update({("", "fame_lost"): side.fame_lost})
    counted.update(("", f"prayer, {one.prayer}") for one in side.answered)
    return counted


def _hurt(casualty: Casualty) -> str:
    by, blessed = f" ({casualty.by})" if casualty.by else "", ", blessed" if casualty.blessed else ""
    return f"casualty, {casualty.cause}{by}{blessed}"


def _where(side: Side, player: str, what: str, ruleset: Ruleset) -> str:
    if player:
        # Of a deed, its own counter; how he was hurt, or what else befell him, has none.
        deed, _, blessed = what.partition(", ")
        counted = deed in deeds_of(ruleset) and blessed in ("", "blessed")
        return ".".join(filter(None, (f"{side}.deeds.{player}", deed if counted else "", blessed if counted else "")))
    return f"{side}.answered" if what.startswith("prayer, ") else f"{side}.{what}"

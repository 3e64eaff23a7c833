"""Sudden death: what decides a match that must have a winner when extra time did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.dice import Dice
from engine.match.report import shoot_out_key
from engine.rulesets.occasions import Overtime


def shoot_out(rules: Overtime, home: str, away: str, rerolls: Mapping[str, int], dice: Dice) -> str:
    """The team that wins it. ``rerolls`` are the team re-rolls that are left."""
    won: Counter[str] = Counter()
    throw = 0
    while not won or max(won.values()) < rules.throws_to_win:
        throw += 1
        scores = {team: _score(rules, team, throw, rerolls, dice) for team in (home, away)}
        if scores[home] != scores[away]:
            won[max(scores, key=lambda team: scores[team])] += 1
    return won.most_common(1)[0][0]


def _score(rules: Overtime, team: str, throw: int, rerolls: Mapping[str, int], dice: Dice) -> int:
    thrown = dice.roll(shoot_out_key(team, throw), *rules.shoot_out_dice).total
    return thrown + (rerolls.get(team, 0) if rules.rerolls_add else 0)

"""A match as it might have been: who scores, who throws, who is carried off. What comes of it the rules decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.match import mvp
from engine.match.earning import deeds_of
from engine.match.report import (
    Casualty,
    Deeds,
    MatchReport,
    SideReport,
    casualty_key,
    mistakes_key,
    winnings_key,
)
from engine.rulesets import Ruleset
from engine.tally import Tally
from engine.team.sheet import Player, TeamSheet
from matches.demo.chance import Chance
from matches.demo.squads import Squad
from matches.demo.story import Evening

# With so many fewer than a draft asks for, a side plays so carefully that nobody else is carried off: few in the demo
# have the gold for another.
CAREFUL_BELOW = 2

# By a die and the difference in temper: how often a side scores, and how many of it are carried off.
TOUCHDOWNS = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4)
STRETCHERS = (0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2)

SCORES = {"catcher": 5, "blitzer": 4, "goblin": 3, "thrower": 2, "lineman": 1, "black-orc": 1}
HITS = {"ogre": 5, "troll": 5, "black-orc": 4, "blitzer": 3, "lineman": 1}
WAYS_TO_BE_HURT = {"block": 9, "foul": 2, "crowd": 1, "other": 1}
WITH_A_CULPRIT = ("block", "foul")
STAR_GETS_THE_BALL = 4


@dataclass(frozen=True, slots=True)
class Lineup:
    """A side on the evening of the match."""

    sheet: TeamSheet
    squad: Squad
    evening: Evening
    spared: frozenset[int]
    ruleset: Ruleset

    @property
    def fit(self) -> list[Player]:
        return [player for player in self.sheet.players if player.can_play]


def play(home: Lineup, away: Lineup, chance: Chance, *, winner: bool = False) -> MatchReport:
    """A report of this match. ``winner``: it must not end in a draw."""
    scores = {side.sheet.key: _score(side, other, chance) for side, other in ((home, away), (away, home))}
    if winner and len(set(scores.values())) == 1:
        scores[home.sheet.key] += 1
    return MatchReport(
        home=_side(home, away, scores[home.sheet.key], chance),
        away=_side(away, home, scores[away.sheet.key], chance),
        dice={**_table_dice(home), **_table_dice(away)},
    )


def _score(side: Lineup, other: Lineup, chance: Chance) -> int:
    temper = side.squad.flair - other.squad.fury // 2
    return _read(TOUCHDOWNS, chance.die(f"score/{side.sheet.key}", 10) + temper)


def _side(side: Lineup, other: Lineup, score: int, chance: Chance) -> SideReport:
    deeds = _deeds(side, score, chance)
    return SideReport(
        team=side.sheet.key,
        score=score,
        deeds=tuple(Deeds(player, Tally(counts)) for player, counts in sorted(deeds.items())),
        casualties=tuple(_casualties(side, other, chance)),
        nominees=_nominees(side, deeds, chance),
    )


def _deeds(side: Lineup, score: int, chance: Chance) -> dict[str, Counter[str]]:
    key = side.sheet.key
    done: dict[str, Counter[str]] = {}
    for nth in range(score):
        scorer = chance.one_of(f"touchdown/{key}/{nth}", _weights(side, SCORES))
        done.setdefault(scorer, Counter())["touchdown"] += 1
    throwers = [player.key for player in side.fit if player.position == "thrower"]
    for thrower in throwers if "completion" in deeds_of(side.ruleset) else ():
        done.setdefault(thrower, Counter())["completion"] += chance.die(f"completion/{thrower}/{key}", 4) - 1
    if "interception" in deeds_of(side.ruleset) and chance.die(f"interception/{key}", 8) == 1:
        hands = chance.one_of(f"interception/{key}/by", _weights(side, SCORES))
        done.setdefault(hands, Counter())["interception"] += 1
    return {player: counts for player, counts in done.items() if counts.total()}


def _casualties(side: Lineup, other: Lineup, chance: Chance) -> Iterator[Casualty]:
    key = side.sheet.key
    hurt = side.evening.hurt
    if hurt is not None:
        victim = next(player for player in side.sheet.players if player.number == hurt.shirt)
        yield _casualty(victim.key, hurt.cause, other, chance, f"casualty/{key}/story")
    stretchers = _read(STRETCHERS, chance.die(f"stretchers/{key}", 6) + other.squad.fury)
    unlucky = [player.key for player in side.fit if player.number not in side.spared]
    room = max(0, len(side.fit) - (side.ruleset.draft.players_min - CAREFUL_BELOW))
    for victim_key in chance.order(f"victims/{key}", unlucky)[: min(stretchers, room)]:
        way = chance.one_of(f"casualty/{key}/{victim_key}/way", WAYS_TO_BE_HURT)
        yield _casualty(victim_key, way, other, chance, f"casualty/{key}/{victim_key}")


def _casualty(victim: str, way: str, other: Lineup, chance: Chance, key: str) -> Casualty:
    if way not in WITH_A_CULPRIT:
        return Casualty(victim, way)
    return Casualty(victim, way, by=chance.one_of(f"{key}/by", _weights(other, HITS)))


def _nominees(side: Lineup, deeds: Mapping[str, Counter[str]], chance: Chance) -> tuple[str, ...]:
    """Those who earned most, and then whoever the coach likes."""
    least, _most = mvp.asked(side.ruleset.mvp, len(side.fit))
    anybody = chance.order(f"nominees/{side.sheet.key}", [player.key for player in side.fit])
    return tuple(sorted(anybody, key=lambda player: -_earned(deeds.get(player), side.ruleset))[:least])


def _earned(counts: Counter[str] | None, ruleset: Ruleset) -> int:
    return sum(ruleset.spp.get(deed, 0) * times for deed, times in (counts or {}).items())


def _table_dice(side: Lineup) -> dict[str, tuple[int, ...]]:
    key, evening = side.sheet.key, side.evening
    dice: dict[str, tuple[int, ...]] = {}
    if evening.hurt is not None:
        victim = next(player for player in side.sheet.players if player.number == evening.hurt.shirt)
        dice[casualty_key(key, victim.key)] = evening.hurt.faces
    if evening.winnings is not None:
        dice[winnings_key(key, 1)] = (evening.winnings,)
    if evening.mistakes is not None:
        dice[mistakes_key(key)] = (evening.mistakes,)
    return dice


def _weights(side: Lineup, by_position: Mapping[str, int]) -> dict[str, int]:
    stars = side.squad.stars if by_position is SCORES else ()
    weights = {
        player.key: _weight(player, side, by_position) * (STAR_GETS_THE_BALL if player.number in stars else 1)
        for player in side.fit
    }
    return {player: weight for player, weight in weights.items() if weight}


def _weight(player: Player, side: Lineup, by_position: Mapping[str, int]) -> int:
    """By his position; in a squad that nobody has written down the fast score, and the strong hit."""
    if side.squad.players:
        return by_position.get(player.position, 0)
    line = side.sheet.position_of(player, side.ruleset)
    return line.ma if by_position is SCORES else line.st


def _read(table: tuple[int, ...], place: int) -> int:
    return table[min(max(place, 0), len(table) - 1)]

"""Who gained what from a match, and who lost what: from the ledger, player by player, and for each team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from config.words import word
from engine import effects as fx
from engine.rulesets import Ruleset
from matches.selectors.matches import MatchPage, SidePage
from matches.web.match_story import called, came_to, times_told
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Gained:
    """What became of one player."""

    key: str
    name: str
    spp: int
    deeds: str  # what they were earned for
    harm: str
    dead: bool


@dataclass(frozen=True, slots=True)
class GoldLine:
    what: str
    amount: int


@dataclass(frozen=True, slots=True)
class SideGains:
    side: str
    team: Team
    players: tuple[Gained, ...]
    gold: tuple[GoldLine, ...]
    goods: tuple[tuple[str, int], ...]  # such as fans won or lost

    @property
    def gold_total(self) -> int:
        return sum(line.amount for line in self.gold)

    @property
    def told(self) -> bool:
        return bool(self.players or self.gold or self.goods)


# What a coach does in his window is his own doing, and not what the match brought.
OWN_DOING = ("hire-and-fire",)


def gains_of(page: MatchPage, ruleset: Ruleset) -> tuple[SideGains, ...]:
    """Nothing where nothing of the match is in the ledger: it is not over, or it never counted."""
    found = tuple(_side(side, ruleset) for side in page.sides)
    return found if any(one.told for one in found) else ()


def _side(side: SidePage, ruleset: Ruleset) -> SideGains:
    effects = [*side.injuries, *(one for line in side.steps if line.step.name not in OWN_DOING for one in line.effects)]
    keys = dict.fromkeys(player for one in effects if (player := _player_of(one)))
    return SideGains(
        side=side.side,
        team=side.team,
        players=tuple(_gained(key, effects, side, ruleset) for key in keys),
        gold=tuple(_gold(effects)),
        goods=tuple(_goods(effects, ruleset)),
    )


def _player_of(effect: fx.Effect) -> str:
    kinds = (fx.SppEarned, fx.InjurySuffered, fx.PlayerDied, fx.CasualtySaved, fx.PlayerCalledAway)
    return effect.player if isinstance(effect, kinds) else ""


def _gained(key: str, effects: Iterable[fx.Effect], side: SidePage, ruleset: Ruleset) -> Gained:
    own = [one for one in effects if _player_of(one) == key]
    earned = [one for one in own if isinstance(one, fx.SppEarned)]
    return Gained(
        key=key,
        name=called(side.sheet, key),
        spp=sum(one.spp for one in earned),
        deeds=", ".join(times_told(word("deed", one.deed), one.times) for one in earned),
        harm=" ".join(came_to(own, ruleset)),
        dead=any(isinstance(one, fx.PlayerDied) for one in own),
    )


def _gold(effects: Iterable[fx.Effect]) -> Iterator[GoldLine]:
    """By what it was for; what came back and what went out for the same cancel each other."""
    sums: dict[str, int] = {}
    for one in effects:
        if isinstance(one, fx.GoldChanged):
            sums[one.reason] = sums.get(one.reason, 0) + one.amount
    yield from (GoldLine(word("reason", reason), amount) for reason, amount in sums.items() if amount)


def _goods(effects: Iterable[fx.Effect], ruleset: Ruleset) -> Iterator[tuple[str, int]]:
    sums: dict[str, int] = {}
    for one in effects:
        if isinstance(one, fx.GoodsChanged):
            sums[one.good] = sums.get(one.good, 0) + one.by
    names = {good.key: good.name for good in ruleset.goods}
    yield from ((names.get(good, good), by) for good, by in sums.items() if by)

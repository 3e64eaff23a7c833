"""A team to start from, for every team list: linemen, the positions that cost most, re-rolls and a healer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.rulesets.model import Good, Position, Roster, Ruleset
from engine.tally import Tally
from engine.team.draft import DraftedPlayer, TeamDraft
from engine.team.names import suggest

# A sense of proportion, not a rule: how many re-rolls come first, how many in the end, how many men over the least.
REROLLS_FIRST, REROLLS, REROLLS_MOST = 2, 3, 4
SPARE_PLAYERS = 2
FEW = 3  # of whatever else there is to buy, before more players are bought


def sample(roster: str, ruleset: Ruleset, name: str = "") -> TeamDraft:
    """The same for the same rules. Legal wherever gold and limits let a team be legal at all."""
    found = ruleset.roster(roster)
    shopping = _Shopping(found, ruleset, ruleset.draft.gold)
    shopping.spend()
    keys = [position.key for position in found.positions for _ in range(shopping.players[position.key])]
    called = suggest(name, roster, keys)
    return TeamDraft(
        name=name,
        roster=roster,
        players=tuple(DraftedPlayer(key, number, called[number - 1]) for number, key in enumerate(keys, start=1)),
        goods=Tally(shopping.goods),
        choices={choice.key: choice.options[0] for choice in found.choices if choice.options},
    )


@dataclass(slots=True)
class _Shopping:
    """A treasury that is being spent, and what was bought so far."""

    roster: Roster
    ruleset: Ruleset
    gold: int
    players: Counter[str] = field(default_factory=Counter)
    goods: Counter[str] = field(default_factory=Counter)

    def spend(self) -> None:
        least, most = self.ruleset.draft.players_min, self.ruleset.draft.players_max
        rerolls = [good for good in self.ruleset.goods_of(self.roster) if good.cost is None]
        healers = [good for good in self.ruleset.goods_of(self.roster) if good.healer]
        others = [good for good in self.ruleset.goods_of(self.roster) if good.cost is not None and not good.healer]
        self._hire_the_least(least)
        self._buy(rerolls, REROLLS_FIRST)
        self._buy(healers, 1)
        # Two of three players are more than linemen; the rest of the gold goes where it still buys something.
        self._upgrade(2 * least // 3)
        self._buy(rerolls, REROLLS)
        self._hire(min(least + SPARE_PLAYERS, most))
        self._buy(others, FEW)
        self._upgrade(most)
        self._buy(rerolls, REROLLS_MOST)
        self._hire(most)
        self._upgrade(most)
        for goods in (rerolls, healers, others):
            self._buy(goods, None)

    # --- players ------------------------------------------------------------------------------------------------

    @property
    def _count(self) -> int:
        return sum(self.players.values())

    @property
    def _linemen(self) -> list[Position]:
        """Whom a squad is filled up with: linemen first, then whoever costs least."""
        return sorted(
            self.roster.positions, key=lambda position: (not position.journeyman, -position.max, position.cost)
        )

    @property
    def _better(self) -> list[Position]:
        """Who is worth more than a lineman: the dearer the better, but one of a kind only after the others."""
        worth = self._linemen[0].cost
        dearer = (position for position in self.roster.positions if position.cost > worth)
        return sorted(dearer, key=lambda position: (position.max <= 1, -position.cost))

    def _has_room(self, position: Position) -> bool:
        big = sum(self.players[one.key] for one in self.roster.positions if one.big_guy)
        full = self.roster.big_guys_max is not None and big >= self.roster.big_guys_max
        return self.players[position.key] < position.max and not (position.big_guy and full)

    def _hire_the_least(self, least: int) -> None:
        """Whom the list demands, and then a whole squad, at any price: without it there is no team."""
        for position in self.roster.positions:
            self._take(position, position.min)
        while self._count < least:
            free = [position for position in self._linemen if self._has_room(position)]
            if not free:
                return
            self._take(free[0])

    def _hire(self, most: int) -> None:
        while self._count < most:
            free = [one for one in self._linemen if self._has_room(one) and one.cost <= self.gold]
            if not free:
                return
            self._take(free[0])

    def _upgrade(self, most: int) -> None:
        """One of each better position after the other takes a lineman's place, as long as the gold lasts."""
        while self._upgraded() < most:
            before = self.gold
            for position in self._better:
                if self._upgraded() < most:
                    self._replace(position)
            if self.gold == before:
                return

    def _upgraded(self) -> int:
        return sum(self.players[position.key] for position in self._better)

    def _replace(self, position: Position) -> None:
        cheap = [
            one
            for one in self._linemen
            if one.cost < position.cost and self.players[one.key] > one.min and one not in self._better
        ]
        if cheap and self._has_room(position) and position.cost - cheap[0].cost <= self.gold:
            self._take(cheap[0], -1)
            self._take(position)

    def _take(self, position: Position, count: int = 1) -> None:
        self.players[position.key] += count
        self.gold -= count * position.cost

    # --- goods --------------------------------------------------------------------------------------------------

    def _buy(self, goods: Iterable[Good], most: int | None) -> None:
        """Up to so many of each, one after the other."""
        wanted = list(goods)
        while bought := [good for good in wanted if self._buy_one(good, most)]:
            wanted = bought

    def _buy_one(self, good: Good, most: int | None) -> bool:
        limits = [limit for limit in (most, good.draft_max) if limit is not None]
        price = self.ruleset.good_cost(self.roster, good.key)
        # What costs nothing, or may be had without end, is for the coach to say.
        if price <= 0 or price > self.gold or not limits or self.goods[good.key] >= min(limits):
            return False
        self.goods[good.key] += 1
        self.gold -= price
        return True


def useful_prices(draft: TeamDraft, ruleset: Ruleset) -> Iterator[int]:
    """What one thing more would cost, of all that this draft has room for."""
    roster = ruleset.roster(draft.roster)
    counts = Counter(player.position for player in draft.players)
    if len(draft.players) < ruleset.draft.players_max:
        yield from (position.cost for position in roster.positions if counts[position.key] < position.max)
    for good in ruleset.goods_of(roster):
        if good.draft_max is not None and draft.goods[good.key] < good.draft_max:
            yield ruleset.good_cost(roster, good.key)

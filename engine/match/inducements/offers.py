"""What is for sale to one team before one match: at which price, how often, and if not, why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.errors import Problem
from engine.match.decks import decks_in_use
from engine.match.inducements import reasons
from engine.rulesets.furniture import CardUse, Deck, Inducement, InducementGroup, StadiumExtra, Star
from engine.rulesets.model import Position, Roster, Ruleset
from engine.team.sheet import TeamSheet

PRICED_ELSEWHERE: tuple[InducementGroup, ...] = ("star", "mercenary", "card")  # by the star, the position, the deck
# The option by which a league sells what belongs to a group; what is not here is always sold.
SWITCHES: Mapping[InducementGroup, str] = {
    "star": "stars",
    "mercenary": "mercenaries",
    "staff": "staff",
    "wizard": "wizard",
    "optional": "optional_inducements",
}
PurseOf = Literal["inducements", "cards"]


@dataclass(frozen=True, slots=True)
class Offer:
    """A line of the list. ``about`` is the star, the position of a mercenary, or the deck of a card."""

    what: str
    name: str
    group: InducementGroup
    cost: int
    about: str = ""
    most: int | None = None  # None: as many as there is room and gold for
    shared: str = ""  # the entry whose limit counts all that belong to it
    places: int = 0  # on the roster, for each
    purse: PurseOf = "inducements"
    skills: tuple[str, ...] = ()  # of which a mercenary may have one
    skill_cost: int = 0
    effect: str = ""
    why_not: Problem | None = None

    @property
    def open(self) -> bool:
        return self.why_not is None

    @property
    def key(self) -> str:
        """Fit for a form field: what it is, and what about."""
        return f"{self.what}--{self.about}" if self.about else self.what


@dataclass(frozen=True, slots=True)
class Market:
    """Everything that the edition knows of, for one team: what it may buy, and what it may not."""

    offers: tuple[Offer, ...]
    limits: Mapping[str, int] = field(default_factory=dict)  # by the entry that several share
    places: int = 0  # on the roster that are open

    def offer(self, what: str, about: str = "") -> Offer | None:
        return next((one for one in self.offers if (one.what, one.about) == (what, about)), None)

    @property
    def on_sale(self) -> tuple[Offer, ...]:
        return tuple(one for one in self.offers if one.open)


def market(
    sheet: TeamSheet, ruleset: Ruleset, opponent: TeamSheet | None = None, extra: StadiumExtra | None = None
) -> Market:
    """``sheet`` is the team with the journeymen of the day; ``opponent`` keeps the star on its roster."""
    stall = _Stall(sheet, ruleset, opponent, extra)
    return Market(tuple(stall.offers()), stall.limits, places_open(sheet, ruleset))


def places_open(sheet: TeamSheet, ruleset: Ruleset) -> int:
    """Whoever misses the match leaves his place to others (inducements, star players and mercenaries)."""
    taken = sum(not player.guest for player in sheet.fit) + sheet.star_members(ruleset)
    return max(0, ruleset.draft.players_max - taken)


def cards_in_use(ruleset: Ruleset) -> CardUse | None:
    return next((use for use in ruleset.card_uses if use.key == ruleset.options.cards), None)


@dataclass(frozen=True, slots=True)
class _Stall:
    sheet: TeamSheet
    ruleset: Ruleset
    opponent: TeamSheet | None
    extra: StadiumExtra | None

    @property
    def roster(self) -> Roster:
        return self.ruleset.roster(self.sheet.roster)

    @property
    def rules(self) -> tuple[str, ...]:
        return self.sheet.special_rules(self.roster)

    @property
    def heads(self) -> frozenset[str]:
        """Entries that are a heading for others and nothing that could be bought."""
        return frozenset(one.one_of for one in self.ruleset.inducements if one.one_of)

    @property
    def limits(self) -> dict[str, int]:
        shared = self.heads | {one.key for one in self.ruleset.inducements if one.group in ("star", "card")}
        limits = {one.key: one.max_for(self.sheet.roster) for one in self.ruleset.inducements if one.key in shared}
        known = {key: most for key, most in limits.items() if most is not None}
        # A star on the roster leaves one to be hired (the star player pool).
        stars = {one.key for one in self.ruleset.inducements if one.group == "star"}
        return {key: max(0, most - (key in stars and bool(self.sheet.star))) for key, most in known.items()}

    def offers(self) -> Iterator[Offer]:
        for one in self.ruleset.inducements:
            if one.group == "star":
                yield from (self._star(one, star) for star in self.ruleset.stars if star.cost is not None)
            elif one.group == "mercenary":
                yield from (self._mercenary(one, position) for position in self.roster.positions)
            elif one.group == "card" and one.cost is None:
                yield from (self._card(one, deck) for deck in decks_in_use(self.ruleset))
            elif one.key not in self.heads:
                yield self._plain(one)

    def _plain(self, one: Inducement) -> Offer:
        return Offer(
            one.key,
            one.name,
            one.group,
            one.cost_for(self.sheet.roster) or 0,
            most=one.max_for(self.sheet.roster),
            shared=one.one_of,
            effect=one.effect,
            why_not=self._why_not(one),
        )

    def _star(self, one: Inducement, star: Star) -> Offer:
        return Offer(
            one.key,
            star.name,
            one.group,
            self._star_cost(star.cost or 0),
            about=star.key,
            most=1,
            shared=one.key,
            places=len(star.members),
            effect=star.special_rule,
            why_not=self._why_not(one) or self._star_elsewhere(star),
        )

    def _star_cost(self, cost: int) -> int:
        """Some stadiums make them cheaper, down to a least, and never dearer."""
        cheaper, least = (self.extra.star_cheaper, self.extra.star_least) if self.extra else (None, None)
        return min(cost, max(cost - (cheaper or 0), least or 0))

    def _mercenary(self, one: Inducement, position: Position) -> Offer:
        return Offer(
            one.key,
            position.name,
            one.group,
            position.cost + one.surcharge,
            about=position.key,
            most=self._openings(position),
            places=1,
            skills=tuple(skill.name for skill in self.ruleset.learnable(position, position.primary)),
            skill_cost=one.extra_skill,
            why_not=self._why_not(one),
        )

    def _card(self, one: Inducement, deck: Deck) -> Offer:
        use = cards_in_use(self.ruleset)
        purse: PurseOf = "cards" if use and use.sold == "budget" else "inducements"
        base = self._plain(one)
        return replace(base, name=deck.name, cost=deck.cost, about=deck.key, shared=one.key, purse=purse)

    def _openings(self, position: Position) -> int:
        """By the limit of the team list; whoever misses the match does not count."""
        playing = [player for player in self.sheet.fit if not player.guest and player.line is None]
        left = position.max - sum(player.position == position.key for player in playing)
        if position.big_guy and self.roster.big_guys_max is not None:
            big = {one.key for one in self.roster.positions if one.big_guy}
            left = min(left, self.roster.big_guys_max - sum(player.position in big for player in playing))
        return max(0, left)

    def _why_not(self, one: Inducement) -> Problem | None:
        if not self._sold(one):
            return reasons.not_sold(one.name)
        if not one.meant_for(self.roster.key):
            return reasons.not_for_team(one.name, self.roster)
        if one.apothecary not in (None, self.roster.apothecary):
            return reasons.by_apothecary(one, self.roster)
        if not one.may_buy(self.roster.key, self.rules):
            return reasons.by_special_rule(one.name, one.requires)
        if one.cost is None and one.group not in PRICED_ELSEWHERE:
            return reasons.unpriced(one.name)
        return None

    def _sold(self, one: Inducement) -> bool:
        chosen, use = self.ruleset.options, cards_in_use(self.ruleset)
        if {one.key, one.one_of} & set(chosen.inducements_off):
            return False
        if one.supplement and one.supplement not in chosen.supplements:
            return False
        if one.group == "card":
            # Where there are several ways of dealing cards, the league's own says whether any are sold.
            return not self.ruleset.card_uses or (use is not None and use.sold != "none")
        if use is not None and use.sold == "only":
            return False
        return bool(getattr(chosen, SWITCHES[one.group])) if one.group in SWITCHES else True

    def _star_elsewhere(self, star: Star) -> Problem | None:
        if self.roster.key not in star.teams:
            return reasons.star_not_for_team(star.name, self.roster)
        if not star.plays_for(self.roster.key, self.rules):
            return reasons.by_special_rule(star.name, star.requires)
        holder = next((one for one in (self.sheet, self.opponent) if one and one.star == star.key), None)
        return reasons.star_on_a_roster(star.name, holder.name) if holder else None

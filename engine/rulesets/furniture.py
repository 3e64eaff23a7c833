"""What stands around a match: stars, inducements, cards, events, balls, referees, stadiums, sponsors, legends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.rulesets.tables import Band, Characteristic, DiceMishap, DieResult, DieTable, Modifier, Payment

InducementGroup = Literal["standard", "special", "staff", "star", "mercenary", "card", "optional", "wizard"]
Healer = Literal["apothecary", "igor"]
# Players who are not a team's own: some of those who heal do not treat them.
Stranger = Literal["journeyman", "star", "mercenary"]
# How cards come into hands: so many are drawn and some kept; points are spent; both pass cards on; all come from one
# deck; each is paid for.
CardWay = Literal["draw", "points", "draft", "one-deck", "bought"]
# Whom a prayer is about: a player of one's own or of the other side, whom the coach chooses or a die finds.
PrayerAbout = Literal["", "own-chosen", "own-random", "other-random"]
Lasting = Literal["drive", "half", "game"]
# What a stadium looks at in a team that would like to be at home there.
Standing = Literal["win", "loss", "sponsor", "fans"]


@dataclass(frozen=True, slots=True)
class StarMember:
    """A player of a star entry; a duo has two."""

    name: str
    ma: int
    st: int
    ag: int
    av: int
    skills: tuple[str, ...]
    pa: int | None = None


@dataclass(frozen=True, slots=True)
class Star:
    key: str
    name: str
    cost: int | None  # None: he is not for hire, but comes by a rule of his own
    teams: tuple[str, ...]
    members: tuple[StarMember, ...]
    special_rule: str = ""
    note: str = ""
    mega_star: bool = False
    requires: tuple[str, ...] = ()  # special rules of his teams, one of which he plays for

    def plays_for(self, team: str, special_rules: tuple[str, ...] = ()) -> bool:
        """Whether he may be hired by this team, which may have chosen some of its special rules."""
        return team in self.teams and (not self.requires or bool(set(self.requires) & set(special_rules)))


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two stars who are not for hire: they come together to matches of their teams, each on his own side."""

    one: str  # a star by his key: he plays for one side
    other: str  # ... and he for the other
    fans_from: int  # either coach's throw for his fans, before anything is added, draws them


@dataclass(frozen=True, slots=True)
class InducementException:
    """Another price or limit for some teams; what is None stays as it is."""

    teams: tuple[str, ...]
    cost: int | None = None
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Inducement:
    key: str
    name: str
    group: InducementGroup
    max: int | None  # None: as many as fit
    cost: int | None  # None: the price is another's: the star's, the player's, the deck's
    effect: str
    teams: tuple[str, ...] = ()  # none named: every team may
    excluded: tuple[str, ...] = ()
    exceptions: tuple[InducementException, ...] = ()
    requires: tuple[str, ...] = ()  # special rules of a team list, one of which is needed
    condition: str = ""
    surcharge: int = 0  # mercenaries: on top of the position's price
    extra_skill: int = 0  # ... and for one more skill
    members: tuple[StarMember, ...] = ()
    table: DieTable | None = None
    title: str = ""
    one_of: str = ""  # the inducement whose limit it shares
    supplement: str = ""  # the book it comes from, if not the edition's own
    apothecary: bool | None = None  # only for teams that may have an apothecary of their own, or that may not
    healer: Healer | None = None  # what it does for the injured
    heals_kos: bool = False  # instead of that, it may bring a player who is knocked out back
    untreated: tuple[Stranger, ...] = ()  # players whom it does not heal
    skill: str = ""  # that a mercenary has besides those of his position
    unique: bool = False  # there is one of him: when both sides hire him, neither has him
    one_off_both: bool = False  # ... except in a match outside every league: then both have him
    journeymen_dice: tuple[int, ...] = ()  # as many more journeymen
    journeymen_more: int = 0  # ... and so many on top
    uses: int | None = None  # in a match, of each that was bought; None: whenever it applies
    draw: int = 0  # a card to be drawn: so many of the deck that its table finds ...
    keep: int = 0  # ... and so many of them are kept
    gift: bool = False  # it may come to a team without being bought: by a result of the kick-off table
    even_dead: bool = False  # it brings a player back to the reserves who has died in this match

    def may_buy(self, team: str, special_rules: tuple[str, ...] = (), *, apothecary: bool | None = None) -> bool:
        """``apothecary`` says whether the team may have one of its own, where that is known."""
        if not self.meant_for(team):
            return False
        if self.apothecary is not None and apothecary is not None and self.apothecary != apothecary:
            return False
        return not self.requires or bool(set(self.requires) & set(special_rules))

    def meant_for(self, team: str) -> bool:
        return team not in self.excluded and (not self.teams or team in self.teams)

    def cost_for(self, team: str) -> int | None:
        repriced = (one.cost for one in self.exceptions if team in one.teams and one.cost is not None)
        return next(repriced, self.cost)

    def max_for(self, team: str) -> int | None:
        limited = (one.max for one in self.exceptions if team in one.teams and one.max is not None)
        return next(limited, self.max)


@dataclass(frozen=True, slots=True)
class Card:
    number: str
    key: str
    title: str
    timing: str
    effect: str
    gap: str = ""  # what the source lost
    even_dead: bool = False  # it brings a player back to the reserves who has died in this match


@dataclass(frozen=True, slots=True)
class Deck:
    key: str
    name: str
    cost: int
    cards: tuple[Card, ...]
    edition: str = ""
    points: int | None = None
    gap: str = ""


@dataclass(frozen=True, slots=True)
class CardBand:
    """How many cards are drawn and how many kept, from this team value or die face on."""

    start: int
    draw: int
    keep: int


@dataclass(frozen=True, slots=True)
class CardUse:
    """A way of dealing cards; a league plays one of them."""

    key: str
    name: str
    effect: str
    dice: tuple[int, ...] = ()
    by_die: tuple[CardBand, ...] = ()  # in a match outside every league
    by_value: tuple[CardBand, ...] = ()  # by the higher of both team values
    # Cards are inducements, the only ones, paid from a budget of their own, or not sold at all.
    sold: Literal["none", "inducement", "only", "budget"] = "none"
    way: CardWay | None = None  # None: it says something about cards, and is no way of dealing them
    numbers_of: tuple[str, ...] = ()  # the ways of dealing whose numbers it takes
    each_throws: bool = False  # for his own number; otherwise one throw is for both
    # Who begins, or names the deck: the higher value, or whoever wins a throw.
    begins: Literal["value", "dice"] = "value"
    order_dice: tuple[int, ...] = ()  # thrown by both for that, and by two who are worth the same
    most_of: Mapping[str, int] = field(default_factory=dict)  # of these decks nobody takes more
    ahead: int | None = None  # at most so many cards more of one deck than of any other
    ahead_of: Literal["all", "drawn"] = "all"  # ... of all decks, or of those that he has drawn from
    exchange: int | None = 0  # so many cards may be given back for others of the same deck; None: any number
    # One that is bought: one more to draw and to keep, or a card of its deck.
    special_play: Literal["wider", "card"] = "card"


@dataclass(frozen=True, slots=True)
class MatchEvent:
    number: int
    key: str
    name: str
    timing: str
    effect: str
    gap: str = ""


@dataclass(frozen=True, slots=True)
class EventGroup:
    key: str
    name: str
    teams: tuple[str, ...]  # none named: every team's
    events: tuple[MatchEvent, ...]
    turn_dice: tuple[int, ...] = ()  # they say in which half and in which turn of his a coach's event comes


@dataclass(frozen=True, slots=True)
class Ball:
    key: str
    name: str
    teams: tuple[str, ...]
    effect: str
    besides: bool = False  # a team with several of its own may use each of them once


@dataclass(frozen=True, slots=True)
class PrayerResult(DieResult):
    """An answered prayer: how long it lasts, whom it is about, and what earns more as long as it lasts."""

    lasts: Lasting = "game"
    about: PrayerAbout = ""
    about_dice: tuple[int, ...] = ()  # about so many players, if more than one
    without: str = ""  # it is never about a player with this skill
    skill: Literal["", "primary"] = ""  # the player gains a skill that he may learn, as his coach chooses
    boons: Mapping[str, int] = field(default_factory=dict)  # by deed, or by ``casualty/`` and its cause: the points


@dataclass(frozen=True, slots=True)
class Prayers(DieTable):
    results: tuple[PrayerResult, ...] = ()
    unit: int = 0  # of value that a team is short of the other: for each a prayer
    one_off_dice: tuple[int, ...] = ()  # in a match outside every league


@dataclass(frozen=True, slots=True)
class HallRule:
    key: str
    name: str
    effect: str
    table: DieTable | None = None


@dataclass(frozen=True, slots=True)
class HallTeam:
    """A team of the hall of fame: an ordinary team list, and rules of its own."""

    key: str
    name: str
    race: str
    rules: tuple[HallRule, ...]


@dataclass(frozen=True, slots=True)
class ResidencyModifier(Modifier):
    """What a stadium thinks of a team: by what it looks at, and from how much of it on."""

    of: Standing = "win"
    least: int = 0


@dataclass(frozen=True, slots=True)
class ResidencyResult(DieResult):
    """What a stadium answers to a team that would like to be at home there."""

    offer: Literal["", "free", "winnings"] = ""  # for nothing, or for all winnings of the match


@dataclass(frozen=True, slots=True)
class Residency:
    """Asking to become a stadium's home team."""

    dice: tuple[int, ...]
    modifiers: tuple[ResidencyModifier, ...]
    results: tuple[ResidencyResult, ...]  # the first and the last reach beyond the dice, since modifiers do
    cancel_cost: int
    home_fans: Payment
    visitor_gold: int
    crowd_target: int

    def result(self, score: int) -> ResidencyResult:
        """A score that modifiers have carried beyond either end of the table is in the row at that end."""
        rows = sorted(self.results, key=lambda row: row.first)
        return next((row for row in rows if score <= row.last), rows[-1])


@dataclass(frozen=True, slots=True)
class LosingResidency:
    dice: tuple[int, ...]
    always: int
    bribe: int  # gold that lowers the roll by one; not one that loses the home in any case

    def too_high(self, score: int, fans: int) -> int:
        """How many points a throw has to be lowered by for a team to keep its home; none: it keeps it."""
        return max(0, score - fans)


@dataclass(frozen=True, slots=True)
class StadiumSale:
    first: int
    last: int
    key: str
    name: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class StadiumExtra:
    """What the attribute of a stadium means before and after a match played there, to both sides alike."""

    key: str  # of the attribute
    name: str
    gold: Payment | None = None  # for inducements
    gives: tuple[str, ...] = ()  # inducements that cost nothing, by their keys
    instead: tuple[str, ...] = ()  # for a team that may not have those
    star_cheaper: int | None = None
    star_least: int | None = None  # no star costs less for it
    fame: int = 0  # for each side, on top of what its fans bring
    fame_most: int = 0  # ... up to so much
    fame_lost: Literal["", "each", "both"] = ""  # a side, or both alike, may lose some during the match
    winnings: Payment | None = None  # after the match, on top of what a side wins
    winnings_shared: bool = False  # ... one throw for both
    fan_factor: int = 0  # added to the throw for the fan factor


@dataclass(frozen=True, slots=True)
class Stadiums:
    roll: DieTable
    categories: tuple[DieTable, ...]
    residency: Residency
    losing: LosingResidency
    cost: int
    fund_payment: int
    fund_credit: int
    gain_dice: tuple[int, ...]
    gain_unit: int
    sale_dice: tuple[int, ...]
    sale: tuple[StadiumSale, ...]
    extras: tuple[StadiumExtra, ...] = ()

    def sale_row(self, score: int) -> StadiumSale:
        return next(row for row in self.sale if row.first <= score <= row.last)

    def extra_of(self, stadium: str) -> StadiumExtra | None:
        return next((extra for extra in self.extras if extra.key == stadium), None)


@dataclass(frozen=True, slots=True)
class Insurance:
    """What a sponsor pays for who dies, and when he asks for a fee of who lets too many players go."""

    share: int  # the value is divided by it
    unit: int  # ... and rounded up to a multiple of this
    dice: tuple[int, ...]  # the fee is due if they show no more than players are gone
    missing_dice: tuple[int, ...]  # players who miss the next match if it is not paid


@dataclass(frozen=True, slots=True)
class HalfReroll:
    """A team re-roll more in a half, if dice at its start say so."""

    dice: tuple[int, ...]
    target: int
    good: str  # what it counts as


@dataclass(frozen=True, slots=True)
class MajorSponsor:
    key: str
    name: str
    excluded: tuple[str, ...]
    award: str
    drawback: str
    winnings: int = 0
    skills: tuple[str, ...] = ()
    fee: Payment | None = None
    barred: tuple[Characteristic, ...] = ()  # no player of the team improves these
    improvement_dice: tuple[int, ...] = ()  # thrown for an improvement; as many are kept as the table has, any of them
    mishaps: tuple[DiceMishap, ...] = ()  # what these dice do to whoever throws them
    insurance: Insurance | None = None  # such a deal ends at the end of the sequence, and never with another one
    half_reroll: HalfReroll | None = None

    @property
    def equips(self) -> bool:
        """One line player has skills of this sponsor's as long as the deal lasts."""
        return bool(self.skills)

    @property
    def binds(self) -> bool:
        """The deal can only be ended at the end of a sequence."""
        return self.insurance is not None


@dataclass(frozen=True, slots=True)
class Sponsors:
    dice: tuple[int, ...]  # the fan factor is added
    modifiers: tuple[Modifier, ...]
    offers: tuple[Band, ...]  # the score from which an offer of this rank is made: 1 lesser, 2 major
    one_time: Payment
    ongoing: Payment
    mishap_dice: tuple[int, ...]
    mishap_on: int
    majors: tuple[MajorSponsor, ...]

    def rank(self, score: int) -> int:
        """How good an offer this score brings; 0: none."""
        return max((offer.amount for offer in self.offers if score >= offer.start), default=0)

    @property
    def first_offer(self) -> int:
        return min(offer.start for offer in self.offers)

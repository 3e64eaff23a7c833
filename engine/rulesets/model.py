"""The shape of a ruleset. Every number of the game lives in ``rosters_data/`` and reaches the rules through here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from engine.errors import UnknownName
from engine.rulesets.choices import Options
from engine.rulesets.furniture import (
    Ball,
    CardUse,
    Deck,
    EventGroup,
    HallTeam,
    Healer,
    Inducement,
    MajorSponsor,
    Prayers,
    Rivals,
    Sponsors,
    Stadiums,
    Star,
    Stranger,
)
from engine.rulesets.occasions import Concession, Friendly, Overtime, Redraft, Walkover
from engine.rulesets.tables import (
    Characteristic,
    DieTable,
    Improvement,
    Journeymen,
    Modifier,
    Raising,
    Spiralling,
    SppRoll,
    Upkeep,
)
from engine.typed import plain

T = TypeVar("T")
# What the letters behind a position stand for.
CATEGORY_OF = {"G": "general", "A": "agility", "S": "strength", "P": "passing", "M": "mutation"}
Outcome = Literal["win", "draw", "loss"]
OUTCOMES: tuple[Outcome, ...] = ("win", "draw", "loss")
Mistake = Literal["crisis-averted", "minor-incident", "major-incident", "catastrophe"]
StepName = Literal[
    "spp",
    "star-player-rolls",
    "league-points",
    "residency",
    "residency-deal",
    "winnings",
    "petty-cash",
    "fan-factor",
    "sponsor-search",
    "sponsorships",
    "losing-residency",
    "hire-and-fire",
    "insurance",
    "expensive-mistakes",
    "journeymen",
    "value",
    "prepare",
]
TieBreaker = Literal["points", "touchdown-difference", "touchdowns-for", "casualty-difference"]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule's name, as a newcomer looks it up, and where the source has it."""

    name: str
    place: str


@dataclass(frozen=True, slots=True)
class Skill:
    name: str
    category: str
    effect: str = ""
    random: tuple[int, ...] = ()  # its place on the table of random skills: the half, the row
    excludes: tuple[str, ...] = ()  # skills that nobody has together with it


@dataclass(frozen=True, slots=True)
class Position:
    key: str
    name: str
    min: int
    max: int
    cost: int
    ma: int
    st: int
    ag: int
    av: int
    skills: tuple[str, ...]
    primary: str
    secondary: str
    pa: int | None = None
    max_sevens: int | None = None
    journeyman: bool = False  # a lineman: whom a team that is short of players takes on for a match
    big_guy: bool = False

    def characteristic(self, name: Characteristic) -> int | None:
        """As the list has it; None where a player of this position cannot do it at all."""
        found: int | None = getattr(self, name)
        return found


@dataclass(frozen=True, slots=True)
class RosterChoice:
    """Something that is chosen once, when a team is drafted: the god it plays for, the league it belongs to."""

    key: str
    name: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Roster:
    """A team list: the positions a race may hire, and what its goods cost."""

    key: str
    name: str
    reroll_cost: int
    apothecary: bool
    positions: tuple[Position, ...]
    special_rules: tuple[str, ...] = ()
    tier: int | None = None
    choices: tuple[RosterChoice, ...] = ()
    big_guys_max: int | None = None  # over all positions of big guys together

    def position(self, key: str) -> Position:
        for position in self.positions:
            if position.key == key:
                return position
        raise UnknownName(kind="position", name=key, ruleset=self.name)


@dataclass(frozen=True, slots=True)
class Good:
    """Something besides players that a team owns by number: re-rolls, fan factor, staff."""

    key: str
    name: str
    cost: int | None  # None: the roster says what it costs
    draft_max: int | None  # None: no limit
    max: int | None
    healer: Healer | None = None  # for teams that may, and for teams that may not, have one
    start: int = 0  # what every team has of it without paying
    min: int = 0  # it never falls below this
    later: bool = True  # it may be bought after the draft
    later_factor: int = 1  # ... at so many times its price, of which one counts in the value
    droppable: bool = True
    untreated: tuple[Stranger, ...] = ()  # of a healer: players whom he does not treat
    gift: bool = False  # more of it may come to a team during a match: by a result of the kick-off table


@dataclass(frozen=True, slots=True)
class Draft:
    gold: int
    players_min: int
    players_max: int
    number_max: int
    bank: bool = True  # what is not spent stays in the treasury; without one, a team buys up to its greatest value


@dataclass(frozen=True, slots=True)
class Level:
    spp: int
    title: str
    improvements: int


@dataclass(frozen=True, slots=True)
class CasualtyResult:
    """A stretch of the casualty table, both ends included."""

    first: int
    last: int
    key: str
    name: str
    misses_next: bool = False
    niggle: bool = False
    loses: Characteristic | None = None
    dead: bool = False
    lasting: bool = False

    @property
    def harmless(self) -> bool:
        """Badly hurt, and nothing that lasts beyond the match."""
        return not (self.misses_next or self.niggle or self.loses or self.dead or self.lasting)


@dataclass(frozen=True, slots=True)
class SkillRoll:
    """What a skill does to a casualty when dice show its target or more."""

    key: str
    skill: str
    dice: tuple[int, ...]
    target: int
    causes: tuple[str, ...] = ()  # none named: however he was hurt

    def succeeds(self, faces: tuple[int, ...]) -> bool:
        return sum(faces) >= self.target


@dataclass(frozen=True, slots=True)
class CasualtyTable:
    dice: tuple[int, ...]
    results: tuple[CasualtyResult, ...]
    most_lost: int  # a characteristic is never reduced by more than this
    lowest: int  # ... nor below this
    modifiers: tuple[Modifier, ...] = ()
    lasting_dice: tuple[int, ...] = ()
    lasting: tuple[CasualtyResult, ...] = ()  # thrown on when a result says so
    twice: str = ""  # the skill of those for whom it is thrown on twice, both results counting
    regeneration: SkillRoll | None = None  # of the victim: nothing is left of the casualty
    poison: SkillRoll | None = None  # of who hurt him: who is only badly hurt misses the next match
    apothecary_reserves: bool = True  # who is only badly hurt after an apothecary may play on
    apothecary_journeymen: bool = True  # they are treated as well

    def felt(self, score: int) -> CasualtyResult:
        """The result of a score that modifiers may have carried beyond either end of the table."""
        inside = max(score, min(result.first for result in self.results))
        return max((result for result in self.results if result.first <= inside), key=lambda result: result.first)

    def told(self, key: str) -> CasualtyResult:
        """The result of that key, of whichever table: the casualties', the lasting injuries', or what poison does."""
        for result in (*self.results, *self.lasting):
            if result.key == key:
                return result
        if self.poison and self.poison.key == key:
            return CasualtyResult(0, 0, key, self.poison.skill, misses_next=True)
        raise UnknownName(kind="casualty result", name=key, ruleset="casualty table")

    def name_of(self, key: str) -> str:
        """What a result is called, wherever it stands."""
        named = {result.key: result.name for result in (*self.results, *self.lasting)}
        return named.get(key, self.poison.skill if self.poison and self.poison.key == key else key)

    def result(self, score: int) -> CasualtyResult:
        for result in self.results:
            if result.first <= score <= result.last:
                return result
        raise UnknownName(kind="casualty result", name=str(score), ruleset="casualty table")


@dataclass(frozen=True, slots=True)
class Mvp:
    nominees: int
    dice: tuple[int, ...]
    method: Literal["nominated", "random", "chosen", "none"] = "nominated"
    dead_too: bool = True  # a player who was killed in the match may be it
    guests: bool = True  # stars and mercenaries may be it, though it earns them nothing


@dataclass(frozen=True, slots=True)
class Fame:
    """The advantage of having at least this many times the other side's fans; more than level always counts."""

    ratio: int
    fame: int


@dataclass(frozen=True, slots=True)
class Fans:
    dice: tuple[int, ...]
    unit: int
    fame: tuple[Fame, ...]
    good: str = "fan-factor"  # what brings them to the match, and rises and falls with its outcome


@dataclass(frozen=True, slots=True)
class Winnings:
    dice: tuple[int, ...]
    unit: int
    fame_unit: int
    bonus: Mapping[Outcome, int]
    may_reroll: tuple[Outcome, ...]
    attendance_divisor: int = 0  # where the gate decides: both sides' fans, divided by this
    touchdown_unit: int = 0
    short_bonus: Mapping[Outcome, int] | None = None  # instead of it, in leagues that want money for short seasons


@dataclass(frozen=True, slots=True)
class FanFactorRoll:
    dice: tuple[int, ...]
    higher: int
    lower: int
    equal: int = 0


@dataclass(frozen=True, slots=True)
class MistakeBand:
    """A column of the expensive mistakes table: the treasury it starts at, and the result of each face."""

    treasury: int
    results: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class ExpensiveMistakes:
    dice: tuple[int, ...]
    bands: tuple[MistakeBand, ...]
    unit: int
    minor_dice: tuple[int, ...]
    major_divisor: int
    kept_dice: tuple[int, ...]
    major_unit: int = 0  # what a major incident's loss is rounded to; 0: the unit
    major_rounds: Literal["up", "down"] = "up"

    def band(self, treasury: int) -> MistakeBand | None:
        reached = [band for band in self.bands if treasury >= band.treasury]
        return reached[-1] if reached else None


@dataclass(frozen=True, slots=True)
class League:
    points: Mapping[Outcome, int]
    tie_breakers: tuple[TieBreaker, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """Between what a characteristic stays, however it improves and however it suffers. A target is best when low."""

    characteristic: Characteristic
    best: int
    worst: int

    @property
    def low_is_better(self) -> bool:
        return self.best < self.worst


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule of team lists, in words."""

    name: str
    effect: str


@dataclass(frozen=True, slots=True)
class ValueRules:
    """What counts in a team's value, apart from its players and goods as they are priced."""

    left_out: tuple[str, ...] = ()  # goods that count nothing
    missing_count: bool = False  # players who miss the next match count all the same
    niggle: int = 0  # for each niggling injury
    cap: int | None = None  # a team is never worth more
    free_linemen: str = ""  # the special rule by which the price of linemen counts nothing
    both: bool = False  # the value of all players has a name of its own, beside that of those who will play


@dataclass(frozen=True, slots=True)
class SequenceStep:
    """A step of the sequence before or after a match, as the rulebook lists it."""

    key: str
    name: str
    effect: str = ""
    after: str = ""  # the printed list does not have it: it comes behind this one


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset's smaller sister: other numbers for the draft, other limits of the team lists."""

    key: str
    name: str
    draft: Draft
    goods: tuple[Good, ...]
    effect: str = ""
    turns: int | None = None  # in each half; None: as many as the edition's
    line: int | None = None  # players on the line of scrimmage


# Who may have caused a casualty: a player of the other side, one of the victim's own, or nobody.
Actor = Literal["other", "own", "nobody"]


@dataclass(frozen=True, slots=True)
class Likely:
    """What matches are like: how often something happens, and from where on one asks whether it is really so."""

    what: str
    scope: Literal["match", "side", "player"]
    per_hundred: int  # in so many matches, sides or players that are noticed for it
    ask_from: int
    ask_below: int = 0


@dataclass(frozen=True, slots=True)
class ExtraTurns:
    """What brings a side more turns than a half has: by its key, a result, a card or what was hired."""

    by: tuple[str, ...] = ("riot", "time-out", "blitz")
    most: int = 2  # so many are believed in a half or in a match of which nobody has recorded them


@dataclass(frozen=True)
class Ruleset:
    key: str
    name: str
    version: str
    rules: Mapping[str, Rule]
    draft: Draft
    goods: tuple[Good, ...]
    spp: Mapping[str, int]
    casualty_earns_spp: tuple[str, ...]
    casualty_causes: tuple[str, ...]
    levels: tuple[Level, ...]
    casualty: CasualtyTable
    mvp: Mvp
    fans: Fans | None
    winnings: Winnings | None
    fan_factor: Mapping[Outcome, FanFactorRoll] | None
    expensive_mistakes: ExpensiveMistakes | None
    league: League
    post_match: tuple[StepName, ...]
    skills: tuple[Skill, ...] = ()
    teams: tuple[Roster, ...] = field(default=())
    characteristics: tuple[Characteristic, ...] = ("ma", "st", "ag", "av")
    targets: tuple[Characteristic, ...] = ()  # written as the number to throw: 3+
    bounds: tuple[Bound, ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    order: int = 0  # where it stands in lists of editions: the one to suggest stands last
    preview: bool = False  # of rules stored before matches were played by their edition: teams only
    value: ValueRules = ValueRules()
    before_match: tuple[SequenceStep, ...] = ()
    after_match: tuple[SequenceStep, ...] = ()
    improvement: Improvement | None = None
    spp_roll: SppRoll | None = None
    journeymen: Journeymen | None = None
    raising: tuple[Raising, ...] = ()
    upkeep: Upkeep | None = None
    spiralling: Spiralling | None = None
    concession: Concession | None = None
    friendly: Friendly | None = None
    overtime: Overtime | None = None
    walkover: Walkover | None = None
    redraft: Redraft | None = None
    weather: tuple[DieTable, ...] = ()
    kickoff: tuple[DieTable, ...] = ()
    prayers: Prayers | None = None
    injury: tuple[DieTable, ...] = ()
    referees: tuple[DieTable, ...] = ()
    stadiums: Stadiums | None = None
    sponsors: Sponsors | None = None
    stars: tuple[Star, ...] = ()
    inducements: tuple[Inducement, ...] = ()
    decks: tuple[Deck, ...] = ()
    card_uses: tuple[CardUse, ...] = ()
    events: tuple[EventGroup, ...] = ()
    balls: tuple[Ball, ...] = ()
    hall_of_fame: tuple[HallTeam, ...] = ()
    variants: tuple[Variant, ...] = ()
    rivals: Rivals | None = None
    day_steps: tuple[SequenceStep, ...] = ()  # of a match day, and not in the printed list of what comes before a match
    options: Options = field(default_factory=Options)
    house_rules: Mapping[str, Any] = field(default_factory=dict)  # what a league changed, as it said it
    turns: int = 8  # of each team, in each half
    line: int = 3  # players whom a team has to set up on the line of scrimmage
    casualty_actors: Mapping[str, tuple[Actor, ...]] = field(default_factory=dict)  # by cause; none named: anybody
    likely: tuple[Likely, ...] = ()
    extra_turns: ExtraTurns = field(default_factory=ExtraTurns)

    def roster(self, key: str) -> Roster:
        for roster in self.teams:
            if roster.key == key:
                return roster
        raise UnknownName(kind="team", name=key, ruleset=self.name)

    def good(self, key: str) -> Good:
        for good in self.goods:
            if good.key == key:
                return good
        raise UnknownName(kind="team good", name=key, ruleset=self.name)

    def good_cost(self, roster: Roster, key: str) -> int:
        cost = self.good(key).cost
        return roster.reroll_cost if cost is None else cost

    def goods_of(self, roster: Roster) -> tuple[Good, ...]:
        healer = "apothecary" if roster.apothecary else "igor"
        return tuple(good for good in self.goods if good.healer in (None, healer))

    def star(self, key: str) -> Star | None:
        return next((star for star in self.stars if star.key == key), None)

    def stars_of(self, team: str) -> tuple[Star, ...]:
        return tuple(star for star in self.stars if team in star.teams)

    def inducements_of(self, roster: Roster) -> tuple[Inducement, ...]:
        """What this team may buy before a match, some of it depending on what it chose when it was drafted."""
        chosen = tuple(option for choice in roster.choices for option in choice.options)
        rules = (*roster.special_rules, *chosen)
        may = roster.apothecary
        return tuple(one for one in self.inducements if one.may_buy(roster.key, rules, apothecary=may))

    def inducement(self, key: str) -> Inducement | None:
        return next((one for one in self.inducements if one.key == key), None)

    def learnable(self, position: Position, letters: str) -> tuple[Skill, ...]:
        """The skills that a position may learn from these categories, its own left out."""
        categories = {CATEGORY_OF[letter] for letter in letters}
        return tuple(
            skill for skill in self.skills if skill.category in categories and skill.name not in position.skills
        )

    def sponsor(self, key: str) -> MajorSponsor | None:
        """A major sponsor, where the league plays with them: elsewhere nobody has anything of his deal."""
        if not self.options.sponsors:
            return None
        majors = self.sponsors.majors if self.sponsors else ()
        return next((sponsor for sponsor in majors if sponsor.key == key), None)

    def injury_name(self, key: str) -> str:
        """What an injury is called, wherever a player got it: on the pitch, or from a sponsor's dice."""
        majors = self.sponsors.majors if self.sponsors else ()
        mishaps = {mishap.key: mishap.name for sponsor in majors for mishap in sponsor.mishaps}
        return mishaps.get(key) or self.casualty.name_of(key)

    def variant(self, key: str) -> Ruleset:
        """The same rules in another size."""
        for variant in self.variants:
            if variant.key == key:
                return _sized(self, variant)
        raise UnknownName(kind="variant", name=key, ruleset=self.name)

    def bound(self, name: Characteristic) -> Bound | None:
        return next((bound for bound in self.bounds if bound.characteristic == name), None)

    def actors(self, cause: str) -> tuple[Actor, ...]:
        """Who may have caused a casualty in this way."""
        return self.casualty_actors.get(cause, ("other", "own", "nobody"))

    def level(self, spp: int) -> Level:
        return [level for level in self.levels if spp >= level.spp or not level.spp][-1]

    @cached_property
    def content_hash(self) -> str:
        """The same for the same content, whatever file or database it was read from."""
        text = json.dumps(plain(self), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def required(part: T | None, name: str, ruleset: Ruleset) -> T:
    """A part that a step cannot do without: a ruleset that lists the step has it."""
    if part is None:
        raise UnknownName(kind="table", name=name, ruleset=ruleset.name)
    return part


def _sized(ruleset: Ruleset, variant: Variant) -> Ruleset:
    def smaller(position: Position) -> Position:
        return position if position.max_sevens is None else replace(position, max=position.max_sevens)

    teams = tuple(replace(roster, positions=tuple(map(smaller, roster.positions))) for roster in ruleset.teams)
    line = variant.line or ruleset.line
    concession = ruleset.concession
    if concession and concession.free_below == ruleset.line:
        concession = replace(concession, free_below=line)
    return replace(
        ruleset,
        key=f"{ruleset.key}-{variant.key}",
        name=f"{ruleset.name}: {variant.name}",
        draft=variant.draft,
        goods=variant.goods,
        value=replace(ruleset.value, cap=variant.draft.gold if ruleset.value.cap else None),
        teams=teams,
        variants=(),
        turns=variant.turns or ruleset.turns,
        line=line,
        concession=concession,
    )

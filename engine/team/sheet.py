"""A team and its players at one moment. Frozen: ``evolve`` makes the next one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.rulesets.model import Outcome, Position, Roster, Ruleset
from engine.rulesets.tables import CHARACTERISTICS, Characteristic, Gain
from engine.tally import NONE, Tally

# "retired" is the temporary retirement of an injured player: he is on the roster, and does not play this season.
# "star", "mercenary" and "staff" are guests: hired for one match, and on no sheet but that of the day. Staff comes onto
# the pitch only in need.
Status = Literal["active", "journeyman", "retired", "fired", "sold", "left", "dead", "star", "mercenary", "staff"]
ON_THE_ROSTER: tuple[Status, ...] = ("active", "journeyman", "retired")
GUESTS: tuple[Status, ...] = ("star", "mercenary", "staff")
# What became of a team's wish to be at home where it has played: no; the other team was offered it, or neither was;
# its coach declined; it is at home there.
ResidencyAnswer = Literal["rejected", "outbid", "level", "refused", "taken"]


@dataclass(frozen=True, slots=True)
class Gained:
    """An improvement as a player has it."""

    gain: Gain
    what: str  # a skill by its name, or a characteristic
    value: int  # what it adds to his


@dataclass(frozen=True, slots=True)
class Player:
    key: str  # team-local and for ever: p1, p2, ...
    number: int
    name: str
    position: str
    status: Status = "active"
    spp: int = 0
    deeds: Tally = NONE
    lost: Tally = NONE  # characteristic points taken by injuries
    niggles: int = 0
    misses_next: bool = False
    games: int = 0
    improvements: tuple[Gained, ...] = ()
    line: Position | None = None  # his own, if his position is in no team list of the rules any more
    spent: int = 0  # star player points, where improvements are paid for with them
    lasting: bool = False  # he suffered a lasting injury in the last match

    @property
    def on_the_roster(self) -> bool:
        return self.status in ON_THE_ROSTER

    @property
    def guest(self) -> bool:
        return self.status in GUESTS

    @property
    def can_play(self) -> bool:
        return self.guest or (self.status in ("active", "journeyman") and not self.misses_next)

    @property
    def unspent(self) -> int:
        """Star player points that are left to spend."""
        return self.spp - self.spent

    @property
    def skills(self) -> tuple[str, ...]:
        """Those that he has learned."""
        return tuple(one.what for one in self.improvements if one.gain not in CHARACTERISTICS)

    @property
    def gained(self) -> Tally:
        """Characteristic points that he has won."""
        return Tally(Counter(one.what for one in self.improvements if one.gain in CHARACTERISTICS))


@dataclass(frozen=True, slots=True)
class Record:
    """What a team has done in the matches that count."""

    outcomes: Tally = NONE
    touchdowns_for: int = 0
    touchdowns_against: int = 0
    casualties_for: int = 0
    casualties_against: int = 0

    @property
    def played(self) -> int:
        return sum(self.outcomes.values())


@dataclass(frozen=True, slots=True)
class Risen:
    """An opponent who was killed and may come back as a player of this team."""

    victim: str  # his key in the other team
    name: str
    raising: str  # by which rule of the ruleset
    position: str


@dataclass(frozen=True, slots=True)
class HomeStadium:
    """Where a team is at home: the key of the ruleset's table, its own name for it, and whether it owns the place."""

    stadium: str
    name: str = ""
    owned: bool = False


@dataclass(frozen=True, slots=True)
class Sought:
    """A home that a team has asked for after its last match."""

    stadium: str
    score: int
    result: str
    for_winnings: bool = False  # it was taken, and all winnings of the match go for it


@dataclass(frozen=True, slots=True)
class LastMatch:
    """The match whose post-match sequence a team is in, as far as its steps need it."""

    match: str
    opponent: str
    outcome: Outcome
    fans: int
    fame: int
    value: int = 0  # the team's, at kick-off
    fit: tuple[str, ...] = ()  # who could play
    may_rise: tuple[Risen, ...] = ()
    raised: tuple[str, ...] = ()  # the rules by which somebody has been raised after it
    opponent_fame: int = 0
    petty_cash: int = 0  # gold of its own that was put in before it, was not spent, and comes back
    opponent_fans: int = 0
    sought: Sought | None = None
    members: tuple[str, ...] = ()  # who stood on the roster when it began, journeymen apart


def unknown_line(key: str) -> Position:
    """The line of a position that no list has: a name, and nothing else."""
    return Position(
        key=key, name=key, min=0, max=0, cost=0, ma=0, st=0, ag=0, av=0, skills=(), primary="", secondary=""
    )


@dataclass(frozen=True, slots=True)
class TeamSheet:
    key: str
    name: str = ""
    roster: str = ""
    balance: int = 0
    goods: Tally = NONE
    players: tuple[Player, ...] = ()
    record: Record = field(default_factory=Record)
    last_match: LastMatch | None = None
    ruleset: str = ""  # the hash of the rules it plays by, if they are not those of its draft any more
    choices: Mapping[str, str] = field(default_factory=dict)  # what the team list let it choose, once
    star: str = ""  # the star on its roster
    star_played: bool = False  # he has played since he was hired: his upkeep is due
    sponsor: str = ""  # the major one
    sponsorships: int = 0  # ongoing ones
    sponsored: str = ""  # the player whom the major sponsor equips, as long as he is on the roster
    blacklisted: tuple[str, ...] = ()  # major sponsors who have had enough of this team
    stadium: HomeStadium | None = None
    fund: int = 0  # saved for a stadium
    trophies: tuple[str, ...] = ()
    retired: bool = False  # it plays no more
    induced: Tally = NONE  # of a match day: what was bought for this match, by the inducement's key
    sits_out: str = ""  # of a match day: who makes room for somebody who has turned up for it

    @property
    def founded(self) -> bool:
        return bool(self.roster)

    @property
    def treasury(self) -> int:
        """Gold to spend: never below zero."""
        return max(0, self.balance)

    @property
    def debt(self) -> int:
        """Gold that was spent without having been there: only a rewritten history can cause it."""
        return max(0, -self.balance)

    @property
    def roll_call(self) -> tuple[Player, ...]:
        """The players on the roster: fit or not, journeymen and those who are temporarily retired included."""
        return tuple(player for player in self.players if player.on_the_roster)

    @property
    def members(self) -> tuple[Player, ...]:
        """The players who count in the limits of the team list: journeymen are only here for a match."""
        return tuple(player for player in self.roll_call if player.status != "journeyman")

    @property
    def fit(self) -> tuple[Player, ...]:
        """The players who can play the next match."""
        return tuple(player for player in self.players if player.can_play and player.key != self.sits_out)

    def star_members(self, ruleset: Ruleset) -> int:
        """How many a rostered star brings: a duo is two."""
        star = ruleset.star(self.star)
        return len(star.members) if star else 0

    def seats(self, ruleset: Ruleset) -> int:
        """Places on the roster that are taken: by its players, injured or not, and by a rostered star."""
        return len(self.members) + self.star_members(ruleset)

    def player(self, key: str) -> Player | None:
        return next((player for player in self.players if player.key == key), None)

    def position_of(self, player: Player, ruleset: Ruleset) -> Position:
        """His line of the team list, or the one that he carried over from older rules.

        It never raises: of a position that nobody knows, only a rewritten history tells, and the sheet says so.
        """
        return player.line or self.position_of_key(player.position, ruleset)

    def position_of_key(self, key: str, ruleset: Ruleset) -> Position:
        """The line of the team list; of a position that is not in it, the name and nothing else."""
        listed = {position.key: position for position in ruleset.roster(self.roster).positions}
        return listed.get(key) or unknown_line(key)

    def skills_of(self, player: Player, ruleset: Ruleset) -> tuple[str, ...]:
        """Those he came with, those he learned, and what marks a journeyman as long as he is one."""
        own = (*self.position_of(player, ruleset).skills, *player.skills)
        own = (*own, *(skill for skill in self._lent(player, ruleset) if skill not in own))
        loner = ruleset.journeymen.skill if ruleset.journeymen and player.status == "journeyman" else ""
        return (*own, loner) if loner and loner not in own else own

    def _lent(self, player: Player, ruleset: Ruleset) -> tuple[str, ...]:
        """What a sponsor's equipment makes of the one who has it, as long as the deal lasts."""
        sponsor = ruleset.sponsor(self.sponsor) if player.key == self.sponsored else None
        return sponsor.skills if sponsor else ()

    def characteristic(self, player: Player, name: Characteristic, ruleset: Ruleset) -> int | None:
        """As it stands now. None: he cannot do it at all, which a target beyond the worst means as well."""
        start, bound = self.position_of(player, ruleset).characteristic(name), ruleset.bound(name)
        points = player.gained[name] - player.lost[name]
        if bound is None or not bound.low_is_better:
            return None if start is None else start + points
        now = (bound.worst + 1 if start is None else start) - points
        return None if start is None and now > bound.worst else now

    def special_rules(self, roster: Roster) -> tuple[str, ...]:
        """Those of the team list, and those that the team has chosen."""
        return (*roster.special_rules, *self.choices.values())

    def free_number(self) -> int:
        """The lowest that nobody on the roster wears."""
        worn = {player.number for player in self.roll_call}
        return next(number for number in range(1, len(worn) + 2) if number not in worn)

"""What happened to a team: past tense, frozen, serialisable, and read for ever.

Each kind has a schema version. When a kind changes, its version rises and ``UPGRADES`` says how the older
form is read; samples of every version ever written are kept in ``tests/engine/effect_samples.json``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from engine.rulesets.model import Outcome, Position
from engine.rulesets.tables import Characteristic, Gain
from engine.tally import NONE, Tally
from engine.team.sheet import Gained, HomeStadium, Player, Record, ResidencyAnswer, Status
from engine.typed import build, plain


@dataclass(frozen=True, slots=True)
class Effect:
    version: ClassVar[int] = 1

    @classmethod
    def kind(cls) -> str:
        """``GoldChanged`` is written ``gold_changed``."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@dataclass(frozen=True, slots=True)
class TeamFounded(Effect):
    version: ClassVar[int] = 2

    name: str
    roster: str
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TeamEntered(Effect):
    """A running team as it stood when it came here: everything before is told elsewhere."""

    version: ClassVar[int] = 2

    name: str
    roster: str
    treasury: int
    goods: Tally
    players: tuple[Player, ...]
    record: Record
    choices: Mapping[str, str]
    star: str = ""
    sponsor: str = ""
    sponsorships: int = 0
    stadium: HomeStadium | None = None
    fund: int = 0
    trophies: tuple[str, ...] = ()
    sponsored: str = ""
    blacklisted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamRetired(Effect):
    """It plays no more; what it did stays on record."""


@dataclass(frozen=True, slots=True)
class PlayerHired(Effect):
    player: str
    number: int
    name: str
    position: str


@dataclass(frozen=True, slots=True)
class PlayerRaised(Effect):
    """An opponent who was killed plays here from now on; what he was before is forgotten."""

    player: str
    number: int
    name: str
    position: str
    victim: str
    raising: str


@dataclass(frozen=True, slots=True)
class PlayerBought(Effect):
    """A player comes from another team, with all that he has earned and suffered."""

    player: Player
    team: str


@dataclass(frozen=True, slots=True)
class PlayerSold(Effect):
    player: str
    team: str


@dataclass(frozen=True, slots=True)
class PlayerFired(Effect):
    player: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Effect):
    """A journeyman whom nobody hired goes his way; or a player has had enough."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerRetired(Effect):
    """Temporarily: he stays on the roster and does not play until the season is over."""

    player: str


@dataclass(frozen=True, slots=True)
class PlayerReturned(Effect):
    player: str


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Effect):
    player: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class JourneymanTakenOn(Effect):
    player: str
    number: int
    name: str
    position: str


@dataclass(frozen=True, slots=True)
class JourneymanHired(Effect):
    player: str


@dataclass(frozen=True, slots=True)
class PlayerAmended(Effect):
    """The commissioner's word about a player: what is added to, or taken from, what the sheet says of him."""

    player: str
    name: str | None = None
    number: int | None = None
    position: str | None = None
    status: Status | None = None
    spp: int = 0
    niggles: int = 0
    lost: Tally = NONE
    misses_next: bool | None = None
    learns: tuple[Gained, ...] = ()
    forgets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamRenamed(Effect):
    name: str


@dataclass(frozen=True, slots=True)
class StarRostered(Effect):
    star: str


@dataclass(frozen=True, slots=True)
class StarReleased(Effect):
    star: str


@dataclass(frozen=True, slots=True)
class SponsorSigned(Effect):
    """A major sponsor. Ongoing sponsorships are counted, not named."""

    sponsor: str


@dataclass(frozen=True, slots=True)
class SponsorLost(Effect):
    sponsor: str


@dataclass(frozen=True, slots=True)
class SponsorshipsChanged(Effect):
    by: int


@dataclass(frozen=True, slots=True)
class SponsoredPlayerNamed(Effect):
    """The major sponsor equips this player from now on."""

    player: str


@dataclass(frozen=True, slots=True)
class BlacklistChanged(Effect):
    """A major sponsor wants nothing to do with the team any more; or, by a ruling, forgives it."""

    sponsor: str
    listed: bool


@dataclass(frozen=True, slots=True)
class ScorePart:
    """A part of a score, named, so that a page can explain the whole."""

    why: str
    by: int


@dataclass(frozen=True, slots=True)
class SponsorSought(Effect):
    """A throw for a sponsor: what the dice showed, and what was added."""

    thrown: int
    parts: tuple[ScorePart, ...]

    @property
    def score(self) -> int:
        return self.thrown + sum(part.by for part in self.parts)


@dataclass(frozen=True, slots=True)
class InsurersLooked(Effect):
    """The insurers look at a roster that players are gone from; the fee is what they ask for, if they do."""

    gone: int
    thrown: int
    fee: int = 0


@dataclass(frozen=True, slots=True)
class PlayerCalledAway(Effect):
    """He misses the next match on a sponsor's account, if he does not miss it anyway."""

    player: str
    by: str  # "one-time", "ongoing", or the key of a major sponsor


@dataclass(frozen=True, slots=True)
class StadiumChanged(Effect):
    stadium: HomeStadium | None  # None: the team has no home any more


@dataclass(frozen=True, slots=True)
class ResidencySought(Effect):
    """A team has asked to be at home where it has played: the throw, what was added to it, and what it came to."""

    stadium: str
    thrown: int
    modifiers: Tally
    score: int
    result: str


@dataclass(frozen=True, slots=True)
class ResidencyAnswered(Effect):
    """What became of that. Where ``winnings`` are the price, all of this match's go for it."""

    stadium: str
    answer: ResidencyAnswer
    winnings: bool = False


@dataclass(frozen=True, slots=True)
class ResidencyTested(Effect):
    """A team has lost at a home that it does not own: the throw, its fans, and by how many points it was too high.

    Who pays for them stays. ``kept``: whether it is at home there still.
    """

    stadium: str
    thrown: int
    fans: int
    too_high: int
    kept: bool


@dataclass(frozen=True, slots=True)
class FundChanged(Effect):
    """Gold that is saved for a stadium, and can be used for nothing else."""

    by: int


@dataclass(frozen=True, slots=True)
class TrophyWon(Effect):
    trophy: str


@dataclass(frozen=True, slots=True)
class TrophyLost(Effect):
    trophy: str


@dataclass(frozen=True, slots=True)
class GoodsChanged(Effect):
    good: str
    by: int


@dataclass(frozen=True, slots=True)
class GoldLine:
    """A part of an amount, named, so that a statement can explain the whole."""

    why: str
    amount: int


@dataclass(frozen=True, slots=True)
class GoldChanged(Effect):
    amount: int
    reason: str
    about: str = ""
    lines: tuple[GoldLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchPlayed(Effect):
    version: ClassVar[int] = 4

    match: str
    opponent: str
    outcome: Outcome
    touchdowns_for: int
    touchdowns_against: int
    casualties_for: int
    casualties_against: int
    spp_casualties: int  # of those for us, the ones that earned star player points
    fans: int
    fame: int
    value: int  # the team's, at kick-off
    fit: tuple[str, ...]  # who could play and be drawn as most valuable player, in the order of the roster
    petty_cash: int = 0  # gold of its own that was put in before it, and not spent
    opponent_fame: int = 0
    ending: Literal["played", "conceded", "walkover"] = "played"
    gave_up: bool = False  # this side did, or did not come
    friendly: bool = False  # it counts for the team and for no table
    serves: bool = True  # who had to miss a match has missed it
    opponent_fans: int = 0


@dataclass(frozen=True, slots=True)
class InjurySuffered(Effect):
    """A casualty result as it took hold: what the rules' floors spared is not in it."""

    version: ClassVar[int] = 2

    player: str
    result: str
    misses_next: bool = False
    niggle: bool = False
    loses: Characteristic | None = None
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class CasualtySaved(Effect):
    """A casualty that left nothing behind, because somebody or something healed it."""

    player: str
    result: str
    by: str  # "apothecary" or "regeneration"


@dataclass(frozen=True, slots=True)
class DeadMayRise(Effect):
    """An opponent who was killed may come back as a player of this team."""

    victim: str
    name: str
    raising: str
    position: str


@dataclass(frozen=True, slots=True)
class PlayerDied(Effect):
    player: str


@dataclass(frozen=True, slots=True)
class SppEarned(Effect):
    player: str
    deed: str
    times: int
    spp: int


@dataclass(frozen=True, slots=True)
class ImprovementTaken(Effect):
    """A skill by its name, or a characteristic, what it adds to the player's value, and the points it was paid with."""

    version: ClassVar[int] = 2

    player: str
    gain: Gain
    what: str
    value: int
    spp: int = 0


@dataclass(frozen=True, slots=True)
class RulesChanged(Effect):
    """From here on the team plays by these rules, and hires from this list of theirs."""

    ruleset: str
    roster: str


@dataclass(frozen=True, slots=True)
class PositionChanged(Effect):
    player: str
    position: str


@dataclass(frozen=True, slots=True)
class PlayerCarriedOn(Effect):
    """The team list of the new rules has no such player: he keeps the line he had."""

    player: str
    line: Position


@dataclass(frozen=True, slots=True)
class MistakeMade(Effect):
    """A roll on the expensive mistakes table; the gold it costs is a ``GoldChanged`` of its own."""

    result: str
    treasury: int


@dataclass(frozen=True, slots=True)
class TeamValued(Effect):
    """What the team was worth when all that followed a match was done: worked out, and written down."""

    value: int  # of everybody on the roster
    current: int  # of those who can play the next match


KINDS: dict[str, type[Effect]] = {
    cls.kind(): cls
    for cls in (
        TeamFounded,
        PlayerHired,
        GoodsChanged,
        GoldChanged,
        MatchPlayed,
        InjurySuffered,
        PlayerDied,
        SppEarned,
        MistakeMade,
        ImprovementTaken,
        RulesChanged,
        PositionChanged,
        PlayerCarriedOn,
        TeamEntered,
        TeamRetired,
        TeamRenamed,
        PlayerRaised,
        PlayerBought,
        PlayerSold,
        PlayerFired,
        PlayerLeft,
        PlayerRetired,
        PlayerReturned,
        PlayerRenamed,
        PlayerAmended,
        JourneymanTakenOn,
        JourneymanHired,
        StarRostered,
        StarReleased,
        SponsorSigned,
        SponsorLost,
        SponsorshipsChanged,
        StadiumChanged,
        FundChanged,
        TrophyWon,
        TrophyLost,
        CasualtySaved,
        DeadMayRise,
        TeamValued,
        ResidencySought,
        ResidencyAnswered,
        ResidencyTested,
        SponsoredPlayerNamed,
        BlacklistChanged,
        SponsorSought,
        InsurersLooked,
        PlayerCalledAway,
    )
}

# Whoever reads the older form asks for none of it: its rules pay no spiralling expenses, draw nobody at random and give
# no league points for casualties.
UPGRADES: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("match_played", 1): lambda old: {**old, "spp_casualties": 0, "value": 0, "fit": []},
    # Then all matches were played to their end, all of them counted, and nobody put gold in.
    ("match_played", 2): lambda old: old,
    # No edition was played that pays by the whole gate.
    ("match_played", 3): lambda old: old,
    # Nobody was blacklisted or equipped then.
    ("team_entered", 1): lambda old: old,
    ("team_founded", 1): lambda old: {**old, "choices": {}},
    ("injury_suffered", 1): lambda old: {**old, "lasting": False},
    ("improvement_taken", 1): lambda old: {**old, "spp": 0},
}


@dataclass(frozen=True, slots=True)
class TeamEffect:
    """An effect and the team it happened to."""

    team: str
    effect: Effect


def to_data(effect: Effect) -> dict[str, Any]:
    return {"kind": effect.kind(), "v": effect.version, **plain(effect)}


def from_data(data: Mapping[str, Any]) -> Effect:
    fields = dict(data)
    kind, version = fields.pop("kind"), fields.pop("v")
    cls = KINDS[kind]
    for older in range(version, cls.version):
        fields = UPGRADES[kind, older](fields)
    return build(cls, fields, kind)

"""The match report: what two coaches say happened. Plain facts; ``checks`` says whether they can be true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.dice import notation
from engine.match.events import Event, Kept
from engine.match.prematch import MaybeSide, Prayer, PreMatch
from engine.match.sides import Side
from engine.rulesets.choices import MaybeDraws
from engine.rulesets.model import Outcome
from engine.tally import NONE, Tally

# "conceded": one side gave up. "walkover": it was never played, because one side did not come, or neither did.
Ending = Literal["played", "conceded", "walkover"]
# A friendly counts for the teams and not for the table; of an exhibition match nothing counts.
Kind = Literal["competition", "friendly", "exhibition"]
# What was at stake: a final is a play-off, too.
Stage = Literal["ordinary", "play-off", "final"]


@dataclass(frozen=True, slots=True)
class Deeds:
    """What one player did, counted: ``touchdown``, ``completion``, and what else the rules give points for."""

    player: str
    counts: Tally
    blessed: Tally = NONE  # as many of them were done while a prayer made them worth more


@dataclass(frozen=True, slots=True)
class Casualty:
    """A player of this side who was carried off: by whom of the other side, if anybody, and how.

    An apothecary has the casualty thrown again and ``kept`` says which throw counts; if it says nothing, the milder one
    does. An Igor throws again for a Regeneration that failed.
    """

    victim: str
    cause: str
    by: str | None = None
    apothecary: bool = False
    kept: Kept = ""
    igor: bool = False
    result: str = ""  # the key of the casualty table's result, where coaches tell it without its dice
    lasting: str = ""  # ... and of the lasting injury, where the edition has that table
    second: str = ""  # ... and of the other result that counts, where the victim is one of those for whom two do
    regenerated: bool = False  # ... and whether Regeneration healed him
    blessed: bool = False  # a prayer of the side that caused it made it worth more


@dataclass(frozen=True, slots=True)
class SideReport:
    team: str
    score: int
    deeds: tuple[Deeds, ...] = ()
    casualties: tuple[Casualty, ...] = ()
    nominees: tuple[str, ...] = ()
    healed_kos: tuple[str, ...] = ()  # knocked out, and back on their feet by an apothecary
    awarded: int = 0  # touchdowns of the score that nobody scored: by a concession or a walkover
    sent_off: tuple[str, ...] = ()
    used: Tally = NONE  # how often each inducement was used
    answered: tuple[Prayer, ...] = ()  # prayers that were answered in play; those before the match stand there
    fame_lost: int = 0  # during the match, by the stadium


@dataclass(frozen=True, slots=True)
class MatchReport:
    home: SideReport
    away: SideReport
    # Real dice thrown at the table, by key; what is not here the server throws.
    dice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    prematch: PreMatch | None = None
    events: tuple[Event, ...] = ()  # as they were tapped in; the sides are what they add up to
    ending: Ending = "played"
    gave_up: MaybeSide = ""  # who conceded, or did not come; of a walkover, nobody: neither came
    could_field: int | None = None  # players whom the side that gave up could have set up for the next kick-off
    overtime: bool = False
    shoot_out: MaybeSide = ""  # who won it
    accepted: tuple[str, ...] = ()  # warnings that whoever filed it has looked at, by their codes
    kind: Kind = "competition"  # as the fixture has it, whatever was sent
    minutes: int | None = None  # how long it took
    draws: MaybeDraws = ""  # of a level score, as the fixture has it; nothing: as the league has it
    stage: Stage = "ordinary"  # as the fixture has it, whatever was sent

    @property
    def played_with(self) -> PreMatch | None:
        """What was recorded before the match, as far as it was used: of a match that was never played, nothing."""
        return None if self.ending == "walkover" else self.prematch

    def side(self, side: Side) -> SideReport:
        return self.home if side == "home" else self.away

    def sides(self) -> tuple[tuple[Side, SideReport, SideReport], ...]:
        """Each side with its own report and the other's."""
        return (("home", self.home, self.away), ("away", self.away, self.home))

    def side_of(self, team: str) -> Side:
        return "home" if self.home.team == team else "away"

    def outcome(self, side: Side) -> Outcome:
        mine, other = (self.home, self.away) if side == "home" else (self.away, self.home)
        if self.ending != "played":
            # Who gives up has lost, whatever the score; a match to which neither came is lost by both.
            return "win" if self.gave_up not in ("", side) else "loss"
        if mine.score == other.score:
            return self._shoot_out_of(side)
        return "win" if mine.score > other.score else "loss"

    def _shoot_out_of(self, side: Side) -> Outcome:
        if not self.shoot_out:
            return "draw"
        return "win" if self.shoot_out == side else "loss"


_HURT = ("casualty", "lasting", "regeneration", "poison")


# Keys of the dice a match can ask for. A key names the subject, so that nothing a coach does buys another roll.
def casualty_key(team: str, victim: str, nth: int = 1, part: str = "") -> str:
    return _hurt_key("casualty", team, victim, nth, part)


def lasting_key(team: str, victim: str, nth: int = 1, part: str = "") -> str:
    return _hurt_key("lasting", team, victim, nth, part)


def regeneration_key(team: str, victim: str, nth: int = 1, part: str = "") -> str:
    return _hurt_key("regeneration", team, victim, nth, part)


def poison_key(team: str, victim: str, nth: int = 1) -> str:
    return _hurt_key("poison", team, victim, nth, "")


def hurt_key(part: str, team: str, victim: str, nth: int = 1) -> str:
    """The key of a casualty's die by its part: ``casualty``, ``casualty/apothecary``, ``regeneration/igor`` ..."""
    purpose, _, rest = part.partition("/")
    return _hurt_key(purpose, team, victim, nth, rest)


def victim_of(key: str) -> tuple[str, str] | None:
    """Team and player, of a die that says what becomes of a casualty."""
    subject = hurt_subject(key)
    return subject[:2] if subject else None


def hurt_subject(key: str) -> tuple[str, str, int] | None:
    """The team and the player whom a die of a casualty is about, and which of his casualties it belongs to."""
    purpose, *rest = key.split("/")
    if purpose not in _HURT or len(rest) < 2:
        return None
    return rest[0], rest[1], int(rest[2]) if _is_number(rest[2:]) else 1


def hurt_part(key: str) -> str:
    """The part of such a key that ``hurt_key`` makes it of: ``casualty``, ``regeneration/igor`` ..."""
    purpose, _team, _player, *rest = key.split("/")
    return "/".join((purpose, *(rest[1:] if _is_number(rest) else rest)))


def _is_number(parts: list[str]) -> bool:
    return bool(parts) and parts[0].isascii() and parts[0].isdecimal()


def _hurt_key(purpose: str, team: str, victim: str, nth: int, part: str) -> str:
    # A player who was healed may be hurt again: his second casualty is another one.
    again = (str(nth),) if nth > 1 else ()
    return "/".join((purpose, team, victim, *again, *((part,) if part else ())))


def fans_key(team: str) -> str:
    return f"fans/{team}"


def mvp_key(team: str, nth: int = 1) -> str:
    # Who takes the other's award as well has two of them.
    return f"mvp/{team}/{nth}" if nth > 1 else f"mvp/{team}"


def random_mvp_key(team: str, candidates: int, nth: int = 1) -> str:
    # As many faces as candidates: when a correction changes their number, that is another roll.
    return f"{mvp_key(team, nth)}/d{candidates}"


def winnings_key(team: str, throw: int, special: tuple[int, ...] = ()) -> str:
    # Other dice than the edition's, such as a friendly's, are another roll.
    return f"winnings/{team}/{throw}" + (f"/{notation(special).lower()}" if special else "")


def place_winnings_key(team: str, dice: tuple[int, ...]) -> str:
    # Without a team it is one throw for both. Where a correction changes the attribute, its dice are other ones.
    return f"winnings/{team}/{notation(dice).lower()}/stadium" if team else f"winnings/stadium/{notation(dice).lower()}"


def own_stadium_key(team: str) -> str:
    return f"winnings/{team}/own-stadium"


def residency_key(team: str) -> str:
    return f"residency/{team}"


def losing_residency_key(team: str) -> str:
    return f"losing-residency/{team}"


def walkover_key(team: str) -> str:
    return f"walkover/{team}"


def fan_factor_key(team: str, dice: tuple[int, ...]) -> str:
    # 3D6 after a win, 2D6 otherwise: when a correction turns the outcome, that is another roll, not this one.
    return f"fan-factor/{team}/{notation(dice).lower()}"


def fans_lost_key(team: str) -> str:
    return f"fans-lost/{team}"


def star_player_key(team: str, player: str) -> str:
    return f"star-player-roll/{team}/{player}"


def leaving_key(team: str, player: str) -> str:
    return f"leaving/{team}/{player}"


def mistakes_key(team: str, part: str = "table") -> str:
    return f"expensive-mistakes/{team}/{part}"


def sponsor_key(team: str, part: str = "") -> str:
    return f"sponsor-search/{team}" + (f"/{part}" if part else "")


def sponsorship_key(team: str, nth: int, part: str) -> str:
    # By its number: who has more or fewer of them never throws again for the others.
    return f"sponsorships/{team}/{nth}/{part}"


def insurance_key(team: str, part: str = "") -> str:
    return f"insurance/{team}" + (f"/{part}" if part else "")


def drawn_player(candidates: int) -> str:
    """The part of a key that draws one of so many players: when a correction changes their number, another roll."""
    return f"d{candidates}/player"


def shoot_out_key(team: str, throw: int) -> str:
    return f"shoot-out/{team}/{throw}"

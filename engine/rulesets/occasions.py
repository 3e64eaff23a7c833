"""Out of the ordinary: a match given up, never played or just for fun, a tie to be broken, a new season."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rulesets.tables import Payment


@dataclass(frozen=True, slots=True)
class Concession:
    """What giving up costs. ``free_below``: with fewer players than this to set up, it costs nothing."""

    free_below: int | None
    winner_takes: tuple[str, ...]
    fans: int
    fans_dice: tuple[int, ...] = ()
    leaving_spp: int | None = None
    leaving_improvements: int | None = None
    leaving_dice: tuple[int, ...] = ()
    leaving_upto: int = 0
    winner_spp: int = 0  # for each of his players
    absent_too: bool = False  # ... whoever had to miss this match included
    winner_touchdowns: int = 0  # on top of those he scored
    effect: str = ""
    loses: tuple[str, ...] = ()  # what the loser goes without, though nobody takes it
    forced: bool = False  # who cannot fill the line has to give up

    def costs(self, what: str) -> bool:
        """Whether who gives up goes without it: winnings, mvp, spp."""
        return what in self.loses or what in self.winner_takes

    def is_free(self, players: int) -> bool:
        """Whether a coach who can set up no more than these may give up and lose nothing but the match."""
        return self.free_below is not None and players < self.free_below

    def touchdowns(self, winner: int, conceder: int) -> int:
        """What the winner's score is, whoever was in the lead."""
        taken = conceder if "touchdowns" in self.winner_takes else 0
        return winner + self.winner_touchdowns + taken

    def may_leave(self, spp: int, improvements: int) -> bool:
        """Whether this player of the conceding side is thrown for."""
        famous = self.leaving_spp is not None and spp >= self.leaving_spp
        skilled = self.leaving_improvements is not None and improvements >= self.leaving_improvements
        return famous or skilled

    def leaves(self, score: int) -> bool:
        return score <= self.leaving_upto


@dataclass(frozen=True, slots=True)
class Friendly:
    """A match outside the competition. Without winnings dice of its own it is paid like any other."""

    mvp: bool
    league_points: bool
    winnings_dice: tuple[int, ...]
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Overtime:
    """How a tie is broken where it has to be: turns of extra time, then a shoot-out."""

    turns: int
    shoot_out_dice: tuple[int, ...]
    best_of: int = 1  # throws; equal ones are thrown again
    rerolls_add: bool = False  # each team re-roll that is left adds one to a throw
    sudden_death: bool = False  # its first touchdown ends the match
    effect: str = ""

    @property
    def throws_to_win(self) -> int:
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Walkover:
    """A fixture that was never played: who gets what. When nobody came, both have lost."""

    touchdowns: int
    winnings: Payment | None
    mvps: int
    no_show_points: int
    effect: str = ""


@dataclass(frozen=True, slots=True)
class Healing:
    """A throw for each old injury, between two seasons."""

    dice: tuple[int, ...]
    heals_from: int
    apothecary: int  # what having one adds

    def heals(self, score: int, *, apothecary: bool) -> bool:
        return score + (self.apothecary if apothecary else 0) >= self.heals_from


@dataclass(frozen=True, slots=True)
class SeasonPlayed:
    """What a team brings from its season. Friendlies count as matches, not as wins or draws."""

    matches: int = 0
    wins: int = 0
    draws: int = 0
    touchdowns: int = 0
    casualties: int = 0  # those that earned star player points
    treasury: int = 0


@dataclass(frozen=True, slots=True)
class FundLine:
    """One line of a budget: how often, and how much each time."""

    why: str
    times: int
    each: int

    @property
    def amount(self) -> int:
        return self.times * self.each


@dataclass(frozen=True, slots=True)
class Funds:
    """What a team may spend on a new season, line by line."""

    lines: tuple[FundLine, ...]
    cap: int | None

    @property
    def raised(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def total(self) -> int:
        return self.raised if self.cap is None else min(self.raised, self.cap)


@dataclass(frozen=True, slots=True)
class Redraft:
    """The money of a new season; where the source is silent, the league's own."""

    base: int
    per_match: int
    per_win: int
    per_draw: int
    per_touchdown: int
    per_casualty: int
    cap: int | None = None
    keeps: tuple[str, ...] = ()
    agent_fee: int = 0  # on top of a player's value, for each season he has played here
    healing: Healing | None = None
    effect: str = ""

    def funds(self, season: SeasonPlayed, *, capped: bool) -> Funds:
        lines = (
            FundLine("base", 1, self.base),
            FundLine("treasury", 1, season.treasury),
            FundLine("match", season.matches, self.per_match),
            FundLine("win", season.wins, self.per_win),
            FundLine("draw", season.draws, self.per_draw),
            FundLine("touchdown", season.touchdowns, self.per_touchdown),
            FundLine("casualty", season.casualties, self.per_casualty),
        )
        return Funds(tuple(line for line in lines if line.amount), self.cap if capped else None)

    def rehire_price(self, value: int, seasons: int) -> int:
        """What a player of last season costs; the fee does not raise his value."""
        return value + self.agent_fee * seasons

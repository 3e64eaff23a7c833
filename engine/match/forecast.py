"""What follows when a coach closes his window: said before he does, since nothing can be taken back then."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import notation
from engine.rulesets.model import Ruleset
from engine.team import hiring, sponsoring
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Whether dice are thrown for expensive mistakes, and in which column of the table."""

    dice: str
    column: int | None  # the treasury at which it starts; None: nothing is thrown
    least: int  # the treasury from which anything is


@dataclass(frozen=True, slots=True)
class Forecast:
    """One way to close the window, and what comes of it."""

    choice: str
    upkeep: int = 0
    star: str = ""  # who goes
    leaving: int = 0  # journeymen whom nobody has hired
    insurers: int | None = None  # players whom the insurers throw against; None: the team has none
    mistakes: Mistakes | None = None
    journeymen: int = 0  # who are taken on
    positions: tuple[str, ...] = ()  # of which they may be


def forecasts(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Forecast, ...]:
    """One for each way in which the window after a match may be closed."""
    return tuple(_forecast(sheet, ruleset, choice) for choice in hiring.closing_options(sheet, ruleset))


def _forecast(sheet: TeamSheet, ruleset: Ruleset, choice: str) -> Forecast:
    closed = fold(sheet, hiring.close(sheet, ruleset, choice))
    positions = hiring.journeyman_options(closed, ruleset) if "journeymen" in ruleset.post_match else ()
    return Forecast(
        choice=choice,
        upkeep=sheet.treasury - closed.treasury,
        star=sheet.star if choice == "release-star" else "",
        leaving=len(sheet.roll_call) - len(closed.roll_call),
        insurers=_insurers(closed, ruleset),
        mistakes=_mistakes(closed, ruleset),
        journeymen=hiring.journeymen_wanted(closed, ruleset) if positions else 0,
        positions=positions,
    )


def _insurers(closed: TeamSheet, ruleset: Ruleset) -> int | None:
    sponsor = sponsoring.of_the_team(closed, ruleset)
    if sponsor is None or sponsor.insurance is None or "insurance" not in ruleset.post_match or not closed.last_match:
        return None
    return sponsoring.gone(closed, closed.last_match)


def _mistakes(closed: TeamSheet, ruleset: Ruleset) -> Mistakes | None:
    rules = ruleset.expensive_mistakes
    if rules is None or "expensive-mistakes" not in ruleset.post_match:
        return None
    band = rules.band(closed.treasury)
    return Mistakes(notation(rules.dice), band.treasury if band else None, rules.bands[0].treasury)

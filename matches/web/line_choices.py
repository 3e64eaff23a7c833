"""What a line about the hour before the match may be chosen from, by the kind of the line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.match import inducements, match_events
from engine.match.balls import balls_of
from engine.rulesets import Ruleset
from engine.rulesets.tables import DieTable
from engine.tally import NONE
from engine.team.known import stadium_keys
from engine.team.sheet import TeamSheet

Choices = tuple[tuple[str, str], ...]
BETWEEN = "--"  # two keys in one choice: no key has two hyphens running


class LineChoices:
    """``lines`` are those of the report: a result stands on the table that it names."""

    def __init__(self, teams: Mapping[str, TeamSheet], ruleset: Ruleset, lines: Mapping[str, Any]) -> None:
        self._teams = teams
        self._ruleset = ruleset
        self._lines = lines

    def one_of(self, what: str, side: str | None) -> Choices | None:
        """None: it is nothing to choose from a list."""
        rules = self._ruleset
        weather = [table for table in rules.weather if table.key in rules.options.weather]
        if what in ("weather", "referee"):
            return tuple(self._results(what, weather if what == "weather" else rules.referees))
        if what in ("weather_table", "referee_table"):
            tables = weather if what == "weather_table" else rules.referees
            return tuple((table.key, table.name) for table in tables)
        if what == "stadium":
            return tuple(stadium_keys(rules).items())
        if what == "card_deck":
            return tuple((deck.key, deck.name) for deck in rules.decks)
        return self._of_a_side(what, self._teams[side]) if side else None

    def many_of(self, what: str, side: str | None) -> Choices | None:
        if what in ("prayers", "answered"):
            return tuple((one.key, one.name) for one in self._ruleset.prayers.results) if self._ruleset.prayers else ()
        if what == "cards":
            return tuple(
                (pair(deck.key, card.key), f"{card.title} ({deck.name})")
                for deck in self._ruleset.decks
                for card in deck.cards
            )
        return self._of_a_side("ball", self._teams[side]) if what == "more_balls" and side else None

    def counted(self, what: str, side: str) -> Choices:
        """Journeymen by their positions; what was on sale for this team on the day."""
        sheet = self._teams[side]
        if what == "journeymen":
            listed = self._ruleset.roster(sheet.roster).positions
            return tuple((position.key, position.name) for position in listed if position.journeyman)
        other = self._teams["away" if side == "home" else "home"]
        found = inducements.market(_without_guests(sheet), self._ruleset, _without_guests(other))
        return tuple((pair(offer.what, offer.about), offer.name) for offer in found.on_sale)

    def _results(self, what: str, tables: list[DieTable] | tuple[DieTable, ...]) -> Iterator[tuple[str, str]]:
        said = self._lines.get(f"prematch.{what}_table")
        found = [table for table in tables if table.key == said] or tables
        yield from {result.key: result.name for table in found for result in table.results}.items()

    def _of_a_side(self, what: str, sheet: TeamSheet) -> Choices | None:
        rules = self._ruleset
        if what == "event":
            return tuple((event.key, event.name) for event in match_events.pool(sheet.roster, rules))
        if what == "ball":
            return tuple((ball.key, ball.name) for ball in balls_of(sheet.roster, rules))
        if what == "special":
            return tuple((star.key, star.name) for star in rules.stars if star.cost is None)
        return None


def _without_guests(sheet: TeamSheet) -> TeamSheet:
    """As it came to the match: who was hired for it takes no place of whom might have been."""
    return replace(sheet, players=tuple(player for player in sheet.players if not player.guest), induced=NONE)


def pair(first: str, second: str) -> str:
    return f"{first}{BETWEEN}{second}" if second else first


def parted(said: str) -> tuple[str, str]:
    first, _, second = said.partition(BETWEEN)
    return first, second

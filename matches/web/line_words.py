"""The lines of a report in words: what a line is about, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import roll_word, word
from engine.match.comparing import lines_of, side_of_line, what_of
from engine.match.prayers import prayer_named
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from engine.rulesets.tables import DieTable
from engine.team.known import stadium_keys
from engine.team.sheet import TeamSheet
from matches.models import Match

PLAYERS = ("nominees", "healed_kos", "sent_off")
SIDES_SAID = ("gave_up", "shoot_out", "roller", "home_of", "kicking", "chooses_first", "coin")


@dataclass(frozen=True, slots=True)
class LineRow:
    place: str
    what: str
    label: str
    value: str


class LineWords:
    """``sheets`` are the two teams by their key, as they stood on the day."""

    def __init__(self, match: Match, sheets: Mapping[str, TeamSheet], ruleset: Ruleset) -> None:
        self._teams = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
        self._ruleset = ruleset

    def rows(self, report: MatchReport) -> list[LineRow]:
        return [
            LineRow(place, what_of(place), self.label(place), self.value(place, said))
            for place, said in lines_of(report).items()
        ]

    def label(self, place: str) -> str:
        """``Reavers, #10 Griff: Touchdown``."""
        what, who = word("line", what_of(place)), ", ".join(self._about(place))
        if what_of(place) == "used":
            what = gettext("{what}, used").format(what=self._name(place.rpartition(".")[2]))
        if what_of(place) == "blessed":
            deed = word("line", place.split(".")[3])
            what = gettext("{deed}, made worth more by a prayer").format(deed=deed)
        if what_of(place) == "dice":
            what = roll_word(place.removeprefix("dice."))
        return gettext("{who}: {what}").format(who=who, what=what) if who else what

    def value(self, place: str, said: Any) -> str:
        """What the line says; of a line that is not there, that."""
        what = what_of(place)
        if said is None or said == []:
            return gettext("Nothing")
        if what == "casualty":
            return ", ".join(self._casualty(place, said))
        if what in ("treasury", "gold"):
            return gettext("{gold} gp").format(gold=gold(said))
        if isinstance(said, bool):
            return gettext("Yes") if said else gettext("No")
        if what == "sits_out":
            return self.called(side_of_line(place) or "home", str(said))
        if what in SIDES_SAID:
            return self._teams[said].name if said in self._teams else str(said)
        if what == "ending":
            return word("ending", said)
        if isinstance(said, list):
            return ", ".join(self._listed(place, what, said))
        return self._name(str(said)) if isinstance(said, str) else f"{said:,}"

    def _about(self, place: str) -> Iterator[str]:
        side = side_of_line(place)
        if side is not None:
            yield self._teams[side].name
        parts = place.split(".")
        if side is not None and parts[1] in ("deeds", "casualties") and len(parts) > 2:
            yield self.called(side, parts[2])
        if parts[0] == "dice":
            key = parts[1].split("/")
            yield from (sheet.name for sheet in self._teams.values() if len(key) > 1 and sheet.key == key[1])

    def called(self, side: str, key: str) -> str:
        player = self._teams[side].player(key)
        return f"#{player.number} {player.name}" if player else key

    def _casualty(self, place: str, said: Mapping[str, Any]) -> Iterator[str]:
        side = side_of_line(place)
        yield word("cause", str(said.get("cause", "")))
        if said.get("by") and side:
            other = "away" if side == "home" else "home"
            yield gettext("by {player}").format(player=self.called(other, str(said["by"])))
        if said.get("result"):
            yield self._ruleset.casualty.name_of(str(said["result"]))
        if said.get("apothecary"):
            yield gettext("treated by the apothecary")
        if said.get("igor"):
            yield gettext("treated by an Igor")
        if said.get("blessed"):
            yield gettext("made worth more by a prayer")
        for key, faces in (said.get("dice") or {}).items():
            yield gettext("{roll} {faces}").format(roll=roll_word(key), faces="-".join(map(str, faces)))

    def _listed(self, place: str, what: str, said: Iterable[Any]) -> Iterator[str]:
        side = side_of_line(place)
        for one in said:
            if what in PLAYERS and side:
                yield self.called(side, str(one))
            elif isinstance(one, Mapping):
                yield self._thing(one, side)
            else:
                yield self._name(str(one)) if isinstance(one, str) else str(one)

    def _thing(self, one: Mapping[str, Any], side: str | None) -> str:
        """An inducement, a card, a prayer: its name, how many, and what it is about."""
        if one.get("card"):
            return self._card(str(one.get("deck", "")), str(one["card"]))
        named = next((str(one[field]) for field in ("what", "prayer") if one.get(field)), "")
        about = self._name(str(one["about"])) if one.get("about") else self._whom(one, side)
        said = gettext("{what} ({about})").format(what=self._name(named), about=about) if about else self._name(named)
        many = int(one.get("count") or 1)
        return said if many == 1 else gettext("{many} \u00d7 {what}").format(many=many, what=said)

    def _whom(self, one: Mapping[str, Any], side: str | None) -> str:
        """The player whom a prayer is about, who may be one of the other side."""
        if not side or not one.get("player"):
            return ""
        result = prayer_named(str(one.get("prayer", "")), self._ruleset)
        other = result is not None and result.about.startswith("other")
        return self.called(("away" if side == "home" else "home") if other else side, str(one["player"]))

    def _card(self, deck: str, card: str) -> str:
        """Cards of two decks may go by one key."""
        titles = {one.key: one.title for held in self._ruleset.decks if held.key == deck for one in held.cards}
        return gettext("{what} ({about})").format(what=titles.get(card, card), about=self._name(deck))

    def _name(self, key: str) -> str:
        return self._names.get(key, key)

    @cached_property
    def _names(self) -> dict[str, str]:
        """What the ruleset calls the things that may be recorded of a match."""
        rules = self._ruleset
        tables: list[DieTable] = [*rules.weather, *rules.referees, *([rules.prayers] if rules.prayers else [])]
        if rules.stadiums:
            tables += rules.stadiums.categories
        found = stadium_keys(rules) | {result.key: result.name for table in tables for result in table.results}
        found |= {table.key: table.name for table in tables}
        for sheet in self._teams.values():
            roster = next((one for one in rules.teams if one.key == sheet.roster), None)
            found |= {position.key: position.name for position in roster.positions} if roster else {}
        found |= {event.key: event.name for group in rules.events for event in group.events}
        found |= {ball.key: ball.name for ball in rules.balls} | {deck.key: deck.name for deck in rules.decks}
        found |= {one.key: one.name for one in rules.inducements} | {star.key: star.name for star in rules.stars}
        return found

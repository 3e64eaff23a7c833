"""Fields for what a line of a report should say: one for each kind of line, named after its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from config.words import word
from engine.match.comparing import side_of_line, what_of
from engine.match.report import casualty_key
from engine.rulesets import Ruleset
from engine.team.sheet import TeamSheet
from matches.models import Match
from matches.web.line_choices import Choices, LineChoices, pair, parted
from matches.web.line_words import PLAYERS, SIDES_SAID
from matches.web.score_lines import is_score, scorer_fields

NUMBERS = ("score", "awarded", "could_field", "treasury", "used", "fans", "gold", "fame_lost")
SWITCHES = ("overtime", "one_off", "goes_on")
COUNTED = ("journeymen", "induced")
MORE_ROWS = 3  # of a list of counted things, for what is missing in it
ENDINGS = ("played", "conceded", "walkover")
_FACES = re.compile(r"[\s,;+/-]+")


@dataclass(frozen=True, slots=True)
class Counted:
    """A thing of a list, and how many of it."""

    name: str  # of its field
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class LineField:
    """How a line is asked for."""

    place: str
    kind: str  # number, one, many, text, counted, casualty, faces
    typed: Any = None
    choices: Choices = ()
    by: Choices = ()  # of a casualty: who may have caused it
    chosen: tuple[str, ...] = field(default=())
    counted: tuple[Counted, ...] = field(default=())
    scorers: tuple[str, ...] = field(default=())  # of a score: the fields for whose touchdowns go with it

    @property
    def more(self) -> tuple[str, ...]:
        """Rows for what is missing in a list."""
        return tuple(f"value.{self.place}.more.{nth}" for nth in range(MORE_ROWS))


class LineFields:
    """``lines`` are those of the report, as it stands."""

    def __init__(
        self, match: Match, sheets: Mapping[str, TeamSheet], ruleset: Ruleset, lines: Mapping[str, Any]
    ) -> None:
        self.teams = {"home": sheets[match.home.key], "away": sheets[match.away.key]}
        self._ruleset = ruleset
        self._choices = LineChoices(self.teams, ruleset, lines)

    def field(self, place: str, said: Any) -> LineField:
        """The field of a line, filled in with what it says now."""
        what, side = what_of(place), side_of_line(place)
        if is_score(place) and side:
            return LineField(place, "number", said, by=self.players(side), scorers=scorer_fields(place))
        if what in NUMBERS or ".deeds." in place:
            return LineField(place, "number", said)
        if what in SWITCHES:
            return LineField(place, "one", "yes" if said else "no", (("yes", gettext("Yes")), ("no", gettext("No"))))
        if what == "ending":
            return LineField(place, "one", said, tuple((key, word("ending", key)) for key in ENDINGS))
        if what in SIDES_SAID:
            return LineField(place, "one", said, tuple((key, team.name) for key, team in self.teams.items()))
        if what in PLAYERS and side:
            chosen = tuple(said or ())
            return LineField(place, "many", said, _with_said(self.players(side), chosen), chosen=chosen)
        if what == "sits_out" and side:
            return LineField(place, "one", said, _with_said(self.players(side), [said] if said else []))
        if what == "casualty" and side:
            return self._casualty(place, side, said or {})
        if what == "dice":
            return LineField(place, "faces", "-".join(map(str, said or ())))
        return self._before(place, what, side, said)

    def _before(self, place: str, what: str, side: str | None, said: Any) -> LineField:
        """What is recorded before a match is chosen from a list, counted, or written down."""
        if what in COUNTED and side:
            choices = self._choices.counted(what, side)
            return LineField(place, "counted", said, choices, counted=tuple(_counted(place, said, dict(choices))))
        one, many = self._choices.one_of(what, side), self._choices.many_of(what, side)
        if one is not None:
            return LineField(place, "one", said, _with_said(one, [said] if said else []))
        if many is not None:
            chosen = tuple(_key_of(item) for item in said or ())
            return LineField(place, "many", said, _with_said(many, chosen), chosen=chosen)
        return LineField(place, "text", said)

    def read(self, place: str, typed: QueryDict, said: Any) -> Any:
        """What was typed into a line's field; ``said`` is what it says now. Nonsense is for the engine to refuse."""
        kind, name = self.field(place, None).kind, f"value.{place}"
        text = typed.get(name, "").strip()
        if kind == "number":
            return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
        if kind == "one":
            return text == "yes" if what_of(place) in SWITCHES else text
        if kind == "many":
            return _many_read(what_of(place), typed.getlist(name), said)
        if kind == "counted":
            return list(_counted_read(place, typed, said))
        if kind == "faces":
            return _faces(text, len(said or ()) > 1)
        return self._casualty_read(place, name, typed, said or {}) if kind == "casualty" else text

    def players(self, side: str) -> Choices:
        sheet = self.teams[side]
        here = [player for player in sheet.players if player.on_the_roster or player.guest]
        listed = sorted(here, key=lambda player: (player.number, player.key))
        return tuple((player.key, f"#{player.number} {player.name}") for player in listed)

    @property
    def causes(self) -> Choices:
        return tuple((cause, word("cause", cause)) for cause in self._ruleset.casualty_causes)

    def _casualty(self, place: str, side: str, said: Mapping[str, Any]) -> LineField:
        key = self._casualty_key(place, side)
        faces = "-".join(map(str, (said.get("dice") or {}).get(key, ())))
        typed = {"by": said.get("by") or "", "cause": said.get("cause", ""), "die": faces}
        others = self.players("away" if side == "home" else "home")
        by = _with_said(others, [typed["by"]] if typed["by"] else [])
        return LineField(place, "casualty", typed, self.causes, by=by)

    def _casualty_read(self, place: str, name: str, typed: QueryDict, said: Mapping[str, Any]) -> dict[str, Any]:
        """What the form does not ask for stays as it was."""
        key, die = self._casualty_key(place, side_of_line(place) or "home"), typed.get(f"{name}.die", "").strip()
        dice = {other: faces for other, faces in (said.get("dice") or {}).items() if other != key}
        if die:
            dice[key] = _faces(die, len(self._ruleset.casualty.dice) > 1)
        new = {"cause": typed.get(f"{name}.cause", ""), "by": typed.get(f"{name}.by", "") or None, "dice": dice}
        return {**said, **new}

    def _casualty_key(self, place: str, side: str) -> str:
        _side, _part, victim, *again = place.split(".")
        nth = int(again[0]) if again and again[0].isdecimal() else 1
        return casualty_key(self.teams[side].key, victim, nth)


def _counted(place: str, said: Any, known: Mapping[str, str]) -> Iterator[Counted]:
    for nth, (item, count) in enumerate(_items(said)):
        key = _key_of(item)
        more = [part for part in (item.get("skill"), item.get("name")) if part]
        yield Counted(f"value.{place}.{nth}", ", ".join([known.get(key, key), *more]), count)


def _with_said(choices: Choices, said: Iterable[str]) -> Choices:
    """What the line says now can be left as it is, whatever it is."""
    known = dict(choices)
    return (*choices, *((one, one) for one in dict.fromkeys(said) if one not in known))


def _key_of(item: Any) -> str:
    """Of a thing in a list, as it is chosen: a card by its deck, an inducement by what it is about."""
    if not isinstance(item, Mapping):
        return str(item)
    if item.get("card"):
        return pair(str(item.get("deck", "")), str(item["card"]))
    return pair(str(item.get("what") or item.get("prayer") or ""), str(item.get("about") or ""))


def _many_read(what: str, chosen: list[str], said: Any) -> list[Any]:
    """What stood there already stays as it was, with whatever else is known of it."""
    old = [item for item in said or () if _key_of(item) in chosen]
    new = [key for key in chosen if key not in {_key_of(item) for item in old}]
    return [*old, *(_item(what, key) for key in new)]


def _item(what: str, key: str) -> Any:
    first, second = parted(key)
    if what in ("prayers", "answered"):
        return {"prayer": key}
    return {"deck": first, "card": second} if what == "cards" else key


def _items(said: Any) -> list[tuple[dict[str, Any], int]]:
    """Things of a list with their number: of journeymen, who are listed one by one, each position once."""
    if said and isinstance(said[0], str):
        return [({"what": key}, times) for key, times in Counter(said).items()]
    return [(dict(item), item.get("count", 1)) for item in said or ()]


def _counted_read(place: str, typed: QueryDict, said: Any) -> Iterator[Any]:
    """Of what stood there, as many as were typed; then what was added. Nonsense is for the engine to refuse."""
    told = [(item, typed.get(f"value.{place}.{nth}", str(count))) for nth, (item, count) in enumerate(_items(said))]
    for name in LineField(place, "counted").more:
        what, about = parted(typed.get(f"{name}.what", ""))
        if what:
            told.append(({"what": what, "about": about}, typed.get(f"{name}.count", "") or "1"))
    for item, text in told:
        count = int(text) if re.fullmatch(r"[0-9]{1,3}", text.strip()) else text
        if what_of(place) == "journeymen":
            yield from [item["what"]] * count if isinstance(count, int) else [count]
        elif count != 0:
            yield {**item, "count": count}


def _faces(text: str, several: bool) -> Any:
    """``43`` for a four and a three where several dice are thrown, or ``4-3``."""
    parts = [part for part in _FACES.split(text.strip()) if part]
    if not parts or not all(re.fullmatch(r"[0-9]{1,3}", part) for part in parts):
        return text
    return [int(part) for part in (parts[0] if several and len(parts) == 1 else parts)]

"""How people write down a player: skills with commas, +MA, -AG, N, MNG; and lists of players, one on each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from config.words import DEEDS, DEEDS_SHORT, word
from engine.rulesets import Roster, Ruleset
from engine.rulesets.tables import CHARACTERISTICS, Characteristic
from engine.tally import NONE, Tally
from engine.team.entry import EnteredPlayer, Learned

COLUMNS = ("number", "position", "name", "spp", "skills", "injuries", "games")
LINES_MOST = 60

_DASHES = str.maketrans(dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{NON-BREAKING HYPHEN}", "-"))
_POINTS = re.compile(r"(?P<sign>[+-])\s*(?P<points>\d?)\s*(?P<name>[a-z]{2})")
_NIGGLES = re.compile(r"(?P<before>\d*)\s*[x×]?\s*(?:n|ni|niggles?|niggling(?: injur(?:y|ies))?)\s*(?P<behind>\d*)")  # noqa: RUF001
_DEED = re.compile(r"(?P<times>\d+)\s*[x×]?\s*(?P<deed>[^\W\d]+)")  # noqa: RUF001
_RANDOM = re.compile(r"\s*\((?:random|r)\)$", re.IGNORECASE)
_MISSES = {"m", "mng", "misses next", "misses the next match", "misses next game", "miss next game"}
_RETIRED = {"r", "tr", "retired", "temporarily retired"}


class Unreadable(ValueError):
    """Words that mean nothing here; the message says what could be written."""


@dataclass(frozen=True, slots=True)
class Injuries:
    niggles: int = 0
    lost: Tally = NONE
    misses_next: bool = False
    retired: bool = False


def read_learned(words: Iterable[str], ruleset: Ruleset) -> tuple[Learned, ...]:
    """Skills by their names, in whatever case, and characteristics as +MA. What nobody knows stays as it was typed."""
    known = {skill.name.casefold(): skill.name for skill in ruleset.skills}
    found: list[Learned] = []
    for said in words:
        points = _POINTS.fullmatch(_plainly(said))
        if points and points["sign"] == "+" and points["name"] in CHARACTERISTICS:
            found += [Learned(points["name"])] * int(points["points"] or 1)
            continue
        name = _RANDOM.sub("", said)
        found.append(Learned(known.get(name.casefold(), name), random=name != said))
    return tuple(found)


def read_injuries(words: Iterable[str]) -> Injuries:
    niggles, lost = 0, Counter[str]()
    misses, retired, unread = False, False, []
    for said in words:
        text = _plainly(said)
        points, niggling = _POINTS.fullmatch(text), _NIGGLES.fullmatch(text)
        if points and points["sign"] == "-" and points["name"] in CHARACTERISTICS:
            lost[points["name"]] += int(points["points"] or 1)
        elif niggling:
            niggles += int(niggling["before"] or niggling["behind"] or 1)
        elif text in _MISSES:
            misses = True
        elif text in _RETIRED:
            retired = True
        else:
            unread.append(said)
    if unread:
        raise Unreadable(
            gettext("“{words}” is no injury. Write \N{MINUS SIGN}MA, niggle or misses next, with commas.").format(
                words=", ".join(unread)
            )
        )
    return Injuries(niggles, Tally(lost), misses, retired)


def read_deeds(text: str) -> Tally:
    """``3 TD, 1 Cas``, by the short words of the sheet or the long ones."""
    names = {str(said).casefold(): key for words in (DEEDS, DEEDS_SHORT) for key, said in words.items()}
    names |= {key: key for key in DEEDS}
    found, rest = Counter[str](), _DEED.sub("", text)
    for hit in _DEED.finditer(text):
        deed = names.get(hit["deed"].casefold()) or names.get(hit["deed"].casefold().removesuffix("s"))
        if deed is None:
            rest += hit[0]
        else:
            found[deed] += int(hit["times"])
    if rest.strip(" ,;+.\t"):
        raise Unreadable(gettext("Write deeds as on the sheet, with their numbers: 3 TD, 1 Cas, 1 MVP."))
    return Tally(found)


def _plainly(said: str) -> str:
    return " ".join(said.translate(_DASHES).casefold().split())


# Back into words


def learned_words(player: EnteredPlayer) -> str:
    return ", ".join(_learned_word(one) for one in player.improvements)


def _learned_word(one: Learned) -> str:
    if one.what in CHARACTERISTICS:
        return f"+{word('characteristic', one.what)}"
    return f"{one.what} (random)" if one.random else one.what


def injury_words(player: EnteredPlayer) -> str:
    said = [f"-{word('characteristic', name)}" for name, points in player.lost.items() for _ in range(points)]
    said += ["niggle"] * player.niggles
    said += ["misses next"] * player.misses_next + ["retired"] * player.retired
    return ", ".join(said)


def deed_words(player: EnteredPlayer) -> str:
    return ", ".join(f"{times} {word('deed-short', deed)}" for deed, times in player.deeds.items())


def suggested_gains(ruleset: Ruleset) -> list[str]:
    return [f"+{word('characteristic', name)}" for name in ruleset.characteristics]


def suggested_injuries(characteristics: Iterable[Characteristic]) -> list[str]:
    return ["niggle", "misses next", *(f"-{word('characteristic', name)}" for name in characteristics)]


# Lists


@dataclass(frozen=True, slots=True)
class PastedList:
    rows: tuple[Mapping[str, str], ...]  # by column, as they would be typed
    unread: tuple[str, ...]  # lines that are no players


def read_list(text: str, roster: Roster) -> PastedList:
    """One player on each line: number; position; name; SPP; skills; injuries; games. Tabs will do, too."""
    rows: list[Mapping[str, str]] = []
    unread: list[str] = []
    for line in filter(None, map(str.strip, text.replace("\r", "\n").split("\n"))):
        row = _row(line, roster)
        if row is None or len(rows) >= LINES_MOST:
            unread.append(line)
        else:
            rows.append(row)
    return PastedList(tuple(rows), tuple(unread))


def _row(line: str, roster: Roster) -> Mapping[str, str] | None:
    cells = [cell.strip() for cell in re.split(r"[;\t]", line)]
    if len(cells) < 2 or len(cells) > len(COLUMNS) or not cells[0].lstrip("#").isdigit():
        return None
    row = dict(zip(COLUMNS, cells, strict=False))
    return {**row, "number": cells[0].lstrip("#"), "position": position_key(cells[1], roster)}


def position_key(said: str, roster: Roster) -> str:
    """A position by its key or its name, in one or in many; one that nobody knows stays as it was typed."""
    return dict(_names_of(roster)).get(_one_of_them(said), said)


def _names_of(roster: Roster) -> Iterator[tuple[str, str]]:
    for position in roster.positions:
        yield _one_of_them(position.name), position.key
        yield _one_of_them(position.key), position.key


def _one_of_them(said: str) -> str:
    """“Linemen” and “Blitzers” as “lineman” and “blitzer”; only for looking names up."""
    word = " ".join(said.casefold().replace("-", " ").split())
    return word.removesuffix("men") + "man" if word.endswith("men") else word.removesuffix("s")

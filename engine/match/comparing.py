"""A report line by line: in what two reports of one match differ, and a report with a line changed.

A line is a thing that two coaches can agree or disagree about: the score, a player's touchdowns, a casualty with the
dice that were typed for it. Its place is its name for ever: ``home.deeds.p9.touchdown``, ``away.casualties.p5``. A
player who was hurt twice has a second line, ``away.casualties.p5.2``.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation, marked
from engine.match.prematch import PreMatch, SidePreMatch, Venue
from engine.match.report import MatchReport, SideReport
from engine.match.sides import SIDES, Side
from engine.typed import DataInvalid, build, plain

# What belongs to the whole match, and what it is as long as nobody says anything.
_WHOLE: Mapping[str, Any] = {"ending": "played", "gave_up": "", "could_field": None, "overtime": False, "shoot_out": ""}
# Lists of players, in which only who stands there counts; nominees are numbered for the die that draws one.
_SETS = ("healed_kos", "sent_off")
_HURT = ("casualty", "lasting", "regeneration", "poison")


class LineUnknown(RuleViolation):
    code = "line_unknown"
    message = marked("The report has no line “{line}”.")
    rule = "match-report"


class LineIllegal(RuleViolation):
    code = "line_illegal"
    message = marked("“{line}” cannot say that: {why}.")
    rule = "match-report"


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of which two reports say different things. ``None``: this report has no such line."""

    place: str
    what: str  # the kind of line, as words know it
    mine: Any
    theirs: Any


def lines_of(report: MatchReport) -> dict[str, Any]:
    """Every line that says anything, as plain data, by its place; scores always do."""
    lines: dict[str, Any] = {}
    for side, mine, _other in report.sides():
        lines |= {f"{side}.{name}": value for name, value in _side_lines(mine, report)}
    lines |= {name: getattr(report, name) for name, blank in _WHOLE.items() if getattr(report, name) != blank}
    lines |= dict(_prematch_lines(report.prematch or PreMatch()))
    hurt = {key for mine in (report.home, report.away) for key in report.dice if _is_hurt(key, mine)}
    lines |= {f"dice.{key}": list(faces) for key, faces in report.dice.items() if key not in hurt}
    return lines


def differences(mine: MatchReport, theirs: MatchReport) -> tuple[Difference, ...]:
    """What two reports of the same match do not agree about. The course of events is no line: they add up to lines."""
    one, other = lines_of(mine), lines_of(theirs)
    places = dict.fromkeys((*one, *other))
    return tuple(
        Difference(place, what_of(place), one.get(place), other.get(place))
        for place in places
        if one.get(place) != other.get(place)
    )


def what_of(place: str) -> str:
    """The kind of a line: ``score``, ``touchdown``, ``casualty``, ``nominees``, ``weather``, ``dice``, ..."""
    parts = place.split(".")
    if parts[0] == "dice":
        return "dice"
    if parts[0] in SIDES and len(parts) > 1:
        return {"deeds": parts[-1], "casualties": "casualty"}.get(parts[1], parts[1])
    return parts[-1] if parts[0] == "prematch" else parts[0]


def with_line(report: MatchReport, place: str, value: Any) -> MatchReport:
    """The report with one line saying something else; ``None`` strikes it.

    A touchdown more or less moves the score with it, and a casualty brings its dice along or takes them away.
    The course of events goes when a line of it does not hold any more: what it added up to was something else.
    """
    data = plain(report)
    head, _, rest = place.partition(".")
    if head in SIDES and rest:
        _put_on_side(data, place, head, rest, value)
    elif head in _WHOLE and not rest:
        data[head] = _WHOLE[head] if value is None else value
    elif head == "prematch" and rest:
        _put_before(data, place, rest, value)
    elif head == "dice" and rest:
        _put_dice(data["dice"], {rest: value})
    else:
        raise LineUnknown(line=place)
    if head in (*SIDES, *_WHOLE):
        data["events"] = []
    return _built(data, place)


def with_lines(report: MatchReport, lines: Mapping[str, Any]) -> MatchReport:
    """The report with several lines changed, in an order in which none of them gets into another's way."""
    struck = sorted((place for place, value in lines.items() if value is None), reverse=True)
    said = sorted(place for place, value in lines.items() if value is not None)
    # What the score is has the last word about what touchdowns have made of it.
    for place in sorted((*struck, *said), key=_is_score):
        report = with_line(report, place, lines[place])
    return report


def _is_score(place: str) -> bool:
    return what_of(place) == "score"


def without_stray_dice(report: MatchReport, asked: Mapping[str, Any]) -> MatchReport:
    """Only with those dice that the report asks for: when a line was changed, some may have lost their reason."""
    return dataclasses.replace(report, dice={key: faces for key, faces in report.dice.items() if key in asked})


def _built(data: Any, place: str) -> MatchReport:
    try:
        return build(MatchReport, data, "report")
    except DataInvalid as invalid:
        raise LineIllegal(line=place, why=invalid.errors[0]) from None


def _side_lines(mine: SideReport, report: MatchReport) -> Iterator[tuple[str, Any]]:
    yield "score", mine.score
    if mine.awarded:
        yield "awarded", mine.awarded
    counted: Counter[str] = Counter()
    for deeds in mine.deeds:
        counted.update({f"deeds.{deeds.player}.{deed}": count for deed, count in deeds.counts.items()})
    yield from ((name, count) for name, count in counted.items() if count)
    for name, nth, casualty in _casualties(mine):
        dice = {
            key: list(faces) for key, faces in report.dice.items() if _subject(key) == (mine.team, casualty.victim, nth)
        }
        yield name, {**plain(casualty), "dice": dice}
    yield from ((f"used.{what}", count) for what, count in mine.used.items() if count)
    if mine.nominees:
        yield "nominees", list(mine.nominees)
    yield from ((name, sorted(getattr(mine, name))) for name in _SETS if getattr(mine, name))


def _casualties(mine: SideReport) -> Iterator[tuple[str, int, Any]]:
    """Each with its place and its count: the second of the same player is another one."""
    times: Counter[str] = Counter()
    for casualty in mine.casualties:
        times[casualty.victim] += 1
        yield _casualty_place(casualty.victim, times[casualty.victim]), times[casualty.victim], casualty


def _casualty_place(victim: str, nth: int) -> str:
    return f"casualties.{victim}" if nth == 1 else f"casualties.{victim}.{nth}"


def _subject(key: str) -> tuple[str, str, int] | None:
    """The team and the player whom a die of a casualty is about, and which of his casualties it belongs to."""
    parts = key.split("/")
    if parts[0] not in _HURT or len(parts) < 3:
        return None
    again = int(parts[3]) if len(parts) > 3 and parts[3].isdecimal() else 1
    return parts[1], parts[2], again


def _is_hurt(key: str, mine: SideReport) -> bool:
    subject = _subject(key)
    return subject is not None and any(
        subject == (mine.team, casualty.victim, nth) for _, nth, casualty in _casualties(mine)
    )


def _prematch_lines(prematch: PreMatch) -> Iterator[tuple[str, Any]]:
    for place, value, blank in _leaves("prematch", prematch, PreMatch()):
        if value != blank:
            yield place, plain(value)


def _leaves(place: str, value: Any, blank: Any) -> Iterator[tuple[str, Any, Any]]:
    """What was recorded before the match, field by field; what stands in a list is one line."""
    for field in dataclasses.fields(value):
        inner, empty = getattr(value, field.name), getattr(blank, field.name)
        where = f"{place}.{field.name}"
        if isinstance(inner, SidePreMatch | Venue):
            yield from _leaves(where, inner, empty)
        else:
            yield where, inner, empty


def _put_on_side(data: dict[str, Any], place: str, side: str, rest: str, value: Any) -> None:
    mine = data[side]
    part, _, name = rest.partition(".")
    if part in ("score", "awarded") and not name:
        mine[part] = value or 0
    elif part in ("nominees", *_SETS) and not name:
        mine[part] = value or []
    elif part == "used" and name:
        mine["used"] = {**mine["used"], name: value or 0}
    elif part == "deeds" and name.count(".") == 1:
        player, deed = name.split(".")
        _put_deed(mine, player, deed, value or 0)
    elif part == "casualties" and name:
        _put_casualty(data, mine, place, name, value)
    else:
        raise LineUnknown(line=place)


def _put_deed(mine: dict[str, Any], player: str, deed: str, count: Any) -> None:
    own = [deeds for deeds in mine["deeds"] if deeds["player"] == player]
    before = sum(deeds["counts"].get(deed, 0) for deeds in own)
    others = [deeds for deeds in mine["deeds"] if deeds["player"] != player]
    counts: Counter[str] = Counter()
    for deeds in own:
        counts.update(deeds["counts"])
    kept = {name: times for name, times in {**counts, deed: count}.items() if times}
    mine["deeds"] = [*others, {"player": player, "counts": kept}] if kept else others
    if deed == "touchdown" and isinstance(count, int):
        mine["score"] += count - before


def _put_casualty(data: dict[str, Any], mine: dict[str, Any], place: str, name: str, value: Any) -> None:
    victim, _, said_nth = name.partition(".")
    if said_nth and not (said_nth.isascii() and said_nth.isdecimal() and len(said_nth) <= 3):
        raise LineUnknown(line=place)
    nth = int(said_nth or 1)
    told = [index for index, casualty in enumerate(mine["casualties"]) if casualty["victim"] == victim]
    subject = (mine["team"], victim, nth)
    data["dice"] = {key: faces for key, faces in data["dice"].items() if _subject(key) != subject}
    if value is None:
        struck = told[nth - 1 : nth]
        mine["casualties"] = [one for index, one in enumerate(mine["casualties"]) if index not in struck]
        data["dice"] = {_moved_up(key, subject): faces for key, faces in data["dice"].items()}
        return
    if not isinstance(value, Mapping) or not 1 <= nth <= len(told) + 1:
        raise LineIllegal(line=place, why="a casualty is an object, and has its own number")
    dice = value.get("dice") or {}
    if not isinstance(dice, Mapping) or any(_subject(key) != subject for key in dice):
        raise LineIllegal(line=place, why="its dice are about somebody else")
    said = {key: part for key, part in value.items() if key != "dice"} | {"victim": victim}
    mine["casualties"] = [*mine["casualties"], said] if nth > len(told) else _replaced(mine, told[nth - 1], said)
    data["dice"] |= dice


def _replaced(mine: dict[str, Any], at: int, casualty: dict[str, Any]) -> list[Any]:
    return [casualty if index == at else one for index, one in enumerate(mine["casualties"])]


def _moved_up(key: str, struck: tuple[str, str, int]) -> str:
    """The key of a later casualty of the same player, now that there is one less before it."""
    subject = _subject(key)
    if subject is None or subject[:2] != struck[:2] or subject[2] < struck[2]:
        return key
    purpose, team, victim, _nth, *part = key.split("/")
    again = (str(subject[2] - 1),) if subject[2] > 2 else ()
    return "/".join((purpose, team, victim, *again, *part))


def _put_before(data: dict[str, Any], place: str, rest: str, value: Any) -> None:
    data["prematch"] = data["prematch"] or plain(PreMatch())
    blanks = {where: blank for where, _, blank in _leaves("prematch", PreMatch(), PreMatch())}
    if place not in blanks:
        raise LineUnknown(line=place)
    *path, last = rest.split(".")
    inner = data["prematch"]
    for part in path:
        inner = inner[part]
    inner[last] = plain(blanks[place]) if value is None else value


def _put_dice(dice: dict[str, Any], new: Mapping[str, Any]) -> None:
    for key, faces in new.items():
        dice.pop(key, None)
        if faces is not None:
            dice[key] = faces


def side_of_line(place: str) -> Side | None:
    """Whose line it is; None for one about the whole match."""
    parts = place.removeprefix("prematch.").split(".")
    return "home" if parts[0] == "home" else "away" if parts[0] == "away" else None

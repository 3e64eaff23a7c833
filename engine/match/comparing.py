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
from engine.match.course import course_after
from engine.match.prematch import PreMatch, SidePreMatch, Venue
from engine.match.report import MatchReport, SideReport, hurt_key, hurt_part, hurt_subject
from engine.match.sides import SIDES, Side
from engine.typed import DataInvalid, build, plain

# What belongs to the whole match, and what it is as long as nobody says anything.
_WHOLE: Mapping[str, Any] = {"ending": "played", "gave_up": "", "could_field": None, "overtime": False, "shoot_out": ""}
# Lists of players, in which only who stands there counts; nominees are numbered for the die that draws one.
_SETS = ("healed_kos", "sent_off")
# Behind the place of a deed: how many of them a prayer has made worth more.
BLESSED = "blessed"


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
    """What two reports of the same match do not agree about. The course of events is no line: it adds up to lines."""
    one, other = lines_of(mine), lines_of(theirs)
    places = dict.fromkeys((*one, *other))
    return tuple(
        Difference(place, what_of(place), one.get(place), other.get(place))
        for place in places
        if one.get(place) != other.get(place)
    )


def what_of(place: str) -> str:
    """The kind of a line: ``score``, ``touchdown``, ``blessed``, ``casualty``, ``nominees``, ``weather`` ..."""
    parts = place.split(".")
    if parts[0] == "dice":
        return "dice"
    if parts[0] in SIDES and len(parts) > 1:
        return {"deeds": parts[-1], "casualties": "casualty"}.get(parts[1], parts[1])
    return parts[-1] if parts[0] == "prematch" else parts[0]


def with_line(report: MatchReport, place: str, value: Any) -> MatchReport:
    """The report with one line saying something else; ``None`` strikes it.

    A touchdown more or less moves the score with it, no more deeds are blessed than were done, and a casualty brings
    its dice along or takes them away. Of the course of events that goes which does not hold any more.
    """
    return with_lines(report, {place: value})


def with_lines(report: MatchReport, lines: Mapping[str, Any]) -> MatchReport:
    """The report with several lines changed, in an order in which none of them gets into another's way."""
    struck = sorted((place for place, value in lines.items() if value is None), reverse=True)
    said = sorted(place for place, value in lines.items() if value is not None)
    changed = report
    # What the score is has the last word about what touchdowns have made of it.
    for place in sorted((*struck, *said), key=_is_score):
        changed = _with_line(changed, place, lines[place])
    return dataclasses.replace(changed, events=course_after(report, changed))


def _is_score(place: str) -> bool:
    return what_of(place) == "score"


def _with_line(report: MatchReport, place: str, value: Any) -> MatchReport:
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
    return _built(data, place)


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
        place = f"deeds.{deeds.player}"
        counted.update({f"{place}.{deed}": count for deed, count in deeds.counts.items()})
        counted.update({f"{place}.{deed}.{BLESSED}": count for deed, count in deeds.blessed.items()})
    yield from ((name, count) for name, count in counted.items() if count)
    for name, nth, casualty in _casualties(mine):
        dice = {
            key: list(faces)
            for key, faces in report.dice.items()
            if hurt_subject(key) == (mine.team, casualty.victim, nth)
        }
        yield name, {**plain(casualty), "dice": dice}
    yield from ((f"used.{what}", count) for what, count in mine.used.items() if count)
    if mine.fame_lost:
        yield "fame_lost", mine.fame_lost
    if mine.nominees:
        yield "nominees", list(mine.nominees)
    yield from ((name, sorted(getattr(mine, name))) for name in _SETS if getattr(mine, name))
    if mine.answered:
        yield "answered", [plain(one) for one in sorted(mine.answered, key=dataclasses.astuple)]


def _casualties(mine: SideReport) -> Iterator[tuple[str, int, Any]]:
    """Each with its place and its count: the second of the same player is another one."""
    times: Counter[str] = Counter()
    for casualty in mine.casualties:
        times[casualty.victim] += 1
        yield _casualty_place(casualty.victim, times[casualty.victim]), times[casualty.victim], casualty


def _casualty_place(victim: str, nth: int) -> str:
    return f"casualties.{victim}" if nth == 1 else f"casualties.{victim}.{nth}"


def _is_hurt(key: str, mine: SideReport) -> bool:
    subject = hurt_subject(key)
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
    if part in ("score", "awarded", "fame_lost") and not name:
        mine[part] = value or 0
    elif part in ("nominees", "answered", *_SETS) and not name:
        mine[part] = value or []
    elif part == "used" and name:
        mine["used"] = {**mine["used"], name: value or 0}
    elif part == "deeds" and name.count(".") == 1:
        player, deed = name.split(".")
        _put_deed(mine, player, value or 0, deed)
    elif part == "deeds" and name.count(".") == 2 and name.endswith(f".{BLESSED}"):
        player, deed, _blessed = name.split(".")
        _put_deed(mine, player, value or 0, deed, BLESSED)
    elif part == "casualties" and name:
        _put_casualty(data, mine, place, name, value)
    else:
        raise LineUnknown(line=place)


def _put_deed(mine: dict[str, Any], player: str, count: Any, deed: str, what: str = "counts") -> None:
    own = [deeds for deeds in mine["deeds"] if deeds["player"] == player]
    others = [deeds for deeds in mine["deeds"] if deeds["player"] != player]
    told: dict[str, Counter[str]] = {"counts": Counter(), BLESSED: Counter()}
    for deeds in own:
        for name, counted in told.items():
            counted.update(deeds[name])
    before = told[what][deed]
    said = {name: {**counted, **({deed: count} if name == what else {})} for name, counted in told.items()}
    if what == "counts" and isinstance(count, int):
        said[BLESSED][deed] = min(told[BLESSED][deed], max(count, 0))
        mine["score"] += count - before if deed == "touchdown" else 0
    kept = {name: {one: times for one, times in counted.items() if times} for name, counted in said.items()}
    mine["deeds"] = [*others, {"player": player, **kept}] if any(kept.values()) else others


def _put_casualty(data: dict[str, Any], mine: dict[str, Any], place: str, name: str, value: Any) -> None:
    victim, _, said_nth = name.partition(".")
    if said_nth and not (said_nth.isascii() and said_nth.isdecimal() and len(said_nth) <= 3):
        raise LineUnknown(line=place)
    nth = int(said_nth or 1)
    told = [index for index, casualty in enumerate(mine["casualties"]) if casualty["victim"] == victim]
    subject = (mine["team"], victim, nth)
    data["dice"] = {key: faces for key, faces in data["dice"].items() if hurt_subject(key) != subject}
    if value is None:
        struck = told[nth - 1 : nth]
        mine["casualties"] = [one for index, one in enumerate(mine["casualties"]) if index not in struck]
        data["dice"] = {_moved_up(key, subject): faces for key, faces in data["dice"].items()}
        return
    if not isinstance(value, Mapping) or not 1 <= nth <= len(told) + 1:
        raise LineIllegal(line=place, why="a casualty is an object, and has its own number")
    dice = value.get("dice") or {}
    if not isinstance(dice, Mapping) or any(hurt_subject(key) != subject for key in dice):
        raise LineIllegal(line=place, why="its dice are about somebody else")
    said = {key: part for key, part in value.items() if key != "dice"} | {"victim": victim}
    mine["casualties"] = [*mine["casualties"], said] if nth > len(told) else _replaced(mine, told[nth - 1], said)
    data["dice"] |= dice


def _replaced(mine: dict[str, Any], at: int, casualty: dict[str, Any]) -> list[Any]:
    return [casualty if index == at else one for index, one in enumerate(mine["casualties"])]


def _moved_up(key: str, struck: tuple[str, str, int]) -> str:
    """The key of a later casualty of the same player, now that there is one less before it."""
    subject = hurt_subject(key)
    if subject is None or subject[:2] != struck[:2] or subject[2] < struck[2]:
        return key
    team, victim, nth = subject
    return hurt_key(hurt_part(key), team, victim, nth - 1)


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

"""A second opinion on reports: a slow checker, written from the rulebooks, with nothing of the checks that it checks.

It reads a report as plain data and knows the numbers of each edition by heart. Every rule is looked at by itself, by
walking over everything again. What it refuses, nobody may let pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

Data = dict[str, Any]

# 2016 compendium and LRB6, casualty table: the first die and the second, read as two digits.
SERIOUS = {
    41: "broken-ribs",
    42: "groin-strain",
    43: "gouged-eye",
    44: "broken-jaw",
    45: "fractured-arm",
    46: "fractured-leg",
    47: "smashed-hand",
    48: "pinched-nerve",
    51: "damaged-back",
    52: "smashed-knee",
    53: "smashed-hip",
    54: "smashed-ankle",
    55: "serious-concussion",
    56: "fractured-skull",
    57: "broken-neck",
    58: "smashed-collar-bone",
}
WAYS = {"block", "foul", "crowd", "stab", "chainsaw", "bomb", "fall", "other"}
ON_THE_PITCH = {"touchdown", "completion", "superb-throw", "interception", "deflection", "foul"}
OTHER = {"home": "away", "away": "home"}
# How somebody is off: knocked out, carried off hurt, carried off dead, sent off by the referee.
HURT, DEAD, SENT = "hurt", "dead", "sent"
BY_REFEREE = {"bribe": {SENT}, "argued": {SENT}}
BY_ANYBODY = {HURT, SENT}


@dataclass(frozen=True)
class Book:
    """What one rulebook says, in one league that plays by it."""

    results: frozenset[str]
    dice: tuple[int, ...]
    deadly: int  # the dice, read as digits, from which on he is dead
    lasting: frozenset[str] = frozenset()
    credited: frozenset[str] = frozenset({"touchdown", "completion", "interception"})
    turns: int = 8
    line: int = 3
    draws: str = "stand"
    mvp: str = "random"  # nominated, random or none
    mvp_of_a_friendly: int = 0
    mvp_of_a_walkover: int = 0
    mvp_taken: bool = True  # by whoever the other gave up against
    free: bool = True  # giving up is free for who cannot fill the line
    must_give_up: bool = False
    taken: bool = False  # who gives up hands his touchdowns over, and one more
    friendly: tuple[int, ...] = (6,)  # dice for winnings
    gate: tuple[int, ...] | None = (6, 6)
    back: Mapping[str, set[str]] | None = None
    again: frozenset[str] = frozenset({"riot", "blitz"})  # what gives more turns than a half has
    once: frozenset[str] = frozenset({"wizard"})  # each that was bought is used once, and comes by nothing else
    known: frozenset[str] = frozenset({"wizard", "bribe", "igor", "apothecary", "reroll"})
    own: frozenset[str] = frozenset({"apothecary"})  # staff of the team itself, which nobody hires for a match


_D68 = frozenset({"badly-hurt", "dead", *SERIOUS.values()})
BOOKS = {
    "bb2016": Book(
        results=_D68 | {"weeping-dagger"},
        dice=(6, 8),
        deadly=61,
        mvp="nominated",
        friendly=(3,),
        # Stadiums, staff and cards; Magic Sponge looks into the box of the dead as well.
        back={
            **BY_REFEREE,
            "recovered": set(),
            "card": {HURT, SENT, DEAD},
            "stadium": BY_ANYBODY,
            "staff": BY_ANYBODY,
            "inducement": {HURT},
        },
    ),
    "lrb6": Book(
        results=_D68,
        dice=(6, 8),
        deadly=61,
        mvp_of_a_friendly=1,
        back={**BY_REFEREE, "recovered": set(), "inducement": {HURT}},
        again=frozenset({"riot", "blitz", "hurry-up-offense"}),
    ),
    "bb2020": Book(
        results=frozenset(
            {"badly-hurt", "seriously-hurt", "serious-injury", "lasting-injury", "dead"},
        ),
        dice=(16,),
        deadly=15,
        lasting=frozenset({"head-injury", "smashed-knee", "broken-arm", "neck-injury", "dislocated-shoulder"}),
        credited=frozenset({"touchdown", "completion", "interception", "superb-throw", "deflection"}),
        mvp_of_a_walkover=2,
        mvp_taken=False,
        free=False,
        taken=True,
        gate=(3,),
        # Krot Shockwhisker picks anybody in the casualty box, even the dead.
        back={
            **BY_REFEREE,
            "recovered": set(),
            "card": BY_ANYBODY,
            "staff": {HURT, SENT, DEAD},
            "inducement": {HURT},
        },
        again=frozenset({"time-out", "blitz", "asur-high-mage", "slann-mage-priest"}),
        once=frozenset(),
        known=frozenset({"wizard", "bribe", "apothecary", "reroll"}),
    ),
    "basic": Book(
        results=frozenset({"badly-hurt", "nasty-injury", "niggling-injury", "dead"}),
        dice=(6,),
        deadly=6,
        credited=frozenset({"touchdown"}),
        mvp="none",
        must_give_up=True,
        gate=None,
        back={"recovered": set()},
        once=frozenset(),
        known=frozenset({"apothecary", "igor"}),
        own=frozenset({"apothecary", "igor"}),
    ),
}
BOOKS["sevens"] = replace(BOOKS["basic"], turns=6, line=2)
for _draws in ("overtime", "shoot-out"):
    BOOKS |= {f"{key}-{_draws}": replace(BOOKS[key], draws=_draws) for key in ("bb2016", "lrb6", "bb2020")}


def objections(report: Data, sheets: dict[str, Data], book: Book = BOOKS["bb2016"]) -> list[str]:
    """Every reason why this cannot have been so. ``sheets``: the players of the day and the healers, by side."""
    told = [*_sides(report, sheets, book), *_end(report, sheets, book), *_level(report, book), *_dice(report, book)]
    if report["ending"] == "walkover":
        return told
    return [*told, *_events(report, sheets, book), *_touchdowns(report, book)]


def _able(key: str, sheet: Data) -> bool:
    """His own players, and whoever was hired: nobody else stands on the sheet of the day."""
    for player in sheet["players"]:
        if player["key"] == key:
            if player["status"] in ("star", "mercenary"):
                return True
            return player["status"] in ("active", "journeyman") and not player["misses_next"]
    return False


def _sides(report: Data, sheets: dict[str, Data], book: Book) -> Iterator[str]:
    for side in ("home", "away"):
        mine, sheet, other = report[side], sheets[side], sheets[OTHER[side]]
        goals = 0
        seen = []
        for row in mine["deeds"]:
            if row["player"] in seen or not _able(row["player"], sheet):
                yield f"{side}: {row['player']} cannot be credited"
            seen.append(row["player"])
            for deed, times in row["counts"].items():
                if deed not in book.credited or times < 0 or times > 99:
                    yield f"{side}: {times} {deed}"
                if deed == "touchdown":
                    goals += times
        if mine["score"] < 0 or goals + mine["awarded"] != mine["score"]:
            yield f"{side}: {goals} and {mine['awarded']} do not make {mine['score']}"
        yield from _handed_over(side, report, book)
        healers = 0
        for hurt in mine["casualties"]:
            if not _able(hurt["victim"], sheet):
                yield f"{side}: {hurt['victim']} was not there to be hurt"
            if hurt["cause"] not in WAYS:
                yield f"{side}: hurt by {hurt['cause']}"
            if hurt["by"] is not None and (hurt["cause"] == "fall" or not _able(hurt["by"], other)):
                yield f"{side}: {hurt['by']} cannot have hurt anybody"
            if hurt["result"] and hurt["result"] not in book.results:
                yield f"{side}: {hurt['result']} is no casualty"
            if hurt["lasting"] and (hurt["lasting"] not in book.lasting or hurt["result"] != "lasting-injury"):
                yield f"{side}: {hurt['lasting']} is no lasting injury here"
            if hurt["apothecary"]:
                healers += 1
            if hurt["kept"] and not hurt["apothecary"]:
                yield f"{side}: nothing to choose from"
        for player in mine["healed_kos"]:
            healers += 1
            if not _able(player, sheet):
                yield f"{side}: {player} was not there to be knocked out"
        if healers > sheet["apothecaries"] + _extras(report, side):
            yield f"{side}: {healers} treated by {sheet['apothecaries']}"
        for player in mine["sent_off"]:
            if not _able(player, sheet) or mine["sent_off"].count(player) > 1:
                yield f"{side}: {player} sent off"
        yield from _valuable(side, report, sheet, book)
        yield from _used(side, report, sheet, book)


def _extras(report: Data, side: str) -> int:
    """Cards and the like that somebody played for one of his players: they may have been a healer."""
    return sum(
        one["side"] == side and one["kind"] in ("card", "event", "inducement", "back") for one in report["events"]
    )


def _used(side: str, report: Data, sheet: Data, book: Book) -> Iterator[str]:
    """What was bought is used as often as it was bought; a card or an event may have brought more of it."""
    written_down = report["prematch"] is not None and report["prematch"][side]["induced"] is not None
    given = any(one["side"] == side and one["kind"] in ("card", "event") for one in report["events"])
    for what, times in report[side]["used"].items():
        if times < 0 or what not in book.known:
            yield f"{side}: {times} {what} used"
        bought = sheet["induced"].get(what, 0)
        if what in book.own and not sheet["goods"].get(what, 0) and not bought and not given:
            yield f"{side}: {what} used, and there is none"
        if what in book.once and times > bought and not given and (bought or written_down):
            yield f"{side}: {times} {what} used, {bought} bought"


def _handed_over(side: str, report: Data, book: Book) -> Iterator[str]:
    """Touchdowns that nobody scored: only giving up by the 2020 edition brings any, and a walkover."""
    if report["ending"] == "walkover":
        return
    other = report[OTHER[side]]
    won_by_that = report["ending"] == "conceded" and report["gave_up"] == OTHER[side]
    due = other["score"] - other["awarded"] + 1 if book.taken and won_by_that else 0
    if report[side]["awarded"] != due:
        yield f"{side}: {report[side]['awarded']} touchdowns that nobody scored"


def _valuable(side: str, report: Data, sheet: Data, book: Book) -> Iterator[str]:
    named = report[side]["nominees"]
    fit = [player["key"] for player in sheet["players"] if _able(player["key"], sheet)]
    if any(named.count(key) > 1 or key not in fit for key in named):
        yield f"{side}: {named} nominated"
    awards = _awards(side, report, book)
    if book.mvp == "nominated":
        wanted = min(3, len(fit)) if awards else 0
        if len(named) != wanted:
            yield f"{side}: {len(named)} nominated, not {wanted}"
    elif len(named) > awards:
        yield f"{side}: {len(named)} most valuable players"


def _awards(side: str, report: Data, book: Book) -> int:
    """How often this side has a most valuable player."""
    if book.mvp == "none" or report["kind"] == "exhibition":
        return 0
    if report["kind"] == "friendly":
        return book.mvp_of_a_friendly and 2
    if report["ending"] == "walkover":
        return book.mvp_of_a_walkover if report["gave_up"] == OTHER[side] else 0
    if report["ending"] == "played":
        return 1
    players = report["could_field"]
    cheap = book.free and players is not None and players < book.line
    if report["gave_up"] == side:
        return 1 if cheap else 0
    return 1 if cheap or not book.mvp_taken else 2


def _end(report: Data, sheets: dict[str, Data], book: Book) -> Iterator[str]:
    if report["ending"] == "played" and report["gave_up"]:
        yield "given up and played"
    if report["ending"] == "conceded" and not report["gave_up"]:
        yield "given up by nobody"
    players = report["could_field"]
    if report["ending"] == "played" and book.must_give_up and players is not None and players < book.line:
        yield f"played on with {players}"
    if report["ending"] == "walkover":
        for side in ("home", "away"):
            mine = report[side]
            came = report["gave_up"] == OTHER[side]
            if mine["awarded"] != (1 if came else 0):
                yield f"{side}: a walkover is worth one touchdown to who came"
            empty = not any(sum(row["counts"].values()) for row in mine["deeds"])
            if not empty or mine["casualties"] or mine["healed_kos"] or mine["sent_off"]:
                yield f"{side}: nothing happens in a match that is not played"
            if sum(mine["used"].values()):
                yield f"{side}: nothing is used in it"
        if report["events"]:
            yield "no events either"
    if players is not None and report["gave_up"]:
        here = [one for one in sheets[report["gave_up"]]["players"] if _able(one["key"], sheets[report["gave_up"]])]
        if players < 0 or players > len(here):
            yield f"{players} could have been set up"
        if report["ending"] == "conceded" and players < len(_untouched(report, here)):
            yield f"{players} could have been set up, and more were never hurt"


def _untouched(report: Data, here: list[Data]) -> list[Data]:
    """Compendium, conceding: whom nobody hurt or sent off can be set up. Where only totals were told, who knows."""
    told = {event["kind"] for event in report["events"]}
    if not told & {*ON_THE_PITCH, "kick-off", "turn", "casualty", "ko", "sent-off", "back"}:
        return []
    if told & {"weather", "card", "event", "prayer", "inducement"}:
        return []  # they may have kept somebody off
    mine = report[report["gave_up"]]
    hurt = {one["victim"] for one in mine["casualties"]} | set(mine["sent_off"])
    hurt |= {event["player"] for event in report["events"] if event["side"] == report["gave_up"]}
    return [player for player in here if player["key"] not in hurt]


def _level(report: Data, book: Book) -> Iterator[str]:
    """Extra time and shoot-outs: where the league wants a winner, and the rulebook says how there is one."""
    if report["kind"] == "exhibition":
        return
    draws = book.draws if report["kind"] == "competition" else "stand"
    level = report["ending"] == "played" and report["home"]["score"] == report["away"]["score"]
    if report["overtime"] and draws != "overtime":
        yield "no extra time in this league"
    if report["shoot_out"] and (draws == "stand" or not level):
        yield "nothing to shoot for"
    if draws != "stand" and level and not report["shoot_out"]:
        yield "no winner"
    if draws == "overtime" and level and not report["overtime"]:
        yield "extra time comes first"


def _dice(report: Data, book: Book) -> Iterator[str]:
    """Which dice there are, by what they are for."""
    kinds: dict[str, tuple[int, ...] | None] = {
        "casualty": book.dice,
        "lasting": (6,),
        "regeneration": (6,),
        "poison": (6,),
        "fans": book.gate,
    }
    kinds["mvp"] = (3,) if book.mvp == "nominated" else None
    for key, faces in report["dice"].items():
        purpose = key.split("/")[0]
        sides = kinds.get(purpose)
        if purpose == "winnings" and book.gate == (6, 6):
            sides = book.friendly if report["kind"] == "friendly" else (6,)
        if sides is not None and tuple(faces) not in set(product(*(range(1, side + 1) for side in sides))):
            yield f"{key}: {faces}"
        told = [one for side in ("home", "away") for one in report[side]["casualties"] if one["victim"] in key]
        if purpose == "casualty" and not told:
            yield f"{key}: nobody was hurt"


def _in_order(events: list[Data]) -> list[Data]:
    clocks = [(*_clock(nth, events), nth) for nth in range(len(events))]
    return [events[nth] for *_, nth in sorted(clocks)]


def _events(report: Data, sheets: dict[str, Data], book: Book) -> Iterator[str]:
    """Each event against all that came before it. Who did nothing wrong before the clock is not asked about it."""
    order = _in_order(report["events"])
    halves = 3 if report["overtime"] else 2
    for nth, event in enumerate(order):
        # Overtime is as long as a half, in each edition that knows it.
        if not 0 <= event["half"] <= halves or not 0 <= event["turn"] <= book.turns:
            yield f"{event['key']}: half {event['half']}, turn {event['turn']}"
        if [one["key"] for one in order].count(event["key"]) > 1:
            yield f"{event['key']}: told twice"
        if event["side"] and event["kind"] in ON_THE_PITCH and event["player"]:
            if not _able(event["player"], sheets[event["side"]]):
                yield f"{event['key']}: {event['player']} does not play"
            if _off(event["side"], event["player"], order[:nth], sheets, book, (event["half"], event["turn"])):
                yield f"{event['key']}: {event['player']} had left for good"
        if event["kind"] == "back" and event["side"] and event["player"]:
            yield from _back(event, order[:nth], sheets, book)
        if event["kind"] in ("casualty", "ko") and event["cause"] and event["cause"] not in WAYS:
            yield f"{event['key']}: hurt by {event['cause']}"
        if event["kind"] == "casualty" and event["result"] and event["result"] not in book.results:
            yield f"{event['key']}: {event['result']} is no casualty"
        if event["kind"] in ("card", "inducement", "prayer", "event") and event["what"] == "banana":
            yield f"{event['key']}: there is no such thing"


def _back(event: Data, before: list[Data], sheets: dict[str, Data], book: Book) -> Iterator[str]:
    known = {"recovered", "bribe", "argued", "card", "stadium", "staff", "event", "inducement"}
    if event["what"] not in known:
        yield f"{event['key']}: back by “{event['what']}”"
    off = _off(event["side"], event["player"], before, sheets, book)
    if off and off not in (book.back or {}).get(event["what"], set()):
        yield f"{event['key']}: {off}, and back by “{event['what']}”"


def _clock(at: int, events: list[Data]) -> tuple[int, int]:
    """When it was: what nobody dated was when the one before it was."""
    half = turn = 0
    for event in events[: at + 1]:
        if event["half"]:
            turn = event["turn"] or (turn if event["half"] == half else 0)
            half = event["half"]
    return half, turn


def _off(
    side: str,
    player: str,
    before: list[Data],
    sheets: dict[str, Data],
    book: Book,
    now: tuple[int, int] = (0, 0),
) -> str:
    """How he left for good, and nothing brought him back; nothing, if he may be there.

    ``now`` is a half and a turn: of what happened in one turn, nobody can say what came first.
    """
    off = ""
    for nth, event in enumerate(before):
        if event["side"] != side or event["player"] != player:
            continue
        if all(now) and _clock(nth, before) == now and event["kind"] != "back":
            continue
        if event["kind"] == "sent-off":
            off = off if off == DEAD else SENT
        elif event["kind"] == "casualty" and off not in (DEAD, SENT):
            off = _carried_off(event, book)
        elif event["kind"] == "back" and off in (book.back or {}).get(event["what"], set()):
            off = ""
    return off if _able(player, sheets[side]) else ""


def _carried_off(event: Data, book: Book) -> str:
    """Whether he was healed, only his dice know; what is told without them is what is left after all healing."""
    if event["result"]:
        if event["regenerated"] or event["apothecary"]:
            return ""
        return DEAD if event["result"] == "dead" else HURT
    faces = event["dice"].get("casualty")
    if not faces or event["apothecary"] or set(event["dice"]) != {"casualty"}:
        return ""
    if len(faces) != len(book.dice) or any(not 1 <= face <= side for face, side in zip(faces, book.dice, strict=True)):
        return ""
    return DEAD if int("".join(map(str, faces))) >= book.deadly else ""


def _touchdowns(report: Data, book: Book) -> Iterator[str]:
    """A turn ends with a touchdown; who scores in the other's loses a turn of his own. Some results give turns more."""
    again = sum(event["what"] in book.again for event in report["events"])
    both = sum(report[side]["score"] - report[side]["awarded"] for side in ("home", "away"))
    if both > 2 * book.turns * (3 if report["overtime"] else 2) + 2 * max(4, again):
        yield f"{both} touchdowns of both"
    for side in ("home", "away"):
        told = [one for one in report["events"] if one["kind"] == "touchdown" and one["side"] == side]
        for one in told:
            same = [two for two in told if (two["half"], two["turn"]) == (one["half"], one["turn"])]
            if one["half"] and one["turn"] and len({two["key"] for two in same}) > 2 + 2 * again:
                yield f"{one['key']}: {len(same)} touchdowns in one turn"
        # Half of all that was possible would be a legend: nobody scores in each of his turns, and four times more.
        scored = report[side]["score"] - report[side]["awarded"]
        if scored > (book.turns + 1) * (3 if report["overtime"] else 2) + max(4, again):
            yield f"{side}: {scored} touchdowns"

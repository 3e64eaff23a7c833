"""A second opinion on reports: a slow checker, written from the rulebooks, with nothing of the checks that it checks.

It reads a report as plain data and knows the numbers of one edition by heart (Blood Bowl 2016 with its compendium).
Every rule is looked at by itself, by walking over everything again. What it refuses, nobody may let pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

Data = dict[str, Any]

# Compendium, casualty table: the first die and the second, read as two digits.
CASUALTIES = {
    "badly-hurt": {10 * tens + units for tens in (1, 2, 3) for units in range(1, 9)},
    "dead": {10 * 6 + units for units in range(1, 9)},
}
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
RESULTS = {*CASUALTIES, *SERIOUS.values(), "weeping-dagger"}
WAYS = {"block", "foul", "crowd", "stab", "chainsaw", "bomb", "fall", "other"}
CREDITED = {"touchdown", "completion", "interception"}
ON_THE_PITCH = {"touchdown", "completion", "superb-throw", "interception", "deflection", "foul"}
TURNS, HALVES, ON_THE_LINE = 8, 2, 3
OTHER = {"home": "away", "away": "home"}


def objections(report: Data, sheets: dict[str, Data]) -> list[str]:
    """Every reason why this cannot have been so. ``sheets``: the players of the day and the healers, by side."""
    told = [*_sides(report, sheets), *_end(report, sheets), *_dice(report)]
    return [*told, *_events(report, sheets)] if report["ending"] != "walkover" else told


def _able(key: str, sheet: Data) -> bool:
    for player in sheet["players"]:
        if player["key"] == key:
            if player["status"] in ("star", "mercenary"):
                return True
            return player["status"] in ("active", "journeyman") and not player["misses_next"]
    return False


def _sides(report: Data, sheets: dict[str, Data]) -> Iterator[str]:
    for side in ("home", "away"):
        mine, sheet, other = report[side], sheets[side], sheets[OTHER[side]]
        goals = 0
        seen = []
        for row in mine["deeds"]:
            if row["player"] in seen or not _able(row["player"], sheet):
                yield f"{side}: {row['player']} cannot be credited"
            seen.append(row["player"])
            for deed, times in row["counts"].items():
                if deed not in CREDITED or times < 0 or times > 99:
                    yield f"{side}: {times} {deed}"
                if deed == "touchdown":
                    goals += times
        if mine["score"] < 0 or goals + mine["awarded"] != mine["score"]:
            yield f"{side}: {goals} and {mine['awarded']} do not make {mine['score']}"
        if mine["awarded"] and report["ending"] != "walkover":
            yield f"{side}: touchdowns that nobody scored"  # conceding awards none in this edition
        healers = 0
        for hurt in mine["casualties"]:
            if not _able(hurt["victim"], sheet):
                yield f"{side}: {hurt['victim']} was not there to be hurt"
            if hurt["cause"] not in WAYS:
                yield f"{side}: hurt by {hurt['cause']}"
            if hurt["by"] is not None and (hurt["cause"] == "fall" or not _able(hurt["by"], other)):
                yield f"{side}: {hurt['by']} cannot have hurt anybody"
            if hurt["result"] and hurt["result"] not in RESULTS:
                yield f"{side}: {hurt['result']} is no casualty"
            if hurt["lasting"]:
                yield f"{side}: this edition has no such table"
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
        yield from _valuable(side, report, sheet)


def _extras(report: Data, side: str) -> int:
    """Cards and the like that somebody played for one of his players: they may have been a healer."""
    return sum(
        one["side"] == side and one["kind"] in ("card", "event", "inducement", "back") for one in report["events"]
    )


def _valuable(side: str, report: Data, sheet: Data) -> Iterator[str]:
    named = report[side]["nominees"]
    lost = report["ending"] == "conceded" and report["gave_up"] == side
    cheap = report["could_field"] is not None and report["could_field"] < ON_THE_LINE
    if report["kind"] != "competition" or report["ending"] == "walkover" or (lost and not cheap):
        if named:
            yield f"{side}: nobody is most valuable here"
        return
    fit = [player["key"] for player in sheet["players"] if _able(player["key"], sheet)]
    if len(named) != min(3, len(fit)) or any(named.count(key) > 1 or key not in fit for key in named):
        yield f"{side}: {named} nominated"


def _end(report: Data, sheets: dict[str, Data]) -> Iterator[str]:
    level = report["home"]["score"] == report["away"]["score"]
    if report["kind"] != "exhibition" and (report["overtime"] or report["shoot_out"]):
        yield "level scores stand in this league" if level else "nothing to decide"
    if report["ending"] == "played" and report["gave_up"]:
        yield "given up and played"
    if report["ending"] == "conceded" and not report["gave_up"]:
        yield "given up by nobody"
    if report["ending"] == "walkover":
        for side in ("home", "away"):
            mine = report[side]
            came = report["gave_up"] == OTHER[side]
            if mine["awarded"] != (1 if came else 0):
                yield f"{side}: a walkover is worth one touchdown to who came"
            if mine["deeds"] or mine["casualties"] or mine["healed_kos"] or mine["sent_off"]:
                empty = not any(sum(row["counts"].values()) for row in mine["deeds"])
                if not empty or mine["casualties"] or mine["healed_kos"] or mine["sent_off"]:
                    yield f"{side}: nothing happens in a match that is not played"
        if report["events"]:
            yield "no events either"
    players = report["could_field"]
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


def _dice(report: Data) -> Iterator[str]:
    """Compendium and core rules: which dice there are, by what they are for."""
    kinds = {"casualty": (6, 8), "regeneration": (6,), "poison": (6,), "fans": (6, 6), "mvp": (3,)}
    for key, faces in report["dice"].items():
        purpose = key.split("/")[0]
        sides = kinds.get(purpose)
        if purpose == "winnings":
            sides = (3,) if report["kind"] == "friendly" else (6,)
        if sides is not None and tuple(faces) not in set(product(*(range(1, side + 1) for side in sides))):
            yield f"{key}: {faces}"
        told = [one for side in ("home", "away") for one in report[side]["casualties"] if one["victim"] in key]
        if purpose == "casualty" and not told:
            yield f"{key}: nobody was hurt"


def _events(report: Data, sheets: dict[str, Data]) -> Iterator[str]:
    """Each event against all that came before it. Who did nothing wrong before the clock is not asked about it."""
    events = sorted(enumerate(report["events"]), key=lambda one: (*_clock(one[0], report["events"]), one[0]))
    order = [event for _, event in events]
    halves = HALVES + bool(report["overtime"])
    for nth, event in enumerate(order):
        if not 0 <= event["half"] <= halves or not 0 <= event["turn"] <= TURNS:
            yield f"{event['key']}: half {event['half']}, turn {event['turn']}"
        if [one["key"] for one in order].count(event["key"]) > 1:
            yield f"{event['key']}: told twice"
        if event["side"] and event["kind"] in ON_THE_PITCH and event["player"]:
            if not _able(event["player"], sheets[event["side"]]):
                yield f"{event['key']}: {event['player']} does not play"
            if _off(event["side"], event["player"], order[:nth], sheets):
                yield f"{event['key']}: {event['player']} had left for good"


def _clock(at: int, events: list[Data]) -> tuple[int, int]:
    """When it was: what nobody dated was when the one before it was."""
    half = turn = 0
    for event in events[: at + 1]:
        if event["half"]:
            turn = event["turn"] or (turn if event["half"] == half else 0)
            half = event["half"]
    return half, turn


def _off(side: str, player: str, before: list[Data], sheets: dict[str, Data]) -> bool:
    """Sent off or killed, and nothing brought him back."""
    off = False
    for event in before:
        if event["side"] != side or event["player"] != player:
            continue
        if event["kind"] == "sent-off" or (event["kind"] == "casualty" and event["result"] == "dead"):
            off = True
        elif event["kind"] == "casualty":
            off = False  # whether he was healed, only his dice know
        elif event["kind"] == "back":
            off = False
    return off and _able(player, sheets[side])

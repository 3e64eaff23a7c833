"""The engine alone: no database, no Django, one core."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import count, cycle, islice, product
from typing import Any

from engine import effects as fx
from engine import history, rulesets
from engine.dice import SeededDice
from engine.match import checks
from engine.match.adding_up import report_from_events
from engine.match.after import steps
from engine.match.events import Event
from engine.match.played import problems as validate
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets import Ruleset
from engine.season.round_robin import round_robin
from engine.team.draft import decide_draft, problems
from engine.team.evolve import fold
from engine.team.sample import sample
from engine.team.sheet import TeamSheet
from engine.typed import plain
from matches.demo.squads import SQUADS
from tests.bench.matches import SEED, cause, drafted, report_of
from tests.bench.measuring import Watch, milliseconds

World = dict[str, TeamSheet]


def sequences_per_second(*, matches: int) -> float:
    """Post-match sequences of whole matches: both teams, every step of the ruleset."""
    ruleset = rulesets.get("bb2016")
    world, watch = drafted(ruleset), Watch()
    pairings = cycle([pairing for played in round_robin(list(world)) for pairing in played])
    for nth, (home, away) in enumerate(islice(pairings, matches)):
        if nth % 28 == 0:
            world = drafted(ruleset)  # a new season: teams that never hire would wear out
        match = f"m{nth}"
        report = report_of(match, world[home], world[away], ruleset)
        dice = SeededDice(SEED + match.encode())
        played = cause("match", match, (home, away), report=plain(report))
        world = _told(played, world, report, dice, ruleset)
        with watch.running():
            for team in (home, away):
                world = _sequence(match, team, world, report, dice, ruleset)
    return matches / watch.seconds


def _sequence(match: str, team: str, world: World, report: MatchReport, dice: SeededDice, ruleset: Ruleset) -> World:
    for nth, name in enumerate(steps(ruleset), start=1):
        world = _told(cause("post-match", match, (team,), nth, step=name), world, report, dice, ruleset)
    return world


def _told(told: history.Cause, world: World, report: MatchReport, dice: SeededDice, ruleset: Ruleset) -> World:
    decision = history.decide(told, world, report, dice, ruleset)
    if decision.choice is not None:
        chosen = replace(told, inputs={**told.inputs, "choice": decision.choice.default or decision.choice.options[0]})
        decision = history.decide(chosen, world, report, dice, ruleset)
    return history.fold([replace(told, effects=decision.effects)], world)


def folding(*, effects: int, times: int) -> dict[str, float]:
    """Milliseconds for a team with so many effects: from what was read already, and from its stored form."""
    happened = career(effects)
    stored = [fx.to_data(effect) for effect in happened]
    return {
        "folded": milliseconds(lambda: fold(TeamSheet("t1"), happened), times=times),
        "read": milliseconds(lambda: fold(TeamSheet("t1"), map(fx.from_data, stored)), times=times),
    }


def drafting(*, times: int) -> dict[str, float]:
    """Milliseconds of a check on each keystroke: the slowest team list of each edition, its sample as the draft."""
    slowest = {}
    for key in rulesets.available():
        ruleset = rulesets.get(key)
        drafts = [sample(roster.key, ruleset, "Bench") for roster in ruleset.teams]
        checks = (partial(problems, draft, ruleset) for draft in drafts)
        slowest[ruleset.name] = max(milliseconds(check, times=times) for check in checks)
    return slowest


def validating(*, events: int, times: int) -> float:
    """Milliseconds to look at a report of so many events: what it adds up to, and every check of it."""
    ruleset = rulesets.get("bb2016")
    home, away = list(drafted(ruleset).values())[:2]
    told = tuple(islice(_evening(home, away), events))
    sheets: dict[Side, TeamSheet] = {"home": home, "away": away}
    nominees: dict[Side, tuple[str, ...]] = dict.fromkeys(SIDES, ("p1", "p2", "p3"))
    report = report_from_events(told, None, sheets, ruleset, nominees=nominees)
    teams = {home.key: home, away.key: away}
    found = validate("m1", report, teams, ruleset)
    if len(report.events) != events or checks.errors(found):
        raise ValueError(f"This is no report of {events} events that could be: {[str(one) for one in found]}")
    return milliseconds(lambda: validate("m1", report, teams, ruleset), times=times)


def _evening(home: TeamSheet, away: TeamSheet) -> Iterator[Event]:
    """Turn after turn: both sides play, pass, foul and knock down, and somebody is carried off now and then."""
    numbers = count(1)
    fit: dict[Side, list[str]] = {"home": [one.key for one in home.fit], "away": [one.key for one in away.fit]}
    for half, turn, side in product((1, 2), range(1, 9), SIDES):
        mine, foes = fit[side], fit[other_side(side)]
        acts: list[dict[str, Any]] = [
            {"kind": "turn"},
            {"kind": "completion", "player": mine[turn % 5]},
            {"kind": "foul", "player": mine[turn % 7], "other": foes[turn % 3]},
            {"kind": "reroll"},
            {"kind": "completion", "player": mine[turn % 4]},
            {"kind": "weather", "what": "nice"},
            {"kind": "note", "note": "A fine evening."},
        ]
        if turn % 4 == 3:
            dice = {"casualty": (1, turn)}
            acts += [{"kind": "touchdown", "player": mine[0]}]
            acts += [{"kind": "casualty", "player": mine[-half], "cause": "crowd", "dice": dice}] if turn == 3 else []
        for act in acts:
            yield Event(f"e{next(numbers)}", half=half, turn=turn, side=side, **act)


def career(effects: int) -> list[fx.Effect]:
    """A long one: the draft, then match after match with deeds, an injury, gold, fans and an improvement."""
    squad = SQUADS[0].draft
    happened: list[fx.Effect] = list(decide_draft(squad, rulesets.get("bb2016")))
    keys = cycle(f"p{nth}" for nth in range(1, len(squad.players) + 1))
    while len(happened) < effects:
        happened += [
            fx.MatchPlayed(f"m{len(happened)}", "t2", "win", 2, 1, 3, 2, 2, 14_000, 1, 1_145_000, ("p1", "p2")),
            *(fx.SppEarned(next(keys), "touchdown", 1, 3) for _ in range(8)),
            fx.InjurySuffered(next(keys), "broken-ribs", misses_next=True),
            fx.GoldChanged(60_000, "winnings"),
            fx.GoodsChanged("fan-factor", 1),
            fx.ImprovementTaken(next(keys), "normal", "Block", 20_000),
            fx.GoldChanged(-50_000, "player-hired"),
        ]
    return happened[:effects]


def loading() -> dict[str, float]:
    """Reading all rulesets: cold in a process of its own, warm, and what they weigh."""
    tracemalloc.start()
    began = time.perf_counter()
    for key in rulesets.available():
        rulesets.get(key)
    cold = time.perf_counter() - began
    weight = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    began = time.perf_counter()
    for key in rulesets.available():
        rulesets.get(key)
    return {"cold": cold, "warm": time.perf_counter() - began, "bytes": weight}


if __name__ == "__main__":
    print(json.dumps(loading()))

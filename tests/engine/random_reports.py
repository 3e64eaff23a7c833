"""Reports and events by chance: most of them nearly right, so that what is wrong is found among what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, get_args

from engine.match.events import Event, EventKind
from engine.match.prematch import PreMatch, SidePreMatch
from engine.match.report import Casualty, Deeds, Ending, Kind, MatchReport, SideReport
from engine.rulesets.model import Ruleset
from engine.tally import Tally
from engine.team.sheet import Player, TeamSheet
from tests.engine.given import a_sheet
from tests.engine.reporting import told

KINDS: tuple[EventKind, ...] = get_args(EventKind)
HIRED = "merc-1"
WORDS = (
    "",
    "p1",
    "p2",
    "p9",
    "p12",
    "p99",
    "block",
    "crowd",
    "fall",
    "dead",
    "badly-hurt",
    "bribe",
    "card",
    "staff",
    HIRED,
    "💀",
)
BACK = ("bribe", "card", "recovered", "argued", "stadium", "staff", "event", "inducement", "", "other", "banana")
STATUSES = ("active",) * 9 + ("journeyman", "star", "mercenary", "dead", "retired", "left")


def a_random_squad(random: Random, key: str) -> TeamSheet:
    """Twelve linemen, some of whom are not quite that."""
    sheet = a_sheet(key, positions={"lineman": 12})

    def changed(player: Player) -> Player:
        status: Any = random.choice(STATUSES)
        return replace(player, status=status, misses_next=random.random() < 0.05)

    players = tuple(changed(player) if random.random() < 0.3 else player for player in sheet.players)
    if random.random() < 0.3:
        hired: Any = replace(players[0], key=HIRED, number=99, name="Hired", status="mercenary", misses_next=False)
        players = (*players, hired)
    goods = sheet.goods.plus("apothecary", random.choice([0, 1, 1, 2]))
    induced = Tally({"bribe": random.choice([0, 1]), "wizard": random.choice([0, 0, 1])})
    return replace(sheet, players=players, goods=goods, induced=induced)


def a_random_event(random: Random, nth: int = 0) -> Event:
    """Anything at all."""
    word: Callable[[], str] = lambda: random.choice(WORDS)  # noqa: E731 - short, and said once
    return Event(
        key=f"e{random.choice([nth, nth, nth, 1])}",
        kind=random.choice(KINDS),
        half=random.choice([0, 1, 1, 2, 3, -1]),
        turn=random.choice([0, 1, 2, 5, 8, 9]),
        side=random.choice(["", "home", "away"]),
        player=word(),
        other=word(),
        cause=word(),
        what=word(),
        result=word(),
        apothecary=random.random() < 0.2,
        igor=random.random() < 0.1,
        kept=random.choice(["", "first", "second"]),
        dice=random.choice([{}, {"casualty": (3, 3)}, {"casualty": (9,)}, {"regeneration/igor": (4,), "x": ()}]),
        lasting=word(),
        second=word(),
        own=random.random() < 0.2,
        regenerated=random.random() < 0.1,
    )


# A death by the dice of each edition, and something milder.
DEADLY = ((6, 1), (6,), (16,), (1, 1), (1,))


def a_plausible_event(
    random: Random,
    nth: int,
    sheets: dict[str, TeamSheet],
    when: tuple[int, int],
    deadly: tuple[tuple[int, ...], ...] = DEADLY,
) -> Event:
    """Something that happens in matches, by somebody who could be there."""
    side: Any = random.choice(["home", "away"])
    other: Any = "away" if side == "home" else "home"
    fit = {name: [player.key for player in sheets[name].fit] or ["p1"] for name in sheets}
    event = Event(f"e{nth}", "note", half=when[0], turn=when[1], side=side)
    kind = random.choice(["touchdown", "completion", "casualty", "ko", "foul", "sent-off", "back", "turn", "reroll"])
    player, foe = random.choice(fit[side]), random.choice(fit[other])
    if kind in ("touchdown", "completion", "sent-off"):
        return replace(event, kind=kind, player=player)
    if kind == "back":
        return replace(event, kind=kind, player=player, what=random.choice(BACK[:8] if random.random() < 0.8 else BACK))
    if kind == "foul":
        return replace(event, kind=kind, player=player, other=random.choice(["", foe]))
    if kind in ("casualty", "ko"):
        cause = random.choice(["block", "foul", "crowd", "fall", "bomb"])
        by = "" if cause == "fall" else random.choice(["", foe, foe])
        result = random.choice(["", "", "badly-hurt", "dead", "dead"]) if kind == "casualty" else ""
        dice = (
            {"casualty": random.choice(deadly)} if kind == "casualty" and not result and random.random() < 0.3 else {}
        )
        return replace(event, kind=kind, player=player, other=by, cause=cause, result=result, dice=dice)
    return replace(event, kind=kind, side=side)


def a_random_report(random: Random, sheets: dict[str, TeamSheet], rules: Ruleset) -> MatchReport:
    """A report of a plausible match, spoiled in up to three places."""
    clock = sorted((random.choice([1, 2]), random.randint(1, 8)) for _ in range(random.randint(0, 9)))
    events = [a_plausible_event(random, nth, sheets, when) for nth, when in enumerate(clock)]
    ending: Ending = random.choice(["played"] * 6 + ["conceded", "walkover"])
    kind: Kind = random.choice(["competition"] * 6 + ["friendly", "exhibition"])
    gave_up: Any = "" if ending == "played" else random.choice(["home", "away", "away", ""])
    nominees: dict[Any, tuple[str, ...]] = {side: _nominees(random, sheets[side]) for side in ("home", "away")}
    if kind != "competition" or ending == "walkover":
        nominees = {"home": (), "away": ()}
    elif ending == "conceded" and gave_up:
        nominees[gave_up] = ()
    if rules.mvp.method != "nominated":
        nominees = {"home": (), "away": ()}
    report = told(
        *(_fields(event) for event in ([] if ending == "walkover" else events)),
        rules=rules,
        home=sheets["home"],
        away=sheets["away"],
        nominees=nominees,
        ending=ending,
        gave_up=gave_up,
        kind=kind,
    )
    if random.random() < 0.3:
        report = replace(report, events=())  # only the totals were written down
    if rules.options.draws != "stand":
        report = _decided(random, report)
    for _ in range(random.choice([0, 0, 1, 1, 2, 3])):
        report = random.choice(SPOILERS)(random, report)
    return report


def _decided(random: Random, report: MatchReport) -> MatchReport:
    """Level scores are broken, most of the time as they should be."""
    winner: Any = random.choice(["home", "away", "home", "away", ""])
    level = report.home.score == report.away.score and report.ending == "played"
    return replace(report, overtime=random.random() < 0.7 and level, shoot_out=winner if level else "")


def _fields(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in Event.__dataclass_fields__}


def _nominees(random: Random, sheet: TeamSheet) -> tuple[str, ...]:
    fit = [player.key for player in sheet.fit]
    return tuple(random.sample(fit, min(3, len(fit))))


# What people get wrong, one thing at a time.


def _side(random: Random, report: MatchReport, **changes: Any) -> MatchReport:
    if random.random() < 0.5:
        return replace(report, home=replace(report.home, **changes))
    return replace(report, away=replace(report.away, **changes))


def _who(random: Random) -> str:
    return HIRED if random.random() < 0.1 else f"p{random.randint(1, 13)}"


def _score(random: Random, report: MatchReport) -> MatchReport:
    return _side(random, report, score=random.randint(-1, 3))


def _deeds(random: Random, report: MatchReport) -> MatchReport:
    counts = Tally({random.choice(["touchdown", "completion", "superb-throw", "mvp"]): random.choice([-1, 1, 2, 100])})
    return _side(random, report, deeds=tuple(Deeds(_who(random), counts) for _ in range(random.randint(1, 2))))


def _casualties(random: Random, report: MatchReport) -> MatchReport:
    hurt = tuple(
        Casualty(
            _who(random),
            random.choice(["block", "fall", "boredom", "crowd"]),
            random.choice([None, _who(random)]),
            apothecary=random.random() < 0.4,
            kept=random.choice(["", "", "first"]),
            result=random.choice(["", "dead", "hangover", "badly-hurt"]),
            lasting=random.choice(["", "", "broken-arm"]),
        )
        for _ in range(random.randint(1, 3))
    )
    return _side(random, report, casualties=hurt)


def _healed(random: Random, report: MatchReport) -> MatchReport:
    return _side(random, report, healed_kos=tuple(_who(random) for _ in range(random.randint(1, 2))))


def _named(random: Random, report: MatchReport) -> MatchReport:
    return _side(random, report, nominees=tuple(_who(random) for _ in range(random.randint(0, 4))))


def _sent_off(random: Random, report: MatchReport) -> MatchReport:
    return _side(random, report, sent_off=tuple(_who(random) for _ in range(random.randint(1, 2))))


def _used(random: Random, report: MatchReport) -> MatchReport:
    if random.random() < 0.6:
        written = SidePreMatch(induced=())
        report = replace(report, prematch=PreMatch(home=written, away=written))
    what = random.choice(["wizard", "wizard", "bribe", "igor", "apothecary", "💀"])
    return _side(random, report, used=Tally({what: random.choice([1, 2])}))


def _brought_back(random: Random, report: MatchReport) -> MatchReport:
    """Somebody leaves, something brings him back, and he goes on as if nothing had happened."""
    player, gone = f"p{random.randint(1, 12)}", random.choice(["sent-off", "casualty", "casualty"])
    result = random.choice(["dead", "badly-hurt"]) if gone == "casualty" else ""
    kinds: list[tuple[EventKind, dict[str, str]]] = [
        ("casualty", {"result": result}) if gone == "casualty" else ("sent-off", {}),
        ("back", {"what": random.choice(BACK)}),
        ("completion", {}),
    ]
    events = tuple(
        Event(f"b{nth}", kind, half=1, turn=nth, side="home", player=player, **more)
        for nth, (kind, more) in enumerate(kinds, start=1)
    )
    return _told_anew(report, events)


def _scoring(random: Random, report: MatchReport) -> MatchReport:
    """Many touchdowns in one turn, with and without something that gives a turn more; or many in the totals."""
    times = random.choice([1, 2, 3, 4, 5])
    if random.random() < 0.3:
        times = random.choice([10, 14, 18, 25, 40])
        return _side(random, report, score=times, deeds=(Deeds("p1", Tally({"touchdown": times})),))
    what = random.choice(["", "riot", "time-out", "blitz"])
    events = (
        Event("k1", "kick-off", half=1, turn=2, side="away", what=what),
        *(Event(f"s{nth}", "touchdown", half=1, turn=2, side="home", player="p1") for nth in range(times)),
    )
    return _told_anew(report, events)


def _told_anew(report: MatchReport, events: tuple[Event, ...]) -> MatchReport:
    """Only this happened, and the totals say the same."""
    scored = sum(event.kind == "touchdown" for event in events)
    hurt = tuple(Casualty(event.player, "other", result=event.result) for event in events if event.kind == "casualty")
    deeds = (Deeds("p1", Tally({"touchdown": scored})),) if scored else ()
    home = replace(report.home, score=scored, deeds=deeds, casualties=hurt, healed_kos=(), sent_off=(), awarded=0)
    away = replace(report.away, score=0, deeds=(), casualties=(), healed_kos=(), sent_off=(), awarded=0)
    return replace(report, home=home, away=away, events=events, dice={}, ending="played", gave_up="")


def _awarded(random: Random, report: MatchReport) -> MatchReport:
    side: SideReport = report.home
    return replace(report, home=replace(side, awarded=side.awarded + 1, score=side.score + random.choice([0, 1])))


def _ended(random: Random, report: MatchReport) -> MatchReport:
    changes: list[dict[str, Any]] = [
        {"gave_up": random.choice(["home", "away", ""])},
        {"could_field": random.choice([-1, 0, 2, 3, 14])},
        {"overtime": True},
        {"shoot_out": "home"},
        {"ending": random.choice(["played", "conceded", "walkover"])},
        {"kind": random.choice(["friendly", "exhibition", "competition"])},
    ]
    return replace(report, **random.choice(changes))


def _thrown(random: Random, report: MatchReport) -> MatchReport:
    key = random.choice(["casualty/t1/p1", "mvp/t1", "fans/t2", "winnings/t1/1", "winnings/t1/1/d3", "luck/t1"])
    return replace(report, dice={**report.dice, key: random.choice([(1,), (3, 8), (7, 1), (6, 6), ()])})


def _event(random: Random, report: MatchReport) -> MatchReport:
    events = list(report.events)
    events.insert(random.randint(0, len(events)), a_random_event(random, random.randint(1, 12)))
    return replace(report, events=tuple(events))


def _gone(random: Random, report: MatchReport) -> MatchReport:
    """Somebody leaves early, and is in the way of what he did later."""
    somebody = next((event for event in reversed(report.events) if event.player and event.side), None)
    if somebody is None:
        return report
    left = Event("left", "sent-off", half=1, turn=1, side=somebody.side, player=somebody.player)
    return replace(report, events=(left, *report.events))


SPOILERS = (
    _score,
    _deeds,
    _casualties,
    _healed,
    _named,
    _sent_off,
    _awarded,
    _ended,
    _thrown,
    _event,
    _gone,
    _used,
    _brought_back,
    _brought_back,
    _scoring,
)

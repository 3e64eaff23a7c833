"""Who comes back by what, and the words of events (league rules, injuries; core rules, fouls; pre-match sequence)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.match.checks import problems
from engine.match.played import problems as all_problems
from engine.match.prematch import HeldCard, Induced, PreMatch, SidePreMatch
from engine.match.returns import UNDOES, ways_back
from engine.rulesets.model import Ruleset
from engine.rulesets.options import with_options
from engine.tally import Tally
from tests.engine.given import RULES
from tests.engine.reporting import AWAY, HOME, events, found, ours, theirs, told, with_sides

BASIC, LRB6, BB2020 = (rulesets.get(key) for key in ("basic", "lrb6", "bb2020"))
EVENTS_ON = with_options(RULES, {"match-events": True})
KNOCKED_OUT = ours("ko", "p1", cause="fall", half=1, turn=2)
CARRIED_OFF = ours("casualty", "p1", cause="crowd", half=1, turn=2, result="badly-hurt")
KILLED = ours("casualty", "p1", cause="crowd", half=1, turn=2, dice={"casualty": (6, 1)})
SENT_OFF = ours("sent-off", "p1", half=1, turn=2, cause="foul")
LATER: dict[str, Any] = {"half": 1, "turn": 4}


def returning(gone: dict[str, Any], what: str, rules: Ruleset = EVENTS_ON) -> list[str]:
    """Codes of what is said about it when he comes back by that and scores."""
    report = told(gone, ours("back", "p1", what=what, half=1, turn=3), ours("touchdown", "p1", **LATER), rules=rules)
    return [one.split()[0] for one in found(report, rules) if one.startswith(("back", "acts", "event"))]


REFUSED = {
    "knocked-out": ["back_not_by", "acts_while_knocked_out"],
    "casualty": ["back_not_by", "acts_after_casualty"],
    "dead": ["back_not_by", "acts_after_casualty"],
    "sent-off": ["back_not_by", "acts_after_sent_off"],
}


@pytest.mark.parametrize("what", UNDOES)
@pytest.mark.parametrize(
    ("gone", "why"),
    [(KNOCKED_OUT, "knocked-out"), (CARRIED_OFF, "casualty"), (KILLED, "dead"), (SENT_OFF, "sent-off")],
    ids=["knocked out", "carried off", "killed", "sent off"],
)
def test_each_word_undoes_what_it_can_undo(gone: dict[str, Any], why: str, what: str) -> None:
    """001, restarting the match: who is knocked out wakes up; 000, 1002-1010, arguing, and bribes: who is sent off
    stays; 000, 4984-4998, Magic Sponge; 3585-3920, stadiums; 3921-4580, match events; 3130-3262, staff."""
    undone: tuple[str, ...] = (*UNDOES[what], *(("dead",) if what == "card" else ()))
    asked = [] if why == "knocked-out" else ["back_again"]
    assert returning(gone, what) == (asked if why in undone else REFUSED[why])


@pytest.mark.parametrize("gone", [CARRIED_OFF, KILLED, SENT_OFF], ids=["carried off", "killed", "sent off"])
@pytest.mark.parametrize(("what", "code"), [("", "back_by_nothing"), ("banana", "event_word"), ("other", "event_word")])
def test_by_nothing_and_by_no_known_word_nobody_comes_back(gone: dict[str, Any], what: str, code: str) -> None:
    """000, league rules, injuries: no action after death, or after being sent off."""
    told_so = returning(gone, what)
    assert code in told_so
    assert told_so[-1] in ("acts_after_casualty", "acts_after_sent_off")


@pytest.mark.parametrize(
    ("rules", "what", "may"),
    [(RULES, "staff", False), (BB2020, "staff", True), (RULES, "card", True), (LRB6, "staff", False)],
    ids=["bb2016 staff", "bb2020 staff", "bb2016 card", "lrb6 staff"],
)
def test_only_whose_words_reach_the_dead_brings_them_back(rules: Ruleset, what: str, may: bool) -> None:
    """Krot Shockwhisker: 000, 3130-3262, not the dead; data of the 2020 edition: even the dead."""
    assert ("dead" in ways_back(rules).get(what, ())) is may


def test_death_that_is_told_is_death_as_well_as_death_by_dice() -> None:
    """000, 2473-2530, casualty table."""
    told_dead = {**KILLED, "dice": {}, "result": "dead"}
    assert returning(told_dead, "staff") == returning(KILLED, "staff") == REFUSED["dead"]
    hurt = {**KILLED, "dice": {"casualty": (5, 8)}}
    assert returning(hurt, "staff") == ["back_again"]


def test_the_dead_are_not_hurt_again() -> None:
    """000, 2473-2530. Who only may have been healed, may be: the sides say more about him."""
    again = ours("casualty", "p1", cause="crowd", **LATER)
    assert "acts_after_casualty events.e2.player" in found(told(KILLED, again))
    assert "acts_after_casualty events.e2.player" not in found(told({**KILLED, "dice": {"casualty": (5, 8)}}, again))


@pytest.mark.parametrize(
    ("rules", "ways"),
    [
        (BASIC, {"recovered"}),
        (LRB6, {"recovered", "bribe", "argued", "inducement"}),
        (BB2020, {*UNDOES} - {"stadium", "event"}),
        (RULES, {*UNDOES} - {"event"}),
        (EVENTS_ON, {*UNDOES}),
    ],
    ids=["basic", "lrb6", "bb2020", "bb2016", "bb2016 with match events"],
)
def test_only_what_a_league_plays_with_is_there(rules: Ruleset, ways: set[str]) -> None:
    """002 has neither bribes nor cards; 000, 3921-4580: match events are an option."""
    assert set(ways_back(rules)) == ways


def test_a_bribe_that_brings_back_who_was_sent_off_is_none_for_a_casualty_of_his() -> None:
    """000, 2732-2781: a second casualty needs something that undid the first."""
    bribed = (SENT_OFF, ours("back", "p1", what="bribe", half=1, turn=3))
    twice = [ours("casualty", "p1", cause="crowd", half=half, turn=5, result="badly-hurt") for half in (1, 2)]
    assert "casualty_twice home.casualties" in found(told(*bribed, *twice))
    healed = ours("back", "p1", what="staff", half=2, turn=1)
    assert "casualty_twice home.casualties" not in found(told(*bribed, twice[0], healed, twice[1]))


def test_waking_up_is_no_apothecary() -> None:
    """000, coaching staff: an apothecary that nobody has comes by something that heals."""
    patient = ours("casualty", "p1", cause="crowd", apothecary=True, half=1, turn=1)
    for what, code in (("recovered", "apothecary_too_often"), ("staff", "apothecary_by_extra")):
        report = told(patient, ours("back", "p1", what=what, half=1, turn=2))
        assert f"{code} home.casualties" in found(report)


# Words


@pytest.mark.parametrize(
    ("rules", "kind", "what", "wrong"),
    [
        (BB2020, "prayer", "stiletto", False),
        (BB2020, "prayer", "nonsense", True),
        (RULES, "prayer", "stiletto", True),
        (RULES, "card", "magic-sponge", False),
        (RULES, "card", "nonsense", True),
        (RULES, "card", "miracle-worker", True),
        (BB2020, "card", "A title off the card", False),
        (LRB6, "card", "miracle-worker", True),
        (BASIC, "card", "magic-sponge", True),
        (EVENTS_ON, "event", "amnesty", False),
        (EVENTS_ON, "event", "nonsense", True),
        (RULES, "event", "amnesty", True),
        (RULES, "inducement", "wizard", False),
        (RULES, "inducement", "apothecary", False),
        (RULES, "inducement", "nonsense", True),
        (RULES, "reroll", "Pro", False),
        (RULES, "reroll", "leader", False),
        (RULES, "reroll", "nonsense", True),
        (RULES, "back", "nonsense", True),
        (BASIC, "weather", "nice", True),
    ],
    ids=str,
)
def test_a_word_is_one_that_the_edition_knows_and_the_league_plays_with(
    rules: Ruleset, kind: str, what: str, wrong: bool
) -> None:
    """000, 2675-2797, 4790-6530 and 3921-4580; 003, prayers; 002 has no such things."""
    for word, refused in ((what, wrong), ("", False)):
        report = with_sides(events=events(ours(kind, "p1", what=word)))
        codes = {"event_word events.e1.what", "event_result events.e1.what"} & set(found(report, rules))
        assert bool(codes) is refused


def test_a_card_that_its_side_holds_is_a_card() -> None:
    """000, 2782-2797: with physical decks of their own, coaches write down what they drew."""
    held = PreMatch(home=SidePreMatch(cards=(HeldCard("ours", "our-own"),)))
    for event, wrong in ((ours("card", what="our-own"), False), (theirs("card", what="our-own"), True)):
        report = with_sides(events=events(event), prematch=held)
        assert ("event_word events.e1.what" in found(report)) is wrong


def test_a_match_event_is_one_of_its_team() -> None:
    """000, 3921-4580: some teams have events of their own."""
    own = next(group for group in EVENTS_ON.events if group.teams)
    key = own.events[0].key
    others = replace(HOME, roster=own.teams[0])
    report = with_sides(events=events(ours("event", what=key)))
    assert ("event_word events.e1.what" in found(report, EVENTS_ON)) is (HOME.roster not in own.teams)
    assert "event_word events.e1.what" not in found(report, EVENTS_ON, home=others)


@pytest.mark.parametrize("kind", ["casualty", "ko"])
@pytest.mark.parametrize(
    ("name", "word", "wrong"),
    [
        ("cause", "block", False),
        ("cause", "boredom", True),
        ("result", "dead", False),
        ("result", "hangover", True),
        ("second", "hangover", True),
        ("lasting", "hangover", True),
    ],
)
def test_how_somebody_was_hurt_is_a_word_of_the_tables(kind: str, name: str, word: str, wrong: bool) -> None:
    """000, 2473-2530. Events are looked at by themselves, whatever the typed totals say."""
    report = with_sides(events=events(ours(kind, "p1", **{name: word})))
    assert (f"event_hurt events.e1.{name}" in found(report)) is wrong


@pytest.mark.parametrize(("cause", "wrong"), [("", False), ("foul", False), ("secret-weapon", False), ("tea", True)])
def test_what_somebody_is_sent_off_for_is_known(cause: str, wrong: bool) -> None:
    """000, core rules, fouls and secret weapons."""
    report = told(ours("sent-off", "p1", cause=cause))
    assert ("event_sent_off_for events.e1.cause" in found(report)) is wrong


def test_a_nonsense_card_gives_nobody_anything() -> None:
    """000, 2732-2797: it is an error, so what it would excuse is not filed either."""
    told_so = told(
        ours("card", what="nonsense"),
        ours("inducement", what="wizard"),
        theirs("touchdown", "p2"),
    )
    report = replace(told_so, prematch=PreMatch(home=SidePreMatch(induced=()), away=SidePreMatch(induced=())))
    sheets = {"t1": replace(HOME, induced=Tally()), "t2": AWAY}
    codes = {one.code: one.severity for one in problems(report, sheets, RULES)}
    assert codes["event_word"] == "error"


# Hired


@pytest.mark.parametrize("hired", [True, False])
def test_a_mercenary_plays_only_if_he_was_hired(hired: bool) -> None:
    """000, 3008-3450, mercenaries: he stands on the sheet of the day if he was bought, and nowhere otherwise."""
    bought = (Induced("mercenary", about="lineman"),) if hired else ()
    prematch = PreMatch(home=SidePreMatch(induced=bought, treasury=80_000 * hired), away=SidePreMatch(induced=()))
    rich = replace(HOME, balance=200_000)
    report = replace(told(ours("completion", "merc-1", half=1, turn=1)), prematch=prematch)
    told_so = {(one.code, one.where) for one in all_problems("m1", report, {"t1": rich, "t2": AWAY}, RULES)}
    strange = {one for one in told_so if one[0] == "player_of_another_team"}
    assert bool(strange) is not hired
    assert not hired or told_so == set()

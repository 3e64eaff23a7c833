"""Casualties, healers, deeds, what was used and what is unlikely (2016/17 league compendium; core rules; BB2020)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import rulesets
from engine.match.checks import blocking, problems
from engine.match.prematch import HeldCard, Induced, PreMatch, SidePreMatch
from engine.match.report import Casualty, Deeds
from engine.rulesets.model import Likely, Ruleset
from engine.tally import Tally
from engine.team.sheet import TeamSheet
from tests.engine.given import RULES, with_player
from tests.engine.reporting import AWAY, HOME, events, found, ours, said, theirs, told, with_sides

NEWEST = rulesets.get("bb2020")


def hurt(*casualties: Casualty, **more: Any) -> dict[str, Any]:
    return {"casualties": casualties, **more}


# Casualties


@pytest.mark.parametrize("cause", RULES.casualty_causes)
def test_only_who_can_have_done_it_is_named(cause: str) -> None:
    """Core rules: who falls, falls alone."""
    report = with_sides(hurt(Casualty("p1", cause, "p2")))
    assert found(report) == (["cause_without_actor home.casualties.0.by"] if cause == "fall" else [])
    assert found(with_sides(hurt(Casualty("p1", cause)))) == []


@pytest.mark.parametrize("key", rulesets.available())
def test_every_cause_says_who_can_have_caused_it(key: str) -> None:
    rules = rulesets.get(key)
    assert set(rules.casualty_actors) == set(rules.casualty_causes)
    assert (rules.actors("fall"), rules.actors("foul")) == (("nobody",), ("other",))


@pytest.mark.parametrize("result", [one.key for one in RULES.casualty.results])
def test_a_result_is_told_without_its_die(result: str) -> None:
    assert found(with_sides(hurt(Casualty("p1", "block", "p2", result=result)))) == []


@pytest.mark.parametrize("result", ["hangover", "seriously-hurt", "weeping-dagger "])
def test_a_result_is_one_of_the_table(result: str) -> None:
    report = with_sides(hurt(Casualty("p1", "block", "p2", result=result)))
    assert found(report) == ["unknown_result home.casualties.0.result"]


def test_what_poison_does_is_a_result_as_well() -> None:
    """2016/17 league compendium, skills: Weeping Dagger."""
    assert found(with_sides(hurt(Casualty("p1", "block", "p2", result="weeping-dagger")))) == []


def test_a_result_that_is_told_asks_for_no_dice() -> None:
    report = with_sides(hurt(Casualty("p1", "block", "p2", result="dead")), dice={"casualty/t1/p1": (6, 1)})
    assert found(report) == ["die_beside_result dice.casualty/t1/p1"]


@pytest.mark.parametrize(
    ("casualty", "wrong"),
    [
        ({"result": "lasting-injury", "lasting": "broken-arm"}, []),
        ({"result": "lasting-injury"}, []),
        ({"result": "dead", "lasting": "broken-arm"}, ["lasting_unasked home.casualties.0.lasting"]),
        ({"lasting": "broken-arm"}, ["lasting_unasked home.casualties.0.lasting"]),
        ({"result": "lasting-injury", "lasting": "gout"}, ["unknown_lasting home.casualties.0.lasting"]),
    ],
)
def test_a_lasting_injury_comes_with_its_result(casualty: dict[str, str], wrong: list[str]) -> None:
    """BB2020, casualties: lasting injury table."""
    report = with_sides(hurt(Casualty("p1", "block", "p2", **casualty), nominees=()), {"nominees": ()})
    assert found(report, NEWEST) == wrong


def test_of_an_unknown_lasting_injury_the_die_is_asked_for() -> None:
    casualty = Casualty("p1", "block", "p2", result="lasting-injury")
    dice = {"lasting/t1/p1": (6,)}
    assert found(with_sides(hurt(casualty, nominees=()), {"nominees": ()}, dice=dice), NEWEST) == []
    known = replace(casualty, lasting="broken-arm")
    report = with_sides(hurt(known, nominees=()), {"nominees": ()}, dice=dice)
    assert found(report, NEWEST) == ["die_unasked dice.lasting/t1/p1"]


@pytest.mark.parametrize(
    ("more", "wrong"),
    [({"second": "dead"}, "second_result home.casualties.0.second"), ({"regenerated": True}, "regenerated_without")],
)
def test_decay_and_regeneration_are_for_those_who_have_them(more: dict[str, Any], wrong: str) -> None:
    """2016/17 league compendium, skills: Decay, Regeneration."""
    plain = with_sides(hurt(Casualty("p1", "block", "p2", result="badly-hurt", **more)))
    assert [one for one in found(plain) if one.startswith(wrong)]
    rotter = next(
        (roster.key, position.key)
        for roster in RULES.teams
        for position in roster.positions
        if {"Decay", "Regeneration"} <= set(position.skills)
    )
    home = replace(with_player(HOME, "p1", position=rotter[1]), roster=rotter[0])
    assert [one for one in found(plain, home=home) if "casualties.0" in one] == []
    unsaid = with_sides(hurt(Casualty("p1", "block", "p2", **more)))
    assert [one for one in found(unsaid, home=home) if one.startswith(wrong)]


def test_whoever_something_brought_back_may_be_hurt_again() -> None:
    """A card or the staff: then it is asked about, and not refused."""
    twice = hurt(Casualty("p1", "block"), Casualty("p1", "foul"))
    assert found(with_sides(twice)) == ["casualty_twice home.casualties"]
    report = told(
        ours("casualty", "p1", cause="block", half=1, turn=1),
        ours("back", "p1", what="card", half=1, turn=2),
        ours("casualty", "p1", cause="foul", half=1, turn=3),
    )
    assert found(report) == ["back_again events.e3.player"]


# Sent off


def test_who_is_sent_off_is_a_player_of_the_day_and_goes_once() -> None:
    assert found(with_sides({"sent_off": ("p1", "p13")})) == ["player_of_another_team home.sent_off.p13"]
    assert found(with_sides({"sent_off": ("p1", "p1")})) == ["sent_off_twice home.sent_off.p1"]


# Apothecaries: the own one, and what a card adds


@pytest.mark.parametrize(("owned", "used", "wrong"), [(1, 1, False), (1, 2, True), (0, 1, True), (2, 2, False)])
def test_each_apothecary_helps_once(owned: int, used: int, wrong: bool) -> None:
    home = replace(HOME, goods=HOME.goods.plus("apothecary", owned))
    casualties = tuple(Casualty(f"p{nth}", "crowd", apothecary=True) for nth in range(1, used + 1))
    report = with_sides(hurt(*casualties))
    assert found(report, home=home) == (["apothecary_too_often home.casualties"] if wrong else [])


@pytest.mark.parametrize("kind", ["card", "event", "inducement", "back"])
def test_what_is_recorded_for_a_patient_may_have_been_an_apothecary(kind: str) -> None:
    """Cards, the stadium and match events heal as well: then it is asked about."""
    happened = (
        ours("casualty", "p1", cause="crowd", apothecary=True, half=1, turn=1),
        ours(kind, "p1", what={"inducement": "igor", "back": "stadium"}.get(kind, ""), half=1, turn=1),
    )
    report = told(*happened)
    assert "apothecary_by_extra home.casualties" in found(report, severity="warning")
    assert "apothecary_too_often home.casualties" not in found(report)
    somebody_else = told(happened[0], {**happened[1], "player": "p2"})
    assert "apothecary_too_often home.casualties" in found(somebody_else)


# What was used


def bought(**counts: int) -> TeamSheet:
    return replace(HOME, induced=Tally({key.replace("_", "-"): count for key, count in counts.items()}))


RECORDED = PreMatch(home=SidePreMatch(induced=()), away=SidePreMatch(induced=()))


BB2020 = rulesets.get("bb2020")


@pytest.mark.parametrize(
    ("doctors", "apothecaries", "hurt_treated", "kos", "igors", "wrong"),
    [
        (1, 0, 0, ("p5",), 0, []),
        (1, 0, 0, ("p5", "p6"), 0, ["apothecary_never home.healed_kos.0"]),
        (0, 0, 0, ("p5",), 0, ["apothecary_never home.healed_kos.0"]),
        (1, 0, 1, (), 0, ["apothecary_never home.casualties.0.apothecary"]),
        (1, 0, 0, ("p5",), 1, ["igor_too_often home.casualties"]),
        (1, 0, 0, (), 1, []),
        (1, 1, 1, ("p5",), 0, []),
        (1, 1, 0, ("p5",), 1, []),
        (1, 1, 1, ("p5", "p6"), 0, ["apothecary_too_often home.casualties"]),
    ],
)
def test_a_plague_doctor_treats_a_knocked_out_player_or_has_a_regeneration_thrown_again(
    doctors: int, apothecaries: int, hurt_treated: int, kos: tuple[str, ...], igors: int, wrong: list[str]
) -> None:
    """BB2020, inducements, Plague Doctor: one of the two, once in a match."""
    roster = "human" if apothecaries else "nurgle"
    home = replace(
        HOME, roster=roster, goods=Tally({"apothecary": apothecaries}), induced=Tally({"plague-doctor": doctors})
    )
    rules = replace(BB2020, casualty=replace(BB2020.casualty, regeneration=None)) if not igors else BB2020
    casualties = (
        *(Casualty(f"p{nth}", "crowd", apothecary=True) for nth in range(1, hurt_treated + 1)),
        *(Casualty(f"p{nth}", "crowd", igor=True) for nth in range(3, igors + 3)),
    )
    report = with_sides({"casualties": casualties, "healed_kos": kos, "nominees": ()}, {"nominees": ()})
    codes = ("apothecary_never", "apothecary_too_often", "igor_too_often")
    assert [one for one in found(report, rules, home=home) if one.startswith(codes)] == wrong


@pytest.mark.parametrize("status", ["star", "mercenary"])
def test_a_plague_doctor_treats_nobody_who_was_hired_for_the_match(status: str) -> None:
    home = with_player(replace(HOME, roster="nurgle", induced=Tally({"plague-doctor": 1})), "p5", status=status)
    report = with_sides({"healed_kos": ("p5",), "nominees": ()}, {"nominees": ()})
    assert "apothecary_never home.healed_kos.0" in found(report, BB2020, home=home)


@pytest.mark.parametrize(
    ("home", "used", "code"),
    [
        (bought(wizard=1), {"wizard": 1}, None),
        (bought(wizard=1), {"wizard": 2}, "used_too_often"),
        (bought(), {"wizard": 1}, "used_too_often"),
        (bought(bribe=2), {"bribe": 2}, None),
        (bought(bribe=2), {"bribe": 3}, "used_beyond_bought"),
        (bought(bloodweiser_keg=1), {"bloodweiser-keg": 9}, None),
        (bought(), {"bloodweiser-keg": 1}, "used_too_often"),
        (replace(HOME, goods=Tally({"apothecary": 1})), {"apothecary": 1}, None),
        (HOME, {"apothecary": 1}, "used_too_often"),
        (HOME, {"fireworks": 1}, "unknown_inducement"),
        (bought(wizard=1), {"wizard": -1}, "unknown_inducement"),
    ],
)
def test_no_more_is_used_than_was_bought(home: TeamSheet, used: dict[str, int], code: str | None) -> None:
    """2016/17 league compendium, inducements. A Bribe may have come by Get the Ref: then it is asked about."""
    report = with_sides({"used": Tally(used)}, prematch=RECORDED)
    (what,) = used
    assert found(report, home=home) == ([f"{code} home.used.{what}"] if code else [])


@pytest.mark.parametrize("key", ["bb2016", "lrb6", "bb2020", "basic"])
@pytest.mark.parametrize("owned", [0, 1])
def test_a_team_re_roll_may_have_come_by_the_kick_off_table(key: str, owned: int) -> None:
    """Kick-off table, Brilliant Coaching (002 1.2: Cheering Fans as well): a re-roll for who has none."""
    rules, home = rulesets.get(key), replace(HOME, goods=Tally({"reroll": owned}))
    report = with_sides({"used": Tally({"reroll": 2}), "nominees": ()}, {"nominees": ()})
    told_off = [one for one in found(report, rules, home=home, severity="warning") if ".used." in one]
    assert told_off == ([] if owned else ["used_beyond_bought home.used.reroll"])
    assert not [one for one in found(report, rules, home=home, severity="error") if ".used." in one]


def test_both_numbers_are_named() -> None:
    report = with_sides({"used": Tally({"wizard": 2})}, prematch=RECORDED)
    assert said(report, home=bought(wizard=1)) == ["Team t1 used Wizard (2 in all) and has 1."]


def test_where_nobody_wrote_down_what_was_bought_it_is_asked() -> None:
    for prematch in (None, PreMatch(), PreMatch(home=SidePreMatch(induced=None))):
        report = with_sides({"used": Tally({"wizard": 1})}, prematch=prematch)
        assert found(report, severity="warning") == ["inducements_not_recorded home.used.wizard"]
    recorded = PreMatch(home=SidePreMatch(induced=(Induced("wizard"),)))
    assert found(with_sides({"used": Tally({"wizard": 1})}, prematch=recorded), home=bought(wizard=1)) == []


@pytest.mark.parametrize(
    ("rules", "what", "code"),
    [
        (RULES, "wizard", "inducements_not_recorded"),
        (RULES, "apothecary", "used_too_often"),
        (rulesets.get("basic"), "igor", "used_too_often"),
    ],
    ids=["bb2016 wizard", "bb2016 apothecary", "basic igor"],
)
def test_what_is_a_team_s_own_nobody_had_to_write_down(rules: Ruleset, what: str, code: str) -> None:
    """000, coaching staff, and 002, 2.2: apothecaries and Basic's Igors are bought with the team."""
    report = with_sides({"used": Tally({what: 1}), "nominees": ()}, {"nominees": ()})
    assert [one for one in found(report, rules) if ".used." in one] == [f"{code} home.used.{what}"]


def test_what_a_card_gave_is_asked_about() -> None:
    report = told(
        ours("card", what="magic-sponge"), ours("inducement", what="wizard"), ours("inducement", what="wizard")
    )
    assert found(report, home=bought(wizard=1)) == ["used_beyond_bought home.used.wizard"]


@pytest.mark.parametrize(
    ("held", "wrong"),
    [(None, False), ((), True), (("heckler", "blackmail"), False), (("blackmail",), True)],
)
def test_a_card_is_played_by_who_holds_it(held: tuple[str, ...] | None, wrong: bool) -> None:
    """2016/17 league compendium, special play cards."""
    cards = None if held is None else tuple(HeldCard("deck", card) for card in held)
    report = with_sides(events=events(ours("card", what="heckler")), prematch=PreMatch(home=SidePreMatch(cards=cards)))
    assert found(report) == (["card_not_held home.cards"] if wrong else [])


def test_a_card_is_played_as_often_as_it_is_held() -> None:
    held = PreMatch(home=SidePreMatch(cards=(HeldCard("one", "heckler"), HeldCard("two", "heckler"))))
    twice = [ours("card", what="heckler"), ours("card", what="heckler")]
    assert found(with_sides(events=events(*twice), prematch=held)) == []
    assert found(with_sides(events=events(*twice, twice[0]), prematch=held)) == ["card_not_held home.cards"]


# Guests


@pytest.mark.parametrize("status", ["star", "mercenary"])
def test_a_guest_plays_like_anybody(status: str) -> None:
    home = with_player(HOME, "p1", status=status)
    report = told(ours("touchdown", "p1"), theirs("casualty", "p2", other="p1", cause="block"), home=home)
    assert found(report, home=home) == []


@pytest.mark.parametrize(
    ("edition", "status", "code"),
    [
        ("bb2016", "star", "apothecary_guest"),
        ("bb2016", "mercenary", None),
        ("bb2016", "journeyman", None),
        ("bb2020", "star", "apothecary_guest"),
        ("bb2020", "mercenary", "apothecary_guest"),
        ("bb2020", "journeyman", "apothecary_journeyman"),
    ],
)
def test_an_apothecary_does_not_help_everybody(edition: str, status: str, code: str | None) -> None:
    """2016/17 league compendium, star players; BB2020, apothecaries."""
    home = replace(with_player(HOME, "p1", status=status), goods=Tally({"apothecary": 1}))
    nominees = {"nominees": ()} if edition == "bb2020" else {}
    report = with_sides(hurt(Casualty("p1", "crowd", apothecary=True), **nominees), nominees)
    assert found(report, rulesets.get(edition), home=home) == ([f"{code} home.casualties.0.apothecary"] if code else [])


@pytest.mark.parametrize(("edition", "wrong"), [("bb2016", False), ("lrb6", False), ("bb2020", True)])
def test_a_guest_may_be_most_valuable_where_the_edition_lets_him(edition: str, wrong: bool) -> None:
    """2016/17 league compendium, star players: no points but that award's; BB2020: not even those."""
    home = with_player(HOME, "p1", status="star")
    rules = rulesets.get(edition)
    others = () if edition != "bb2016" else ("p2", "p3")
    away = {"nominees": () if edition != "bb2016" else ("p1", "p2", "p3")}
    report = with_sides({"nominees": ("p1", *others)}, away)
    assert found(report, rules, home=home) == (["nominee_guest home.nominees"] if wrong else [])


# Unlikely


def ask(what: str, scope: str, ask_from: int, below: int = 0) -> Ruleset:
    return replace(RULES, likely=(Likely(what, scope, 100, ask_from, below),))


SCORED = {"score": 2, "deeds": (Deeds("p1", Tally({"touchdown": 2})),)}


@pytest.mark.parametrize(("ask_from", "asked"), [(2, True), (3, False)])
@pytest.mark.parametrize(
    ("what", "scope", "home", "where"),
    [
        ("touchdown", "match", SCORED, "unlikely_match touchdown"),
        ("touchdown", "side", SCORED, "unlikely_side home.touchdown"),
        ("touchdown", "player", SCORED, "unlikely_player home.deeds.p1.touchdown"),
        ("sent-off", "side", {"sent_off": ("p1", "p2")}, "unlikely_side home.sent-off"),
        ("casualty", "side", hurt(Casualty("p1", "crowd"), Casualty("p2", "fall")), "unlikely_side home.casualty"),
        (
            "casualty",
            "player",
            hurt(Casualty("p1", "block", "p5"), Casualty("p2", "foul", "p5")),
            "unlikely_player away.deeds.p5",
        ),
    ],
)
def test_what_is_unlikely_is_asked_about_from_its_threshold_on(
    what: str, scope: str, home: dict[str, Any], where: str, ask_from: int, asked: bool
) -> None:
    rules = ask(what, scope, ask_from)
    report = with_sides(home)
    assert found(report, rules) == ([where] if asked else [])
    assert found(report, rules, severity="error") == []


def test_a_match_counts_both_sides() -> None:
    rules = ask("casualty", "match", 3)
    report = with_sides(hurt(Casualty("p1", "crowd"), Casualty("p2", "fall")), hurt(Casualty("p1", "crowd")))
    assert found(report, rules) == ["unlikely_match casualty"]
    assert said(report, rules) == ["casualty: 3 in one match; a hundred matches have about 100. Really?"]


def test_eleven_casualties_are_asked_about_and_ten_are_not() -> None:
    """The data of the edition."""
    causes = [Casualty(f"p{nth}", "crowd") for nth in range(1, 8)]
    for third, asked in ((3, False), (4, True)):
        report = with_sides(hurt(*causes), hurt(*causes[:third]))
        assert ("unlikely_match casualty" in found(report)) is asked


@pytest.mark.parametrize(("minutes", "asked"), [(39, True), (40, False), (360, False), (361, True), (None, False)])
def test_a_match_takes_its_time(minutes: int | None, asked: bool) -> None:
    report = with_sides(minutes=minutes)
    assert found(report) == (["unlikely_duration minutes"] if asked else [])


def test_a_match_does_not_take_less_than_no_time() -> None:
    assert found(with_sides(minutes=-1)) == ["minutes_negative minutes"]


def test_knock_outs_are_counted_where_they_are_told() -> None:
    rules = ask("ko", "side", 2)
    twice = told(ours("ko", "p1", cause="fall"), ours("ko", "p2", cause="fall"))
    assert found(twice, rules) == ["unlikely_side home.ko"]
    assert found(told(ours("ko", "p1", cause="fall")), rules) == []


@pytest.mark.parametrize("key", rulesets.available())
def test_every_edition_says_what_matches_are_like(key: str) -> None:
    likely = rulesets.get(key).likely
    assert {("touchdown", "match"), ("casualty", "match"), ("minutes", "match")} <= {
        (one.what, one.scope) for one in likely
    }
    assert all(one.ask_below < one.per_hundred / 100 < one.ask_from for one in likely)


def test_a_warning_blocks_until_it_is_accepted_and_an_error_always() -> None:
    rules = ask("touchdown", "match", 2)
    unlikely = with_sides(SCORED)
    warned = problems(unlikely, {"t1": HOME, "t2": AWAY}, rules)
    assert [one.code for one in blocking(warned, unlikely)] == ["unlikely_match"]
    assert blocking(warned, replace(unlikely, accepted=("unlikely_match",))) == ()
    assert [one.code for one in blocking(warned, replace(unlikely, accepted=("unlikely_side",)))] == ["unlikely_match"]
    wrong = replace(unlikely, home=replace(unlikely.home, score=1), accepted=("score_mismatch", "unlikely_match"))
    refused = blocking(problems(wrong, {"t1": HOME, "t2": AWAY}, rules), wrong)
    assert [one.code for one in refused] == ["score_mismatch"]

"""Healers on the pages and in the API: typed into the report, told in the story, remembered in a player's life."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from engine import rulesets
from engine.match.report import Casualty
from engine.team.sheet import Player, TeamSheet
from matches.mapping import report_of
from matches.models import Match, Report
from matches.services.reports import report_return
from matches.web.report_forms import ReportForm
from tests import cast
from tests.api.client import Api
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

RATS = {"lineman": 9, "gutter-runner": 3}  # p10 to p12 carry daggers
GRAVES = {"zombie": 9, "wight": 2, "ghoul": 1}


@scene
def match() -> Match:
    """Skaven with an apothecary against humans with one."""
    return between("skaven", "human", RATS, cast.POSITIONS, apothecaries=(1, 1))


def between(one: str, two: str, mine: dict[str, int], other: Any, *, apothecaries: tuple[int, int] = (0, 0)) -> Match:
    """The first of them is at home."""
    league = cast.quiet_league()
    teams = [
        cast.team(league, name, by=by, roster=roster, positions=positions, goods={"apothecary": owned, "reroll": 1})
        for name, by, roster, positions, owned in (
            ("Ratskulls", "Ann", one, mine, apothecaries[0]),
            ("Reavers", "Bob", two, other, apothecaries[1]),
        )
    ]
    match = cast.match(cast.season(league, teams))
    if match.home_id != teams[0].pk:
        Match.objects.filter(pk=match.pk).update(home=match.away, away=match.home)
    return cast.reread(match)


def address(match: Match) -> str:
    return reverse("matches:report", args=[match.pk])


def blank(match: Match) -> dict[str, Any]:
    form = form_on(signed_in(match.home.coach).get(address(match)), address(match))
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    return {**form, "home-score": 0, "away-score": 0, **nominees}


def file(match: Match, **typed: Any) -> HttpResponse:
    return signed_in(match.home.coach).post(address(match), {**blank(match), **typed})


def row(side: str, nth: int = 0, **parts: Any) -> dict[str, Any]:
    return {f"{side}-casualties-{nth}-{part}": said for part, said in {"cause": "block", **parts}.items()}


def told(match: Match) -> Any:
    return report_of(Report.objects.get(match=match))


def story(match: Match) -> str:
    return words_on(signed_in(match.home.coach).get(reverse("matches:match", args=[match.pk])))


# The form


def test_the_form_asks_for_what_the_two_teams_may_need(match: Match) -> None:
    fields = {name.removeprefix("away-casualties-0-") for name in blank(match) if name.startswith("away-casualties-0-")}
    assert fields == {"victim", "by", "cause", "die", "apothecary", "again", "poison", "result"}
    assert "home-casualties-0-poison" not in blank(match)  # humans carry no daggers
    assert {name for name in blank(match) if "-kos-" in name} == {"home-kos-0", "away-kos-0"}


def test_a_team_without_healers_has_a_short_form() -> None:
    undead = between("undead", "human", GRAVES, cast.POSITIONS)
    fields = {name for name in blank(undead) if "-casualties-0-" in name}
    assert {name.rpartition("-")[2] for name in fields if name.startswith("away")} == {
        "victim", "by", "cause", "die", "result",
    }  # fmt: skip
    assert {name.rpartition("-")[2] for name in fields if name.startswith("home")} == {
        "victim", "by", "cause", "die", "regeneration", "result",
    }  # fmt: skip
    assert not [name for name in blank(undead) if "-kos-" in name]


def test_an_apothecary_and_his_die_become_part_of_the_report(match: Match) -> None:
    typed = row("away", victim="p5", by="p10", die="61", apothecary="second", again="11", poison="4")
    assert file(match, **typed, **{"home-kos-0": "p3"}).status_code == 302
    report = told(match)
    assert report.away.casualties == (Casualty("p5", "block", "p10", apothecary=True, kept="second"),)
    assert report.home.healed_kos == ("p3",)
    away = match.away.key
    assert report.dice == {
        f"casualty/{away}/p5": (6, 1),
        f"casualty/{away}/p5/apothecary": (1, 1),
        f"poison/{away}/p5": (4,),
    }


@pytest.mark.parametrize(("said", "kept"), [("milder", ""), ("first", "first"), ("second", "second")])
def test_which_result_counts_is_said_with_the_apothecary(match: Match, said: str, kept: str) -> None:
    assert file(match, **row("away", victim="p5", apothecary=said)).status_code == 302
    (casualty,) = told(match).away.casualties
    assert (casualty.apothecary, casualty.kept) == (True, kept)


def test_a_report_that_was_sent_back_shows_everything_again(match: Match) -> None:
    typed = {
        **row("away", victim="p5", by="p10", die="61", apothecary="second", again="11", poison="4"),
        **row("away", 1, victim="p5", cause="foul", by="p1", die="41"),
        "home-kos-0": "p3",
    }
    assert file(match, **typed).status_code == 302
    filed = told(match)
    report_return(match=cast.reread(match), actor=match.away.coach)
    shown = blank(match)
    assert {name: shown.get(name) for name in typed} == typed
    assert signed_in(match.home.coach).post(address(match), shown).status_code == 302
    assert report_of(Report.objects.filter(match=match).latest("number")) == filed


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {**row("away", victim="p5", apothecary="milder"), "away-kos-0": "p6"},
            "Reavers used an apothecary 2 times and has 1: each helps once in a match.",
        ),
        (row("away", victim="p5", again="11"), "Nothing in this report asks for the die"),
        (row("away", victim="p5", poison="5"), "Nothing in this report asks for the die"),
        (row("away", victim="p5", apothecary="milder", again="99"), "9, 9 cannot be thrown with D68."),
        (row("away", victim="p5", apothecary="twice"), "Select a valid choice."),
        (row("away", apothecary="milder"), "Say who was hurt, or empty this row."),
        ({"away-kos-0": "p77"}, "Reavers has no player p77."),
        (
            {**row("away", victim="p5", apothecary="milder"), **row("away", 1, victim="p5")},
            "left the pitch as a casualty 2 times, but the dice typed in do not show that he was healed",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_lost(match: Match, typed: dict[str, Any], sentence: str) -> None:
    answer = file(match, **typed)
    assert answer.status_code == 422
    assert sentence in words_on(answer)
    shown = form_on(answer, address(match))
    kept = {name: said for name, said in typed.items() if said != "twice"}
    assert {name: shown.get(name) for name in kept} == kept
    assert not Report.objects.filter(match=match).exists()
    assert '<details class="fold' in answer.content.decode()


def test_a_row_that_says_more_is_unfolded(match: Match) -> None:
    answer = file(match, **{**row("away", victim="p5", apothecary="milder", again="99")})
    (side,) = [side for side in answer.context["form"].shown.sides if side.side == "away"]
    assert [one.unfolded for one in side.casualties] == [True, False]


IGOR = {"key": "igor", "name": "Igor", "cost": 50_000, "draft_max": 2, "max": 2, "healer": "igor"}


@pytest.fixture
def with_an_igor() -> Match:
    """Undead with an Igor, by a house rule, against humans."""
    league = cast.league(house_rules={"hire-window": False, "goods.igor": IGOR})
    undead = cast.team(league, roster="undead", positions=GRAVES, goods={"igor": 1})
    humans = cast.team(league, "Humans", by="Bob")
    match = cast.match(cast.season(league, [undead, humans]))
    if match.home_id != undead.pk:
        Match.objects.filter(pk=match.pk).update(home=match.away, away=match.home)
    return cast.reread(match)


def test_an_igor_is_asked_for_where_a_team_has_one(with_an_igor: Match) -> None:
    """Basic, section 2.2.3, as a house rule."""
    match = with_an_igor
    assert "home-casualties-0-second" in blank(match)
    assert "away-casualties-0-second" not in blank(match)
    wrong = file(match, **row("home", victim="p12", igor="on"))
    assert wrong.status_code == 422
    assert "ghoul 12 does not regenerate: an Igor can do nothing for him." in words_on(wrong)
    assert form_on(wrong, address(match))["home-casualties-0-igor"] == "on"
    needless = file(match, **row("home", victim="p1", igor="on", regeneration="4"))
    assert "regenerated with 4, where 4 is enough: an Igor has nothing to throw again." in words_on(needless)
    typed = row("home", victim="p1", die="61", regeneration="3", igor="on", second="5")
    assert file(match, **typed).status_code == 302
    assert told(match).home.casualties == (Casualty("p1", "block", igor=True),)
    words = story(cast.confirm(cast.reread(match)))
    assert "Regeneration, thrown again: healed" in words
    assert "Dead: healed by Regeneration." in words


@pytest.mark.parametrize(
    ("edition", "deeds"),
    [("bb2020", ["touchdown", "completion", "superb-throw", "deflection", "interception"]), ("basic", ["touchdown"])],
)
def test_the_form_counts_the_deeds_of_the_edition(match: Match, edition: str, deeds: list[str]) -> None:
    ruleset = rulesets.get(edition)
    lineman = Player("p1", 1, "One", ruleset.roster("human").positions[0].key)
    sheets = {key: TeamSheet(key, key, "human", players=(lineman,)) for key in (match.home.key, match.away.key)}
    typed = {"home-score": 1, "away-score": 0, **{f"home-deeds-p1-{deed}": 1 for deed in deeds}}
    form = ReportForm(typed, match=match, sheets=sheets, ruleset=ruleset)
    assert form.is_valid()
    assert dict(form.report().home.deeds[0].counts) == dict.fromkeys(deeds, 1)


# The story


def play(match: Match, dice: dict[str, tuple[int, ...]], **sides: Any) -> Match:
    return cast.confirm(cast.file(match, (0, 0), dice=dice, **sides))


def hurt(*casualties: dict[str, Any]) -> dict[str, Any]:
    return {"casualties": [{"cause": "block", **one} for one in casualties]}


def test_the_story_tells_both_throws_and_who_was_healed(match: Match) -> None:
    away = match.away.key
    dice = {f"casualty/{away}/p5": (6, 1), f"casualty/{away}/p5/apothecary": (1, 1), f"poison/{away}/p5": (4,)}
    told_so = play(match, dice, away=hurt({"victim": "p5", "by": "p10", "apothecary": True}))
    words = story(told_so)
    assert "Casualty: Dead, not kept" in words
    assert "Apothecary: Badly Hurt" in words
    assert "Badly Hurt: back in the reserves by the apothecary." in words
    assert "Weeping Dagger: poisoned" in words
    assert "Weeping Dagger: misses the next match." in words
    life = signed_in(match.away.coach).get(reverse("teams:player", args=[match.away_id, "p5"]))
    assert "back in the reserves by the apothecary" in words_on(life)
    assert "Weeping Dagger" in words_on(life)


def test_a_ko_that_was_healed_is_told(match: Match) -> None:
    words = story(play(match, {}, home={"healed_kos": ["p3"]}))
    assert "Knocked out, and back on his feet by the apothecary" in words


def test_regeneration_and_the_rising_dead_are_told() -> None:
    undead = between("undead", "human", GRAVES, cast.POSITIONS)
    home, away = undead.home.key, undead.away.key
    dice = {
        f"casualty/{home}/p1": (6, 1),
        f"regeneration/{home}/p1": (4,),
        f"casualty/{home}/p2": (5, 3),
        f"regeneration/{home}/p2": (3,),
        f"casualty/{away}/p5": (6, 8),
    }
    played = play(undead, dice, home=hurt({"victim": "p1"}, {"victim": "p2"}), away=hurt({"victim": "p5"}))
    words = story(played)
    assert "Regeneration: healed" in words
    assert "Dead: healed by Regeneration." in words
    assert "Regeneration: failed" in words
    assert "May rise as Zombie (Necromancer)" in words


def test_dice_that_are_still_to_be_thrown_are_the_servers(match: Match) -> None:
    away = match.away.key
    filed = cast.file(
        match,
        (0, 0),
        away=hurt({"victim": "p5", "apothecary": True}, {"victim": "p6"}),
        dice={f"casualty/{away}/p5": (6, 1)},
    )
    words = story(filed)
    assert "The server throws the rest when the report is confirmed." in words
    assert "The server throws the D68 when the report is confirmed." in words


def test_who_is_hurt_twice_is_told_twice(match: Match) -> None:
    away = match.away.key
    dice = {
        f"casualty/{away}/p5": (6, 1),
        f"casualty/{away}/p5/apothecary": (1, 1),
        f"casualty/{away}/p5/2": (4, 1),
    }
    words = story(play(match, dice, away=hurt({"victim": "p5", "apothecary": True}, {"victim": "p5", "cause": "foul"})))
    assert "Badly Hurt: back in the reserves by the apothecary." in words
    assert "Broken Ribs: misses the next match." in words


# The API


def test_the_api_takes_the_same_report(match: Match) -> None:
    caller, where = Api(match.home.coach), f"matches/{match.pk}/report/"
    away = match.away.key
    wrong = cast.report(
        match, (0, 0), away=hurt({"victim": "p5", "kept": "second"}, {"victim": "p6", "igor": True}), dice={}
    )
    refused = caller.post(where, wrong)
    assert refused.status_code == 422
    codes = {problem["code"] for problem in refused.json()["problems"]}
    assert codes == {"kept_without_apothecary", "igor_too_often", "igor_without_regeneration"}
    strange = cast.report(match, (0, 0), away=hurt({"victim": "p5", "apothecary": True, "kept": "third"}))
    assert caller.post(where, strange).status_code == 400
    dice = {f"casualty/{away}/p5": (6, 1), f"casualty/{away}/p5/apothecary": (1, 1)}
    right = cast.report(match, (0, 0), away=hurt({"victim": "p5", "apothecary": True}), dice=dice)
    assert caller.post(where, right).status_code in (200, 201)
    cast.confirm(cast.reread(match))
    effects = caller.get(f"matches/{match.pk}/").json()["sides"]["away"]
    assert "casualty_saved" in str(effects)

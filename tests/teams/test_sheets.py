"""The sheet of a team, as it stands and as it stood before and after each of its matches: page, print, API."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from engine import effects as fx
from engine import rulesets
from engine.tally import Tally
from engine.team.sheet import Gained, HomeStadium, Player, Record, TeamSheet
from engine.typed import build
from matches.models import Match, MatchSheet
from matches.selectors.changeover import Wish
from matches.services.changeover import changeover_make
from teams.mapping import sheet_of
from teams.models import HistoryEntry, Team
from teams.selectors.sheets import AsOf, SheetPage, sheet_page
from teams.selectors.teams import team_get
from teams.services.ledger import history_revise
from tests import cast
from tests.api.client import Api
from tests.teams.happenings import happen
from tests.web.reading import words_on

pytestmark = pytest.mark.django_db

NOBODY_HURT = {"nominees": ["p1", "p2", "p3"]}


def at(team: Team, moment: AsOf | None = None) -> SheetPage:
    return sheet_page(team_get(cast.coach("Cora"), team.pk), moment)


def page(team: Team, query: str = "") -> str:
    return words_on(Client().get(reverse("teams:team", args=[team.pk]) + query))


def two_matches() -> tuple[Match, Match]:
    """Ann's lineman 5 breaks his hip in the first; he misses the second."""
    season = cast.season(cast.league(), legs=2)
    first = cast.match(season)
    team = next(one for one in (first.home, first.away) if one.name == "Reavers")
    side = "home" if first.home_id == team.pk else "away"
    hurt = {side: {"casualties": [{"victim": "p5", "cause": "block"}]}, "dice": {f"casualty/{team.key}/p5": (5, 3)}}
    cast.play(first, (2, 1), **hurt)
    second = cast.play(cast.match(season), (0, 0), home=NOBODY_HURT, away=NOBODY_HURT)
    return cast.reread(first), second


def reavers(match: Match) -> Team:
    return next(one for one in (match.home, match.away) if one.name == "Reavers")


def test_the_last_moment_is_how_it_stands() -> None:
    _first, second = two_matches()
    team = reavers(second)
    assert at(team, AsOf("after", second.key)).page.sheet == sheet_of(Team.objects.get(pk=team.pk))
    assert at(team).page.sheet == sheet_of(Team.objects.get(pk=team.pk))


def test_at_kick_off_it_is_the_sheet_that_the_match_was_played_with() -> None:
    first, second = two_matches()
    for match in (first, second):
        for kept in MatchSheet.objects.filter(match=match).select_related("team"):
            told = at(kept.team, AsOf("before", match.key))
            assert told.page.sheet == build(TeamSheet, kept.sheet, "sheet")
            assert told.page.value.total == kept.value
            assert told.known is None


def test_injuries_deeds_and_matches_are_those_of_the_moment() -> None:
    first, second = two_matches()
    team = reavers(first)
    before, after = at(team, AsOf("before", first.key)), at(team, AsOf("after", first.key))
    assert (before.injuries, before.matches, before.page.sheet.record.played) == ({}, (), 0)
    (injury,) = after.injuries["p5"]
    assert (injury.result, injury.loses) == ("smashed-hip", "ma")
    assert [line.played.match for line in after.matches] == [first.key]
    assert [line.played.match for line in at(team).matches] == [second.key, first.key]
    kick_off = at(team, AsOf("before", second.key))
    assert [line.played.match for line in kick_off.matches] == [first.key]
    assert kick_off.match is not None
    assert kick_off.match.opponent == (second.away if second.home_id == team.pk else second.home)


def test_a_match_is_listed_with_its_score_and_what_it_paid() -> None:
    first, _second = two_matches()
    team = reavers(first)
    line = at(team).matches[-1]
    winnings = Api().get(f"teams/{team.pk}/statement/", reason="winnings", until=first.key).json()["results"]
    assert line.winnings == sum(one["amount"] for one in winnings) > 0
    assert (line.played.touchdowns_for, line.played.outcome) == (
        (2, "win") if first.home_id == team.pk else (1, "loss")
    )


def test_one_moment_leads_to_the_next() -> None:
    """Nothing happens between the matches: the end of one and the kick-off of the next are one and the same sheet."""
    first, second = two_matches()
    team = reavers(first)
    walked, moment = [], at(team).earlier
    while moment:
        walked.append(moment.query)
        moment = at(team, moment).earlier
    assert walked == [f"before={second.key}", f"before={first.key}"]
    start = at(team, AsOf("before", first.key))
    assert start.later in (AsOf("after", first.key), AsOf("before", second.key))
    assert at(team, AsOf("before", second.key)).later is None
    happen(team, fx.GoldChanged(10_000, "ruling"), kind="ruling", occasion="c1")
    assert at(team).earlier == AsOf("after", second.key)
    assert at(team, AsOf("before", second.key)).later == AsOf("after", second.key)


def test_the_page_says_of_which_moment_it_is_and_leads_on() -> None:
    first, second = two_matches()
    team, other = reavers(first), first.away if first.home_id == reavers(first).pk else first.home
    now = Client().get(reverse("teams:team", args=[team.pk])).content.decode()
    assert f"?before={second.key}" in now
    assert "As it stands now" in now
    then = page(team, f"?before={first.key}")
    assert f"As it stood before the match against {other.name}" in then
    assert "The fallen" not in then
    assert f"after the match against {other.name}" in page(team, f"?after={first.key}")
    assert "−1 MA" in page(team, f"?after={first.key}")  # noqa: RUF001
    assert "−1 MA" not in then  # noqa: RUF001


@pytest.mark.parametrize("query", ["?before=m99", "?after=nonsense", "?before=m1&after=m1", "?after=t1"])
def test_a_moment_that_never_was_is_not_found(query: str) -> None:
    match = cast.play(cast.match())
    for name in ("teams:team", "teams:roster-pdf", "api:team", "api:team-roster-pdf"):
        assert Client().get(reverse(name, args=[match.home_id]) + query).status_code == 404, name


def test_a_match_of_others_is_no_moment_of_this_team() -> None:
    match = cast.play(cast.match())
    third = cast.team(match.league, "Strangers", by="Zoe")
    assert Client().get(reverse("teams:team", args=[third.pk]) + f"?after={match.key}").status_code == 404


def test_an_earlier_sheet_goes_by_the_rules_of_its_time() -> None:
    league = cast.league(ruleset="lrb6")
    mine, other = cast.team(league), cast.team(league, "Others", by="Bob")
    drawn: dict[str, list[str]] = {"nominees": []}
    match = cast.play(cast.match(cast.season(league, [mine, other])), home=drawn, away=drawn)
    changeover_make(league=league, wish=Wish("bb2016"), actor=cast.coach("Cora"))
    assert at(mine).page.ruleset.key == "bb2016"
    assert at(mine, AsOf("before", match.key)).page.ruleset.key == "lrb6"
    assert at(mine, AsOf("after", match.key)).page.ruleset.key == "lrb6"


def test_a_later_correction_is_said_and_the_print_shows_what_was_known() -> None:
    first, second = two_matches()
    team = reavers(first)
    kept = MatchSheet.objects.get(match=second, team=team)
    entry = HistoryEntry.objects.select_related("revision").get(cause__occasion=first.key, cause__kind="match")
    report = {**entry.revision.inputs["report"]}
    side = "home" if first.home_id == team.pk else "away"
    report[side], report["dice"] = {**report[side], "casualties": []}, {}
    history_revise(
        league=first.league,
        revised={entry.cause_id: {"inputs": {**entry.revision.inputs, "report": report}}},
        resolutions={},
        reason="Nobody was hurt.",
        actor=cast.coach("Cora"),
    )
    told = at(team, AsOf("before", second.key))
    assert told.known is not None
    assert told.known.sheet == build(TeamSheet, kept.sheet, "sheet") != told.page.sheet
    assert told.printed is told.known
    assert "was corrected after it" in page(team, f"?before={second.key}")
    assert Api().get(f"teams/{team.pk}/", before=second.key).json()["corrected"] is True
    # The match itself was not corrected after its kick-off: what it began with stands.
    assert at(team, AsOf("before", first.key)).known is None


def test_the_number_of_queries_grows_neither_with_players_nor_with_matches() -> None:
    season = cast.season(cast.league(), legs=4)
    match = cast.play(cast.match(season))
    cast.play(cast.match(season), (0, 0))
    team = match.home

    def queries(query: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Client().get(reverse("teams:team", args=[team.pk]) + query).status_code == 200
        return len(captured)

    asked = ("", f"?before={match.key}", f"?after={match.key}")
    few = [queries(query) for query in asked]
    for _ in range(2):
        cast.play(cast.match(season), (0, 0))
    happen(team, *(fx.PlayerHired(f"q{nth}", 20 + nth, f"New {nth}", "lineman") for nth in range(4)))
    assert [queries(query) for query in asked] == few


# What a sheet shows


def test_those_who_left_stand_below_with_where_they_went() -> None:
    league = cast.league()
    team, buyer = cast.team(league), cast.team(league, "Buyers", by="Bob")
    happen(team, fx.PlayerFired("p1"), fx.PlayerSold("p2", buyer.key), fx.PlayerLeft("p3"), fx.PlayerDied("p4"))
    told = at(team)
    assert [line.player.key for line in told.page.gone] == ["p1", "p2", "p3"]
    assert [line.player.key for line in told.page.dead] == ["p4"]
    assert told.buyers == {"p2": buyer}
    said = page(team)
    for words in ("Those who left", "Fired", "Sold to Buyers", "Left", "The fallen"):
        assert words in said
    sheet = Api().get(f"teams/{team.pk}/").json()
    assert [(one["key"], one["status"]) for one in sheet["gone"]] == [("p1", "fired"), ("p2", "sold"), ("p3", "left")]
    assert sheet["gone"][1]["sold_to"]["name"] == "Buyers"
    assert Client().get(reverse("teams:player", args=[team.pk, "p1"])).status_code == 200


def test_a_journeyman_is_marked_and_a_loner() -> None:
    """2016/17 league compendium, journeymen: a lineman with Loner, until he is hired."""
    team = happen(cast.team(cast.league()), fx.JourneymanTakenOn("jm1-1", 13, "Lineman 1", "lineman"))
    line = next(one for one in at(team).page.players if one.player.status == "journeyman")
    assert [(str(skill), skill.learned) for skill in line.skills] == [("Loner", False)]
    assert "1 of them a journeyman" in page(team)
    happen(team, fx.JourneymanHired("jm1-1"), occasion="w2")
    line = next(one for one in at(team).page.players if one.player.key == "jm1-1")
    assert line.skills == ()


def test_a_rostered_star_has_his_line_and_his_price() -> None:
    ruleset = rulesets.get("bb2016")
    star = next(one for one in ruleset.stars_of("human") if one.cost and len(one.members) == 1)
    team = happen(cast.team(cast.league()), fx.StarRostered(star.key))
    line = at(team).page.star
    assert line is not None
    assert {cell.name: cell.now for cell in line.members[0].characteristics}["st"] == star.members[0].st
    assert star.name in page(team)
    assert Api().get(f"teams/{team.pk}/").json()["star"]["cost"] == star.cost


def test_stadium_fund_sponsors_trophies_and_choices_are_on_the_sheet() -> None:
    team = happen(
        cast.team(cast.league()),
        fx.StadiumChanged(HomeStadium("ankle-deep-water", "The Pit", owned=True)),
        fx.FundChanged(50_000),
        fx.SponsorSigned("mcmurtys-burger-emporium"),
        fx.SponsorshipsChanged(2),
        fx.TrophyWon("Spike! Trophy"),
    )
    said = page(team)
    for words in (
        "The Pit (Ankle-deep Water)",
        "its own",
        "Stadium fund",
        "50k",
        "McMurty's Burger Emporium",
        "Spike!",
    ):
        assert words in said, words
    sheet = Api().get(f"teams/{team.pk}/").json()
    assert sheet["stadium"] == {"stadium": "ankle-deep-water", "name": "The Pit", "owned": True}
    assert (sheet["fund"], sheet["sponsor"], sheet["sponsorships"]) == (50_000, "mcmurtys-burger-emporium", 2)
    assert sheet["trophies"] == ["Spike! Trophy"]


def test_a_retired_team_and_one_that_was_entered_say_so() -> None:
    league = cast.league()
    team = happen(cast.team(league), fx.TeamRetired())
    assert "Retired: it plays no more" in page(team)
    assert Api().get(f"teams/{team.pk}/").json()["retired"] is True
    running = Team.objects.create(
        league=league,
        key="t9",
        coach=cast.coach("Bob"),
        drafted_under=league.ruleset,
        ruleset=league.ruleset,
        name="Olds",
        roster="human",
    )
    entered = fx.TeamEntered(
        name="Olds",
        roster="human",
        treasury=120_000,
        goods=Tally({"reroll": 3}),
        players=(
            Player("p1", 1, "Griff", "blitzer", spp=17, games=9, improvements=(Gained("normal", "Dodge", 20_000),)),
        ),
        record=Record(Tally({"win": 3}), 7, 2, 4, 5),
        choices={},
    )
    running = happen(running, entered, kind="entry", occasion="t9")
    said = page(running)
    assert "As entered" in said
    assert "3–0–0" in said  # noqa: RUF001
    assert Api().get(f"teams/{running.pk}/").json()["entered"] is True
    statement = words_on(Client().get(reverse("teams:statement", args=[running.pk])))
    assert "As entered" in statement
    (line,) = Api().get(f"teams/{running.pk}/statement/").json()["results"]
    assert (line["reason"], line["amount"], line["balance"]) == ("as-entered", 120_000, 120_000)
    assert "He came with the team, as entered" in words_on(
        Client().get(reverse("teams:player", args=[running.pk, "p1"]))
    )


def test_bb2020_shows_passing_targets_points_to_spend_and_both_values() -> None:
    """BB2020, league play: PA, targets as 3+, SPP are spent; team value and current team value."""
    league = cast.league(ruleset="bb2020")
    team = cast.team(league, positions={"human-lineman": 11}, goods={})
    team = happen(
        team,
        fx.SppEarned("p1", "touchdown", 3, 9),
        fx.ImprovementTaken("p1", "chosen-primary", "Block", 20_000, 6),
        fx.PlayerRetired("p2"),
    )
    told = at(team)
    line = told.page.players[0]
    assert [str(cell) for cell in line.characteristics][2:] == ["3+", "4+", "9+"]
    assert (line.to_spend, line.level.title) == (3, "Experienced")
    worth = told.page.value
    assert worth.with_the_missing - worth.total == 50_000
    said = page(team)
    for words in ("Current team value", "3 to spend", "Temporarily retired", "Thr", "Def"):
        assert words in said, words
    sheet = Api().get(f"teams/{team.pk}/").json()
    assert (sheet["players"][0]["to_spend"], sheet["players"][0]["learned"]) == (3, ["Block"])


def test_basic_shows_no_treasury_and_takes_niggles_from_the_value() -> None:
    """Basic, section 2.5: no money; a niggling injury lowers the value of a player by 10,000."""
    league = cast.league(ruleset="basic")
    team = happen(
        cast.team(league, positions={"lineman": 11}, goods={"reroll": 1}),
        fx.InjurySuffered("p1", "niggling-injury", niggle=True),
    )
    facts = re.findall(r"<dt>(.*?)</dt>", Client().get(reverse("teams:team", args=[team.pk])).content.decode())
    assert "Treasury" not in facts
    assert "1 niggle 10k" in page(team)
    assert at(team).page.players[0].value == 40_000


def test_low_cost_linemen_say_by_which_rule_they_count_nothing() -> None:
    """BB2020, team special rules, Low Cost Linemen."""
    ruleset = rulesets.get("bb2020")
    roster = next(one for one in ruleset.teams if "Low Cost Linemen" in one.special_rules)
    lineman = next(one for one in roster.positions if one.journeyman)
    team = cast.team(cast.league(ruleset="bb2020"), roster=roster.key, positions={lineman.key: 12}, goods={})
    assert f"{lineman.name} 0 (Low Cost Linemen)" in page(team)


def test_the_value_is_explained_part_by_part_in_the_api() -> None:
    team = happen(cast.team(cast.league()), fx.ImprovementTaken("p10", "normal", "Guard", 20_000))
    sheet = Api().get(f"teams/{team.pk}/").json()
    line = next(one for one in sheet["value_lines"] if one["about"] == "p10")
    assert [(part["what"], part["about"], part["amount"]) for part in line["parts"]] == [
        ("position", "blitzer", 90_000),
        ("improvement", "Guard", 20_000),
    ]
    assert "Blitzer 90k + Guard 20k" in page(team)


def test_the_api_tells_the_same_moments() -> None:
    first, second = two_matches()
    team = reavers(first)
    told = Api().get(f"teams/{team.pk}/", after=first.key).json()
    assert told["as_of"] == {"side": "after", "match": first.key}
    assert told["earlier"] == {"side": "before", "match": first.key}
    assert [one["match"] for one in told["matches"]] == [first.key]
    assert told["pdf_url"].endswith(f"/roster.pdf?after={first.key}")
    now = Api().get(f"teams/{team.pk}/").json()
    assert (now["as_of"], now["later"], len(now["matches"])) == (None, None, 2)
    assert now["record"]["played"] == 2 == told["record"]["played"] + 1
    assert Api().get(f"teams/{team.pk}/", before=second.key).json()["corrected"] is False


def test_a_draft_knows_no_earlier_moment() -> None:
    team = cast.team(cast.league())
    assert at(team).earlier is None
    assert "Earlier" not in page(team)

"""Changing the rules of a running league: seen first, then made, and exact afterwards."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.errors import ChangeoverIllegal, NotAllowed
from engine.rulesets import get
from engine.rulesets.options import HouseRulesIllegal
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, League
from matches.errors import PreviewOutdated
from matches.models import Match, MatchStatus
from matches.selectors.changeover import ListChoice, Preview, Wish, changeover_preview
from matches.selectors.seasons import season_get, season_standings
from matches.services.changeover import changeover_make
from teams.mapping import sheet_of
from teams.models import Team
from teams.selectors.statement import statement_page
from teams.selectors.teams import team_get, team_page
from teams.services.ledger import history_preview, history_revise
from teams.services.verification import league_differences
from tests import cast
from tests.api.client import Api
from tests.engine.given import a_draft
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

DEARER = {"teams.human.positions.lineman.cost": 60_000}
NO_BLITZERS = {"teams.human.positions.blitzer": None}


def change(league: League, wish: Wish, **more: Any) -> League:
    changeover_make(league=league, wish=wish, actor=cast.coach("Cora"), **more)
    return League.objects.get(pk=league.pk)


def bent(**lists: ListChoice) -> Wish:
    return Wish(house_rules=DEARER, lists=lists)


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def seen(league: League, wish: Wish) -> Preview:
    return changeover_preview(league, wish)


# House rules


def test_the_preview_shows_what_every_team_would_be_worth() -> None:
    league = cast.league()
    humans, orcs = cast.team(league), cast.team(league, "Gouged Eye", by="Bob", roster="orc")
    after = {one.team.key: (one.value_before, one.value_after) for one in seen(league, bent()).teams}
    assert after == {humans.key: (humans.value, humans.value + 9 * 10_000), orcs.key: (orcs.value, orcs.value)}


def test_the_preview_changes_nothing() -> None:
    league = cast.league()
    team = cast.team(league)
    seen(league, bent())
    assert League.objects.get(pk=league.pk).ruleset_id == league.ruleset_id
    assert again(team).version == team.version
    assert not team.causes.filter(kind="changeover").exists()


def test_changing_does_what_the_preview_showed() -> None:
    league = cast.league()
    season = cast.season(league)
    played = cast.play(cast.match(season))
    wish = bent()
    preview = seen(league, wish)
    changed = change(league, wish, seen=preview.token)
    for one in preview.teams:
        assert again(one.team).value == one.value_after
        assert again(one.team).ruleset_id == changed.ruleset_id == preview.rules.content_hash
    assert ruleset_of(changed.ruleset_id).house_rules == DEARER
    assert changed.edition_id == league.edition_id
    assert list(league_differences(changed)) == []
    assert cast.reread(played).ruleset_id == league.ruleset_id


def test_what_is_still_to_be_played_is_played_by_the_new_rules() -> None:
    league = cast.league()
    season = cast.season(league, legs=2)
    first = cast.play(cast.match(season))
    changed = change(league, Wish(house_rules={"spp.touchdown": 4}))
    second = cast.play(cast.match(season), (1, 0))
    assert (first.ruleset_id, second.ruleset_id) == (league.ruleset_id, changed.ruleset_id)
    scored = second.home.effects.filter(kind="spp_earned", data__deed="touchdown").last()
    assert scored is not None
    assert scored.data["spp"] == 4
    assert list(league_differences(changed)) == []


def test_a_table_that_is_over_stays_as_it_was_and_a_running_one_follows() -> None:
    league = cast.league()
    over = cast.season(league)
    cast.play(cast.match(over), (1, 0))
    teams = [entry.team for entry in over.entries.all()]
    running = cast.season(league, teams, name="Season 2", legs=2)
    cast.play(cast.match(running), (1, 0))
    change(league, Wish(house_rules={"league.points.win": 10, "tie-breakers": ["touchdowns-for", "points"]}))
    cast.play(cast.match(running), (2, 0))
    cora = cast.coach("Cora")
    assert [row.standing.points for row in season_standings(season_get(cora, over.pk))] == [3, 0]
    table = season_standings(season_get(cora, running.pk))
    assert [row.standing.points for row in table] == [10, 3]
    assert table[1].standing.decided_by == "touchdowns-for"


def test_a_team_drafted_later_knows_only_the_new_rules() -> None:
    league = cast.league()
    cast.team(league)
    changed = change(league, bent())
    late = cast.team(changed, "Late", by="Lou")
    assert late.ruleset_id == late.drafted_under_id == changed.ruleset_id
    assert not late.causes.filter(kind="changeover").exists()


def test_players_no_longer_legal_stay_and_the_sheet_shows_them() -> None:
    """2016/17 league compendium, starting the league: they carry on, replacements come from the new list."""
    league = cast.league()
    team = cast.team(league)
    changed = change(league, Wish(house_rules=NO_BLITZERS))
    page = team_page(again(team))
    blitzers = [line for line in page.players if line.player.position == "blitzer"]
    assert [line.position.cost for line in blitzers] == [90_000] * 3
    assert page.value.total == team.value
    assert page.problems == ()
    assert list(league_differences(changed)) == []
    sheet = Client().get(reverse("teams:team", args=[team.pk])).content.decode()
    assert sheet.count("from older rules") == 3


def test_a_player_who_carried_on_can_still_be_hurt_and_score() -> None:
    league = cast.league()
    season = cast.season(league)
    changed = change(league, Wish(house_rules=NO_BLITZERS))
    match = cast.match(season)
    hurt = [{"victim": "p10", "cause": "block"}]
    human = match.home if match.home.roster == "human" else match.away
    side = "home" if human == match.home else "away"
    key = f"casualty/{human.key}/p10"
    cast.play(match, (1, 1), **{side: {"casualties": hurt}}, dice={key: [5, 8]})
    player = sheet_of(again(human)).player("p10")
    assert player is not None
    assert (player.lost["st"], player.spp) == (1, 3 + 5 * player.deeds["mvp"])
    assert list(league_differences(changed)) == []


def test_rules_may_be_changed_twice_and_back() -> None:
    league = cast.league()
    team = cast.team(league)
    change(league, Wish(house_rules={**DEARER, **NO_BLITZERS}))
    back = change(league, Wish())
    assert back.ruleset_id == league.ruleset_id
    assert again(team).value == team.value
    assert [player.line for player in again(team).players.all()] == [None] * 12
    assert sorted(team.causes.filter(kind="changeover").values_list("occasion", flat=True)) == ["r1", "r2"]
    assert list(league_differences(back)) == []


def test_a_changeover_that_is_voided_leaves_the_team_as_it_was() -> None:
    """The rules a team plays by are a fold of its history like everything else."""
    league = cast.league()
    team = cast.team(league)
    changed = change(league, Wish(house_rules={**DEARER, **NO_BLITZERS}))
    cause = team.causes.get(kind="changeover")
    history_revise(league=changed, revised={cause.pk: {"voided": True}}, reason="too soon", actor=None)
    assert again(team).ruleset_id == league.ruleset_id
    assert again(team).value == team.value
    assert list(league_differences(changed)) == []


def test_it_is_on_record_who_changed_what() -> None:
    league = cast.league()
    change(league, bent())
    entry = AuditEntry.objects.get(action="league.rules_changed")
    assert (entry.actor, entry.league, entry.data["house_rules"]) == (cast.coach("Cora"), league, DEARER)


# Another edition


def test_a_league_changes_over_to_a_newer_edition() -> None:
    """2016/17 league compendium: existing leagues set up under earlier versions can easily change over."""
    league = cast.league(ruleset="lrb6")
    chaos = cast.team(league, "Doom", roster="chaos", positions={"beastman": 9, "chaos-warrior": 2}, goods={})
    orcs = cast.team(league, "Eyes", by="Bob", roster="orc", positions={"lineman": 9, "black-orc-blocker": 2}, goods={})
    wish = Wish(edition="bb2016")
    preview = seen(league, wish)
    assert preview.problems == ()
    changed = change(league, wish, seen=preview.token)
    assert changed.edition.key == "bb2016"
    assert again(chaos).roster == "chaos-chosen"
    assert {player.position for player in again(orcs).players.all()} == {"lineman", "black-orc"}
    assert [one.value_after for one in preview.teams] == [again(chaos).value, again(orcs).value]
    assert list(league_differences(changed)) == []
    match = cast.play(cast.match(cast.season(changed, [again(chaos), again(orcs)])), (0, 0))
    assert match.status == MatchStatus.FINISHED


def test_a_team_list_may_be_chosen_and_a_position_may_carry_on() -> None:
    league = cast.league(ruleset="lrb6")
    team = cast.team(league, "Eyes", roster="orc", positions={"lineman": 9, "black-orc-blocker": 2}, goods={})
    choice = ListChoice(roster="savage-orc", positions={"black-orc-blocker": ""})
    (after,) = seen(league, Wish("bb2016", lists={team.key: choice})).teams
    assert after.command.roster == "savage-orc"
    kept = [one for one in after.players if one.carries_on]
    assert [(one.before, one.after) for one in kept] == [("Black Orc Blocker", "Black Orc Blocker")] * 2


def test_a_team_without_a_list_in_the_new_rules_has_to_choose_one() -> None:
    frogs = {**plain(get("bb2016").roster("slann")), "key": "frog", "name": "Frog"}
    league = cast.league(house_rules={"teams.frog": frogs})
    team = cast.team(league, "Frogs", roster="frog", positions={"lineman": 11}, goods={})
    (problem,) = seen(league, Wish()).problems
    assert (problem.code, problem.where) == ("list_unknown", f"lists.{team.key}.roster")
    with pytest.raises(ChangeoverIllegal):
        change(league, Wish())
    assert again(team).roster == "frog"
    changed = change(league, Wish(lists={team.key: ListChoice("slann")}))
    assert changed.ruleset_id == changed.edition_id
    assert again(team).roster == "slann"


@pytest.mark.parametrize("edition", ["bb2020", "basic"])
def test_every_edition_can_be_changed_over_to(edition: str) -> None:
    """What its list or its goods do not fit, the preview says; the edition itself is no hindrance."""
    assert seen(cast.league(), Wish(edition)).rules.key == edition


# What stands in the way


def test_the_same_rules_are_no_change() -> None:
    league = cast.league(house_rules=DEARER)
    assert [problem.code for problem in seen(league, bent()).hindrances] == ["rules_unchanged"]
    with pytest.raises(ChangeoverIllegal):
        change(league, bent())


def test_a_match_belongs_to_the_rules_it_was_begun_by() -> None:
    league = cast.league()
    season = cast.season(league, legs=2)
    match = cast.file(cast.match(season))
    assert [problem.code for problem in seen(league, bent()).hindrances] == ["match_underway"]
    match = cast.advance(cast.confirm(match))
    assert [problem.code for problem in seen(league, bent()).hindrances] == ["match_underway"]
    with pytest.raises(ChangeoverIllegal):
        change(league, bent())
    cast.finish(match)
    assert seen(league, bent()).hindrances == ()


def test_what_was_seen_is_what_happens_or_nothing_does() -> None:
    league = cast.league()
    season = cast.season(league)
    preview = seen(league, bent())
    cast.play(cast.match(season))
    with pytest.raises(PreviewOutdated):
        change(league, bent(), seen=preview.token)
    assert League.objects.get(pk=league.pk).ruleset_id == league.ruleset_id


def test_house_rules_are_judged_as_at_the_founding() -> None:
    league = cast.league()
    with pytest.raises(HouseRulesIllegal):
        seen(league, Wish(house_rules={"teams.human.positions.lineman.cost": -1}))


@pytest.mark.parametrize("name", ["Ann", "Zoe"])
def test_only_a_commissioner_changes_the_rules(name: str) -> None:
    league = cast.league()
    cast.team(league)
    with pytest.raises(NotAllowed):
        changeover_make(league=league, wish=bent(), actor=cast.coach(name))


def test_the_size_of_the_game_is_chosen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Basic, 5: teams that were drafted for eleven a side are not fit for Sevens."""
    basic = replace(get("basic"), preview=False)
    monkeypatch.setattr("engine.rulesets.get", lambda key: basic)
    league = cast.league(ruleset="basic")
    wish = Wish(house_rules={"variant": "sevens"})
    assert seen(league, wish).problems == ()
    cast.team(league, roster="human", positions={"lineman": 11}, goods={})
    assert [problem.code for problem in seen(league, wish).problems] == ["variant_fixed"]


def test_a_choice_for_a_position_or_a_team_that_is_not_there_is_refused() -> None:
    league = cast.league()
    team = cast.team(league)
    wish = bent(**{team.key: ListChoice(positions={"nobody": "lineman", "\x00": "lineman"}), "t99": ListChoice("orc")})
    codes = [problem.code for problem in seen(league, wish).problems]
    assert codes == ["team_unknown_here", "position_never_played", "position_never_played"]
    with pytest.raises(ChangeoverIllegal):
        change(league, wish)


def test_a_report_filed_while_the_rules_are_changed_stops_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a database of many writers a report may be filed after the matches were counted."""
    league = cast.league()
    match = cast.match(cast.season(league, legs=2))
    real = changeover_preview

    def counted_too_early(league: League, wish: Wish) -> Preview:
        preview = real(league, wish)
        Match.objects.filter(pk=match.pk).update(status=MatchStatus.REPORTED)
        return preview

    monkeypatch.setattr("matches.services.changeover.changeover_preview", counted_too_early)
    with pytest.raises(PreviewOutdated):
        change(league, bent())
    assert League.objects.get(pk=league.pk).ruleset_id == league.ruleset_id


def test_a_draft_corrected_to_another_list_is_a_conflict_and_not_turned_back() -> None:
    league = cast.league()
    team = cast.team(league, positions={"lineman": 11}, goods={})
    change(league, bent())
    draft = team.causes.get(kind="draft")
    orcs = plain(a_draft("orc", {"lineman": 11}, {}, team.name))
    preview = history_preview(league=league, revised={draft.pk: {"inputs": {"draft": orcs}}})
    assert [problem.code for one in preview.conflicts for problem in one.details] == ["list_changed"]


def test_a_team_that_went_back_is_brought_along_again() -> None:
    league = cast.league()
    team = cast.team(league)
    changed = change(league, bent())
    cause = team.causes.get(kind="changeover")
    history_revise(league=changed, revised={cause.pk: {"voided": True}}, reason="too soon", actor=None)
    assert seen(changed, bent()).problems == ()
    once_more = change(changed, bent())
    assert again(team).ruleset_id == once_more.ruleset_id == changed.ruleset_id


def test_the_statement_still_names_what_nobody_sells_any_more() -> None:
    league = cast.league()
    team = cast.team(league, goods={"cheerleader": 2})
    change(league, Wish(house_rules={"goods.cheerleader": None}))
    subjects = [row.subject for block in statement_page(again(team)) for row in block.rows]
    assert "Cheerleaders" in subjects


def test_a_report_page_that_was_opened_under_older_rules_is_read_again() -> None:
    """Three nominees are not one most valuable player."""
    league = cast.league()
    match = cast.match(cast.season(league))
    client = signed_in(match.home.coach)
    address = reverse("matches:report", args=[match.pk])
    sent = {**form_on(client.get(address), address), "home-score": "0", "away-score": "0"}
    sent |= {f"{side}-nominees-{nth}": f"p{nth + 1}" for side in ("home", "away") for nth in range(3)}
    change(league, Wish(house_rules={"mvp": "random"}))
    refused = client.post(address, sent)
    assert refused.status_code == HTTPStatus.CONFLICT
    assert "has changed its rules since you opened this page" in words_on(refused)
    assert not match.reports.exists()


# Over the API


def api(league: League, path: str, body: dict[str, Any]) -> Any:
    return Api(cast.coach("Cora")).post(f"leagues/{league.slug}/{path}", body)


def test_the_api_shows_what_would_happen_and_does_it() -> None:
    league = cast.league(ruleset="lrb6")
    team = cast.team(league, "Eyes", roster="orc", positions={"lineman": 9, "black-orc-blocker": 2}, goods={})
    body = {"edition": "bb2016", "lists": {team.key: {"positions": {"black-orc-blocker": ""}}}}
    preview = api(league, "rules/preview/", body).json()
    (shown,) = preview["teams"]
    assert (preview["ruleset"]["key"], preview["problems"], shown["problems"]) == ("bb2016", [], [])
    assert [player["carries_on"] for player in shown["players"]] == [False] * 9 + [True] * 2
    made = api(league, "rules/", {**body, "seen": preview["seen"]})
    assert made.status_code == HTTPStatus.OK
    assert made.json()["ruleset"]["key"] == "bb2016"
    assert again(team).value == shown["value_after"]


def test_the_api_names_everything_that_stands_in_the_way() -> None:
    league = cast.league()
    cast.file(cast.match(cast.season(league)))
    answer = api(league, "rules/", {})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert answer.json()["code"] == "changeover_illegal"
    assert [problem["code"] for problem in answer.json()["problems"]] == ["rules_unchanged", "match_underway"]


def test_an_outdated_preview_is_a_conflict() -> None:
    league = cast.league()
    answer = api(league, "rules/", {"house_rules": DEARER, "seen": "another"})
    assert (answer.status_code, answer.json()["code"]) == (HTTPStatus.CONFLICT, "preview_outdated")


def test_an_unknown_edition_is_named() -> None:
    answer = api(cast.league(), "rules/preview/", {"edition": "lrb1"})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "lrb1" in answer.json()["title"]

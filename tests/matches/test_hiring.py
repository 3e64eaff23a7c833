"""Hire and fire through the services: only in a window, each act once, taken back while it is open, in the ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.writing import AlreadyAnswered, Answer, Once, at_most_once
from engine.errors import ChoiceUnknown, HiringIllegal, NotAllowed
from engine.team.hiring import Act
from leagues.errors import ReasonMissing
from leagues.models import AuditEntry, Coach, League
from matches.errors import (
    LaterDoesNotFit,
    NotTakenBack,
    NoWindowOpen,
    PostMatchRunning,
    WindowByCommissioner,
    WindowNotYet,
    WindowOpenAlready,
    WindowShut,
)
from matches.models import Match, MatchStatus, PostMatchStep
from matches.selectors.hiring import HiringPage, hiring_page
from matches.selectors.matches import inbox
from matches.services.hiring import act_do, act_undo, window_close, window_open
from matches.services.improvements import improvement_choose, improvement_roll
from matches.services.postmatch import step_choose
from teams.errors import StarTaken, TeamChanged
from teams.models import PlayerRow, Team
from teams.selectors.statement import statement, statement_page
from teams.selectors.teams import team_get
from teams.services.verification import league_differences
from tests import cast
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    """Ann's humans have beaten Bob's orcs; both may hire and fire."""
    return cast.to_the_window(cast.confirm(cast.file(cast.match(cast.season(cast.league(), legs=2)), (2, 0))))


def again(team: Team) -> Team:
    return team_get(cast.coach("Cora"), team.pk)


def page(team: Team) -> HiringPage:
    return hiring_page(again(team))


def do(team: Team, kind: Any, *, seen: int | None = None, actor: Coach | None = None, **about: Any) -> Team:
    return act_do(team=team, act=Act(kind, **about), seen=seen, actor=actor or team.coach)


def undo(team: Team, nth: int = 0) -> Team:
    """Take back the ``nth`` act of the window, counted from the latest."""
    return act_undo(team=team, cause=page(team).acts[nth].cause, actor=team.coach)


def close(team: Team, choice: str = "done") -> None:
    step = PostMatchStep.objects.select_related("match__league", "team").get(
        team=team, name="hire-and-fire", status="waiting"
    )
    step_choose(step=step, choice=choice, actor=team.coach)
    cast.advance(step.match)


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(HiringIllegal) as error:
        act()
    assert [problem.code for problem in error.value.problems] == [code]


def sound(league: League) -> bool:
    """The rows agree with the ledger, and the ledger with itself."""
    return list(league_differences(league)) == []


# Acts


def test_a_player_is_hired_with_a_key_a_number_and_a_name_of_his_own(match: Match) -> None:
    before = again(match.home)
    team = do(match.home, "hire", position="lineman")
    player = team.players.get(key="p13")
    assert (player.number, player.name, player.status) == (13, "Lineman 13", "active")
    assert (team.treasury, team.value) == (before.treasury - 50_000, before.value + 50_000)
    named = do(match.home, "hire", position="lineman", number=77, name="  Griff   Junior ").players.get(key="p14")
    assert (named.number, named.name) == (77, "Griff Junior")
    last = statement(again(match.home))[-1]
    assert (last.reason, last.about, last.amount, last.occasion) == ("player-hired", "p14", -50_000, match.key)
    assert AuditEntry.objects.filter(action="hiring.done", subject=f"team:{match.home_id}").count() == 2
    assert sound(match.league)


def test_the_key_of_somebody_who_was_taken_back_names_nobody_else(match: Match) -> None:
    do(match.home, "hire", position="lineman")
    undo(match.home)
    team = do(match.home, "hire", position="lineman")
    assert list(team.players.filter(position="lineman").order_by("pk").values_list("key", flat=True))[-1] == "p14"
    assert not team.players.filter(key="p13").exists()
    assert sound(match.league)


def test_a_second_re_roll_costs_double_and_is_worth_the_list_price(match: Match) -> None:
    before = again(match.home)
    team = do(match.home, "buy", good="reroll")
    assert (team.goods["reroll"], team.treasury, team.value) == (3, before.treasury - 100_000, before.value + 50_000)


def test_the_statement_counts_each_purchase_of_a_window_by_itself(match: Match) -> None:
    do(match.home, "buy", good="cheerleader", count=2)
    do(match.home, "buy", good="cheerleader")
    do(match.home, "drop", good="cheerleader", count=3)
    rows = [row for row in statement_page(again(match.home))[0].rows if row.line.reason == "goods-bought"]
    assert [(row.subject, row.times, row.line.amount) for row in rows] == [
        ("Cheerleaders", 2, -20_000),
        ("Cheerleaders", 1, -10_000),
    ]


def test_everything_else_that_a_coach_may_do(match: Match) -> None:
    before = again(match.home)
    do(match.home, "fire", player="p1")
    do(match.home, "drop", good="reroll")
    team = do(match.home, "rename", player="p2", name="Zug")
    statuses = dict(team.players.values_list("key", "status"))
    assert (statuses["p1"], team.goods["reroll"], team.players.get(key="p2").name) == ("fired", 1, "Zug")
    assert team.players.get(key="p2").number == 2
    assert (team.treasury, team.value) == (before.treasury, before.value - 100_000)
    assert sound(match.league)


def test_an_illegal_act_changes_nothing(match: Match) -> None:
    do(match.home, "hire", position="blitzer")
    before = again(match.home)
    Team.objects.filter(pk=match.home_id).update(treasury=900_000)
    refused("position_limit", lambda: do(match.home, "hire", position="blitzer"))
    refused("unknown_position", lambda: do(match.home, "hire", position="wardancer"))
    refused("number_worn", lambda: do(match.home, "hire", position="lineman", number=1))
    after = again(match.home)
    assert (after.version, after.players_made, after.treasury) == (before.version, before.players_made, 900_000)
    assert after.players.count() == before.players.count()


def test_one_gold_piece_too_few(match: Match) -> None:
    Team.objects.filter(pk=match.home_id).update(treasury=139_999)
    refused("treasury_too_small", lambda: do(match.home, "hire", position="ogre"))


def test_only_who_runs_the_team(match: Match) -> None:
    for stranger in (match.away.coach, cast.coach("Zoe"), cast.member(match.league, "Mia")):
        with pytest.raises(NotAllowed):
            do(match.home, "fire", player="p1", actor=stranger)
    assert do(match.home, "fire", player="p1", actor=cast.coach("Cora")).players.get(key="p1").status == "fired"


def test_a_raised_player_takes_his_place(match: Match) -> None:
    """The dead who may rise are told by the match; here, by hand."""
    risen = {"victim": "p3", "name": "The late Bob", "raising": "necromancer", "position": "lineman"}
    Team.objects.filter(pk=match.home_id).update(
        last_match={**(again(match.home).last_match or {}), "may_rise": [risen]}
    )
    (offer,) = page(match.home).rising
    assert (offer.rule.name, offer.price, offer.problems) == ("Necromancer", 0, ())
    before = again(match.home).treasury
    team = do(match.home, "raise", victim="p3")
    assert (team.players.get(key="p13").name, team.treasury) == ("Lineman 13", before)
    refused("nobody_to_raise", lambda: do(match.home, "raise", victim="p3"))


# Windows


def test_a_window_opens_after_a_match_and_not_before() -> None:
    season = cast.season(cast.league(), legs=2)
    match = cast.match(season)
    with pytest.raises(WindowShut) as shut:
        do(match.home, "hire", position="lineman")
    assert shut.value.rule == "hiring"
    assert "after its next match" in str(shut.value)
    match = cast.advance(cast.confirm(cast.file(match, (2, 0))))
    with pytest.raises(WindowNotYet):
        do(match.home, "hire", position="lineman")
    cast.to_the_window(match)
    do(match.home, "hire", position="lineman")
    close(match.home)
    with pytest.raises(WindowShut):
        do(match.home, "hire", position="lineman")
    assert (page(match.home).open, page(match.away).open) == (False, True)


def test_a_name_is_given_at_any_time() -> None:
    season = cast.season(cast.league(), legs=2)
    match = cast.match(season)
    do(match.home, "rename", player="p1", name="Before")
    match = cast.advance(cast.confirm(cast.file(match, (2, 0))))
    assert cast.waiting(match, "winnings")
    do(match.home, "rename", player="p1", name="Between", number=88)
    match = cast.finish(match)
    team = do(match.home, "rename", player="p1", name="After")
    player = team.players.get(key="p1")
    assert (player.name, player.number) == ("After", 88)
    assert match.status == MatchStatus.FINISHED
    assert sound(match.league)
    refused("number_worn", lambda: do(match.home, "rename", player="p2", name="Two", number=88))


def test_closing_is_final_and_says_what_follows(match: Match) -> None:
    do(match.home, "hire", position="lineman")
    (forecast,) = page(match.home).closing
    assert forecast.choice == "done"
    assert forecast.mistakes is not None
    (act,) = page(match.home).acts
    close(match.home)
    with pytest.raises(WindowShut):
        act_undo(team=match.home, cause=act.cause, actor=match.home.coach)
    rolled = match.steps.get(team=match.home_id, name="expensive-mistakes")
    assert rolled.status == "done"


@pytest.mark.parametrize(
    ("treasury", "column"), [(99_000, None), (100_000, 100_000), (250_000, 200_000), (900_000, 500_000)]
)
def test_the_forecast_names_the_column_of_the_mistakes(match: Match, treasury: int, column: int | None) -> None:
    Team.objects.filter(pk=match.home_id).update(treasury=treasury)
    (forecast,) = page(match.home).closing
    assert forecast.mistakes is not None
    assert (forecast.mistakes.dice, forecast.mistakes.column) == ("D6", column)


def test_a_commissioner_opens_a_window_with_a_reason() -> None:
    season = cast.season(cast.league(), legs=2)
    team, cora = cast.match(season).home, cast.coach("Cora")
    for nobody in (team.coach, cast.coach("Zoe")):
        with pytest.raises(NotAllowed):
            window_open(team=team, reason="I like it", actor=nobody)
    for nothing in ("", "  \n "):
        with pytest.raises(ReasonMissing):
            window_open(team=team, reason=nothing, actor=cora)
    window = window_open(team=team, reason="Two were\ndead.", actor=cora)
    assert (window.key, window.reason) == ("w1", "Two were dead.")
    assert [one.pk for one in inbox(team.coach).windows] == [window.pk]
    with pytest.raises(WindowOpenAlready):
        window_open(team=team, reason="Again", actor=cora)
    do(team, "hire", position="catcher")
    assert [line.act.kind for line in page(team).acts] == ["hire"]
    assert [block.kind for block in statement_page(again(team))] == ["hiring", "draft"]
    with pytest.raises(NotAllowed):
        window_close(team=team, actor=cast.coach("Bob"))
    assert window_close(team=team, actor=team.coach).closed_at is not None
    with pytest.raises(WindowShut):
        do(team, "hire", position="catcher")
    with pytest.raises(NoWindowOpen):
        window_close(team=team, actor=cora)
    assert window_open(team=team, reason="Once more", actor=cora).key == "w2"
    assert page(team).acts == ()
    assert sound(team.league)


def test_no_window_while_the_sequence_runs_or_is_open(match: Match) -> None:
    with pytest.raises(WindowOpenAlready):
        window_open(team=match.home, reason="Why not", actor=cast.coach("Cora"))
    with pytest.raises(NoWindowOpen):
        window_close(team=match.home, actor=match.home.coach)
    cast.finish(match)
    second = cast.advance(cast.confirm(cast.file(cast.match(match.season), (2, 0))))
    with pytest.raises(PostMatchRunning):
        window_open(team=second.home, reason="Why not", actor=cast.coach("Cora"))


def test_in_a_league_without_windows_only_the_commissioner_opens_one() -> None:
    season = cast.season(cast.quiet_league(), legs=2)
    match = cast.play(cast.match(season))
    with pytest.raises(WindowByCommissioner):
        do(match.home, "hire", position="lineman")
    window_open(team=match.home, reason="Spring cleaning", actor=cast.coach("Cora"))
    assert do(match.home, "hire", position="lineman").players.filter(key="p13").exists()


def test_a_team_fired_below_eleven_takes_journeymen_on_when_the_window_closes() -> None:
    league = cast.league()
    undead = cast.team(league, "Bones", roster="undead", positions={"skeleton": 11}, goods={})
    humans = cast.team(league, "Men", by="Bob")
    cora = cast.coach("Cora")
    for team in (undead, humans):
        window_open(team=team, reason="Too many", actor=cora)
    do(undead, "fire", player="p1")
    for player in ("p1", "p2", "p3"):
        do(humans, "fire", player=player)
    assert [(one.choice, one.journeymen) for one in page(undead).closing] == [("skeleton", 1), ("zombie", 1)]
    for wrong in ("", "mummy"):
        with pytest.raises(ChoiceUnknown):
            window_close(team=undead, choice=wrong, actor=undead.coach)
    window_close(team=undead, choice="zombie", actor=undead.coach)
    window_close(team=humans, actor=humans.coach)
    taken = PlayerRow.objects.filter(status="journeyman").values_list("team", "key", "position")
    assert sorted(taken) == sorted(
        [(undead.pk, "jw1-1", "zombie"), (humans.pk, "jw2-1", "lineman"), (humans.pk, "jw2-2", "lineman")]
    )
    assert sound(league)


# Taking back


def test_purchases_and_firings_are_taken_back_in_any_order(match: Match) -> None:
    before = again(match.home)
    do(match.home, "hire", position="lineman")
    do(match.home, "fire", player="p1")
    do(match.home, "buy", good="apothecary")
    undo(match.home, 2)
    undo(match.home, 1)
    team = undo(match.home)
    assert (team.treasury, team.value, team.goods) == (before.treasury, before.value, before.goods)
    assert team.players.filter(status="active").count() == 12
    assert page(match.home).acts == ()
    assert sound(match.league)


def test_what_does_not_fit_any_more_is_refused_in_words(match: Match) -> None:
    do(match.home, "fire", player="p1")
    do(match.home, "hire", position="lineman", number=1, name="One")
    with pytest.raises(LaterDoesNotFit) as conflict:
        undo(match.home, 1)
    assert [str(problem) for problem in conflict.value.problems] == ["Number 1 is worn by lineman 1."]
    assert again(match.home).players.get(key="p1").status == "fired"
    undo(match.home)
    assert undo(match.home).players.get(key="p1").status == "active"


def test_only_what_was_done_in_this_window_by_this_team(match: Match) -> None:
    do(match.home, "fire", player="p1")
    (act,) = page(match.home).acts
    drafted = match.league.causes.filter(kind="draft", teams=match.home).get()
    for cause in (drafted.pk, 0, 10**9):
        with pytest.raises(NotTakenBack):
            act_undo(team=match.home, cause=cause, actor=match.home.coach)
    with pytest.raises(NotTakenBack):
        act_undo(team=match.away, cause=act.cause, actor=match.away.coach)
    with pytest.raises(NotAllowed):
        act_undo(team=match.home, cause=act.cause, actor=match.away.coach)
    undo(match.home)
    with pytest.raises(NotTakenBack):
        act_undo(team=match.home, cause=act.cause, actor=match.home.coach)


def test_dice_are_never_taken_back(match: Match) -> None:
    """An improvement may be taken while the window is open, stands in it, and stays."""
    improvement_roll(team=match.home, player="p10", faces=(1, 2), actor=match.home.coach)
    improvement_choose(team=match.home, player="p10", choice="skill/Tackle", actor=match.home.coach)
    cause = match.league.causes.get(kind="improvement")
    assert (cause.entry.place, cause.entry.step) == (
        match.place,
        match.steps.get(team=match.home, name="hire-and-fire").nth,
    )
    assert page(match.home).acts == ()
    with pytest.raises(NotTakenBack):
        act_undo(team=match.home, cause=cause.pk, actor=match.home.coach)
    close(match.home)
    assert again(match.home).players.get(key="p10").improvements[0]["what"] == "Tackle"
    assert sound(match.league)


# Stale pages and double clicks


def test_a_stale_page_is_told_what_changed(match: Match) -> None:
    seen = again(match.home).version
    do(match.home, "fire", player="p1", seen=seen, actor=cast.coach("Cora"))
    with pytest.raises(TeamChanged) as changed:
        do(match.home, "hire", position="lineman", seen=seen)
    assert "Fired: #1 lineman 1 (Cora, " in str(changed.value)
    do(match.home, "hire", position="lineman", seen=again(match.home).version)
    undo(match.home)
    with pytest.raises(TeamChanged) as several:
        act_undo(team=match.home, cause=page(match.home).acts[0].cause, seen=seen, actor=match.home.coach)
    for what in ("Fired: #1 lineman 1 (Cora", "joins, Lineman", "Player hired (Ann", "something was taken back (Ann"):
        assert what in str(several.value)


def test_a_double_click_hires_one_player(match: Match) -> None:
    once = [Once(owner="coach:1", key="k", body_hash="b", render=lambda _: Answer(message="hired")) for _ in range(2)]
    with at_most_once(once[0]):
        do(match.home, "hire", position="lineman")
    with at_most_once(once[1]), pytest.raises(AlreadyAnswered) as before:
        do(match.home, "hire", position="lineman")
    assert before.value.answer.message == "hired"
    seen = again(match.home).version
    do(match.home, "hire", position="lineman", seen=seen)
    with pytest.raises(TeamChanged):
        do(match.home, "hire", position="lineman", seen=seen)
    assert again(match.home).players.count() == 14


# Journeymen after a match


def test_a_journeyman_comes_plays_and_is_hired_or_goes() -> None:
    league = cast.league()
    humans = cast.team(league, positions={"lineman": 11})
    season = cast.season(league, (humans, cast.team(league, "Gouged Eye", by="Bob", roster="orc")), legs=2)
    hurt = {"victim": "p1", "cause": "block", "by": "p10"}
    first = cast.match(season)
    side = "home" if first.home_id == humans.pk else "away"
    first = cast.play(first, (0, 0), dice={f"casualty/{humans.key}/p1": [6, 1]}, **{side: {"casualties": [hurt]}})
    (taken,) = again(humans).players.filter(status="journeyman")
    assert taken.key == f"j{first.key}-1"
    named = {"nominees": ["p2", "p3", "p4"]}
    second = cast.to_the_window(cast.confirm(cast.file(cast.match(season), (0, 0), home=named, away=named)))
    (offer,) = page(humans).journeymen
    assert (offer.price, offer.problems) == (50_000, ())
    before = again(humans)
    team = do(humans, "hire-journeyman", player=taken.key)
    assert (team.players.get(key=taken.key).status, team.treasury) == ("active", before.treasury - 50_000)
    undo(humans)
    assert page(humans).closing[0].leaving == 1
    close(humans)
    rows = again(humans).players
    assert rows.get(key=taken.key).status == "left"
    assert rows.filter(status="journeyman").count() == 1
    assert sound(second.league)


# Stars


def test_a_star_belongs_to_one_team_of_a_league(match: Match) -> None:
    """BB2016, the star player pool: a rostered star is unavailable for every other team."""
    Team.objects.filter(league=match.league).update(treasury=900_000)
    do(match.home, "roster-star", star="morg-n-thorg")
    with pytest.raises(StarTaken) as taken:
        do(match.away, "roster-star", star="morg-n-thorg")
    assert str(taken.value).endswith(f" is on the roster of {match.home.name}: nobody else can have him.")
    assert again(match.away).star == ""
    (offer,) = [one for one in page(match.away).stars if one.star.key == "morg-n-thorg"]
    assert offer.taken_by is not None


def test_a_release_is_not_taken_back_when_another_team_has_him() -> None:
    league = cast.league(house_rules={"starting-gold": 1_400_000})
    match = cast.to_the_window(cast.confirm(cast.file(cast.match(cast.season(league, legs=2)), (2, 0))))
    star = "grak-and-crumbleberry"
    do(match.home, "roster-star", star=star)
    close(match.home)
    window_open(team=match.home, reason="He wants to go", actor=cast.coach("Cora"))
    do(match.home, "release-star")
    do(match.away, "roster-star", star=star)
    with pytest.raises(StarTaken):
        undo(match.home)
    assert (again(match.home).star, again(match.away).star) == ("", star)
    assert sound(league)


def test_how_a_window_closes_follows_what_was_done_in_it() -> None:
    """BB2016: upkeep is due for a star who has played; for one who was let go, nothing is."""
    season = cast.season(cast.league(house_rules={"starting-gold": 1_400_000}), legs=2)
    first = cast.to_the_window(cast.confirm(cast.file(cast.match(season), (2, 0))))
    do(first.home, "roster-star", star="helmut-wulf")
    cast.finish(first)
    second = cast.to_the_window(cast.confirm(cast.file(cast.match(season), (0, 0))))
    team = first.home
    step = second.steps.get(team=team, name="hire-and-fire")
    assert step.options == ["pay-upkeep", "release-star"]
    with pytest.raises(ChoiceUnknown):
        close(team, "done")
    do(team, "release-star")
    step.refresh_from_db()
    assert step.options == ["done"]
    assert [one.choice for one in page(team).closing] == ["done"]
    undo(team)
    paid = page(team).closing[0]
    assert (paid.choice, paid.upkeep) == ("pay-upkeep", 30_000)
    before = again(team).treasury
    close(team, "pay-upkeep")
    lines = [line for line in statement(again(team)) if line.occasion == second.key]
    mistakes = sum(line.amount for line in lines if line.reason == "expensive-mistakes")
    assert (again(team).star, again(team).treasury) == ("helmut-wulf", before - 30_000 + mistakes)
    assert sound(second.league)


# Told late


@pytest.fixture
def out_of_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a correction that moves a match would leave it: the next one is told before the last window is closed."""
    monkeypatch.setattr("matches.services.counting.waits_for", lambda match: Match.objects.none())
    monkeypatch.setattr("matches.services.between.next_of", lambda team, match: None)


@pytest.mark.usefixtures("out_of_order")
def test_an_act_that_is_told_late_takes_its_place(match: Match) -> None:
    second = cast.confirm(cast.file(cast.match(match.season), (0, 0)))
    assert page(match.home).open
    team = do(match.home, "hire", position="lineman", name="Late")
    cause = match.league.causes.get(kind="hiring")
    assert cause.entry.place == match.place
    assert team.players.get(key="p13").games == 1
    assert page(match.home).acts[0].cause == cause.pk
    assert sound(match.league)
    assert second.place is not None
    undo(match.home)
    assert sound(match.league)


@pytest.mark.usefixtures("out_of_order")
def test_who_has_played_since_cannot_have_been_fired(match: Match) -> None:
    scorer = {"deeds": [{"player": "p1", "counts": {"touchdown": 1}}], "score": 1}
    second = cast.match(match.season)
    side = "home" if second.home_id == match.home_id else "away"
    cast.confirm(cast.file(second, (0, 0), **{side: scorer}))
    with pytest.raises(LaterDoesNotFit) as conflict:
        do(match.home, "fire", player="p1")
    assert conflict.value.problems
    assert again(match.home).players.get(key="p1").status == "active"
    assert do(match.home, "fire", player="p5").players.get(key="p5").status == "fired"
    assert sound(match.league)


@pytest.mark.usefixtures("out_of_order")
def test_the_gold_of_a_late_act_is_that_of_its_window(match: Match) -> None:
    cast.confirm(cast.file(cast.match(match.season), (0, 0)))
    assert page(match.home).sheet.treasury == again(match.home).treasury
    number = page(match.home).sheet.free_number()
    assert do(match.home, "hire", position="lineman").players.get(key="p13").number == number


# Reading


def test_the_number_of_queries_does_not_grow_with_what_was_done(match: Match) -> None:
    def queries() -> int:
        team = again(match.home)
        with CaptureQueriesContext(connection) as asked:
            hiring_page(team)
        return len(asked)

    do(match.home, "rename", player="p1", name="One")
    few = queries()
    for nth in range(2, 9):
        do(match.home, "rename", player=f"p{nth}", name=f"Number {nth}")
    assert queries() == few

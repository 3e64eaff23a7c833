"""Deals, transfers and retirements through their services: who may, what is kept, what can be taken back."""

from __future__ import annotations

from typing import Any

import pytest

from engine import history
from engine.errors import DealIllegal, EngineError, NotAllowed
from leagues.errors import ReasonMissing, RemarkTooLong
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach, League, Membership, Role
from leagues.services.accounts import coach_erase
from matches.errors import ImprovementOpen, MatchUnderWay, SeasonIllegal
from matches.selectors.matches import inbox
from matches.services.deals import deal_approve
from matches.services.improvements import improvement_choose, improvement_roll
from matches.services.seasons import season_create
from teams.errors import (
    DealChanged,
    DealNeeded,
    DealUndone,
    HandedOverMeanwhile,
    TeamNotRetired,
    TransferIllegal,
)
from teams.mapping import deal_of, sheet_of
from teams.models import Deal, DealStatus, PlayerRow, Revision, Team
from teams.selectors.careers import career
from teams.selectors.coaches import coach_changes, retired_since
from teams.selectors.deals import deal_get, deal_list, deal_page, deals_waiting, undone
from teams.selectors.statement import statement, statement_page
from teams.selectors.teams import league_teams, team_get
from teams.services.deals import (
    deal_accept,
    deal_decline,
    deal_propose,
    deal_refuse,
    deal_undo,
    deal_withdraw,
)
from teams.services.ledger import league_causes
from teams.services.running import team_bring_back, team_retire, team_transfer
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db


class Scene:
    """Ann's humans and Bob's orcs in Cora's league."""

    def __init__(self, **league: Any) -> None:
        self.league = cast.league(**league)
        self.anns = cast.team(self.league)
        self.bobs = cast.team(self.league, "Gouged Eye", by="Bob", roster="orc")
        self.ann, self.bob, self.cora = map(cast.coach, ("Ann", "Bob", "Cora"))

    def proposed(self, *give: str, **more: Any) -> Deal:
        return self.again(cast.deal(self.anns, self.bobs, *give, **more))

    def accepted(self, *give: str, **more: Any) -> Deal:
        return self.again(cast.accepted(self.proposed(*give, **more)))

    def done(self, *give: str, **more: Any) -> Deal:
        return self.again(deal_approve(deal=self.accepted(*give, **more), actor=self.cora))

    def again(self, deal: Deal) -> Deal:
        return deal_get(self.cora, deal.pk)

    def team(self, team: Team) -> Team:
        return team_get(self.cora, team.pk)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def state(league: League) -> list[Any]:
    """Both teams as their rows say, but for counters that only rise."""
    return [sheet_of(team) for team in Team.objects.filter(league=league).order_by("pk")]


def codes(refusal: pytest.ExceptionInfo[Any]) -> list[str]:
    return [problem.code for problem in refusal.value.problems]


# A deal from its proposal to its end


def test_proposed_accepted_and_approved_gold_and_players_change_hands(scene: Scene) -> None:
    before = {team.key: team.treasury for team in (scene.anns, scene.bobs)}
    deal = scene.proposed(paid=30_000)
    assert deal.status == DealStatus.PROPOSED
    assert state(scene.league) == [sheet_of(scene.anns), sheet_of(scene.bobs)]
    deal_accept(deal=deal, actor=scene.bob)
    deal = deal_approve(deal=scene.again(deal), actor=scene.cora)
    anns, bobs = scene.team(scene.anns), scene.team(scene.bobs)
    assert (anns.treasury, bobs.treasury) == (before["t1"] + 30_000, before["t2"] - 30_000)
    assert anns.players.get(key="p12").status == "sold"
    came = bobs.players.get(key="p13")
    assert (came.status, came.name, came.position) == ("active", "blitzer 12", "blitzer")
    assert came.line is not None
    assert bobs.players_made == 13
    assert anns.players_made == 12
    assert deal_of(deal).proposer.players[0].key == "p13"


def test_the_ledger_agrees_and_deciding_again_changes_nothing(scene: Scene) -> None:
    scene.done("p12", "p3", paid=30_000, take=["p1"])
    scene.done("p1", paid=0, gold=10_000)
    assert list(league_differences(scene.league)) == []
    rules = ruleset_of(scene.league.ruleset_id)
    again = history.redecide(league_causes(scene.league), rules=lambda cause: rules, all_again=True)
    assert again.changes == ()
    assert again.conflicts == ()


def test_nobody_deals_between_his_own_teams(scene: Scene) -> None:
    """BB2016, league rules, starting the league: a coach may not swap anything between the teams that he runs."""
    second = cast.team(scene.league, "Second Eleven")
    with pytest.raises(DealIllegal) as refusal:
        cast.deal(scene.anns, second)
    assert codes(refusal) == ["deal_own_teams"]


def test_what_the_rules_do_not_allow_is_refused_before_anybody_is_asked(scene: Scene) -> None:
    with pytest.raises(DealIllegal) as refusal:
        cast.deal(scene.anns, scene.bobs, "p99", paid=10_000_000)
    assert codes(refusal) == ["deal_player_gone", "deal_gold_missing"]
    assert Deal.objects.count() == 0


def test_only_its_coach_proposes_for_a_team(scene: Scene) -> None:
    for other in (scene.bob, scene.cora, cast.member(scene.league, "Mia"), cast.coach("Zoe")):
        command = cast.terms(scene.anns, scene.bobs)
        with pytest.raises(NotAllowed):
            deal_propose(proposer=scene.anns, partner=scene.bobs, command=command, actor=other)


def test_a_coach_who_left_the_league_proposes_no_more(scene: Scene) -> None:
    Membership.objects.filter(coach=scene.ann).delete()
    with pytest.raises(NotAllowed):
        cast.deal(scene.anns, scene.bobs)


def test_only_the_other_coach_accepts_or_declines(scene: Scene) -> None:
    deal = scene.proposed()
    for other in (scene.ann, scene.cora, cast.member(scene.league, "Mia")):
        for act in (deal_accept, deal_decline):
            with pytest.raises(NotAllowed):
                act(deal=deal, actor=other)


def test_only_who_proposed_withdraws(scene: Scene) -> None:
    deal = scene.proposed()
    for other in (scene.bob, scene.cora):
        with pytest.raises(NotAllowed):
            deal_withdraw(deal=deal, actor=other)


def test_only_a_commissioner_approves_refuses_and_undoes(scene: Scene) -> None:
    deal = scene.accepted()
    for other in (scene.ann, scene.bob, cast.member(scene.league, "Mia")):
        with pytest.raises(NotAllowed):
            deal_approve(deal=deal, actor=other)
        with pytest.raises(NotAllowed):
            deal_refuse(deal=deal, reason="No.", actor=other)
        with pytest.raises(NotAllowed):
            deal_undo(deal=deal, reason="No.", actor=other)


def test_a_declined_deal_is_over_and_says_why(scene: Scene) -> None:
    deal = deal_decline(deal=scene.proposed(), reason="Too  dear.", actor=scene.bob)
    assert (deal.status, deal.remark) == (DealStatus.DECLINED, "Too  dear.")
    with pytest.raises(DealChanged):
        deal_accept(deal=scene.again(deal), actor=scene.bob)
    with pytest.raises(DealChanged):
        deal_withdraw(deal=scene.again(deal), actor=scene.ann)


@pytest.mark.parametrize("accepted", [False, True])
def test_a_deal_is_withdrawn_as_long_as_it_is_not_done(scene: Scene, accepted: bool) -> None:
    deal = deal_withdraw(deal=scene.accepted() if accepted else scene.proposed(), actor=scene.ann)
    assert deal.status == DealStatus.WITHDRAWN


def test_a_deal_that_is_done_is_not_withdrawn(scene: Scene) -> None:
    with pytest.raises(DealChanged) as refusal:
        deal_withdraw(deal=scene.done(), actor=scene.ann)
    assert refusal.value.params["status"] == "Done"


def test_a_commissioner_refuses_with_a_reason(scene: Scene) -> None:
    deal = scene.accepted()
    with pytest.raises(ReasonMissing):
        deal_refuse(deal=deal, reason="  \n ", actor=scene.cora)
    with pytest.raises(RemarkTooLong):
        deal_refuse(deal=deal, reason="x" * 301, actor=scene.cora)
    deal = deal_refuse(deal=scene.again(deal), reason="Not before the final.", actor=scene.cora)
    assert (deal.status, deal.remark) == (DealStatus.REFUSED, "Not before the final.")


def test_what_nobody_accepted_is_not_approved(scene: Scene) -> None:
    with pytest.raises(DealChanged):
        deal_approve(deal=scene.proposed(), actor=scene.cora)


def test_one_acts_on_the_deal_that_one_has_read(scene: Scene) -> None:
    deal = scene.proposed()
    with pytest.raises(DealChanged):
        deal_accept(deal=deal, seen=deal.version + 1, actor=scene.bob)
    deal_accept(deal=deal, seen=0, actor=scene.bob)
    stale = Deal(**{name: getattr(scene.again(deal), name) for name in ("pk", "league", "proposer", "partner")})
    stale.status, stale.version = DealStatus.PROPOSED, 0
    with pytest.raises(DealChanged):
        deal_accept(deal=stale, actor=scene.bob)


def test_a_deal_that_does_not_fit_any_more_stays_accepted(scene: Scene) -> None:
    first, second = scene.accepted(paid=100_000), scene.accepted("p12", "p11", paid=10_000)
    treasury = scene.team(scene.bobs).treasury
    third = scene.accepted("p10", paid=treasury)
    deal_approve(deal=second, actor=scene.cora)
    for deal, said in ((first, ["deal_player_gone"]), (third, ["deal_gold_missing"])):
        with pytest.raises(DealIllegal) as refusal:
            deal_approve(deal=scene.again(deal), actor=scene.cora)
        assert said[0] in codes(refusal)
        assert scene.again(deal).status == DealStatus.ACCEPTED
    assert scene.team(scene.bobs).players_made == 14
    assert list(league_differences(scene.league)) == []


def test_a_deal_waits_until_the_matches_of_both_teams_are_over(scene: Scene) -> None:
    """What a step after the match does stands before the deal: it could take the gold away that the deal needs."""
    match = cast.match(cast.season(scene.league, [scene.anns, scene.bobs]))
    deal = scene.accepted()
    reported = cast.file(match)
    with pytest.raises(MatchUnderWay):
        deal_approve(deal=deal, actor=scene.cora)
    confirmed = cast.confirm(reported)
    with pytest.raises(MatchUnderWay):
        deal_approve(deal=scene.again(deal), actor=scene.cora)
    cast.finish(confirmed)
    assert deal_approve(deal=scene.again(deal), actor=scene.cora).status == DealStatus.DONE
    assert list(league_differences(scene.league)) == []


def test_who_has_thrown_for_an_improvement_takes_it_before_he_goes(scene: Scene) -> None:
    """Elsewhere he would have another key, and another throw."""
    match = cast.match(cast.season(scene.league, [scene.anns, scene.bobs]))
    side = "home" if match.home_id == scene.anns.pk else "away"
    cast.play(match, (2, 2), **{side: {"deeds": [{"player": "p12", "counts": {"touchdown": 2}}]}})
    improvement_roll(team=scene.team(scene.anns), player="p12", faces=[1, 2], actor=scene.ann)
    deal = scene.accepted("p12")
    with pytest.raises(ImprovementOpen):
        deal_approve(deal=deal, actor=scene.cora)
    improvement_choose(team=scene.team(scene.anns), player="p12", choice="skill/Tackle", actor=scene.ann)
    deal_approve(deal=scene.again(deal), actor=scene.cora)
    came = sheet_of(scene.team(scene.bobs)).player("p13")
    assert came is not None
    assert came.skills == ("Tackle",)


# A commissioner who has a part in it


def test_a_commissioner_approves_his_own_deal_only_if_nobody_else_can(scene: Scene) -> None:
    Membership.objects.filter(coach=scene.cora).update(role=Role.COACH)
    Membership.objects.filter(coach=scene.bob).update(role=Role.COMMISSIONER)
    pk = cast.accepted(cast.deal(scene.anns, scene.bobs)).pk
    deal = deal_approve(deal=deal_get(scene.bob, pk), actor=scene.bob)
    told = AuditEntry.objects.get(action="deal.approved", subject=f"deal:{deal.pk}")
    assert told.data["own"] is True


def test_another_commissioner_has_to_approve_the_deal_of_the_first(scene: Scene) -> None:
    Membership.objects.filter(coach=scene.bob).update(role=Role.COMMISSIONER)
    deal = scene.accepted()
    with pytest.raises(NotAllowed):
        deal_approve(deal=deal, actor=scene.bob)
    assert deals_waiting(scene.bob) == ()
    assert deals_waiting(scene.cora) == (deal,)
    deal_approve(deal=deal, actor=scene.cora)
    assert AuditEntry.objects.get(action="deal.approved").data["own"] is False


def test_two_commissioners_who_deal_with_each_other_may_approve_it(scene: Scene) -> None:
    Membership.objects.filter(coach=scene.cora).update(role=Role.COACH)
    Membership.objects.filter(coach__in=[scene.ann, scene.bob]).update(role=Role.COMMISSIONER)
    deal = cast.accepted(cast.deal(scene.anns, scene.bobs))
    assert deals_waiting(scene.ann) == deals_waiting(scene.bob) == (deal,)
    assert deal_approve(deal=deal_get(scene.ann, deal.pk), actor=scene.ann).status == DealStatus.DONE


# Undoing


def test_an_undone_deal_leaves_both_teams_exactly_as_they_were(scene: Scene) -> None:
    before = state(scene.league)
    deal = scene.done("p12", "p2", take=["p1", "p12"], paid=20_000, gold=5_000)
    assert state(scene.league) != before
    with pytest.raises(ReasonMissing):
        deal_undo(deal=deal, reason="", actor=scene.cora)
    deal_undo(deal=scene.again(deal), reason="Signed by mistake.", actor=scene.cora)
    assert state(scene.league) == before
    assert list(league_differences(scene.league)) == []
    deal = scene.again(deal)
    assert (deal.status, undone(deal), deal.remark) == (DealStatus.DONE, True, "Signed by mistake.")
    assert Revision.objects.filter(cause=deal.cause).latest("number").reason == "Signed by mistake."
    with pytest.raises(DealUndone):
        deal_undo(deal=deal, reason="Again.", actor=scene.cora)


def test_a_key_that_was_given_once_names_nobody_else(scene: Scene) -> None:
    deal_undo(deal=scene.done(), reason="No.", actor=scene.cora)
    deal = scene.done("p11")
    assert deal_of(deal).proposer.players[0].key == "p14"


def test_what_later_history_needs_is_not_undone_and_is_named(scene: Scene) -> None:
    deal = scene.done("p12")
    match = cast.match(cast.season(scene.league, [scene.anns, scene.bobs]))
    scored = {"deeds": [{"player": "p13", "counts": {"touchdown": 2}}], "score": 2}
    side = "away" if match.away_id == scene.bobs.pk else "home"
    cast.play(match, (2, 2), **{side: scored})
    before = state(scene.league)
    with pytest.raises(DealNeeded) as refusal:
        deal_undo(deal=scene.again(deal), reason="Too late.", actor=scene.cora)
    assert set(codes(refusal)) <= {"does_not_fit", "die_would_be_wanted"}
    assert any(match.key in str(problem) for problem in refusal.value.problems)
    assert state(scene.league) == before
    assert not undone(scene.again(deal))


def test_a_player_who_improved_since_keeps_his_deal(scene: Scene) -> None:
    deal = scene.done("p12")
    match = cast.match(cast.season(scene.league, [scene.anns, scene.bobs]))
    scored = {"deeds": [{"player": "p13", "counts": {"touchdown": 3}}], "score": 3}
    cast.play(match, (3, 3), **{"away" if match.away_id == scene.bobs.pk else "home": scored})
    improvement_roll(team=scene.team(scene.bobs), player="p13", faces=[1, 2], actor=scene.bob)
    improvement_choose(team=scene.team(scene.bobs), player="p13", choice="skill/Tackle", actor=scene.bob)
    with pytest.raises(DealNeeded):
        deal_undo(deal=scene.again(deal), reason="Too late.", actor=scene.cora)


def test_an_earlier_deal_is_undone_under_a_later_one_that_does_not_need_it(scene: Scene) -> None:
    first, _ = scene.done("p12"), scene.done("p11", paid=0, gold=5_000)
    deal_undo(deal=scene.again(first), reason="Wrong one.", actor=scene.cora)
    assert scene.team(scene.anns).players.get(key="p12").status == "active"
    assert scene.team(scene.anns).players.get(key="p11").status == "sold"
    assert list(league_differences(scene.league)) == []


# Reading


def test_what_is_only_talked_of_is_seen_by_those_who_have_to_do_with_it(scene: Scene) -> None:
    deal, mia = scene.proposed(), cast.member(scene.league, "Mia")
    assert [deal in deal_list(who) for who in (scene.ann, scene.bob, scene.cora, mia)] == [True, True, True, False]
    done = scene.done("p11")
    assert list(deal_list(mia)) == [done]


def test_a_private_leagues_deals_are_its_own() -> None:
    scene = Scene(public=False)
    deal = scene.done()
    assert list(deal_list(cast.coach("Zoe"))) == []
    assert list(deal_list(cast.member(scene.league, "Mia"))) == [deal]


def test_who_must_act_finds_it_in_his_inbox(scene: Scene) -> None:
    deal = scene.proposed()
    assert [inbox(who).deals for who in (scene.ann, scene.bob, scene.cora)] == [(), (deal,), ()]
    deal_accept(deal=deal, actor=scene.bob)
    assert [inbox(who).deals for who in (scene.ann, scene.bob, scene.cora)] == [(), (), (deal,)]
    deal_approve(deal=scene.again(deal), actor=scene.cora)
    assert [inbox(who).deals for who in (scene.ann, scene.bob, scene.cora)] == [(), (), ()]


def test_the_page_of_a_deal_shows_both_teams_before_and_after(scene: Scene) -> None:
    page = deal_page(scene.proposed(paid=30_000))
    mine, theirs = page.preview.sides
    assert mine.after.treasury == mine.before.treasury + 30_000
    assert (mine.before.players, mine.after.players) == (12, 11)
    assert (theirs.before.players, theirs.after.players) == (12, 13)
    assert theirs.after.value - theirs.before.value == mine.before.value - mine.after.value == 90_000
    assert page.problems == ()
    assert [entry.action for entry in page.story] == ["deal.proposed"]


def test_the_statement_names_the_other_team(scene: Scene) -> None:
    scene.done(paid=30_000)
    for team, amount, other in ((scene.anns, 30_000, "Gouged Eye"), (scene.bobs, -30_000, "Reavers")):
        last = statement(scene.team(team))[-1]
        assert (last.reason, last.amount) == ("deal", amount)
        block = statement_page(scene.team(team))[0]
        assert (block.kind, block.opponent and block.opponent.name) == ("deal", other)
        assert (block.rows[0].subject, block.rows[0].rule) == (other, "deals")


def test_a_players_life_goes_on_in_the_other_team(scene: Scene) -> None:
    scene.done("p12")
    cast.play(cast.match(cast.season(scene.league, [scene.anns, scene.bobs])), (0, 0))
    gone = career(scene.team(scene.anns), "p12").entries
    assert [entry.kind for entry in gone] == ["deal", "draft"]
    assert gone[0].went_to is not None
    assert (gone[0].went_to.team, gone[0].went_to.key) == (scene.bobs, "p13")
    came = career(scene.team(scene.bobs), "p13").entries
    assert [entry.kind for entry in came] == ["match", "deal"]
    assert came[1].came_from is not None
    assert (came[1].came_from.team, came[1].came_from.key) == (scene.anns, "p12")


# Another coach


def test_a_commissioner_gives_a_team_to_another_coach(scene: Scene) -> None:
    mia, open_deal = cast.member(scene.league, "Mia"), scene.proposed()
    other = scene.accepted("p11")
    team = team_transfer(team=scene.bobs, coach=mia, reason="Bob moved away.", actor=scene.cora)
    assert scene.team(team).coach == mia
    assert [scene.again(deal).status for deal in (open_deal, other)] == [DealStatus.WITHDRAWN, DealStatus.WITHDRAWN]
    assert "Gouged Eye" in scene.again(open_deal).remark
    (change,) = coach_changes(team)
    assert (change.before, change.after, change.reason) == (scene.bob, mia, "Bob moved away.")
    told = AuditEntry.objects.get(action="team.transferred")
    assert told.data["deals_withdrawn"] == 2
    assert Revision.objects.get(cause__kind="draft", cause__teams=team).actor == scene.bob
    assert list(league_differences(scene.league)) == []


def test_a_deal_that_is_done_survives_a_transfer(scene: Scene) -> None:
    deal = scene.done()
    team_transfer(team=scene.bobs, coach=cast.member(scene.league, "Mia"), reason="Gone.", actor=scene.cora)
    assert scene.again(deal).status == DealStatus.DONE


def test_only_a_commissioner_hands_teams_over(scene: Scene) -> None:
    mia = cast.member(scene.league, "Mia")
    for other in (scene.bob, scene.ann, mia):
        with pytest.raises(NotAllowed):
            team_transfer(team=scene.bobs, coach=mia, reason="Mine.", actor=other)


def test_a_transfer_needs_a_reason(scene: Scene) -> None:
    with pytest.raises(ReasonMissing):
        team_transfer(team=scene.bobs, coach=scene.ann, reason=" ", actor=scene.cora)


def test_the_new_coach_is_of_the_league_and_not_the_old_one(scene: Scene) -> None:
    erased = cast.member(scene.league, "Eve")
    coach_erase(actor=erased)
    for coach, code in (
        (cast.coach("Zoe"), "coach_not_here"),
        (Coach.objects.get(pk=erased.pk), "coach_not_here"),
        (scene.bob, "coach_already"),
    ):
        with pytest.raises(TransferIllegal) as refusal:
            team_transfer(team=scene.bobs, coach=coach, reason="Why not.", actor=scene.cora)
        assert codes(refusal) == [code]


@pytest.mark.parametrize(("most", "allowed"), [(1, False), (2, True), (0, True)])
def test_nobody_gets_more_teams_than_the_league_allows(most: int, allowed: bool) -> None:
    scene = Scene(house_rules={"teams-per-coach": most} if most else None)
    if allowed:
        team_transfer(team=scene.bobs, coach=scene.ann, reason="Gone.", actor=scene.cora)
        assert scene.team(scene.bobs).coach == scene.ann
        return
    with pytest.raises(TransferIllegal) as refusal:
        team_transfer(team=scene.bobs, coach=scene.ann, reason="Gone.", actor=scene.cora)
    assert codes(refusal) == ["too_many_teams"]
    (problem,) = refusal.value.problems
    assert (problem.params["teams"], problem.params["most"]) == (1, 1)


def test_retired_teams_do_not_count_against_the_most() -> None:
    scene = Scene(house_rules={"teams-per-coach": 1})
    team_retire(team=scene.anns, actor=scene.ann)
    team_transfer(team=scene.bobs, coach=scene.ann, reason="Gone.", actor=scene.cora)
    with pytest.raises(TransferIllegal) as refusal:
        team_bring_back(team=scene.anns, reason="He wants both.", actor=scene.cora)
    assert codes(refusal) == ["too_many_teams"]


def test_a_page_that_shows_the_old_coach_hands_nothing_over(scene: Scene) -> None:
    mia = cast.member(scene.league, "Mia")
    team_transfer(team=scene.bobs, coach=mia, reason="Gone.", seen=scene.bob.pk, actor=scene.cora)
    with pytest.raises(HandedOverMeanwhile):
        team_transfer(team=scene.bobs, coach=scene.ann, reason="Gone.", seen=scene.bob.pk, actor=scene.cora)


# Retirement


@pytest.mark.parametrize("by", ["Bob", "Cora"])
def test_a_team_is_retired_by_its_coach_or_a_commissioner(scene: Scene, by: str) -> None:
    deal = scene.proposed()
    team = team_retire(team=scene.bobs, remark="A good run.", actor=cast.coach(by))
    assert scene.team(team).retired
    assert scene.again(deal).status == DealStatus.WITHDRAWN
    since = retired_since(scene.team(team))
    assert since is not None
    assert (since.remark, since.by) == ("A good run.", cast.coach(by))
    assert list(league_differences(scene.league)) == []


def test_nobody_else_retires_it(scene: Scene) -> None:
    for other in (scene.ann, cast.member(scene.league, "Mia")):
        with pytest.raises(NotAllowed):
            team_retire(team=scene.bobs, actor=other)


def test_a_team_retires_once(scene: Scene) -> None:
    team_retire(team=scene.bobs, actor=scene.bob)
    with pytest.raises(EngineError) as refusal:
        team_retire(team=scene.bobs, actor=scene.bob)
    assert refusal.value.code == "team_retired_already"


def test_a_retired_team_neither_proposes_nor_is_dealt_with(scene: Scene) -> None:
    team_retire(team=scene.bobs, actor=scene.bob)
    for proposer, partner in ((scene.anns, scene.bobs), (scene.bobs, scene.anns)):
        with pytest.raises(DealIllegal) as refusal:
            cast.deal(proposer, partner)
        assert codes(refusal) == ["team_retired"]


def test_a_retired_team_is_refused_by_name_in_a_new_season(scene: Scene) -> None:
    team_retire(team=scene.bobs, actor=scene.bob)
    teams = [scene.team(scene.anns), scene.team(scene.bobs)]
    with pytest.raises(SeasonIllegal) as refusal:
        season_create(league=scene.league, name="Two", teams=teams, actor=scene.cora)
    assert [str(problem) for problem in refusal.value.problems] == ["Gouged Eye has retired and plays no more."]


def test_retired_teams_stand_below_the_others(scene: Scene) -> None:
    team_retire(team=scene.bobs, actor=scene.bob)
    assert [line.team.name for line in league_teams(scene.league)] == ["Reavers", "Gouged Eye"]


def test_a_commissioner_brings_a_team_back_with_a_reason(scene: Scene) -> None:
    before = state(scene.league)
    with pytest.raises(TeamNotRetired):
        team_bring_back(team=scene.bobs, reason="Back.", actor=scene.cora)
    team_retire(team=scene.bobs, actor=scene.bob)
    with pytest.raises(NotAllowed):
        team_bring_back(team=scene.bobs, reason="Back.", actor=scene.bob)
    with pytest.raises(ReasonMissing):
        team_bring_back(team=scene.bobs, reason="", actor=scene.cora)
    team_bring_back(team=scene.bobs, reason="He came back.", actor=scene.cora)
    assert state(scene.league) == before
    assert retired_since(scene.team(scene.bobs)) is None
    team_retire(team=scene.bobs, remark="For good.", actor=scene.bob)
    assert scene.team(scene.bobs).retired
    assert list(league_differences(scene.league)) == []


def test_a_deal_counts_no_player_twice(scene: Scene) -> None:
    scene.done("p12")
    assert PlayerRow.objects.filter(team__league=scene.league, status="active").count() == 24

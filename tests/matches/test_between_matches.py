"""What stands between two matches is over before the next one begins, and nothing that does not fit holds others up."""

from __future__ import annotations

import pytest

from engine import rulesets
from engine.errors import HiringIllegal, ReportIllegal
from engine.rulesets.loading import from_stored
from engine.team.hiring import Act
from engine.team.ruling import Change
from engine.typed import plain
from leagues.models import Membership
from matches.errors import WindowShut
from matches.models import Match, PostMatchStep, StepStatus, Window
from matches.services.deals import deal_approve
from matches.services.hiring import act_do, act_undo, window_open
from matches.services.improvements import improvement_roll
from matches.services.postmatch import sequence_advance, step_choose
from matches.tasks import sweep
from teams.errors import DealThrown, NotAMember, StarTaken
from teams.models import Draft, DraftStatus, Team
from teams.services.deals import deal_undo
from teams.services.drafts import draft_approve, draft_save
from teams.services.running import team_bring_back, team_retire
from tests import cast
from tests.engine.given import a_draft

pytestmark = pytest.mark.django_db


def two_matches() -> tuple[Match, Match]:
    season = cast.season(cast.league(), legs=2)
    first, second = season.matches.order_by("round", "pk")
    return cast.reread(first), cast.reread(second)


def again(team: Team) -> Team:
    return Team.objects.select_related("league", "coach", "ruleset").prefetch_related("players").get(pk=team.pk)


def test_a_match_counts_when_the_sequence_of_the_last_one_is_over() -> None:
    """BB2016, post-match sequence: hiring, mistakes and journeymen come before the next kick-off."""
    first, second = two_matches()
    first = cast.to_the_window(cast.confirm(cast.file(first)))
    second = cast.confirm(cast.file(second))
    assert second.status == "agreed"
    cast.finish(first)
    sweep()
    assert cast.reread(second).status == "confirmed"


def test_a_commissioners_window_closes_at_kick_off_and_nothing_is_taken_back_afterwards() -> None:
    first, _ = two_matches()
    window_open(team=first.home, reason="Gifts.", actor=cast.coach("Cora"))
    act_do(team=again(first.home), act=Act("buy", good="apothecary"), actor=first.home.coach)
    cause = first.league.causes.get(kind="hiring")
    cast.confirm(cast.file(first))
    assert not Window.objects.filter(closed_at__isnull=True).exists()
    cast.finish(cast.reread(first))
    with pytest.raises(WindowShut):
        act_undo(team=again(first.home), cause=cause.pk, actor=first.home.coach)


def test_a_choice_that_does_not_fit_any_more_is_asked_again_and_holds_nobody_up() -> None:
    """The star pool: upkeep is chosen, and then the gold is gone before the worker comes."""
    first, _ = two_matches()
    cast.ruled(first.home, Change("star", what="morg-n-thorg"), Change("gold", by=-first.home.treasury + 60_000))
    first = cast.to_the_window(cast.confirm(cast.file(cast.reread(first), (0, 0))))
    step = next(one for one in cast.waiting(first, "hire-and-fire") if one.team_id == first.home_id)
    assert step.options == ["pay-upkeep", "release-star"]
    step_choose(step=step, choice="pay-upkeep", actor=first.home.coach)
    cast.ruled(again(first.home), Change("gold", by=-again(first.home).treasury))
    other = cast.confirm(cast.file(cast.match(cast.season(cast.league("Elsewhere")))))
    sweep()
    step.refresh_from_db()
    assert (step.status, step.choice) == (StepStatus.WAITING, "")
    assert not PostMatchStep.objects.filter(match=other, status=StepStatus.DUE).exists()
    step_choose(step=PostMatchStep.objects.get(pk=step.pk), choice="release-star", actor=first.home.coach)
    sequence_advance(match=first)
    assert again(first.home).star == ""


def test_a_star_plays_for_one_team_however_he_came_there() -> None:
    first, _ = two_matches()
    home, away = first.home, first.away
    cast.ruled(home, Change("star", what="morg-n-thorg"))
    with pytest.raises(StarTaken):
        cast.ruled(away, Change("star", what="morg-n-thorg"))
    team_retire(team=again(home), actor=home.coach)
    cast.ruled(away, Change("star", what="morg-n-thorg"))
    with pytest.raises(StarTaken):
        team_bring_back(team=again(home), reason="Too early.", actor=cast.coach("Cora"))
    act_do(team=again(away), act=Act("rename", "p1", number=88, name="Still here"), actor=away.coach)


def test_a_retired_team_neither_hires_nor_plays() -> None:
    first, second = two_matches()
    first = cast.to_the_window(cast.confirm(cast.file(first)))
    team_retire(team=again(first.home), actor=first.home.coach)
    with pytest.raises(HiringIllegal):
        act_do(team=again(first.home), act=Act("fire", "p1"), actor=first.home.coach)
    cast.finish(first)
    with pytest.raises(ReportIllegal):
        cast.file(cast.reread(second))


def test_a_deal_is_not_undone_when_a_die_was_thrown_on_it() -> None:
    first, _ = two_matches()
    cast.ruled(first.home, Change("spp", "p10", by=6))
    deal = deal_approve(deal=cast.accepted(cast.deal(again(first.home), first.away, "p10")), actor=cast.coach("Cora"))
    improvement_roll(team=again(first.away), player="p13", actor=first.away.coach)
    with pytest.raises(DealThrown):
        deal_undo(deal=deal, reason="Regrets.", actor=cast.coach("Cora"))


def test_a_draft_of_somebody_who_has_left_becomes_no_team() -> None:
    league = cast.league(house_rules={"draft-approval": True})
    ann = cast.member(league, "Ann")
    draft = draft_save(league=league, draft=a_draft(name="Latecomers"), actor=ann)
    Draft.objects.filter(pk=draft.pk).update(status=DraftStatus.SUBMITTED)
    Membership.objects.filter(league=league, coach=ann).delete()
    with pytest.raises(NotAMember):
        draft_approve(draft=Draft.objects.select_related("league", "coach").get(pk=draft.pk), actor=cast.coach("Cora"))


def test_rules_that_were_stored_before_there_was_hiring_have_the_editions_prices() -> None:
    """BB2016, post-match sequence step 4: a later re-roll costs double, and the fan factor is not for sale."""
    data = plain(rulesets.get("bb2016"))
    for good in data["goods"]:
        for name in ("later", "later_factor", "droppable"):
            del good[name]
    goods = {good.key: good for good in from_stored(data).goods}
    assert (goods["reroll"].later_factor, goods["fan-factor"].later, goods["fan-factor"].droppable) == (2, False, False)
    assert goods["cheerleader"].later

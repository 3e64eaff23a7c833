"""Drafts on their way to becoming teams: saved, handed in, approved or sent back, and never two teams out of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.http import Http404

from engine.errors import DraftIllegal, NotAllowed, UnknownName
from leagues.errors import ReasonMissing
from leagues.models import AuditEntry, Coach, League
from matches.selectors.changeover import Wish
from matches.selectors.matches import inbox
from matches.services.changeover import changeover_make
from teams.errors import (
    DraftChanged,
    DraftGone,
    DraftNeedsApproval,
    DraftNotWaiting,
    DraftSettled,
    EditionDiffers,
    NothingToCopy,
    TeamNameTaken,
    TooManyDrafts,
    TooManyTeams,
)
from teams.models import Draft, DraftStatus, HistoryEntry, Team
from teams.selectors.drafts import copy_of_draft, copy_of_team, draft_list
from teams.services import drafts as services
from teams.services.drafts import draft_approve, draft_delete, draft_return, draft_save, draft_submit
from teams.services.logos import logo_keep
from teams.services.teams import team_draft
from teams.services.verification import league_differences
from tests import cast
from tests.engine.given import a_draft
from tests.pictures import png

pytestmark = pytest.mark.django_db

ILLEGAL = a_draft(positions={"lineman": 3})


@pytest.fixture
def strict() -> League:
    """A league whose commissioner approves drafts."""
    return cast.league(house_rules={"draft-approval": True})


@pytest.fixture
def ann(strict: League) -> Coach:
    return cast.member(strict, "Ann")


def saved(league: League, coach: Coach, **more: Any) -> Draft:
    return draft_save(league=league, draft=more.pop("draft", a_draft()), actor=coach, **more)


def waiting(league: League, coach: Coach, **more: Any) -> Draft:
    return draft_submit(draft=saved(league, coach, **more), actor=coach)


def now(draft: Draft) -> Draft:
    return Draft.objects.select_related("league", "coach").get(pk=draft.pk)


def test_a_draft_is_saved_as_often_as_one_likes_legal_or_not(strict: League, ann: Coach) -> None:
    draft = saved(strict, ann, draft=ILLEGAL, colour=5)
    again = draft_save(league=strict, draft=a_draft(name="Better"), colour=6, saved=draft, actor=ann)
    assert (again.pk, again.name, again.colour, again.status) == (draft.pk, "Better", 6, DraftStatus.SAVED)
    assert again.version == 2
    assert list(draft_list(ann, strict)) == [again]


def test_a_list_that_the_rules_do_not_have_is_not_saved(strict: League, ann: Coach) -> None:
    with pytest.raises(UnknownName):
        saved(strict, ann, draft=a_draft("squirrel"))


def test_without_approval_a_draft_that_is_submitted_is_a_team_at_once() -> None:
    league = cast.league()
    ann = cast.member(league, "Ann")
    logo = logo_keep(data=png(), actor=ann)
    draft = draft_submit(draft=saved(league, ann, colour=7, logo=logo.pk), actor=ann)
    team = Team.objects.get()
    assert (draft.status, draft.team) == (DraftStatus.APPROVED, team)
    assert (team.coach, team.colour, team.logo_id, team.treasury) == (ann, 7, logo.pk, 450_000)
    assert list(league_differences(league)) == []


def test_with_approval_it_waits_and_the_team_is_its_coach_s_not_the_commissioner_s(strict: League, ann: Coach) -> None:
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, ann)
    assert not Team.objects.exists()
    assert inbox(cora).to_approve == (draft,)
    assert inbox(ann).to_approve == ()
    approved = draft_approve(draft=draft, actor=cora)
    team = Team.objects.get()
    assert (approved.team, team.coach) == (team, ann)
    assert HistoryEntry.objects.get().revision.actor == cora
    assert inbox(cora).to_approve == ()


def test_an_illegal_draft_does_not_wait_for_anybody(strict: League, ann: Coach) -> None:
    draft = saved(strict, ann, draft=ILLEGAL)
    with pytest.raises(DraftIllegal) as refusal:
        draft_submit(draft=draft, actor=ann)
    assert [problem.code for problem in refusal.value.problems] == ["too_few_players"]
    assert now(draft).status == DraftStatus.SAVED


def test_it_is_sent_back_with_a_reason_mended_and_handed_in_again(strict: League, ann: Coach) -> None:
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, ann)
    for nothing in ("", "  \n ", "\u202e"):
        with pytest.raises(ReasonMissing):
            draft_return(draft=draft, reason=nothing, actor=cora)
    back = draft_return(draft=draft, reason="Two teams of that name.", actor=cora)
    assert (back.status, back.remark) == (DraftStatus.RETURNED, "Two teams of that name.")
    assert inbox(ann).drafts_returned == (back,)
    mended = draft_save(league=strict, draft=a_draft(name="Others"), saved=back, actor=ann)
    assert (mended.status, mended.remark) == (DraftStatus.RETURNED, "Two teams of that name.")
    again = draft_submit(draft=mended, actor=ann)
    assert again.status == DraftStatus.SUBMITTED
    assert draft_approve(draft=again, actor=cora).team == Team.objects.get(name="Others")


def test_saving_takes_back_what_waits(strict: League, ann: Coach) -> None:
    draft = waiting(strict, ann)
    taken = draft_save(league=strict, draft=ILLEGAL, saved=draft, actor=ann)
    assert taken.status == DraftStatus.SAVED
    with pytest.raises(DraftNotWaiting):
        draft_approve(draft=taken, actor=cast.commissioner_of(strict))


def test_approving_twice_makes_one_team(strict: League, ann: Coach) -> None:
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, ann)
    stale = now(draft)
    draft_approve(draft=draft, seen=draft.version, actor=cora)
    with pytest.raises(DraftSettled):
        draft_approve(draft=stale, seen=stale.version, actor=cora)
    assert Team.objects.count() == 1


def test_two_who_approve_at_the_same_instant_meet_at_the_swap(
    strict: League, ann: Coach, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare and swap on status and version: the loser's team is taken back with his transaction."""
    draft = waiting(strict, ann)
    make = services.team_make

    def meanwhile(**told: Any) -> Team:
        Draft.objects.filter(pk=draft.pk).update(version=draft.version + 1)
        return make(**told)

    monkeypatch.setattr(services, "team_make", meanwhile)
    with pytest.raises(DraftChanged):
        draft_approve(draft=draft, actor=cast.commissioner_of(strict))
    assert not Team.objects.exists()


def test_a_stale_page_is_told_what_changed(strict: League, ann: Coach) -> None:
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, ann)
    seen = draft.version
    draft_save(league=strict, draft=a_draft(name="Changed"), saved=draft, actor=ann)
    draft_submit(draft=draft, actor=ann)
    with pytest.raises(DraftChanged) as refusal:
        draft_approve(draft=draft, seen=seen, actor=cora)
    assert refusal.value.params["changes"] == "saved again, handed in"
    assert not Team.objects.exists()


def test_a_stale_page_of_the_coach_does_not_write_over_what_he_saved_elsewhere(strict: League, ann: Coach) -> None:
    draft = saved(strict, ann)
    draft_save(league=strict, draft=a_draft(name="Second"), saved=draft, seen=1, actor=ann)
    with pytest.raises(DraftChanged):
        draft_save(league=strict, draft=a_draft(name="Third"), saved=draft, seen=1, actor=ann)
    assert now(draft).name == "Second"


def test_what_was_approved_is_judged_by_the_rules_of_that_time(strict: League, ann: Coach) -> None:
    """Rules changed since it was handed in: refused with all its problems, and it goes on waiting."""
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, ann, draft=a_draft(positions={"lineman": 12}, goods={"reroll": 5}))
    wish = Wish(edition="", house_rules={"draft-approval": True, "starting-gold": 700_000, "draft.players_max": 11})
    changeover_make(league=strict, wish=wish, actor=cora)
    with pytest.raises(DraftIllegal) as refusal:
        draft_approve(draft=now(draft), actor=cora)
    assert {problem.code for problem in refusal.value.problems} == {"too_many_players", "draft_too_expensive"}
    assert now(draft).status == DraftStatus.SUBMITTED
    assert not Team.objects.exists()


def test_a_draft_is_deleted_by_its_coach_until_it_is_a_team(strict: League, ann: Coach) -> None:
    cora, draft = cast.commissioner_of(strict), waiting(strict, ann)
    with pytest.raises(NotAllowed):
        draft_delete(draft=draft, actor=cora)
    draft_delete(draft=draft, actor=ann)
    with pytest.raises(DraftGone):
        draft_submit(draft=draft, actor=ann)
    kept = waiting(strict, ann)
    draft_approve(draft=kept, actor=cora)
    with pytest.raises(DraftSettled):
        draft_delete(draft=kept, actor=ann)
    assert AuditEntry.objects.filter(action="draft.deleted").count() == 1


def test_nobody_else_saves_submits_or_judges_it(strict: League, ann: Coach) -> None:
    draft, bob = waiting(strict, ann), cast.member(strict, "Bob")
    with pytest.raises(NotAllowed):
        draft_save(league=strict, draft=a_draft(), saved=draft, actor=bob)
    with pytest.raises(NotAllowed):
        draft_submit(draft=draft, actor=cast.commissioner_of(strict))
    for coach in (ann, bob):
        with pytest.raises(NotAllowed):
            draft_approve(draft=draft, actor=coach)
        with pytest.raises(NotAllowed):
            draft_return(draft=draft, reason="No.", actor=coach)


def test_a_commissioner_s_own_draft_waits_for_him_as_well(strict: League) -> None:
    cora = cast.commissioner_of(strict)
    draft = waiting(strict, cora)
    assert draft.status == DraftStatus.SUBMITTED
    assert draft_approve(draft=draft, actor=cora).team is not None


def test_nobody_drafts_past_the_commissioner(strict: League, ann: Coach) -> None:
    with pytest.raises(DraftNeedsApproval):
        team_draft(league=strict, draft=a_draft(), actor=ann)


def test_nobody_fills_the_disk_with_drafts(strict: League, ann: Coach, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "DRAFTS_MOST", 2)
    saved(strict, ann), saved(strict, ann)
    with pytest.raises(TooManyDrafts) as refusal:
        saved(strict, ann)
    assert refusal.value.params == {"drafts": 2, "most": 2}


# --- teams of one coach ---------------------------------------------------------------------------------------------


def test_one_team_more_than_a_coach_may_have_names_both_numbers() -> None:
    """House rule teams-per-coach; 0 is as many as he likes."""
    league = cast.league(house_rules={"teams-per-coach": 2})
    for name in ("One", "Two"):
        cast.team(league, name)
    with pytest.raises(TooManyTeams) as refusal:
        cast.team(league, "Three")
    assert refusal.value.params == {"coach": "Ann", "teams": 2, "most": 2}
    cast.team(league, "Bob's", by="Bob")
    free = cast.league("Free")
    for nth in range(4):
        cast.team(free, f"Team {nth}")


def test_a_retired_team_does_not_count() -> None:
    league = cast.league(house_rules={"teams-per-coach": 1})
    Team.objects.filter(pk=cast.team(league).pk).update(retired=True)
    assert cast.team(league, "Next").coach.name == "Ann"


def test_what_waits_counts_when_the_next_one_is_handed_in() -> None:
    league = cast.league(house_rules={"teams-per-coach": 1, "draft-approval": True})
    ann, cora = cast.member(league, "Ann"), cast.commissioner_of(league)
    first = waiting(league, ann)
    second = saved(league, ann, draft=a_draft(name="Second"))
    with pytest.raises(TooManyTeams):
        draft_submit(draft=second, actor=ann)
    draft_submit(draft=first, actor=ann)  # once more: it does not stand in its own way
    draft_return(draft=first, reason="Rather the other one.", actor=cora)
    draft_submit(draft=second, actor=ann)


def test_a_name_that_plays_already_is_told_when_it_is_handed_in(strict: League, ann: Coach) -> None:
    cora = cast.commissioner_of(strict)
    one, other = waiting(strict, ann), waiting(strict, cast.member(strict, "Bob"))
    draft_approve(draft=one, actor=cora)
    with pytest.raises(TeamNameTaken):
        draft_approve(draft=other, actor=cora)
    with pytest.raises(TeamNameTaken):
        draft_submit(draft=saved(strict, ann), actor=ann)


# --- copies -----------------------------------------------------------------------------------------------------------


def test_a_draft_is_copied_from_a_team_of_the_same_edition_that_one_may_see() -> None:
    league, elsewhere = cast.league(), cast.league("Elsewhere")
    ann, source = cast.member(league, "Ann"), cast.team(elsewhere, "Models", by="Bob")
    copied = copy_of_team(ann, league, source.pk)
    assert copied.draft.name == "Models"
    assert len(copied.draft.players) == 12
    assert copied.left_out == ()


def test_what_the_rules_here_do_not_know_is_named_as_it_is_called_there() -> None:
    without = cast.league("No Blitzers", house_rules={"teams.human.positions.blitzer": None})
    ann, source = cast.member(without, "Ann"), cast.team(cast.league(), by="Bob")
    copied = copy_of_team(ann, without, source.pk)
    assert copied.left_out == ("Blitzer",)
    assert {player.position for player in copied.draft.players} == {"lineman"}


def test_nothing_is_copied_from_another_edition() -> None:
    ann = cast.member(cast.league(), "Ann")
    other = cast.league("Old", ruleset="lrb6")
    source = cast.team(other, by="Bob")
    with pytest.raises(EditionDiffers) as refusal:
        copy_of_team(ann, cast.league("Third"), source.pk)
    assert refusal.value.params["source"] == "Reavers"


def test_a_team_that_was_never_drafted_has_nothing_to_copy() -> None:
    league = cast.league()
    team = cast.team(league)
    HistoryEntry.objects.all().delete()
    with pytest.raises(NothingToCopy):
        copy_of_team(team.coach, league, team.pk)


def test_one_copies_one_s_own_drafts_only() -> None:
    league = cast.league()
    ann = cast.member(league, "Ann")
    draft = saved(league, ann, draft=replace(ILLEGAL, name="Mine"), colour=9)
    assert copy_of_draft(ann, league, draft.pk).colour == 9
    with pytest.raises(Http404):
        copy_of_draft(cast.member(league, "Bob"), league, draft.pk)

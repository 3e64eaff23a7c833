"""A commissioner corrects a match that counts: what it says is told otherwise, and every number is right again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.dice import SeededDice
from engine.errors import ChoiceUnknown, DieImpossible, NotAllowed, ReportIllegal
from engine.team.hiring import Act
from leagues.errors import ReasonMissing
from matches.errors import (
    CauseNotHere,
    ChangeUnfit,
    CorrectionBuiltOn,
    CorrectionChanged,
    CorrectionEmpty,
    CorrectionStands,
    CorrectionStepsDue,
    CorrectionUnsettled,
    DieLies,
    HistoryMoved,
    MatchChanged,
    NothingToCorrect,
    NothingToThrow,
)
from matches.models import (
    Correction,
    CorrectionStatus,
    DiceRoll,
    DiceSession,
    Match,
    MatchSheet,
    PostMatchStep,
    Season,
)
from matches.services.corrections import correction_confirm, correction_drop, correction_propose, correction_undo
from matches.services.hiring import act_do
from matches.services.improvements import improvement_choose, improvement_roll
from matches.services.postmatch import step_choose, step_throw
from teams.models import Cause, HistoryEntry, PlayerRow, Team
from teams.services.ledger import history_head
from teams.services.verification import league_differences, league_redecided
from tests import cast
from tests.matches.correcting import (
    again,
    cause_of,
    confirmed,
    dump,
    proposed,
    reported,
    resolved,
    seen,
    thrown,
    told,
    undoing,
)

pytestmark = pytest.mark.django_db

DEAD, HURT = (6, 8), (1, 1)


def a_season(**house_rules: object) -> Season:
    return cast.season(cast.league(house_rules={**cast.QUIET, **house_rules}), legs=4)


def played(season: Season, times: int = 3, **more: object) -> Match:
    """The first of so many matches of the same two teams; all are over."""
    first = cast.play(cast.match(season), **more)
    for _ in range(times - 1):
        cast.play(cast.match(season))
    return first


@pytest.fixture
def first() -> Match:
    return played(a_season())


def casualty(match: Match, faces: tuple[int, int] = DEAD, player: str = "p9") -> dict[str, object]:
    """Told of a match whose dice are thrown at the table: a player of the home team is hurt."""
    return {
        "home": {"casualties": [{"victim": player, "cause": "block", "by": "p11"}]},
        "dice": {f"casualty/{match.home.key}/{player}": faces},
    }


def player(team: Team, key: str) -> PlayerRow:
    return PlayerRow.objects.get(team=team, key=key)


def sound(match: Match) -> None:
    assert list(league_differences(match.league)) == []
    assert league_redecided(match.league) == ()


# Told otherwise


def test_a_report_told_otherwise_after_two_more_matches_counts_at_its_place_and_is_undone(first: Match) -> None:
    before = dump(first.league)
    row = reported(proposed(first), first, (1, 1))
    preview, hindering = seen(row)
    assert dump(first.league) == before
    assert hindering.unfit == ()
    row = confirmed(row)
    after = dump(first.league)
    assert after["tables"] != before["tables"]
    home = next(team for team in preview.teams if team.team == first.home_id)
    assert (home.before.wins, home.after.wins, home.after.draws) == (2, 1, 1)
    assert Team.objects.get(pk=first.home_id).treasury >= 0
    assert row.status == CorrectionStatus.CONFIRMED
    sound(first)
    undo = confirmed(undoing(row))
    assert dump(first.league) == before
    assert (again(row).status, undo.undoes_id) == (CorrectionStatus.UNDONE, row.pk)
    sound(first)


def test_the_preview_says_the_table_before_and_after(first: Match) -> None:
    preview, _ = seen(reported(proposed(first), first, (0, 3)))
    rows = {one.name: one for one in preview.table}
    assert (rows[first.home.name].points, rows[first.home.name].rank) == ((6, 3), (1, 2))
    assert (rows[first.away.name].points, rows[first.away.name].rank) == ((3, 6), (2, 1))


def test_what_was_told_first_stays_readable_with_who_changed_it_and_why(first: Match) -> None:
    cause = cause_of(first)
    row = confirmed(reported(proposed(first, "Two of them were ours."), first, (1, 1)))
    (one,) = [one for one in row.revisions.all() if one.told]
    assert one.before.inputs["report"]["home"]["score"] == 2
    assert one.after.inputs["report"]["home"]["score"] == 1
    assert (one.after.reason, one.after.actor) == ("Two of them were ours.", row.author)
    assert Cause.objects.get(pk=cause).revisions.count() == 2
    assert row.settled_by == row.author


def test_the_sheets_that_were_played_with_stay(first: Match) -> None:
    kept = list(MatchSheet.objects.values_list("match", "team", "number", "sheet"))
    confirmed(reported(proposed(first), first, (1, 1)))
    assert list(MatchSheet.objects.values_list("match", "team", "number", "sheet")) == kept


def test_a_match_that_has_begun_and_does_not_count_yet_is_kept_as_its_teams_come_now() -> None:
    season = a_season()
    first = cast.play(cast.match(season), away={"casualties": []})
    cast.kick_off(cast.match(season))
    hurt = {"casualties": [{"victim": "p9", "cause": "block", "by": "p11", "result": "dead"}]}
    before = MatchSheet.objects.count()
    confirmed(reported(proposed(first), first, (2, 1), home=hurt))
    assert MatchSheet.objects.count() == before + 2
    assert player(first.home, "p9").status == "dead"


def test_a_match_is_taken_back_altogether_and_undone(first: Match) -> None:
    before = dump(first.league)
    row = confirmed(told(proposed(first), cause_of(first), "void"))
    match = cast.reread(first)
    assert match.status == "scheduled"
    assert match.place == first.place
    assert not PostMatchStep.objects.filter(match=match).exists()
    assert Team.objects.get(pk=first.home_id).record["outcomes"] == {"win": 1, "loss": 1}
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before
    sound(first)


def test_a_match_that_was_taken_back_is_told_anew_and_then_nothing_is_undone() -> None:
    first = played(a_season(), 1)
    row = confirmed(told(proposed(first), cause_of(first), "void"))
    filed = cast.file(cast.reread(first), (0, 0))
    undo = undoing(row)
    with pytest.raises(MatchChanged):
        confirmed(undo)
    cast.finish(cast.confirm(filed))
    with pytest.raises(CorrectionBuiltOn):
        undoing(row)
    sound(first)


def test_a_choice_told_otherwise_throws_what_it_asks_for(first: Match) -> None:
    """BB2016, post-match sequence step 3: the winner may throw again."""
    before = dump(first.league)
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    row = told(proposed(first), step, "choice", choice="reroll")
    _, hindering = seen(row)
    (wanted,) = hindering.wanted
    assert (wanted.key, wanted.server) == (f"winnings/{first.home.key}/2", True)
    row = confirmed(row)
    roll = DiceRoll.objects.get(key=wanted.key, session__occasion__startswith=f"{first.key}+")
    assert row.thrown
    gold = Team.objects.get(pk=first.home_id).treasury - before["rows"][first.home.key][0]
    first_roll = DiceRoll.objects.get(key=f"winnings/{first.home.key}/1", session__occasion=first.key)
    assert gold == 10_000 * (roll.faces[0] - first_roll.faces[0])
    assert PostMatchStep.objects.get(cause=step).choice == "reroll"
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_what_is_thrown_for_it_falls_from_a_seed_that_nobody_has_seen(first: Match) -> None:
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    confirmed(told(proposed(first), step, "choice", choice="reroll"))
    session = DiceSession.objects.get(occasion=f"{first.key}+2")
    key = f"winnings/{first.home.key}/2"
    roll = DiceRoll.objects.get(key=key, session=session)
    assert tuple(roll.faces) == SeededDice(bytes(session.seed)).roll(key, 6).faces


def test_no_other_roll_is_bought_by_correcting_again(first: Match) -> None:
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    row = thrown(told(proposed(first), step, "choice", choice="reroll"))
    fallen = list(DiceRoll.objects.order_by("pk").values_list("key", "faces"))
    actor = cast.commissioner_of(first.league)
    correction_drop(correction=row, seen=row.version, actor=actor)
    with pytest.raises(NothingToThrow):
        thrown(told(proposed(first), step, "choice", choice="reroll"))
    assert list(DiceRoll.objects.order_by("pk").values_list("key", "faces")) == fallen
    assert again(row).status == CorrectionStatus.DROPPED


def test_a_choice_that_there_is_not_is_refused(first: Match) -> None:
    row = proposed(first)
    with pytest.raises(ChoiceUnknown):
        told(row, cause_of(first, "post-match", step="winnings", team=first.home), "choice", choice="dance")
    with pytest.raises(ChangeUnfit):
        told(row, cause_of(first, "post-match", step="winnings", team=first.away), "choice", choice="keep")
    assert again(row).changes == {}


# Dice


def test_a_die_of_the_table_that_was_mistyped_is_told_otherwise_and_a_dead_man_lives_again() -> None:
    match = cast.match(a_season())
    first = cast.play(match, **casualty(match))
    cast.play(cast.match(first.season))
    assert player(first.home, "p9").status == "dead"
    before = dump(first.league)
    row = told(proposed(first), cause_of(first), "die", die=f"casualty/{first.home.key}/p9", faces=HURT)
    preview, hindering = seen(row)
    assert hindering == type(hindering)()
    changed = next(one for team in preview.teams for one in team.players if one.key == "p9")
    assert changed.before is not None
    assert changed.after is not None
    assert (changed.before.status, changed.after.status) == ("dead", "active")
    row = confirmed(row)
    assert player(first.home, "p9").status == "active"
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_a_die_that_the_server_threw_lies_as_it_lies(first: Match) -> None:
    row = proposed(first)
    step = cause_of(first, "post-match", step="winnings", team=first.home)
    with pytest.raises(DieLies):
        told(row, step, "die", die=f"winnings/{first.home.key}/1", faces=(6,))
    with pytest.raises(ReportIllegal) as refused:
        reported(row, first, dice={f"winnings/{first.home.key}/1": (6,), f"winnings/{first.away.key}/1": (6,)})
    assert {problem.code for problem in refused.value.problems} == {"die_lies"}


def test_a_face_that_no_die_has_is_refused() -> None:
    match = cast.match(a_season())
    first = cast.play(match, **casualty(match))
    row = proposed(first)
    with pytest.raises(DieImpossible):
        told(row, cause_of(first), "die", die=f"casualty/{first.home.key}/p9", faces=(7, 9))
    with pytest.raises(ChangeUnfit):
        told(row, cause_of(first), "die", die="weather", faces=(1, 1))


# What does not fit any more


def a_scorer_who_is_dead() -> tuple[Match, Correction, int]:
    """p10 scores in every match; the correction says that he died in the first."""
    first = played(a_season(), 2)
    hurt = {"casualties": [{"victim": "p10", "cause": "block", "by": "p11", "result": "dead"}]}
    row = reported(proposed(first), first, home=hurt)
    _, hindering = seen(row)
    (unfit,) = hindering.unfit
    assert {problem.code for problem in unfit.problems} == {"player_dead"}
    assert unfit.reports
    return first, row, unfit.told.cause


def test_as_long_as_something_does_not_fit_nothing_counts() -> None:
    first, row, _ = a_scorer_who_is_dead()
    before = dump(first.league)
    with pytest.raises(CorrectionUnsettled) as refused:
        confirmed(row)
    assert {problem.code for problem in refused.value.problems} == {"player_dead"}
    assert dump(first.league) == before


def test_a_dead_man_who_scored_may_have_scored_by_the_commissioners_gift() -> None:
    first, row, later = a_scorer_who_is_dead()
    before = dump(first.league)
    row = confirmed(resolved(row, later, "gift"))
    assert player(first.home, "p10").status == "dead"
    assert Team.objects.get(pk=first.home_id).record["outcomes"] == {"win": 1, "loss": 1}
    assert HistoryEntry.objects.get(cause=later).revision.stands
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before
    sound(first)


def test_or_the_later_match_is_taken_back() -> None:
    first, row, later = a_scorer_who_is_dead()
    before = dump(first.league)
    row = confirmed(resolved(row, later, "drop"))
    assert Team.objects.get(pk=first.home_id).record["outcomes"] == {"win": 1}
    assert sorted(Match.objects.filter(league=first.league).values_list("status", flat=True)) == [
        "finished",
        *["scheduled"] * 3,
    ]
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_or_the_later_match_is_told_otherwise_too() -> None:
    first, row, later = a_scorer_who_is_dead()
    before = dump(first.league)
    second = Match.objects.get(league=first.league, key=Cause.objects.get(pk=later).occasion)
    row = reported(row, cast.reread(second), away={"deeds": [{"player": "p11", "counts": {"touchdown": 1}}]})
    _, hindering = seen(row)
    assert hindering.unfit == ()
    row = confirmed(row)
    assert player(first.home, "p11").deeds.get("touchdown", 0) >= 1
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_a_resolution_is_taken_back_and_the_conflict_is_there_again() -> None:
    _, row, later = a_scorer_who_is_dead()
    row = resolved(resolved(row, later, "gift"), later, "")
    assert seen(row)[1].unfit
    row = told(resolved(row, later, "gift"), later, "restore")
    assert seen(row)[1].unfit


def hiring_league() -> tuple[Match, Team]:
    """The home team spends what it has on cheerleaders in the window after the first match."""
    match = cast.match(cast.season(cast.league(), legs=2))
    opened = cast.to_the_window(cast.confirm(cast.file(match, dice={f"winnings/{match.home.key}/1": (6,)})))
    team = cast.again(match.home)
    while team.treasury >= 10_000:
        good = "reroll" if team.treasury >= 100_000 else "cheerleader"
        team = cast.again(act_do(team=team, act=Act("buy", good=good), actor=team.coach))
    return cast.finish(opened), cast.again(team)


def test_gold_that_was_never_there_is_given_or_the_purchase_is_dropped() -> None:
    first, team = hiring_league()
    before = dump(first.league)
    assert team.treasury < 10_000
    winnings = cause_of(first, "post-match", step="winnings", team=team)
    row = told(proposed(first), winnings, "die", die=f"winnings/{team.key}/1", faces=(1,))
    _, hindering = seen(row)
    assert hindering.unfit
    assert all(one.told.kind == "hiring" for one in hindering.unfit)
    kept = row
    for one in hindering.unfit:
        kept = resolved(kept, one.told.cause, "gift")
    preview, hindering_now = seen(kept)
    assert hindering_now.unfit == ()
    gifts = [one for one in preview.changes if one.gift]
    assert len(gifts) == len(hindering.unfit)
    assert sum("commissioner" in said for one in gifts for said in one.after) >= 1
    assert all(one.after.debt == 0 for one in preview.teams)
    for one in hindering.unfit:
        row = resolved(row, one.told.cause, "drop")
    row = confirmed(row)
    now = cast.again(team)
    assert now.goods.get("cheerleader", 0) < team.goods["cheerleader"]
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_an_act_told_wrongly_is_told_otherwise_or_never_happened() -> None:
    match = cast.match(cast.season(cast.league(), legs=2))
    opened = cast.to_the_window(cast.confirm(cast.file(match)))
    team = act_do(team=cast.again(match.home), act=Act("buy", good="cheerleader"), actor=match.home.coach)
    first = cast.finish(opened)
    before, act = dump(first.league), cause_of(first, "hiring")
    row = confirmed(told(proposed(first), act, "act", act=Act("buy", good="assistant-coach")))
    now = cast.again(team)
    assert (now.goods.get("cheerleader", 0), now.goods.get("assistant-coach", 0)) == (0, 1)
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before
    confirmed(told(proposed(first), act, "void"))
    assert cast.again(team).goods.get("cheerleader", 0) == 0
    sound(first)


def improved(first: Match) -> int:
    """p10 has scored enough for an improvement and has taken it."""
    team = cast.again(first.home)
    improvement_roll(team=team, player="p10", faces=(1, 2), actor=team.coach)
    improvement_choose(team=cast.again(team), player="p10", choice="skill/Tackle", actor=team.coach)
    return Cause.objects.get(kind="improvement").pk


def test_a_skill_taken_too_early_is_a_gift_or_goes() -> None:
    first = played(a_season(), 1)
    cause = improved(first)
    before = dump(first.league)
    row = reported(proposed(first), first, (0, 1))
    unfit = {one.told.kind: one for one in seen(row)[1].unfit}
    assert unfit["improvement"].told.cause == cause
    row = told(row, unfit["post-match"].told.cause, "choice", choice="keep")
    gift, _ = seen(resolved(row, cause, "gift"))
    assert all(
        one.after is None or one.after.learned for team in gift.teams for one in team.players if one.key == "p10"
    )
    row = confirmed(resolved(row, cause, "drop"))
    assert player(first.home, "p10").improvements == []
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before


def test_an_improvement_is_chosen_otherwise_of_what_was_offered() -> None:
    first = played(a_season(), 1)
    cause = improved(first)
    with pytest.raises(ChoiceUnknown):
        told(proposed(first), cause, "choice", choice="skill/Claw")
    confirmed(told(proposed(first), cause, "choice", choice="skill/Guard"))
    assert [one["what"] for one in player(first.home, "p10").improvements] == ["Guard"]
    sound(first)


def test_a_winner_who_was_never_asked_is_chosen_for_or_asked() -> None:
    """The loser becomes the winner: he may throw his winnings again, and nobody has asked him."""
    first = played(a_season(), 2, score=(1, 2))
    before = dump(first.league)
    row = reported(proposed(first), first, (2, 1))
    (unfit,) = seen(row)[1].unfit
    assert unfit.options == ("keep", "reroll")
    assert unfit.asks
    chosen = told(row, unfit.told.cause, "choice", choice="keep")
    assert seen(chosen)[1].unfit == ()
    row = confirmed(resolved(chosen, unfit.told.cause, "ask"))
    (step,) = PostMatchStep.objects.filter(status="due")
    assert (step.name, step.team, cast.reread(first).status) == ("winnings", first.home, "confirmed")
    cast.advance(first)
    (waiting,) = cast.waiting(first, "winnings")
    assert waiting.options == ["keep", "reroll"]
    step_choose(step=waiting, choice="keep", actor=first.home.coach)
    cast.advance(first)
    assert cast.reread(first).status == "finished"
    assert Team.objects.get(pk=first.home_id).treasury > 0
    assert list(league_differences(first.league)) == []
    confirmed(undoing(row))
    assert dump(first.league) == before
    sound(first)


def test_a_step_that_waits_is_looked_at_again() -> None:
    """The winner waits to choose; by the correction he has lost, and nothing is left to choose."""
    match = cast.match(a_season())
    waiting = cast.advance(cast.confirm(cast.file(match)))
    assert [step.team for step in cast.waiting(waiting)] == [match.home]
    row = reported(proposed(waiting), waiting, (1, 2))
    (unfit,) = seen(row)[1].unfit
    confirmed(resolved(row, unfit.told.cause, "ask"))
    cast.advance(waiting)
    assert [step.team for step in cast.waiting(waiting)] == [match.away]
    assert PostMatchStep.objects.get(match=match, team=match.home, name="winnings").status == "done"
    cast.finish(waiting)
    sound(waiting)


# Who, and when not


def test_only_a_commissioner_corrects_and_says_why(first: Match) -> None:
    with pytest.raises(NotAllowed):
        correction_propose(match=first, reason="I say so.", actor=first.home.coach)
    with pytest.raises(ReasonMissing):
        proposed(first, " ")


def test_a_commissioner_who_plays_in_it_says_so() -> None:
    league = cast.league(house_rules=cast.QUIET, commissioner=cast.coach("Ann"))
    first = cast.play(cast.match(cast.season(league)))
    assert proposed(first).own_match


def test_what_does_not_count_is_not_corrected() -> None:
    match = cast.match(a_season())
    for one in (match, cast.file(match)):
        with pytest.raises(NothingToCorrect):
            proposed(one)


def test_a_correction_that_says_nothing_is_none(first: Match) -> None:
    with pytest.raises(CorrectionEmpty):
        confirmed(proposed(first))


def test_what_came_before_the_match_is_not_its_business(first: Match) -> None:
    draft = Cause.objects.filter(kind="draft").values_list("pk", flat=True)[0]
    with pytest.raises(CauseNotHere):
        told(proposed(first), draft, "void")


def test_history_that_has_moved_since_the_look_is_looked_at_again(first: Match) -> None:
    row = reported(proposed(first), first, (1, 1))
    head, actor = history_head(first.league), cast.commissioner_of(first.league)
    cast.ruled(cast.again(first.home))
    with pytest.raises(HistoryMoved):
        correction_confirm(correction=row, seen=row.version, head=head, actor=actor)
    with pytest.raises(CorrectionChanged):
        correction_confirm(correction=row, seen=row.version - 1, head=history_head(first.league), actor=actor)
    assert not DiceSession.objects.filter(occasion=f"{first.key}+2").exists()


def test_nothing_is_confirmed_while_a_step_of_the_match_is_due() -> None:
    match = cast.confirm(cast.file(cast.match(a_season())))
    row = reported(proposed(match), match, (1, 1))
    with pytest.raises(CorrectionStepsDue):
        confirmed(row)
    cast.finish(match)
    assert confirmed(row).status == CorrectionStatus.CONFIRMED


def test_what_does_not_count_is_not_undone(first: Match) -> None:
    row = reported(proposed(first), first, (1, 1))
    with pytest.raises(CorrectionStands):
        undoing(row)
    row = confirmed(row)
    confirmed(undoing(row))
    with pytest.raises(CorrectionStands):
        correction_undo(correction=again(row), reason="Again.", actor=row.author)


def test_what_was_corrected_again_since_is_undone_first(first: Match) -> None:
    before = dump(first.league)
    one = confirmed(reported(proposed(first), first, (1, 1)))
    between = dump(first.league)
    other = confirmed(reported(proposed(first), first, (3, 1)))
    with pytest.raises(CorrectionBuiltOn):
        undoing(one)
    confirmed(undoing(other))
    assert dump(first.league) == between
    confirmed(undoing(one))
    assert dump(first.league) == before


def test_what_happened_since_and_needs_it_is_shown_when_it_is_undone() -> None:
    """By the correction a player has earned an improvement, and he has taken it since."""
    first = played(a_season(), 1, score=(1, 0))
    before = dump(first.league)
    row = confirmed(reported(proposed(first), first, (3, 0)))
    cause = improved(first)
    undo = undoing(row)
    (unfit,) = seen(undo)[1].unfit
    assert unfit.told.cause == cause
    with pytest.raises(CorrectionUnsettled):
        confirmed(undo)
    confirmed(resolved(undo, cause, "drop"))
    assert dump(first.league)["players"] == before["players"]
    sound(first)


# Dice of the table


def fans_of_the_table() -> tuple[Match, Correction, str]:
    """Coaches throw for fan factor at the table: a win told as a draw asks for two dice instead of three."""
    match = cast.match(a_season(**{"table-rolls": ["fan-factor"]}))
    dice = {f"fan-factor/{team.key}/{count}d6": (3,) * count for team, count in ((match.home, 3), (match.away, 2))}
    first = cast.play(match, dice=dice)
    return first, reported(proposed(first), first, (1, 1), dice=dice_left(first)), f"fan-factor/{first.home.key}/2d6"


def dice_left(match: Match) -> dict[str, tuple[int, ...]]:
    """Of what was typed in, what a draw asks for."""
    return {f"fan-factor/{match.away.key}/2d6": (3, 3)}


def test_a_die_that_coaches_throw_is_typed_in_or_its_coach_is_asked() -> None:
    first, row, key = fans_of_the_table()
    before = dump(first.league)
    _, hindering = seen(row)
    (wanted,) = hindering.of_the_table
    assert (wanted.key, wanted.server, hindering.of_the_server) == (key, False, ())
    with pytest.raises(CorrectionUnsettled) as refused:
        confirmed(row)
    assert [problem.code for problem in refused.value.problems] == ["die_of_the_table"]
    with pytest.raises(DieImpossible):
        told(row, wanted.told.cause, "die", die=key, faces=(7, 1))
    row = confirmed(told(row, wanted.told.cause, "die", die=key, faces=(1, 1)))
    roll = DiceRoll.objects.get(key=key)
    assert (roll.faces, roll.source, roll.actor) == ([1, 1], "table", row.author)
    sound(first)
    confirmed(undoing(row))
    assert dump(first.league) == before
    sound(first)


def test_a_step_whose_die_nobody_has_thrown_waits_for_it_again() -> None:
    first, row, key = fans_of_the_table()
    (wanted,) = seen(row)[1].of_the_table
    confirmed(resolved(row, wanted.told.cause, "ask"))
    cast.advance(first)
    (waiting,) = PostMatchStep.objects.filter(match=first, status="waiting")
    assert (waiting.roll, waiting.waits_for_die, cast.reread(first).status) == (key, True, "confirmed")
    step_throw(step=waiting, faces=(1, 1), actor=first.home.coach)
    assert cast.reread(first).status == "finished"
    sound(first)


# Speed


def queries_of(matches: int) -> tuple[int, int]:
    """To look at a correction of the first of so many matches, and to confirm it."""
    season = cast.season(cast.quiet_league(f"League of {matches}"), legs=4)
    first = cast.play(cast.match(season))
    for _ in range(matches - 1):
        cast.play(cast.match(season))
    row = reported(proposed(first), first, (3, 1))
    with CaptureQueriesContext(connection) as looking:
        seen(row)
    with CaptureQueriesContext(connection) as confirming:
        confirmed(row)
    return len(looking), len(confirming)


@pytest.mark.once
def test_the_number_of_queries_does_not_grow_with_the_matches() -> None:
    assert queries_of(2) == queries_of(4)

"""A coach objects to lines of the other's report: what he leaves alone stands, each line is settled, then it counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from engine.errors import NotAllowed, ReportIllegal
from engine.match.comparing import LineIllegal, lines_of
from leagues.errors import ReasonMissing, RemarkTooLong
from leagues.models import Coach, Membership
from matches.errors import (
    AlreadyReported,
    DisputeIllegal,
    DisputeOver,
    NothingDisputed,
    NothingProposed,
    NothingToCompare,
    NothingToConfirm,
    OwnMatch,
)
from matches.mapping import report_from, report_of
from matches.models import Confirmation, ConfirmedBy, Dispute, DisputeRuling, Match, Reminder, Verdict
from matches.selectors.agreement import agreement_of
from matches.selectors.matches import report_filed
from matches.selectors.rulings import dispute_get, league_rulings
from matches.services.deadlines import deadlines_run
from matches.services.disputes import (
    Objection,
    Sentence,
    differences_dispute,
    dispute_accept,
    dispute_raise,
    dispute_rule,
    dispute_withdraw,
)
from matches.services.reports import report_confirm, report_return, report_submit, report_take_lines
from teams.models import Cause, Team
from tests import cast
from tests.api.client import Api
from tests.scenes import scene
from tests.web.reading import signed_in, words_on

pytestmark = pytest.mark.django_db

TOUCHDOWN = "home.deeds.p10.touchdown"
HURT = {"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}]}
CASUALTY = "away.casualties.p5"


@scene
def filed() -> Match:
    return cast.file(cast.match(cast.season(cast.quiet_league())), away=HURT)


def dispute(match: Match, *objections: Objection) -> tuple[Dispute, ...]:
    told = objections or (Objection(TOUCHDOWN, "It was one.", "changed", 1),)
    dispute_raise(match=cast.reread(match), objections=told, seen=1, actor=match.away.coach)
    return tuple(dispute_get(match.away.coach, row.pk) for row in Dispute.objects.order_by("pk"))


def rule(one: Dispute, verdict: Verdict, change: Any = None, *, by: Coach | None = None, **more: Any) -> Dispute:
    judge = by or cast.commissioner_of(one.report.match.league)
    again = dispute_get(judge, one.pk)
    return dispute_rule(dispute=again, sentence=Sentence(verdict, change, **more), reason="As it was.", actor=judge)


def lines_that_count(match: Match) -> Mapping[str, Any]:
    report = report_filed(cast.reread(match))
    assert report is not None
    return lines_of(report_of(report))


def test_the_other_coach_disputes_a_line_with_a_comment_and_the_match_waits(filed: Match) -> None:
    (one,) = dispute(filed)
    assert (one.line, one.comment, one.wants, one.proposal) == (TOUCHDOWN, "It was one.", "changed", 1)
    assert cast.reread(filed).status == "disputed"
    assert not Cause.objects.filter(kind="match").exists()


def test_the_author_and_a_commissioner_do_not_dispute(filed: Match) -> None:
    for coach in (filed.home.coach, cast.commissioner_of(filed.league), cast.coach("Zoe")):
        with pytest.raises(NotAllowed):
            dispute_raise(match=filed, objections=[Objection(TOUCHDOWN, "No.")], actor=coach)


def test_what_was_left_alone_is_agreed_to_and_locked(filed: Match) -> None:
    dispute(filed)
    again = cast.reread(filed)
    with pytest.raises(NothingToConfirm):
        dispute_raise(match=again, objections=[Objection(CASUALTY, "Neither.")], actor=filed.away.coach)
    with pytest.raises(NothingToConfirm):
        report_return(match=again, actor=filed.home.coach)
    with pytest.raises(NothingToConfirm):
        report_confirm(match=again, actor=filed.away.coach)
    with pytest.raises(AlreadyReported):
        report_submit(match=again, report=report_from(cast.report(filed, (1, 1))), actor=filed.home.coach)


@pytest.mark.parametrize(
    ("objections", "codes"),
    [
        ([], ["objections_number"]),
        ([Objection(TOUCHDOWN, "  ")], ["objection_without_comment"]),
        ([Objection(TOUCHDOWN, "a"), Objection(TOUCHDOWN, "b")], ["objection_twice"]),
        ([Objection("home.casualties.p1", "a")], ["line_unknown"]),
        ([Objection("home.casualties.p1", "a", "struck")], ["line_unknown"]),
        ([Objection("x" * 300, "a")], ["line_unknown"]),
        ([Objection(TOUCHDOWN, "a", "changed", "one")], ["line_illegal"]),
        ([Objection("home.nonsense", "", "changed", 1)], ["objection_without_comment", "line_unknown"]),
    ],
)
def test_a_dispute_that_cannot_be_is_refused_with_every_reason(
    filed: Match, objections: list[Objection], codes: list[str]
) -> None:
    with pytest.raises(DisputeIllegal) as refused:
        dispute_raise(match=filed, objections=objections, actor=filed.away.coach)
    assert [problem.code for problem in refused.value.problems] == codes
    assert cast.reread(filed).status == "reported"


def test_a_line_that_is_missing_may_be_asked_for(filed: Match) -> None:
    told = {"cause": "foul", "by": "p2"}
    (one,) = dispute(filed, Objection("home.casualties.p1", "You forgot one.", "changed", told))
    dispute_accept(dispute=one, actor=filed.home.coach)
    assert lines_that_count(filed)["home.casualties.p1"]["by"] == "p2"


@pytest.mark.parametrize("comment", ["🏈" * 300, "ספר" * 100, "a\u202eb"])
def test_a_comment_is_in_any_script_and_up_to_300_characters(filed: Match, comment: str) -> None:
    (one,) = dispute(filed, Objection(TOUCHDOWN, comment))
    assert one.comment == comment.replace("\u202e", "")


def test_a_comment_of_301_characters_is_too_long(filed: Match) -> None:
    with pytest.raises(RemarkTooLong):
        dispute(filed, Objection(TOUCHDOWN, "x" * 301))


# How a line ends.


def test_the_author_accepts_and_the_report_counts_as_proposed(filed: Match) -> None:
    (one,) = dispute(filed)
    with pytest.raises(NotAllowed):
        dispute_accept(dispute=one, actor=filed.away.coach)
    dispute_accept(dispute=one, actor=filed.home.coach)
    assert (lines_that_count(filed)[TOUCHDOWN], lines_that_count(filed)["home.score"]) == (1, 1)
    assert cast.reread(filed).status == "confirmed"
    assert Confirmation.objects.get().how == ConfirmedBy.RULINGS
    report = report_filed(cast.reread(filed))
    assert report is not None
    assert (report.number, report.made_of_id, report.side) == (2, one.report_id, "")


def test_without_a_proposal_there_is_nothing_to_accept(filed: Match) -> None:
    (one,) = dispute(filed, Objection(TOUCHDOWN, "No idea, but not two."))
    with pytest.raises(NothingProposed):
        dispute_accept(dispute=one, actor=filed.home.coach)


def test_who_objected_withdraws_and_the_report_counts_as_it_was(filed: Match) -> None:
    (one,) = dispute(filed)
    with pytest.raises(NotAllowed):
        dispute_withdraw(dispute=one, actor=filed.home.coach)
    dispute_withdraw(dispute=one, actor=filed.away.coach)
    assert lines_that_count(filed)[TOUCHDOWN] == 2
    assert Confirmation.objects.get().report.number == 1


@pytest.mark.parametrize(
    ("verdict", "change", "touchdowns"), [(Verdict.STANDS, None, 2), (Verdict.STRUCK, None, 0), (Verdict.CHANGED, 3, 3)]
)
def test_a_commissioner_rules_that_a_line_stands_is_struck_or_changed(
    filed: Match, verdict: Verdict, change: int | None, touchdowns: int
) -> None:
    (one,) = dispute(filed)
    ruled = rule(one, verdict, change)
    assert (ruled.ruling.verdict, ruled.ruling.change, ruled.ruling.own_match) == (verdict, change, False)
    assert lines_that_count(filed).get(TOUCHDOWN, 0) == touchdowns
    assert lines_that_count(filed)["home.score"] == touchdowns


def test_the_match_waits_until_the_last_line_is_settled(filed: Match) -> None:
    first, second = dispute(filed, Objection(TOUCHDOWN, "One.", "changed", 1), Objection(CASUALTY, "No.", "struck"))
    rule(first, Verdict.CHANGED, 1)
    assert cast.reread(filed).status == "disputed"
    dispute_accept(dispute=dispute_get(filed.home.coach, second.pk), actor=filed.home.coach)
    assert cast.reread(filed).status == "confirmed"
    counting = lines_that_count(filed)
    assert (counting[TOUCHDOWN], CASUALTY in counting) == (1, False)


def test_a_line_is_settled_once(filed: Match) -> None:
    first, _ = dispute(filed, Objection(TOUCHDOWN, "One."), Objection(CASUALTY, "No."))
    rule(first, Verdict.STANDS)
    with pytest.raises(DisputeOver):
        rule(first, Verdict.STRUCK)
    with pytest.raises(DisputeOver):
        dispute_withdraw(dispute=dispute_get(filed.away.coach, first.pk), actor=filed.away.coach)


def test_nothing_is_settled_when_all_is(filed: Match) -> None:
    (one,) = dispute(filed)
    rule(one, Verdict.STANDS)
    with pytest.raises(NothingDisputed):
        rule(one, Verdict.STRUCK)


def test_rulings_that_make_an_impossible_report_are_refused_with_every_reason(filed: Match) -> None:
    (one,) = dispute(filed, Objection("home.score", "It was one."))
    with pytest.raises(ReportIllegal) as refused:
        rule(one, Verdict.CHANGED, 1)
    assert [problem.code for problem in refused.value.problems] == ["score_mismatch"]
    assert not DisputeRuling.objects.exists()
    rule(one, Verdict.CHANGED, 1, follows={TOUCHDOWN: 1})
    assert lines_that_count(filed)[TOUCHDOWN] == 1


@pytest.mark.parametrize(("wants", "score"), [("changed", 1), ("changed", 3), ("struck", None)])
def test_a_score_that_nobody_has_scored_is_refused_at_once_with_both_numbers(
    filed: Match, wants: Any, score: int | None
) -> None:
    """Nobody could agree to it later."""
    with pytest.raises(DisputeIllegal) as refused:
        dispute(filed, Objection("home.score", "No.", wants, score))
    (problem,) = refused.value.problems
    assert (problem.code, problem.where) == ("score_mismatch", "objections.0.proposal")
    assert (problem.params["score"], problem.params["scored"]) == (score or 0, 2)


def test_a_score_that_is_disputed_with_who_scored_it_is_agreed_to(filed: Match) -> None:
    both = [Objection("home.score", "It was one.", "changed", 1), Objection(TOUCHDOWN, "Only one.", "changed", 1)]
    for one in dispute(filed, *both):
        dispute_accept(dispute=dispute_get(filed.home.coach, one.pk), actor=filed.home.coach)
    assert (lines_that_count(filed)[TOUCHDOWN], lines_that_count(filed)["home.score"]) == (1, 1)


def test_a_ruling_that_says_nonsense_is_refused(filed: Match) -> None:
    first, _ = dispute(filed, Objection(TOUCHDOWN, "One."), Objection(CASUALTY, "No."))
    with pytest.raises(LineIllegal):
        rule(first, Verdict.CHANGED, "one")
    judge = cast.commissioner_of(filed.league)
    with pytest.raises(ReasonMissing):
        dispute_rule(dispute=first, sentence=Sentence(Verdict.STANDS), reason=" ", actor=judge)
    assert not DisputeRuling.objects.exists()


def test_dice_that_a_changed_outcome_does_not_ask_for_are_left_out() -> None:
    """After a win three dice are thrown for the fan factor, after a draw two."""
    match = cast.match(cast.season(cast.quiet_league()))
    key = f"fan-factor/{match.home.key}/3d6"
    filed = cast.file(match, (2, 1), dice={key: (1, 1, 2), f"winnings/{match.home.key}/1": (3,)})
    (one,) = dispute(filed)
    dispute_accept(dispute=one, actor=filed.home.coach)
    assert [line for line in lines_that_count(filed) if line.startswith("dice.")] == [
        f"dice.winnings/{match.home.key}/1"
    ]


# Who rules.


# The course of the match.


def told_by_events(*more: dict[str, Any]) -> Match:
    """The coaches have tapped in who scored, who was sent off, and what brought him back."""
    match = cast.match(cast.season(cast.quiet_league()))
    home: dict[str, Any] = {"side": "home", "half": 1}
    events = [
        {"kind": "touchdown", "player": "p10", "turn": 3, **home},
        {"kind": "sent-off", "player": "p10", "turn": 4, **home},
        {"kind": "back", "player": "p10", "what": "bribe", "turn": 4, **home},
        {"kind": "touchdown", "player": "p10", "turn": 5, **home},
        {"kind": "touchdown", "player": "p10", "side": "away", "half": 2, "turn": 8},
        {"kind": "note", "half": 2, "turn": 8, "note": "Pies!"},
    ]
    listed = [{"key": f"e{nth}", **event} for nth, event in enumerate((*events, *more), start=1)]
    told = {**cast.report(match, (2, 1)), "events": listed, "accepted": ["back_again"]}
    report_submit(match=match, report=report_from(told), actor=match.home.coach)
    return cast.reread(match)


def events_that_count(match: Match) -> list[str]:
    report = report_filed(cast.reread(match))
    assert report is not None
    return [event.key for event in report_of(report).events]


def test_a_ruling_on_one_line_keeps_the_course_of_the_match() -> None:
    match = told_by_events()
    (one,) = dispute(match)
    rule(one, Verdict.CHANGED, 1)
    assert lines_that_count(match)["home.score"] == 1
    assert events_that_count(match) == ["e2", "e3", "e5", "e6"]
    filed = report_filed(cast.reread(match))
    assert filed is not None
    assert "totals_differ" in report_of(filed).accepted


def test_who_scored_is_ruled_on_and_the_touchdowns_stay() -> None:
    match = told_by_events()
    (one,) = dispute(match)
    rule(one, Verdict.CHANGED, 1, follows={"home.deeds.p2.touchdown": 1})
    assert lines_that_count(match)["home.score"] == 2
    assert events_that_count(match) == ["e1", "e2", "e3", "e4", "e5", "e6"]


def test_lines_that_are_taken_over_keep_the_course_of_the_match() -> None:
    match = told_by_events()
    told = cast.report(match, (2, 1), away={"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}]})
    told["home"]["deeds"] = [{"player": "p10", "counts": {"touchdown": 2, "completion": 1}}]
    other = report_submit(match=match, report=report_from(told), actor=match.away.coach)
    now = cast.reread(match)
    taken = report_take_lines(match=now, lines=[CASUALTY], seen=other.number, actor=match.home.coach)
    assert [event.key for event in report_of(taken).events] == ["e1", "e2", "e3", "e4", "e5", "e6"]
    assert lines_of(report_of(taken))[CASUALTY]["by"] == "p11"


def test_coaches_do_not_rule(filed: Match) -> None:
    (one,) = dispute(filed)
    for coach in (filed.home.coach, filed.away.coach, cast.coach("Zoe")):
        with pytest.raises(NotAllowed):
            dispute_rule(dispute=one, sentence=Sentence(Verdict.STANDS), reason="I say so.", actor=coach)


def test_nobody_rules_on_his_own_match_if_another_commissioner_could(filed: Match) -> None:
    (one,) = dispute(filed)
    ann = filed.home.coach
    Membership.objects.filter(coach=ann, league=filed.league).update(role="commissioner")
    with pytest.raises(OwnMatch):
        rule(one, Verdict.STANDS, by=ann)
    rule(one, Verdict.STANDS, by=cast.coach("Cora"))


def test_the_only_commissioner_rules_on_his_own_match_and_it_is_marked() -> None:
    league = cast.league(house_rules={"hire-window": False}, commissioner=cast.coach("Ann"))
    filed = cast.file(cast.match(cast.season(league)))
    (one,) = dispute(filed)
    assert rule(one, Verdict.STANDS, by=filed.home.coach).ruling.own_match


def test_rulings_form_a_public_list_of_the_league(filed: Match) -> None:
    first, second = dispute(filed, Objection(TOUCHDOWN, "One."), Objection(CASUALTY, "No."))
    rule(first, Verdict.STANDS)
    dispute_withdraw(dispute=dispute_get(filed.away.coach, second.pk), actor=filed.away.coach)
    assert [ruling.dispute.line for ruling in league_rulings(filed.league)] == [TOUCHDOWN]
    assert not league_rulings(cast.league("Elsewhere")).exists()


# What two reports differ in.


def test_the_differences_of_two_reports_are_put_before_a_commissioner_at_once(filed: Match) -> None:
    report = report_from(cast.report(filed, (2, 2)))
    report_submit(match=filed, report=report, actor=filed.away.coach)
    differences_dispute(match=cast.reread(filed), comment="We remember it differently.", actor=filed.away.coach)
    wanted = {one.line: (one.wants, one.proposal) for one in Dispute.objects.all()}
    assert wanted == {
        "away.score": ("changed", 2),
        "away.deeds.p10.touchdown": ("changed", 2),
        CASUALTY: ("struck", None),
    }
    for one in Dispute.objects.all():
        dispute_accept(dispute=dispute_get(filed.home.coach, one.pk), actor=filed.home.coach)
    assert lines_that_count(filed)["away.score"] == 2


def test_with_one_report_there_are_no_differences(filed: Match) -> None:
    with pytest.raises(NothingToCompare):
        differences_dispute(match=filed, comment="Hm.", actor=filed.away.coach)


# Its deadline.


def test_commissioners_are_reminded_once_when_the_time_to_rule_is_over(filed: Match) -> None:
    dispute(filed)
    with time_machine.travel(timezone.now() + timedelta(hours=71.9), tick=True):
        deadlines_run()
        assert mail.outbox == []
    with time_machine.travel(timezone.now() + timedelta(hours=72.1), tick=True):
        deadlines_run()
        deadlines_run()
    (sent,) = mail.outbox
    assert sent.to == [cast.commissioner_of(filed.league).email]
    assert Reminder.objects.get().about == "ruling"
    assert cast.reread(filed).status == "disputed"


def test_who_objected_withdraws_and_not_the_other_coach() -> None:
    """Of a report that a commissioner has filed for both, both may dispute lines; each takes back his own."""
    match = cast.match(cast.season(cast.quiet_league()))
    cora = cast.commissioner_of(match.league)
    report_submit(match=match, report=report_from(cast.report(match)), actor=cora)
    (found,) = dispute(match)
    for other in (match.home.coach, cora):
        with pytest.raises(NotAllowed):
            dispute_withdraw(dispute=dispute_get(other, found.pk), actor=other)
    dispute_withdraw(dispute=dispute_get(match.away.coach, found.pk), actor=match.away.coach)
    assert cast.reread(match).status == "confirmed"


def test_who_has_taken_over_the_team_withdraws_for_it(filed: Match) -> None:
    (found,) = dispute(filed)
    mia = cast.member(filed.league, "Mia")
    Team.objects.filter(pk=filed.away_id).update(coach=mia)
    dispute_withdraw(dispute=dispute_get(mia, found.pk), actor=mia)
    assert cast.reread(filed).status == "confirmed"


@pytest.mark.parametrize(("hours", "over"), [(71.9, False), (72.1, True)])
def test_that_the_time_to_rule_is_over_is_said_and_nothing_is_ruled_by_it(
    filed: Match, hours: float, over: bool
) -> None:
    """On the page of the match, in the inbox of who may rule, and in the API: since when."""
    dispute(filed)
    match = cast.reread(filed)
    cora, page = cast.commissioner_of(match.league), reverse("matches:match", args=[match.pk])
    deadline = agreement_of(match, cora).ruling_deadline
    assert deadline is not None
    with time_machine.travel(timezone.now() + timedelta(hours=hours), tick=True):
        deadlines_run()
        since = agreement_of(cast.reread(match), cora).ruling_overdue_since
        assert since == (deadline if over else None)
        said = "The time to rule is over since:"
        assert (said in words_on(signed_in(match.home.coach).get(page))) is over
        assert (said in words_on(signed_in(cora).get(reverse("matches:home")))) is over
        told = Api(cora).get(f"matches/{match.pk}/agreement/").json()
        assert (told["ruling_overdue_since"] is not None) is over
        assert (told["ruling_overdue_since"] == told["to_be_ruled_on_by"]) is over
        waiting = Api(cora).get("inbox/").json()
        assert [one["id"] for one in waiting["to_rule"]] == [match.pk]
        assert list(waiting["overdue"]) == ([str(match.pk)] if over else [])
    assert cast.reread(match).status == "disputed"

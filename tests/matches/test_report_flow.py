"""From a filed report to one that counts: by either coach or by both, taken over line by line, by PIN, by time.

Issue: report flow. A match has one confirmation; nobody vouches for himself.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from engine.errors import NotAllowed, ReportIllegal
from engine.match.comparing import LineUnknown
from engine.match.report import MatchReport
from leagues.errors import PinMalformed
from leagues.models import AuditEntry, Coach
from leagues.services.accounts import coach_erase, pin_set
from matches.errors import (
    AlreadyReported,
    NothingToCompare,
    NothingToConfirm,
    NotYourReport,
    PinLocked,
    PinNotSet,
    PinWrong,
    ReportChanged,
    ReportDraftChanged,
    ReportDraftTooLong,
)
from matches.mapping import report_from
from matches.models import Confirmation, ConfirmedBy, Match, PinTries, Reminder, Report, ReportDraft
from matches.selectors.agreement import acceptance_deadline, comparison_of, confirmation_of, open_reports
from matches.selectors.matches import report_filed
from matches.services.deadlines import deadlines_run
from matches.services.drafts import report_draft_delete, report_draft_save
from matches.services.pins import LOCKED_FOR, TRIES_MOST, report_confirm_by_pin
from matches.services.reports import report_confirm, report_return, report_submit, report_take_lines
from teams.models import Cause
from tests import cast
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def told(match: Match, score: tuple[int, int] = (2, 1), **more: object) -> MatchReport:
    return report_from(cast.report(match, score, **more))


def submit(match: Match, score: tuple[int, int] = (2, 1), *, by: Coach | None = None, side: str = "") -> Report:
    actor = by or match.home.coach
    return report_submit(match=cast.reread(match), report=told(match, score), on_behalf=side, actor=actor)


def both_filed(match: Match) -> Match:
    submit(match)
    submit(match, (1, 1), by=match.away.coach)
    return cast.reread(match)


# Filing.


def test_either_coach_may_file_and_the_report_is_his_sides_word(match: Match) -> None:
    filed = submit(match, by=match.away.coach)
    assert (filed.side, filed.paper, cast.reread(match).status) == ("away", False, "reported")


def test_a_commissioner_files_from_paper_for_anybody_and_the_other_coach_confirms(match: Match) -> None:
    cora = cast.commissioner_of(match.league)
    filed = submit(match, by=cora, side="home")
    assert (filed.side, filed.paper) == ("home", True)
    with pytest.raises(NotAllowed):
        report_confirm(match=cast.reread(match), actor=match.home.coach)
    assert report_confirm(match=cast.reread(match), actor=match.away.coach).status == "confirmed"


def test_what_a_commissioner_files_for_both_either_coach_confirms(match: Match) -> None:
    filed = submit(match, by=cast.commissioner_of(match.league))
    assert (filed.side, filed.paper) == ("", True)
    assert report_confirm(match=cast.reread(match), actor=match.home.coach).status == "confirmed"


def test_a_coach_does_not_file_for_the_other_one(match: Match) -> None:
    with pytest.raises(NotYourReport):
        submit(match, side="away")


def test_the_same_report_sent_twice_is_filed_once(match: Match) -> None:
    assert submit(match) == submit(match)
    assert match.reports.count() == 1


def test_a_coach_files_another_report_only_when_he_has_taken_his_back(match: Match) -> None:
    submit(match)
    with pytest.raises(AlreadyReported):
        submit(match, (3, 1))
    report_return(match=cast.reread(match), actor=match.home.coach)
    assert submit(match, (3, 1)).number == 2


def test_nothing_is_filed_after_the_confirmation_not_even_the_same(match: Match) -> None:
    cast.confirm(cast.file(match))
    for coach in (match.home.coach, match.away.coach):
        with pytest.raises(AlreadyReported):
            submit(match, by=coach)


def test_filing_what_the_other_has_filed_is_to_confirm_it(match: Match) -> None:
    first = submit(match)
    assert submit(match, by=match.away.coach) == first
    confirmation = Confirmation.objects.get(report=first)
    assert (confirmation.how, confirmation.coach) == (ConfirmedBy.SAME, match.away.coach)
    assert cast.reread(match).status == "confirmed"


def test_two_different_reports_are_both_kept_and_compared(match: Match) -> None:
    found = both_filed(match)
    comparison = comparison_of(open_reports(found))
    assert comparison is not None
    assert (found.status, comparison.one.number, comparison.other.number) == ("reported", 1, 2)
    assert [(one.place, one.mine, one.theirs) for one in comparison.lines] == [
        ("home.score", 2, 1),
        ("home.deeds.p10.touchdown", 2, 1),
    ]


def test_a_third_report_is_one_too_many(match: Match) -> None:
    both_filed(match)
    with pytest.raises(AlreadyReported):
        submit(match, (0, 0), by=cast.commissioner_of(match.league))


def test_an_illegal_report_is_refused_with_every_reason_and_nothing_changes(match: Match) -> None:
    report = told(match, home={"score": 5, "nominees": ["p1"]})
    with pytest.raises(ReportIllegal) as refused:
        report_submit(match=match, report=report, actor=match.home.coach)
    assert {problem.code for problem in refused.value.problems} == {"score_mismatch", "nominees"}
    assert cast.reread(match).status == "scheduled"


# Agreeing.


def test_each_may_agree_to_the_others_report_and_that_one_counts(match: Match) -> None:
    found = both_filed(match)
    report_confirm(match=found, seen=1, actor=match.away.coach)
    counting = report_filed(cast.reread(match))
    assert counting is not None
    assert counting.number == 1


def test_nobody_confirms_his_own_of_two_reports(match: Match) -> None:
    found = both_filed(match)
    with pytest.raises(NotAllowed):
        report_confirm(match=found, seen=1, actor=match.home.coach)
    with pytest.raises(NotAllowed):
        report_confirm(match=found, seen=2, actor=match.away.coach)


def test_a_commissioner_says_which_of_two_reports_he_means(match: Match) -> None:
    found = both_filed(match)
    with pytest.raises(ReportChanged):
        report_confirm(match=found, actor=cast.commissioner_of(match.league))
    assert report_confirm(match=found, seen=2, actor=cast.commissioner_of(match.league)).status == "confirmed"


def test_a_report_of_that_number_has_to_be_open(match: Match) -> None:
    with pytest.raises(NothingToConfirm):
        report_confirm(match=match, seen=1, actor=match.home.coach)
    both_filed(match)
    with pytest.raises(ReportChanged):
        report_confirm(match=cast.reread(match), seen=7, actor=match.away.coach)


def test_taking_over_every_line_of_the_other_is_to_agree(match: Match) -> None:
    found = both_filed(match)
    lines = ["home.score", "home.deeds.p10.touchdown"]
    agreed = report_take_lines(match=found, lines=lines, seen=2, actor=match.home.coach)
    assert (agreed.number, cast.reread(match).status) == (2, "confirmed")
    assert Confirmation.objects.get().how == ConfirmedBy.SAME


def test_taking_over_one_line_makes_another_report_of_ones_own(match: Match) -> None:
    submit(match)
    theirs = told(match, (2, 1), away={"nominees": ["p4", "p5", "p6"]}, dice={f"winnings/{match.home.key}/1": (3,)})
    report_submit(match=cast.reread(match), report=theirs, actor=match.away.coach)
    taken = report_take_lines(match=cast.reread(match), lines=["away.nominees"], seen=2, actor=match.home.coach)
    assert (taken.number, taken.side, taken.made_of_id is not None) == (3, "home", True)
    comparison = comparison_of(open_reports(cast.reread(match)))
    assert comparison is not None
    assert [one.place for one in comparison.lines] == [f"dice.winnings/{match.home.key}/1"]


def test_lines_that_do_not_fit_together_are_refused_and_nothing_is_filed(match: Match) -> None:
    found = both_filed(match)
    with pytest.raises(ReportIllegal):
        report_take_lines(match=found, lines=["home.score"], seen=2, actor=match.home.coach)
    with pytest.raises(LineUnknown):
        report_take_lines(match=found, lines=["home.colour"], seen=2, actor=match.home.coach)
    assert match.reports.count() == 2


def test_lines_are_taken_over_from_the_report_that_was_read(match: Match) -> None:
    submit(match)
    with pytest.raises(NothingToCompare):
        report_take_lines(match=cast.reread(match), lines=["home.score"], seen=1, actor=match.away.coach)
    both = cast.reread(match)
    submit(both, (1, 1), by=match.away.coach)
    with pytest.raises(ReportChanged):
        report_take_lines(match=cast.reread(match), lines=["home.score"], seen=9, actor=match.home.coach)


def test_a_confirmation_says_who_and_how(match: Match) -> None:
    confirmed = cast.confirm(cast.file(match))
    found = confirmation_of(confirmed)
    assert found is not None
    assert (found.how, found.coach) == (ConfirmedBy.HIMSELF, match.away.coach)


# By PIN.


def by_pin(match: Match, pin: str, *, coach: Coach | None = None, actor: Coach | None = None) -> Match:
    return report_confirm_by_pin(
        match=cast.reread(match),
        coach=Coach.objects.get(pk=(coach or match.away.coach).pk),
        pin=pin,
        seen=1,
        actor=actor or match.home.coach,
    )


def test_the_other_coach_confirms_on_this_phone_by_his_pin(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    submit(match)
    assert by_pin(match, "4711").status == "confirmed"
    confirmation = Confirmation.objects.get()
    assert (confirmation.how, confirmation.coach) == (ConfirmedBy.PIN, match.away.coach)
    entry = AuditEntry.objects.get(action="report.confirmed")
    assert (entry.actor, entry.data["phone"]) == (match.away.coach, f"coach:{match.home.coach.pk}")
    assert not PinTries.objects.exists()


def test_nobody_confirms_his_own_report_by_his_pin(match: Match) -> None:
    pin_set(pin="4711", actor=match.home.coach)
    submit(match)
    with pytest.raises(NotAllowed):
        by_pin(match, "4711", coach=match.home.coach)


def test_a_pin_is_typed_on_the_phone_of_somebody_who_may_report(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    submit(match)
    with pytest.raises(NotAllowed):
        by_pin(match, "4711", actor=cast.coach("Zoe"))


def test_without_a_pin_there_is_nothing_to_type(match: Match) -> None:
    submit(match)
    with pytest.raises(PinNotSet):
        by_pin(match, "")


def test_after_five_wrong_pins_even_the_right_one_has_to_wait(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    submit(match)
    for left in range(TRIES_MOST - 1, -1, -1):
        with pytest.raises(PinWrong) as wrong:
            by_pin(match, "0000")
        assert wrong.value.params["left"] == left
    with pytest.raises(PinLocked):
        by_pin(match, "4711")
    assert AuditEntry.objects.filter(action="pin.tried").count() == TRIES_MOST
    with time_machine.travel(timezone.now() + LOCKED_FOR + timedelta(seconds=1), tick=True):
        with pytest.raises(PinWrong) as wrong:
            by_pin(match, "0000")
        assert wrong.value.params["left"] == TRIES_MOST - 1
        assert by_pin(match, "4711").status == "confirmed"


def test_who_is_locked_out_by_his_pin_still_confirms_on_his_own_phone(match: Match) -> None:
    pin_set(pin="4711", actor=match.away.coach)
    submit(match)
    for _ in range(TRIES_MOST):
        with pytest.raises(PinWrong):
            by_pin(match, "0000")
    assert report_confirm(match=cast.reread(match), actor=match.away.coach).status == "confirmed"


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "١٢٣٤", "12 4"])
def test_a_pin_has_four_to_eight_digits(pin: str) -> None:
    with pytest.raises(PinMalformed):
        pin_set(pin=pin, actor=cast.coach())


@pytest.mark.parametrize("pin", ["1234", "12345678"])
def test_a_pin_is_kept_hashed_and_goes_with_its_coach(pin: str) -> None:
    ann = pin_set(pin=pin, actor=cast.coach())
    assert ann.pin
    assert pin not in ann.pin
    assert pin_set(pin="", actor=ann).pin == ""
    pin_set(pin=pin, actor=ann)
    assert coach_erase(actor=ann).pin == ""


# By time.


def timed(name: str = "Old World Cup", *, legs: int = 1) -> Match:
    league = cast.league(name, house_rules={"hire-window": False, "accept-after-hours": 48})
    return cast.match(cast.season(league, legs=legs))


def later(hours: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=True)


def test_a_report_that_nobody_objects_to_counts_after_its_time() -> None:
    timed_match = timed()
    submit(timed_match)
    with later(47.9):
        deadlines_run()
        assert cast.reread(timed_match).status == "reported"
    with later(48.1):
        deadlines_run()
    assert cast.reread(timed_match).status == "confirmed"
    confirmation = Confirmation.objects.get()
    assert (confirmation.how, confirmation.coach) == (ConfirmedBy.TIME, None)
    assert AuditEntry.objects.get(action="report.accepted_by_time").actor is None
    assert Cause.objects.filter(kind="match").count() == 1


def test_where_the_league_says_never_no_report_counts_by_itself(match: Match) -> None:
    submit(match)
    with later(10_000):
        deadlines_run()
    assert cast.reread(match).status == "reported"


def test_two_reports_that_differ_never_count_by_themselves() -> None:
    found = both_filed(timed())
    assert acceptance_deadline(found, open_reports(found)) is None
    with later(10_000):
        deadlines_run()
    assert cast.reread(found).status == "reported"


def test_the_other_coach_is_reminded_once_before_the_time_is_over() -> None:
    match = timed()
    submit(match)
    with later(35.9):
        deadlines_run()
        assert mail.outbox == []
    with later(36.1):
        deadlines_run()
        deadlines_run()
    (sent,) = mail.outbox
    assert sent.to == [match.away.coach.email]
    assert match.home.name in sent.subject
    assert Reminder.objects.count() == 1


def test_a_report_whose_time_is_over_may_still_wait_for_an_earlier_match() -> None:
    """The second match of the same teams is agreed to, and waits until the sequence after the first is over."""
    first, elsewhere = timed(legs=2), timed("Elsewhere")
    second = cast.reread(Match.objects.filter(season=first.season).exclude(pk=first.pk).get())
    for match in (first, second, elsewhere):
        submit(match)
    with later(49):
        deadlines_run()
    statuses = [cast.reread(match).status for match in (first, second, elsewhere)]
    assert statuses == ["confirmed", "agreed", "confirmed"]


# Drafts.


def test_a_draft_is_kept_apart_from_what_is_filed_and_goes_when_it_is_filed(match: Match) -> None:
    draft = report_draft_save(match=match, typed={"home-score": "2"}, actor=match.home.coach)
    assert (draft.version, cast.reread(match).status, match.reports.count()) == (1, "scheduled", 0)
    submit(match)
    assert not ReportDraft.objects.filter(author=match.home.coach).exists()


def test_each_author_has_a_draft_of_his_own(match: Match) -> None:
    for coach, score in ((match.home.coach, "2"), (match.away.coach, "3")):
        report_draft_save(match=match, typed={"home-score": score}, actor=coach)
    assert [draft.typed["home-score"] for draft in ReportDraft.objects.order_by("pk")] == ["2", "3"]


def test_a_draft_that_was_saved_elsewhere_is_not_overwritten_unseen(match: Match) -> None:
    report_draft_save(match=match, typed={"home-score": "2"}, seen=0, actor=match.home.coach)
    with pytest.raises(ReportDraftChanged):
        report_draft_save(match=match, typed={"home-score": "3"}, seen=0, actor=match.home.coach)
    again = report_draft_save(match=match, typed={"home-score": "3"}, seen=1, actor=match.home.coach)
    assert (again.version, again.typed) == (2, {"home-score": "3"})


def test_a_draft_may_hold_anything_that_was_typed_but_no_book(match: Match) -> None:
    typed = {"home-score": "two 🏈 \u202eevil", "note": "א" * 300}
    assert report_draft_save(match=match, typed=typed, actor=match.home.coach).typed == typed
    with pytest.raises(ReportDraftTooLong):
        report_draft_save(match=match, typed={"note": "x" * 70_000}, actor=match.home.coach)


def test_drafts_go_when_the_match_counts_and_when_they_are_thrown_away(match: Match) -> None:
    report_draft_save(match=match, typed={"home-score": "2"}, actor=match.away.coach)
    report_draft_delete(match=match, actor=match.away.coach)
    assert not ReportDraft.objects.exists()
    filed = cast.file(match)
    report_draft_save(match=filed, typed={"home-score": "2"}, actor=match.away.coach)
    cast.confirm(filed)
    assert not ReportDraft.objects.exists()
    with pytest.raises(AlreadyReported):
        report_draft_save(match=cast.reread(match), typed={}, actor=match.away.coach)


def test_a_stranger_keeps_no_draft_here(match: Match) -> None:
    with pytest.raises(NotAllowed):
        report_draft_save(match=match, typed={}, actor=cast.coach("Zoe"))


def test_a_draft_keeps_all_but_the_character_that_no_database_keeps(match: Match) -> None:
    typed = {"home\0-score": "2\0", "list": ["a\0", 3, {"deep\0": None}]}
    draft = report_draft_save(match=match, typed=typed, actor=match.home.coach)
    draft.refresh_from_db()
    assert draft.typed == {"home-score": "2", "list": ["a", 3, {"deep": None}]}

"""Pages of a match: its story, the report form, the confirmation and the choices of the post-match sequence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import headers_of, status_of, title_of
from config.refusals import shown_problems
from config.writing import Answer
from engine.errors import EngineError, NotAllowed, Refused
from engine.match.running import stopped
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import Visitor, allow, can_commission
from leagues.web.accounts import coach_of
from matches.asking import side_said
from matches.codes import report_meant
from matches.errors import ReportChanged, RulesChangedMeanwhile
from matches.models import OPEN, ConfirmedBy, Draws, Match, MatchStatus, PostMatchStep, Report
from matches.policies import can_correct, can_report, can_return, can_set_draws, coaches_of, is_his_word
from matches.selectors.agreement import open_reports
from matches.selectors.ahead_page import SHUT
from matches.selectors.arranging import answers_of
from matches.selectors.corrected_sheets import as_corrected, sheets_corrected
from matches.selectors.drafts import may_file, report_draft_of
from matches.selectors.kickoff import kick_off_of
from matches.selectors.live import late_events, live_match, standing_events
from matches.selectors.marks import marks_of
from matches.selectors.matches import (
    MatchPage,
    match_get,
    match_page,
    progress_mark,
    report_filed,
    report_return_of,
    report_returned,
    shown_mark,
    step_get,
)
from matches.services.level_scores import draws_of
from matches.services.postmatch import step_choose, step_throw
from matches.services.reports import report_confirm, report_return, report_submit
from matches.web.agreement_context import agreement_context
from matches.web.asking import whole
from matches.web.concession_words import concession_words
from matches.web.confirmed import confirmed
from matches.web.crumbs import around_match, to_match
from matches.web.faces import faces_of
from matches.web.late_words import chosen, late_reason, late_way
from matches.web.match_day import match_day
from matches.web.match_steps import checklists_of, yours_of
from matches.web.match_story import typed_dice
from matches.web.report_forms import ReportForm
from matches.web.report_start import report_form, start_of, typed_so_far

SOON, LATER = 2, 10  # seconds until a page asks again: while the server works, while a coach thinks


@require_safe
def match(request: HttpRequest, pk: int) -> HttpResponse:
    return match_answer(request, match_get(request.user, pk))


@require_safe
@never_cache
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The post-match checklist alone, for a page that asks again; nothing when nothing has changed since."""
    found = match_get(request.user, pk)
    if request.GET.get("seen") == progress_mark(found):
        return HttpResponse(status=204)
    context = {**_progress_context(request, match_page(found)), "alone": True}
    return render(request, "matches/match_progress.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def report(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = match_get(request.user, pk), coach_of(request)
    allow(can_report(coach, found))
    if request.method == "POST":
        return _report_sent(request, found)
    if not may_file(found, coach):
        return redirect("matches:match", pk=found.pk)
    kept, draft, returned = kept_typing(request), report_draft_of(found, coach), report_returned(found)
    start = start_of(found)
    if kept is not None:
        messages.info(request, gettext("What you had typed is here again. It has not been filed yet."))
        return _report_page(request, found, report_form(start, initial=kept.dict()))
    if draft is not None:
        return _report_page(request, found, report_form(start, initial=draft.typed))
    return _report_page(request, found, report_form(start, initial=typed_so_far(start, returned)))


@require_POST
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(_address(pk))
    found = match_get(coach, pk)

    def act() -> Match:
        seen = whole(request.POST, "report")
        if seen is None:
            raise ReportChanged
        led = "code" in request.POST and report_meant(found, request.POST["code"]) == seen
        how = ConfirmedBy.CODE if led else ConfirmedBy.HIMSELF
        return report_confirm(match=found, seen=seen, how=how, actor=coach)

    return match_written(request, pk, act, confirmed)


@require_POST
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(_address(pk))
    found = match_get(coach, pk)

    def act() -> Match:
        _as_shown(request, found)
        return report_return(match=found, reason=request.POST.get("reason", ""), actor=coach)

    return match_written(request, pk, act, gettext("The report was sent back. A new one may be filed."))


@require_POST
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login("/")
    step = step_get(coach, pk)
    choice, words = request.POST.get("choice", ""), request.POST.get("words", "").strip()
    said = gettext("So be it. The sequence goes on.")
    return match_written(
        request,
        step.match_id,
        lambda: step_choose(step=step, choice=choice, words=words, actor=coach),
        said,
        _back(request, step),
    )


@require_POST
def throw(request: HttpRequest, pk: int) -> HttpResponse:
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login("/")
    step = step_get(coach, pk)
    faces, roll = faces_of(request.POST.get("faces", "")), request.POST.get("roll", "")
    said = gettext("So it fell. The sequence goes on.")
    return match_written(
        request,
        step.match_id,
        lambda: step_throw(step=step, faces=faces, roll=roll, actor=coach),
        said,
        _back(request, step),
    )


def _back(request: HttpRequest, step: PostMatchStep) -> str:
    """To where he tapped, and to the next thing there that waits for him."""
    if request.POST.get("from") == "home":
        return f"{reverse('matches:home')}#waiting"
    return f"{_address(step.match_id)}#yours"


# The match page.


def _address(pk: int) -> str:
    return reverse("matches:match", args=[pk])


def match_answer(request: HttpRequest, found: Match, refusal: EngineError | None = None) -> HttpResponse:
    page, corrected = match_page(found), sheets_corrected(found)
    by_now = corrected and request.GET.get("sheets") == "corrected"
    told = match_day(as_corrected(page) if by_now else page, ruleset_of(found.ruleset_id))
    visitor, ruleset = request.user, ruleset_of(found.ruleset_id)
    reported, agreed = found.status == MatchStatus.REPORTED, agreement_context(request, page)
    late = late_events(found) if found.kicked_off_at and found.status not in OPEN else ()
    context = {
        **_progress_context(request, page),
        "crumbs": around_match(found),
        **told,
        "sheets_corrected": corrected,
        "sheets_by_now": by_now,
        "scores": _scores(page),
        **_returned(found),
        **agreed,
        "typed_dice": typed_dice(page, ruleset) if reported else (),
        "waits_for": _waits_for(found, page.filed) if reported else [],
        "may_report": _may_report(visitor, found, agreed["agreement"].reports),
        "answers": answers_of(visitor, found),
        "marks": marks_of(found),
        "kick_off": kick_off_of(visitor, found),
        "level_scores": _level_scores(visitor, found),
        "may_correct": page.result is not None and can_correct(visitor, found),
        "late": late,
        "late_way": late_way(visitor, found) if late else "",
        "reopen_reason": _reopen_reason(request, found) if late else "",
        "may_return": reported and can_return(visitor, found),
        "conceded": concession_words(found, page.report, ruleset) if reported else "",
        "stopped": found.status == MatchStatus.LIVE and stopped(standing_events(found)),
        "refusal": title_of(refusal) if refusal else "",
        "reasons": shown_problems(refusal, ruleset.rules) if isinstance(refusal, Refused) else (),
    }
    answer = render(request, "matches/match.html", context, status=status_of(refusal) if refusal else 200)
    for name, content in headers_of(refusal).items() if refusal else ():
        answer[name] = content
    return answer


def _returned(found: Match) -> dict[str, object]:
    """Why the last report does not stand any more, if there is one that does not."""
    last = report_returned(found)
    returned = report_return_of(found) if last else None
    by_author = bool(returned and last and returned.actor_id == last.submitted_by_id)
    return {"returned": returned, "returned_by_author": by_author}


def _reopen_reason(request: HttpRequest, found: Match) -> str:
    """What was told too late and brought him here."""
    wanted = request.GET.getlist("late")
    if not wanted:
        return ""
    live = live_match(found)
    return late_reason(live, chosen(live, wanted))


def _progress_context(request: HttpRequest, page: MatchPage) -> dict[str, object]:
    found = page.match
    checklists = checklists_of(page, ruleset_of(found.ruleset_id), request.user)
    works = any(checklist.works for checklist in checklists)
    polled = found.status == MatchStatus.CONFIRMED
    return {
        "match": found,
        "page": page,
        "checklists": checklists,
        "yours": yours_of(checklists),
        "plays": request.user.pk in coaches_of(found),
        "works": works,
        "mark": shown_mark(page),
        "types_ahead": found.status not in SHUT and can_report(request.user, found),
        "poll_seconds": (SOON if works else LATER) if polled else 0,
    }


def _scores(page: MatchPage) -> tuple[int, int] | None:
    """As the ledger has them; of a report that nobody has confirmed yet, as it says."""
    if page.result:
        return page.result.home_touchdowns, page.result.away_touchdowns
    return (page.report.home.score, page.report.away.score) if page.report else None


def _level_scores(visitor: Visitor, found: Match) -> tuple[tuple[str, str], ...]:
    """What a commissioner can say of a level score of this match."""
    ways = draws_of(found) if found.status in OPEN and can_set_draws(visitor, found) else ()
    return (("", gettext("What the league says")), *((way, str(Draws(way).label)) for way in ways)) if ways else ()


def _may_report(visitor: Visitor, found: Match, reports: tuple[Report, ...]) -> bool:
    return isinstance(visitor, Coach) and can_report(visitor, found) and may_file(found, visitor, reports)


def _waits_for(found: Match, filed: Report | None) -> list[str]:
    """The coaches whose word it is not: only they can confirm it."""
    coaches = dict.fromkeys((found.home.coach, found.away.coach))
    others = [coach.name for coach in coaches if filed is None or not is_his_word(coach, found, filed)]
    return others or [coach.name for coach in coaches]


# Writes.


def match_written(
    request: HttpRequest, pk: int, act: Callable[[], Any], said: str | Callable[[Any], str], location: str = ""
) -> HttpResponse:
    """Do it and go back to the match; what comes too late is told on the match page, as it stands now."""

    def answer(done: Any) -> Answer:
        return Answer(location=location or _address(pk), message=said(done) if callable(said) else said)

    try:
        return web_answer(request, act, answer)
    except NotAllowed:
        raise
    except EngineError as refusal:
        return match_answer(request, match_get(request.user, pk), refusal)


def _as_shown(request: HttpRequest, found: Match) -> None:
    """One agrees to the report one has read, not to another that was filed since."""
    last = report_filed(found) or report_returned(found)
    if last is None or request.POST.get("report") != str(last.number):
        raise ReportChanged


# The report form.


def _report_page(request: HttpRequest, found: Match, form: ReportForm, status: int = 200) -> HttpResponse:
    context = {
        "match": found,
        "form": form,
        "draft": report_draft_of(found, coach_of(request)),
        "for_somebody": can_commission(request.user, found.league),
        "on_behalf": request.POST.get("on_behalf", ""),
        "crumbs": to_match(found),
        **_returned(found),
        "filed": report_filed(found),
    }
    return render(request, "matches/report.html", context, status=status)


def report_typed_page(request: HttpRequest, found: Match, refusal: EngineError) -> HttpResponse:
    """The form with what was typed, none of it judged: something else could not be done with it."""
    form = report_form(start_of(found), initial=request.POST.dict())
    form.show_refusal(refusal)
    return _report_page(request, found, form, status_of(refusal))


def _report_sent(request: HttpRequest, found: Match) -> HttpResponse:
    if "add" in request.POST:
        form = report_form(start_of(found), initial=request.POST.dict(), add=request.POST["add"])
        return _report_page(request, found, form)
    form = report_form(start_of(found), data=request.POST)
    if request.POST.get("rules", found.ruleset_id) != found.ruleset_id:
        # What was asked for was asked by other rules: nothing of it is filed unread.
        form.show_refusal(RulesChangedMeanwhile())
        return _report_page(request, found, form, status=409)
    if not form.is_valid():
        form.show_shape()
        return _report_page(request, found, form, status=422)
    return _report_filed(request, found, form)


def _report_filed(request: HttpRequest, found: Match, form: ReportForm) -> HttpResponse:
    typed, coach = form.report(), coach_of(request)
    on_behalf = side_said(request.POST.get("on_behalf", ""))

    def act() -> Report:
        return report_submit(match=found, report=typed, on_behalf=on_behalf, actor=coach)

    try:
        return web_answer(request, act, lambda filed: Answer(location=_address(found.pk), message=_filed_words(filed)))
    except NotAllowed:
        raise
    except Refused as refusal:
        form.show_problems(refusal)
        return _report_page(request, found, form, status=status_of(refusal))
    except EngineError as refusal:
        form.show_refusal(refusal)
        return _report_page(request, match_get(coach, found.pk), form, status=status_of(refusal))


def _filed_words(filed: Report) -> str:
    """What became of it: filed, or, since the other one had filed the same, agreed to."""
    if hasattr(filed, "confirmation"):
        return gettext("You have both filed the same: the report is confirmed.")
    if len(open_reports(filed.match)) > 1:
        return gettext("Your report is kept beside the other one. Look at where they differ.")
    return gettext("The report is filed. It counts when it is confirmed.")

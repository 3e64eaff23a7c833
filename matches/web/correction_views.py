"""Pages of corrections: beginning one, telling it, looking at what it changes, confirming, dropping and undoing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast, get_args

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.keeping import login_keeping
from config.problems import headers_of, status_of
from config.refusals import ShownProblem, shown, shown_problems
from config.writing import Answer
from engine.errors import ChoiceMissing, EngineError, NotAllowed, Problem, Refused
from engine.history import report_of
from engine.team.hiring import Act
from leagues.mapping import ruleset_of
from leagues.policies import allow
from leagues.selectors.leagues import league_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.errors import CorrectionChanged
from matches.models import Correction, CorrectionStatus, Match
from matches.policies import can_correct
from matches.selectors.correcting import Unfit, outcome_of
from matches.selectors.correction_desk import desk_of
from matches.selectors.corrections import correction_get, league_corrections
from matches.selectors.matches import match_get
from matches.services.correction_plan import look
from matches.services.correction_telling import CorrectionChange, Way, What, here
from matches.services.corrections import (
    correction_confirm,
    correction_drop,
    correction_propose,
    correction_resolve,
    correction_tell,
    correction_throw,
    correction_undo,
)
from matches.web.asking import whole
from matches.web.correction_words import teams_said
from matches.web.crumbs import to_match
from matches.web.faces import faces_of
from matches.web.hiring_words import act_said
from matches.web.report_forms import ReportForm, typed_of
from matches.web.report_start import Start, report_form

_WHATS: tuple[What, ...] = ("void", "choice", "die", "act", "restore")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Begin to correct a match."""
    found, coach = match_get(request.user, pk), coach_of(request)
    allow(can_correct(coach, found))
    reason, status = request.POST.get("reason", ""), 200
    problems: tuple[ShownProblem, ...] = ()
    if request.method == "POST":
        try:
            return web_answer(
                request,
                lambda: correction_propose(match=found, reason=reason, actor=coach),
                lambda row: Answer(location=_address(row.pk)),
            )
        except NotAllowed:
            raise
        except EngineError as refusal:
            problems, status = shown_problems(refusal), status_of(refusal)
    context = {"match": found, "reason": reason, "problems": problems, "crumbs": to_match(found)}
    return render(request, "matches/correct.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def correction(request: HttpRequest, pk: int) -> HttpResponse:
    """A correction: while it is prepared, what can be told and what it changes; afterwards, what it has changed."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    found = correction_get(request.user, pk)
    if request.method != "POST":
        return _page(request, found)
    allow(can_correct(request.user, found.match))
    try:
        return web_answer(request, _act(request, found), lambda row: _said(request, found, row))
    except NotAllowed:
        raise
    except EngineError as refusal:
        answer = _page(request, correction_get(request.user, pk), refusal)
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def report(request: HttpRequest, pk: int, cause: int) -> HttpResponse:
    """The report of a match as the correction has it, to be told otherwise on the same form as ever."""
    found, coach = correction_get(request.user, pk), coach_of(request)
    allow(can_correct(coach, found.match))
    looked = look(found)
    told = here(found, cause, looked)
    match = _match_of(found, told.occasion)
    said = report_of(replace(told, inputs=looked.inputs(cause)))
    start = Start(match, ruleset_of(looked.rules[cause]), looked.decided(cause).sheets, said.events)
    if request.method != "POST":
        return _report_page(request, found, match, report_form(start, initial=typed_of(said, start.ruleset)))
    if "add" in request.POST:
        form = report_form(start, initial=request.POST.dict(), add=request.POST["add"])
        return _report_page(request, found, match, form)
    form = report_form(start, data=request.POST)
    if not form.is_valid():
        form.show_shape()
        return _report_page(request, found, match, form, 422)
    change = CorrectionChange(cause, "report", report=form.report())
    try:
        return web_answer(
            request,
            lambda: correction_tell(correction=found, change=change, seen=_seen(request), actor=coach),
            lambda row: Answer(location=_address(row.pk), message=gettext("Look at what that changes.")),
        )
    except NotAllowed:
        raise
    except Refused as refusal:
        form.show_problems(refusal)
        return _report_page(request, found, match, form, status_of(refusal))
    except EngineError as refusal:
        form.show_refusal(refusal)
        return _report_page(request, found, match, form, status_of(refusal))


@require_safe
def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    league = league_get(request.user, slug)
    context = {"league": league, "rows": league_corrections(request.user, league), "crumbs": to_league(league)}
    return render(request, "matches/corrections.html", context)


def _address(pk: int) -> str:
    return reverse("matches:correction", args=[pk])


def _seen(request: HttpRequest) -> int:
    said = whole(request.POST, "seen")
    if said is None:
        raise CorrectionChanged(number=0)
    return said


def _act(request: HttpRequest, found: Correction) -> Callable[[], Correction]:
    coach, do, typed = coach_of(request), request.POST.get("do", ""), request.POST
    acts: Mapping[str, Callable[[], Correction]] = {
        "resolve": lambda: correction_resolve(
            correction=found, cause=_cause(typed), way=_way(typed), seen=_seen(request), actor=coach
        ),
        "throw": lambda: correction_throw(correction=found, seen=_seen(request), actor=coach),
        "confirm": lambda: correction_confirm(
            correction=found, seen=_seen(request), head=whole(typed, "head") or 0, actor=coach
        ),
        "drop": lambda: correction_drop(correction=found, seen=_seen(request), actor=coach),
        "undo": lambda: correction_undo(correction=found, reason=typed.get("reason", ""), actor=coach),
    }
    return acts.get(
        do, lambda: correction_tell(correction=found, change=_change(typed), seen=_seen(request), actor=coach)
    )


def _said(request: HttpRequest, found: Correction, row: Correction) -> Answer:
    words = {
        "confirm": gettext("It counts. Both coaches of every team that it changes see it."),
        "drop": gettext("Nothing comes of it."),
        "undo": gettext("Look at what undoing it changes, and confirm."),
        "throw": gettext("The dice have fallen."),
    }
    dropped = request.POST.get("do") == "drop" and not row.thrown
    where = reverse("matches:match", args=[found.match_id]) if dropped else _address(row.pk)
    return Answer(location=where, message=words.get(request.POST.get("do", ""), ""))


def _cause(typed: QueryDict) -> int:
    return whole(typed, "cause") or 0


def _way(typed: QueryDict) -> Way:
    said = typed.get("way", "")
    return cast(Way, said) if said in get_args(Way) else ""


def _change(typed: QueryDict) -> CorrectionChange:
    said = typed.get("do", "")
    what: What = next((one for one in _WHATS if one == said), "restore")
    return CorrectionChange(
        _cause(typed),
        what,
        choice=typed.get("choice", ""),
        die=typed.get("die", ""),
        faces=faces_of(typed.get("faces", "")) if what == "die" else (),
        act=_act_of(typed) if what == "act" else None,
    )


def _act_of(typed: QueryDict) -> Act:
    """What kind of act it was, the correction knows."""
    return Act(
        "hire",
        player=typed.get("player", ""),
        position=typed.get("position", ""),
        number=whole(typed, "number") or 0,
        name=typed.get("name", ""),
        good=typed.get("good", ""),
        count=whole(typed, "count") or 1,
        victim=typed.get("victim", ""),
        star=typed.get("star", ""),
    )


def _page(request: HttpRequest, found: Correction, refusal: EngineError | None = None) -> HttpResponse:
    rules = ruleset_of(found.match.ruleset_id)
    commissions = can_correct(request.user, found.match)
    desk = desk_of(found) if found.status == CorrectionStatus.PROPOSED else None
    preview = desk.preview if desk else outcome_of(found)
    context = {
        "correction": found,
        "match": found.match,
        "desk": desk if commissions else None,
        "acts": [
            (one, act_said(one.act, one.sheet, rules), rules.roster(one.sheet.roster).positions) for one in desk.acts
        ]
        if desk
        else (),
        "unfit": _unfit(desk.hindering.unfit) if desk else (),
        "hindering": desk.hindering if desk else None,
        "preview": preview,
        "teams": teams_said(preview, rules),
        "ruleset": rules,
        "prepared": found.status == CorrectionStatus.PROPOSED,
        "undoing": found.undoings.filter(status=CorrectionStatus.PROPOSED).first() if commissions else None,
        "undone_by": found.undoings.filter(status=CorrectionStatus.CONFIRMED).first(),
        "may_undo": commissions and found.status == CorrectionStatus.CONFIRMED,
        "reason": request.POST.get("reason", ""),
        "problems": shown_problems(refusal, rules.rules) if refusal else (),
        "crumbs": [
            *to_match(found.match),
            (gettext("Corrections"), reverse("matches:corrections", args=[found.league.slug])),
        ],
    }
    return render(request, "matches/correction.html", context, status=status_of(refusal) if refusal else 200)


def _unfit(found: tuple[Unfit, ...]) -> tuple[tuple[Unfit, tuple[ShownProblem, ...]], ...]:
    return tuple((one, tuple(map(_problem, one.problems))) for one in found)


def _problem(problem: Problem) -> ShownProblem:
    if problem.code == ChoiceMissing.code:
        return ShownProblem(gettext("There is something to choose now, and nobody has been asked."))
    return shown(problem)


def _match_of(found: Correction, occasion: str) -> Match:
    rows = Match.objects.select_related("league", "season", "ruleset", "home__coach", "away__coach")
    return rows.get(league=found.league_id, key=occasion)


def _report_page(
    request: HttpRequest, found: Correction, match: Match, form: ReportForm, status: int = 200
) -> HttpResponse:
    context = {
        "correction": found,
        "match": match,
        "form": form,
        "seen": request.POST.get("seen", found.version),
        "crumbs": [*to_match(found.match), (gettext("Correction"), _address(found.pk))],
    }
    return render(request, "matches/correction_report.html", context, status=status)

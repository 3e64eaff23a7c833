"""Where a match stands in the order of play: what it waits for, what it changes, and saying when it was played."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from config.answering import web_answer
from config.problems import headers_of, status_of
from config.refusals import ShownProblem, shown_problems
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from leagues.mapping import ruleset_of
from leagues.policies import Visitor, allow, can_commission
from leagues.web.accounts import coach_of
from matches.models import Dispute, Match, MatchStatus
from matches.policies import can_confirm, can_place, can_rule
from matches.selectors.agreement import disputed_report, disputes_of, open_disputes
from matches.selectors.confirmations import said_to_stand, waiting_report
from matches.selectors.late import late_preview
from matches.selectors.marks import marks_of
from matches.selectors.matches import match_get
from matches.selectors.order import COUNTED, Neighbours, neighbours
from matches.services.placing import match_place
from matches.services.recounting import told_before
from matches.services.settling import match_settle
from matches.web.asking import whole
from matches.web.crumbs import to_match
from matches.web.late_changes import teams_differ, told_differs
from matches.web.match_views import match_written


class PlaceForm(forms.Form):
    before = forms.TypedChoiceField(label=_("Before"), required=False, coerce=int, empty_value=None)
    played_on = forms.DateField(
        label=_("Or on this day"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, beside: Neighbours, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        others = [(one.pk, str(one)) for one in beside.others]
        self.fields["before"].choices = [("", gettext("none: it is the last so far")), *others]  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
def order(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody may look; who may say when the match was played finds a form."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.path)
    found = match_get(request.user, pk)
    beside = neighbours(found)
    if request.method != "POST":
        return _page(request, found, beside, PlaceForm(beside, initial={"played_on": found.played_on}))
    allow(can_place(request.user, found))
    form = PlaceForm(beside, request.POST)
    if not form.is_valid():
        return _page(request, found, beside, form, status=422)
    told, seen, coach = form.cleaned_data, whole(request.POST, "seen"), coach_of(request)
    chosen = next((one for one in beside.others if one.pk == told["before"]), None)
    try:
        return web_answer(
            request,
            lambda: match_place(match=found, before=chosen, played_on=told["played_on"], seen=seen, actor=coach),
            lambda _: Answer(location=reverse("matches:order", args=[pk]), message=gettext("The match has its place.")),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        problems = shown_problems(refusal, ruleset_of(found.ruleset_id).rules)
        answer = _page(request, found, beside, form, problems, status=status_of(refusal))
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


@require_POST
@login_required
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """A commissioner lets a late match count, and what came later stand."""
    found, coach = match_get(request.user, pk), coach_of(request)
    said = gettext("The match counts. What came later stands as it was told.")
    return match_written(request, pk, lambda: match_settle(match=found, actor=coach), said)


def _page(
    request: HttpRequest,
    found: Match,
    beside: Neighbours,
    form: PlaceForm,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    preview = late_preview(found)
    settles = (
        found.status == MatchStatus.REPORTED
        and can_commission(request.user, found.league)
        and can_confirm(request.user, found, waiting_report(found))
    )
    context = {
        "stands": bool(preview and preview.misfits) and said_to_stand(found),
        "rules_on": _rules_on(request.user, found) if preview and preview.misfits else (),
        "crumbs": to_match(found),
        "match": found,
        "beside": beside,
        "marks": marks_of(found),
        "preview": preview,
        "differ": teams_differ(preview) if preview else (),
        "told": told_differs(preview) if preview else (),
        "settles": bool(settles and preview and preview.misfits),
        "form": form if can_place(request.user, found) and _may_move(found) else None,
        "problems": problems,
    }
    return render(request, "matches/order.html", context, status=status)


def _may_move(found: Match) -> bool:
    return found.status not in COUNTED and not told_before(found)


def _rules_on(visitor: Visitor, found: Match) -> tuple[Dispute, ...]:
    """The lines with which he may say that what came later stands."""
    report = disputed_report(found)
    return open_disputes(disputes_of(report)) if report and can_rule(visitor, found) else ()

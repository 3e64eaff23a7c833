"""Pages on which a team goes to another coach, retires, or comes back."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of
from config.refusals import beside, shown_problems
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from leagues.policies import allow, can_commission
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.models import Team
from teams.policies import can_retire
from teams.selectors.coaches import coach_changes, retired_since
from teams.selectors.teams import team_get
from teams.services.running import team_bring_back, team_retire, team_transfer
from teams.web.deal_forms import BringBackForm, RetireForm, TransferForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(can_commission(request.user, team.league))
    if request.method != "POST":
        return _transfer_page(request, team, TransferForm(team, kept_typing(request)))
    form = TransferForm(team, request.POST)
    if not form.is_valid():
        return _transfer_page(request, team, form, status=422)
    told, seen = form.cleaned_data, request.POST.get("seen", "")
    try:
        return web_answer(
            request,
            lambda: team_transfer(
                team=team,
                coach=told["coach"],
                reason=told["reason"],
                seen=int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else -1,
                actor=coach_of(request),
            ),
            lambda done: Answer(
                location=_address(done),
                message=gettext("{coach} coaches {team} from now on.").format(coach=done.coach.name, team=done.name),
            ),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        beside(form, shown_problems(refusal))
        return _transfer_page(request, team_get(request.user, pk), form, status=status_of(refusal))


def _transfer_page(request: HttpRequest, team: Team, form: TransferForm, status: int = 200) -> HttpResponse:
    context = {"crumbs": _to_team(team), "team": team, "form": form, "changes": coach_changes(team)}
    return render(request, "teams/transfer.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def retirement(request: HttpRequest, pk: int) -> HttpResponse:
    """A team that plays retires here; one that has retired comes back here."""
    team = team_get(request.user, pk)
    allow(can_retire(request.user, team))
    back = request.POST.get("do") == "bring-back" if request.method == "POST" else team.retired
    kind: type[forms.Form] = BringBackForm if back else RetireForm
    if request.method != "POST":
        return _retirement_page(request, team, kind(kept_typing(request)))
    form = kind(request.POST)
    if not form.is_valid():
        return _retirement_page(request, team, form, status=422)
    try:
        said = gettext("{team} plays again.") if back else gettext("{team} has retired. What it did stays on record.")
        return web_answer(
            request,
            lambda: _retire(request, team, form),
            lambda done: Answer(location=_address(done), message=said.format(team=done.name)),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        beside(form, shown_problems(refusal))
        return _retirement_page(request, team_get(request.user, pk), form, status=status_of(refusal))


def _retire(request: HttpRequest, team: Team, form: forms.Form) -> Team:
    told, actor = form.cleaned_data, coach_of(request)
    if isinstance(form, BringBackForm):
        return team_bring_back(team=team, reason=told["reason"], actor=actor)
    return team_retire(team=team, remark=told["remark"], actor=actor)


def _retirement_page(request: HttpRequest, team: Team, form: forms.Form, status: int = 200) -> HttpResponse:
    context = {
        "crumbs": _to_team(team),
        "team": team,
        "form": form,
        "back": isinstance(form, BringBackForm),
        "commissions": can_commission(request.user, team.league),
        "since": retired_since(team),
    }
    return render(request, "teams/retirement.html", context, status=status)


def _address(team: Team) -> str:
    return reverse("teams:team", args=[team.pk])


def _to_team(team: Team) -> list[tuple[str, str]]:
    return [*to_league(team.league), (team.name, _address(team))]

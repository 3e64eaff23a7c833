"""Arranging a match besides the season, and answering one that was proposed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from config.answering import web_answer
from config.problems import status_of
from config.refusals import beside, shown_problems
from config.writing import Answer
from engine.errors import RuleViolation
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import allow, can_commission, role_in
from leagues.selectors.leagues import league_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.models import Match, MatchKind, MatchStatus
from matches.selectors.arranging import arranging_teams
from matches.selectors.matches import match_get
from matches.services.arranging import ARRANGED, match_accept, match_arrange, match_call_off
from matches.web.match_views import match_written
from teams.models import Team


class ArrangeForm(forms.Form):
    home = forms.ModelChoiceField(label=_("Home"), queryset=Team.objects.none())
    away = forms.ModelChoiceField(label=_("Away"), queryset=Team.objects.none())
    kind = forms.ChoiceField(
        label=_("Kind of match"),
        choices=[(kind.value, kind.label) for kind in ARRANGED],
        initial=MatchKind.FRIENDLY,
        help_text=_("A friendly counts for both teams and not for the table. Of an exhibition match nothing counts."),
    )
    played_on = forms.DateField(
        label=_("Day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("When it is, or was, played."),
    )

    def __init__(self, league: League, own: int, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        teams = arranging_teams(league)
        for name in ("home", "away"):
            field = self.fields[name]
            field.queryset = league.teams.filter(retired=False)  # type: ignore[attr-defined]
            field.widget.choices = [("", ""), *((team.pk, f"{team.name} ({team.coach.name})") for team in teams)]
        self.fields["home"].initial = next((team.pk for team in teams if team.coach_id == own), None)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def arrange(request: HttpRequest, slug: str) -> HttpResponse:
    found, coach = league_get(request.user, slug), coach_of(request)
    allow(role_in(coach, found) is not None)
    if request.method != "POST":
        return _page(request, found, ArrangeForm(found, coach.pk))
    form = ArrangeForm(found, coach.pk, request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    try:
        return web_answer(
            request,
            lambda: match_arrange(league=found, **form.cleaned_data, actor=coach),
            lambda made: Answer(location=reverse("matches:match", args=[made.pk]), message=_said(made)),
        )
    except RuleViolation as refusal:
        beside(form, shown_problems(refusal, ruleset_of(found.ruleset_id).rules), otherwise="kind")
        return _page(request, found, form, status=status_of(refusal))


def _said(made: Match) -> str:
    if made.status == MatchStatus.PROPOSED:
        return gettext("The match is proposed. It waits for the other coach.")
    return gettext("The match is arranged.")


@require_POST
@login_required
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = match_get(request.user, pk), coach_of(request)
    return match_written(
        request, pk, lambda: match_accept(match=found, actor=coach), gettext("So be it: the match is arranged.")
    )


@require_POST
@login_required
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach, reason = match_get(request.user, pk), coach_of(request), request.POST.get("reason", "")
    return match_written(
        request,
        pk,
        lambda: match_call_off(match=found, reason=reason, actor=coach),
        gettext("The match is called off."),
    )


def _page(request: HttpRequest, league: League, form: ArrangeForm, status: int = 200) -> HttpResponse:
    context = {
        "crumbs": to_league(league),
        "league": league,
        "form": form,
        "commissions": can_commission(request.user, league),
    }
    return render(request, "matches/arrange.html", context, status=status)

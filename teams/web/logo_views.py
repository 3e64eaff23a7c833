"""A team's logo: shown wherever its name is, changed by whoever dresses it."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.problems import status_of
from config.refusals import beside, shown_problems
from config.writing import Answer
from engine.errors import RuleViolation
from leagues.policies import allow
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.logos import check_size
from teams.models import Team
from teams.policies import can_dress
from teams.selectors.teams import team_get, team_list
from teams.services.logos import team_logo_set
from teams.serving import logo_response
from teams.web.forms import LogoForm

OFF = "off"  # the button that takes the logo away


@require_safe
def logo(request: HttpRequest, pk: int) -> HttpResponse:
    """The picture. Its address on our pages has its digest in it, so that a browser asks once."""
    return logo_response(request, team_list(request.user).filter(pk=pk).first())


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def logo_change(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(can_dress(request.user, team))
    if request.method != "POST":
        return _page(request, team, LogoForm())
    form, sent = LogoForm(request.POST, request.FILES), request.FILES.get("logo")
    try:
        if sent is None and OFF not in request.POST:
            form.add_error("logo", gettext("Choose a picture first."))
            return _page(request, team, form, status=422)
        if sent is not None:
            check_size(sent.size or 0)
        data = sent.read() if sent is not None and OFF not in request.POST else None
        return web_answer(
            request,
            lambda: team_logo_set(team=team, data=data, actor=coach_of(request)),
            lambda dressed: Answer(
                location=reverse("teams:team", args=[dressed.pk]),
                message=gettext("The crest of {team} is changed.").format(team=dressed.name),
            ),
        )
    except RuleViolation as refusal:
        beside(form, shown_problems(refusal), otherwise="logo")
        return _page(request, team, form, status=status_of(refusal))


def _page(request: HttpRequest, team: Team, form: LogoForm, status: int = 200) -> HttpResponse:
    context = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))],
        "team": team,
        "form": form,
    }
    return render(request, "teams/logo.html", context, status=status)

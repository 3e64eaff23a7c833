"""The page on which a player improves: throw first, then choose among what the throw offers."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.answering import web_answer
from config.keeping import login_keeping
from config.problems import status_of
from config.refusals import ShownProblem, shown_problems
from config.writing import Answer
from engine.dice import notation
from engine.errors import EngineError
from leagues.policies import allow
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.policies import can_manage
from matches.selectors.improvements import ImprovementPage, improvement_page
from matches.services.improvements import improvement_choose, improvement_roll
from matches.web.report_forms import FacesField
from teams.models import Team
from teams.selectors.teams import team_get


class ThrowForm(forms.Form):
    """Dice from the table may be typed; what is left blank, the server throws."""

    def __init__(self, dice: tuple[int, ...], data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["faces"] = FacesField(
            single=len(dice) == 1,
            label=gettext("{dice} thrown at the table").format(dice=notation(dice)),
        )


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def improve(request: HttpRequest, pk: int, player: str) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(can_manage(request.user, team))
    page = improvement_page(team, player)
    if request.method != "POST":
        return _page(request, page, ThrowForm(page.dice))
    form = ThrowForm(page.dice, request.POST)
    try:
        if "choice" in request.POST:
            return _choose(request, team, page)
        if not form.is_valid():
            return _page(request, page, form, status=422)
        return _throw(request, team, page, form.cleaned_data["faces"] or ())
    except EngineError as refusal:
        problems = shown_problems(refusal, page.ruleset.rules)
        return _page(request, improvement_page(team, player), form, problems, status=status_of(refusal))


def _throw(request: HttpRequest, team: Team, page: ImprovementPage, faces: tuple[int, ...]) -> HttpResponse:
    player = page.line.player.key
    return web_answer(
        request,
        lambda: improvement_roll(team=team, player=player, faces=faces, actor=coach_of(request)),
        lambda _: Answer(location=reverse("matches:improve", args=[team.pk, player]), message=""),
    )


def _choose(request: HttpRequest, team: Team, page: ImprovementPage) -> HttpResponse:
    player, name = page.line.player.key, page.line.player.name
    return web_answer(
        request,
        lambda: improvement_choose(team=team, player=player, choice=request.POST["choice"], actor=coach_of(request)),
        lambda _: Answer(
            location=reverse("teams:player", args=[team.pk, player]),
            message=gettext("{player} has improved.").format(player=name),
        ),
    )


def _page(
    request: HttpRequest,
    page: ImprovementPage,
    form: ThrowForm,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    team = page.team
    context = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))],
        "team": team,
        "page": page,
        "form": form,
        "problems": problems,
    }
    return render(request, "matches/improve.html", context, status=status)

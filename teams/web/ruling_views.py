"""Pages of the commissioner's hand: what a ruling would do, making it, and taking it back."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of
from config.refusals import ShownProblem, shown, shown_problems
from config.writing import Answer
from engine.errors import EngineError
from engine.history import Redecision
from leagues.mapping import ruleset_of
from leagues.policies import allow, can_commission
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.errors import TeamChanged
from teams.mapping import sheet_of
from teams.models import Team
from teams.selectors.changes import changes_since
from teams.selectors.rulings import RulingPreview, ruling_get, ruling_preview, undo_preview
from teams.selectors.teams import team_get
from teams.services.rulings import ruling_make, ruling_undo
from teams.web.ruling_forms import RulingForm


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def rule(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(can_commission(request.user, team.league))
    sheet, ruleset = sheet_of(team), ruleset_of(team.ruleset_id)
    typed = request.POST if request.method == "POST" else kept_typing(request)
    form = RulingForm(sheet, ruleset, typed, player=request.GET.get("player", ""))
    if request.method != "POST":
        return _page(request, team, form)
    if not form.is_valid():
        return _page(request, team, form, problems=form.mistakes(), status=422)
    try:
        preview = ruling_preview(team, form.ruling)
        if request.POST.get("do") == "rule":
            return _make(request, team, form)
        return _page(request, team, form, preview=preview)
    except TeamChanged as stale:
        since = tuple(ShownProblem(str(one)) for one in changes_since(team, _seen(request)))
        problems = (*shown_problems(stale), *since)
        return _page(request, team, form, preview=ruling_preview(team, form.ruling), problems=problems, status=409)
    except EngineError as refusal:
        return _page(request, team, form, problems=form.refuse(refusal), status=status_of(refusal))


def _make(request: HttpRequest, team: Team, form: RulingForm) -> HttpResponse:
    return web_answer(
        request,
        lambda: ruling_make(team=team, ruling=form.ruling, seen=_seen(request), actor=coach_of(request)),
        lambda key: Answer(
            location=f"{reverse('teams:team', args=[team.pk])}#ruling-{key}",
            message=gettext("It is ruled. Everybody who sees {team} can read it.").format(team=team.name),
        ),
    )


def _seen(request: HttpRequest) -> int:
    """The version of the team that the page has shown; one that says nothing has seen nothing."""
    said = request.POST.get("seen", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def undo(request: HttpRequest, pk: int, ruling: str) -> HttpResponse:
    """What the team would be without this ruling, and taking it back."""
    team = team_get(request.user, pk)
    allow(can_commission(request.user, team.league))
    line, rules = ruling_get(team, ruling), ruleset_of(team.ruleset_id).rules
    preview, redecided = undo_preview(line)
    problems, status, reason = _in_the_way(redecided), 200, request.POST.get("reason", "")
    if request.method == "POST":
        try:
            return web_answer(
                request,
                lambda: ruling_undo(team=team, key=ruling, reason=reason, actor=coach_of(request)),
                lambda _team: Answer(
                    location=f"{reverse('teams:team', args=[team.pk])}#ruling-{ruling}",
                    message=gettext("The ruling is undone."),
                ),
            )
        except EngineError as refusal:
            problems, status = (*shown_problems(refusal, rules), *problems), status_of(refusal)
    context = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[pk]))],
        "team": team,
        "line": line,
        "preview": preview,
        "problems": problems,
        "reason": reason,
    }
    return render(request, "teams/ruling_undo.html", context, status=status)


def _in_the_way(redecided: Redecision) -> tuple[ShownProblem, ...]:
    """What happened later and needs the ruling."""
    return tuple(shown(one.conflict) for one in redecided.conflicts if one.conflict)


def _page(
    request: HttpRequest,
    team: Team,
    form: RulingForm,
    *,
    preview: RulingPreview | None = None,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    rules = form.ruleset.rules
    context = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))],
        "team": team,
        "form": form,
        "preview": preview,
        "notes": [shown(one, rules) for one in preview.notes] if preview else (),
        "problems": problems,
    }
    return render(request, "teams/rule.html", context, status=status)

"""Pages of teams: the draft, the sheet, the statement."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of
from config.refusals import ShownProblem, beside, shown, shown_problems
from config.words import DEEDS
from config.writing import Answer
from engine.errors import RuleViolation
from engine.rulesets import Ruleset
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.policies import allow, can_commission, can_draft
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import roster_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.selectors.careers import career
from teams.selectors.rulings import rulings_of
from teams.selectors.statement import statement_page
from teams.selectors.teams import draft_check as check_of
from teams.selectors.teams import team_get, team_page, value_explained
from teams.services.teams import COLOURS, team_draft
from teams.web.csv import write_statement
from teams.web.forms import DraftForm

# The button that only asks how the draft stands, for pages without a script.
LOOK = "look"


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    league, ruleset = _league_to_draft_in(request, slug)
    chosen = request.GET.get("roster", "")
    if not chosen:
        context = {"crumbs": to_league(league), "league": league, "ruleset": ruleset}
        return render(request, "teams/draft_roster.html", context)
    roster = roster_get(ruleset, chosen)
    if request.method != "POST":
        kept = kept_typing(request)
        if kept is not None:
            messages.info(request, gettext("What you had typed is here again. The team is not drafted yet."))
            return _draft_page(request, league, DraftForm(ruleset, roster, kept))
        form = DraftForm(ruleset, roster, colour=league.teams_made % COLOURS + 1)
        return _draft_page(request, league, form)
    form = DraftForm(ruleset, roster, request.POST)
    if LOOK in request.POST:
        return _draft_page(request, league, form)
    if not form.is_valid():
        return _draft_page(request, league, form, _mistakes(form), status=422)
    return _draft(request, league, form)


def _draft(request: HttpRequest, league: League, form: DraftForm) -> HttpResponse:
    command, colour = form.draft, form.cleaned_data["colour"]
    try:
        return web_answer(
            request,
            lambda: team_draft(league=league, draft=command, colour=colour, actor=coach_of(request)),
            lambda team: Answer(
                location=reverse("teams:team", args=[team.pk]),
                message=gettext("{team} are drafted.").format(team=team.name),
            ),
        )
    except RuleViolation as refusal:
        problems = shown_problems(refusal, form.ruleset.rules)
        beside(form, problems, {**form.fields_of_problems(), "": "name"})
        return _draft_page(request, league, form, problems, status=status_of(refusal))


@require_POST
@login_required
def draft_check(request: HttpRequest, slug: str) -> HttpResponse:
    """How the draft stands, as a fragment: what it costs, what is left, what is in its way."""
    league, ruleset = _league_to_draft_in(request, slug)
    form = DraftForm(ruleset, roster_get(ruleset, request.GET.get("roster", "")), request.POST)
    # Rows of players are sent only when their number may have changed: whoever is typing a name is not interrupted.
    context = {**_standing(league, form), "form": form, "with_players": "players" in request.GET}
    return render(request, "teams/draft_check.html", context)


def _draft_page(
    request: HttpRequest,
    league: League,
    form: DraftForm,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        **_standing(league, form),
        "crumbs": [*to_league(league), (gettext("Draft a team"), reverse("teams:draft", args=[league.slug]))],
        "form": form,
        "league": league,
        "ruleset": form.ruleset,
        "roster": form.roster,
        "characteristics": form.ruleset.characteristics,
        "problems": problems,
    }
    return render(request, "teams/draft.html", context, status=status)


def _standing(league: League, form: DraftForm) -> dict[str, object]:
    check = check_of(league, form.draft)
    return {"check": check, "missing": [shown(problem, form.ruleset.rules) for problem in check.problems]}


def _mistakes(form: DraftForm) -> tuple[ShownProblem, ...]:
    """What is wrong with the shape of a form, as a list to stand above it."""
    return tuple(
        ShownProblem(f"{form.fields[name].label}: {error}") for name, errors in form.errors.items() for error in errors
    )


def _league_to_draft_in(request: HttpRequest, slug: str) -> tuple[League, Ruleset]:
    league = league_get(request.user, slug)
    allow(can_draft(request.user, league))
    return league, ruleset_of(league.ruleset_id)


@require_safe
def team(request: HttpRequest, pk: int) -> HttpResponse:
    page = team_page(team_get(request.user, pk))
    context = {
        "crumbs": to_league(page.team.league),
        "page": page,
        "team": page.team,
        "characteristics": page.ruleset.characteristics,
        "deeds": _deeds(page.ruleset),
        "value_rows": value_explained(page),
        "rulings": rulings_of(page.team),
        "commissions": can_commission(request.user, page.team.league),
        "problems": [shown(problem, page.ruleset.rules) for problem in page.problems],
    }
    return render(request, "teams/team.html", context)


def _deeds(ruleset: Ruleset) -> list[str]:
    """What is counted on a sheet: whatever earns points here, in the order of the words."""
    return [deed for deed in DEEDS if deed in ruleset.spp]


@require_safe
def player(request: HttpRequest, pk: int, player: str) -> HttpResponse:
    found = team_get(request.user, pk)
    told = career(found, player)
    context = {
        "crumbs": [*to_league(found.league), (found.name, reverse("teams:team", args=[pk]))],
        "team": found,
        "career": told,
        "lines": [told.line],
        "characteristics": told.page.ruleset.characteristics,
        "deeds": _deeds(told.page.ruleset),
    }
    return render(request, "teams/player.html", context)


@require_safe
def statement(request: HttpRequest, pk: int) -> HttpResponse:
    found = team_get(request.user, pk)
    blocks, reason = statement_page(found), request.GET.get("reason", "")
    reasons = dict.fromkeys(row.line.reason for block in reversed(blocks) for row in block.rows)
    shown = tuple(filter(None, (block.only(reason) for block in blocks))) if reason else blocks
    context = {
        "crumbs": [*to_league(found.league), (found.name, reverse("teams:team", args=[pk]))],
        "team": found,
        "ruleset": ruleset_of(found.ruleset_id),
        "blocks": shown,
        "reason": reason,
        "reasons": list(reasons),
        "total": sum(block.amount for block in shown),
    }
    return render(request, "teams/statement.html", context)


@require_safe
def statement_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Every gold piece for a spreadsheet, oldest first."""
    found = team_get(request.user, pk)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{found.name}.csv")
    write_statement(answer, statement_page(found), request.GET.get("reason", ""))
    return answer

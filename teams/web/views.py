"""Pages of teams: the sheet, the players, the statement. Drafts have their own: ``draft_views``."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from config.refusals import shown
from config.words import DEEDS
from engine.rulesets import Ruleset
from leagues.mapping import ruleset_of
from leagues.web.crumbs import to_league
from teams.policies import can_dress
from teams.selectors.careers import career
from teams.selectors.statement import statement_page
from teams.selectors.teams import team_get, team_page, value_explained
from teams.web.csv import write_statement


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
        "problems": [shown(problem, page.ruleset.rules) for problem in page.problems],
        "dresses": can_dress(request.user, page.team),
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

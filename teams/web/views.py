"""Pages of teams: the sheet, the players, the statement. Drafts have their own: ``draft_views``."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from config.refusals import shown
from config.words import DEEDS
from engine.match.earning import recorded
from engine.rulesets import Ruleset
from leagues.mapping import ruleset_of
from leagues.policies import can_commission
from leagues.web.crumbs import to_league
from teams.policies import can_dress, team_acts
from teams.selectors.careers import career
from teams.selectors.coaches import coach_changes, retired_since
from teams.selectors.rulings import rulings_of
from teams.selectors.sheets import SheetPage, sheet_page
from teams.selectors.statement import statement_page
from teams.selectors.teams import team_get, value_explained
from teams.web.asking import moment_asked, wanted_from, wanted_query
from teams.web.csv import write_statement
from teams.web.lives import block_title, heading, sentences


@require_safe
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """The sheet as it stands, or as it stood ``?before=`` or ``?after=`` one of its matches."""
    found = sheet_page(team_get(request.user, pk), moment_asked(request.GET))
    page = found.page
    manages = page.team.coach_id == request.user.pk or can_commission(request.user, page.team.league)
    context = {
        "crumbs": _crumbs(found),
        "sheet": found,
        "page": page,
        "team": page.team,
        "manages": manages,
        "characteristics": page.ruleset.characteristics,
        "deeds": _deeds(page.ruleset),
        "value_rows": value_explained(page),
        "rulings": rulings_of(page.team),
        "commissions": can_commission(request.user, page.team.league),
        "problems": [shown(problem, page.ruleset.rules) for problem in page.problems],
        "acts": team_acts(request.user, page.team),
        "coach_changes": coach_changes(page.team),
        "retired": retired_since(page.team),
        "dresses": can_dress(request.user, page.team),
    }
    return render(request, "teams/team.html", context)


def _crumbs(sheet: SheetPage) -> list[tuple[str, str]]:
    team = sheet.page.team
    crumbs = list(to_league(team.league))
    return [*crumbs, (team.name, reverse("teams:team", args=[team.pk]))] if sheet.as_of else crumbs


def _deeds(ruleset: Ruleset) -> list[str]:
    """What is counted on a sheet, in the order of the words."""
    return [deed for deed in DEEDS if deed in recorded(ruleset)]


@require_safe
def player(request: HttpRequest, pk: int, player: str) -> HttpResponse:
    found = team_get(request.user, pk)
    told = career(found, player)
    context = {
        "crumbs": [*to_league(found.league), (found.name, reverse("teams:team", args=[pk]))],
        "team": found,
        "career": told,
        "entries": [(entry, heading(entry), list(sentences(entry))) for entry in told.entries],
        "lines": [told.line],
        "characteristics": told.page.ruleset.characteristics,
        "deeds": _deeds(told.page.ruleset),
    }
    return render(request, "teams/player.html", context)


@require_safe
def statement(request: HttpRequest, pk: int) -> HttpResponse:
    found = team_get(request.user, pk)
    blocks, wanted = statement_page(found), wanted_from(request.GET)
    within = wanted.blocks(blocks)
    context = {
        "crumbs": [*to_league(found.league), (found.name, reverse("teams:team", args=[pk]))],
        "team": found,
        "ruleset": ruleset_of(found.ruleset_id),
        "blocks": within,
        "wanted": wanted,
        "query": wanted_query(wanted),
        "reasons": list(dict.fromkeys(row.line.reason for block in reversed(blocks) for row in block.rows)),
        "occasions": [(block.occasion, block_title(block)) for block in reversed(blocks)],
        "total": sum(block.amount for block in within),
    }
    return render(request, "teams/statement.html", context)


@require_safe
def statement_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Every gold piece for a spreadsheet, oldest first."""
    found = team_get(request.user, pk)
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = content_disposition_header(True, f"{found.name}.csv")
    write_statement(answer, wanted_from(request.GET).blocks(statement_page(found)))
    return answer

"""Pages of the site as a whole: home, a league, its seasons. Single matches have their own: ``match_views``."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.problems import status_of
from config.refusals import beside, shown_problems
from config.writing import Answer
from engine.errors import RuleViolation
from leagues.mapping import ruleset_of
from leagues.models import Coach, League, Role
from leagues.policies import allow, can_commission, role_in
from leagues.selectors.leagues import league_get, league_list, member_list, roles_of
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league, to_leagues
from matches.selectors.arranging import arranged_fixtures
from matches.selectors.improvements import league_improvers
from matches.selectors.matches import inbox
from matches.selectors.matches import match_by_key as match_of_key
from matches.selectors.seasons import SeasonPage, season_get, season_latest, season_list, season_page, season_running
from matches.services.seasons import LEAST_TEAMS, season_create
from matches.web.forms import SeasonForm
from matches.web.waiting import waiting_of
from teams.selectors.drafts import draft_lines, draft_list, drafts_to_approve
from teams.selectors.teams import fallen_in, league_teams, team_list

OBITUARIES = 5
ARRANGED_SHOWN = 20


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For a visitor, what there is to see; for a coach, what waits for him."""
    leagues = list(league_list(request.user))
    if not isinstance(request.user, Coach):
        return render(request, "matches/welcome.html", {"leagues": leagues})
    roles = roles_of(request.user)
    waiting = inbox(request.user)
    context = {
        "inbox": waiting,
        "choices": waiting_of(waiting.choices),
        "next_match": waiting.to_play[0] if waiting.to_play else None,
        "later": waiting.to_play[1:],
        "teams": team_list(request.user).filter(coach=request.user),
        "mine": [league for league in leagues if league.pk in roles],
        "others": [league for league in leagues if league.pk not in roles],
    }
    return render(request, "matches/home.html", context)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    shown = league_get(request.user, slug)
    role = role_in(request.user, shown)
    latest = season_latest(request.user, shown)
    teams = league_teams(shown)
    page = season_page(latest) if latest else None
    context = {
        "crumbs": to_leagues(),
        "league": shown,
        "role": role,
        "commissions": role == Role.COMMISSIONER,
        "page": page,
        "round_now": _round_now(page) if page else 0,
        "teams": teams,
        "arranged": arranged_fixtures(request.user, shown, ARRANGED_SHOWN),
        "unplayed": ruleset_of(shown.ruleset_id).preview,
        "enough_teams": sum(not line.team.retired for line in teams) >= LEAST_TEAMS,
        "members": member_list(shown),
        "seasons": season_list(request.user).filter(league=shown),
        "fallen": fallen_in(shown, OBITUARIES),
        "improvers": league_improvers(shown),
        "invitation": _invitation(request, shown) if role == Role.COMMISSIONER else "",
        "drafts": draft_lines(draft_list(request.user, shown)) if isinstance(request.user, Coach) and role else (),
        "to_approve": drafts_to_approve(request.user, shown) if isinstance(request.user, Coach) and role else (),
    }
    return render(request, "matches/league.html", context)


@require_safe
def season(request: HttpRequest, pk: int) -> HttpResponse:
    shown = season_get(request.user, pk)
    page = season_page(shown)
    context = {
        "crumbs": to_league(shown.league),
        "league": shown.league,
        "page": page,
        "seasons": season_list(request.user).filter(league=shown.league),
        "ruleset": ruleset_of(shown.league.ruleset_id),
    }
    return render(request, "matches/season.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    found = league_get(request.user, slug)
    allow(can_commission(request.user, found))
    if request.method != "POST":
        # What is ticked may come in the address: that is how the preview is asked for.
        return _season_form(request, found, SeasonForm(found, request.GET if "legs" in request.GET else None))
    form = SeasonForm(found, request.POST)
    if not form.is_valid():
        return _season_form(request, found, form, status=422)
    told = form.cleaned_data
    try:
        return web_answer(
            request,
            lambda: season_create(
                league=found,
                name=told["name"],
                teams=list(told["teams"]),
                legs=told["legs"],
                actor=coach_of(request),
            ),
            lambda made: Answer(
                location=reverse("matches:season", args=[made.pk]),
                message=gettext("{season} begins.").format(season=made.name),
            ),
        )
    except RuleViolation as refusal:
        beside(form, shown_problems(refusal), otherwise="name" if refusal.code == "name_invalid" else "teams")
        return _season_form(request, found, form, status=status_of(refusal))


def _season_form(request: HttpRequest, league: League, form: SeasonForm, status: int = 200) -> HttpResponse:
    context = {
        "crumbs": to_league(league),
        "league": league,
        "form": form,
        "plan": form.plan(),
        "least": LEAST_TEAMS,
        "running": season_running(league),
    }
    return render(request, "matches/season_new.html", context, status=status)


@require_safe
def match_by_key(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The ledger names matches by their key; this leads on to the page."""
    return HttpResponseRedirect(reverse("matches:match", args=[match_of_key(request.user, slug, key).pk]))


def _round_now(page: SeasonPage) -> int:
    """The first round that is not wholly played; the last one when all are."""
    still = (one.number for one in page.rounds if any(fixture.result is None for fixture in one.fixtures))
    return next(still, page.rounds[-1].number if page.rounds else 0)


def _invitation(request: HttpRequest, league: League) -> str:
    return request.build_absolute_uri(reverse("leagues:invitation", args=[league.invitation]))

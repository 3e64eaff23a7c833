"""Pages of leagues: finding, founding and joining one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of
from config.refusals import beside, shown_problems
from config.writing import Answer
from engine.errors import RuleViolation
from engine.rulesets.options import HouseRulesIllegal, options
from leagues.models import League
from leagues.policies import role_in
from leagues.selectors.leagues import league_by_invitation, league_get, league_list, roles_of
from leagues.selectors.rules import house_rules_of, playable_list
from leagues.services.leagues import league_create, league_join
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league, to_leagues
from leagues.web.forms import HouseRulesForm, LeagueForm
from leagues.web.rules import place_of


@require_safe
def league_index(request: HttpRequest) -> HttpResponse:
    roles = roles_of(request.user)
    leagues = list(league_list(request.user))
    context = {
        "mine": [league for league in leagues if league.pk in roles],
        "others": [league for league in leagues if league.pk not in roles],
    }
    return render(request, "leagues/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def league_new(request: HttpRequest) -> HttpResponse:
    playable = playable_list()
    # A name that is none of them is for the form to refuse.
    edition = next((one for one in playable if one.key == request.POST.get("ruleset")), playable[-1])
    if request.method != "POST":
        kept = kept_typing(request)
        if kept is not None:
            messages.info(request, gettext("What you had typed is here again. The league is not founded yet."))
        return _founding_page(request, LeagueForm(kept), HouseRulesForm(edition, kept))
    form = LeagueForm(request.POST)
    # House rules start from the edition they were shown for; those of another one are no wish of anybody.
    bent = HouseRulesForm(edition, request.POST if request.POST.get("house_rules") == edition.key else None)
    if not form.is_valid() or (bent.is_bound and not bent.is_valid()):
        return _founding_page(request, form, bent, status=422)
    told = form.cleaned_data
    try:
        return web_answer(
            request,
            lambda: league_create(
                name=told["name"],
                ruleset=told["ruleset"],
                public=told["public"],
                house_rules=bent.house_rules() if bent.is_bound else {},
                actor=coach_of(request),
            ),
            lambda league: Answer(
                location=_address(league), message=gettext("{league} is founded.").format(league=league.name)
            ),
        )
    except HouseRulesIllegal as refusal:
        fields = {option.key: f"option-{option.key}" for option in options()}
        beside(bent, shown_problems(refusal), fields, otherwise="addresses")
        return _founding_page(request, form, bent, status=status_of(refusal))
    except RuleViolation as refusal:
        beside(form, shown_problems(refusal), otherwise="name")
        return _founding_page(request, form, bent, status=status_of(refusal))


def _founding_page(
    request: HttpRequest, form: LeagueForm, house_rules: HouseRulesForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, "house_rules": house_rules, "edition": house_rules.edition, "crumbs": to_leagues()}
    return render(request, "leagues/new.html", context, status=status)


@require_safe
def league_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The edition a league plays, and what it has changed: one diff."""
    league = league_get(request.user, slug)
    changes = [(change, place_of(league, change.path)) for change in house_rules_of(league)]
    context = {"league": league, "changes": changes, "crumbs": to_league(league)}
    return render(request, "leagues/league_rules.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """A public league may be joined by everybody who may log in."""
    return _joining(request, league_get(request.user, slug), "")


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Who holds an invitation sees which league it opens, even before logging in."""
    league = league_by_invitation(invitation)
    if request.method == "POST" and not request.user.is_authenticated:
        return login_required(lambda _: HttpResponse())(request)
    return _joining(request, league, invitation)


def _joining(request: HttpRequest, league: League, invitation: str) -> HttpResponse:
    if request.method == "POST":
        return web_answer(
            request,
            lambda: league_join(league=league, invitation=invitation, actor=coach_of(request)),
            lambda _: Answer(
                location=_address(league), message=gettext("You are in {league} now.").format(league=league.name)
            ),
        )
    context = {
        "league": league,
        "invitation": invitation,
        "role": role_in(request.user, league),
        "crumbs": to_leagues(),
    }
    return render(request, "leagues/join.html", context)


def _address(league: League) -> str:
    return reverse("matches:league", args=[league.slug])

"""Pages of leagues: finding, founding and joining one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
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
from engine.rulesets import Ruleset
from engine.rulesets.options import HouseRulesIllegal
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.place_words import PlaceWords
from leagues.policies import can_commission, role_in
from leagues.selectors.leagues import league_by_invitation, league_get, league_list, roles_of
from leagues.selectors.rules import house_rules_of, rule_changes, ruleset_list
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
    if request.method != "POST":
        kept = kept_typing(request)
        if kept is not None:
            messages.info(request, gettext("What you had typed is here again. The league is not founded yet."))
        return _founding_page(request, LeagueForm(kept), HouseRulesForm(_edition(kept, "house_rules"), kept))
    chosen = _edition(request.POST, "ruleset")
    bent = _bent(request.POST, chosen)
    if bent.edited or request.POST.get("edit"):
        return _founding_page(request, LeagueForm(initial=request.POST.dict()), bent)
    form = LeagueForm(request.POST)
    valid = form.is_valid() and (not bent.is_bound or bent.is_valid())
    if valid and bent.edition != chosen:
        form.add_error("ruleset", _of_another(bent.edition))
    if not valid or form.errors:
        return _founding_page(request, form, bent, status=422)
    told = form.cleaned_data
    try:
        return web_answer(
            request,
            lambda: league_create(
                name=told["name"],
                ruleset=told["ruleset"],
                public=told["public"],
                house_rules=bent.house_rules(),
                actor=coach_of(request),
            ),
            lambda league: Answer(
                location=_address(league), message=gettext("{league} is founded.").format(league=league.name)
            ),
        )
    except HouseRulesIllegal as refusal:
        bent.refuse(refusal)
        return _founding_page(request, form, bent, status=status_of(refusal))
    except RuleViolation as refusal:
        beside(form, shown_problems(refusal), otherwise="name")
        return _founding_page(request, form, bent, status=status_of(refusal))


def _edition(typed: QueryDict | None, field: str) -> Ruleset:
    """The edition that a field names. A name that is none of them is for the form to refuse."""
    named = (one for one in ruleset_list() if typed and one.key == typed.get(field))
    return next(named, ruleset_list()[-1])


def _bent(typed: QueryDict, chosen: Ruleset) -> HouseRulesForm:
    """The house rules that were sent, of the edition they were shown for; or those of the chosen one, untouched."""
    if "house_rules" not in typed or typed.get("edit") == "edition":
        return HouseRulesForm(chosen)
    bent = HouseRulesForm(_edition(typed, "house_rules"), typed)
    # Somebody who only chose another edition has no wish about the fields of the first.
    untouched = bent.edition != chosen and not bent.changed()
    return HouseRulesForm(chosen) if untouched else bent


def _of_another(edition: Ruleset) -> str:
    return gettext(
        "The house rules below are those of {edition}. Found the league on it, or show those of the ruleset you chose."
    ).format(edition=edition.name)


def _founding_page(
    request: HttpRequest, form: LeagueForm, house_rules: HouseRulesForm, status: int = 200
) -> HttpResponse:
    context = {"form": form, "house_rules": house_rules, "editions": ruleset_list(), "crumbs": to_leagues()}
    return render(request, "leagues/new.html", context, status=status)


@require_safe
def league_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The edition a league plays, and what it has changed: one diff."""
    league = league_get(request.user, slug)
    said = PlaceWords(ruleset_of(league.ruleset_id), ruleset_of(league.edition_id))
    changes = [(change, place_of(league, change.path), said(change.path)) for change in house_rules_of(league)]
    context = {
        "league": league,
        "changes": changes,
        "crumbs": to_league(league),
        "commissions": can_commission(request.user, league),
        "history": rule_changes(league),
    }
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

"""Pages of deals: those of a league, a new one, a single one with what may be said to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import headers_of, status_of, title_of
from config.refusals import ShownProblem, beside, shown, shown_problems
from config.writing import Answer
from engine.errors import DealIllegal, EngineError, NotAllowed, Refused
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import allow
from leagues.selectors.leagues import league_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.errors import DealPartnerUnknown
from teams.models import Deal, DealStatus, Team
from teams.policies import can_answer, can_approve, can_undo, can_withdraw, coaches, takes_part
from teams.selectors.deals import (
    deal_get,
    deal_lines,
    deal_list,
    deal_page,
    deal_preview,
    partner_get,
    partners_of,
    undone,
)
from teams.selectors.teams import team_get, team_page
from teams.services.deals import deal_accept, deal_decline, deal_propose, deal_refuse, deal_undo, deal_withdraw
from teams.web.deal_forms import DealForm

LOOK = "look"
A_PAGE = 50

LONGEST_NUMBER = 10  # no team has a longer one


@require_safe
def deals(request: HttpRequest, slug: str) -> HttpResponse:
    league = league_get(request.user, slug)
    pages = Paginator(deal_list(request.user).filter(league=league), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "crumbs": to_league(league),
        "league": league,
        "page": page,
        "lines": [(line, undone(line.deal)) for line in deal_lines(page.object_list)],
        "own_teams": league.teams.filter(coach=request.user.pk, retired=False).order_by("name", "pk"),
    }
    return render(request, "teams/deals.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def deal_new(request: HttpRequest, pk: int) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(coaches(request.user, team))
    partner = _partner(request, team)
    if partner is None:
        context = {"crumbs": _to_team(team), "team": team, "partners": partners_of(team)}
        return render(request, "teams/deal_partner.html", context)
    kept = kept_typing(request) if request.method != "POST" else None
    if kept is not None:
        messages.info(request, gettext("What you had typed is here again. Nothing has been proposed yet."))
    form = _form(team, partner, request.POST if request.method == "POST" else kept)
    if request.method != "POST" or LOOK in request.POST:
        return _new_page(request, team, partner, form)
    if not form.is_valid():
        return _new_page(request, team, partner, form, status=422)
    try:
        return web_answer(
            request,
            lambda: deal_propose(proposer=team, partner=partner, command=form.deal, actor=coach_of(request)),
            lambda deal: Answer(
                location=_address(deal.pk),
                message=gettext("The deal is proposed. {coach} has to accept it.").format(coach=partner.coach.name),
            ),
        )
    except DealIllegal as refusal:
        problems = shown_problems(refusal, form.ruleset.rules)
        beside(form, (replace(one, where=form.field_of(one.where)) for one in problems))
        return _new_page(request, team, partner, form, status=status_of(refusal))


def _partner(request: HttpRequest, team: Team) -> Team | None:
    wanted = request.GET.get("with", "")
    if not (wanted.isdecimal() and wanted.isascii()):
        return None
    try:
        return partner_get(team, int(wanted) if len(wanted) < LONGEST_NUMBER else 0)
    except DealPartnerUnknown:
        raise Http404 from None


def _form(team: Team, partner: Team, typed: object = None) -> DealForm:
    ruleset = ruleset_of(team.league.ruleset_id)
    return DealForm(ruleset, team_page(team), team_page(partner), typed)


def _new_page(request: HttpRequest, team: Team, partner: Team, form: DealForm, status: int = 200) -> HttpResponse:
    preview = deal_preview(team, partner, form.deal)
    context = {
        "crumbs": _to_team(team),
        "team": team,
        "partner": partner,
        "form": form,
        "preview": preview,
        # Before anything was ticked, nobody need be told that nothing moves.
        "problems": [shown(one, form.ruleset.rules) for one in preview.problems] if form.is_bound else [],
    }
    return render(request, "teams/deal_new.html", context, status=status)


@require_safe
def deal(request: HttpRequest, pk: int) -> HttpResponse:
    return deal_answer(request, deal_get(request.user, pk))


@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """What either coach or a commissioner says to a deal; only approving it is said elsewhere."""
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(_address(pk))
    found, seen = deal_get(coach, pk), seen_version(request)
    reason = request.POST.get("reason", "")
    said: dict[str, tuple[Callable[[], Deal], str]] = {
        "accept": (
            lambda: deal_accept(deal=found, seen=seen, actor=coach),
            gettext("The deal is accepted. Now the commissioner has to agree."),
        ),
        "decline": (
            lambda: deal_decline(deal=found, reason=reason, seen=seen, actor=coach),
            gettext("The deal is declined."),
        ),
        "withdraw": (
            lambda: deal_withdraw(deal=found, reason=reason, seen=seen, actor=coach),
            gettext("The deal is withdrawn."),
        ),
        "refuse": (
            lambda: deal_refuse(deal=found, reason=reason, seen=seen, actor=coach),
            gettext("The deal is refused."),
        ),
        "undo": (
            lambda: deal_undo(deal=found, reason=reason, seen=seen, actor=coach),
            gettext("The deal is undone, as if it had never been made."),
        ),
    }
    act = said.get(request.POST.get("answer", ""))
    if act is None:
        raise Http404
    return deal_written(request, pk, *act)


def deal_written(request: HttpRequest, pk: int, act: Callable[[], Deal], said: str) -> HttpResponse:
    """Do it and go back to the deal; what cannot be is told on its page, as it stands now."""
    try:
        return web_answer(request, act, lambda _: Answer(location=_address(pk), message=said))
    except NotAllowed:
        raise
    except EngineError as refusal:
        return deal_answer(request, deal_get(request.user, pk), refusal)


def seen_version(request: HttpRequest) -> int:
    """The version of the deal on the page that was sent; none: no version that ever was."""
    typed = request.POST.get("version", "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < LONGEST_NUMBER else -1


def deal_answer(request: HttpRequest, found: Deal, refusal: EngineError | None = None) -> HttpResponse:
    page, visitor, status = deal_page(found), request.user, found.status
    gone = undone(found)
    approves = status in (DealStatus.ACCEPTED, DealStatus.DONE) and can_approve(visitor, found)
    context = {
        "crumbs": [*to_league(found.league), (gettext("Deals"), reverse("teams:deals", args=[found.league.slug]))],
        "deal": found,
        "page": page,
        "undone": gone,
        "may_answer": status == DealStatus.PROPOSED and can_answer(visitor, found),
        "may_withdraw": page.open and can_withdraw(visitor, found),
        "may_approve": status == DealStatus.ACCEPTED and approves,
        "may_undo": status == DealStatus.DONE and not gone and can_undo(visitor, found),
        "own": approves and takes_part(visitor, found),
        "problems": [shown(one, page.ruleset.rules) for one in page.problems],
        "refusal": title_of(refusal) if refusal else "",
        "reasons": _reasons(refusal, found),
        "typed": request.POST.get("reason", ""),
    }
    given = render(request, "teams/deal.html", context, status=status_of(refusal) if refusal else 200)
    for name, content in headers_of(refusal).items() if refusal else ():
        given[name] = content
    return given


def _reasons(refusal: EngineError | None, found: Deal) -> tuple[ShownProblem, ...]:
    rules = ruleset_of(found.league.ruleset_id).rules
    return shown_problems(refusal, rules) if isinstance(refusal, Refused) else ()


def _address(pk: int) -> str:
    return reverse("teams:deal", args=[pk])


def _to_team(team: Team) -> list[tuple[str, str]]:
    return [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))]

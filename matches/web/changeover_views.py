"""The page on which a commissioner changes the rules of a running league: what it would do first, then doing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
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
from engine.rulesets import Ruleset
from engine.rulesets.options import HouseRulesIllegal, applicable
from engine.rulesets.paths import Difference
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.place_words import PlaceWords
from leagues.policies import allow, can_commission
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import ruleset_list
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from leagues.web.forms import HouseRulesForm
from matches.selectors.changeover import ListChoice, Preview, Wish, changeover_preview
from matches.services.changeover import changeover_make

# How the choices for a team are named: its list, and what becomes of each of its positions.
_CHOICE = re.compile(r"(list|shown|position)-(t\d+)(?:-(.+))?")
CHANGES_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition that may be chosen; the league's own, as it has it, goes by an empty word."""

    key: str
    rules: Ruleset


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def rules_change(request: HttpRequest, slug: str) -> HttpResponse:
    league = league_get(request.user, slug)
    allow(can_commission(request.user, league))
    typed = request.POST if request.method == "POST" else kept_typing(request)
    if typed is None:
        edition = _edition(league, request.GET.get("edition", ""))
        return _page(request, league, edition, _fresh_form(request, league, edition))
    shown = _edition(league, typed.get("shown", typed.get("edition", "")))
    wanted = _edition(league, typed.get("edition", ""))
    form = HouseRulesForm(shown.rules, typed)
    if request.method != "POST" or form.edited:
        return _page(request, league, shown, form, typed, wanted=wanted)
    if not form.is_valid():
        return _page(request, league, shown, form, typed, wanted=wanted, status=422)
    if wanted != shown:
        return _switch(request, league, wanted, form)
    wish = Wish(shown.key, form.house_rules(), _lists(typed))
    if typed.get("do") == "change":
        return _change(request, league, shown, form, wish)
    return _look(request, league, shown, form, wish)


def _switch(request: HttpRequest, league: League, wanted: Edition, form: HouseRulesForm) -> HttpResponse:
    """The house rules that were typed go along to another edition, and what it would do is shown."""
    taken = _taken_along(request, wanted, form.house_rules())
    return _look(request, league, wanted, HouseRulesForm(wanted.rules, house_rules=taken), Wish(wanted.key, taken))


def _look(
    request: HttpRequest,
    league: League,
    edition: Edition,
    form: HouseRulesForm,
    wish: Wish,
    refusal: EngineError | None = None,
) -> HttpResponse:
    """The page with what these rules would do; after a refusal, as it is by now."""
    try:
        preview = changeover_preview(league, wish)
    except HouseRulesIllegal as illegal:
        form.refuse(illegal)
        return _page(request, league, edition, form, request.POST, status=status_of(illegal))
    problems = tuple(map(_led, shown_problems(refusal))) if refusal else ()
    status = status_of(refusal) if refusal else 200
    return _page(request, league, edition, form, preview=preview, problems=problems, status=status)


def _change(request: HttpRequest, league: League, edition: Edition, form: HouseRulesForm, wish: Wish) -> HttpResponse:
    try:
        return web_answer(
            request,
            lambda: changeover_make(
                league=league, wish=wish, seen=request.POST.get("seen", "") or "never", actor=coach_of(request)
            ),
            lambda changed: Answer(
                location=reverse("leagues:league-rules", args=[changed.slug]),
                message=gettext("{league} plays by its new rules from now on.").format(league=changed.name),
            ),
        )
    except EngineError as refusal:
        return _look(request, league, edition, form, wish, refusal)


def _editions(league: League) -> list[Edition]:
    """The league's own as it has it, and every other that is played; its own again if there is newer data of it."""
    own = ruleset_of(league.edition_id)
    others = [rules for rules in ruleset_list() if rules.content_hash != league.edition_id]
    return [Edition("", own), *(Edition(rules.key, rules) for rules in others)]


def _edition(league: League, key: str) -> Edition:
    editions = _editions(league)
    return next((edition for edition in editions if edition.key == key), editions[0])


def _fresh_form(request: HttpRequest, league: League, edition: Edition) -> HouseRulesForm:
    """From the house rules that hold now."""
    held = ruleset_of(league.ruleset_id).house_rules
    return HouseRulesForm(edition.rules, house_rules=_taken_along(request, edition, held) if edition.key else held)


def _taken_along(request: HttpRequest, edition: Edition, held: Mapping[str, Any]) -> dict[str, Any]:
    """Those that the edition has a place for; the others are named."""
    kept = applicable(edition.rules, held)
    lost = [name for name in held if name not in kept]
    if lost:
        said = gettext("{edition} has no place for: {names}.")
        messages.warning(request, said.format(edition=edition.rules.name, names=", ".join(lost)))
    return kept


def _lists(typed: QueryDict) -> dict[str, ListChoice]:
    """What was chosen for each team. Positions were chosen for the list that was shown, and for no other."""
    chosen: dict[str, ListChoice] = {}
    shown_for = {team: value for kind, team, _, value in _choices(typed) if kind == "shown"}
    for kind, team, position, value in _choices(typed):
        choice = chosen.get(team, ListChoice())
        if kind == "list":
            choice = replace(choice, roster=value)
        elif kind == "position":
            choice = replace(choice, positions={**choice.positions, position: value})
        chosen[team] = choice
    return {
        team: choice if shown_for.get(team, choice.roster) == choice.roster else ListChoice(choice.roster)
        for team, choice in chosen.items()
    }


def _choices(typed: Mapping[str, str]) -> Iterator[tuple[str, str, str, str]]:
    for name in typed:
        hit = _CHOICE.fullmatch(name)
        if hit:
            yield hit[1], hit[2], hit[3] or "", typed[name]


def _spoken(league: League, preview: Preview) -> list[tuple[Difference, str]]:
    said = PlaceWords(preview.rules, ruleset_of(league.ruleset_id))
    return [(change, said(change.path)) for change in preview.changes[:CHANGES_SHOWN]]


def _led(problem: ShownProblem) -> ShownProblem:
    """A match that is in the way leads to its page."""
    kind, _, pk = problem.where.partition(".")
    return replace(problem, page=reverse("matches:match", args=[pk])) if kind == "matches" else problem


def _page(
    request: HttpRequest,
    league: League,
    edition: Edition,
    form: HouseRulesForm,
    typed: QueryDict | None = None,
    *,
    wanted: Edition | None = None,
    preview: Preview | None = None,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    rules = preview.rules.rules if preview else {}
    context = {
        "crumbs": [*to_league(league), (gettext("Rules"), reverse("leagues:league-rules", args=[league.slug]))],
        "league": league,
        "editions": _editions(league),
        "edition": edition,
        "wanted": wanted or edition,
        "house_rules": form,
        "preview": preview,
        "problems": problems or (tuple(_led(shown(one, rules)) for one in preview.hindrances) if preview else ()),
        "changes": _spoken(league, preview) if preview else (),
        "left_out": max(0, len(preview.changes) - CHANGES_SHOWN) if preview else 0,
        # Without a preview on the page, what was chosen for the teams waits in hidden fields.
        "kept_choices": [(name, typed[name]) for name in typed if _CHOICE.fullmatch(name)] if typed else (),
    }
    return render(request, "matches/rules_change.html", context, status=status)

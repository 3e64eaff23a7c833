"""The page on which a player improves: by a throw and a choice among what it offers, or by spending his points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.answering import web_answer
from config.keeping import login_keeping
from config.problems import status_of, title_of
from config.refusals import ShownProblem, shown_problems
from config.words import word
from config.writing import Answer
from engine.dice import notation
from engine.errors import EngineError
from engine.team.spending import RANDOM
from leagues.policies import allow
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.policies import can_manage
from matches.selectors.improvements import ImprovementPage, Shelf, improvement_page
from matches.services.improvements import improvement_choose, improvement_roll
from matches.web.report_forms.fields import FacesField
from teams.models import Team
from teams.selectors.teams import team_get


class ThrowForm(forms.Form):
    """Dice from the table may be typed; what is left blank, the server throws. A random skill has a category."""

    def __init__(
        self, dice: tuple[int, ...], categories: tuple[str, ...] = (), data: QueryDict | None = None, way: str = ""
    ) -> None:
        super().__init__(data, auto_id=f"id_{way or 'throw'}_%s")
        if categories:
            # One that is not open to him is for the engine to refuse, with its rule.
            choices = [(key, word("category", key)) for key in categories]
            self.fields["category"] = forms.CharField(
                label=gettext("Category"), required=False, widget=forms.Select(choices=choices)
            )
        self.fields["faces"] = FacesField(
            single=len(dice) == 1,
            label=gettext("{dice} thrown at the table").format(dice=notation(dice)),
            help_text=gettext("A skill that he has is thrown again: type each throw after the one before.")
            if categories
            else "",
        )


@dataclass(frozen=True, slots=True)
class ShownShelf:
    """A way to spend points as the page shows it: its form if dice are thrown, or why he cannot."""

    shelf: Shelf
    form: ThrowForm | None
    refusal: str


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def improve(request: HttpRequest, pk: int, player: str) -> HttpResponse:
    team = team_get(request.user, pk)
    allow(can_manage(request.user, team))
    page = improvement_page(team, player)
    if request.method != "POST":
        return _page(request, page)
    way = request.POST.get("way", "")
    form = _form(page, way, request.POST)
    try:
        if "choice" in request.POST:
            return _choose(request, team, page)
        if not form.is_valid():
            return _page(request, page, {way: form}, status=422)
        return _throw(request, team, page, way, form)
    except EngineError as refusal:
        problems = shown_problems(refusal, page.ruleset.rules)
        fresh = improvement_page(team_get(request.user, pk), player)
        return _page(request, fresh, {way: form}, problems, status=status_of(refusal))


def _form(page: ImprovementPage, way: str, data: QueryDict | None = None) -> ThrowForm:
    """The form of a throw: of the one that comes by itself, or of a way to spend points."""
    if page.to_spend is None or page.random_thrown:
        return ThrowForm(page.dice, data=data)
    bought = next((one for one in page.purchases if one.way == way), None)
    categories = bought.categories if bought and way in RANDOM else ()
    return ThrowForm(page.dice_for(way), categories, data, way)


def _throw(request: HttpRequest, team: Team, page: ImprovementPage, way: str, form: ThrowForm) -> HttpResponse:
    player, name = page.line.player.key, page.line.player.name
    here, him = (reverse(route, args=[team.pk, player]) for route in ("matches:improve", "teams:player"))
    learned = gettext("{player} has improved.").format(player=name)
    return web_answer(
        request,
        lambda: improvement_roll(
            team=team,
            player=player,
            faces=form.cleaned_data["faces"] or (),
            way=way,
            category=request.POST.get("category", ""),
            nth=_nth(request),
            actor=coach_of(request),
        ),
        # A random skill is his at once; anything else is chosen next.
        lambda _: Answer(location=him, message=learned) if way in RANDOM else Answer(location=here, message=""),
    )


def _choose(request: HttpRequest, team: Team, page: ImprovementPage) -> HttpResponse:
    player, name = page.line.player.key, page.line.player.name
    choice, nth = request.POST["choice"], _nth(request)
    return web_answer(
        request,
        lambda: improvement_choose(team=team, player=player, choice=choice, nth=nth, actor=coach_of(request)),
        lambda _: Answer(
            location=reverse("teams:player", args=[team.pk, player]),
            message=gettext("{player} has improved.").format(player=name),
        ),
    )


def _nth(request: HttpRequest) -> int | None:
    """Which improvement the page was about, so that a stale one changes nothing."""
    sent = request.POST.get("nth", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else None


def _page(
    request: HttpRequest,
    page: ImprovementPage,
    bound: Mapping[str, ThrowForm] | None = None,
    problems: tuple[ShownProblem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    team, forms_sent = page.team, bound or {}
    context = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))],
        "team": team,
        "page": page,
        "form": forms_sent.get("") or _form(page, ""),
        "shelves": [_shown(page, shelf, forms_sent) for shelf in page.shelves],
        "problems": problems,
    }
    return render(request, "matches/improve.html", context, status=status)


def _shown(page: ImprovementPage, shelf: Shelf, bound: Mapping[str, ThrowForm]) -> ShownShelf:
    way, problem = shelf.purchase.way, shelf.purchase.problem
    form = bound.get(way) or _form(page, way)
    return ShownShelf(
        shelf=shelf,
        form=form if shelf.throws and problem is None else None,
        refusal=title_of(problem) if problem else "",
    )

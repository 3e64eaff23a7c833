"""The page on which a team hires and fires, and the commissioner's windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from config.answering import web_answer
from config.problems import headers_of, status_of, title_of
from config.refusals import ShownProblem, shown_problems
from config.words import word
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from engine.team.hiring import AT_ANY_TIME, Act, ActKind
from leagues.policies import allow, can_commission
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.policies import can_manage
from matches.selectors.hiring import HiringPage, hiring_page
from matches.services.hiring import act_do, act_undo, window_close, window_open
from matches.services.postmatch import step_choose
from matches.web.asking import whole
from matches.web.faces import faces_of
from matches.web.hiring_words import act_words, forecast_words
from teams.models import Team
from teams.selectors.teams import team_get

WORDS = ("player", "position", "name", "good", "victim", "star")
NUMBERS = ("number", "count")
HOME_ACTS = ("sell-stadium", "buy-stadium", "pay-into-fund", "cancel-residency", "name-stadium")
HOME_ROW = "home-stadium"
TAKE_BACK, CLOSE = "take-back", "close"


class ActForm(forms.Form):
    """One act; which of its fields mean anything depends on its kind."""

    do = forms.ChoiceField(choices=[(kind, kind) for kind in get_args(ActKind)])
    seen = forms.IntegerField(required=False)
    name = forms.CharField(required=False, label=_("Name"))
    number = forms.IntegerField(required=False, min_value=0, max_value=10_000, label=_("Number"))
    count = forms.IntegerField(required=False, min_value=0, max_value=10_000, label=_("How many"))
    faces = forms.CharField(required=False, max_length=20, label=_("Faces"))
    player, position, good, victim, star = (forms.CharField(required=False) for _ in range(5))

    @property
    def act(self) -> Act:
        said = {name: self.cleaned_data[name] for name in WORDS}
        counts = {name: value for name in NUMBERS if (value := self.cleaned_data[name]) is not None}
        return Act(self.cleaned_data["do"], **said, **counts)

    @property
    def thrown(self) -> tuple[int, ...]:
        """What was typed and cannot be read is no die that was left to the server."""
        said = self.cleaned_data["faces"].strip()
        return faces_of(said) or ((0,) if said else ())

    @property
    def mistakes(self) -> tuple[ShownProblem, ...]:
        return tuple(
            ShownProblem(f"{self.fields[name].label or name}: {error}")
            for name, errors in self.errors.items()
            for error in errors
        )


@require_http_methods(["GET", "HEAD", "POST"])
def hiring(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody may look; only who runs the team finds anything to press."""
    if request.method != "POST":
        return _page(request, team_get(request.user, pk))
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    team = team_get(request.user, pk)
    allow(can_manage(request.user, team))
    do = request.POST.get("do", "")
    if do == TAKE_BACK:
        return _take_back(request, team)
    if do == CLOSE:
        return _close(request, team)
    form = ActForm(request.POST)
    if not form.is_valid():
        return _page(request, team, form.mistakes, status=422)
    act, seen, faces = form.act, form.cleaned_data["seen"], form.thrown
    return _written(
        request,
        team,
        lambda: act_do(team=team, act=act, faces=faces, seen=seen, actor=coach_of(request)),
        said=gettext("Done.")
        if act.kind in AT_ANY_TIME
        else gettext("Done. You can take it back until you close the window."),
    )


@require_POST
@login_required
def window(request: HttpRequest, pk: int) -> HttpResponse:
    """A commissioner opens a window, with a reason that everybody may read."""
    team = team_get(request.user, pk)
    allow(can_commission(request.user, team.league))
    reason = request.POST.get("reason", "")
    return _written(
        request,
        team,
        lambda: window_open(team=team, reason=reason, actor=coach_of(request)),
        said=gettext("{team} may hire and fire now.").format(team=team.name),
    )


def _take_back(request: HttpRequest, team: Team) -> HttpResponse:
    cause, seen = whole(request.POST, "cause") or 0, whole(request.POST, "seen")
    return _written(
        request,
        team,
        lambda: act_undo(team=team, cause=cause, seen=seen, actor=coach_of(request)),
        said=gettext("Taken back."),
    )


def _close(request: HttpRequest, team: Team) -> HttpResponse:
    """The step after a match is chosen for; a commissioner's window is simply closed."""
    moment, choice, seen = hiring_page(team).moment, request.POST.get("choice", ""), whole(request.POST, "seen")
    if moment is not None and moment.match_step is not None:
        step = moment.match_step
        step.match.league, step.team = team.league, team
        return _written(
            request,
            team,
            lambda: step_choose(step=step, choice=choice, seen=seen, actor=coach_of(request)),
            said=gettext("The window is closed. The sequence goes on."),
            to=reverse("matches:match", args=[step.match_id]),
        )
    # "done" is the word for closing where nothing is left to choose.
    position = "" if choice == "done" else choice
    return _written(
        request,
        team,
        lambda: window_close(team=team, choice=position, seen=seen, actor=coach_of(request)),
        said=gettext("The window is closed."),
        to=reverse("teams:team", args=[team.pk]),
    )


def _written(request: HttpRequest, team: Team, act: Callable[[], object], *, said: str, to: str = "") -> HttpResponse:
    location = to or reverse("matches:hiring", args=[team.pk])
    try:
        return web_answer(request, act, lambda _: Answer(location=location, message=said))
    except NotAllowed:
        raise
    except EngineError as refusal:
        page_team = team_get(request.user, team.pk)
        problems = shown_problems(refusal, hiring_page(page_team).ruleset.rules)
        answer = _page(request, page_team, problems, status=status_of(refusal))
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


def _about(typed: QueryDict) -> str:
    """The id of the row that was sent, so that what is wrong is said there."""
    kind = typed.get("do", "")
    if kind in HOME_ACTS:
        return HOME_ROW
    subject = {
        "hire": "position",
        "buy": "good",
        "drop": "good",
        "raise": "victim",
        "roster-star": "star",
        TAKE_BACK: "cause",
    }.get(kind, "player")
    if kind in ("end-sponsor", "end-sponsorship", "name-sponsored"):
        return kind
    stem = {"buy": "good", "drop": "good", "hire": "hire", "raise": "raise", "roster-star": "star", TAKE_BACK: "act"}
    return f"{stem.get(kind, 'player')}-{typed.get(subject, '')}"


def _page(request: HttpRequest, team: Team, problems: tuple[ShownProblem, ...] = (), status: int = 200) -> HttpResponse:
    page = hiring_page(team)
    context: dict[str, Any] = {
        "crumbs": [*to_league(team.league), (team.name, reverse("teams:team", args=[team.pk]))],
        "team": team,
        "page": page,
        "ruleset": page.ruleset,
        "characteristics": page.ruleset.characteristics,
        "manages": can_manage(request.user, team),
        "commissions": can_commission(request.user, team.league),
        "acts": [(line, act_words(line.act, page)) for line in page.acts],
        "closing": [(one, _closing_word(one.choice, page), forecast_words(one, page)) for one in page.closing],
        "shut": title_of(page.refusal) if page.refusal else "",
        "problems": problems,
        "about": _about(request.POST) if problems else "",
        "typed": request.POST if problems else {},
    }
    return render(request, "matches/hiring.html", context, status=status)


def _closing_word(choice: str, page: HiringPage) -> str:
    names = {position.key: position.name for position in page.roster.positions}
    if choice in names:
        return gettext("Done: take on journeymen ({position})").format(position=names[choice])
    return word("choice", choice)

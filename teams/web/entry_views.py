"""Pages of running teams, entered as they stand: the form, what was handed in, and the commissioner's answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
from config.refusals import ShownProblem
from config.writing import Answer
from engine.errors import EngineError, EntryUnfit
from engine.rulesets import Roster, Ruleset
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow, can_commission, can_draft
from leagues.selectors.leagues import league_get, member_list
from leagues.selectors.rules import roster_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from teams.models import Draft, DraftStatus
from teams.selectors.entries import EntryCheck, entries_of, entry_check, entry_get, entry_of
from teams.services.entries import entry_return, entry_submit, team_enter
from teams.services.teams import COLOURS
from teams.web.entry_forms import EntryForm, typed_of


@dataclass(frozen=True, slots=True)
class Desk:
    """Where an entry is worked on: in which league, by which rules and list, by whom, and what was handed in."""

    league: League
    ruleset: Ruleset
    roster: Roster
    commissions: bool
    members: tuple[Coach, ...]
    draft: Draft | None = None

    def form(self, data: Any = None, **options: Any) -> EntryForm:
        return EntryForm(self.ruleset, self.roster, data, members=self.members, **options)

    @property
    def editable(self) -> bool:
        return self.draft is None or self.draft.status != DraftStatus.APPROVED


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """A commissioner enters a running team; any other coach hands one in."""
    league = league_get(request.user, slug)
    allow(can_draft(request.user, league))
    ruleset, chosen = ruleset_of(league.ruleset_id), request.GET.get("roster", "")
    if not chosen:
        context = {"crumbs": to_league(league), "league": league, "ruleset": ruleset}
        return render(request, "teams/entry_roster.html", context)
    desk = _desk(request, league, ruleset, roster_get(ruleset, chosen))
    fresh = {"colour": league.teams_made % COLOURS + 1, "coach": coach_of(request).pk}
    return _worked_on(request, desk, fresh)


@require_safe
@login_required
def entries(request: HttpRequest, slug: str) -> HttpResponse:
    """What was handed in and waits: his own for a coach, everybody's for a commissioner."""
    league = league_get(request.user, slug)
    allow(can_draft(request.user, league))
    context = {
        "crumbs": to_league(league),
        "league": league,
        "ruleset": ruleset_of(league.ruleset_id),
        "entries": entries_of(request.user, league),
        "commissions": can_commission(request.user, league),
    }
    return render(request, "teams/entries.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def entry(request: HttpRequest, pk: int) -> HttpResponse:
    """What was handed in: a commissioner enters it or sends it back, its coach mends it and hands it in again."""
    draft = entry_get(request.user, pk)
    ruleset = ruleset_of(draft.league.ruleset_id)
    desk = _desk(request, draft.league, ruleset, roster_get(ruleset, draft.roster), draft)
    typed = {**typed_of(entry_of(draft)), "colour": draft.colour, "coach": draft.coach_id}
    if request.method == "POST" and request.POST.get("do") == "return":
        return _returned(request, desk, typed)
    return _worked_on(request, desk, typed)


def _desk(request: HttpRequest, league: League, ruleset: Ruleset, roster: Roster, draft: Draft | None = None) -> Desk:
    commissions = can_commission(request.user, league)
    if not commissions:
        members: tuple[Coach, ...] = ()
    elif draft is not None:
        members = (draft.coach,)
    else:
        members = tuple(one.coach for one in member_list(league))
    return Desk(league, ruleset, roster, commissions, members, draft)


def _worked_on(request: HttpRequest, desk: Desk, typed: Mapping[str, Any]) -> HttpResponse:
    if request.method != "POST":
        kept = kept_typing(request)
        if kept is not None:
            messages.info(request, gettext("What you had typed is here again. The team is not entered yet."))
        # Whoever reads what was handed in sees at once what is wrong with it and what does not fit.
        handed_in = entry_check(desk.ruleset, entry_of(desk.draft)) if desk.draft and kept is None else None
        form = desk.form(initial=kept.dict() if kept is not None else typed)
        problems = form.placed(handed_in.problems) if handed_in else ()
        return _page(request, desk, form, problems, check=handed_in)
    do = request.POST.get("do", "")
    if do == "more":
        return _page(request, desk, desk.form(initial=request.POST.dict(), more=True))
    if do == "paste" or request.POST.get("paste", "").strip():
        # Whoever pastes a list and goes on at once has not looked at its rows yet.
        return _pasted(request, desk)
    form = desk.form(request.POST)
    if not form.is_valid():
        return _page(request, desk, form, form.mistakes(), status=422)
    if do == "look":
        return _looked(request, desk, form)
    return _entered(request, desk, form) if desk.commissions else _handed_in(request, desk, form)


def _pasted(request: HttpRequest, desk: Desk) -> HttpResponse:
    form = desk.form(initial=request.POST.dict()).pasted()
    left = str(form.said.get("paste", ""))
    problems = (
        tuple(
            ShownProblem(gettext("“{line}” is no line of: number; position; name; …").format(line=line[:80]))
            for line in left.split("\n")
        )
        if left
        else ()
    )
    if not left:
        messages.info(request, gettext("The list is in the rows now. Look at them, then go on."))
    return _page(request, desk, form, problems, status=422 if left else 200)


def _looked(request: HttpRequest, desk: Desk, form: EntryForm) -> HttpResponse:
    check = entry_check(desk.ruleset, form.entry)
    return _page(request, desk, form, form.placed(check.problems), check=check)


def _entered(request: HttpRequest, desk: Desk, form: EntryForm) -> HttpResponse:
    coaches = {coach.pk: coach for coach in desk.members}
    try:
        return web_answer(
            request,
            lambda: team_enter(
                league=desk.league,
                entry=form.entry,
                coach=coaches[form.cleaned_data["coach"]],
                colour=form.cleaned_data["colour"],
                draft=desk.draft,
                seen=_seen(request, desk),
                actor=coach_of(request),
            ),
            lambda team: Answer(
                location=reverse("teams:team", args=[team.pk]),
                message=gettext("{team} are entered as they stand.").format(team=team.name),
            ),
        )
    except EngineError as refusal:
        return _refused(request, desk, form, refusal)


def _handed_in(request: HttpRequest, desk: Desk, form: EntryForm) -> HttpResponse:
    try:
        return web_answer(
            request,
            lambda: entry_submit(
                league=desk.league,
                entry=form.entry,
                colour=form.cleaned_data["colour"],
                draft=desk.draft,
                seen=_seen(request, desk),
                actor=coach_of(request),
            ),
            lambda draft: Answer(
                location=reverse("teams:entries", args=[desk.league.slug]),
                message=gettext("{team} wait for the commissioner.").format(team=draft.name),
            ),
        )
    except EngineError as refusal:
        return _refused(request, desk, form, refusal)


def _returned(request: HttpRequest, desk: Desk, typed: Mapping[str, Any]) -> HttpResponse:
    draft, reason = desk.draft, request.POST.get("reason", "")
    if draft is None:
        return _page(request, desk, desk.form(initial=typed))
    try:
        return web_answer(
            request,
            lambda: entry_return(draft=draft, reason=reason, seen=_seen(request, desk), actor=coach_of(request)),
            lambda one: Answer(
                location=reverse("teams:entries", args=[desk.league.slug]),
                message=gettext("{team} are sent back to {coach}.").format(team=one.name, coach=one.coach.name),
            ),
        )
    except EngineError as refusal:
        form = desk.form(initial={**typed, **request.POST.dict()})
        return _page(request, desk, form, form.refuse(refusal), reason=reason, status=status_of(refusal))


def _refused(request: HttpRequest, desk: Desk, form: EntryForm, refusal: EngineError) -> HttpResponse:
    if isinstance(refusal, EntryUnfit):
        check = entry_check(desk.ruleset, form.entry)
        return _page(request, desk, form, check=check, status=status_of(refusal))
    return _page(request, desk, form, form.refuse(refusal), status=status_of(refusal))


def _seen(request: HttpRequest, desk: Desk) -> int | None:
    """The version of what was handed in that this page has shown."""
    said = request.POST.get("seen", "")
    return int(said) if desk.draft is not None and said.isascii() and said.isdigit() and len(said) < 10 else None


def _page(
    request: HttpRequest,
    desk: Desk,
    form: EntryForm,
    problems: tuple[ShownProblem, ...] = (),
    *,
    check: EntryCheck | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    here = [(gettext("Running teams"), reverse("teams:entries", args=[desk.league.slug]))]
    context = {
        "crumbs": [*to_league(desk.league), *here],
        "desk": desk,
        "league": desk.league,
        "draft": desk.draft,
        "form": form,
        "problems": problems,
        "check": check,
        "misfits": form.placed(check.misfits) if check else (),
        "reason": reason,
    }
    return render(request, "teams/entry.html", context, status=status)

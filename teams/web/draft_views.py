"""Pages of drafts: built with everything in sight, saved, handed in, approved or sent back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.pdf import picture_within
from config.problems import status_of
from config.refusals import ShownProblem, beside, shown, shown_problems
from config.writing import Answer
from engine.errors import Conflict, EngineError, RuleViolation
from engine.rulesets import Ruleset
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow, can_draft
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import roster_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import Crumbs, to_league
from teams.errors import LogoNoImage, LogoTooLarge, LogoTooManyPixels
from teams.logos import check_size
from teams.models import Draft, DraftStatus
from teams.policies import can_judge_draft, can_write_draft
from teams.selectors.drafts import (
    Copied,
    copy_of_draft,
    copy_of_team,
    copy_sources,
    draft_get,
    draft_lines,
    draft_list,
    fitted,
    logo_image,
    roster_of,
    sample_of,
)
from teams.selectors.teams import draft_check as check_of
from teams.services.drafts import (
    draft_approve,
    draft_delete,
    draft_hand_in,
    draft_return,
    draft_save,
)
from teams.services.logos import logo_keep
from teams.services.teams import COLOURS, team_draft
from teams.web.forms import DraftForm, ReturnForm, typed_of

# Buttons besides the one that hands the draft in. Those that only ask work without a script.
SAVE, LOOK, SUGGEST, SAMPLE = "save", "look", "suggest", "sample"
BAD_PICTURE = (LogoNoImage, LogoTooLarge, LogoTooManyPixels)


@dataclass(slots=True)
class Desk:
    """What a draft page is about: a league, the form, and the draft that was saved before, if one was."""

    league: League
    form: DraftForm
    saved: Draft | None = None
    notes: tuple[str, ...] = ()  # what was left out of a copy
    problems: tuple[ShownProblem, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def action(self) -> str:
        return f"?roster={self.form.roster.key}" if self.saved is None else _address(self.saved)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def draft(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a race or something to copy; then build. What stands there already may come by the address."""
    league, ruleset = _league_to_draft_in(request, slug)
    if request.method == "POST":
        roster = roster_get(ruleset, request.GET.get("roster", ""))
        return _sent(request, Desk(league, DraftForm(ruleset, roster, request.POST, request.FILES)))
    if source := request.GET.get("copy", ""):
        return _copy_page(request, league, ruleset, source)
    chosen = request.GET.get("roster", "")
    if not chosen:
        return _start_page(request, league, ruleset)
    roster = roster_get(ruleset, chosen)
    kept = kept_typing(request)
    if kept is not None:
        messages.info(request, gettext("What you had typed is here again. The team is not drafted yet."))
        return _draft_page(request, Desk(league, DraftForm(ruleset, roster, kept)))
    colour = league.teams_made % COLOURS + 1
    if SAMPLE in request.GET:
        typed = {**typed_of(sample_of(league, chosen), ruleset, colour=colour, names=False), "name": ""}
        return _draft_page(request, Desk(league, DraftForm(ruleset, roster, typed)))
    return _draft_page(request, Desk(league, DraftForm(ruleset, roster, colour=colour)))


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def saved_draft(request: HttpRequest, pk: int) -> HttpResponse:
    """A draft to go on with, for its coach; to read and to judge, for a commissioner."""
    found = draft_get(request.user, pk)
    if found.team_id is not None:
        return HttpResponseRedirect(reverse("teams:team", args=[found.team_id]))
    if request.method == "POST":
        allow(can_write_draft(request.user, found))
        ruleset = ruleset_of(found.league.ruleset_id)
        form = DraftForm(ruleset, roster_get(ruleset, found.roster), request.POST, request.FILES)
        return _sent(request, Desk(found.league, form, found))
    return _saved_page(request, found)


@require_POST
@login_required
def draft_check(request: HttpRequest, slug: str) -> HttpResponse:
    """How the draft stands, as a fragment: what it costs, what is left, what is in its way."""
    league, ruleset = _league_to_draft_in(request, slug)
    roster = roster_get(ruleset, request.GET.get("roster", ""))
    form = DraftForm(ruleset, roster, request.POST)
    if SUGGEST in request.GET:
        form = _with_names(form)
    # Rows of players are sent only when their number or names may have changed: whoever types is not interrupted.
    standing = _standing(league, form)
    # What has the wrong shape counts nothing, and is said: nonsense is not legal because nobody reads it.
    missing = (*_mistakes(form), *standing["missing"])
    context = {**standing, "missing": missing, "form": form, "with_players": "players" in request.GET}
    return render(request, "teams/draft_check.html", context)


@require_POST
@login_required
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    found = draft_get(request.user, pk)
    return _judged(
        request,
        found,
        lambda: draft_delete(draft=found, seen=_seen(request), actor=coach_of(request)),
        lambda _: Answer(
            location=reverse("teams:draft", args=[found.league.slug]), message=gettext("The draft is deleted.")
        ),
    )


@require_POST
@login_required
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    found = draft_get(request.user, pk)
    return _judged(
        request,
        found,
        lambda: draft_approve(draft=found, seen=_seen(request), actor=coach_of(request)),
        lambda row: Answer(
            location=reverse("teams:team", args=[row.team_id]),
            message=gettext("{team} are drafted, for {coach}.").format(team=row.name, coach=row.coach.name),
        ),
    )


@require_POST
@login_required
def send_back(request: HttpRequest, pk: int) -> HttpResponse:
    found = draft_get(request.user, pk)
    reason = request.POST.get("reason", "")
    return _judged(
        request,
        found,
        lambda: draft_return(draft=found, reason=reason, seen=_seen(request), actor=coach_of(request)),
        lambda row: Answer(
            location=reverse("matches:league", args=[row.league.slug]),
            message=gettext("The draft of {coach} is sent back.").format(coach=row.coach.name),
        ),
        reason=ReturnForm({"reason": reason}),
    )


# --- what a form that was sent does -------------------------------------------------------------------------------


def _sent(request: HttpRequest, desk: Desk) -> HttpResponse:
    try:
        logo = _picture(request, desk.form)
    except BAD_PICTURE as refusal:
        desk.problems = shown_problems(refusal)
        beside(desk.form, desk.problems, otherwise="logo")
        return _draft_page(request, desk, status=status_of(refusal))
    if LOOK in request.POST:
        return _draft_page(request, desk)
    if SUGGEST in request.POST:
        desk.form = _with_names(desk.form)
        return _draft_page(request, desk)
    if SAMPLE in request.POST:
        desk.form = _with_sample(desk)
        return _draft_page(request, desk)
    if not desk.form.is_valid():
        desk.problems = _mistakes(desk.form)
        return _draft_page(request, desk, status=422)
    return _written(request, desk, logo)


def _written(request: HttpRequest, desk: Desk, logo: str) -> HttpResponse:
    form, coach = desk.form, coach_of(request)
    told = {"league": desk.league, "draft": form.draft, "colour": form.cleaned_data["colour"], "logo": logo}
    saved = {"saved": desk.saved, "seen": form.cleaned_data["seen"]}
    try:
        if SAVE in request.POST:
            return web_answer(request, lambda: draft_save(**told, **saved, actor=coach), _after_saving)
        if desk.saved is None and not form.ruleset.options.draft_approval:
            return web_answer(
                request, lambda: team_draft(**told, actor=coach), lambda team: _drafted(team.pk, team.name)
            )
        return web_answer(request, lambda: draft_hand_in(**told, **saved, actor=coach), _after_handing_in)
    except (RuleViolation, Conflict) as refusal:
        desk.problems = shown_problems(refusal, form.ruleset.rules)
        beside(form, desk.problems, {**form.fields_of_problems(), "": "name"})
        if desk.saved is not None and isinstance(refusal, Conflict):
            # What was typed stays; sent once more, it stands in the place of what somebody did meanwhile.
            desk.saved = Draft.objects.select_related("league", "coach").filter(pk=desk.saved.pk, team=None).first()
        return _draft_page(request, desk, status=status_of(refusal))


def _after_saving(row: Draft) -> Answer:
    return Answer(location=_address(row), message=gettext("Saved. Go on whenever you like."))


def _after_handing_in(row: Draft) -> Answer:
    if row.team_id is not None:
        return _drafted(row.team_id, row.name)
    return Answer(location=_address(row), message=gettext("Handed in: it waits for the commissioner."))


def _drafted(team: int, name: str) -> Answer:
    return Answer(location=reverse("teams:team", args=[team]), message=gettext("{team} are drafted.").format(team=name))


def _judged(
    request: HttpRequest,
    found: Draft,
    act: Callable[[], Any],
    render_answer: Callable[[Any], Answer],
    **more: Any,
) -> HttpResponse:
    """One of the acts upon a draft that was saved; refused, its page says why."""
    try:
        return web_answer(request, act, render_answer)
    except (RuleViolation, Conflict) as refusal:
        now = Draft.objects.select_related("league__ruleset", "league__edition", "coach", "team", "logo")
        current = now.filter(pk=found.pk).first()
        if current is None or current.team_id is not None:
            raise
        return _saved_page(request, current, refusal, **more)


def _picture(request: HttpRequest, form: DraftForm) -> str:
    """The digest of the logo that goes with the form; a picture that was just sent is kept for the next try."""
    sent = form.files.get("logo") if form.files else None
    if sent is not None:
        check_size(sent.size or 0)
        digest = logo_keep(data=sent.read(), actor=coach_of(request)).pk
    else:
        digest = "" if "logo_off" in form.data else form.data.get("logo_kept", "")
    _retype(form, {"logo_kept": digest})
    return digest


def _with_names(form: DraftForm) -> DraftForm:
    """The same form with a name in every place that had none."""
    typed = dict(form.data.items())
    for name, suggested in typed_of(form.draft, form.ruleset, colour=1).items():
        if name.startswith("player-") and name.endswith("-name") and not typed.get(name):
            typed[name] = suggested
    return DraftForm(form.ruleset, form.roster, typed)


def _with_sample(desk: Desk) -> DraftForm:
    """A sample team in the place of what was built; its name, its colour and its logo stay."""
    form = desk.form
    draft = sample_of(desk.league, form.roster.key)
    typed = typed_of(draft, form.ruleset, colour=1, names=False)
    kept = {name: form.data[name] for name in ("name", "colour", "logo_kept", "seen") if name in form.data}
    return DraftForm(form.ruleset, form.roster, {**typed, "name": "", **kept})


def _retype(form: DraftForm, typed: dict[str, str]) -> None:
    """Put something into a form as if it had been typed there."""
    form.data = {**dict(form.data.items()), **typed}


# --- pages ----------------------------------------------------------------------------------------------------------


def _start_page(request: HttpRequest, league: League, ruleset: Ruleset) -> HttpResponse:
    coach = coach_of(request)
    context = {
        "crumbs": to_league(league),
        "league": league,
        "ruleset": ruleset,
        "drafts": draft_lines(draft_list(coach, league)),
        "sources": copy_sources(coach, league),
    }
    return render(request, "teams/draft_roster.html", context)


def _copy_page(request: HttpRequest, league: League, ruleset: Ruleset, source: str) -> HttpResponse:
    copied = _copied(coach_of(request), league, source)
    roster = roster_get(ruleset, copied.draft.roster)
    colour = copied.colour or league.teams_made % COLOURS + 1
    form = DraftForm(ruleset, roster, typed_of(copied.draft, ruleset, colour=colour, logo=copied.logo))
    return _draft_page(request, Desk(league, form, notes=copied.left_out))


def _copied(coach: Coach, league: League, source: str) -> Copied:
    kind, _, key = source.partition("-")
    if not key.isdecimal() or len(key) > 18:
        raise Http404
    if kind == "draft":
        return copy_of_draft(coach, league, int(key))
    if kind == "team":
        return copy_of_team(coach, league, int(key))
    raise Http404


def _saved_page(
    request: HttpRequest, found: Draft, refusal: EngineError | None = None, reason: ReturnForm | None = None
) -> HttpResponse:
    ruleset, roster = ruleset_of(found.league.ruleset_id), roster_of(found)
    problems = shown_problems(refusal, ruleset.rules) if refusal else ()
    status = status_of(refusal) if refusal else 200
    if roster is None:
        context = {
            "crumbs": _crumbs(found.league),
            "saved": found,
            "mine": can_write_draft(request.user, found),
            "problems": problems,
        }
        return render(request, "teams/draft_lost.html", context, status=status)
    copied = fitted(found)
    typed = typed_of(copied.draft, ruleset, colour=found.colour, logo=copied.logo)
    desk = Desk(found.league, DraftForm(ruleset, roster, typed), found, copied.left_out, problems)
    if reason is not None and refusal is not None:
        beside(reason, problems, otherwise="reason")
    desk.more = {"reason": reason or ReturnForm()}
    if can_write_draft(request.user, found):
        kept = kept_typing(request) if request.method != "POST" else None
        if kept is not None:
            messages.info(request, gettext("What you had typed is here again. It is not saved yet."))
            desk.form = DraftForm(ruleset, roster, kept)
        return _draft_page(request, desk, status=status)
    return _draft_page(request, desk, status=status, template="teams/draft_read.html")


def _draft_page(
    request: HttpRequest, desk: Desk, status: int = 200, template: str = "teams/draft.html"
) -> HttpResponse:
    form, saved = desk.form, desk.saved
    context = {
        **_standing(desk.league, form),
        "crumbs": _crumbs(desk.league),
        "form": form,
        "league": desk.league,
        "roster": form.roster,
        "characteristics": form.ruleset.characteristics,
        "problems": desk.problems,
        "action": desk.action,
        "saved": saved,
        "waits": saved is not None and saved.status == DraftStatus.SUBMITTED,
        "returned": saved is not None and saved.status == DraftStatus.RETURNED,
        "judges": saved is not None and saved.status == DraftStatus.SUBMITTED and can_judge_draft(request.user, saved),
        "left_out": desk.notes,
        "picture": _picture_shown(form),
        **desk.more,
    }
    return render(request, template, context, status=status)


def _picture_shown(form: DraftForm) -> str:
    """The logo that goes with the form, in the page itself: it may belong to nothing yet that has an address."""
    return picture_within(logo_image(form.data.get("logo_kept", "") if form.is_bound else ""))


def _standing(league: League, form: DraftForm) -> dict[str, Any]:
    check = check_of(league, form.draft)
    return {
        "check": check,
        "missing": [shown(problem, form.ruleset.rules) for problem in check.problems],
        "ruleset": form.ruleset,
    }


def _mistakes(form: DraftForm) -> tuple[ShownProblem, ...]:
    """What is wrong with the shape of a form, as a list to stand above it."""
    return tuple(
        ShownProblem(f"{form.fields[name].label}: {error}") for name, errors in form.errors.items() for error in errors
    )


def _league_to_draft_in(request: HttpRequest, slug: str) -> tuple[League, Ruleset]:
    league = league_get(request.user, slug)
    allow(can_draft(request.user, league))
    return league, ruleset_of(league.ruleset_id)


def _crumbs(league: League) -> Crumbs:
    return [*to_league(league), (gettext("Draft a team"), reverse("teams:draft", args=[league.slug]))]


def _address(draft: Draft) -> str:
    return reverse("teams:saved-draft", args=[draft.pk])


def _seen(request: HttpRequest) -> int | None:
    told = request.POST.get("seen", "")
    return int(told) if told.isdecimal() and len(told) < 10 else None

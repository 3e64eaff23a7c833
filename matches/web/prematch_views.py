"""The page of the pre-match: every step of the ruleset as a section with a form of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import headers_of, status_of
from config.refusals import ShownProblem, shown, shown_problems
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from engine.rulesets.model import SequenceStep
from leagues.mapping import ruleset_of
from leagues.policies import allow
from leagues.web.accounts import coach_of
from matches.errors import MatchEventNotDue
from matches.models import Match
from matches.policies import can_prepare
from matches.selectors.kickoff import kick_off_of
from matches.selectors.marks import marks_of
from matches.selectors.matchday import PreMatchPage, others_wrote, prematch_page
from matches.selectors.matches import match_get
from matches.web import prematch_basics, prematch_cards, prematch_fate, prematch_inducements
from matches.web.asking import whole
from matches.web.crumbs import to_match
from matches.web.prematch_steps import Shown, StepPage, Unreadable

# The steps whose pages are there; in which order they come, and which are left out, the ruleset says.
STEPS: Mapping[str, StepPage] = {
    **prematch_basics.STEPS,
    **prematch_cards.STEPS,
    **prematch_fate.STEPS,
    **prematch_inducements.STEPS,
}
NOTHING = QueryDict()
STOP_ASKING = 286  # to htmx: show this, and ask no more


@dataclass(frozen=True, slots=True)
class Section:
    step: SequenceStep
    page: StepPage
    shown: Shown
    typed: QueryDict  # what was sent last and refused
    problems: tuple[ShownProblem, ...]  # what is recorded there and cannot be
    refusals: tuple[ShownProblem, ...] = ()  # why what was sent last is not recorded
    heading: str = ""  # above them, where they are an answer and nothing to be put right

    @property
    def template(self) -> str:
        return f"matches/prematch/{self.step.key}.html"

    @property
    def others(self) -> str:
        """Where else the page has to be drawn anew when this one is written, in htmx's words."""
        return ",".join(f"#step-{key}" for key in self.page.feeds)


@require_safe
@never_cache
def prematch(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody who may see the match may look; what is sealed, only its own coach sees."""
    return page_with(request, match_get(request.user, pk))


@require_safe
@never_cache
def changed(request: HttpRequest, pk: int) -> HttpResponse:
    """For a page that asks: nothing, as long as nobody else has recorded anything."""
    found, version = match_get(request.user, pk), whole(request.GET, "seen") or 0
    if not others_wrote(request.user, found, version):
        return HttpResponse(status=204)
    return render(request, "matches/prematch_changed.html", {"match": found}, status=STOP_ASKING)


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def step(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    found, coach = match_get(request.user, pk), coach_of(request)
    allow(can_prepare(coach, found))
    there = STEPS.get(step)
    if there is None:
        raise Http404
    location = f"{reverse('matches:prematch', args=[pk])}#step-{step}"
    if request.method != "POST":
        kept = kept_typing(request)
        return page_with(request, found, typed=kept, about=step) if kept else redirect(location)
    try:
        return web_answer(
            request,
            lambda: there.post(request.POST, found, coach),
            lambda _: Answer(location=location, message=gettext("Recorded.")),
        )
    except NotAllowed:
        raise
    except Unreadable as mistake:
        return page_with(
            request, found, typed=request.POST, about=step, refusals=(ShownProblem(str(mistake)),), status=422
        )
    except EngineError as refusal:
        rules = ruleset_of(found.ruleset_id).rules
        answer = page_with(
            request,
            match_get(coach, pk),
            typed=request.POST,
            about=step,
            refusals=shown_problems(refusal, rules),
            heading=gettext("Not this time") if isinstance(refusal, MatchEventNotDue) else "",
            status=status_of(refusal),
        )
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


def page_with(
    request: HttpRequest,
    found: Match,
    *,
    typed: QueryDict = NOTHING,
    about: str = "",
    refusals: tuple[ShownProblem, ...] = (),
    heading: str = "",
    status: int = 200,
) -> HttpResponse:
    """``about`` is the step that was sent and not recorded: what was typed there stands there again."""
    page = prematch_page(request.user, found)
    sections = [
        _section(request, page, step, *((typed, refusals, heading) if step.key == about else (NOTHING, (), "")))
        for step in page.steps
        if step.key in STEPS
    ]
    context = {
        "crumbs": to_match(found),
        "match": found,
        "page": page,
        "ruleset": page.ruleset,
        "sections": sections,
        "kick_off": kick_off_of(request.user, found),
        "marks": marks_of(found, page.before),
        # A step that is not on the page at all was refused: that is said above it.
        "refusals": () if any(section.refusals for section in sections) else refusals,
    }
    return render(request, "matches/prematch.html", context, status=status)


def _section(
    request: HttpRequest,
    page: PreMatchPage,
    step: SequenceStep,
    typed: QueryDict,
    refusals: tuple[ShownProblem, ...],
    heading: str,
) -> Section:
    there = STEPS[step.key]
    problems = tuple(shown(problem, page.ruleset.rules) for problem in page.problems_at(*there.places))
    return Section(step, there, there.show(page, request.user, typed), typed, problems, refusals, heading)

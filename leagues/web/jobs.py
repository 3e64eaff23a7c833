"""Jobs of a league: what runs, how far it has come, and what came of it. For commissioners."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answering import web_answer
from config.problems import status_of
from config.refusals import shown_problems
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from leagues.jobs import KINDS, kind_of, lines_of, name_of
from leagues.models import Job, League
from leagues.policies import allow, can_commission
from leagues.selectors.jobs import job_get, league_jobs
from leagues.selectors.leagues import league_get
from leagues.services.jobs import job_cancel, job_start
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league

SHOWN = 50
POLL_SECONDS = 2


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def jobs(request: HttpRequest, slug: str) -> HttpResponse:
    league = league_get(request.user, slug)
    allow(can_commission(request.user, league))
    if request.method != "POST":
        return _list(request, league)
    coach, kind = coach_of(request), request.POST.get("kind", "")
    try:
        return web_answer(
            request,
            lambda: job_start(league=league, kind=kind, actor=coach),
            lambda started: Answer(location=_address(started), message=gettext("It is being worked on.")),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        return _list(request, league, refusal)


@require_safe
@login_required
def job(request: HttpRequest, pk: int) -> HttpResponse:
    found = job_get(request.user, pk)
    allow(can_commission(request.user, found.league))
    return render(request, "leagues/job.html", {"crumbs": to_league(found.league), **_shown(found)})


@require_safe
@never_cache
@login_required
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The bar alone, for a page that asks again; nothing when it has not moved."""
    found = job_get(request.user, pk)
    allow(can_commission(request.user, found.league))
    if request.GET.get("seen") == str(found.version):
        return HttpResponse(status=204)
    return render(request, "leagues/job_progress.html", _shown(found))


@require_POST
@login_required
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = job_get(request.user, pk), coach_of(request)
    return web_answer(
        request,
        lambda: job_cancel(job=found, actor=coach),
        lambda cancelled: Answer(
            location=_address(cancelled), message=gettext("The job is cancelled. What was done stays done.")
        ),
    )


def _address(found: Job) -> str:
    return reverse("leagues:job", args=[found.pk])


def _list(request: HttpRequest, league: League, refusal: EngineError | None = None) -> HttpResponse:
    context = {
        "crumbs": to_league(league),
        "league": league,
        "kinds": [(kind.key, kind.name) for kind in KINDS.values()],
        "jobs": [(one, name_of(one)) for one in league_jobs(league)[:SHOWN]],
        "problems": shown_problems(refusal) if refusal else (),
    }
    return render(request, "leagues/jobs.html", context, status=status_of(refusal) if refusal else 200)


def _shown(found: Job) -> dict[str, object]:
    kind = kind_of(found)
    return {
        "job": found,
        "name": name_of(found),
        "lines": lines_of(found),
        "nothing": kind.nothing if kind else "",
        "poll_seconds": POLL_SECONDS if found.active else 0,
    }

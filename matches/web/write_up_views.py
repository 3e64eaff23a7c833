"""The story of a match, as its coaches tell it: written, with a picture, and hidden where it has to be."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of, title_of
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from leagues.models import Coach
from leagues.policies import allow
from leagues.web.accounts import coach_of
from matches.models import Match, WriteUp
from matches.pictures import BYTES_MOST
from matches.policies import can_write_up
from matches.selectors.matches import match_get
from matches.selectors.write_ups import stories_of, story_get
from matches.services.write_ups import (
    LONGEST,
    write_up_delete,
    write_up_hide,
    write_up_save,
    write_up_show,
)
from matches.serving import picture_response
from matches.web.asking import whole
from matches.web.crumbs import to_match
from matches.web.match_views import match_written
from teams.logos import check_size


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def write_up(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = match_get(request.user, pk), coach_of(request)
    allow(can_write_up(coach, found))
    own = stories_of(found, coach).own
    if request.method == "POST":
        return _sent(request, found, own)
    kept = kept_typing(request)
    return _page(request, found, own, kept.get("text", "") if kept else own.text if own else "")


@require_safe
def picture(request: HttpRequest, pk: int, author: int) -> HttpResponse:
    """The picture of a story, for whoever may read it."""
    return picture_response(request, story_get(match_get(request.user, pk), request.user, author))


@require_POST
def hide(request: HttpRequest, pk: int, author: int) -> HttpResponse:
    """A commissioner hides a story, or shows it again."""
    coach = request.user
    if not isinstance(coach, Coach):
        return redirect_to_login(reverse("matches:match", args=[pk]))
    story = story_get(match_get(coach, pk), coach, author)
    if request.POST.get("do") == "show":
        said = gettext("Everybody sees the write-up again.")
        return match_written(request, pk, lambda: write_up_show(story=story, actor=coach), said)
    reason = request.POST.get("reason", "")
    said = gettext("The write-up is hidden.")
    return match_written(request, pk, lambda: write_up_hide(story=story, reason=reason, actor=coach), said)


def _sent(request: HttpRequest, found: Match, own: WriteUp | None) -> HttpResponse:
    coach, text, sent = coach_of(request), request.POST.get("text", ""), request.FILES.get("picture")
    location = f"{reverse('matches:match', args=[found.pk])}#stories"
    try:
        if request.POST.get("do") == "delete":
            return web_answer(
                request,
                lambda: write_up_delete(match=found, actor=coach),
                lambda _: Answer(location=location, message=gettext("Your write-up is gone.")),
            )
        if sent is not None:
            check_size(sent.size or 0, BYTES_MOST)
        data = sent.read() if sent is not None else None
        return web_answer(
            request,
            lambda: write_up_save(
                match=found,
                text=text,
                picture=data,
                without_picture="without_picture" in request.POST,
                seen=whole(request.POST, "seen"),
                actor=coach,
            ),
            lambda _: Answer(location=location, message=gettext("Your write-up stands with the match.")),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        return _page(request, found, own, text, refusal)


def _page(
    request: HttpRequest, found: Match, own: WriteUp | None, text: str, refusal: EngineError | None = None
) -> HttpResponse:
    context = {
        "match": found,
        "own": own,
        "text": text,
        "longest": LONGEST,
        "refusal": title_of(refusal) if refusal else "",
        "crumbs": to_match(found),
    }
    return render(request, "matches/write_up.html", context, status=status_of(refusal) if refusal else 200)

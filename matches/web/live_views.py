"""The live page: coaches tap in what happens, everybody else sees it move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.conditional import conditional_headers, seen_already, tag_of
from config.problems import headers_of, status_of, title_of
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from engine.match.sides import other_side
from engine.typed import DataInvalid
from leagues.models import Coach
from leagues.policies import Visitor, allow
from matches.models import OPEN, Match
from matches.policies import can_report
from matches.selectors.hands import own_hand
from matches.selectors.live import LiveMatch, live_mark, live_match
from matches.selectors.matches import match_get
from matches.services.live import NOT_BEGUN, Received, event_enter
from matches.services.live_desk import Told
from matches.web.crumbs import to_match
from matches.web.late_words import late_way
from matches.web.live_forms import benches_of, form_of
from matches.web.live_sent import Unreadable, amended, seen_by, taken, told_again, told_from
from matches.web.live_timeline import late_items, timeline

SECONDS, PATIENT = 4, 20  # until a page asks again: while the match is played, and when it is over


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def live(request: HttpRequest, pk: int) -> HttpResponse:
    if request.method == "POST":
        return _told(request, pk)
    return _page(request, pk)


@require_safe
def now(request: HttpRequest, pk: int) -> HttpResponse:
    """How the match stands, for a page that asks again; and a token for a phone whose own is too old."""
    tag = _tag(request.user, pk)
    get_token(request)
    if seen_already(request, tag):
        answer = HttpResponse(status=304)
    else:
        answer = render(request, "matches/live/now.html", _now(request.user, live_match(match_get(request.user, pk))))
    for name, content in conditional_headers(tag).items():
        answer[name] = content
    return answer


def _tag(visitor: Visitor, pk: int) -> str:
    # What a coach sees has buttons.
    return tag_of(live_mark(visitor, pk), visitor.pk or 0)


def _page(
    request: HttpRequest, pk: int, *, typed: Mapping[str, Any] | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    tag = _tag(request.user, pk)
    found = live_match(match_get(request.user, pk))
    context = _now(request.user, found)
    edit = request.GET.get("edit", "") if request.method != "POST" else ""
    form = form_of(found, context["benches"], edit, own_hand(request.user, found.match))
    context |= {
        "crumbs": to_match(found.match),
        "tag": tag,
        "time": int(timezone.now().timestamp() * 1000),
        "form": form,
        "typed": typed or _typed(found, form.event),
        "refusal": refusal,
    }
    return render(request, "matches/live/page.html", context, status=status)


def _now(visitor: Visitor, found: LiveMatch) -> dict[str, Any]:
    match = found.match
    may_report = can_report(visitor, match)
    begun = match.status not in NOT_BEGUN or match.kicked_off_at is not None
    is_open = begun and match.status in OPEN
    return {
        "match": match,
        "live": found,
        "state": found.sums.state,
        "weather": _weather(found),
        "benches": benches_of(found),
        "items": timeline(found),
        "late": late_items(found),
        "late_way": late_way(visitor, match) if found.late else "",
        "begun": begun,
        "open": is_open,
        "may_tell": is_open and may_report,
        "may_report": is_open and may_report,
        "seconds": SECONDS if is_open else PATIENT,
    }


def _weather(found: LiveMatch) -> str:
    names = {result.key: result.name for table in found.scene.ruleset.weather for result in table.results}
    return names.get(found.sums.state.weather, "")


def _typed(found: LiveMatch, event: Any) -> dict[str, Any]:
    """What stands in the form: an event that is edited, or the turn that is being played."""
    state = found.sums.state
    if event is None:
        side = state.turn_of or "home"
        return {"half": state.half or 1, "turn": state.turn or 1, "side": side, "throw": "first"}
    typed: dict[str, Any] = {
        name: getattr(event, name)
        for name in ("key", "kind", "half", "turn", "side", "cause", "note", "result", "lasting", "second", "kept")
    }
    typed["sent-off-for"] = event.cause
    ticked = ("apothecary", "igor", "regenerated")
    typed |= {name: "yes" for name in ticked if getattr(event, name)}
    typed |= {f"dice-{part}": " ".join(map(str, faces)) for part, faces in event.dice.items()}
    typed |= {"faces": " ".join(map(str, event.dice.get(event.kind, ()))), f"what-{event.kind}": event.what}
    if event.side:
        typed["player"] = f"{event.side}/{event.player}"
        typed["other"] = f"{event.side if event.own else other_side(event.side)}/{event.other}"
    return typed


# What is told without a script.


def _told(request: HttpRequest, pk: int) -> HttpResponse:
    coach, address = request.user, reverse("matches:live", args=[pk])
    if not isinstance(coach, Coach):
        return redirect_to_login(address)
    found = match_get(coach, pk)
    allow(can_report(coach, found))

    def render_answer(received: Received) -> Answer:
        (receipt,) = received.receipts
        said = [title_of(problem) for problem in receipt.problems]
        return Answer(location=f"{address}#timeline", message=" ".join([_outcome(received), *said]))

    try:
        told = _entry(request, live_match(found))
        return web_answer(request, _entering(found, told, coach), render_answer)
    except NotAllowed:
        raise
    except (Unreadable, DataInvalid) as mistake:
        said = str(mistake) if isinstance(mistake, Unreadable) else gettext("Something in it cannot be read.")
        return _page(request, pk, typed=request.POST.dict(), refusal=said, status=422)
    except EngineError as refusal:
        answer = _page(request, pk, typed=request.POST.dict(), refusal=title_of(refusal), status=status_of(refusal))
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


def _entering(found: Match, told: Told, coach: Coach) -> Callable[[], Received]:
    return lambda: event_enter(match=found, told=told, actor=coach)


def _entry(request: HttpRequest, found: LiveMatch) -> Told:
    do, key = request.POST.get("do", "tell"), request.POST.get("key", "")
    if do == "tell":
        return told_from(request.POST, form_of(found, benches_of(found), key))
    if do == "late":
        return told_again(found.late, request.POST)
    line = found.line(key)
    if line is None or line.entry.event is None:
        raise Unreadable(gettext("That event was taken back meanwhile."))
    if do == "undo":
        return Told(0, key, seen=seen_by(request.POST))
    return taken(line, request.POST) if do == "take" else amended(line.entry.event, request.POST)


def _outcome(received: Received) -> str:
    (receipt,) = received.receipts
    if receipt.outcome != "stored":
        return gettext("It was not written down.")
    if received.match.status not in OPEN:
        return gettext("The report was filed already: it is kept, and changes nothing.")
    return gettext("Written down.")

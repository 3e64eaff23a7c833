"""Disputing lines of a report, settling them, and the public list of what was ruled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import status_of
from config.refusals import ShownProblem, shown_problems
from config.words import word
from config.writing import Answer
from engine.errors import EngineError, NotAllowed
from engine.match import checks
from engine.match.comparing import lines_of, what_of
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import allow, can_commission
from leagues.selectors.leagues import league_get
from leagues.web.accounts import coach_of
from leagues.web.crumbs import to_league
from matches.errors import LaterDoesNotFit
from matches.mapping import report_of
from matches.models import Dispute, Match, MatchStatus, Report, Verdict
from matches.policies import can_answer_for, can_dispute, can_rule, can_withdraw
from matches.selectors.agreement import open_reports
from matches.selectors.live import LateLine, LiveMatch, live_match
from matches.selectors.matches import match_get, match_sheets
from matches.selectors.order import counted_later
from matches.selectors.rulings import dispute_get, league_rulings, sheets_of
from matches.services.disputes import (
    Objection,
    Sentence,
    dispute_accept,
    dispute_raise,
    dispute_rule,
    dispute_withdraw,
)
from matches.web.agreement_context import dispute_row, ruling_words
from matches.web.asking import whole
from matches.web.crumbs import to_match
from matches.web.late_words import chosen, late_lines, late_reason
from matches.web.line_fields import LineFields
from matches.web.line_words import LineRow, LineWords
from matches.web.score_lines import scored_by, touchdowns_meant

RULINGS_SHOWN = 100
# Whoever is only here for the match has hyphens in his key: ``jm7-1``, ``star-griff-oberwald-1``.
_PLAYER = "[a-z0-9-]{1,60}"
_SIDED = re.compile(rf"(home|away)\.({_PLAYER})")
_FURTHER = re.compile(
    rf"overtime|(home|away)\.(sent_off|healed_kos|used\.[a-z0-9-]{{1,60}}|deeds\.{_PLAYER}\.[a-z-]{{1,20}}"
    rf"|casualties\.{_PLAYER}(\.[0-9]{{1,2}})?)"
)


@dataclass(frozen=True, slots=True)
class LateTold:
    """What phones told after the report, of a match as they have told it."""

    found: LiveMatch
    told: tuple[LateLine, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@login_keeping
def dispute(request: HttpRequest, pk: int) -> HttpResponse:
    """Every line of the other coach's report, to say which of them are wrong."""
    found, coach = match_get(request.user, pk), coach_of(request)
    mine = [report for report in open_reports(found) if can_dispute(coach, found, report)]
    if not mine:
        allow(can_dispute(coach, found, found.reports.last()))
        return redirect("matches:match", pk=pk)
    if request.method != "POST":
        return _dispute_page(request, found, mine[0], kept_typing(request) or QueryDict(), late=_late(request, found))
    seen, typed = whole(request.POST, "report"), request.POST
    objections = list(_objections(found, mine[0], typed))
    said = gettext("The lines you named wait to be settled. All others stand as they are.")
    try:
        return web_answer(
            request,
            lambda: dispute_raise(match=found, objections=objections, seen=seen, actor=coach),
            lambda _: Answer(location=reverse("matches:match", args=[pk]), message=said),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        named = [f"comment.{one.line}" for one in objections]
        return _dispute_page(request, found, mine[0], typed, refusal, named)


@require_http_methods(["GET", "HEAD", "POST"])
def dispute_line(request: HttpRequest, pk: int) -> HttpResponse:
    """One disputed line: for everybody to read, for both coaches to settle, for a commissioner to rule on."""
    if request.method == "POST":
        return _line_sent(request, pk)
    return _line_page(request, dispute_get(request.user, pk))


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """What commissioners have ruled in a league, the latest first."""
    league = league_get(request.user, slug)
    found = list(league_rulings(league)[:RULINGS_SHOWN])
    sheets = sheets_of(found)
    rows = []
    for ruling in found:
        match = ruling.dispute.report.match
        said = LineWords(match, sheets[match.pk], ruleset_of(match.ruleset_id))
        rows.append((ruling, said.label(ruling.dispute.line), ruling_words(ruling, said)))
    return render(request, "matches/rulings.html", {"league": league, "crumbs": to_league(league), "rows": rows})


# The lines of a report, and what is wrong with them.


def _dispute_page(
    request: HttpRequest,
    found: Match,
    report: Report,
    typed: QueryDict,
    refusal: EngineError | None = None,
    named: Sequence[str] = (),
    late: LateTold | None = None,
) -> HttpResponse:
    sheets, ruleset = match_sheets(found), ruleset_of(found.ruleset_id)
    words, lines = LineWords(found, sheets, ruleset), _lines(report)
    fields = LineFields(found, sheets, ruleset, lines)
    proposed = late_lines(late.found, late.told, report) if late else {}
    comment = late_reason(late.found, late.told) if late else ""
    # What the report says nothing about, and somebody would have it say.
    places = [*(place for place in (*proposed, *_further(typed, lines)) if place not in lines), *lines]
    rows = [
        {
            "row": LineRow(place, what_of(place), words.label(place), words.value(place, lines.get(place))),
            "field": fields.field(place, proposed.get(place, lines.get(place))),
            "comment": typed.get(f"comment.{place}", comment if place in proposed else ""),
            "wants": typed.get(f"wants.{place}", _wanted(place, proposed)),
        }
        for place in dict.fromkeys(places)
    ]
    problems = shown_problems(refusal, ruleset.rules) if refusal else ()
    context = {
        "match": found,
        "report": report,
        "rows": rows,
        "late": late,
        "proposed": proposed,
        "fields": fields,
        "typed": typed,
        "players": [(side, team.name, fields.players(side)) for side, team in fields.teams.items()],
        "deeds": [(deed, word("deed", deed)) for deed in checks.deeds_of(ruleset)],
        "problems": [_led(problem, named) for problem in problems],
        "crumbs": to_match(found),
    }
    return render(request, "matches/dispute.html", context, status=status_of(refusal) if refusal else 200)


def _late(request: HttpRequest, found: Match) -> LateTold | None:
    """What was told too late and brought him here: its lines are chosen and filled in."""
    wanted = request.GET.getlist("late")
    if not wanted:
        return None
    live = live_match(found)
    return LateTold(live, chosen(live, wanted))


def _wanted(place: str, proposed: Mapping[str, Any]) -> str:
    if place not in proposed:
        return ""
    return Verdict.STRUCK if proposed[place] is None else Verdict.CHANGED


def _further(typed: QueryDict, lines: Mapping[str, Any]) -> list[str]:
    """Lines that the report does not have yet, as far as the form asks for them."""
    places = (name.removeprefix("comment.") for name in typed if name.startswith("comment."))
    return [place for place in places if place not in lines and _FURTHER.fullmatch(place)]


def _led(problem: ShownProblem, named: Sequence[str]) -> ShownProblem:
    """To the comment of the line that it is about."""
    nth = problem.where.removeprefix("objections.").partition(".")[0]
    return replace(problem, field=named[int(nth)]) if nth.isdecimal() and int(nth) < len(named) else problem


def _lines(report: Report) -> dict[str, Any]:
    return lines_of(report_of(report))


def _objections(found: Match, report: Report, typed: QueryDict) -> Iterator[Objection]:
    """The lines that were ticked or commented, and what is missing altogether."""
    lines = _lines(report)
    fields = LineFields(found, match_sheets(found), ruleset_of(found.ruleset_id), lines)
    ticked = typed.getlist("line")
    for place in (*lines, *_further(typed, lines)):
        said = lines.get(place)
        comment = typed.get(f"comment.{place}", "")
        if comment.strip() or place in ticked:
            wants, value = typed.get(f"wants.{place}", ""), fields.read(place, typed, said)
            yield from _objected(_objection(place, comment, wants, value), typed, lines)
    hurt = _SIDED.fullmatch(typed.get("missing.casualty", ""))
    if hurt:
        place = _free_place(lines, hurt[1], hurt[2])
        told = {"cause": typed.get("missing.cause", ""), "by": typed.get("missing.by", "") or None}
        yield Objection(place, typed.get("missing.casualty.comment", ""), "changed", told)
    doer = _SIDED.fullmatch(typed.get("missing.deed", ""))
    if doer:
        place = f"{doer[1]}.deeds.{doer[2]}.{typed.get('missing.what', '')}"
        times = (lines.get(place) or 0) + 1
        yield Objection(place, typed.get("missing.deed.comment", ""), "changed", times)


def _objected(objection: Objection, typed: QueryDict, lines: Mapping[str, Any]) -> Iterator[Objection]:
    """Of a score, the touchdowns that make it: they move it, each a line that can be agreed to by itself."""
    made = touchdowns_meant(objection.line, objection.proposal, typed, lines)
    for line, times in made.items():
        yield Objection(line, objection.comment, "changed", times)
    if not made or scored_by(objection.line, made, lines) != objection.proposal:
        yield objection


def _objection(place: str, comment: str, wants: str, value: Any) -> Objection:
    if wants == "changed":
        return Objection(place, comment, "changed", value)
    return Objection(place, comment, "struck" if wants == "struck" else "")


def _free_place(lines: Mapping[str, Any], side: str, victim: str) -> str:
    """Where another casualty of this player stands."""
    first = f"{side}.casualties.{victim}"
    nth = 1
    while (first if nth == 1 else f"{first}.{nth}") in lines:
        nth += 1
    return first if nth == 1 else f"{first}.{nth}"


# One disputed line.


def _line_page(request: HttpRequest, found: Dispute, refusal: EngineError | None = None) -> HttpResponse:
    match, visitor = found.report.match, request.user
    sheets, ruleset = match_sheets(match), ruleset_of(match.ruleset_id)
    words, lines = LineWords(match, sheets, ruleset), _lines(found.report)
    fields = LineFields(match, sheets, ruleset, lines)
    is_open = not hasattr(found, "ruling")
    context = {
        "match": match,
        "dispute": found,
        "row": dispute_row(found, words, lines),
        "field": fields.field(found.line, _shown(found, lines)),
        "verdicts": Verdict.choices,
        "verdict": request.POST.get("verdict", Verdict.STANDS),
        "reason": request.POST.get("reason", ""),
        "typed": request.POST,
        "later": match.status == MatchStatus.DISPUTED
        and (isinstance(refusal, LaterDoesNotFit) or counted_later(match)),
        "later_stands": "later_stands" in request.POST,
        "may_accept": is_open and bool(found.wants) and can_answer_for(visitor, match, found.report),
        "may_withdraw": is_open and can_withdraw(visitor, found),
        "may_rule": is_open and can_rule(visitor, match),
        "problems": shown_problems(refusal, ruleset.rules) if refusal else (),
        "crumbs": to_match(match),
    }
    return render(request, "matches/dispute_line.html", context, status=status_of(refusal) if refusal else 200)


def _shown(found: Dispute, lines: Mapping[str, Any]) -> Any:
    """What the field of a disputed line begins with: what the other coach wants of it, or what it says."""
    return found.proposal if found.wants == Verdict.CHANGED else lines.get(found.line)


@login_keeping
def _line_sent(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = dispute_get(request.user, pk), coach_of(request)
    do = request.POST.get("do", "")
    acts: dict[str, Callable[[], object]] = {
        "accept": lambda: dispute_accept(dispute=found, actor=coach),
        "withdraw": lambda: dispute_withdraw(dispute=found, actor=coach),
    }
    act = acts.get(do, lambda: _ruled(request.POST, found, coach))
    try:
        return web_answer(
            request,
            act,
            lambda _: Answer(
                location=reverse("matches:match", args=[found.report.match_id]), message=gettext("The line is settled.")
            ),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        return _line_page(request, dispute_get(coach, pk), refusal)


def _ruled(typed: QueryDict, found: Dispute, coach: Coach) -> Dispute:
    match, verdict = found.report.match, typed.get("verdict", "")
    allow(can_commission(coach, match.league))
    lines = _lines(found.report)
    fields = LineFields(match, match_sheets(match), ruleset_of(match.ruleset_id), lines)
    change = fields.read(found.line, typed, _shown(found, lines)) if verdict == Verdict.CHANGED else None
    sentence = Sentence(
        Verdict(verdict) if verdict in Verdict.values else Verdict.STANDS,
        change,
        touchdowns_meant(found.line, change, typed, lines),
    )
    return dispute_rule(
        dispute=found,
        sentence=sentence,
        reason=typed.get("reason", ""),
        later_stands="later_stands" in typed,
        actor=coach,
    )

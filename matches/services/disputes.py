"""Disputes: a coach objects to lines of the other's report, each is settled, and what comes of it counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from config.writing import Writing, write
from engine.errors import Problem, RuleViolation, marked
from engine.match.checks.score import added_up
from engine.match.comparing import (
    LineUnknown,
    differences,
    lines_of,
    side_of_line,
    what_of,
    with_line,
    with_lines,
)
from engine.match.report import MatchReport
from engine.match.sides import Side
from leagues.models import Coach
from leagues.names import clean_remark, needed_reason
from leagues.policies import allow, can_commission
from matches.errors import (
    DisputeIllegal,
    DisputeOver,
    NothingDisputed,
    NothingProposed,
    NothingToCompare,
    NothingToConfirm,
    OwnMatch,
)
from matches.mapping import report_of
from matches.models import (
    ConfirmedBy,
    Dispute,
    DisputeRuling,
    Match,
    MatchStatus,
    Report,
    RulingWay,
    Verdict,
)
from matches.policies import can_answer_for, can_dispute, can_rule, can_withdraw, coaches_of
from matches.selectors.agreement import disputes_of, open_disputes, open_reports
from matches.services.checking import report_made
from matches.services.claiming import match_claim
from matches.services.reports import report_keep, report_stands, report_to_confirm
from teams.services.ledger import league_lock

Wants = Literal["", "struck", "changed"]
OBJECTIONS_MOST = 100
LINE_LONGEST = 100


@dataclass(frozen=True, slots=True)
class Objection:
    """A line that somebody does not agree with, why, and what he would have of it."""

    line: str
    comment: str
    wants: Wants = ""
    proposal: Any = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """What becomes of a disputed line. ``follows`` are other lines that have to change with it."""

    verdict: Verdict
    change: Any = None
    follows: Mapping[str, Any] = field(default_factory=dict)


def dispute_raise(*, match: Match, objections: Sequence[Objection], seen: int | None = None, actor: Coach) -> Match:
    """Object to lines of a report. The lines that are left alone stand: they are agreed to."""
    with write("report.disputed", actor=actor, league=match.league) as writing:
        report = report_to_confirm(match, seen, actor)
        allow(can_dispute(actor, match, report))
        objections = [_cleaned(one) for one in objections]
        told = report_of(report)
        found = tuple(_problems(told, objections)) or tuple(_scores_unfit(match, told, objections))
        if found:
            raise DisputeIllegal(found)
        _raise(match, report, objections, actor, writing)
    return match


def differences_dispute(*, match: Match, comment: str, seen: int | None = None, actor: Coach) -> Match:
    """Let a commissioner rule on everything in which the other report differs from one's own."""
    why = needed_reason(comment)
    with write("report.disputed", actor=actor, league=match.league) as writing:
        report = report_to_confirm(match, seen, actor)
        allow(can_dispute(actor, match, report))
        own = next((one for one in open_reports(match) if one != report and can_answer_for(actor, match, one)), None)
        if own is None:
            raise NothingToCompare
        objections = [
            Objection(one.place, why, "struck" if one.theirs is None else "changed", one.theirs)
            for one in differences(report_of(report), report_of(own))
        ]
        if not objections:
            raise NothingToCompare
        _raise(match, report, objections, actor, writing)
    return match


def dispute_accept(*, dispute: Dispute, actor: Coach) -> Dispute:
    """The author agrees: the line becomes what the other coach wants of it."""
    match = dispute.report.match
    allow(can_answer_for(actor, match, dispute.report))
    if not dispute.wants:
        raise NothingProposed
    sentence = Sentence(Verdict(dispute.wants), dispute.proposal)
    return _end(dispute, RulingWay.ACCEPTED, sentence, "", actor=actor)


def dispute_withdraw(*, dispute: Dispute, actor: Coach) -> Dispute:
    """Whoever objected does not any more: the line stands."""
    allow(can_withdraw(actor, dispute))
    return _end(dispute, RulingWay.WITHDRAWN, Sentence(Verdict.STANDS), "", actor=actor)


def dispute_rule(
    *, dispute: Dispute, sentence: Sentence, reason: str, later_stands: bool = False, actor: Coach
) -> Dispute:
    """A commissioner rules, for everybody to read.

    ``later_stands``: what has happened since and does not fit what becomes of the report is kept as it was told.
    """
    match = dispute.report.match
    allow(can_commission(actor, match.league))
    if not can_rule(actor, match):
        raise OwnMatch
    return _end(dispute, RulingWay.RULED, sentence, needed_reason(reason), later_stands=later_stands, actor=actor)


def _raise(match: Match, report: Report, objections: Sequence[Objection], actor: Coach, writing: Writing) -> None:
    match_claim(match, MatchStatus.REPORTED, MatchStatus.DISPUTED, otherwise=NothingToConfirm())
    for one in objections:
        proposal = one.proposal if one.wants == Verdict.CHANGED else None
        Dispute.objects.create(
            report=report, line=one.line, comment=one.comment, wants=one.wants, proposal=proposal, author=actor
        )
    lines = [one.line for one in objections]
    writing.done(match, subject=f"match:{match.pk}", report=report.number, lines=lines)


def _end(
    dispute: Dispute, way: RulingWay, sentence: Sentence, reason: str, *, later_stands: bool = False, actor: Coach
) -> Dispute:
    """Settle one line; with the last of them the report counts as it has become."""
    match, report = dispute.report.match, dispute.report
    with write("report.line_settled", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        now = Match.objects.get(pk=match.pk)
        match.status, match.version = now.status, now.version
        if match.status != MatchStatus.DISPUTED or report.number <= now.reports_closed:
            raise NothingDisputed
        if DisputeRuling.objects.filter(dispute=dispute).exists():
            raise DisputeOver
        # What nonsense it would be is said now, and not when the last line is settled.
        with_lines(report_of(report), _lines_changed(dispute.line, sentence))
        ruling = DisputeRuling.objects.create(
            dispute=dispute,
            way=way,
            verdict=sentence.verdict,
            change=sentence.change if sentence.verdict == Verdict.CHANGED else None,
            follows=dict(sentence.follows),
            reason=reason,
            later_stands=later_stands,
            own_match=way == RulingWay.RULED and actor.pk in coaches_of(match),
            author=actor,
        )
        disputes = disputes_of(report)
        if open_disputes(disputes):
            match_claim(match, MatchStatus.DISPUTED, MatchStatus.DISPUTED, otherwise=NothingDisputed())
        else:
            _settle(match, report, disputes, actor)
        writing.done(
            dispute,
            subject=f"match:{match.pk}",
            line=dispute.line,
            verdict=ruling.verdict,
            way=way.value,
            reason=reason,
            later_stands=later_stands,
        )
    return Dispute.objects.select_related("author", "ruling__author").get(pk=dispute.pk)


def _settle(match: Match, report: Report, disputes: Sequence[Dispute], actor: Coach) -> None:
    """All lines are settled: the report as it has become is judged anew, and counts.

    Whichever line it was that a commissioner ruled on: where he lets stand what came later, it stands.
    """
    changed: dict[str, Any] = {}
    for dispute in disputes:
        ruling = dispute.ruling
        sentence = Sentence(Verdict(ruling.verdict), ruling.change, ruling.follows)
        changed |= _lines_changed(dispute.line, sentence)
    if changed:
        made = report_made(match, report_of(report), changed)
        report = report_keep(match=match, report=made, side="", made_of=report, actor=actor)
    match_claim(match, MatchStatus.DISPUTED, MatchStatus.CONFIRMED, otherwise=NothingDisputed())
    stands = any(dispute.ruling.later_stands for dispute in disputes)
    report_stands(match=match, report=report, how=ConfirmedBy.RULINGS, coach=actor, later_stands=stands)


def _lines_changed(line: str, sentence: Sentence) -> dict[str, Any]:
    if sentence.verdict == Verdict.STANDS:
        return dict(sentence.follows)
    return {line: sentence.change if sentence.verdict == Verdict.CHANGED else None, **sentence.follows}


def _cleaned(objection: Objection) -> Objection:
    return Objection(objection.line, clean_remark(objection.comment), objection.wants, objection.proposal)


def _problems(report: MatchReport, objections: Sequence[Objection]) -> Iterator[Problem]:
    if not 1 <= len(objections) <= OBJECTIONS_MOST:
        yield Problem(
            "objections_number",
            marked("Say which lines are wrong: 1 to {most} of them, not {number}."),
            "match-report",
            "objections",
            {"most": OBJECTIONS_MOST, "number": len(objections)},
        )
    lines, seen = lines_of(report), set[str]()
    for nth, one in enumerate(objections):
        where = f"objections.{nth}"
        if not one.comment:
            yield Problem(
                "objection_without_comment",
                marked("Say what is wrong with this line."),
                "match-report",
                f"{where}.comment",
                {"line": one.line[:LINE_LONGEST]},
            )
        if one.line in seen:
            yield Problem(
                "objection_twice",
                marked("“{line}” is disputed twice; once is enough."),
                "match-report",
                f"{where}.line",
                {"line": one.line[:LINE_LONGEST]},
            )
        seen.add(one.line)
        yield from _line_problems(report, lines, one, where)


def _scores_unfit(match: Match, report: MatchReport, objections: Sequence[Objection]) -> Iterator[Problem]:
    """A score that nobody has scored could be agreed to by nobody: said now, with both numbers."""
    made = with_lines(
        report, {one.line: one.proposal if one.wants == Verdict.CHANGED else None for one in objections if one.wants}
    )
    teams: Mapping[Side, str] = {"home": match.home.name, "away": match.away.name}
    for nth, one in enumerate(objections):
        side = side_of_line(one.line)
        if one.wants and side is not None and what_of(one.line) == "score":
            for problem in added_up(side, made.side(side), teams[side]):
                yield replace(problem, where=f"objections.{nth}.proposal")


def _line_problems(report: MatchReport, lines: Mapping[str, Any], one: Objection, where: str) -> Iterator[Problem]:
    """A line that the report has; or one that it lacks, with what should stand there."""
    try:
        if len(one.line) > LINE_LONGEST or (one.line not in lines and one.wants != Verdict.CHANGED):
            raise LineUnknown(line=one.line[:LINE_LONGEST])
        if one.wants:
            with_line(report, one.line, one.proposal if one.wants == Verdict.CHANGED else None)
    except RuleViolation as refusal:
        yield Problem(refusal.code, refusal.message, refusal.rule, f"{where}.line", refusal.params)

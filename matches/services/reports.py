"""Reports: filed by one coach or by both, confirmed by the other; then the match stands in the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from config.writing import Writing, write
from engine.errors import ReportIllegal
from engine.match.comparing import differences, lines_of
from engine.match.prematch import MaybeSide
from engine.match.report import MatchReport
from engine.match.sides import other_side
from engine.team import limits
from engine.typed import plain
from leagues.models import Coach
from leagues.names import clean_remark
from leagues.policies import allow, can_commission
from matches.asking import side_said
from matches.errors import (
    AlreadyReported,
    NothingToCompare,
    NothingToConfirm,
    NotYourReport,
    ReportChanged,
    ReportOfOtherTeams,
    RulesChangedMeanwhile,
)
from matches.mapping import report_of
from matches.models import (
    OPEN,
    Confirmation,
    ConfirmedBy,
    Match,
    MatchDay,
    MatchStatus,
    PinTries,
    Report,
    ReportDraft,
)
from matches.policies import can_answer_for, can_confirm, can_report, can_return, is_coach_of, sides_of
from matches.selectors.agreement import open_reports
from matches.services.checking import hands_checked, report_checked, report_made, report_measured
from matches.services.claiming import match_claim, open_status, reports_close
from matches.services.completing import completed
from matches.services.counting import match_count
from matches.services.inducements import purchases_sealed, waiting_for
from matches.services.placing import place_give_up, place_take
from matches.services.snapshots import sheets_keep, sheets_of_day, sheets_renew
from teams.services.ledger import league_lock

# A coach and the other one, or a commissioner and one of them: whoever comes third agrees to one of the two.
OPEN_MOST = 2


def report_submit(*, match: Match, report: MatchReport, on_behalf: MaybeSide = "", actor: Coach) -> Report:
    """File a report. It stands when the other coach confirms it.

    Filing what the other one has filed confirms it; filing something else is kept beside it. ``on_behalf`` is the side
    for which a commissioner files it from paper.
    """
    allow(can_report(actor, match))
    side = _side_for(match, on_behalf, actor)
    if (report.home.team, report.away.team) != (match.home.key, match.away.key):
        raise ReportOfOtherTeams(home=match.home.name, away=match.away.name)
    report_measured(report)
    retired = tuple(limits.team_retired(team.name, "") for team in (match.home, match.away) if team.retired)
    if retired:
        raise ReportIllegal(retired)
    with write("report.submitted", actor=actor, league=match.league) as writing:
        _held(match)
        _nothing_sealed(match, actor)
        filed = open_reports(match) if match.status == MatchStatus.REPORTED else ()
        return _hand_in(match, completed(match, report), filed, side, actor, writing)


def report_take_lines(*, match: Match, lines: Sequence[str], seen: int, actor: Coach) -> Report:
    """Take over what the other report says in these lines. ``seen`` is its number."""
    allow(can_report(actor, match))
    with write("report.lines_taken", actor=actor, league=match.league) as writing:
        _held(match)
        filed = open_reports(match) if match.status == MatchStatus.REPORTED else ()
        own = next((report for report in filed if can_answer_for(actor, match, report)), None)
        other = next((report for report in filed if report.number == seen), None)
        if own is None or len(filed) < OPEN_MOST:
            raise NothingToCompare
        if other is None or other == own:
            raise ReportChanged
        theirs = lines_of(report_of(other))
        mine = report_of(own)
        mine = replace(mine, accepted=tuple(sorted({*mine.accepted, *report_of(other).accepted})))
        taken = report_made(match, mine, {line: theirs.get(line) for line in lines})
        side = _side_for(match, side_said(own.side), actor)
        return _hand_in(match, taken, (other,), side, actor, writing, made_of=own)


def report_return(*, match: Match, reason: str = "", actor: Coach) -> Match:
    """Send an unconfirmed report back: the match is open for a new one; what was filed stays on record.

    With it goes the place that it took; a match that was kicked off here has begun, and stays where it is.
    """
    allow(can_return(actor, match))
    reason = clean_remark(reason)
    with write("report.returned", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        match_claim(match, MatchStatus.REPORTED, open_status(match), otherwise=NothingToConfirm())
        reports_close(match)
        sheets_renew(match)
        place_give_up(match=match)
        writing.done(match, subject=f"match:{match.pk}", reason=reason)
    return match


def report_confirm(
    *,
    match: Match,
    seen: int | None = None,
    how: ConfirmedBy = ConfirmedBy.HIMSELF,
    phone_of: Coach | None = None,
    actor: Coach,
) -> Match:
    """Confirm the report: the match takes its place in the ledger and the post-match sequence begins.

    ``seen`` is the number of the report that the actor has read: another one he does not vouch for. ``phone_of`` is who
    is signed in on the phone that he uses, if it is not his own.
    """
    with write("report.confirmed", actor=actor, league=match.league) as writing:
        league_lock(match.league)  # before the match, as whoever files does: they would wait for each other
        report = report_to_confirm(match, seen, actor)
        allow(can_confirm(actor, match, report))
        # The claim comes first: of two coaches who confirm at the same instant, one goes on.
        match_claim(match, MatchStatus.REPORTED, MatchStatus.CONFIRMED, otherwise=NothingToConfirm())
        report_stands(match=match, report=report, how=how, coach=actor)
        phone = f"coach:{phone_of.pk}" if phone_of else ""
        writing.done(match, subject=f"match:{match.pk}", report=report.number, how=how.value, phone=phone)
    return match


def report_to_confirm(match: Match, seen: int | None, actor: Coach) -> Report:
    """The open report that was read; if none is named, the one that this coach has not written himself."""
    filed = open_reports(match) if match.status == MatchStatus.REPORTED else ()
    if not filed:
        raise NothingToConfirm
    if seen is None:
        others = [report for report in filed if can_confirm(actor, match, report)]
        if len(others) > 1:
            raise ReportChanged
        return (others or filed)[0]
    read = next((report for report in filed if report.number == seen), None)
    if read is None:
        raise ReportChanged
    return read


def report_stands(
    *, match: Match, report: Report, how: ConfirmedBy, coach: Coach | None, later_stands: bool = False
) -> None:
    """From now on this report counts. Called inside ``write()`` by whoever has claimed the match."""
    hands_checked(match, report_of(report))
    Confirmation.objects.create(report=report, how=how, coach=coach, later_stands=later_stands)
    ReportDraft.objects.filter(match=match).delete()
    PinTries.objects.filter(match=match).delete()
    match_count(match=match, report=report, later_stands=later_stands, actor=coach)


def _hand_in(
    match: Match,
    report: MatchReport,
    filed: Sequence[Report],
    side: MaybeSide,
    actor: Coach,
    writing: Writing,
    made_of: Report | None = None,
) -> Report:
    """Keep a report beside those that are open, unless one of them says the same already."""
    if match.status not in (*OPEN, MatchStatus.REPORTED):
        raise AlreadyReported
    place_take(match=match)
    report = report_checked(match, report, sides_of(actor, match))
    said = next((one for one in filed if not differences(report_of(one), report)), None)
    if said is not None and said.side == side:
        writing.done(said, subject=f"match:{match.pk}", report=said.number, again=True)
        return said
    if said is not None and can_confirm(actor, match, said):
        match_claim(match, MatchStatus.REPORTED, MatchStatus.CONFIRMED, otherwise=NothingToConfirm())
        report_stands(match=match, report=said, how=ConfirmedBy.SAME, coach=actor)
        writing.done(said, subject=f"match:{match.pk}", report=said.number, how=ConfirmedBy.SAME.value)
        return said
    if any(one.side == side for one in filed) or len(filed) >= OPEN_MOST:
        raise AlreadyReported
    match_claim(match, MatchStatus(match.status), MatchStatus.REPORTED, otherwise=AlreadyReported())
    row = report_keep(match=match, report=report, side=side, made_of=made_of, actor=actor)
    sheets_keep(match=match, sheets=sheets_of_day(match, report.played_with))
    sheets_renew(match)
    ReportDraft.objects.filter(match=match, author=actor).delete()
    writing.done(row, subject=f"match:{match.pk}", report=row.number)
    return row


def report_keep(
    *, match: Match, report: MatchReport, side: MaybeSide, made_of: Report | None = None, actor: Coach
) -> Report:
    return Report.objects.create(
        match=match,
        number=match.reports.count() + 1,
        report=plain(report),
        side=side,
        paper=(bool(side) and side not in sides_of(actor, match)) or not sides_of(actor, match),
        made_of=made_of,
        submitted_by=actor,
    )


def _side_for(match: Match, on_behalf: MaybeSide, actor: Coach) -> MaybeSide:
    """Whose word it is: the actor's own side's, or that of the side for which a commissioner files it from paper."""
    own = sides_of(actor, match)
    if on_behalf and on_behalf not in own:
        # In his own match a commissioner is a coach like any other: he speaks for his own side.
        if own or not can_commission(actor, match.league):
            raise NotYourReport
        return on_behalf
    if on_behalf or len(own) != 1:
        return on_behalf
    return "home" if own[0] == "home" else "away"


def _nothing_sealed(match: Match, actor: Coach) -> None:
    """A report shows what a side has sealed: to the other one, who could send it back and buy, or to a commissioner.

    Who has sealed it may show it. A commissioner says first what the other side has bought, if only nothing.
    """
    waiting = waiting_for(MatchDay.objects.filter(match=match).first())
    if waiting is not None and not is_coach_of(actor, match, other_side(waiting)):
        raise purchases_sealed(match, waiting)


def _held(match: Match) -> None:
    """The match as it stands now; nobody else writes its league's history meanwhile. Called inside ``write()``."""
    league_lock(match.league)
    # What phones tell and what is recorded before the match waits until this is written, and comes too late then.
    now = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if now.ruleset_id != match.ruleset_id:
        raise RulesChangedMeanwhile
    for name in ("status", "version", "reports_closed", "kicked_off_at", "place", "place_taken_at", "played_on"):
        setattr(match, name, getattr(now, name))

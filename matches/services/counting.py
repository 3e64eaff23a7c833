"""A match counts: its report takes its place in the ledger, and the post-match sequence begins."""

from __future__ import annotations

from config.publishing import enqueue
from config.writing import write
from engine.dice import Roll
from engine.errors import EngineError, Problem, Refused, ReportIllegal
from engine.match import checks
from engine.match.played import problems
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from matches.errors import LaterDoesNotFit, MatchChanged
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, MatchKind, MatchStatus, Report
from matches.selectors.arranging import as_if_it_counted
from matches.selectors.confirmations import confirmation_of, report_agreed
from matches.selectors.order import begun_by, waits_for
from matches.services.choices import ADVANCE
from matches.services.claiming import match_claim, open_status, reports_close
from matches.services.dice import rolls_keep
from matches.services.late import LateDice, misfits
from matches.services.placing import place_give_up, place_take
from matches.services.postmatch import sequence_start
from matches.services.recounting import tell_again, told_before
from matches.services.snapshots import sheets_keep, sheets_now, sheets_of_day, sheets_renew
from teams.errors import HistoryConflict
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock


def match_count(*, match: Match, report: Report, later_stands: bool = False, actor: Coach | None) -> None:
    """Called inside ``write()`` by whoever has claimed the match: what its report says happened, from now on.

    While an earlier match of either team is not over, it waits for that. ``later_stands``: what has happened since
    and does not fit any more is kept as it was told, instead of being in the way.
    """
    league = league_lock(match.league)
    place_take(match=match)  # it has one, unless it was reported before matches had theirs from the report on
    if match.kind == MatchKind.EXHIBITION:
        _exhibition_over(match, report, actor)
    elif waits_for(match).exists():
        _status(match, MatchStatus.AGREED)
    else:
        _tell(league, match, report, later_stands=later_stands, actor=actor)


def agreed_count(*, match: Match) -> bool:
    """Count a match that has waited for an earlier one. False when it waits still, or somebody else has counted it.

    The teams may have changed since it was agreed: a report that does not fit any more goes back, with the reasons.
    """
    match = Match.objects.select_related("league", "ruleset", "home__coach", "away__coach").get(pk=match.pk)
    if match.status != MatchStatus.AGREED:
        return False
    try:
        with write("match.counted", actor=None, league=match.league) as writing:
            league = league_lock(match.league)
            if waits_for(match).exists():
                raise _gone(match)
            match_claim(match, MatchStatus.AGREED, MatchStatus.CONFIRMED, otherwise=_gone(match))
            agreed = confirmation_of(match)
            stands = agreed is not None and agreed.later_stands
            _tell(league, match, report_agreed(match), later_stands=stands, actor=None)
            writing.done(match, subject=f"match:{match.pk}")
    except MatchChanged:
        return False
    except EngineError as refusal:
        report_give_back(match, refusal)
        return False
    return True


def agreed_due() -> list[Match]:
    """Matches that waited for an earlier one, and need not any more: what the sweep picks up."""
    waiting = Match.objects.filter(status=MatchStatus.AGREED).select_related("home", "away").order_by("place")
    return [match for match in waiting if not waits_for(match).exists()]


def agreed_after(match: Match) -> list[Match]:
    """Those that may have waited for this one, in the order of play."""
    later = begun_by((match.home_id, match.away_id)).filter(status=MatchStatus.AGREED, place__gt=match.place or 0)
    return [one for one in later if not waits_for(one).exists()]


def _tell(league: League, match: Match, report: Report, *, later_stands: bool, actor: Coach | None) -> None:
    told, late = report_of(report), LateDice(match.league)
    sheets_keep(match=match, sheets=sheets_of_day(match, told.played_with))
    session = DiceSession.objects.get(league=league, occasion=match.key)
    try:
        if told_before(match):
            rolls = tell_again(league=league, match=match, report=report, session=session, late_dice=late, actor=actor)
        else:
            rolls = _tell_first(league, match, report, session, late, later_stands=later_stands, actor=actor)
    except HistoryConflict as conflict:
        raise LaterDoesNotFit(misfits(conflict.preview)) from None
    late.keep()
    rolls_keep(session=session, rolls=rolls, actor=actor)
    sequence_start(match=match)
    sheets_renew(match)
    enqueue(ADVANCE, match.pk)


def _tell_first(
    league: League,
    match: Match,
    report: Report,
    session: DiceSession,
    late: LateDice,
    *,
    later_stands: bool,
    actor: Coach | None,
) -> tuple[Roll, ...]:
    cause = Told(
        kind="match",
        occasion=match.key,
        place=match.place or 0,
        teams=_teams(match),
        inputs={"report": report.report},
        ruleset=match.ruleset,
        dice=dice_of(session, report_of(report).dice, ruleset_of(match.ruleset_id)),
    )
    decision, _ = cause_record(league=league, told=cause, late_dice=late, later_stands=later_stands, actor=actor)
    return decision.rolls


def _exhibition_over(match: Match, report: Report, actor: Coach | None) -> None:
    """Nothing of it counts: the dice that it asks for are thrown and kept, and the ledger hears nothing."""
    told, session = report_of(report), DiceSession.objects.get(league=match.league, occasion=match.key)
    sheets = sheets_now(match)
    ruleset = ruleset_of(match.ruleset_id)
    dice = dice_of(session, told.dice, ruleset)
    if found := checks.errors(problems(match.key, told, sheets, ruleset)):
        raise ReportIllegal(found)
    as_if_it_counted(match, told, sheets, dice, ruleset)
    rolls_keep(session=session, rolls=dice.log, actor=actor)
    sheets_keep(match=match, sheets=sheets_of_day(match, told.played_with, sheets))
    _status(match, MatchStatus.FINISHED)


def report_give_back(match: Match, refusal: EngineError) -> None:
    """It cannot count as it is: both coaches hear why, and either files it anew. What was filed stays on record.

    Where they had agreed that it was played then, it keeps its place.
    """
    match = Match.objects.select_related("league", "home", "away").get(pk=match.pk)
    reasons: tuple[EngineError | Problem, ...] = refusal.problems if isinstance(refusal, Refused) else (refusal,)
    with write("report.returned", actor=None, league=match.league) as writing:
        league_lock(match.league)
        match_claim(match, MatchStatus(match.status), open_status(match), otherwise=_gone(match))
        reports_close(match)
        sheets_renew(match)
        place_give_up(match=match)
        writing.done(match, subject=f"match:{match.pk}", reason=" ".join(map(str, reasons)), refused=refusal.code)


def _status(match: Match, status: MatchStatus) -> None:
    match.status = status
    match.save(update_fields=["status"])


def _gone(match: Match) -> MatchChanged:
    return MatchChanged(home=match.home.name, away=match.away.name)


def _teams(match: Match) -> list[Team]:
    return list(Team.objects.filter(pk__in=[match.home_id, match.away_id]).order_by("pk").prefetch_related("players"))

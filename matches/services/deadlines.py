"""What time does: a report that nobody objects to counts by itself, a harmless choice takes its default, and whoever is
waited for is reminded, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from config.writing import write
from engine.errors import Conflict, EngineError, ReportIllegal
from leagues.models import Coach
from leagues.services.mails import mail_send
from matches.errors import NothingToConfirm
from matches.models import ConfirmedBy, Match, MatchStatus, Reminder, Report
from matches.policies import can_confirm
from matches.selectors.agreement import (
    acceptance_deadline,
    disputed_report,
    disputes_of,
    open_reports,
    reminder_due,
    ruling_deadline,
)
from matches.selectors.rulings import judges_of
from matches.services.choices import choices_run
from matches.services.claiming import match_claim
from matches.services.counting import report_give_back
from matches.services.reports import report_stands
from teams.services.ledger import league_lock

log = structlog.get_logger(__name__)

ABOUT_CONFIRMING, ABOUT_RULING = "confirming", "ruling"


def deadlines_run() -> None:
    """Everything that is due by now. One match's trouble is not another's."""
    waiting = Match.objects.filter(status__in=(MatchStatus.REPORTED, MatchStatus.DISPUTED))
    for match in waiting.select_related("league", "ruleset", "home__coach", "away__coach").order_by("pk"):
        try:
            _look_at(match, timezone.now())
        except Conflict as refusal:
            log.info("deadline_waits", match=match.pk, refused=refusal.code)
        except EngineError:
            log.exception("deadline_refused", match=match.pk)
    choices_run(timezone.now())


def report_accept_by_time(*, match: Match, report: Report) -> Match:
    """Nobody has confirmed or disputed it in time: it counts. Nobody in particular has agreed to it."""
    with write("report.accepted_by_time", actor=None, league=match.league) as writing:
        league_lock(match.league)
        match_claim(match, MatchStatus.REPORTED, MatchStatus.CONFIRMED, otherwise=NothingToConfirm())
        report_stands(match=match, report=report, how=ConfirmedBy.TIME, coach=None)
        writing.done(match, subject=f"match:{match.pk}", report=report.number)
    return match


def _look_at(match: Match, now: datetime) -> None:
    if match.status == MatchStatus.DISPUTED:
        _remind_judges(match, now)
        return
    filed = open_reports(match)
    deadline = acceptance_deadline(match, filed)
    if deadline is None:
        return
    if now >= deadline:
        try:
            report_accept_by_time(match=match, report=filed[0])
        except ReportIllegal as refusal:
            report_give_back(match, refusal)
    elif now >= reminder_due(match, filed[0]):
        _remind_coaches(match, filed[0])


def _remind_coaches(match: Match, report: Report) -> None:
    coaches = [coach for coach in (match.home.coach, match.away.coach) if can_confirm(coach, match, report)]
    subject = gettext("A report waits for you: {match}").format(match=match)
    _remind(match, report, ABOUT_CONFIRMING, coaches, subject)


def _remind_judges(match: Match, now: datetime) -> None:
    report = disputed_report(match)
    deadline = ruling_deadline(match, disputes_of(report)) if report else None
    if report is None or deadline is None or now < deadline:
        return
    subject = gettext("A ruling is overdue: {match}").format(match=match)
    _remind(match, report, ABOUT_RULING, judges_of(match), subject)


def _remind(match: Match, report: Report, about: str, coaches: Sequence[Coach], subject: str) -> None:
    """The row comes first: of two sweeps, one mails."""
    if Reminder.objects.filter(report=report, about=about).exists():
        return
    try:
        with write("report.reminded", actor=None, league=match.league) as writing:
            with transaction.atomic():
                Reminder.objects.create(report=report, about=about)
            people = [f"coach:{coach.pk}" for coach in coaches]
            writing.done(None, subject=f"match:{match.pk}", about=about, coaches=people)
    except IntegrityError:
        return
    context = {"match": match, "address": f"{settings.PUBLIC_URL}{reverse('matches:match', args=[match.pk])}"}
    for coach in coaches:
        try:
            mail_send(coach, subject=subject, template=f"report_{about}", context=context)
        except OSError as error:
            # His home page says it as well.
            log.exception("mail_not_sent", match=match.pk, reason=str(error))

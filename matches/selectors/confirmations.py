"""Reading which report of a match counts, and who agreed to it."""

from __future__ import annotations

from matches.models import Confirmation, DisputeRuling, Match, MatchStatus, Report


def report_agreed(match: Match) -> Report:
    """The report that counts, or will when the matches before it are over."""
    confirmation = confirmation_of(match)
    return confirmation.report if confirmation else match.reports.select_related("submitted_by").latest("number")


def confirmation_of(match: Match) -> Confirmation | None:
    """Who agreed to the report that counts, and how."""
    found = Confirmation.objects.filter(report__match=match, report__number__gt=match.reports_closed)
    return found.select_related("coach", "report__submitted_by").last()


def said_to_stand(match: Match) -> bool:
    """Whether a commissioner has said already that what came later stands: when he settled it, or with a ruling."""
    if match.status == MatchStatus.DISPUTED:
        rulings = DisputeRuling.objects.filter(dispute__report__match=match, later_stands=True)
        return rulings.filter(dispute__report__number__gt=match.reports_closed).exists()
    agreed = confirmation_of(match) if match.status == MatchStatus.AGREED else None
    return agreed is not None and agreed.later_stands


def waiting_report(match: Match) -> Report:
    """Of reports that were read with their confirmations: the one that was agreed to, or the last one."""
    filed = list(match.reports.all())
    agreed = [one for one in filed if one.number > match.reports_closed and hasattr(one, "confirmation")]
    return (agreed or filed)[-1]

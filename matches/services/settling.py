"""The way out for a commissioner, when a late match is in conflict with what came later."""

from config.writing import write
from leagues.models import Coach
from leagues.policies import allow, can_commission
from matches.errors import NothingToConfirm
from matches.models import ConfirmedBy, Match, MatchStatus
from matches.policies import can_confirm
from matches.services.claiming import match_claim
from matches.services.reports import report_stands, report_to_confirm
from teams.services.ledger import league_lock


def match_settle(*, match: Match, seen: int | None = None, actor: Coach) -> Match:
    """What came later and does not fit it stands as it was told. ``seen`` is the number of the report that was read."""
    allow(can_commission(actor, match.league))
    with write("match.settled", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        report = report_to_confirm(match, seen, actor)
        allow(can_confirm(actor, match, report))
        match_claim(match, MatchStatus.REPORTED, MatchStatus.CONFIRMED, otherwise=NothingToConfirm())
        report_stands(match=match, report=report, how=ConfirmedBy.HIMSELF, coach=actor, later_stands=True)
        writing.done(match, subject=f"match:{match.pk}", report=report.number)
    return match

"""Who may do what with a match."""

from engine.match.prematch import MaybeSide
from engine.match.sides import SIDES, Side
from leagues.models import Coach, League, Membership, Role
from leagues.policies import Visitor, can_commission, role_in
from matches.models import Dispute, Match, MatchStatus, PostMatchStep, Report
from teams.models import Team


def coaches_of(match: Match) -> set[int]:
    return {match.home.coach_id, match.away.coach_id}


def can_report(coach: Visitor, match: Match) -> bool:
    """Either coach may file; a commissioner may file for anyone."""
    return _takes_part(coach, match) or can_commission(coach, match.league)


def can_arrange(coach: Visitor, league: League, home: Team, away: Team) -> bool:
    """The coach of either team proposes a match; a commissioner arranges one for whomever he likes."""
    if not isinstance(coach, Coach):
        return False
    own = coach.pk in {home.coach_id, away.coach_id} and role_in(coach, league) is not None
    return own or can_commission(coach, league)


def can_accept(coach: Visitor, match: Match) -> bool:
    """The coach who was asked accepts, or a commissioner for him; nobody accepts what he proposed himself."""
    if match.arranged_by_id is None or not isinstance(coach, Coach):
        return False
    return (_takes_part(coach, match) and coach.pk != match.arranged_by_id) or can_commission(coach, match.league)


def can_call_off(coach: Visitor, match: Match) -> bool:
    """A match of a season is played; of what two coaches have arranged, each may think better."""
    return match.arranged_by_id is not None and can_report(coach, match)


def can_place(coach: Visitor, match: Match) -> bool:
    """Its coaches say when a match was played, before they report it; a commissioner as long as it does not count."""
    untold = match.status == MatchStatus.SCHEDULED and match.kicked_off_at is None
    return can_commission(coach, match.league) or (untold and _takes_part(coach, match))


def can_set_draws(coach: Visitor, match: Match) -> bool:
    """What becomes of a level score in one fixture, who makes the fixtures says."""
    return can_commission(coach, match.league)


def can_kick_off(coach: Visitor, match: Match) -> bool:
    """Either coach may begin a match, and a commissioner for them."""
    return can_report(coach, match)


def can_confirm(coach: Visitor, match: Match, report: Report | None) -> bool:
    """The other coach confirms, and nobody vouches for himself.

    A commissioner may who does not play in the match, even what he has filed from paper: of a league that is kept on
    paper nobody else may be here to ask. Both are on record, and the match says so.
    """
    if report is None or not isinstance(coach, Coach):
        return False
    if not _takes_part(coach, match):
        return can_commission(coach, match.league)
    return not is_his_word(coach, match, report)


def is_his_word(coach: Coach, match: Match, report: Report) -> bool:
    """Whether a report is what this coach says himself. Who coaches both teams has nobody else to ask."""
    if coaches_of(match) == {coach.pk}:
        return False
    return coach.pk == report.submitted_by_id or report.side in sides_of(coach, match)


def can_dispute(coach: Visitor, match: Match, report: Report | None) -> bool:
    """The other coach disputes what the author says."""
    return isinstance(coach, Coach) and _takes_part(coach, match) and can_confirm(coach, match, report)


def can_withdraw(coach: Visitor, dispute: Dispute) -> bool:
    """Who objected does not any more; if his team is another coach's by now, whoever may still dispute."""
    match = dispute.report.match
    if not isinstance(coach, Coach) or not can_dispute(coach, match, dispute.report):
        return False
    return dispute.author_id == coach.pk or dispute.author_id not in coaches_of(match)


def can_answer_for(coach: Visitor, match: Match, report: Report) -> bool:
    """Whose word a report is: its author, and the coach of the side that it was filed for."""
    if not isinstance(coach, Coach) or not can_report(coach, match):
        return False
    return coach.pk == report.submitted_by_id or report.side in sides_of(coach, match)


def can_rule(coach: Visitor, match: Match) -> bool:
    """A commissioner rules. Nobody rules on his own match if another commissioner could."""
    if not isinstance(coach, Coach) or not can_commission(coach, match.league):
        return False
    return coach.pk not in coaches_of(match) or not _other_judges(match)


def can_reopen(coach: Visitor, match: Match) -> bool:
    """Both coaches together: a commissioner alone may not, by this way."""
    return _takes_part(coach, match)


def can_correct(coach: Visitor, match: Match) -> bool:
    """A commissioner, however much was played since; of a match of his own it is said that he plays in it."""
    return can_commission(coach, match.league)


def can_write_up(coach: Visitor, match: Match) -> bool:
    return _takes_part(coach, match)


def sides_of(coach: Coach, match: Match) -> tuple[Side, ...]:
    """The sides that he coaches in this match: one, or, rarely, both."""
    return tuple(side for side in SIDES if is_coach_of(coach, match, side))


def _other_judges(match: Match) -> bool:
    judges = Membership.objects.filter(league=match.league_id, role=Role.COMMISSIONER)
    return judges.exclude(coach__in=coaches_of(match)).exists()


def can_return(coach: Visitor, match: Match) -> bool:
    """Send an unconfirmed report back: its author may, the other coach may, a commissioner may."""
    return can_report(coach, match)


def can_prepare(coach: Visitor, match: Match) -> bool:
    """Record what is found out before the match: either coach, and a commissioner for anyone."""
    return can_report(coach, match)


def side_of(coach: Visitor, match: Match) -> MaybeSide:
    """The side that he coaches in this match; of somebody who coaches both, the home side."""
    return next((side for side in SIDES if is_coach_of(coach, match, side)), "")


def is_coach_of(coach: Visitor, match: Match, side: Side) -> bool:
    """What is sealed, only he may see: no commissioner, and nobody else."""
    team = match.home if side == "home" else match.away
    return isinstance(coach, Coach) and team.coach_id == coach.pk


def can_decide(coach: Visitor, match: Match, side: Side) -> bool:
    """What one side decides before the match, its coach does; a commissioner who does not play may enter it for him."""
    if not isinstance(coach, Coach):
        return False
    role = role_in(coach, match.league)
    if role == Role.COMMISSIONER and coach.pk not in coaches_of(match):
        return True
    return role is not None and is_coach_of(coach, match, side)


def can_choose(coach: Visitor, step: PostMatchStep) -> bool:
    """A choice is its coach's. A commissioner may make it for him, from paper."""
    if not coach.is_authenticated:
        return False
    return step.team.coach_id == coach.pk or can_commission(coach, step.match.league)


def can_type_ahead(coach: Visitor, match: Match, team: Team) -> bool:
    """The dice of a team are its coach's word. A commissioner may type them for him, from paper."""
    if not isinstance(coach, Coach):
        return False
    role = role_in(coach, match.league)
    return role == Role.COMMISSIONER or (role is not None and team.coach_id == coach.pk)


def can_manage(coach: Visitor, team: Team) -> bool:
    """A team is its coach's. A commissioner may act for him, from paper."""
    if not isinstance(coach, Coach):
        return False
    own = team.coach_id == coach.pk and role_in(coach, team.league) is not None
    return own or can_commission(coach, team.league)


def _takes_part(coach: Visitor, match: Match) -> bool:
    if not isinstance(coach, Coach):
        return False
    return coach.pk in coaches_of(match) and role_in(coach, match.league) is not None

"""Who may do what with a draft, a team and its deals."""

from dataclasses import dataclass

from leagues.models import Coach, Membership, Role
from leagues.policies import Visitor, can_commission, can_draft, role_in
from teams.models import Deal, Draft, DraftStatus, Team


@dataclass(frozen=True, slots=True)
class TeamActs:
    """What a visitor may do with a team: its page offers that and nothing else."""

    deal: bool = False
    transfer: bool = False
    retire: bool = False
    bring_back: bool = False


def team_acts(visitor: Visitor, team: Team) -> TeamActs:
    role = role_in(visitor, team.league)
    if role is None:
        return TeamActs()
    own, commissions = team.coach_id == visitor.pk, role == Role.COMMISSIONER
    return TeamActs(
        deal=own and not team.retired,
        transfer=commissions,
        retire=(own or commissions) and not team.retired,
        bring_back=commissions and team.retired,
    )


def coaches(visitor: Visitor, team: Team) -> bool:
    """He is its coach, and still of the league."""
    return isinstance(visitor, Coach) and team.coach_id == visitor.pk and role_in(visitor, team.league) is not None


def can_retire(visitor: Visitor, team: Team) -> bool:
    """A team is its coach's; a commissioner may retire one that nobody runs any more."""
    return coaches(visitor, team) or can_commission(visitor, team.league)


def takes_part(visitor: Visitor, deal: Deal) -> bool:
    return isinstance(visitor, Coach) and visitor.pk in (deal.proposer.coach_id, deal.partner.coach_id)


def can_answer(visitor: Visitor, deal: Deal) -> bool:
    """Accepting and declining are the other coach's. A commissioner acts for neither."""
    return coaches(visitor, deal.partner)


def can_withdraw(visitor: Visitor, deal: Deal) -> bool:
    return coaches(visitor, deal.proposer)


def can_approve(visitor: Visitor, deal: Deal) -> bool:
    """A commissioner. Nobody approves his own deal as long as another commissioner has no part in it."""
    if not can_commission(visitor, deal.league):
        return False
    return not takes_part(visitor, deal) or not _impartial(deal)


def can_undo(visitor: Visitor, deal: Deal) -> bool:
    return can_approve(visitor, deal)


def _impartial(deal: Deal) -> bool:
    """A commissioner who coaches neither team."""
    parties = (deal.proposer.coach_id, deal.partner.coach_id)
    commissioners = Membership.objects.filter(league=deal.league_id, role=Role.COMMISSIONER)
    return commissioners.exclude(coach__in=parties).exists()


def can_see_draft(coach: Visitor, draft: Draft) -> bool:
    """Its coach; the commissioner from when it was first handed in."""
    if not isinstance(coach, Coach):
        return False
    return draft.coach_id == coach.pk or (draft.status != DraftStatus.SAVED and can_commission(coach, draft.league))


def can_write_draft(coach: Visitor, draft: Draft) -> bool:
    return isinstance(coach, Coach) and draft.coach_id == coach.pk and can_draft(coach, draft.league)


def can_judge_draft(coach: Visitor, draft: Draft) -> bool:
    return can_commission(coach, draft.league)


def can_dress(coach: Visitor, team: Team) -> bool:
    """Its colours and its crest are its coach's; a commissioner may take an offence away."""
    if not isinstance(coach, Coach):
        return False
    own = team.coach_id == coach.pk and can_draft(coach, team.league)
    return own or can_commission(coach, team.league)

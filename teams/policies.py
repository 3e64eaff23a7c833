"""Who may do what with a draft, and with what a team wears."""

from leagues.models import Coach
from leagues.policies import Visitor, can_commission, can_draft
from teams.models import Draft, DraftStatus, Team


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

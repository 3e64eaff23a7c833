"""Reading running teams that were handed in, and what is to be said about one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.http import Http404

from engine.errors import Problem
from engine.rulesets import Ruleset
from engine.team.entry import Entry, decide_entry, misfits, problems
from engine.team.evolve import evolve
from engine.team.sheet import TeamSheet
from engine.team.value import value
from engine.typed import build
from leagues.models import Coach, League, Membership, Role
from leagues.policies import Visitor
from leagues.selectors.leagues import league_list
from teams.models import Draft, DraftKind, DraftStatus


@dataclass(frozen=True, slots=True)
class EntryCheck:
    """A running team on its way in: mistakes, what does not fit the rules here, and, without mistakes, its value."""

    problems: tuple[Problem, ...]
    misfits: tuple[Problem, ...]
    value: int | None
    treasury: int

    @property
    def codes(self) -> tuple[str, ...]:
        """Those of the misfits, by which they are accepted."""
        return tuple(dict.fromkeys(one.code for one in self.misfits))


def entry_check(ruleset: Ruleset, entry: Entry) -> EntryCheck:
    found = problems(entry, ruleset)
    if found:
        return EntryCheck(found, (), None, entry.treasury)
    unfit = misfits(entry, ruleset)
    return EntryCheck((), unfit, _worth(entry, unfit, ruleset), entry.treasury)


def _worth(entry: Entry, unfit: tuple[Problem, ...], ruleset: Ruleset) -> int:
    accepted = replace(entry, accepted=tuple(one.code for one in unfit))
    return value(evolve(TeamSheet(""), decide_entry(accepted, ruleset)), ruleset).total


def entries_of(visitor: Visitor, league: League | None = None) -> QuerySet[Draft]:
    """What this visitor handed in, and all of the leagues that he commissions; what waits comes first."""
    if not visitor.is_authenticated:
        return Draft.objects.none()
    ruled = Membership.objects.filter(coach_id=visitor.pk, role=Role.COMMISSIONER).values("league")
    drafts = Draft.objects.filter(Q(coach_id=visitor.pk) | Q(league__in=ruled), kind=DraftKind.ENTERED)
    if league is not None:
        drafts = drafts.filter(league=league)
    return drafts.select_related("league__ruleset", "coach", "team").order_by("team_id", "-pk")


def entries_waiting(coach: Coach) -> QuerySet[Draft]:
    """What this coach has to do: enter what was handed in where he commissions, mend what was sent back to him."""
    ruled = Membership.objects.filter(coach=coach, role=Role.COMMISSIONER).values("league")
    to_enter = Q(league__in=ruled, status=DraftStatus.SUBMITTED)
    to_mend = Q(coach=coach, status=DraftStatus.RETURNED)
    waiting = Draft.objects.filter(to_enter | to_mend, kind=DraftKind.ENTERED)
    return waiting.select_related("league__ruleset", "coach", "team").order_by("pk")


def entry_get(visitor: Visitor, pk: int) -> Draft:
    """Found by its coach and the commissioners of its league, and by nobody else."""
    draft = entries_of(visitor).filter(pk=pk, league__in=league_list(visitor).values("pk")).first()
    if draft is None:
        raise Http404
    return draft


def entry_of(draft: Draft) -> Entry:
    return build(Entry, draft.command, "entry")

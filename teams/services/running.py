"""What becomes of a running team as a whole: it goes to another coach, it retires, it comes back."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from config.writing import write
from engine.errors import Problem, marked
from leagues.mapping import ruleset_of
from leagues.models import Coach, League, Membership
from leagues.names import clean_remark, needed_reason
from leagues.policies import allow, can_commission
from teams.errors import HandedOverMeanwhile, TeamNotRetired, TooManyTeams, TransferIllegal
from teams.models import Team
from teams.policies import can_retire
from teams.selectors.coaches import RETIREMENT, TRANSFERRED, retirement_entry, teams_run_by
from teams.services.deals import deals_drop, kept_words
from teams.services.ledger import Told, cause_record, history_revise, league_lock, next_occasion, place_at_end
from teams.services.teams import check_star_free

HANDED_OVER = gettext_noop("{team} was handed to another coach.")
RETIRED = gettext_noop("{team} has retired.")


def team_transfer(*, team: Team, coach: Coach, reason: str, seen: int | None = None, actor: Coach) -> Team:
    """A commissioner gives a team to another coach of the league. ``seen`` is who coached it when he looked.

    What was reported and decided before keeps the names of those who did it.
    """
    allow(can_commission(actor, team.league))
    said = needed_reason(reason)
    with write(TRANSFERRED, actor=actor, league=team.league) as writing:
        league, team = _locked(team)
        if seen is not None and seen != team.coach_id:
            raise HandedOverMeanwhile(team=team.name, coach=team.coach.name)
        found = tuple(_transfer_problems(team, coach, league))
        if found:
            raise TransferIllegal(found)
        before, team.coach = team.coach, coach
        team.save(update_fields=["coach"])
        dropped = deals_drop(team, kept_words(HANDED_OVER, team=team.name))
        writing.done(
            team, subject=f"team:{team.pk}", before=before.pk, after=coach.pk, reason=said, deals_withdrawn=dropped
        )
    return team


def team_retire(*, team: Team, remark: str = "", actor: Coach) -> Team:
    """The team plays no more. Fixtures that it has not played are the commissioner's to settle."""
    allow(can_retire(actor, team))
    said = clean_remark(remark)
    with write("team.retired", actor=actor, league=team.league) as writing:
        league, team = _locked(team)
        told = Told(
            kind=RETIREMENT,
            occasion=next_occasion(league, RETIREMENT, "x"),
            place=place_at_end(league),
            teams=[team],
            inputs={"remark": said},
            ruleset=league.ruleset,
        )
        cause_record(league=league, told=told, actor=actor)
        dropped = deals_drop(team, kept_words(RETIRED, team=team.name))
        writing.done(team, subject=f"team:{team.pk}", remark=said, deals_withdrawn=dropped)
    return team


def team_bring_back(*, team: Team, reason: str, actor: Coach) -> Team:
    """A commissioner takes a retirement out of history, as if it had never been."""
    allow(can_commission(actor, team.league))
    said = needed_reason(reason)
    with write("team.brought_back", actor=actor, league=team.league) as writing:
        league, team = _locked(team)
        entry = retirement_entry(team)
        if not team.retired or entry is None:
            raise TeamNotRetired(team=team.name)
        found = tuple(_too_many_teams(team.coach, league))
        if found:
            raise TransferIllegal(found)
        check_star_free(league=league, star=team.star, team=team)
        history_revise(league=league, revised={entry.cause_id: {"voided": True}}, reason=said, actor=actor)
        writing.done(team, subject=f"team:{team.pk}", reason=said)
    return team


def _locked(team: Team) -> tuple[League, Team]:
    league = league_lock(team.league)
    found = Team.objects.select_related("league", "coach").prefetch_related("players").get(pk=team.pk)
    return league, found


def _transfer_problems(team: Team, coach: Coach, league: League) -> Iterator[Problem]:
    if coach.pk == team.coach_id:
        yield Problem(
            "coach_already",
            marked("{coach} coaches {team} already."),
            "commissioner",
            "coach",
            {"coach": coach.name, "team": team.name},
        )
        return
    if coach.erased_at is not None or not Membership.objects.filter(league=league, coach=coach).exists():
        yield Problem(
            "coach_not_here",
            marked("{coach} is no coach of this league."),
            "commissioner",
            "coach",
            {"coach": coach.name},
        )
    if not team.retired:
        yield from _too_many_teams(coach, league)


def _too_many_teams(coach: Coach, league: League) -> Iterator[Problem]:
    most = ruleset_of(league.ruleset_id).options.teams_per_coach
    teams = teams_run_by(coach, league).count()
    if most and teams >= most:
        many = TooManyTeams(coach=coach.name, teams=teams, most=most)
        yield Problem(many.code, many.message, many.rule, "coach", many.params)

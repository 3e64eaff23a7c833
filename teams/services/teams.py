"""Drafting teams."""

from config.writing import write
from engine.team.draft import TeamDraft, decide_draft
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow, can_draft
from teams.errors import ColourUnknown, DraftNeedsApproval, StarTaken, TeamNameTaken, TooManyTeams
from teams.models import Logo, Team
from teams.selectors.coaches import teams_run_by
from teams.services.ledger import Told, cause_record, league_lock, place_at_end
from teams.services.logos import logo_known

COLOURS = 12  # a palette of team colours that keep their contrast on both backgrounds


def team_draft(*, league: League, draft: TeamDraft, colour: int | None = None, logo: str = "", actor: Coach) -> Team:
    """Draft a legal team into a league; an illegal one is refused with everything that is wrong with it.

    Where the commissioner approves drafts, this is not the way: they are handed in.
    """
    allow(can_draft(actor, league))
    check_colour(colour)
    if ruleset_of(league.ruleset_id).options.draft_approval:
        raise DraftNeedsApproval
    # Refused before a row is made: a name that is too long must not meet its column first.
    decide_draft(draft, ruleset_of(league.ruleset_id))
    with write("team.drafted", actor=actor, league=league) as writing:
        league = league_lock(league)
        team = team_make(league=league, draft=draft, colour=colour, logo=logo_known(logo), coach=actor, actor=actor)
        writing.done(team, subject=f"team:{team.pk}", name=draft.name, roster=draft.roster)
    return team


def check_colour(colour: int | None) -> None:
    if colour is not None and not 1 <= colour <= COLOURS:
        raise ColourUnknown(colour=colour, most=COLOURS)


def check_place_for(*, league: League, name: str, coach: Coach, waiting: int = 0) -> None:
    """Whether this coach may have one more team here, and by this name. ``waiting``: his drafts that may become one."""
    most = ruleset_of(league.ruleset_id).options.teams_per_coach
    has = teams_run_by(coach, league).count() + waiting
    if most and has >= most:
        raise TooManyTeams(coach=coach.name, teams=has, most=most)
    if Team.objects.filter(league=league, name=name).exists():
        raise TeamNameTaken(name=name)


def check_star_free(*, league: League, star: str, team: Team | None = None) -> None:
    """A star plays for one team of a league; he is free for ``team`` if it is the one that has him."""
    rivals = Team.objects.filter(league=league, star=star, retired=False)
    rivals = rivals.exclude(pk=team.pk) if team else rivals
    other = rivals.first() if star else None
    if other is not None:
        known = ruleset_of(league.ruleset_id).star(star)
        raise StarTaken(star=known.name if known else star, team=other.name)


def team_make(
    *, league: League, draft: TeamDraft, colour: int | None, logo: Logo | None, coach: Coach, actor: Coach
) -> Team:
    """The team of a draft, for its coach. ``league`` is locked, inside ``write()``; an illegal draft is refused."""
    decide_draft(draft, ruleset_of(league.ruleset_id))
    check_place_for(league=league, name=draft.name, coach=coach)
    league.teams_made += 1
    league.save(update_fields=["teams_made"])
    team = Team.objects.create(
        league=league,
        key=f"t{league.teams_made}",
        coach=coach,
        drafted_under=league.ruleset,
        ruleset=league.ruleset,
        colour=colour or (league.teams_made - 1) % COLOURS + 1,
        logo=logo,
        name=draft.name,
        roster=draft.roster,
        record={},
        players_made=len(draft.players),
    )
    told = Told(
        kind="draft",
        occasion=team.key,
        place=place_at_end(league),
        teams=[team],
        inputs={"draft": plain(draft)},
        ruleset=league.ruleset,
    )
    cause_record(league=league, told=told, actor=actor)
    return team

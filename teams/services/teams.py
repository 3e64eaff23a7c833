"""Drafting teams."""

from config.writing import write
from engine.team.draft import TeamDraft, decide_draft
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow, can_draft
from teams.errors import ColourUnknown, TeamNameTaken
from teams.models import Team
from teams.services.ledger import Told, cause_record, league_lock, place_at_end

COLOURS = 12  # a palette of team colours that keep their contrast on both backgrounds


def team_draft(*, league: League, draft: TeamDraft, colour: int | None = None, actor: Coach) -> Team:
    """Draft a legal team into a league; an illegal one is refused with everything that is wrong with it."""
    allow(can_draft(actor, league))
    if colour is not None and not 1 <= colour <= COLOURS:
        raise ColourUnknown(colour=colour, most=COLOURS)
    # Refused before a row is made: a name that is too long must not meet its column first.
    decide_draft(draft, ruleset_of(league.ruleset_id))
    with write("team.drafted", actor=actor, league=league) as writing:
        league = league_lock(league)
        if Team.objects.filter(league=league, name=draft.name).exists():
            raise TeamNameTaken(name=draft.name)
        league.teams_made += 1
        league.save(update_fields=["teams_made"])
        team = Team.objects.create(
            league=league,
            key=f"t{league.teams_made}",
            coach=actor,
            drafted_under=league.ruleset,
            ruleset=league.ruleset,
            colour=colour or (league.teams_made - 1) % COLOURS + 1,
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
        writing.done(team, subject=f"team:{team.pk}", name=draft.name, roster=draft.roster)
    return team

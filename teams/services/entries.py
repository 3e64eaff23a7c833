"""Running teams, entered as they stand: handed in by a coach, entered or sent back by a commissioner."""

from __future__ import annotations

from dataclasses import replace

from config.writing import write
from engine.errors import EntryIllegal
from engine.team.entry import Entry, decide_entry, problems
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.names import needed_reason
from leagues.policies import allow, can_commission, can_draft, role_in
from teams.errors import (
    ColourUnknown,
    EntryChanged,
    EntryClosed,
    NotAMember,
    TeamNameTaken,
)
from teams.models import Draft, DraftKind, DraftStatus, Team
from teams.services.drafts import check_room_for_draft
from teams.services.ledger import Told, cause_record, league_lock, place_at_end
from teams.services.teams import COLOURS, check_place_for, check_star_free

KIND = "entry"
# Not over yet: it may still be changed, entered or sent back.
OPEN = (DraftStatus.SAVED, DraftStatus.SUBMITTED, DraftStatus.RETURNED)


def team_enter(
    *,
    league: League,
    entry: Entry,
    coach: Coach,
    colour: int | None = None,
    draft: Draft | None = None,
    seen: int | None = None,
    actor: Coach,
) -> Team:
    """Enter a running team for a member of the league, all of it as one effect. ``draft`` is what he handed in."""
    allow(can_commission(actor, league))
    _check_colour(colour)
    if role_in(coach, league) is None:
        raise NotAMember(coach=coach.name)
    # Refused before a row is made: a name that is too long must not meet its column first.
    decide_entry(entry, ruleset_of(league.ruleset_id))
    with write("team.entered", actor=actor, league=league) as writing:
        league = league_lock(league)
        if draft is not None:
            draft = _locked(draft, seen)
        _check_unique(league, entry, coach)
        team = _team_made(league, entry, coach, colour)
        told = Told(
            kind=KIND,
            occasion=team.key,
            place=place_at_end(league),
            teams=[team],
            inputs={"entry": plain(entry)},
            ruleset=league.ruleset,
        )
        cause_record(league=league, told=told, actor=actor)
        if draft is not None:
            _moved(draft, DraftStatus.APPROVED, team=team, command=plain(entry))
        writing.done(team, subject=f"team:{team.pk}", name=entry.name, roster=entry.roster, coach=coach.pk)
    return team


def entry_submit(
    *,
    league: League,
    entry: Entry,
    colour: int | None = None,
    draft: Draft | None = None,
    seen: int | None = None,
    actor: Coach,
) -> Draft:
    """Hand in a running team, again if it was sent back. Mistakes are refused; misfits are for the commissioner."""
    allow(can_draft(actor, league))
    _check_colour(colour)
    if draft is not None:
        allow(draft.coach_id == actor.pk)
    found = problems(entry, ruleset_of(league.ruleset_id))
    if found:
        raise EntryIllegal(found)
    with write("entry.submitted", actor=actor, league=league) as writing:
        league = league_lock(league)
        if Team.objects.filter(league=league, name=entry.name).exists():
            raise TeamNameTaken(name=entry.name)
        # What the coach has accepted counts nothing: the tick is the commissioner's.
        fields = {"name": entry.name, "roster": entry.roster, "command": plain(replace(entry, accepted=()))}
        if draft is None:
            check_room_for_draft(league, actor)
        new = Draft(league=league, coach=actor, kind=DraftKind.ENTERED)
        draft = _locked(draft, seen) if draft else new
        _moved(draft, DraftStatus.SUBMITTED, colour=colour or draft.colour, remark="", **fields)
        writing.done(draft, subject=f"draft:{draft.pk}", name=entry.name, roster=entry.roster)
    return draft


def entry_return(*, draft: Draft, reason: str, seen: int | None = None, actor: Coach) -> Draft:
    """Send back what a coach has handed in, and say why."""
    allow(can_commission(actor, draft.league))
    remark = needed_reason(reason)
    with write("entry.returned", actor=actor, league=draft.league) as writing:
        league_lock(draft.league)
        draft = _locked(draft, seen)
        if draft.status != DraftStatus.SUBMITTED:
            raise EntryClosed(name=draft.name)
        _moved(draft, DraftStatus.RETURNED, remark=remark)
        writing.done(draft, subject=f"draft:{draft.pk}", reason=remark)
    return draft


def _check_colour(colour: int | None) -> None:
    if colour is not None and not 1 <= colour <= COLOURS:
        raise ColourUnknown(colour=colour, most=COLOURS)


def _check_unique(league: League, entry: Entry, coach: Coach) -> None:
    check_place_for(league=league, name=entry.name, coach=coach)
    check_star_free(league=league, star=entry.star)


def _team_made(league: League, entry: Entry, coach: Coach, colour: int | None) -> Team:
    league.teams_made += 1
    league.save(update_fields=["teams_made"])
    return Team.objects.create(
        league=league,
        key=f"t{league.teams_made}",
        coach=coach,
        drafted_under=league.ruleset,
        ruleset=league.ruleset,
        colour=colour or (league.teams_made - 1) % COLOURS + 1,
        name=entry.name,
        roster="",  # until it is entered: a team that has a list is here already, and nobody comes twice
        record={},
        players_made=len(entry.players),
    )


def _locked(draft: Draft, seen: int | None) -> Draft:
    """What was handed in, as it stands now; nobody else changes it meanwhile."""
    found = (
        Draft.objects.select_for_update(of=("self",)).select_related("league").get(pk=draft.pk, kind=DraftKind.ENTERED)
    )
    if found.status not in OPEN:
        raise EntryClosed(name=found.name)
    if seen is not None and seen != found.version:
        raise EntryChanged(name=found.name)
    return found


def _moved(draft: Draft, status: DraftStatus, **fields: object) -> None:
    for name, content in fields.items():
        setattr(draft, name, content)
    draft.status = status
    draft.version += 1
    draft.save()

"""The commissioner's hand: any change to any team, with a reason, in the same ledger, and reversible."""

from __future__ import annotations

from config.writing import write
from engine.team.evolve import fold
from engine.team.ruling import Ruling, decide_ruling
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.names import needed_reason
from leagues.policies import allow, can_commission
from teams.errors import RulingChangesNothing, RulingUndone, TeamNameTaken
from teams.mapping import sheet_of
from teams.models import HistoryEntry, Team
from teams.selectors.rulings import KIND, keyed, ruling_get
from teams.services.ledger import Told, cause_record, history_preview, history_revise, league_lock, next_occasion
from teams.services.stale import as_seen
from teams.services.teams import check_star_free


def ruling_make(*, team: Team, ruling: Ruling, seen: int | None = None, actor: Coach) -> str:
    """Rule about a team; the key of the ruling. ``seen`` is the version of the team that its author looked at."""
    allow(can_commission(actor, team.league))
    with write("ruling.made", actor=actor, league=team.league) as writing:
        league, team = _locked(team)
        as_seen(team, seen)
        ruling = keyed(ruling, team)
        sheet, ruleset = sheet_of(team), ruleset_of(team.ruleset_id)
        after = fold(sheet, decide_ruling(ruling, sheet, ruleset))
        if after == sheet:
            raise RulingChangesNothing(team=team.name)
        _check_name(league, team, after.name)
        if after.star != sheet.star:
            check_star_free(league=league, star=after.star, team=team)
        place, step = _now(team)
        team.players_made += sum(change.kind == "hire" for change in ruling.changes)
        team.save(update_fields=["players_made"])
        told = Told(
            kind=KIND,
            occasion=next_occasion(league, KIND, "c"),
            place=place,
            step=step,
            teams=[team],
            inputs={"ruling": plain(ruling)},
            ruleset=team.ruleset,
        )
        cause_record(league=league, told=told, actor=actor)
        writing.done(told.occasion, subject=f"team:{team.pk}", ruling=told.occasion, reason=ruling.reason)
    return told.occasion


def ruling_undo(*, team: Team, key: str, reason: str, actor: Coach) -> Team:
    """Take a ruling back, as if it had never been made. Refused when something that came later needs it."""
    allow(can_commission(actor, team.league))
    why = needed_reason(reason)
    with write("ruling.undone", actor=actor, league=team.league) as writing:
        league, team = _locked(team)
        line = ruling_get(team, key)
        if line.undone is not None:
            raise RulingUndone
        revised = {line.cause: {"voided": True}}
        after = history_preview(league=league, revised=revised).after.get(team.key)
        _check_name(league, team, after.name if after else team.name)
        history_revise(league=league, revised=revised, reason=why, actor=actor)
        team = _again(team)
        writing.done(team, subject=f"team:{team.pk}", ruling=key, reason=why)
    return team


def _locked(team: Team) -> tuple[League, Team]:
    league = league_lock(team.league)
    return league, _again(team)


def _again(team: Team) -> Team:
    return Team.objects.select_related("ruleset", "league").prefetch_related("players").get(pk=team.pk)


def _check_name(league: League, team: Team, name: str) -> None:
    if Team.objects.filter(league=league, name=name).exclude(pk=team.pk).exists():
        raise TeamNameTaken(name=name)


def _now(team: Team) -> tuple[int, int]:
    """Directly behind all that has happened to the team.

    So whatever it is in the middle of goes on from what was ruled: gold that a team is given in its window can be
    spent there.
    """
    last = HistoryEntry.objects.filter(cause__teams=team).order_by("-place", "-step").first()
    return (last.place, last.step) if last else (0, 0)

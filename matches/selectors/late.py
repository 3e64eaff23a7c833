"""A match that is told late: what it would change of all that has been told since, before anybody agrees to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.dice import Dice, ReplayDice, TableDice
from engine.effects import TeamEffect
from engine.errors import Problem
from engine.history import Cause, Redecision
from engine.match.provisional import Unthrown
from engine.match.report import victim_of
from engine.team.sheet import Player, TeamSheet
from engine.team.value import value
from leagues.mapping import ruleset_of
from matches.mapping import report_of, roll_of, rolls_in
from matches.models import Match, MatchKind
from matches.selectors.confirmations import waiting_report
from matches.services.late import LateDice, misfits
from matches.services.provisional import UNCONFIRMED
from teams.models import Team
from teams.services.ledger import Told, arrival_preview


@dataclass(frozen=True, slots=True)
class LateChange:
    """Something that has been told already and would come to something else."""

    kind: str
    occasion: str
    match: Match | None
    teams: tuple[Team, ...]
    was: tuple[TeamEffect, ...]  # what it did that it would not do then
    then: tuple[TeamEffect, ...]  # ... and the other way round


@dataclass(frozen=True, slots=True)
class TeamChange:
    """A team as it stands, and as it would: only where that differs."""

    team: Team
    treasury: tuple[int, int]
    value: tuple[int, int]
    players: tuple[str, ...]  # the names of those who would be others
    before: TeamSheet
    after: TeamSheet


@dataclass(frozen=True, slots=True)
class LatePreview:
    changes: tuple[LateChange, ...]
    teams: tuple[TeamChange, ...]
    misfits: tuple[Problem, ...]  # they are in the way
    wanted: tuple[str, ...]  # dice that later events would ask for: they fall when the match counts
    unknown: tuple[tuple[str, str], ...]  # team and player whose casualty waits for its dice
    sheets: Mapping[str, TeamSheet]  # the teams as they would stand, by their keys


def late_preview(match: Match) -> LatePreview | None:
    """None when no report of the match waits, or it comes after everything that its teams have done."""
    if match.status not in UNCONFIRMED or match.place is None or match.kind == MatchKind.EXHIBITION:
        return None
    filed = waiting_report(match)
    unthrown = Unthrown()
    told = Told(
        kind="match",
        occasion=match.key,
        place=match.place,
        teams=[match.home, match.away],
        inputs={"report": filed.report},
        ruleset=match.ruleset,
    )
    rolls = rolls_in(match.league_id, match.key)
    own = ReplayDice(map(roll_of, rolls), fresh=TableDice(report_of(filed).dice, otherwise=unthrown))
    later = LateDice(match.league, throws=False)

    def dice(cause: Cause) -> Dice:
        return own if (cause.kind, cause.occasion) == ("match", match.key) else later(cause)

    preview = arrival_preview(league=match.league, told=told, dice=dice)
    if preview is None:
        return None
    hurt = dict.fromkeys(victim for roll in unthrown.log if (victim := victim_of(roll.key)))
    return _shown(match, preview, tuple(hurt))


def _shown(match: Match, preview: Redecision, unknown: tuple[tuple[str, str], ...]) -> LatePreview:
    teams = {team.key: team for team in Team.objects.filter(league=match.league_id).select_related("league", "coach")}
    changed = [one for one in preview.changes if one.cause.occasion != match.key or one.cause.kind != "match"]
    keys = {one.cause.occasion for one in changed}
    known = {
        one.key: one
        for one in Match.objects.filter(league=match.league_id, key__in=keys).select_related("home", "away")
    }
    found = misfits(preview)
    return LatePreview(
        changes=tuple(
            LateChange(
                kind=one.cause.kind,
                occasion=one.cause.occasion,
                match=known.get(one.cause.occasion),
                teams=tuple(teams[key] for key in one.cause.teams),
                was=tuple(effect for effect in one.cause.effects if effect not in one.effects),
                then=tuple(effect for effect in one.effects if effect not in one.cause.effects),
            )
            for one in changed
        ),
        teams=tuple(
            change for key in sorted(preview.after) if (change := _of_team(teams[key], preview, key)) is not None
        ),
        misfits=tuple(problem for problem in found if problem.code != "die_never_thrown"),
        wanted=tuple(one.wanted for one in preview.wanted),
        unknown=unknown,
        sheets=preview.after,
    )


def _of_team(team: Team, preview: Redecision, key: str) -> TeamChange | None:
    before, after = preview.before.get(key), preview.after[key]
    if before is None:
        return None
    ruleset = ruleset_of(team.ruleset_id)
    values = value(before, ruleset).total, value(after, ruleset).total
    same = {_lasting(player) for player in before.players}
    changed = tuple(player.name for player in after.players if _lasting(player) not in same)
    gone = {player.key for player in before.players} - {player.key for player in after.players}
    if not changed and not gone and (before.balance, before.goods, values[0]) == (
        after.balance, after.goods, values[1]
    ):  # fmt: skip
        return None
    return TeamChange(team, (before.treasury, after.treasury), values, changed, before, after)


def _lasting(player: Player) -> Player:
    """That everybody who was fit has played one match more is no change of him."""
    return replace(player, games=0)

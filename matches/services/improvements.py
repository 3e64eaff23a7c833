"""Improvements: the throw is kept before anything is offered, the choice is made once, and points are spent with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from config.writing import write
from engine.dice import Dice, ReplayDice, check_faces
from engine.errors import ImprovementIllegal
from engine.history import Decision
from engine.team.improvement import dice_of as dice_thrown
from engine.team.improvement import next_command, problems
from engine.team.offers import Improve, command_of, dice_key, unknown_player, way_unknown
from engine.team.sheet import Player, TeamSheet
from engine.team.spending import CHARACTERISTIC, CHOSEN, RANDOM, purchases, spends, way_of
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow
from matches.errors import ImprovedMeanwhile, NothingThrown, ThrowOnTheTable
from matches.mapping import dice_of
from matches.models import DiceSession, TypedAhead
from matches.policies import can_manage
from matches.selectors.ahead import faces_ahead
from matches.selectors.improvements import ahead_of, occasion_of, thrown
from matches.services.between import Moment, moment_of, team_locked
from matches.services.dice import rolls_keep, sessions_open
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.ledger import Told, cause_record


def improvement_roll(
    *,
    team: Team,
    player: str,
    faces: Sequence[int] = (),
    way: str = "",
    category: str = "",
    nth: int | None = None,
    actor: Coach,
) -> Team:
    """Throw for a player who has earned it or can afford it, or keep the ``faces`` thrown at the table. Once.

    A random skill leaves nothing to choose: he has it, and the points are spent.
    """
    allow(can_manage(actor, team))
    with write("improvement.rolled", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        moment = moment_of(team)
        sheet, improver = _player(team, player, nth)
        command = _to_throw(team, sheet, improver, way, category)
        _check(command, team, sheet)
        typed = _typed(team, command, faces)
        _decide(league, team, command, occasion_of(team, improver), typed, moment, actor, ahead_of(team, command))
        subject = f"team:{team.pk}"
        writing.done(team, subject=subject, player=player, nth=command.nth, way=command.way, category=command.category)
    return team


def improvement_choose(*, team: Team, player: str, choice: str, nth: int | None = None, actor: Coach) -> Team:
    """Take one of the things that the throw offers; or, where points are spent, choose a skill without one."""
    allow(can_manage(actor, team))
    with write("improvement.taken", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        moment = moment_of(team)
        sheet, improver = _player(team, player, nth)
        command = _to_choose(team, sheet, improver, choice)
        _decide(league, team, command, occasion_of(team, improver), {}, moment, actor)
        writing.done(team, subject=f"team:{team.pk}", player=player, nth=command.nth, choice=choice)
    return team


def _player(team: Team, key: str, nth: int | None) -> tuple[TeamSheet, Player]:
    sheet = sheet_of(team)
    player = sheet.player(key)
    if player is None:
        raise ImprovementIllegal((unknown_player(key, sheet),))
    if nth is not None and nth != len(player.improvements) + 1:
        raise ImprovedMeanwhile(player=player.name, taken=len(player.improvements), nth=nth)
    return sheet, player


def _to_throw(team: Team, sheet: TeamSheet, player: Player, way: str, category: str) -> Improve:
    """What is thrown for. Once the dice have fallen for one thing, there is no other until it is taken."""
    ruleset = ruleset_of(team.ruleset_id)
    command = next_command(player, sheet, ruleset, way=way, category=category)
    if way in CHOSEN:
        raise ImprovementIllegal((way_unknown(way, _thrown_ways(team)),))
    lying = thrown(team, player)
    if lying is None:
        return command
    meant = command_of(lying.key)
    if (meant.way, meant.category) != (command.way, command.category):
        raise ThrowOnTheTable(player=player.name)
    return meant


def _thrown_ways(team: Team) -> tuple[str, ...]:
    return (*RANDOM, CHARACTERISTIC) if spends(ruleset_of(team.ruleset_id)) else ()


def _to_choose(team: Team, sheet: TeamSheet, player: Player, choice: str) -> Improve:
    ruleset = ruleset_of(team.ruleset_id)
    lying = thrown(team, player)
    if lying is not None:
        return replace(command_of(lying.key), choice=choice)
    command = next_command(player, sheet, ruleset)
    if not spends(ruleset):
        _check(command, team, sheet)
        raise NothingThrown
    if not purchases(player, sheet, ruleset):
        # Who has had everything hears that first, whatever he asks for.
        _check(replace(command, way=CHOSEN[0]), team, sheet)
    return replace(command, way=way_of(choice, player, sheet, ruleset), choice=choice)


def _check(command: Improve, team: Team, sheet: TeamSheet) -> None:
    found = problems(command, sheet, ruleset_of(team.ruleset_id))
    if found:
        raise ImprovementIllegal(found)


def _typed(team: Team, command: Improve, faces: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Dice from the table by their keys. Those of a random skill may be several throws, one after the other."""
    if not faces:
        return {}
    key, sides = dice_key(command, team.key), dice_thrown(command, ruleset_of(team.ruleset_id))
    if command.way not in RANDOM:
        check_faces(key, sides, tuple(faces))
        return {key: tuple(faces)}
    count = len(sides)
    throws = {f"{key}/{at // count + 1}": tuple(faces[at : at + count]) for at in range(0, len(faces), count)}
    for one, throw in throws.items():
        check_faces(one, sides, throw)
    return throws


def _decide(
    league: League,
    team: Team,
    command: Improve,
    occasion: str,
    typed: dict[str, tuple[int, ...]],
    moment: Moment,
    actor: Coach,
    ahead: TypedAhead | None = None,
) -> Decision:
    if command.way in CHOSEN:
        return _record(league, team, command, occasion, ReplayDice(()), moment, actor)
    if not DiceSession.objects.filter(league=league, occasion=occasion).exists():
        sessions_open(league=league, occasions=[occasion])
    session = DiceSession.objects.prefetch_related("rolls").get(league=league, occasion=occasion)
    waiting = [ahead] if ahead and not typed else []
    dice = dice_of(session, typed, ruleset_of(moment.rules_for(team).pk), ahead=faces_ahead(waiting))
    decision = _record(league, team, command, occasion, dice, moment, actor)
    authors = {row.key: row.coach_id for row in waiting}
    rolls_keep(session=session, rolls=decision.rolls, authors=authors, actor=actor)
    return decision


def _record(
    league: League, team: Team, command: Improve, occasion: str, dice: Dice, moment: Moment, actor: Coach
) -> Decision:
    told = Told(
        kind="improvement",
        occasion=occasion,
        place=moment.place,
        step=moment.step,
        teams=[team],
        inputs={"improvement": plain(command)},
        ruleset=team.ruleset,
        dice=dice,
    )
    decision, _ = cause_record(league=league, told=told, actor=actor)
    return decision

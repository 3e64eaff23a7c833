"""Improvement rolls: the throw is kept before anything is offered, and the choice is made once."""

from collections.abc import Sequence

from config.writing import write
from engine.dice import check_faces
from engine.errors import ImprovementIllegal
from engine.history import Decision
from engine.rulesets.model import required
from engine.team.improvement import Improve, improvement_key, problems
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.policies import allow
from matches.errors import NothingThrown
from matches.mapping import dice_of
from matches.models import DiceRoll, DiceSession
from matches.policies import can_manage
from matches.selectors.improvements import occasion_of
from matches.services.between import Moment, moment_of, team_locked
from matches.services.dice import rolls_keep, sessions_open
from teams.mapping import sheet_of
from teams.models import Team
from teams.services.ledger import Told, cause_record


def improvement_roll(*, team: Team, player: str, faces: Sequence[int] = (), actor: Coach) -> Team:
    """Throw for a player who has earned it, or keep the ``faces`` that were thrown at the table. Once."""
    allow(can_manage(actor, team))
    with write("improvement.rolled", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        moment = moment_of(team)
        command, occasion = _command(team, player)
        typed = _typed(team, command, faces)
        if not DiceSession.objects.filter(league=league, occasion=occasion).exists():
            sessions_open(league=league, occasions=[occasion])
        _decide(league, team, command, occasion, typed, moment, actor)
        writing.done(team, subject=f"team:{team.pk}", player=player, nth=command.nth)
    return team


def improvement_choose(*, team: Team, player: str, choice: str, actor: Coach) -> Team:
    """Take one of the things that the throw offers."""
    allow(can_manage(actor, team))
    with write("improvement.taken", actor=actor, league=team.league) as writing:
        league, team = team_locked(team)
        moment = moment_of(team)
        command, occasion = _command(team, player, choice)
        if not DiceRoll.objects.filter(session__league=league, session__occasion=occasion).exists():
            raise NothingThrown
        _decide(league, team, command, occasion, {}, moment, actor)
        writing.done(team, subject=f"team:{team.pk}", player=player, nth=command.nth, choice=choice)
    return team


def _command(team: Team, key: str, choice: str | None = None) -> tuple[Improve, str]:
    sheet = sheet_of(team)
    player = sheet.player(key)
    command = Improve(key, len(player.improvements) + 1 if player else 1, choice)
    found = problems(command, sheet, ruleset_of(team.ruleset_id))
    if found or player is None:
        raise ImprovementIllegal(found)
    return command, occasion_of(team, player)


def _typed(team: Team, command: Improve, faces: Sequence[int]) -> dict[str, tuple[int, ...]]:
    if not faces:
        return {}
    ruleset = ruleset_of(team.ruleset_id)
    key = improvement_key(team.key, command.player, command.nth)
    check_faces(key, required(ruleset.improvement, "improvement", ruleset).dice, tuple(faces))
    return {key: tuple(faces)}


def _decide(
    league: League,
    team: Team,
    command: Improve,
    occasion: str,
    typed: dict[str, tuple[int, ...]],
    moment: Moment,
    actor: Coach,
) -> Decision:
    session = DiceSession.objects.prefetch_related("rolls").get(league=league, occasion=occasion)
    told = Told(
        kind="improvement",
        occasion=occasion,
        place=moment.place,
        step=moment.step,
        teams=[team],
        inputs={"improvement": plain(command)},
        ruleset=team.ruleset,
        dice=dice_of(session, typed),
    )
    decision, _ = cause_record(league=league, told=told, actor=actor)
    rolls_keep(session=session, rolls=decision.rolls, actor=actor)
    return decision

"""A match that counts is told anew: what followed from it is taken back, and its report counts again at its place.

Dice are never taken back: the same keys have the same faces.
"""

from __future__ import annotations

from engine.dice import Dice, Roll
from engine.history import Cause as EngineCause
from engine.history import DiceFor
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from matches.errors import ReopeningDoesNotFit, StepRunning
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, PostMatchStep, Report
from matches.services.late import misfits
from teams.errors import HistoryConflict
from teams.models import Cause, HistoryEntry
from teams.services.ledger import history_revise, league_lock


def told_before(match: Match) -> bool:
    """Whether the ledger knows of the match already: it was reopened."""
    return _match_cause(match) is not None


def match_uncount(*, match: Match, reason: str, actor: Coach) -> None:
    """Void the match and all that was done in its post-match sequence. Called inside ``write()``.

    Refused with everything that has happened since and needs it.
    """
    league = league_lock(match.league)
    no_step_running(match)
    standing = HistoryEntry.objects.filter(league=league, cause__occasion=match.key, revision__voided=False)
    revised = {cause: {"voided": True} for cause in standing.values_list("cause", flat=True)}
    try:
        history_revise(league=league, revised=revised, reason=reason, actor=actor)
    except HistoryConflict as conflict:
        raise ReopeningDoesNotFit(misfits(conflict.preview)) from None
    PostMatchStep.objects.filter(match=match).delete()


def tell_again(
    *, league: League, match: Match, report: Report, session: DiceSession, late_dice: DiceFor, actor: Coach | None
) -> tuple[Roll, ...]:
    """The report at the place where the match stood; the rolls that it came to. Called inside ``write()``."""
    cause = _match_cause(match)
    dice = dice_of(session, report_of(report).dice, ruleset_of(match.ruleset_id), corrected=True)

    def dice_for(one: EngineCause) -> Dice:
        return dice if one.key == str(cause) else late_dice(one)

    told = history_revise(
        league=league,
        revised={cause or 0: {"voided": False, "inputs": {"report": report.report}}},
        dice=dice_for,
        reason="told again",
        actor=actor,
    )
    return next(one.rolls for one in told.decided if one.cause.key == str(cause))


def _match_cause(match: Match) -> int | None:
    told = Cause.objects.filter(league=match.league_id, kind="match", occasion=match.key)
    return told.values_list("pk", flat=True).first()


def no_step_running(match: Match) -> None:
    """A worker holds the row of the step that it runs, and waits for the league: it is not waited for here."""
    steps = PostMatchStep.objects.filter(match=match).order_by("pk")
    if len(steps.select_for_update(skip_locked=True)) != steps.count():
        raise StepRunning

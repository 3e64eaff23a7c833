"""A match that counts is told anew: what followed from it is taken back, and its report counts again at its place.

Dice are never taken back: the same keys have the same faces.
"""

from __future__ import annotations

from config.publishing import enqueue
from leagues.mapping import ruleset_of
from leagues.models import Coach
from matches.errors import ReopeningDoesNotFit, StepRunning
from matches.mapping import dice_of, report_of
from matches.models import DiceSession, Match, MatchStatus, PostMatchStep, Report
from matches.services.dice import rolls_keep, session_go_on
from matches.services.hiring import conflict_words
from matches.services.postmatch import ADVANCE, sequence_start
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
    _no_step_running(match)
    standing = HistoryEntry.objects.filter(league=league, cause__occasion=match.key, revision__voided=False)
    revised = {cause: {"voided": True} for cause in standing.values_list("cause", flat=True)}
    try:
        history_revise(league=league, revised=revised, reason=reason, actor=actor)
    except HistoryConflict as conflict:
        raise ReopeningDoesNotFit(conflict_words(conflict.preview)) from None
    PostMatchStep.objects.filter(match=match).delete()
    if match.status == MatchStatus.FINISHED:
        session_go_on(DiceSession.objects.get(league=league, occasion=match.key))


def match_count_again(*, match: Match, report: Report, actor: Coach | None) -> None:
    """The report counts at the place where the match stood. Called inside ``write()`` by whoever has claimed it."""
    league = league_lock(match.league)
    cause = _match_cause(match)
    if cause is None:
        raise ValueError("This match has never counted.")
    session = DiceSession.objects.prefetch_related("rolls").get(league=league, occasion=match.key)
    dice = dice_of(session, report_of(report).dice, ruleset_of(match.ruleset_id), corrected=True)
    told = history_revise(
        league=league,
        revised={cause: {"voided": False, "inputs": {"report": report.report}}},
        dice=lambda _: dice,
        reason="told again",
        actor=actor,
    )
    rolls = next(one.rolls for one in told.decided if one.cause.key == str(cause))
    rolls_keep(session=session, rolls=rolls, actor=actor)
    sequence_start(match=match)
    enqueue(ADVANCE, match.pk)


def _match_cause(match: Match) -> int | None:
    told = Cause.objects.filter(league=match.league_id, kind="match", occasion=match.key)
    return told.values_list("pk", flat=True).first()


def _no_step_running(match: Match) -> None:
    """A worker holds the row of the step that it runs, and waits for the league: it is not waited for here."""
    steps = PostMatchStep.objects.filter(match=match)
    if len(steps.select_for_update(skip_locked=True)) != steps.count():
        raise StepRunning

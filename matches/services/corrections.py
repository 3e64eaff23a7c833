"""Corrections: a match that counts is told otherwise, however much was played since.

A correction is a draft until it is confirmed: it is looked at, what does not fit is settled, and nothing is written
into the history before. Confirming writes all of it at once; undoing is a correction that says what was said before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils import timezone

from config.publishing import enqueue
from config.writing import answered_already, apart, write
from engine.errors import Problem
from engine.match.throwing import DieOfTheTable
from engine.typed import plain
from leagues.models import Coach
from leagues.names import needed_reason
from leagues.policies import allow
from matches.errors import (
    CorrectionBuiltOn,
    CorrectionChanged,
    CorrectionEmpty,
    CorrectionStands,
    CorrectionStepsDue,
    CorrectionUnsettled,
    HistoryMoved,
    NothingToCorrect,
    NothingToThrow,
)
from matches.models import (
    Correction,
    CorrectionRevision,
    CorrectionStatus,
    Match,
    MatchKind,
    PostMatchStep,
    StepStatus,
)
from matches.policies import can_correct, coaches_of
from matches.selectors.correcting import previewed
from matches.selectors.order import COUNTED
from matches.services.correction_dice import fallen_keep, unseen_seeds
from matches.services.correction_plan import Looked, look
from matches.services.correction_rows import rows_follow, rows_restore, since_asked
from matches.services.correction_telling import CorrectionChange, Way, resolved, told_otherwise
from matches.services.late import misfits
from matches.services.postmatch import ADVANCE
from matches.services.recounting import no_step_running, told_before
from teams.models import HistoryEntry, Revision, Team
from teams.services.ledger import history_head, history_keep, league_lock
from teams.services.teams import check_star_free


def correction_propose(*, match: Match, reason: str, actor: Coach) -> Correction:
    """Begin to correct a match that counts. What it will say, it is told one thing after the other."""
    allow(can_correct(actor, match))
    why = needed_reason(reason)
    with write("correction.proposed", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        now = Match.objects.select_related("league", "home", "away").get(pk=match.pk)
        if now.status not in COUNTED or now.kind == MatchKind.EXHIBITION or not told_before(now):
            raise NothingToCorrect(home=now.home.name, away=now.away.name)
        row = _begin(now, why, actor)
        writing.done(row, subject=f"correction:{row.pk}", match=now.key, reason=why)
    return row


def correction_tell(*, correction: Correction, change: CorrectionChange, seen: int, actor: Coach) -> Correction:
    """Say one thing otherwise: a report, a die of the table, a choice, an act, or that it never happened."""
    allow(can_correct(actor, correction.match))
    with write("correction.told", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        told_otherwise(row, change, look(row))
        _keep(row)
        writing.done(row, subject=f"correction:{row.pk}", cause=change.cause, what=change.what)
    return row


def correction_resolve(*, correction: Correction, cause: int, way: Way, seen: int, actor: Coach) -> Correction:
    """Say what becomes of something later that does not fit any more; an empty ``way`` takes that back.

    ``gift`` lets it stand, with the gold that it lacks; ``drop`` takes it out; ``ask`` lets a step wait again.
    """
    allow(can_correct(actor, correction.match))
    with write("correction.resolved", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        resolved(row, cause, way, look(row))
        _keep(row)
        writing.done(row, subject=f"correction:{row.pk}", cause=cause, way=way)
    return row


def correction_throw(*, correction: Correction, seen: int, actor: Coach) -> Correction:
    """Let the server throw what is asked for. From now on it lies on the table, whatever becomes of the correction."""
    allow(can_correct(actor, correction.match))
    with write("correction.thrown", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        rolls = _throw(row, actor)
        if not rolls:
            raise NothingToThrow
        writing.done(row, subject=f"correction:{row.pk}", rolls=rolls)
    return row


def correction_confirm(*, correction: Correction, seen: int, head: int, actor: Coach) -> Correction:
    """Let it count: new facts, all at once. ``seen`` and ``head`` are the draft and the history that were looked at.

    Dice that it asks for fall first, in a write of their own: nobody buys another roll by letting it fail afterwards.
    """
    allow(can_correct(actor, correction.match))
    answered_already()
    _throw_first(correction, seen, head, actor)
    with write("correction.confirmed", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        if history_head(row.league) != head:
            raise HistoryMoved
        _nothing_runs(row.match)
        looked = look(row)
        if not looked.revised and not looked.resolutions:
            raise CorrectionEmpty
        _settled(looked)
        _count(row, looked, actor)
        writing.done(row, subject=f"correction:{row.pk}", match=row.match.key, reason=row.reason)
    return row


def correction_drop(*, correction: Correction, seen: int, actor: Coach) -> Correction:
    """Nothing comes of it. Where dice have fallen for it, it stays on the list."""
    allow(can_correct(actor, correction.match))
    with write("correction.dropped", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        _end(row, CorrectionStatus.DROPPED, actor)
        writing.done(row, subject=f"correction:{row.pk}")
    return row


def correction_undo(*, correction: Correction, reason: str, actor: Coach) -> Correction:
    """Begin to undo it: a correction of its own, which says what was said before."""
    allow(can_correct(actor, correction.match))
    why = needed_reason(reason)
    with write("correction.undoing", actor=actor, league=correction.league) as writing:
        league_lock(correction.league)
        undone = _again(correction)
        if undone.status != CorrectionStatus.CONFIRMED:
            raise CorrectionStands(number=undone.number)
        row = _begin(undone.match, why, actor)
        row.undoes, row.changes = undone, {str(pk): changes for pk, changes in _said_before(undone)}
        row.save(update_fields=["undoes", "changes"])
        writing.done(row, subject=f"correction:{row.pk}", undoes=undone.number, reason=why)
    return row


def _begin(match: Match, reason: str, actor: Coach) -> Correction:
    return Correction.objects.create(
        league=match.league,
        match=match,
        number=Correction.objects.filter(league=match.league).count() + 1,
        author=actor,
        reason=reason,
        own_match=actor.pk in coaches_of(match),
    )


def _again(correction: Correction) -> Correction:
    found = Correction.objects.select_related("league", "match__league", "match__home", "match__away", "undoes")
    return found.get(pk=correction.pk)


def _held(correction: Correction, seen: int) -> Correction:
    """The draft as it stands; nobody else writes the league's history meanwhile. Called inside ``write()``."""
    league_lock(correction.league)
    claimed = Correction.objects.filter(pk=correction.pk, status=CorrectionStatus.PROPOSED, version=seen)
    if not claimed.exists():
        raise CorrectionChanged(number=correction.number)
    return _again(correction)


def _keep(row: Correction) -> None:
    row.version += 1
    row.save(update_fields=["changes", "resolutions", "typed", "version"])


def _throw_first(correction: Correction, seen: int, head: int, actor: Coach) -> None:
    """What is asked for falls before anything is written, if nothing else is in the way."""
    looked = look(_again(correction))
    if not looked.wanted or looked.redecision.conflicts or looked.head != head:
        return
    with apart(), write("correction.thrown", actor=actor, league=correction.league) as writing:
        row = _held(correction, seen)
        _nothing_runs(row.match)
        writing.done(row, subject=f"correction:{row.pk}", rolls=_throw(row, actor))


def _throw(row: Correction, actor: Coach) -> int:
    """One throw may ask for another: until nothing is asked for any more. Each occasion goes on from one seed."""
    fallen, opened, looked = 0, set[str](), look(row)
    while occasions := looked.thrown_by_the_server:
        unseen_seeds(league=row.league, occasions=occasions - opened)
        opened |= occasions
        looked = look(row, opened)
        rolls = fallen_keep(league=row.league, dice=looked.dice, decided=looked.redecision.decided, actor=actor)
        if not rolls:
            break
        fallen, looked = fallen + rolls, look(row)
    if fallen:
        row.thrown = True
        row.save(update_fields=["thrown"])
    return fallen


def _nothing_runs(match: Match) -> None:
    no_step_running(match)
    if PostMatchStep.objects.filter(match=match, status=StepStatus.DUE).exists():
        raise CorrectionStepsDue(home=match.home.name, away=match.away.name)


def _settled(looked: Looked) -> None:
    """Everything that is still in the way, at once."""
    wanted = (Problem(DieOfTheTable.code, _WANTED, "dice", "", {"key": key}) for _, key in looked.wanted)
    found = (*misfits(replace(looked.redecision, decided=_conflicting(looked))), *wanted)
    if found:
        raise CorrectionUnsettled(found)


def _conflicting(looked: Looked) -> Any:
    return tuple(replace(one, wanted="") for one in looked.redecision.decided)


_WANTED = DieOfTheTable.message


def _count(row: Correction, looked: Looked, actor: Coach) -> None:
    page = previewed(looked)
    kept = history_keep(
        league=row.league,
        preview=looked.redecision,
        revised=looked.revised,
        resolutions=looked.resolutions,
        reason=row.reason,
        actor=actor,
    )
    fallen_keep(league=row.league, dice=looked.dice, decided=looked.redecision.decided, actor=actor)
    told = {int(key) for key in (*row.changes, *row.resolutions)}
    CorrectionRevision.objects.bulk_create(
        CorrectionRevision(correction=row, before=before, after=after, told=after.cause_id in told)
        for before, after in kept
    )
    changed = {team.key for team in page.teams}
    teams = list(Team.objects.filter(league=row.league, key__in=changed))
    row.teams.set(teams)
    _stars_apart(row, teams)
    row.outcome = plain(page)
    row.rows_before = rows_follow(row, looked)
    _end(row, CorrectionStatus.CONFIRMED, actor)
    if row.undoes is not None:
        rows_restore(row.undoes)
        Correction.objects.filter(pk=row.undoes.pk).update(status=CorrectionStatus.UNDONE)
    for match in PostMatchStep.objects.filter(match__league=row.league, status=StepStatus.DUE).values("match"):
        enqueue(ADVANCE, match["match"])


def _end(row: Correction, status: CorrectionStatus, actor: Coach) -> None:
    row.status, row.version = status, row.version + 1
    row.settled_at, row.settled_by = timezone.now(), actor
    row.save()


def _stars_apart(row: Correction, teams: list[Team]) -> None:
    for team in teams:
        check_star_free(league=row.league, star=team.star, team=team)


def _said_before(undone: Correction) -> Iterator[tuple[int, dict[str, Any]]]:
    """What has to be said again: whatever was told otherwise. What only followed from it follows back."""
    entries = {
        entry.cause_id: entry.revision
        for entry in HistoryEntry.objects.filter(league=undone.league).select_related("revision")
    }
    for one in undone.revisions.select_related("before", "after__cause"):
        before, after, now = one.before, one.after, entries[one.after.cause_id]
        if _same_said(before, after):
            continue
        if not _same_said(now, after):
            raise CorrectionBuiltOn(number=undone.number)
        changes: dict[str, Any] = {"inputs": before.inputs, "voided": before.voided, "stands": before.stands}
        changes["rolls"] = before.rolls
        if before.stands:
            changes["effects"] = [_effect(row) for row in before.effects.select_related("team").order_by("nth")]
        yield one.after.cause_id, changes
    yield from ((pk, {"voided": True}) for pk in since_asked(undone))


def _effect(row: Any) -> dict[str, Any]:
    return {"team": row.team.key, "effect": row.data}


def _same_said(one: Revision, other: Revision) -> bool:
    """Whether two tellings say the same; what they came to may differ."""
    if (one.inputs, one.voided, one.stands) != (other.inputs, other.voided, other.stands):
        return False
    faces = {roll["key"]: roll["faces"] for roll in other.rolls if roll["source"] == "table"}
    return all(faces.get(roll["key"], roll["faces"]) == roll["faces"] for roll in one.rolls)

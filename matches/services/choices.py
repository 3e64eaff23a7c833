"""Choices that come twice or too late, and those that time takes: only such as harm nobody."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from config.publishing import enqueue
from config.writing import write
from leagues.services.mails import mail_send
from matches.errors import (
    ChoiceMade,
    ChoiceTakenByTime,
    DieThrown,
    MatchChanged,
    NoChoiceWaiting,
    NoDieWaiting,
    StepRunning,
    StepTaken,
)
from matches.mapping import rolls_in
from matches.models import PostMatchStep, StepStatus
from matches.selectors.choices import choice_deadline, counted_from, reminder_due, steps_waiting
from matches.services.between import HIRE_AND_FIRE

ADVANCE = "matches.tasks.postmatch_advance"

log = structlog.get_logger(__name__)


def step_claim(step: PostMatchStep, expected: StepStatus, *, otherwise: Exception) -> None:
    """Compare and swap on status and version: of two who come for the same step, one goes on."""
    if not step_claimed(step, expected):
        raise otherwise


def step_claimed(step: PostMatchStep, expected: StepStatus) -> bool:
    claimed = PostMatchStep.objects.filter(pk=step.pk, status=expected, version=step.version).update(
        version=step.version + 1
    )
    if claimed:
        step.version += 1
    return bool(claimed)


def chosen_before(step: PostMatchStep, choice: str, words: str) -> None:
    """Somebody was faster. If he has said the same, all is well; otherwise he who comes now is told what was chosen."""
    now = PostMatchStep.objects.select_related("chosen_by").filter(pk=step.pk).first()
    if now is None:
        raise NoChoiceWaiting  # the match was reopened
    if now.by_time and now.chosen_at is not None:
        raise ChoiceTakenByTime(chosen=now.choice, at=written(now.chosen_at))
    if now.chosen_by is not None and now.chosen_at is not None:
        if (now.choice, now.words) == (choice, words):
            return
        raise ChoiceMade(chosen=now.choice, coach=now.chosen_by.name, at=written(now.chosen_at))
    if now.status == StepStatus.WAITING:  # asked again, about something else
        raise MatchChanged(home=now.match.home.name, away=now.match.away.name)
    raise StepRunning if now.status == StepStatus.DUE else NoChoiceWaiting


def thrown_before(step: PostMatchStep, roll: str, faces: tuple[int, ...]) -> None:
    """The same of a roll of the table."""
    lying = rolls_in(step.match.league_id, step.match.key).filter(key=roll).first() if roll else None
    if lying is None:
        raise NoDieWaiting
    if tuple(lying.faces) != faces:
        raise DieThrown(key=roll, faces=", ".join(map(str, lying.faces)))


def written(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"


# What time does.


def choices_run(now: datetime) -> None:
    """Take what is overdue and harmless, and remind whoever is waited for. One step's trouble is not another's."""
    for step in steps_waiting():
        deadline, remind = choice_deadline(step), reminder_due(step)
        try:
            if deadline is not None and now >= deadline:
                choice_take_by_time(step=step)
            elif remind is not None and now >= remind:
                choice_remind(step=step)
        except StepTaken:
            log.info("choice_made_meanwhile", step=step.pk)


def choice_take_by_time(*, step: PostMatchStep) -> PostMatchStep:
    """Nobody has chosen: what harms nobody is taken, and nobody in particular has chosen it."""
    with write("postmatch.chosen_by_time", actor=None, league=step.match.league) as writing:
        waited_since = counted_from(step)
        step_claim(step, StepStatus.WAITING, otherwise=StepTaken())
        now = timezone.now()
        step.choice, step.status, step.since = step.default, StepStatus.DUE, now
        step.chosen_by, step.chosen_at = None, now
        step.save(update_fields=["choice", "status", "since", "chosen_by", "chosen_at"])
        since = waited_since.isoformat() if waited_since else ""
        writing.done(step, subject=f"step:{step.pk}", choice=step.choice, waited_since=since)
        enqueue(ADVANCE, step.match_id)
    return step


def choice_remind(*, step: PostMatchStep) -> None:
    """Once for each thing that is waited for. The row comes first: of two sweeps, one mails."""
    with write("postmatch.reminded", actor=None, league=step.match.league) as writing:
        asked = PostMatchStep.objects.filter(pk=step.pk, status=StepStatus.WAITING, version=step.version)
        if not asked.filter(reminded_at=None).update(reminded_at=timezone.now()):
            raise StepTaken
        writing.done(None, subject=f"step:{step.pk}", coach=step.team.coach_id)
    try:
        mail_send(
            step.team.coach,
            subject=gettext("{team} waits for you: {match}").format(team=step.team.name, match=step.match),
            template="step_waiting",
            context={"step": step, "match": step.match, "deadline": choice_deadline(step), "address": _address(step)},
        )
    except OSError as error:
        # His home page says it as well.
        log.exception("mail_not_sent", step=step.pk, reason=str(error))


def _address(step: PostMatchStep) -> str:
    if step.name == HIRE_AND_FIRE:
        return f"{settings.PUBLIC_URL}{reverse('matches:hiring', args=[step.team_id])}"
    return f"{settings.PUBLIC_URL}{reverse('matches:match', args=[step.match_id])}#step-{step.pk}"

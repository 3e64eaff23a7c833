"""Choices of the post-match sequence: until when they are waited for, and what time takes then."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from engine.rulesets.choices import Options
from leagues.mapping import ruleset_of
from matches.mapping import GOES_ON
from matches.models import DiceRoll, PostMatchStep, StepStatus


def times_of(step: PostMatchStep) -> Options:
    """How long a league waits it says for all its matches at once: by its rules of today, not by those of the match."""
    return ruleset_of(step.match.league.ruleset_id).options


def counted_from(step: PostMatchStep) -> datetime | None:
    """When its time began: when it asked, or when the league changed how long it waits for everybody."""
    if step.since is None:
        return None  # laid out before this was kept
    return max(step.since, step.timed_from or step.since)


def choice_deadline(step: PostMatchStep) -> datetime | None:
    """When the default is taken. None: this waits for its coach, however long."""
    began, hours = counted_from(step), times_of(step).choice_hours
    harmless = bool(step.default) and step.default in step.options and not step.waits_for_die
    if began is None or not hours or not harmless or step.status != StepStatus.WAITING:
        return None
    return began + timedelta(hours=hours)


def reminder_due(step: PostMatchStep) -> datetime | None:
    """When its coach is reminded of what it waits for. None: never, or he has been."""
    began, hours = counted_from(step), times_of(step).choice_reminder_hours
    if began is None or not hours or step.reminded_at is not None or step.status != StepStatus.WAITING:
        return None
    return began + timedelta(hours=hours)


def steps_waiting() -> QuerySet[PostMatchStep]:
    """All that wait for a coach, with what it takes to say until when."""
    waiting = PostMatchStep.objects.filter(status=StepStatus.WAITING)
    return waiting.select_related("match__league", "match__home", "match__away", "team__coach").order_by("pk")


def pending_of(teams: tuple[int, int]) -> list[PostMatchStep]:
    """What is left of the last matches of two teams and waits for somebody."""
    return list(steps_waiting().filter(team__in=teams))


def rolls_about(steps: Iterable[PostMatchStep]) -> dict[int, DiceRoll]:
    """The roll that lies on the table and that a choice is about, by step: read for all of them at once."""
    asked = {(step.match.league_id, step.match.key, step.roll): step.pk for step in steps if step.roll}
    if not asked:
        return {}
    rolls = DiceRoll.objects.select_related("session").filter(
        session__league__in={league for league, _, _ in asked}, key__in={key for _, _, key in asked}
    )
    told = {(roll.session.league_id, roll.session.occasion.partition(GOES_ON)[0], roll.key): roll for roll in rolls}
    return {pk: told[place] for place, pk in asked.items() if place in told}


def is_decision(step: PostMatchStep) -> bool:
    """Whether nobody but its coach may ever decide it. It is asked before the next match; a die may still be thrown."""
    return not step.default and not step.waits_for_die

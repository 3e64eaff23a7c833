"""Confirming on somebody else's phone: by the PIN of the coach who confirms."""

from __future__ import annotations

import math
from datetime import timedelta

from django.contrib.auth.hashers import check_password
from django.utils import timezone

from config.writing import answered_already, apart, write
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import PinLocked, PinNotSet, PinWrong
from matches.models import ConfirmedBy, Match, PinTries
from matches.policies import can_confirm, can_report
from matches.services.reports import report_confirm, report_to_confirm

TRIES_MOST = 5
LOCKED_FOR = timedelta(minutes=15)


def report_confirm_by_pin(*, match: Match, coach: Coach, pin: str, seen: int | None = None, actor: Coach) -> Match:
    """``coach`` confirms, on the phone on which ``actor`` is signed in."""
    allow(can_report(actor, match))
    answered_already()
    report = report_to_confirm(match, seen, coach)
    allow(can_confirm(coach, match, report))
    if not coach.pin:
        raise PinNotSet(coach=coach.name)
    left = _try_spent(match, coach, actor)
    if not check_password(pin, coach.pin):
        raise PinWrong(coach=coach.name, left=left)
    return report_confirm(match=match, seen=seen, how=ConfirmedBy.PIN, phone_of=actor, actor=coach)


def _try_spent(match: Match, coach: Coach, actor: Coach) -> int:
    """Count a try before it is looked at: tries made at the same instant count as well, and a refusal undoes none.

    Says how many are left after this one.
    """
    with apart(), write("pin.tried", actor=actor, league=match.league) as writing:
        count, _ = PinTries.objects.get_or_create(match=match, coach=coach)
        count = PinTries.objects.select_for_update().get(pk=count.pk)
        now = timezone.now()
        if count.locked_until and count.locked_until > now:
            raise PinLocked(coach=coach.name, minutes=math.ceil((count.locked_until - now).total_seconds() / 60))
        count.tries = 1 if count.locked_until else count.tries + 1
        count.locked_until = now + LOCKED_FOR if count.tries >= TRIES_MOST else None
        count.save(update_fields=["tries", "locked_until"])
        writing.done(None, subject=f"match:{match.pk}", coach=f"coach:{coach.pk}", tries=count.tries)
    return TRIES_MOST - count.tries

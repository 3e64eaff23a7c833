"""The code that leads the other coach to a report: short-lived, signed, and worth nothing without his own login."""

from __future__ import annotations

from django.conf import settings
from django.core import signing

from matches.errors import CodeExpired
from matches.models import Match, Report

SALT = "matches.codes"


def code_of(match: Match, report: Report) -> str:
    return signing.dumps([match.pk, report.number], salt=SALT)


def report_meant(match: Match, code: str) -> int:
    """The number of the report that a code leads to; it has to be a fresh one, and of this match."""
    try:
        pk, number = signing.loads(code, salt=SALT, max_age=settings.CONFIRM_CODE_SECONDS)
    except signing.BadSignature:
        raise CodeExpired from None
    if pk != match.pk:
        raise CodeExpired
    return int(number)

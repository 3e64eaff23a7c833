"""SQLite lets one writer in at a time; who waited too long in front of the door is told so as "database is locked"."""

from django.db import OperationalError


def is_busy(error: BaseException) -> bool:
    return isinstance(error, OperationalError) and "is locked" in str(error)

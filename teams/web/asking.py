"""What stands behind the address of a sheet or a statement: which moment, which movements of gold."""

from collections.abc import Mapping

from django.utils.http import urlencode

from teams.selectors.sheets import AsOf, as_of
from teams.selectors.statement import Wanted


def moment_asked(query: Mapping[str, str]) -> AsOf | None:
    return as_of(before=query.get("before", ""), after=query.get("after", ""))


def wanted_from(query: Mapping[str, str]) -> Wanted:
    return Wanted(query.get("reason", ""), query.get("since", ""), query.get("until", ""))


def wanted_query(wanted: Wanted) -> str:
    """The same as an address has it, with its question mark."""
    given = {"reason": wanted.reason, "since": wanted.since, "until": wanted.until}
    query = urlencode({name: value for name, value in given.items() if value})
    return f"?{query}" if query else ""

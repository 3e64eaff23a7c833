"""Pages of the demo league: their queries, and the time from request to answer inside one process."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from leagues.models import League
from tests.bench.measuring import milliseconds


def addresses(league: League) -> dict[str, str]:
    team = league.teams.order_by("pk")[0]
    first = team.effects.filter(kind="match_played").order_by("revision__place")[0].data["match"]
    return {
        "standings page": reverse("matches:league", args=[league.slug]),
        "roster page": reverse("teams:team", args=[team.pk]),
        "roster page at an earlier kick-off": reverse("teams:team", args=[team.pk]) + f"?before={first}",
    }


def measure(league: League, *, times: int) -> dict[str, tuple[int, float]]:
    """By page: queries, and the median of the milliseconds."""
    return {name: _page(address, times) for name, address in addresses(league).items()}


def _page(address: str, times: int) -> tuple[int, float]:
    client = Client(SERVER_NAME="127.0.0.1")

    def get() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise RuntimeError(f"{address} answers {answer.status_code}")

    get()
    with CaptureQueriesContext(connection) as queries:
        get()
    return len(queries), milliseconds(get, times=times)

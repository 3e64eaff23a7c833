"""How many queries each page and call takes: kept in a file, so that a change of it is seen and reviewed.

The counts are taken in a small league and in one three times its size: they are the same, or rows are asked for one by
one. UPDATE_QUERY_COUNTS=1 writes the file anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import sending
from tests.routes import Route, routes
from tests.stage import Stage, address_of, coach_in, set_stage
from tests.undoing import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FILE = Path(__file__).parent / "query_counts.json"
SMALL, LARGE = 4, 12
# Neither reads a league.
UNCOUNTED = {"readyz", "api:nowhere"}
# Writes about one match, as many queries as its own teams, players and steps: the league around it may be any size.
WRITES = {
    "api:match-report",
    "api:match-report-draft",
    "api:match-report-lines",
    "api:match-confirm",
    "api:match-return",
    "api:match-dispute",
    "api:match-reopen",
    "api:dispute-withdraw",
    "api:match-live",
    "api:step-choose",
    "api:league-teams",
}
# Looked at by whoever stands around the table, too: counted once more for somebody who is not signed in.
WATCHED = {
    "api:match",
    "api:match-live",
    "api:match-prematch",
    "matches:live",
    "matches:live-now",
    "matches:match",
    "matches:order",
    "matches:prematch",
}


@pytest.fixture(autouse=True)
def no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teams.printing.pdf", lambda *args, **kwargs: b"%PDF")


def counts(stage: Stage) -> dict[str, int]:
    """By method and route: asked for by Bob, who has a team, a match to play and a choice to make."""
    asked = [(route, "GET") for route in routes() if "GET" in route.methods and route.name not in UNCOUNTED]
    asked += [(route, "POST") for route in routes() if route.name in WRITES]
    found = {f"{method} {route.name}": _count(stage, route, method) for route, method in asked}
    watched = [route for route, method in asked if method == "GET" and route.name in WATCHED]
    return found | {f"GET {route.name}, signed out": _count(stage, route, "GET", "") for route in watched}


def _count(stage: Stage, route: Route, method: str, role: str = "coach") -> int:
    client, coach = Client(), coach_in(role)
    if coach is not None:
        client.force_login(coach)
    address = reverse(route.name, kwargs=address_of(stage, route.name, route.pattern, method))
    with undone():
        # What is sent is looked up before anything is counted.
        body = sending.body(stage, route.name) if method == "POST" else {}
        with CaptureQueriesContext(connection) as captured:
            if method == "GET":
                answer = client.get(address + sending.query(route.name, stage))
            else:
                answer = client.post(address, body, content_type="application/json")
    assert answer.status_code < 500, address
    # Savepoints are the database's own way of nesting what is one transaction outside of tests.
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


def test_the_number_of_queries_is_on_record_and_does_not_grow_with_the_league() -> None:
    with undone():
        small = counts(set_stage(teams=SMALL))
    large = counts(set_stage(teams=LARGE, rounds=6))
    assert large == small
    if os.environ.get("UPDATE_QUERY_COUNTS"):
        FILE.write_text(json.dumps(dict(sorted(small.items())), indent=1) + "\n", encoding="utf-8")
    assert small == json.loads(FILE.read_text(encoding="utf-8"))

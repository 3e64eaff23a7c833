"""Nonsense on every road in: whatever is sent, the answer is one of those that are promised, and no fact is bent."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.answering import FORM_FIELD
from config.limits import Limit
from matches.models import MatchStatus
from teams.services.verification import league_differences
from tests import cast, sending
from tests.api.client import ROOT, Api
from tests.routes import Route, routes
from tests.soaking import Seeds, seeds
from tests.stage import Stage, address_of, coach_in, set_stage
from tests.undoing import undone

pytestmark = [pytest.mark.django_db, pytest.mark.once]

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**53, -(2**63), 10**30, 0.5, 1e308, "", " ", "0", "-1", "p1", "p99", "t1",
    "t2", "human", "lineman", "W" * 5000, "\x00", "\u202e", "\ud7ff", "🏈", "<script>", "' OR 1=1 --", "{}", "%s",
    "../..", [], {}, [[]], [None], {"": ""}, {"p1": 1}, [1] * 300, {"touchdown": 99}, ["p1", "p1", "p1"],
)  # fmt: skip
KEYS = ("", "key", "\x00", "ключ", "W" * 500)
# Every answer that a page may give to a form; the API's are in its schema.
PAGE_STATUSES = {200, 204, 302, 400, 403, 404, 409, 422}


def spoiled(told: Any, chance: Random) -> Any:
    """What was told, with one to three places of it turned to nonsense."""
    told = copy.deepcopy(told)
    for _ in range(chance.randint(1, 3)):
        places = list(_places(told))
        if not places:
            return chance.choice(JUNK)
        holder, key = chance.choice(places)
        match chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[key]))
            case 2 if isinstance(holder, dict):
                holder[str(chance.choice(JUNK))[:50]] = holder.pop(key)
            case _:
                holder[key] = copy.deepcopy(chance.choice(JUNK))
    return told


def _places(told: Any) -> list[tuple[Any, Any]]:
    keys = list(told) if isinstance(told, dict) else range(len(told)) if isinstance(told, list) else []
    here = [(told, key) for key in keys]
    return here + [place for key in keys for place in _places(told[key])]


def writes(api: bool) -> list[Route]:
    return [
        route
        for route in routes()
        if "POST" in route.methods and route.name.startswith("api:") == api and route.name != "api:nowhere"
    ]


def who_may(name: str) -> str:
    return "commissioner" if "season" in name else "coach"


def call_the_api(stage: Stage, route: Route, chance: Random) -> None:
    address = reverse(route.name, kwargs=address_of(stage, route.name, route.pattern, "POST"))
    body = json.dumps(spoiled(sending.body(stage, route.name) or {"reason": ""}, chance))
    with undone():
        # The client itself refuses an answer that the schema does not promise.
        answer = Api(coach_in(who_may(route.name))).send(address.removeprefix(ROOT), body)
    assert answer.status_code < 500, (address, body)


def send_a_form(stage: Stage, route: Route, chance: Random) -> None:
    address = reverse(route.name, kwargs=address_of(stage, route.name, route.pattern, "POST"))
    fields = spoiled(sending.typed(stage, route.name) or {"name": "", "reason": ""}, chance)
    typed = fields if isinstance(fields, dict) else {"name": fields}
    sent = {FORM_FIELD: chance.choice(KEYS)} | {
        str(name): "" if value is None else value for name, value in typed.items()
    }
    client, coach = Client(), coach_in(who_may(route.name))
    assert coach is not None
    client.force_login(coach)
    with undone():
        answer = client.post(address + sending.query(route.name, stage), _flat(sent))
    assert answer.status_code in PAGE_STATUSES, (address, sent, answer.status_code)


def _flat(sent: dict[str, Any]) -> dict[str, Any]:
    """Forms know texts and lists of texts."""
    return {
        name: [str(item) for item in value] if isinstance(value, list) else str(value) for name, value in sent.items()
    }


@pytest.fixture
def stage(settings: Settings) -> Stage:
    """With limits that a storm does not reach: they have tests of their own."""
    for name in filter(str.isupper, dir(configured)):
        if isinstance(getattr(configured, name), Limit):
            setattr(settings, name, Limit(name, 10**6, 60))
    return set_stage()


def storm(stage: Stage, drawn: list[int], roads: list[Route], send: Callable[[Stage, Route, Random], None]) -> None:
    for nth, seed in enumerate(drawn):
        send(stage, roads[nth % len(roads)], Random(seed))
    assert list(league_differences(stage.league)) == []
    assert cast.reread(stage.scheduled).status == MatchStatus.SCHEDULED


def test_spoiled_bodies_are_answered_as_the_schema_promises(stage: Stage) -> None:
    storm(stage, seeds(200), writes(api=True), call_the_api)


def test_spoiled_forms_are_answered_with_a_page(stage: Stage) -> None:
    storm(stage, seeds(200), writes(api=False), send_a_form)


@pytest.mark.soak
def test_thousands_of_spoiled_bodies(stage: Stage, soak_seeds: Seeds) -> None:
    storm(stage, soak_seeds(8_000), writes(api=True), call_the_api)


@pytest.mark.soak
def test_thousands_of_spoiled_forms(stage: Stage, soak_seeds: Seeds) -> None:
    storm(stage, soak_seeds(8_000), writes(api=False), send_a_form)


def test_spoiled_house_rules_found_no_league_that_does_not_hold_together(stage: Stage) -> None:
    """The deepest body there is: a storm of its own."""
    (road,) = (route for route in writes(api=True) if route.name == "api:leagues")
    storm(stage, seeds(150), [road], call_the_api)

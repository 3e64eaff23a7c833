"""Matches that are being played: the round trip of one event, and many matches at once against a real web server.

Run as a program: it makes and drops a database of its own, and talks to nobody but 127.0.0.1.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import quantiles
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client, override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from config import net  # noqa: E402
from config.ops import processes  # noqa: E402
from config.ops.redis_server import RedisServer  # noqa: E402
from config.ops.run import WEB  # noqa: E402
from engine.typed import plain  # noqa: E402
from leagues.models import Coach  # noqa: E402
from matches.demo import story  # noqa: E402
from matches.demo.league import league_play  # noqa: E402
from matches.models import Match, MatchKind, MatchSheet, MatchStatus  # noqa: E402
from matches.services.dice import sessions_open  # noqa: E402
from teams.mapping import sheet_of  # noqa: E402
from teams.models import Team  # noqa: E402
from tests.bench.database import PLAIN_STATIC  # noqa: E402
from tests.bench.measuring import milliseconds  # noqa: E402
from tests.bench.sequences import own_database  # noqa: E402

MATCHES, EVENTS, THREADS = 200, 10, 8
SECONDS_MOST = 120  # then it is over, whatever has been sent
TOKEN = "b" * 32


@dataclass
class Tally:
    """What one thread has seen."""

    stored: int = 0
    errors: int = 0
    told: list[float] = field(default_factory=list)  # seconds, each
    asked: list[float] = field(default_factory=list)


def kicked_off(number: int) -> list[Match]:
    """As many matches of the demo's first two teams, all of them being played: sheets, dice and all."""
    home, away = Team.objects.select_related("league", "ruleset").prefetch_related("players").order_by("pk")[:2]
    Match.objects.bulk_create(
        Match(
            league=home.league,
            kind=MatchKind.FRIENDLY,
            key=f"b{nth}",
            home=home,
            away=away,
            ruleset=home.ruleset,
            status=MatchStatus.LIVE,
            kicked_off_at=timezone.now(),
        )
        for nth in range(number)
    )
    matches = list(Match.objects.filter(key__startswith="b", status=MatchStatus.LIVE).order_by("pk"))
    sessions_open(league=home.league, occasions=[match.key for match in matches])
    sheets = {team.pk: plain(sheet_of(team)) for team in (home, away)}
    MatchSheet.objects.bulk_create(
        MatchSheet(match=match, team=team, sheet=sheets[team.pk], value=team.value)
        for match in matches
        for team in (home, away)
    )
    return matches


def batch(coach: Coach, nth: int, player: str) -> dict[str, Any]:
    device = f"c{coach.pk}-a1"
    key = f"{device}-{nth}"
    event = {"key": key, "kind": "completion", "half": 1, "turn": nth % 8 + 1, "side": "home", "player": player}
    return {"device": device, "entries": [{"sequence": nth, "key": key, "event": event}]}


def a_player(match: Match) -> str:
    return str(Team.objects.get(pk=match.home_id).players.order_by("pk")[0].key)


def round_trip(match: Match, coach: Coach) -> dict[str, tuple[int, float]]:
    """A coach tells of something and his phone reads how the match stands; a spectator asks and nothing has changed."""
    client, player, sent = Client(SERVER_NAME="127.0.0.1"), a_player(match), iter(range(1, 10_000))
    client.force_login(coach)
    api, page = reverse("api:match-live", args=[match.pk]), reverse("matches:live-now", args=[match.pk])
    tag = Client(SERVER_NAME="127.0.0.1").get(page)["ETag"]

    def tell() -> None:
        answer = client.post(api, batch(coach, next(sent), player), content_type="application/json")
        if answer.status_code != 200 or not stored(answer.content):
            raise RuntimeError(f"{api} answers {answer.status_code}")

    def look() -> None:
        if client.get(page).status_code != 200:
            raise RuntimeError(page)

    def ask() -> None:
        if Client(SERVER_NAME="127.0.0.1").get(page, headers={"If-None-Match": tag}).status_code not in (200, 304):
            raise RuntimeError(page)

    def measured(act: Any) -> tuple[int, float]:
        act()
        with CaptureQueriesContext(connection) as queries:
            act()
        return len(queries), milliseconds(act, times=40)

    told, seen = measured(tell), measured(look)
    tag = Client(SERVER_NAME="127.0.0.1").get(page)["ETag"]
    return {"told": told, "seen": seen, "unchanged": measured(ask)}


@contextmanager
def a_web_server() -> Iterator[int]:
    """Gunicorn as `make run` starts it, on the database of this program, with a Redis of its own."""
    port = net.free_port()
    redis = RedisServer(Path(settings.DATA_DIR) / "redis")
    redis.start()
    env = {
        **os.environ,
        "PORT": str(port),
        "DATABASE_URL": _database_url(),
        "REDIS_URL": redis.url,
        # Two coaches play all matches here: what one of them may send in a minute is not what is measured.
        "API_LIMIT": "1000000/60",
        "API_LIMIT_CLIENT": "1000000/60",
    }
    program = str(Path(sys.executable).parent / WEB[0])
    web = processes.start([program, *WEB[1:]], env=env, cwd=settings.BASE_DIR)
    try:
        if not processes.wait_until(lambda: _answers(port), seconds=60):
            raise RuntimeError("the web server did not start")
        yield port
    finally:
        processes.stop(web)
        redis.stop()


def _database_url() -> str:
    name = str(connection.settings_dict["NAME"])
    if settings.ON_SQLITE:
        return f"sqlite:///{name}"
    return f"{settings.DATABASE_URL.rpartition('/')[0]}/{name}"


def _answers(port: int) -> bool:
    try:
        http = HTTPConnection("127.0.0.1", port, timeout=2)
        http.request("GET", "/healthz")
        return http.getresponse().status == 200
    except OSError:
        return False


def at_once(matches: list[Match], coach: Coach) -> dict[str, float]:
    """Each match is told its events one by one; after each a spectator asks whether it has moved, and again at once."""
    client = Client()
    client.force_login(coach)
    session, player = client.cookies[settings.SESSION_COOKIE_NAME].value, a_player(matches[0])
    shares = [matches[nth::THREADS] for nth in range(THREADS)]
    connection.close()
    with a_web_server() as port:
        began = time.perf_counter()
        with ThreadPoolExecutor(THREADS) as pool:
            tallies = list(pool.map(lambda share: _play(port, share, coach, session, player, began), shares))
        took = time.perf_counter() - began
    told = [one for tally in tallies for one in tally.told]
    asked = [one for tally in tallies for one in tally.asked]
    return {
        "seconds": took,
        "stored": sum(tally.stored for tally in tallies),
        "errors": sum(tally.errors for tally in tallies),
        "told_median": quantiles(told, n=20)[9] * 1000,
        "told_slow": quantiles(told, n=20)[18] * 1000,
        "asked": len(asked),
        "asked_median": quantiles(asked, n=20)[9] * 1000,
        "asked_slow": quantiles(asked, n=20)[18] * 1000,
    }


def _play(port: int, share: list[Match], coach: Coach, session: str, player: str, began: float) -> Tally:
    tally, http = Tally(), HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "Content-Type": "application/json",
    }
    tags: dict[int, str] = {}
    for nth in range(1, EVENTS + 1):
        for match in share:
            if time.perf_counter() - began > SECONDS_MOST:
                return tally
            address, body = f"/api/v1/matches/{match.pk}/live/", json.dumps(batch(coach, nth, player))
            status, took, _, said = _sent(http, "POST", address, headers, body)
            tally.told.append(took)
            kept = status == 200 and stored(said)
            tally.stored += kept
            tally.errors += not kept
            for _ in range(2):
                status, took, tag, _ = _sent(http, "GET", address, {"If-None-Match": tags.get(match.pk, "")})
                tags[match.pk] = tag
                tally.asked.append(took)
                tally.errors += status not in (200, 304)
    return tally


def _sent(
    http: HTTPConnection, method: str, address: str, headers: dict[str, str], body: str = ""
) -> tuple[int, float, str, bytes]:
    began = time.perf_counter()
    try:
        http.request(method, address, body or None, headers)
        answer = http.getresponse()
        said = answer.read()
        return answer.status, time.perf_counter() - began, answer.getheader("ETag", ""), said
    except (OSError, HTTPException):
        http.close()
        return 0, time.perf_counter() - began, "", b""


def stored(said: bytes) -> bool:
    """Each entry is answered by itself: an answer may be fine and its entry refused."""
    receipts = json.loads(said)["receipts"]
    return bool(receipts) and all(one["outcome"] == "stored" for one in receipts)


def main() -> None:
    with own_database(), override_settings(STORAGES={**settings.STORAGES, **PLAIN_STATIC}):
        league_play(seed=story.SEED)
        matches = kicked_off(MATCHES + 1)
        coach = Coach.objects.get(pk=Team.objects.get(pk=matches[0].home_id).coach_id)
        measured = {"one": round_trip(matches[0], coach), "many": at_once(matches[1:], coach)}
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

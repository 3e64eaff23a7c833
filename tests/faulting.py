"""Post-match sequences while everything around them breaks, and the same ones in peace: do they end alike?

Run as a program, ``python -m tests.faulting postgresql 12 2016``: so many sequences on a database of its own, by real
workers and a real Redis, and faults at random moments, drawn from the seed. It prints what it found as JSON.

Leagues of eight teams play round after round, each match reported and confirmed as a coach would, whatever is broken at
that moment. What a coach cannot do because the database is away he tries again; nothing else is tried again by hand.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from zlib import crc32

from config.ops.postgres_server import PostgresServer
from config.ops.redis_server import RedisServer

TEAMS, A_ROUND, ROUNDS = 8, 4, 7
WORLDS = 3  # seeds of the dice: a league has those of one of them, and is compared with the one played in peace
AT_A_TIME = 3  # leagues in which somebody acts between two faults
PATIENCE = 180  # seconds, after the last fault, in which something has to end
LOCKED = (0.3, 6.5)  # seconds for which somebody else writes to SQLite: who waits gives up after five
AWAY = (0.1, 3.0)  # seconds without a Redis


class Chaos:
    """Workers and servers, and what may happen to them."""

    def __init__(self, folder: Path, rng: Random, postgres: PostgresServer | None, stack: ExitStack) -> None:
        from django.conf import settings

        from tests.workers import Worker

        self.rng, self.postgres, self.happened = rng, postgres, Counter[str]()
        self.redis = RedisServer(folder / "redis")
        self.redis.start()
        stack.callback(self.redis.stop)
        settings.REDIS_URL = self.redis.url
        env = {
            "SWEEP_SECONDS": "0.5",
            "WORKER_PROCESSES": "2",
            "LOG_LEVEL": "INFO",
        }  # by which they say that they are ready
        self.workers = [Worker(folder / f"worker-{nth}", self.redis.url, beat=nth == 0, env=env) for nth in range(2)]
        for worker in self.workers:
            stack.callback(worker.stop)
            worker.start()

    @property
    def faults(self) -> dict[str, Callable[[], None]]:
        found = {
            "worker killed": self.kill,
            "redis away": self.redis_away,
            "delivered twice and out of order": self.deliver_again,
            "deploy": self.deploy,
        }
        if self.postgres is None:
            return found | {"database locked": self.lock}
        return found | {
            "process of a worker killed": self.kill_child,
            "connections cut": self.cut,
            "database restarted": self.postgres.restart,
            "database crashed": lambda: self.postgres.restart(crash=True) if self.postgres else None,
        }

    def strike(self, name: str) -> None:
        self.faults[name]()
        self.happened[name] += 1

    def kill(self) -> None:
        worker = self.rng.choice(self.workers)
        worker.kill()
        time.sleep(self.rng.uniform(0, 0.5))
        worker.start()

    def kill_child(self) -> None:
        """One of the processes that a worker has for its tasks, in the midst of whatever it does."""
        worker = self.rng.choice(self.workers)
        children = _children(worker.pid)
        if children:
            with suppress(ProcessLookupError):
                os.kill(self.rng.choice(children), signal.SIGKILL)

    def redis_away(self) -> None:
        self.redis.stop()
        time.sleep(self.rng.uniform(*AWAY))
        self.redis.start()

    def deliver_again(self) -> None:
        from config.publishing import publish
        from matches.models import Match
        from matches.services.choices import ADVANCE

        keys = _or_nothing(lambda: list(Match.objects.values_list("pk", flat=True))) or []
        twice = keys * 2
        self.rng.shuffle(twice)
        for pk in twice[:30]:
            publish(ADVANCE, pk)

    def deploy(self) -> None:
        """All workers stop and others start; the queue has messages from before, one of them of a task that is gone."""
        from config.publishing import publish
        from matches.models import PostMatchStep

        for worker in self.workers:
            worker.stop()
        self.deliver_again()
        publish("matches.tasks.gone_since")
        # Rows as the version before laid them out: it knew nothing of times, or of what an option comes to.
        _or_nothing(lambda: PostMatchStep.objects.update(since=None, outlook={}))
        for worker in self.workers:
            worker.start()

    def cut(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        if self.rng.random() < 0.5:
            connection.close()  # and the coach's own

    def lock(self) -> None:
        from django.db import connection

        name, seconds = connection.settings_dict["NAME"], self.rng.uniform(*LOCKED)

        def hold() -> None:
            other = sqlite3.connect(name, timeout=20, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            other.execute("ROLLBACK")
            other.close()

        Thread(target=hold).start()


class Coaches:
    """Whoever plays: files, confirms and chooses by what the database says, so that nothing is forgotten."""

    def __init__(self, leagues: Sequence[Any], rounds: int) -> None:
        self.leagues, self.rounds = leagues, rounds

    def act(self, rng: Random) -> None:
        """Everything that somebody in some of the leagues could do right now, once."""
        for league in rng.sample(self.leagues, min(AT_A_TIME, len(self.leagues))):
            _or_nothing(partial(self._play, league))

    def _play(self, league: Any) -> None:
        from matches.models import MatchStatus
        from tests import cast

        matches = list(league.matches.filter(round__lte=self.rounds).order_by("round", "pk"))
        reached = min((one.round for one in matches if one.status in ("scheduled", "reported")), default=0)
        for match in matches:
            if match.round == reached and match.status == MatchStatus.SCHEDULED:
                cast.file(cast.reread(match), score_of(match))
            if match.round == reached:
                again = cast.reread(match)
                if again.status == MatchStatus.REPORTED:
                    cast.confirm(again)
        choose_all(league)

    def unfinished(self) -> int | None:
        from matches.models import Match

        found = Match.objects.filter(league__in=self.leagues, round__lte=self.rounds)
        return _or_nothing(lambda: found.exclude(status="finished").count())


def score_of(match: Any) -> tuple[int, int]:
    """Some are won, and then the winner is asked about his winnings; some are drawn."""
    return ((2, 1), (1, 1), (0, 1), (3, 0))[crc32(match.key.encode()) % 4]


def choose_all(league: Any) -> None:
    from matches.models import PostMatchStep
    from matches.services.postmatch import step_choose

    steps = PostMatchStep.objects.select_related("match__league", "team__coach").filter(
        match__league=league, status="waiting"
    )
    for step in steps:
        wanted = ("keep", "reroll")[crc32(f"{step.match.key} {step.team.key}".encode()) % 2]
        step_choose(step=step, choice=wanted, actor=step.team.coach)


def a_league(name: str, world: int, rounds: int) -> Any:
    from matches.services.seasons import season_create
    from tests import cast

    league = cast.quiet_league(name)
    teams = [cast.team(league, f"Team {nth}", by=f"Coach{nth}") for nth in range(TEAMS)]
    seed = f"world {world}".encode()
    season_create(league=league, name="S", teams=teams, legs=1, seed=seed, actor=cast.commissioner_of(league))
    return league


def in_peace(world: int, rounds: int) -> dict[str, Any]:
    """The same league, played by one process that nothing happens to."""
    from matches.services.onward import match_advance
    from tests import cast
    from tests.dumping import dump

    league = a_league(f"Peace {world}", world, rounds)
    for match in league.matches.filter(round__lte=rounds).order_by("round", "pk"):
        confirmed = cast.confirm(cast.file(cast.reread(match), score_of(match)))
        match_advance(match=confirmed)
        choose_all(league)
        match_advance(match=confirmed)
    return dump(league)


def disturbed(folder: Path, number: int, seed: int, postgres: PostgresServer | None, seconds: float) -> dict[str, Any]:
    from teams.services.verification import league_differences
    from tests.dumping import dump

    rng, rounds = Random(seed), min(ROUNDS, max(1, -(-number // A_ROUND)))
    leagues_needed = -(-number // (A_ROUND * rounds))
    expected = [in_peace(world, rounds) for world in range(min(WORLDS, leagues_needed))]
    leagues = [a_league(f"Chaos {nth}", nth % WORLDS, rounds) for nth in range(leagues_needed)]
    coaches, began = Coaches(leagues, rounds), time.monotonic()
    with ExitStack() as stack:
        chaos = Chaos(folder, rng, postgres, stack)
        coming = _in_turns(list(chaos.faults), rng)
        struck = 0
        while struck < len(chaos.faults) or (time.monotonic() - began < seconds and coaches.unfinished() != 0):
            coaches.act(rng)
            time.sleep(rng.uniform(0, 0.4))
            with suppress(*_broken()):
                chaos.strike(next(coming))
            struck += 1
        _end_in_peace(coaches, rng)
        left = coaches.unfinished()
    return {
        "sequences": len(leagues) * rounds * A_ROUND,
        "unfinished": left,
        "faults": dict(chaos.happened),
        "seconds": round(time.monotonic() - began, 1),
        "different": [
            f"{league.name}: {part}"
            for nth, league in enumerate(leagues)
            for part, content in dump(league).items()
            if content != expected[nth % WORLDS][part]
        ],
        "ledger": [str(one) for league in leagues for one in league_differences(league)],
    }


def _end_in_peace(coaches: Coaches, rng: Random) -> None:
    """What is under way goes on until all is over, or until nothing ends any more."""
    fewest, until = coaches.unfinished(), time.monotonic() + PATIENCE
    while (left := coaches.unfinished()) != 0 and time.monotonic() < until:
        if left is not None and (fewest is None or left < fewest):
            fewest, until = left, time.monotonic() + PATIENCE
        coaches.act(rng)
        time.sleep(0.2)


def _in_turns(kinds: list[str], rng: Random) -> Iterator[str]:
    """Each kind once, in an order of its own, and again."""
    while True:
        rng.shuffle(kinds)
        yield from kinds


def _children(pid: int) -> list[int]:
    """The processes that a process has started, as the system knows them."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def _broken() -> tuple[type[Exception], ...]:
    from django.db import Error

    from engine.errors import Conflict

    return (Error, Conflict)


def _or_nothing(act: Callable[[], Any]) -> Any:
    """What a coach sees of a broken database is a page that says so: he tries again later."""
    from django.db import connection

    try:
        return act()
    except _broken():
        with suppress(Exception):
            connection.close()
        return None


def main() -> None:
    kind, number, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    seconds = float(os.environ.get("FAULT_SECONDS", "600"))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="scrimmage-faults-")))
        postgres = PostgresServer() if kind == "postgresql" else None
        if postgres is not None:
            postgres.start()
            stack.callback(postgres.stop)
        os.environ |= {
            "DATA_DIR": str(folder),
            "DATABASE_URL": postgres.url if postgres else "",
            "SECRET_KEY": "only-for-faults-" + "x" * 50,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "LOG_LEVEL": "CRITICAL",
        }
        import django

        django.setup()
        from tests.bench.sequences import own_database

        with own_database():
            found = disturbed(folder, number, seed, postgres, seconds)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()

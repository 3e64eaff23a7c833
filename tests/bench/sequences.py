"""Post-match sequences in one process and through workers, on a real database that is made for it and dropped."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from config.ops.redis_server import RedisServer  # noqa: E402
from config.publishing import publish  # noqa: E402
from matches.models import Match, MatchStatus  # noqa: E402
from matches.services.choices import ADVANCE  # noqa: E402
from matches.services.postmatch import sequence_advance  # noqa: E402
from tests import cast  # noqa: E402
from tests.bench.measuring import Watch  # noqa: E402
from tests.workers import Worker  # noqa: E402

TEAMS = 8  # of a league: so many that four of its matches are played at once
PATIENCE = 300


@contextmanager
def own_database() -> Iterator[None]:
    """Beside the real one, whatever that is: on SQLite a file in a temporary directory, elsewhere a database apart."""
    name = connection.settings_dict["NAME"]
    connection.settings_dict["TEST"]["NAME"] = (
        str(settings.DATA_DIR / "bench.sqlite3") if settings.ON_SQLITE else f"bench_{name}"
    )
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def confirmed(prefix: str, number: int) -> list[Match]:
    """Matches whose post-match is due: drawn, in leagues without a window, so that nobody has to choose anything."""
    made: list[Match] = []
    while len(made) < number:
        league = cast.quiet_league(f"{prefix} {len(made)}")
        teams = [cast.team(league, f"Team {nth}", by=f"Coach{nth}") for nth in range(TEAMS)]
        first_round = cast.season(league, teams).matches.filter(round=1).order_by("pk")
        made += [cast.confirm(cast.file(cast.reread(match), (1, 1))) for match in first_round]
    return made[:number]


def in_this_process(matches: Sequence[Match]) -> float:
    watch = Watch()
    for match in matches:
        with watch.running():
            sequence_advance(match=match)
    _all_finished(matches)
    return len(matches) / watch.seconds


def through_workers(matches: Sequence[Match], number: int) -> float:
    """From the first message to the end of the last sequence. Starting the workers is not counted."""
    folder = Path(settings.DATA_DIR) / f"workers-{number}"
    with ExitStack() as stack:
        redis = RedisServer(folder / "redis")
        redis.start()
        stack.callback(redis.stop)
        settings.REDIS_URL = redis.url
        for nth in range(number):
            worker = Worker(folder / f"worker-{nth}", redis.url, env={"WORKER_PROCESSES": "1", "LOG_LEVEL": "INFO"})
            worker.start()
            stack.callback(worker.stop)
        watch = Watch()
        with watch.running():
            for match in matches:
                publish(ADVANCE, match.pk)
            _wait_for(matches)
    return len(matches) / watch.seconds


def _wait_for(matches: Sequence[Match]) -> None:
    until = time.monotonic() + PATIENCE
    while _unfinished(matches):
        if time.monotonic() > until:
            raise RuntimeError(f"{_unfinished(matches)} sequences have not ended after {PATIENCE} s.")
        time.sleep(0.02)


def _all_finished(matches: Sequence[Match]) -> None:
    if _unfinished(matches):
        raise RuntimeError(f"{_unfinished(matches)} sequences wait for something.")


def _unfinished(matches: Sequence[Match]) -> int:
    found = Match.objects.filter(pk__in=[match.pk for match in matches])
    return found.exclude(status=MatchStatus.FINISHED).count()


def main() -> None:
    number = int(os.environ.get("BENCH_SEQUENCES", "48"))
    counts = [int(count) for count in sys.argv[1:]]
    with own_database():
        measured = {"alone": in_this_process(confirmed("Alone", number))}
        for count in counts:
            measured[str(count)] = through_workers(confirmed(f"With {count}", number), count)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

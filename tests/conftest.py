"""The database, Redis and worker that tests run against. `make test` chooses by `--stage` and DATABASE_URL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3.base import DatabaseWrapper
from pytest_django import DjangoDbBlocker, Settings
from redis import Redis

from config.guards import guard_facts
from config.ops import redis_server as redis_programs
from config.ops.redis_server import RedisServer
from engine import rulesets
from engine.rulesets.options import with_options
from leagues.mapping import ruleset_keep
from tests import cast
from tests.soaking import Seeds, first_seed, seeds
from tests.workers import Worker

STAGES = ("pure", "sqlite", "postgresql", "pages", "whole")
PAGES = Path(__file__).parent / "web"
WHOLE_PROGRAM = {"browser", "live", "ops", "pdf", "worker"}
ONLY_WHEN_ASKED = {"bench", "soak"}
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_serialized_rollback", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--stage", choices=STAGES, help="the part of `make test` to run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    stage = config.getoption("--stage")
    asked = str(config.getoption("-m"))
    kept = [item for item in items if _was_asked_for(item, asked) and (stage is None or _belongs(item, stage))]
    dropped = [item for item in items if item not in set(kept)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def _was_asked_for(item: pytest.Item, expression: str) -> bool:
    return all(name in expression for name in ONLY_WHEN_ASKED & _marks(item))


def _belongs(item: pytest.Item, stage: str) -> bool:
    whole = bool(WHOLE_PROGRAM & _marks(item))
    database, once = _uses_database(item), _is_run_once(item)
    return {
        "pure": not whole and not database,
        "sqlite": database and not once and (not whole or "sqlite_file" in _marks(item)),
        "postgresql": database and not once and not whole,
        "pages": database and once and not whole,
        "whole": whole,
    }[stage]


def _is_run_once(item: pytest.Item) -> bool:
    """What the database has to do, the tests of the services ask of both; of how it is shown, one is enough."""
    return "once" in _marks(item) or PAGES in item.path.parents


def _marks(item: pytest.Item) -> set[str]:
    return {mark.name for mark in item.iter_markers()}


def _uses_database(item: pytest.Item) -> bool:
    return "django_db" in _marks(item) or bool(DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The rules of most leagues lie in the database from the start: half a megabyte each, and seldom new."""
    published = [rulesets.get(key) for key in rulesets.available()]
    with django_db_blocker.unblock():
        for rules in (*published, with_options(rulesets.get("bb2016"), cast.QUIET)):
            ruleset_keep(rules)


@pytest.fixture(scope="session", autouse=True)
def facts_let_the_test_database_be_emptied() -> Iterator[None]:
    """SQLite's triggers guard facts even from the flush after a transactional test: they are laid again after it."""
    operations = DatabaseWrapper.ops_class
    flush = operations.execute_sql_flush

    def flush_unguarded(self: BaseDatabaseOperations, statements: list[str]) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')
        flush(self, statements)
        guard_facts(using=self.connection.alias)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush_unguarded)
        yield


def _a_redis(folder: Path) -> RedisServer:
    if redis_programs.find() is None:
        pytest.skip(redis_programs.NOT_FOUND)
    server = RedisServer(folder)
    server.start()
    return server


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real Redis, shared by the tests of this process."""
    server = _a_redis(tmp_path_factory.mktemp("redis"))
    yield server.url
    server.stop()


@pytest.fixture
def redis_server(tmp_path: Path, settings: Settings) -> Iterator[RedisServer]:
    """A real Redis for this test alone, which may stop and start it; services publish to it."""
    server = _a_redis(tmp_path / "redis")
    settings.REDIS_URL = server.url
    yield server
    server.stop()


@pytest.fixture
def broker(redis_url: str, settings: Settings) -> str:
    """The shared Redis, emptied, as the broker that services publish to."""
    with Redis.from_url(redis_url) as redis:
        redis.flushdb()
    settings.REDIS_URL = redis_url
    return redis_url


@pytest.fixture
def start_worker(tmp_path: Path, transactional_db: None) -> Iterator[Callable[..., Worker]]:
    """Start real workers on the test database: `start_worker(redis_url, beat=True, SWEEP_SECONDS="0.5")`."""
    started: list[Worker] = []

    def start(redis_url: str, *, beat: bool = False, queues: str = "rules,long", **env: str) -> Worker:
        worker = Worker(tmp_path / f"worker-{len(started)}", redis_url, beat=beat, queues=queues, env=env)
        started.append(worker)
        worker.start()
        return worker

    yield start
    for worker in started:
        worker.stop()


@pytest.fixture
def celery_worker_process(broker: str, start_worker: Callable[..., Worker]) -> Worker:
    """A real `celery -A config worker`, listening to both queues, without beat."""
    return start_worker(broker)


@pytest.fixture
def soak_seeds(record_property: Callable[[str, object], None]) -> Seeds:
    """``soak_seeds(n)``: the seeds of n sequences, drawn from ``SOAK_SEED``, which the result names."""

    def draw(number: int) -> list[int]:
        record_property("result", f"{number:,} sequences held, SOAK_SEED={first_seed()}")
        return seeds(number)

    return draw

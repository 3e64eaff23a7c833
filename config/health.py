"""Health, for those who watch the site: `/healthz`: the process answers; `/readyz`: its work can be done."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis

from config.cache import IMPATIENT

log = structlog.get_logger(__name__)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """503 names what failed. The cause, which may name hosts, goes to the log and not to the public."""
    checks = {name: _passes(name, check) for name, check in CHECKS.items()}
    failed = [name for name, passed in checks.items() if not passed]
    body = {
        "status": "unavailable" if failed else "ok",
        "checks": {name: "ok" if passed else "failed" for name, passed in checks.items()},
        "failed": failed,
    }
    return JsonResponse(body, status=503 if failed else 200)


def _passes(name: str, check: Callable[[], str]) -> bool:
    try:
        problem = check()
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    if problem:
        log.warning("not_ready", check=name, problem=problem)
    return not problem


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return ""


def broker() -> str:
    if not settings.REDIS_URL:
        return "REDIS_URL is not set"
    with Redis.from_url(settings.REDIS_URL, **IMPATIENT) as redis:
        redis.ping()
    return ""


def migrations() -> str:
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in pending)


CHECKS: dict[str, Callable[[], str]] = {"database": database, "broker": broker, "migrations": migrations}

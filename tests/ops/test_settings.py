"""The settings under other environments, each read by a Python of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = """
import json, sys
from config import settings
print(json.dumps({name: getattr(settings, name, None) for name in sys.argv[1:]}, default=str))
"""


@pytest.fixture
def ask(tmp_path: Path) -> Any:
    """`ask("HTTPS", "DEBUG", HTTPS="true")`: the values under exactly this environment."""

    def values(*names: str, **env: str) -> dict[str, Any]:
        clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), **env}
        done = subprocess.run([sys.executable, "-c", ASK, *names], env=clean, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return values


def test_with_nothing_configured_it_is_sqlite_in_the_data_directory(ask: Any, tmp_path: Path) -> None:
    found = ask("DATABASES", "CACHES", "DEBUG", "EMAIL_BACKEND")
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "scrimmage.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert found["DEBUG"] is False
    assert found["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"


def test_two_urls_make_it_postgresql_and_redis(ask: Any) -> None:
    found = ask(
        "DATABASES", "CACHES", "CELERY_BROKER_URL", "CELERY_WORKER_POOL",
        DATABASE_URL="postgres://orc:waaagh@db.example.org:5433/league", REDIS_URL="redis://r.example.org/3",
    )  # fmt: skip
    database = found["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", 5433, "league")
    assert found["CACHES"]["default"]["BACKEND"] == "config.cache.OpenRedisCache"
    assert found["CELERY_BROKER_URL"] == "redis://r.example.org/3"
    assert found["CELERY_WORKER_POOL"] == "prefork"


def test_on_sqlite_the_worker_is_one_process(ask: Any) -> None:
    found = ask("CELERY_WORKER_POOL", "CELERY_WORKER_CONCURRENCY", WORKER_PROCESSES="8")
    assert found == {"CELERY_WORKER_POOL": "solo", "CELERY_WORKER_CONCURRENCY": 1}


def test_over_plain_http_cookies_can_travel(ask: Any) -> None:
    found = ask("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    assert not any(found.values())


def test_an_https_address_turns_on_what_needs_https(ask: Any) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_PROXY_SSL_HEADER")
    found = ask(*names, "SECURE_HSTS_SECONDS", PUBLIC_URL="https://league.example.org/")
    assert all(found[name] for name in names)
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000


def test_hosts_and_origins_follow_the_address(ask: Any) -> None:
    found = ask(
        "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", PUBLIC_URL="https://league.example.org", HOST="10.1.2.3", PORT="8123"
    )
    assert {"league.example.org", "10.1.2.3", "localhost"} <= set(found["ALLOWED_HOSTS"])
    assert {"https://league.example.org", "http://10.1.2.3:8123"} <= set(found["CSRF_TRUSTED_ORIGINS"])


def test_no_host_is_ever_a_wildcard(ask: Any) -> None:
    assert "*" not in ask("ALLOWED_HOSTS", HOST="0.0.0.0")["ALLOWED_HOSTS"]


def test_scripts_come_from_the_site_alone(ask: Any) -> None:
    directives = ask("CONTENT_SECURITY_POLICY")["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    assert directives["script-src"] == ["'self'"]
    assert not any("unsafe" in source for sources in directives.values() for source in sources)

"""Pages on a real database. Run as a program: it makes and drops a database of its own."""

from __future__ import annotations

import json

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.test import override_settings  # noqa: E402

from matches.demo import story  # noqa: E402
from matches.demo.league import league_play  # noqa: E402
from tests.bench import pages  # noqa: E402
from tests.bench.sequences import own_database  # noqa: E402

# Addresses of static files do not depend on a collected copy of them.
PLAIN_STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def main() -> None:
    with own_database(), override_settings(STORAGES={**settings.STORAGES, **PLAIN_STATIC}):
        league = league_play(seed=story.SEED)
        measured = {
            "pages": pages.measure(league, times=40),
        }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

"""Pages and post-match sequences on a real database. Run as a program: it makes and drops a database of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import override_settings  # noqa: E402

from leagues.mapping import ruleset_of  # noqa: E402
from leagues.models import League  # noqa: E402
from matches.demo import story  # noqa: E402
from matches.demo.league import league_play  # noqa: E402
from matches.models import Match, PostMatchStep, StepStatus  # noqa: E402
from matches.services.postmatch import sequence_advance, step_choose  # noqa: E402
from matches.services.reports import report_confirm, report_submit  # noqa: E402
from matches.services.seasons import season_create  # noqa: E402
from teams.mapping import sheet_of  # noqa: E402
from teams.models import Team  # noqa: E402
from tests.bench import pages  # noqa: E402
from tests.bench.matches import SEED, report_of  # noqa: E402
from tests.bench.measuring import Watch  # noqa: E402

# Addresses of static files do not depend on a collected copy of them.
PLAIN_STATIC = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def sequences_per_second(league: League, *, matches: int) -> float:
    """As in the engine alone, with every step its own durable transaction."""
    commissioner = league.memberships.select_related("coach").get(role="commissioner").coach
    teams = list(league.teams.order_by("pk"))
    finish_open(league)
    season = season_create(league=league, name="Bench", teams=teams, legs=4, seed=SEED, actor=commissioner)
    watch = Watch()
    fixtures = season.matches.select_related("league", "home__coach", "away__coach").order_by("round", "pk")
    for match in fixtures[:matches]:
        _report(match)
        with watch.running():
            _sequence(match)
    return matches / watch.seconds


def finish_open(league: League) -> None:
    """What the demo has left open comes first: nothing counts before it is over."""
    under_way = league.matches.filter(status__in=("reported", "confirmed")).order_by("place")
    for match in under_way.select_related("league", "home__coach", "away__coach"):
        if match.status == "reported":
            report_confirm(match=match, actor=match.away.coach)
        _sequence(match)


def _report(match: Match) -> None:
    sheets = {team.pk: sheet_of(team) for team in Team.objects.filter(pk__in=[match.home_id, match.away_id])}
    report = report_of(match.key, sheets[match.home_id], sheets[match.away_id], ruleset_of(match.ruleset_id))
    report_submit(match=match, report=report, actor=match.home.coach)
    report_confirm(match=match, actor=match.away.coach)


def _sequence(match: Match) -> None:
    sequence_advance(match=match)
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING)
    while steps := list(waiting.select_related("match__league", "team__coach")):
        for step in steps:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)
        sequence_advance(match=match)


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


def main() -> None:
    with own_database(), override_settings(STORAGES={**settings.STORAGES, **PLAIN_STATIC}):
        league = league_play(seed=story.SEED)
        measured = {
            "pages": pages.measure(league, times=40),
            "sequences": sequences_per_second(league, matches=48),
        }
    print(json.dumps(measured))


if __name__ == "__main__":
    main()

"""A correction in round 1 of a long season. Run as a program: it makes and drops a database of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import override_settings  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from engine.match.report import Deeds, MatchReport  # noqa: E402
from engine.tally import Tally  # noqa: E402
from matches.mapping import report_from  # noqa: E402
from matches.models import Correction, Match, PostMatchStep, StepStatus  # noqa: E402
from matches.selectors.correcting import in_the_way, previewed  # noqa: E402
from matches.services.correction_plan import Looked, look  # noqa: E402
from matches.services.correction_telling import CorrectionChange  # noqa: E402
from matches.services.corrections import (  # noqa: E402
    correction_confirm,
    correction_propose,
    correction_resolve,
    correction_tell,
)
from matches.services.postmatch import sequence_advance, step_choose  # noqa: E402
from matches.services.reports import report_confirm, report_submit  # noqa: E402
from teams.mapping import sheet_of  # noqa: E402
from teams.models import HistoryEntry, Team  # noqa: E402
from teams.services.ledger import history_head  # noqa: E402
from tests import cast  # noqa: E402
from tests.bench.database import PLAIN_STATIC, own_database  # noqa: E402
from tests.bench.measuring import Watch, milliseconds  # noqa: E402
from tests.engine.leagues import a_random_report  # noqa: E402

TEAMS = 20
UNLIKELY = ("unlikely_match", "unlikely_side", "unlikely_player")  # chance is no coach


def season_played(teams: int = TEAMS) -> Match:
    """Everybody has met everybody, nobody hires; the first match of the first round."""
    league, random = cast.quiet_league("Long"), Random(1)
    playing = [
        cast.team(league, f"Team {nth}", by=f"Coach{nth}", roster=("human", "orc")[nth % 2])
        for nth in range(1, teams + 1)
    ]
    season = cast.season(league, playing)
    fixtures = season.matches.select_related("league", "home__coach", "away__coach").order_by("round", "pk")
    for match in fixtures:
        _play(match, random)
    return cast.reread(fixtures[0])


def _play(match: Match, random: Random) -> None:
    sheets = {team.pk: sheet_of(team) for team in Team.objects.filter(pk__in=[match.home_id, match.away_id])}
    report = a_random_report(random, sheets[match.home_id], sheets[match.away_id])
    report_submit(match=match, report=replace(report, accepted=UNLIKELY), actor=match.home.coach)
    report_confirm(match=match, actor=match.away.coach)
    waiting = PostMatchStep.objects.filter(match=match, status=StepStatus.WAITING)
    sequence_advance(match=match)
    while steps := list(waiting.select_related("match__league", "team__coach")):
        for step in steps:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)
        sequence_advance(match=match)


def measured() -> dict[str, float]:
    """A forgotten touchdown of the first match of the season: to look at what it changes, and to confirm it."""
    first = season_played()
    commissioner = cast.commissioner_of(first.league)
    row = correction_propose(match=first, reason="One was forgotten.", actor=commissioner)
    cause = HistoryEntry.objects.get(league=first.league, cause__kind="match", cause__occasion=first.key)
    change = CorrectionChange(cause.cause_id, "report", report=_once_more(report_from(cause.revision.inputs["report"])))
    row = correction_tell(correction=row, change=change, seen=0, actor=commissioner)
    with CaptureQueriesContext(connection) as queries:
        looked = _looked(row)
    for one in looked.redecision.conflicts:
        row = correction_resolve(
            correction=row, cause=int(one.cause.key), way="gift", seen=row.version, actor=commissioner
        )
    figures: dict[str, float] = {
        "preview": milliseconds(lambda: _looked(row), times=9),
        "queries": len(queries),
        "causes": len(looked.causes),
        "reached": sum(one.to_be_kept for one in looked.redecision.decided),
    }
    watch = Watch()
    with watch.running():
        correction_confirm(correction=row, seen=row.version, head=history_head(first.league), actor=commissioner)
    return {**figures, "confirm": watch.seconds * 1000}


def _looked(row: Correction) -> Looked:
    looked = look(row)
    previewed(looked)
    in_the_way(looked)
    return looked


def _once_more(report: MatchReport) -> MatchReport:
    scorer = next(
        player for player in ("p1", "p2", "p3") if all(one.victim != player for one in report.home.casualties)
    )
    deeds = (*(one for one in report.home.deeds if one.player != scorer), Deeds(scorer, Tally({"touchdown": 1})))
    scored = sum(one.counts["touchdown"] for one in deeds)
    return replace(report, home=replace(report.home, deeds=deeds, score=scored))


def main() -> None:
    with own_database(), override_settings(STORAGES={**settings.STORAGES, **PLAIN_STATIC}):
        print(json.dumps(measured()))


if __name__ == "__main__":
    main()

"""What follows from a correction outside the ledger: matches open again, steps that wait again, later sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

from leagues.models import Coach
from matches.errors import MatchChanged
from matches.models import OPEN, Correction, Match, MatchStatus, PostMatchStep, StepStatus
from matches.selectors.order import OVER, begun_by
from matches.services.claiming import match_claim, open_status, reports_close
from matches.services.correction_dice import unseen_seeds
from matches.services.correction_plan import Looked, matches_taken_back
from matches.services.snapshots import prematch_told, sheets_keep, sheets_of_day
from teams.models import Team


def rows_follow(row: Correction, looked: Looked) -> dict[str, Any]:
    """Take back, ask again and say anew; what stood in those rows before. Called inside ``write()``."""
    gone = matches_taken_back(looked)
    asked = _steps(row, (int(key) for key, way in row.resolutions.items() if way == "ask"))
    asked = [step for step in asked if step.match_id not in {match.pk for match in gone}]
    told = _steps(row, (int(key) for key in row.changes))
    reached = {match.pk: match for match in (*gone, *(step.match for step in asked))}
    steps = {step.pk: step for match in gone for step in match.steps.all()} | {step.pk: step for step in asked}
    steps |= {step.pk: step for step in told}
    before = {
        "matches": [_match_row(match) for match in reached.values()],
        "gone": [match.pk for match in gone],
        "asked": [step.pk for step in asked],
        "steps": [_row(step) for step in steps.values()],
    }
    unseen_seeds(league=row.league, occasions=[match.key for match in reached.values()])
    for match in gone:
        _take_back(match)
    for step in asked:
        _ask(step)
    for step in told:
        _say(step, looked.revised.get(step.cause_id or 0, {}), row.author)
    _look_again(row)
    sheets_follow(row.teams.all())
    return before


def rows_restore(undone: Correction) -> None:
    """The rows as they stood before a correction that is undone. Called inside ``write()``."""
    rows: Mapping[str, Any] = undone.rows_before
    matches = {match.pk: match for match in Match.objects.filter(pk__in=[one["id"] for one in rows["matches"]])}
    for said in rows["matches"]:
        match = matches[said["id"]]
        if match.pk in rows["gone"] and match.status not in OPEN:
            raise MatchChanged(home=match.home.name, away=match.away.name)
        Match.objects.filter(pk=match.pk).update(
            status=said["status"], reports_closed=said["reports_closed"], version=F("version") + 1
        )
    PostMatchStep.objects.filter(match__in=rows["gone"]).delete()
    for said in rows["steps"]:
        version = PostMatchStep.objects.filter(pk=said["id"]).values_list("version", flat=True).first() or 0
        PostMatchStep(**{**_read(said), "version": max(version, said["version"]) + 1}).save()


def since_asked(undone: Correction) -> Iterator[int]:
    """What was chosen since where a correction had let a step wait again: its causes."""
    rows: Mapping[str, Any] = undone.rows_before
    before = {one["id"]: one["cause_id"] for one in rows["steps"]}
    for step in PostMatchStep.objects.filter(pk__in=rows["asked"], cause__isnull=False):
        if step.cause_id is not None and step.cause_id != before[step.pk]:
            yield step.cause_id


def sheets_follow(teams: Iterable[Team]) -> None:
    """Matches that have begun and do not count yet: their teams come as others now, and are kept once more.

    What was played with and counts stays as it was kept.
    """
    found = begun_by(teams).exclude(status__in=(*OVER, MatchStatus.CONFIRMED))
    for match in found.select_related("home", "away", "league"):
        sheets_keep(match=match, sheets=sheets_of_day(match, prematch_told(match)))


def _steps(row: Correction, causes: Iterable[int]) -> list[PostMatchStep]:
    found = PostMatchStep.objects.filter(match__league=row.league, cause__in=list(causes))
    return list(found.select_related("match__home", "match__away", "match__league").order_by("pk"))


def _take_back(match: Match) -> None:
    """It is open for another report, at its place."""
    match.steps.all().delete()
    changed = MatchChanged(home=match.home.name, away=match.away.name)
    match_claim(match, MatchStatus(match.status), open_status(match), otherwise=changed)
    reports_close(match)


def _ask(step: PostMatchStep) -> None:
    """Its team's coach is asked anew, and the match goes on until he has chosen."""
    PostMatchStep.objects.filter(pk=step.pk).update(
        status=StepStatus.DUE,
        since=timezone.now(),
        choice="",
        words="",
        chosen_by=None,
        chosen_at=None,
        options=[],
        default="",
        outlook={},
        roll="",
        cause=None,
        version=F("version") + 1,
    )
    Match.objects.filter(pk=step.match_id).update(status=MatchStatus.CONFIRMED, version=F("version") + 1)


def _say(step: PostMatchStep, changes: Mapping[str, Any], author: Coach) -> None:
    """Who corrects a choice has made it."""
    said = changes.get("inputs", {})
    if "choice" in said and said["choice"] != step.choice:
        PostMatchStep.objects.filter(pk=step.pk).update(
            choice=said["choice"] or "",
            words=said.get("words", ""),
            chosen_by=author,
            chosen_at=timezone.now(),
            version=F("version") + 1,
        )


def _look_again(row: Correction) -> None:
    """What waits for a choice may have others by now, or none: the worker finds out."""
    about = Q(team__in=row.teams.all()) | Q(match__home__in=row.teams.all()) | Q(match__away__in=row.teams.all())
    waiting = PostMatchStep.objects.filter(about, match__league=row.league, status=StepStatus.WAITING)
    pks = list(waiting.values_list("pk", flat=True).distinct())
    PostMatchStep.objects.filter(pk__in=pks).update(
        status=StepStatus.DUE, since=timezone.now(), choice="", version=F("version") + 1
    )


def _match_row(match: Match) -> dict[str, Any]:
    return {"id": match.pk, "status": str(match.status), "reports_closed": match.reports_closed}


def _row(step: PostMatchStep) -> dict[str, Any]:
    return {field.attname: getattr(step, field.attname) for field in PostMatchStep._meta.concrete_fields}


def _read(said: Mapping[str, Any]) -> dict[str, Any]:
    """A row as it was kept: times have become words, and what a step has learned to remember since is blank."""
    fields = {field.attname: field for field in PostMatchStep._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in said.items() if name in fields}

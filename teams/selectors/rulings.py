"""Reading the commissioner's hand: what was ruled about a team, and what a ruling would do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.http import Http404

from engine import effects as fx
from engine.errors import Problem
from engine.history import Redecision
from engine.team.evolve import fold
from engine.team.ruling import Ruling, decide_ruling
from leagues.mapping import ruleset_of
from leagues.models import Coach
from teams.effect_words import effect_words
from teams.mapping import sheet_of
from teams.models import Cause, Revision, Team
from teams.selectors.teams import PlayerLine, TeamPage, page_of_sheet
from teams.services.ledger import history_preview

KIND = "ruling"


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling as everybody who sees the team reads it."""

    cause: int
    key: str
    team: Team
    reason: str
    by: Coach | None
    at: datetime
    words: tuple[str, ...]  # what it changed
    undone: Revision | None = None  # by whom, when and why it was taken back


@dataclass(frozen=True, slots=True)
class ChangedPlayer:
    """A player's line before and after; one that a ruling brings has none before."""

    before: PlayerLine | None
    after: PlayerLine | None


@dataclass(frozen=True, slots=True)
class RulingPreview:
    before: TeamPage
    after: TeamPage
    words: tuple[str, ...]
    players: tuple[ChangedPlayer, ...]

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What does not fit the rules afterwards, and did before."""
        return tuple(one for one in self.after.problems if one not in self.before.problems)


def keyed(ruling: Ruling, team: Team) -> Ruling:
    """Whoever is hired gets the next keys of the team, whatever he was called in the request."""
    made, changes = team.players_made, []
    for change in ruling.changes:
        if change.kind == "hire":
            made += 1
            change = replace(change, player=f"p{made}")
        changes.append(change)
    return replace(ruling, changes=tuple(changes))


def ruling_preview(team: Team, ruling: Ruling) -> RulingPreview:
    """What it would do, or a refusal. ``team`` comes with its players loaded."""
    sheet, ruleset = sheet_of(team), ruleset_of(team.ruleset_id)
    effects = decide_ruling(keyed(ruling, team), sheet, ruleset)
    after = fold(sheet, effects)
    return _preview(
        page_of_sheet(team, sheet, ruleset),
        page_of_sheet(team, after, ruleset),
        tuple(effect_words(effect, after, ruleset) for effect in effects),
    )


def undo_preview(line: RulingLine) -> tuple[RulingPreview, Redecision]:
    """The team as it stands, as it would stand without this ruling, and whatever would not fit any more."""
    team = line.team
    ruleset = ruleset_of(team.ruleset_id)
    redecided = history_preview(league=team.league, revised={line.cause: {"voided": True}})
    before, after = sheet_of(team), redecided.after.get(team.key, sheet_of(team))
    pages = page_of_sheet(team, before, ruleset), page_of_sheet(team, after, ruleset)
    return _preview(*pages, line.words), redecided


def _preview(before: TeamPage, after: TeamPage, words: tuple[str, ...]) -> RulingPreview:
    old = {line.player.key: line for line in before.lines}
    new = {line.player.key: line for line in after.lines}
    changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    players = tuple(ChangedPlayer(old.get(key), new.get(key)) for key in changed)
    return RulingPreview(before, after, words, players)


def rulings_of(team: Team) -> tuple[RulingLine, ...]:
    """The latest first. ``team`` comes with its players loaded."""
    said = _Said(team)
    return tuple(_line(cause, said) for cause in _causes().filter(teams=team))


def rulings_about(teams: Iterable[Team], since: datetime, most: int) -> tuple[RulingLine, ...]:
    """The latest rulings about any of these teams, whose players are loaded."""
    said = {team.pk: _Said(team) for team in teams}
    causes = _causes().filter(teams__in=said, written_at__gte=since).prefetch_related("teams")[:most]
    return tuple(_line(cause, said[one.pk]) for cause in causes for one in cause.teams.all() if one.pk in said)


def ruling_get(team: Team, key: str) -> RulingLine:
    cause = _causes().filter(teams=team, occasion=key).first()
    if cause is None:
        raise Http404
    return _line(cause, _Said(team))


class _Said:
    """A team whose effects are put into words."""

    def __init__(self, team: Team) -> None:
        self.team, self.sheet, self.ruleset = team, sheet_of(team), ruleset_of(team.ruleset_id)

    def __call__(self, effect: fx.Effect) -> str:
        return effect_words(effect, self.sheet, self.ruleset)


def _causes() -> QuerySet[Cause]:
    told = Revision.objects.select_related("actor").prefetch_related("effects").order_by("number")
    return Cause.objects.filter(kind=KIND).prefetch_related(Prefetch("revisions", queryset=told)).order_by("-pk")


def _line(cause: Cause, said: _Said) -> RulingLine:
    revisions = list(cause.revisions.all())
    first, last = revisions[0], revisions[-1]
    standing = next(one for one in reversed(revisions) if not one.voided)
    effects = sorted(standing.effects.all(), key=lambda row: row.nth)
    return RulingLine(
        cause=cause.pk,
        key=cause.occasion,
        team=said.team,
        reason=first.inputs["ruling"]["reason"],
        by=first.actor,
        at=first.written_at,
        words=tuple(said(fx.from_data(row.data)) for row in effects),
        undone=last if last.voided else None,
    )

"""A team at any moment of its history: as it stands, as it stood at kick-off, as a match left it.

Everything is folded from the team's effects; the number of queries grows neither with its players nor with its matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Max, QuerySet
from django.http import Http404

from engine import effects as fx
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from leagues.mapping import ruleset_of
from teams.mapping import rules_of, sheet_of
from teams.models import EffectRow, Revision, Team
from teams.selectors.effects import INJURIES, Injury, effects_of, injuries_in
from teams.selectors.teams import TeamPage, page_of_sheet

Side = Literal["before", "after"]
# What a sheet tells besides itself: its matches and what they paid, where it came from, to whom players went.
_TOLD = (fx.MatchPlayed, fx.GoldChanged, fx.TeamEntered, fx.PlayerSold, *INJURIES)


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment: the kick-off of a match, or the end of its post-match sequence."""

    side: Side
    match: str

    @property
    def query(self) -> str:
        return f"{self.side}={self.match}"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of a team, as its sheet lists it."""

    played: fx.MatchPlayed
    opponent: Team | None
    winnings: int


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A team sheet of one moment, and the way to the moments beside it."""

    page: TeamPage
    matches: tuple[MatchLine, ...]  # the latest first
    entered: bool  # it was a running team when it came here
    buyers: Mapping[str, Team]  # of players who were sold, by their keys
    injuries: Mapping[str, tuple[Injury, ...]]  # of players, by their keys
    as_of: AsOf | None = None  # None: as it stands
    match: MatchLine | None = None  # of that moment
    earlier: AsOf | None = None
    later: AsOf | None = None  # None beside a moment: as it stands now
    known: TeamPage | None = None  # as it was known when the match was told, if a correction has changed that

    @property
    def printed(self) -> TeamPage:
        """What goes on paper: at kick-off, that which both coaches had before them."""
        return self.known or self.page

    @property
    def query(self) -> str:
        """What stands behind the address of this moment's page and print."""
        return f"?{self.as_of.query}" if self.as_of else ""


def as_of(*, before: str = "", after: str = "") -> AsOf | None:
    """The moment that is asked for; one team has no two at once."""
    if before and after:
        raise Http404
    if before:
        return AsOf("before", before)
    return AsOf("after", after) if after else None


def sheet_page(team: Team, moment: AsOf | None = None) -> SheetPage:
    """``team`` comes with its players loaded, as ``team_get`` gives it."""
    return _at(team, moment) if moment else _now(team)


def _now(team: Team) -> SheetPage:
    rows = _rows(team, kinds=_TOLD)
    story = _story(team, rows)
    return SheetPage(
        page=page_of_sheet(team, sheet_of(team), ruleset_of(team.ruleset_id)),
        matches=story.matches,
        entered=story.entered,
        buyers=story.buyers,
        injuries=injuries_in(rows),
        earlier=_last_moment(team, story.matches),
    )


def _last_moment(team: Team, matches: tuple[MatchLine, ...]) -> AsOf | None:
    """The end of the last match if something happened after it, otherwise its kick-off."""
    if not matches:
        return None
    last = matches[0].played.match
    latest = effects_of(team).values_list("revision__cause__occasion", flat=True).last()
    return AsOf("before" if latest == last else "after", last)


def _at(team: Team, moment: AsOf) -> SheetPage:
    rows = _rows(team)
    stops = _stops(rows)
    if moment not in stops:
        raise Http404
    stop = stops[moment]
    sheet = fold(TeamSheet(team.key), map(_effect, rows[:stop]))
    if not sheet.founded:
        raise Http404
    story = _story(team, rows[: stops[AsOf("after", moment.match)]])
    return SheetPage(
        page=page_of_sheet(team, sheet, ruleset_of(rules_of(team, sheet))),
        matches=tuple(line for line in story.matches if stops[AsOf("before", line.played.match)] < stop),
        entered=story.entered,
        buyers=story.buyers,
        injuries=injuries_in(rows[:stop]),
        as_of=moment,
        match=next(line for line in story.matches if line.played.match == moment.match),
        earlier=next((one for one, at in reversed(stops.items()) if at < stop), None),
        later=next((one for one, at in stops.items() if stop < at < len(rows)), None),
        known=_known(team, sheet, rows[stop]) if moment.side == "before" else None,
    )


def _stops(rows: Sequence[EffectRow]) -> dict[AsOf, int]:
    """How many effects had happened at each moment, in the order of play."""
    first: dict[int, int] = {}
    last: dict[str, int] = {}
    for nth, row in enumerate(rows):
        first.setdefault(row.revision_id, nth)
        last[row.revision.cause.occasion] = nth + 1
    stops: dict[AsOf, int] = {}
    for row in rows:
        if row.kind == fx.MatchPlayed.kind():
            stops[AsOf("before", row.data["match"])] = first[row.revision_id]
            stops[AsOf("after", row.data["match"])] = last[row.revision.cause.occasion]
    return stops


def _known(team: Team, sheet: TeamSheet, match: EffectRow) -> TeamPage | None:
    """What the ledger said when the match was told, if that was something else."""
    told = fold(TeamSheet(team.key), map(_effect, _rows_known(team, match, match.revision.cause.written_at)))
    if told == sheet or not told.founded:
        return None
    return page_of_sheet(team, told, ruleset_of(rules_of(team, told)))


def _rows_known(team: Team, match: EffectRow, when: datetime) -> list[EffectRow]:
    """The effects that stood before the match when it was told: of every cause the revision that was the last then."""
    written = Revision.objects.filter(cause__teams=team, written_at__lte=when)
    last = dict(written.values_list("cause").annotate(last=Max("number")).values_list("cause", "last"))
    rows = _light(EffectRow.objects.filter(team=team, revision__written_at__lte=when)).order_by(
        "revision__place", "revision__step", "revision__cause", "nth"
    )
    here = (match.revision.place, match.revision.step)
    return [
        row
        for row in rows
        if row.revision.number == last[row.revision.cause_id] and (row.revision.place, row.revision.step) < here
    ]


def _rows(team: Team, kinds: Iterable[type[fx.Effect]] = ()) -> list[EffectRow]:
    rows = _light(effects_of(team))
    wanted = [kind.kind() for kind in kinds]
    return list(rows.filter(kind__in=wanted) if wanted else rows)


def _light(rows: QuerySet[EffectRow]) -> QuerySet[EffectRow]:
    """Without the reports and drafts behind them, which a fold does not read."""
    return rows.select_related("revision__cause").defer("revision__inputs", "revision__rolls")


def _effect(row: EffectRow) -> fx.Effect:
    return fx.from_data(row.data)


@dataclass(frozen=True, slots=True)
class _Story:
    matches: tuple[MatchLine, ...]  # the latest first
    entered: bool
    buyers: dict[str, Team]


def _story(team: Team, rows: Iterable[EffectRow]) -> _Story:
    kinds = {kind.kind() for kind in _TOLD}
    told = [(row.revision.cause.occasion, _effect(row)) for row in rows if row.kind in kinds]
    played = [effect for _, effect in told if isinstance(effect, fx.MatchPlayed)]
    sold = {effect.player: effect.team for _, effect in told if isinstance(effect, fx.PlayerSold)}
    winnings = Counter[str]()
    for occasion, effect in told:
        if isinstance(effect, fx.GoldChanged) and effect.reason == "winnings":
            winnings[occasion] += effect.amount
    others = {*sold.values(), *(one.opponent for one in played)}
    teams = {other.key: other for other in Team.objects.filter(league=team.league_id, key__in=others)}
    return _Story(
        matches=tuple(MatchLine(one, teams.get(one.opponent), winnings[one.match]) for one in reversed(played)),
        entered=any(isinstance(effect, fx.TeamEntered) for _, effect in told),
        buyers={player: teams[key] for player, key in sold.items() if key in teams},
    )

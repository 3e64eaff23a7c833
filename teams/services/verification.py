"""Does every row say what the ledger says? Folds everything from nothing and compares."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import history
from engine.history import Redecided
from leagues.models import League
from teams.mapping import player_columns, sheet_in, team_columns
from teams.models import Cause, Revision, Team
from teams.services.ledger import history_again, league_causes

# What begins a team: it says by which rules that was.
BEGINNINGS = ("draft", "entry")


@dataclass(frozen=True, slots=True)
class Difference:
    team: str
    what: str
    row: object
    ledger: object

    def __str__(self) -> str:
        return f"{self.team}: {self.what} is {self.row!r} in the row but {self.ledger!r} in the ledger"


def league_differences(league: League) -> Iterator[Difference]:
    """Rows that differ from what the facts come to: the history itself, the teams and their players."""
    yield from _history_differences(league)
    world = history.fold(league_causes(league))
    begun = _begun_under(league)
    for team in Team.objects.filter(league=league).prefetch_related("players").order_by("pk"):
        sheet = sheet_in(world, team)
        for name, expected in team_columns(team, sheet).items():
            yield from _difference(team, name, getattr(team, name), expected)
        yield from _difference(team, "drafted_under", team.drafted_under_id, begun.get(team.pk))
        rows = {row.key: row for row in team.players.all()}
        players = player_columns(team, sheet)
        yield from _difference(team, "players", sorted(rows), sorted(players))
        for key in rows.keys() & players.keys():
            for name, expected in players[key].items():
                yield from _difference(team, f"{key}.{name}", getattr(rows[key], name), expected)


def league_redecided(league: League) -> tuple[Redecided, ...]:
    """Causes that come to something else today than they did when they were told: with the same rules, nothing does."""
    return tuple(one for one in history_again(league).decided if one.changed or one.conflict or one.wanted)


def _history_differences(league: League) -> Iterator[Difference]:
    """The history as it stands is the latest revision of each cause, at the place that it names."""
    causes = Cause.objects.filter(league=league).select_related("entry").order_by("pk")
    latest = {
        revision.cause_id: revision
        for revision in Revision.objects.filter(cause__league=league).only("cause", "place", "step").order_by("number")
    }
    for cause in causes:
        last, entry = latest.get(cause.pk), getattr(cause, "entry", None)
        shown = (entry.revision_id, entry.place, entry.step, entry.league_id) if entry else None
        told = (last.pk, last.place, last.step, cause.league_id) if last else None
        yield from _difference(cause, "history", shown, told)


def _begun_under(league: League) -> dict[int, str]:
    """By which rules each team was drafted or entered, as its beginning was first told."""
    first = Revision.objects.filter(cause__league=league, cause__kind__in=BEGINNINGS, number=1)
    return dict(first.values_list("cause__teams", "ruleset"))


def _difference(subject: Team | Cause, what: str, row: object, ledger: object) -> Iterator[Difference]:
    if row != ledger:
        yield Difference(str(subject), what, row, ledger)

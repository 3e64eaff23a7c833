"""Does every row say what the ledger says? Folds everything from nothing and compares."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import history
from leagues.models import League
from teams.mapping import player_columns, sheet_in, team_columns
from teams.models import Team
from teams.services.ledger import league_causes


@dataclass(frozen=True, slots=True)
class Difference:
    team: str
    what: str
    row: object
    ledger: object

    def __str__(self) -> str:
        return f"{self.team}: {self.what} is {self.row!r} in the row but {self.ledger!r} in the ledger"


def league_differences(league: League) -> Iterator[Difference]:
    world = history.fold(league_causes(league))
    for team in Team.objects.filter(league=league).prefetch_related("players").order_by("pk"):
        sheet = sheet_in(world, team)
        for name, expected in team_columns(team, sheet).items():
            yield from _difference(team, name, getattr(team, name), expected)
        rows = {row.key: row for row in team.players.all()}
        players = player_columns(team, sheet)
        yield from _difference(team, "players", sorted(rows), sorted(players))
        for key in rows.keys() & players.keys():
            for name, expected in players[key].items():
                yield from _difference(team, f"{key}.{name}", getattr(rows[key], name), expected)


def _difference(team: Team, what: str, row: object, ledger: object) -> Iterator[Difference]:
    if row != ledger:
        yield Difference(str(team), what, row, ledger)

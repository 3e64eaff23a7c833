"""Who may appear in a report: whoever stands on the sheet of the day and can play, a guest included."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.team.sheet import TeamSheet


def eligible(key: str, sheet: TeamSheet, opponent: TeamSheet, where: str) -> Iterator[Problem]:
    player = sheet.player(key)
    if player is None:
        yield _stranger(key, sheet, opponent, where)
        return
    who = {"player": player.name, "team": sheet.name}
    if player.status == "dead":
        yield Problem("player_dead", marked("{player} of {team} is dead."), "match-report.players", where, who)
    elif not (player.on_the_roster or player.guest):
        yield Problem(
            "player_gone", marked("{player} does not play for {team} any more."), "match-report.players", where, who
        )
    elif player.status == "retired":
        yield Problem(
            "player_retired",
            marked("{player} of {team} is temporarily retired."),
            "match-report.players",
            where,
            who,
        )
    elif sheet.sits_out == key:
        yield Problem(
            "player_sits_out",
            marked("{player} of {team} makes room for a guest in this match."),
            "match-report.players",
            where,
            who,
        )
    elif player.misses_next:
        yield Problem(
            "player_missing",
            marked("{player} of {team} misses this match, injured."),
            "match-report.players",
            where,
            who,
        )


def _stranger(key: str, sheet: TeamSheet, opponent: TeamSheet, where: str) -> Problem:
    message = marked("{team} has no player {player}.")
    if opponent.player(key):
        message = marked("{team} has no player {player}; {opponent} has one.")
    return Problem(
        "player_of_another_team",
        message,
        "match-report.players",
        where,
        {"player": key, "team": sheet.name, "opponent": opponent.name},
    )


def name_of(key: str, sheet: TeamSheet) -> str:
    player = sheet.player(key)
    return player.name if player else key

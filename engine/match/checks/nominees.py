"""The most valuable player: how many are named, who, and whether this side has one at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import endings, mvp
from engine.match.checks.players import eligible
from engine.match.checks.scene import OneSide
from engine.match.matchday import in_the_draw
from engine.team.sheet import Player


def nominees(one: OneSide) -> Iterator[Problem]:
    where, mine, rules = f"{one.side}.nominees", one.mine, one.ruleset
    awards = endings.mvps(one.report, one.side, rules)
    if not awards and rules.mvp.method != "none":
        if mine.nominees:
            yield Problem(
                "mvp_not_theirs",
                marked("{team} gets no most valuable player out of this match, and names {named}."),
                "mvp",
                where,
                {"team": one.sheet.name, "named": len(mine.nominees)},
            )
        return
    yield from _how_many(one, awards, where)
    running = in_the_draw(one.sheet, rules.mvp)
    for nominee in mine.nominees:
        yield from eligible(nominee, one.sheet, one.opponent, where)
        player = one.sheet.player(nominee)
        if player and player.guest and player not in running:
            yield _guest(player, one, where)


def _how_many(one: OneSide, awards: int, where: str) -> Iterator[Problem]:
    mine, rules = one.mine, one.ruleset
    least, most = mvp.asked(rules.mvp, len(in_the_draw(one.sheet, rules.mvp)), awards)
    named = len(set(mine.nominees))
    if not least <= named <= most or len(mine.nominees) != named:
        message = marked(
            "Different players nominated by {team} for most valuable player: {named}; it must be {wanted}."
        )
        if least != most:
            message = marked(
                "Different players named by {team} as most valuable player: {named}; "
                "it must be {wanted} at most, or none, and a die draws one."
            )
        yield Problem("nominees", message, "mvp", where, {"team": one.sheet.name, "named": named, "wanted": most})


def _guest(player: Player, one: OneSide, where: str) -> Problem:
    return Problem(
        "nominee_guest",
        marked("{player} was hired for this match by {team}: he cannot be most valuable player."),
        "mvp",
        where,
        {"player": player.name, "team": one.sheet.name},
    )

"""The most valuable player: how many are named, who, and whether this side has one at all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import Problem, marked
from engine.match import endings, mvp
from engine.match.checks.players import eligible
from engine.match.checks.scene import OneSide


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
    least, most = mvp.asked(rules.mvp, len(mvp.in_the_running(rules.mvp, one.sheet)), awards)
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
    for nominee in mine.nominees:
        yield from eligible(nominee, one.sheet, one.opponent, where)
        player = one.sheet.player(nominee)
        if player and player.guest and not rules.mvp.guests_too:
            yield Problem(
                "mvp_guest",
                marked("{player} only plays this match for {team}: he is not its most valuable player."),
                "mvp",
                where,
                {"player": player.name, "team": one.sheet.name},
            )

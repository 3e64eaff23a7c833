"""Match days that tests begin from: two teams of an edition, worth what a test says, and what they bought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine import rulesets
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.match.sides import Side
from engine.rulesets.model import Ruleset
from engine.team.sheet import Gained, Player, TeamSheet
from engine.team.value import value

BB2016, LRB6, BB2020, BASIC = (rulesets.get(key) for key in ("bb2016", "lrb6", "bb2020", "basic"))
PLAYED = (BB2016, LRB6, BB2020)


def a_team(
    key: str = "t1",
    roster: str = "human",
    *,
    worth: int = 1_000_000,
    treasury: int = 0,
    players: int = 11,
    rules: Ruleset = BB2016,
    **more: Any,
) -> TeamSheet:
    """So many of the first position, the first of whom has learned whatever makes up the team's value."""
    position = rules.roster(roster).positions[0].key
    squad = tuple(Player(f"p{nth}", nth, f"{key} {nth}", position) for nth in range(1, players + 1))
    sheet = TeamSheet(key, f"Team {key}", roster, treasury, players=squad, **more)
    missing = worth - value(sheet, rules).total
    first = replace(squad[0], improvements=(Gained("normal", "Block", missing),))
    return replace(sheet, players=(first, *squad[1:]))


def two_teams(
    home: int = 1_000_000,
    away: int = 1_000_000,
    *,
    rules: Ruleset = BB2016,
    treasury: int | tuple[int, int] = 0,
    **more: Any,
) -> dict[Side, TeamSheet]:
    """Two human teams that are worth so much."""
    mine, theirs = treasury if isinstance(treasury, tuple) else (treasury, treasury)
    return {
        "home": a_team("t1", worth=home, treasury=mine, rules=rules, **more),
        "away": a_team("t2", worth=away, treasury=theirs, rules=rules, **more),
    }


def bought(*induced: Induced | str, treasury: int = 0, **more: Any) -> SidePreMatch:
    lines = tuple(Induced(one) if isinstance(one, str) else one for one in induced)
    return SidePreMatch(induced=lines, treasury=treasury, **more)


def a_star(key: str) -> Induced:
    return Induced("star-player", about=key)


def a_mercenary(position: str = "lineman", count: int = 1, skill: str = "", name: str = "") -> Induced:
    return Induced("mercenary", count, position, skill, name)


def a_day(home: SidePreMatch | None = None, away: SidePreMatch | None = None, **more: Any) -> PreMatch:
    return PreMatch(home=home or SidePreMatch(), away=away or SidePreMatch(), **more)


def with_choices(rules: Ruleset, **options: Any) -> Ruleset:
    """The rules of a league that has chosen otherwise."""
    return replace(rules, options=replace(rules.options, **options))


def changed(sheet: TeamSheet, players: Mapping[str, Mapping[str, Any]]) -> TeamSheet:
    return replace(sheet, players=tuple(replace(one, **players.get(one.key, {})) for one in sheet.players))

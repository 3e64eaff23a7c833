"""A season as facts, one to a line: what each match brought, every sheet at the end, and the table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine import effects as fx
from engine.season.points import awarded
from engine.season.standings import Result, standings
from engine.team.value import value
from engine.typed import plain
from tests.golden.season import Season

Facts = dict[str, Any]
# What follows from the rest of a sheet, or differs with every version of the data.
LEFT_OUT = ("key", "ruleset", "last_match")


def facts_of(season: Season) -> Facts:
    found = dict((*_matches(season), *_sheets(season), *_table(season)))
    return {key: found[key] for key in sorted(found, key=_natural)}


def written(facts: Facts) -> str:
    return json.dumps(facts, indent=1, ensure_ascii=False) + "\n"


def _natural(key: str) -> list[tuple[int, str]]:
    """m2 before m10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", key)]


def _matches(season: Season) -> Iterator[tuple[str, Any]]:
    for match, report in season.reports.items():
        home, away = report.home, report.away
        ending = (
            "" if report.ending == "played" else f", {report.ending} by {report.side(report.gave_up or 'home').team}"
        )
        kind = "" if report.kind == "competition" else f" ({report.kind})"
        yield f"match/{match}/score", f"{home.team} {home.score}:{away.score} {away.team}{ending}{kind}"
    for cause in season.causes:
        if cause.kind != "post-match" and cause.kind != "match":
            continue
        name = cause.inputs.get("step", "match")
        for team in cause.teams:
            found: Counter[str] = Counter()
            for one in cause.effects:
                if one.team == team:
                    found.update(_said(one.effect))
            yield from ((f"match/{cause.occasion}/{team}/{name}/{what}", found[what]) for what in found if found[what])
    for key, result in results(season).items():
        yield f"match/{key}/points", f"{result.home} {result.home_points}, {result.away} {result.away_points}"


def _said(effect: fx.Effect) -> dict[str, int]:
    """What an effect is about, and how much of it there was: gold, points, or once."""
    if isinstance(effect, fx.GoldChanged):
        return {effect.reason: effect.amount}
    if isinstance(effect, fx.GoodsChanged):
        return {effect.good: effect.by}
    if isinstance(effect, fx.SppEarned):
        return {f"{effect.deed}/{effect.player}": effect.spp}
    if isinstance(effect, fx.InjurySuffered):
        return {f"{effect.result}/{effect.player}": 1}
    if isinstance(effect, fx.MistakeMade):
        return {effect.result: 1}
    if isinstance(effect, fx.MatchPlayed):
        return {"fans": effect.fans, "fame": effect.fame, "value": effect.value}
    if isinstance(effect, fx.TeamValued):
        return {"value": effect.value, "current": effect.current}
    player = getattr(effect, "player", "")
    return {"/".join(filter(None, (effect.kind(), player))): 1}


def results(season: Season) -> dict[str, Result]:
    """As a table reads them: from what the matches did to the teams."""
    found = {}
    for cause in season.causes:
        if cause.kind != "match":
            continue
        mine, other = (one for one in cause.effects if isinstance(one.effect, fx.MatchPlayed))
        home, away = mine.effect, other.effect
        result = Result(
            home=mine.team,
            away=other.team,
            home_touchdowns=home.touchdowns_for,
            away_touchdowns=away.touchdowns_for,
            home_casualties=home.casualties_for,
            away_casualties=away.casualties_for,
            home_spp_casualties=home.spp_casualties,
            away_spp_casualties=away.spp_casualties,
            home_outcome=home.outcome,
            away_outcome=away.outcome,
            friendly=home.friendly,
            walkover=home.ending == "walkover",
            no_show=tuple(one.team for one in (mine, other) if home.ending == "walkover" and one.effect.gave_up),
        )
        found[cause.occasion] = awarded(result, season.rules)
    return found


def _table(season: Season) -> Iterator[tuple[str, Any]]:
    counted = [result for result in results(season).values() if not result.friendly]
    for nth, row in enumerate(standings(season.teams, counted, season.rules.league.tie_breakers), start=1):
        said = {**plain(row), **dict(row.outcomes)}
        for name in ("outcomes", "decided_by"):
            said.pop(name)
        yield from ((f"standings/{nth}/{name}", fact) for name, fact in said.items())


def _sheets(season: Season) -> Iterator[tuple[str, Any]]:
    for team, sheet in season.world.items():
        told = {name: fact for name, fact in plain(sheet).items() if name not in LEFT_OUT}
        yield from _flat(f"sheet/{team}", told)
        worth = value(sheet, season.rules)
        yield f"sheet/{team}/value", worth.total
        yield f"sheet/{team}/value-of-everybody", worth.with_the_missing


def _flat(path: str, fact: Any) -> Iterator[tuple[str, Any]]:
    """Down to the single fact; what is not there, or nothing, is left out."""
    if isinstance(fact, dict):
        for name, part in fact.items():
            yield from _flat(f"{path}/{name}", part)
    elif isinstance(fact, list):
        for nth, part in enumerate(fact, start=1):
            name = part.pop("key", nth) if isinstance(part, dict) else nth
            yield from _flat(f"{path}/{name}", part)
    elif fact:
        yield path, fact

"""The steps before a match: which of them this ruleset has, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.match.cards import are_played
from engine.rulesets.model import Ruleset, SequenceStep

# Steps that an option can leave out, or that mean nothing without a table. What is not named here is always there.
_PLAYED: Mapping[str, Callable[[Ruleset], bool]] = {
    "weather": lambda rules: any(table.key in rules.options.weather for table in rules.weather),
    "stadium": lambda rules: rules.options.stadiums and rules.stadiums is not None,
    "referee": lambda rules: rules.options.referees and bool(rules.referees),
    "fans": lambda rules: rules.fans is not None,
    "journeymen": lambda rules: rules.options.journeymen and rules.journeymen is not None,
    "special-play-card": are_played,
    "prayer": lambda rules: rules.prayers is not None,
    "match-event": lambda rules: rules.options.match_events and bool(rules.events),
    "ball": lambda rules: rules.options.special_balls and bool(rules.balls),
}


def steps(ruleset: Ruleset) -> tuple[SequenceStep, ...]:
    """Those of the printed list, each followed by what a match day has besides, without what is not played."""
    listed = list(ruleset.before_match)
    for step in reversed(ruleset.day_steps):
        places = [nth for nth, one in enumerate(listed, 1) if one.key == step.after]
        listed.insert(places[0] if places else len(listed), step)
    return tuple(step for step in listed if step.key not in _PLAYED or _PLAYED[step.key](ruleset))


def has_step(key: str, ruleset: Ruleset) -> bool:
    return any(step.key == key for step in steps(ruleset))

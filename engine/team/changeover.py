"""A running team comes under other rules: another edition, or the same one with other house rules.

Its value is worked out by the new rules, players that the new team list does not know carry on as they are, and
whoever comes after them is hired from the new list (2016/17 league compendium, starting the league).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine import effects as fx
from engine.errors import ChangeoverIllegal, Problem, marked
from engine.rulesets.aliases import same_position, same_team
from engine.rulesets.model import Position, Roster, Ruleset
from engine.team import limits
from engine.team.sheet import TeamSheet


@dataclass(frozen=True, slots=True)
class Changeover:
    """``before`` is the team list as it was, so that whoever carries on can keep his line of it."""

    ruleset: str  # the hash of the new rules
    roster: str  # the team list that the team hires from now on
    before: Roster
    positions: Mapping[str, str] = field(default_factory=dict)  # old to new; who is not in it carries on as he is
    goods: tuple[str, ...] = ()  # what the old rules sold


def list_after(before: Roster, rules: Ruleset) -> str:
    """The team list of the new rules that is the same one; none of them: an empty word."""
    found = same_team(before, rules.teams)
    return found.key if found else ""


def positions_before(before: Roster, sheet: TeamSheet) -> tuple[Position, ...]:
    """The positions of the list, whether somebody plays them or not, and those carried over from older rules."""
    carried = {player.line.key: player.line for player in sheet.players if player.line}
    listed = {position.key: position for position in before.positions}
    return tuple({**listed, **carried}.values())


def positions_after(team: str, positions: Iterable[Position], after: Roster) -> dict[str, str]:
    """Which position of the new list is the same as one of these of the old team list ``team``."""
    found = {old.key: same_position(old, team, after.positions) for old in positions}
    return {old: new.key for old, new in found.items() if new}


def problems(command: Changeover, sheet: TeamSheet, rules: Ruleset) -> tuple[Problem, ...]:
    if sheet.roster != command.before.key:
        return (
            Problem(
                "list_changed",
                marked("{team} hired from another team list than “{roster}” when the rules were changed."),
                "draft.position",
                f"lists.{sheet.key}.roster",
                {"team": sheet.name, "roster": command.before.name},
            ),
        )
    after = _list(command.roster, rules)
    if after is None:
        return (
            Problem(
                "list_unknown",
                marked("{team}: the new rules have no team list “{roster}”. Choose the one it hires from now on."),
                "draft.position",
                f"lists.{sheet.key}.roster",
                {"team": sheet.name, "roster": command.roster or command.before.name},
            ),
        )
    return (*_unknown_positions(command, sheet, after), *_lineless(command, sheet))


def decide_changeover(command: Changeover, sheet: TeamSheet, rules: Ruleset) -> tuple[fx.Effect, ...]:
    found = problems(command, sheet, rules)
    if found:
        raise ChangeoverIllegal(found)
    return (
        fx.RulesChanged(command.ruleset, command.roster),
        *_player_effects(command, sheet),
        *_goods_effects(command, sheet, rules),
    )


def _list(key: str, rules: Ruleset) -> Roster | None:
    return next((roster for roster in rules.teams if roster.key == key), None)


def _unknown_positions(command: Changeover, sheet: TeamSheet, after: Roster) -> Iterator[Problem]:
    known = {position.key for position in after.positions}
    for old, new in command.positions.items():
        if new not in known:
            yield limits.unknown_position(after, new, f"lists.{sheet.key}.positions.{old}")


def _lineless(command: Changeover, sheet: TeamSheet) -> Iterator[Problem]:
    """Players of whom neither list knows anything: only a rewritten history brings them here."""
    known = {position.key for position in command.before.positions} | set(command.positions)
    for player in sheet.players:
        if player.line is None and player.position not in known:
            where = f"lists.{sheet.key}.positions.{player.position}"
            yield limits.unknown_position(command.before, player.position, where)


def _player_effects(command: Changeover, sheet: TeamSheet) -> Iterator[fx.Effect]:
    lines: dict[str, Position] = {position.key: position for position in command.before.positions}
    for player in sheet.players:
        new = command.positions.get(player.position)
        if new is not None and (new != player.position or player.line is not None):
            yield fx.PositionChanged(player.key, new)
        elif new is None and player.line is None and player.position in lines:
            yield fx.PlayerCarriedOn(player.key, lines[player.position])


def _goods_effects(command: Changeover, sheet: TeamSheet, rules: Ruleset) -> Iterator[fx.Effect]:
    """What nobody sells any more is gone; of what is new, everybody has what a new team has."""
    allowed = {good.key: good for good in rules.goods_of(rules.roster(command.roster))}
    for key, count in sheet.goods.items():
        if key not in allowed:
            yield fx.GoodsChanged(key, -count)
    for key, good in allowed.items():
        least = max(good.min, 0 if key in command.goods else good.start)
        if sheet.goods[key] < least:
            yield fx.GoodsChanged(key, least - sheet.goods[key])

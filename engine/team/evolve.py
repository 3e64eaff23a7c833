"""``evolve(sheet, effect) -> sheet``: the only way a team changes.

It is total: it never raises, whatever history it is given. An effect that finds nothing to work on leaves
the sheet as it was, and ``problems`` says what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from engine import effects as fx
from engine.team.sheet import Gained, LastMatch, Player, Record, TeamSheet


def evolve(sheet: TeamSheet, effect: fx.Effect) -> TeamSheet:
    change = _CHANGES.get(type(effect))
    return change(sheet, effect) if change else sheet


def fold(sheet: TeamSheet, effects: Iterable[fx.Effect]) -> TeamSheet:
    return reduce(evolve, effects, sheet)


def _founded(sheet: TeamSheet, effect: fx.TeamFounded) -> TeamSheet:
    return replace(sheet, name=effect.name, roster=effect.roster)


def _hired(sheet: TeamSheet, effect: fx.PlayerHired) -> TeamSheet:
    if sheet.player(effect.player):
        return sheet
    hired = Player(key=effect.player, number=effect.number, name=effect.name, position=effect.position)
    return replace(sheet, players=(*sheet.players, hired))


def _goods(sheet: TeamSheet, effect: fx.GoodsChanged) -> TeamSheet:
    left = max(0, sheet.goods[effect.good] + effect.by)
    return replace(sheet, goods=sheet.goods.plus(effect.good, left - sheet.goods[effect.good]))


def _gold(sheet: TeamSheet, effect: fx.GoldChanged) -> TeamSheet:
    return replace(sheet, balance=sheet.balance + effect.amount)


def _played(sheet: TeamSheet, effect: fx.MatchPlayed) -> TeamSheet:
    record = Record(
        outcomes=sheet.record.outcomes.plus(effect.outcome),
        touchdowns_for=sheet.record.touchdowns_for + effect.touchdowns_for,
        touchdowns_against=sheet.record.touchdowns_against + effect.touchdowns_against,
        casualties_for=sheet.record.casualties_for + effect.casualties_for,
        casualties_against=sheet.record.casualties_against + effect.casualties_against,
    )
    players = tuple(_after_match(player) for player in sheet.players)
    return replace(sheet, record=record, last_match=last_match(effect), players=players)


def last_match(played: fx.MatchPlayed) -> LastMatch:
    """What the post-match sequence remembers of a match."""
    return LastMatch(
        match=played.match,
        opponent=played.opponent,
        outcome=played.outcome,
        fans=played.fans,
        fame=played.fame,
        value=played.value,
        fit=played.fit,
    )


def _after_match(player: Player) -> Player:
    if player.status != "active":
        return player
    if player.misses_next:
        return replace(player, misses_next=False)
    return replace(player, games=player.games + 1)


def _injured(sheet: TeamSheet, effect: fx.InjurySuffered) -> TeamSheet:
    def hurt(player: Player) -> Player:
        return replace(
            player,
            misses_next=player.misses_next or effect.misses_next,
            niggles=player.niggles + effect.niggle,
            lost=player.lost.plus(effect.loses) if effect.loses else player.lost,
        )

    return _with_player(sheet, effect.player, hurt)


def _died(sheet: TeamSheet, effect: fx.PlayerDied) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, status="dead", misses_next=False))


def _earned(sheet: TeamSheet, effect: fx.SppEarned) -> TeamSheet:
    def credit(player: Player) -> Player:
        deeds = player.deeds.plus(effect.deed, effect.times)
        return replace(player, spp=player.spp + effect.spp, deeds=deeds)

    return _with_player(sheet, effect.player, credit)


def _improved(sheet: TeamSheet, effect: fx.ImprovementTaken) -> TeamSheet:
    taken = Gained(effect.gain, effect.what, effect.value)

    def better(player: Player) -> Player:
        return replace(player, improvements=(*player.improvements, taken))

    return _with_player(sheet, effect.player, better)


def _rules(sheet: TeamSheet, effect: fx.RulesChanged) -> TeamSheet:
    if not sheet.founded:
        return sheet
    return replace(sheet, ruleset=effect.ruleset, roster=effect.roster)


def _position(sheet: TeamSheet, effect: fx.PositionChanged) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, position=effect.position, line=None))


def _carried_on(sheet: TeamSheet, effect: fx.PlayerCarriedOn) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, line=effect.line))


def _with_player(sheet: TeamSheet, key: str, change: Callable[[Player], Player]) -> TeamSheet:
    players = tuple(change(player) if player.key == key else player for player in sheet.players)
    return replace(sheet, players=players)


_CHANGES: dict[type[fx.Effect], Callable[[TeamSheet, Any], TeamSheet]] = {
    fx.TeamFounded: _founded,
    fx.PlayerHired: _hired,
    fx.GoodsChanged: _goods,
    fx.GoldChanged: _gold,
    fx.MatchPlayed: _played,
    fx.InjurySuffered: _injured,
    fx.PlayerDied: _died,
    fx.SppEarned: _earned,
    fx.ImprovementTaken: _improved,
    fx.RulesChanged: _rules,
    fx.PositionChanged: _position,
    fx.PlayerCarriedOn: _carried_on,
    # A mistake's gold is a change of its own; the roll itself leaves no mark on the sheet.
    fx.MistakeMade: lambda sheet, effect: sheet,
}

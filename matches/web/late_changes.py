"""What a match that is told late would change, in words: of each team, and of what has been told already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.rulesets import Ruleset
from engine.rulesets.tables import CHARACTERISTICS
from engine.team.sheet import Player, TeamSheet
from leagues.mapping import ruleset_of
from matches.selectors.late import LateChange, LatePreview, TeamChange
from teams.effect_words import effect_words
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Difference:
    """``what`` stands now as ``before`` says, and would stand as ``after`` does."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TeamDiffers:
    team: Team
    lines: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class ToldDiffers:
    """Something that has been told: what it has done and would not do, and what it would do then."""

    change: LateChange
    lines: tuple[str, ...]


def teams_differ(preview: LatePreview) -> tuple[TeamDiffers, ...]:
    return tuple(TeamDiffers(one.team, tuple(_team(one, ruleset_of(one.team.ruleset_id)))) for one in preview.teams)


def told_differs(preview: LatePreview) -> tuple[ToldDiffers, ...]:
    """A match that everybody plays as before is no different for having been looked at again."""
    found = (ToldDiffers(one, tuple(_told(one, preview.sheets))) for one in preview.changes)
    return tuple(one for one in found if one.lines)


def _team(change: TeamChange, ruleset: Ruleset) -> Iterator[Difference]:
    before, after = change.before, change.after
    yield from _differ(gettext("Treasury"), gold(before.balance), gold(after.balance))
    yield from _differ(gettext("Value"), *(gold(one) for one in change.value))
    for good in ruleset.goods:
        yield from _differ(good.name, str(before.goods[good.key]), str(after.goods[good.key]))
    was, nobody = {player.key: player for player in before.players}, gettext("not on the roster")
    for player in after.players:
        old = was.pop(player.key, None)
        if old is None:
            yield Difference(_called(player), nobody, _is(player))
        else:
            yield from _player(old, player)
    yield from (Difference(_called(player), _is(player), nobody) for player in was.values())


def _player(old: Player, new: Player) -> Iterator[Difference]:
    who = _called(new)
    told = {
        gettext("{player}"): (_is(old), _is(new)),
        gettext("{player}, SPP"): (str(old.spp), str(new.spp)),
        gettext("{player}, niggling injuries"): (str(old.niggles), str(new.niggles)),
        gettext("{player}, improvements"): (_learned(old), _learned(new)),
    }
    for what, (before, after) in told.items():
        yield from _differ(what.format(player=who), before, after)
    for name in CHARACTERISTICS:
        what = gettext("{player}, {characteristic} lost").format(
            player=who, characteristic=word("characteristic", name)
        )
        yield from _differ(what, str(old.lost[name]), str(new.lost[name]))


def _differ(what: str, before: str, after: str) -> Iterator[Difference]:
    if before != after:
        yield Difference(what, before, after)


def _called(player: Player) -> str:
    return f"#{player.number} {player.name}"


def _is(player: Player) -> str:
    if player.status == "active":
        return gettext("misses the next match") if player.misses_next else gettext("fit")
    return word("player-status", player.status)


def _learned(player: Player) -> str:
    said = (
        word("characteristic", one.what) if one.gain in CHARACTERISTICS else one.what for one in player.improvements
    )
    return ", ".join(said) or gettext("none")


def _told(change: LateChange, sheets: Mapping[str, TeamSheet]) -> Iterator[str]:
    for team in change.teams:
        ruleset = ruleset_of(team.ruleset_id)
        sheet = sheets.get(team.key, TeamSheet(team.key, team.name))
        was = [one.effect for one in change.was if one.team == team.key]
        then = [one.effect for one in change.then if one.team == team.key]
        yield from _played(team, was, then, sheet)
        for effects, said in ((was, gettext("{team}, not any more: {what}")), (then, gettext("{team}, then: {what}"))):
            for effect in effects:
                if not isinstance(effect, fx.MatchPlayed):
                    yield said.format(team=team.name, what=effect_words(effect, sheet, ruleset))


def _played(team: Team, was: list[fx.Effect], then: list[fx.Effect], sheet: TeamSheet) -> Iterator[str]:
    """Of a match that was played: who stood on the pitch, what the team was worth, who came to see it."""
    before = next((one for one in was if isinstance(one, fx.MatchPlayed)), None)
    after = next((one for one in then if isinstance(one, fx.MatchPlayed)), None)
    if before is None or after is None:
        return
    numbers = (
        (gettext("{team}, value: {before} \u2192 {after}"), gold(before.value), gold(after.value)),
        (gettext("{team}, fans: {before} \u2192 {after}"), f"{before.fans:,}", f"{after.fans:,}"),
        (gettext("{team}, FAME: {before} \u2192 {after}"), str(before.fame), str(after.fame)),
    )
    for words, one, other in numbers:
        if one != other:
            yield words.format(team=team.name, before=one, after=other)
    for said, keys in (
        (gettext("{team}, without {players}"), [key for key in before.fit if key not in after.fit]),
        (gettext("{team}, with {players} besides"), [key for key in after.fit if key not in before.fit]),
    ):
        names = [_called(player) if (player := sheet.player(key)) else key for key in keys]
        if names:
            yield said.format(team=team.name, players=", ".join(names))

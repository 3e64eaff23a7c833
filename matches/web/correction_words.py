"""What a correction changes about teams and players, in sentences without their full stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine.rulesets.model import Ruleset
from matches.selectors.correcting import CorrectionPreview, PlayerDiffers, PlayerState, TeamDiffers, TeamState
from teams.effect_words import by


@dataclass(frozen=True, slots=True)
class Pair:
    """A number or a word, before and after."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PlayerSaid:
    name: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamSaid:
    changed: TeamDiffers
    pairs: tuple[Pair, ...]
    players: tuple[PlayerSaid, ...]


def teams_said(preview: CorrectionPreview, ruleset: Ruleset) -> tuple[TeamSaid, ...]:
    names = {good.key: good.name for good in ruleset.goods}
    return tuple(
        TeamSaid(
            one,
            tuple(_pairs(one.before, one.after, names)),
            tuple(PlayerSaid(f"#{player.number} {player.name}", tuple(_player(player))) for player in one.players),
        )
        for one in preview.teams
    )


def _pairs(before: TeamState, after: TeamState, names: Mapping[str, str]) -> Iterator[Pair]:
    if before.value != after.value:
        yield Pair(gettext("Team value"), gold(before.value), gold(after.value))
    if before.treasury != after.treasury:
        yield Pair(gettext("Treasury"), gold(before.treasury), gold(after.treasury))
    if before.debt != after.debt:
        yield Pair(gettext("Debt"), gold(before.debt), gold(after.debt))
    if _record(before) != _record(after):
        yield Pair(gettext("Wins, draws, losses"), _record(before), _record(after))
    for good in dict.fromkeys((*before.goods, *after.goods)):
        if before.goods[good] != after.goods[good]:
            yield Pair(names.get(good, good), f"{before.goods[good]:,}", f"{after.goods[good]:,}")


def _record(state: TeamState) -> str:
    return f"{state.wins} / {state.draws} / {state.losses}"


def _player(one: PlayerDiffers) -> Iterator[str]:
    before, after = one.before, one.after
    if before is None or after is None:
        yield gettext("is on the team now") if before is None else gettext("was never on the team")
        return
    if before.status != after.status:
        yield _status(before, after)
    if before.spp != after.spp:
        yield gettext("{before} → {after} SPP").format(before=before.spp, after=after.spp)
    yield from _hurt(before, after)
    for what in after.learned:
        if what not in before.learned:
            yield gettext("learns {what}").format(what=what)
    for what in before.learned:
        if what not in after.learned:
            yield gettext("has not learned {what}").format(what=what)
    if before.value != after.value:
        yield gettext("worth {before} → {after}").format(before=gold(before.value), after=gold(after.value))


def _status(before: PlayerState, after: PlayerState) -> str:
    if after.status == "dead":
        return gettext("dies")
    if before.status == "dead":
        return gettext("lives again")
    said = {"before": word("player-status", before.status), "after": word("player-status", after.status)}
    return "{before} → {after}".format(**said)


def _hurt(before: PlayerState, after: PlayerState) -> Iterator[str]:
    if before.niggles != after.niggles:
        yield gettext("niggles {before} → {after}").format(before=before.niggles, after=after.niggles)
    for name in dict.fromkeys((*before.lost, *after.lost)):
        points = before.lost[name] - after.lost[name]
        if points:
            yield f"{by(points)} {word('characteristic', name)}"
    if before.misses_next != after.misses_next:
        yield gettext("misses the next match") if after.misses_next else gettext("may play the next match")

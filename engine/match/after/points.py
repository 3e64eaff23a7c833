"""Star player points: for deeds, for casualties, for the most valuable player."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.match import boons, endings, mvp
from engine.match import report as keys
from engine.match.after.step import Done, StepScene
from engine.match.report import MatchReport
from engine.match.sides import Side, other_side
from engine.rulesets.model import Ruleset
from engine.rulesets.occasions import Concession
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet


def spp(scene: StepScene) -> Done:
    """Star player points for deeds, casualties caused, and the most valuable player; then who has had enough goes."""
    effects = tuple(_spp_effects(scene))
    return Done((*effects, *_leaving(scene, fold(scene.sheet, effects))))


def _spp_effects(scene: StepScene) -> Iterator[fx.Effect]:
    """Guests earn nothing: they stand on no sheet but the day's."""
    report, rules = scene.report, scene.ruleset
    concession = rules.concession
    if not (concession and endings.penalised(report, scene.side, rules) and concession.costs("spp")):
        yield from for_deeds(report, scene.side, scene.sheet, rules)
    if concession and concession.winner_spp and endings.favoured(report, scene.side, rules):
        for player in _of_the_winner(scene, concession):
            yield fx.SppEarned(player, "concession", 1, concession.winner_spp)
    yield from _best(scene)


def _of_the_winner(scene: StepScene, rules: Concession) -> Iterator[str]:
    """Whoever could play, the fallen included; and who missed the match, where the edition says so."""
    for player in scene.sheet.players:
        if player.key in scene.last.fit or (rules.absent_too and player.on_the_roster):
            yield player.key


def for_deeds(report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[fx.SppEarned]:
    """What they are worth, prayers that were answered included."""
    for deeds in report.side(side).deeds:
        player = sheet.player(deeds.player)
        for deed, times in deeds.counts.items() if player else ():
            points = boons.deed_points(deeds, deed, player, report, side, ruleset)
            yield fx.SppEarned(deeds.player, deed, times, points)
    for casualty in report.side(other_side(side)).casualties:
        by = sheet.player(casualty.by or "")
        worth = boons.casualty_worth(casualty, by, report, side, ruleset)
        if by is not None and worth.counts:
            yield fx.SppEarned(by.key, "casualty", 1, worth.spp)


def _best(scene: StepScene) -> Iterator[fx.Effect]:
    """The most valuable player; two of them, where the other side had to give up its own."""
    named, fit = _in_the_draw(scene, scene.mine.nominees), _in_the_draw(scene, scene.last.fit)
    for nth in range(1, endings.mvps(scene.report, scene.side, scene.ruleset) + 1):
        best = mvp.drawn(scene.ruleset.mvp, scene.team, named, fit, scene.dice, nth)
        if best is not None and scene.sheet.player(best):
            yield fx.SppEarned(best, "mvp", 1, scene.ruleset.spp.get("mvp", 0))


def _in_the_draw(scene: StepScene, players: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who have survived the match, where the edition asks for it."""
    fallen = {player.key for player in scene.sheet.players if player.status == "dead"}
    return tuple(key for key in players if scene.ruleset.mvp.dead_too or key not in fallen)


def _leaving(scene: StepScene, sheet: TeamSheet) -> Iterator[fx.Effect]:
    """Conceding: who has made himself a name leaves a team that gives up, on a throw. This match's points count."""
    rules = scene.ruleset.concession
    if rules is None or not rules.leaving_dice or not endings.penalised(scene.report, scene.side, scene.ruleset):
        return
    for player in sheet.roll_call:
        if rules.may_leave(player.spp, len(player.improvements)):
            thrown = scene.dice.roll(keys.leaving_key(scene.team, player.key), *rules.leaving_dice).total
            if rules.leaves(thrown):
                yield fx.PlayerLeft(player.key)

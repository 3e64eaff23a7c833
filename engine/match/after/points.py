"""Star player points: for deeds, for casualties, for the most valuable player."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.match import boons, endings, mvp
from engine.match import report as keys
from engine.match.after.step import Asked, Done, PossibleRoll, RollScene, StepScene
from engine.match.matchday import in_the_draw
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
        yield from deeds_done(scene)
    yield from of_the_winner(scene)
    yield from most_valuable(scene)


def of_the_winner(scene: StepScene) -> Iterator[fx.SppEarned]:
    """What the players of a side earn whose opponent gave up, where the edition has that."""
    rules = scene.ruleset.concession
    if rules and rules.winner_spp and endings.favoured(scene.report, scene.side, scene.ruleset):
        for player in _who_gains(scene, rules):
            yield fx.SppEarned(player, "concession", 1, rules.winner_spp)


def _who_gains(scene: StepScene, rules: Concession) -> Iterator[str]:
    """Whoever could play, the fallen included; and who missed the match, where the edition says so."""
    for player in scene.sheet.players:
        if player.key in scene.last.fit or (rules.absent_too and player.on_the_roster):
            yield player.key


def deeds_done(scene: StepScene) -> Iterator[fx.SppEarned]:
    return for_deeds(scene.report, scene.side, scene.sheet, scene.ruleset)


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


def most_valuable(scene: StepScene) -> Iterator[fx.SppEarned]:
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


def spp_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    yield from best_rolls(scene)
    yield from _leaving_rolls(scene)


def best_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    report, side, rules = scene.report, scene.side, scene.ruleset.mvp
    named = report.side(side).nominees if report and side else ()
    awards = endings.mvps(report, side, scene.ruleset) if report and side else 1
    for nth in range(1, awards + 1):
        if rules.method == "nominated":
            asked: Asked = "certain" if named else "idle" if report else "perhaps"
            yield PossibleRoll(keys.mvp_key(scene.team, nth), rules.dice, asked, "mvp" if nth == 1 else f"mvp{nth}")
        elif rules.method == "random" and nth > len(named):
            for number in _in_some_draw(scene):
                yield PossibleRoll(keys.random_mvp_key(scene.team, number, nth), (number,))


def _in_some_draw(scene: RollScene) -> range:
    """Among how many the best one is drawn: as many as could play, without those who have fallen."""
    if scene.sheet is None:
        return range(0)
    most = len(in_the_draw(scene.sheet, scene.ruleset.mvp))
    hurt = len(scene.report.side(scene.side).casualties) if scene.report and scene.side else 0
    fallen = 0 if scene.ruleset.mvp.dead_too else hurt
    return range(most, max(most - fallen, 1) - 1, -1)


def _leaving_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """For each player of a side that pays for giving up: who has earned enough by then, only the sequence knows."""
    rules = scene.ruleset.concession
    if rules is None or not rules.leaving_dice or scene.report is None or scene.side is None or scene.sheet is None:
        return
    if endings.penalised(scene.report, scene.side, scene.ruleset):
        for player in scene.sheet.roll_call:
            yield PossibleRoll(keys.leaving_key(scene.team, player.key), rules.leaving_dice)

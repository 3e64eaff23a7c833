"""Steps whose story is worked out of the match itself: its league points, its fans, and what was thrown for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from django.utils.translation import gettext, ngettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.dice import ReplayDice
from engine.match import endings, grounds
from engine.match.after import StepScene
from engine.match.after.star_player_rolls import StarPlayerRoll, rolls
from engine.rulesets import Ruleset
from engine.rulesets.model import required
from engine.season.points import lines
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from matches.mapping import roll_of
from matches.models import DiceRoll
from matches.selectors.matches import MatchPage, SidePage, StepLine
from matches.web.match_story import called
from matches.web.step_lines import Line
from teams.effect_words import by

Told = Callable[[MatchPage, SidePage, StepLine, Ruleset], Iterator[Line]]


def scene_of(
    page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset, choice: str | None = None
) -> StepScene | None:
    """What the step looks at: both teams as the steps before it have left them, and the dice that lie on the table."""
    mine, (rival,) = _by_then(side, line), [_by_then(one, line) for one in page.sides if one is not side]
    if mine.last_match is None or mine.last_match.match != page.match.key or page.report is None:
        return None
    return StepScene(
        team=side.team.key,
        sheet=mine,
        last=mine.last_match,
        report=page.report,
        choice=choice,
        dice=ReplayDice(roll_of(row) for row in line.rolls),
        ruleset=ruleset,
        rival=rival,
    )


def _by_then(side: SidePage, line: StepLine) -> TeamSheet:
    """A team before this step: after the match, its earlier steps, and what its coach has done since."""
    earlier = [one for one in side.steps if one.step.nth < line.step.nth or one.step.pk == line.step.pk]
    return fold(side.sheet, [*side.injuries, *(effect for one in earlier for effect in one.effects)])


# League points


def _league_points(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    found = lines(page.result, "home" if side.side == "home" else "away", ruleset) if page.result else ()
    if not found:
        yield Line(gettext("It counts for no table."))
    for one in found:
        yield Line(word("league-point", one.why), gained=_points(one.points))
    if len(found) > 1:
        yield Line(gettext("Together"), gained=_points(sum(one.points for one in found)))


def _points(points: int) -> str:
    return ngettext("{points} point", "{points} points", abs(points)).format(points=by(points) if points else 0)


# Fans


def _fans(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    good = ruleset.good(required(ruleset.fans, "fans", ruleset).good)
    before = side.sheet.goods[good.key]
    change = sum(effect.by for effect in line.effects if isinstance(effect, fx.GoodsChanged))
    extra = grounds.extra_of(side.report, ruleset) if side.report and line.rolls else None
    more = extra.fan_factor if extra else 0
    if extra and more:
        yield Line(gettext("{stadium}: {more} more").format(stadium=extra.name, more=more))
    said = {
        "fans": good.name,
        "total": sum(sum(roll.faces) for roll in line.rolls) + more,
        "before": before,
        "after": before + change,
    }
    if page.report is not None and endings.penalised(page.report, "home" if side.side == "home" else "away", ruleset):
        yield Line(gettext("{fans}: {after} of {before} are left, since the match was given up.").format(**said))
    elif not line.rolls and change:
        yield Line(gettext("{fans}: {before}, which falls to {after} without a throw.").format(**said))
    elif not line.rolls:
        yield Line(gettext("{fans}: {before}, as before. After this match nobody throws for them.").format(**said))
    elif change > 0:
        yield Line(
            gettext("{fans}: {total} against {before}, which makes it {after}.").format(**said), gained=by(change)
        )
    elif change < 0:
        yield Line(gettext("{fans}: {total} against {before}, which leaves {after}.").format(**said))
    else:
        yield Line(gettext("{fans}: {total} against {before}, which changes nothing.").format(**said))


# Star player rolls


def _star_player_rolls(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    scene = scene_of(page, side, line, ruleset)
    thrown = {roll.key: roll for roll in line.rolls}
    points: dict[str, int] = {}
    for effect in line.effects:
        if isinstance(effect, fx.SppEarned):
            points[effect.player] = points.get(effect.player, 0) + effect.spp
    # Whoever was killed is not thrown for, and the sheet of the kick-off does not know it yet.
    sheet = fold(side.sheet, side.injuries)
    found = {roll.player: roll for roll in (rolls(replace(scene, sheet=sheet)) if scene else ()) if roll.key in thrown}
    if not found and not any(points.values()):
        yield Line(gettext("Nobody throws after this match."))
    for player in dict.fromkeys((*found, *(key for key, spp in points.items() if spp))):
        roll = found.get(player)
        text = _thrown_for(called(sheet, player), roll, thrown[roll.key]) if roll else called(sheet, player)
        earned = points.get(player, 0)
        yield Line(text, gained=gettext("{spp} SPP").format(spp=by(earned) if earned else 0))


def _thrown_for(player: str, roll: StarPlayerRoll, thrown: DiceRoll) -> str:
    die = sum(thrown.faces)
    why = ", ".join(f"{by(one.modifier)} {word('spp-modifier', one.key)}" for one in roll.modifiers)
    if not why:
        return gettext("{player}: {die}").format(player=player, die=die)
    said = {"player": player, "die": die, "why": why, "total": die + roll.added}
    return gettext("{player}: {die} {why}, makes {total}").format(**said)


# The last line of the list


def _value(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.TeamValued):
            if ruleset.value.both:
                yield Line(gettext("Team value: {value}").format(value=gold(effect.value)))
                yield Line(gettext("Without those who miss the next match: {value}").format(value=gold(effect.current)))
            else:
                yield Line(gettext("Team value: {value}").format(value=gold(effect.current)))


RECKONED: Mapping[str, Told] = {
    "league-points": _league_points,
    "fan-factor": _fans,
    "star-player-rolls": _star_player_rolls,
    "value": _value,
    "prepare": _value,
}

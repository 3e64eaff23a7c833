"""What followed a match, in words: what each step of the post-match sequence came to, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.dice import ReplayDice
from engine.errors import DieMissing
from engine.match.after import STEPS, Done, StepScene
from engine.rulesets import Ruleset
from engine.rulesets.model import required
from engine.team.evolve import last_match
from leagues.policies import Visitor
from matches.mapping import roll_of
from matches.models import DiceRoll, PostMatchStep, StepStatus
from matches.policies import can_choose
from matches.selectors.matches import MatchPage, SidePage, StepLine
from matches.services.between import HIRE_AND_FIRE
from matches.web.match_story import called, times_told
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Line:
    """A line of what a step did: words, and gold or something else that was gained or lost."""

    text: str
    gold: int | None = None
    gained: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    key: str
    gold: int | None  # what taking it comes to, as far as the dice on the table say
    name: str = ""  # where it is one of the ruleset's own: a position


@dataclass(frozen=True, slots=True)
class StepStory:
    step: PostMatchStep
    state: str  # done, waits, due or later
    rolls: tuple[DiceRoll, ...]
    lines: tuple[Line, ...]
    total: int | None  # of gold, where the lines are its parts
    options: tuple[Option, ...]  # for whoever may choose
    waits_for: str
    page: str = ""  # the address of the page on which it is gone on with, for whoever may
    throws: bool = False  # it waits for a roll of the table, which he may type in


@dataclass(frozen=True, slots=True)
class Checklist:
    side: str
    team: Team
    steps: tuple[StepStory, ...]


def checklists_of(page: MatchPage, ruleset: Ruleset, visitor: Visitor) -> tuple[Checklist, ...]:
    return tuple(
        Checklist(side.side, side.team, tuple(_step_story(page, side, line, ruleset, visitor) for line in side.steps))
        for side in page.sides
        if side.steps
    )


def _step_story(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset, visitor: Visitor) -> StepStory:
    step = line.step
    step.match = page.match  # already loaded, with the league that policies ask for
    waiting = step.status == StepStatus.WAITING
    done = step.status == StepStatus.DONE
    chooses = waiting and can_choose(visitor, step)
    return StepStory(
        step=step,
        state="waits" if waiting else str(step.status),
        rolls=line.rolls,
        lines=tuple(_TOLD.get(step.name, _untold)(side, line, ruleset)) if done else (),
        total=_total(line.effects),
        options=tuple(_choices(page, side, line, ruleset)) if chooses and step.name != HIRE_AND_FIRE else (),
        waits_for=step.team.coach.name if waiting else "",
        page=reverse("matches:hiring", args=[step.team_id]) if chooses and step.name == HIRE_AND_FIRE else "",
        throws=chooses and step.waits_for_die,
    )


def _total(effects: Iterable[fx.Effect]) -> int | None:
    """What an amount that is told in parts comes to."""
    gold_changes = [one for one in effects if isinstance(one, fx.GoldChanged)]
    return _cost(gold_changes) if any(one.lines for one in gold_changes) else None


def _choices(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Option]:
    """What may be chosen: a roll that lies on the table, or a position of the team list."""
    if line.step.roll:
        yield from _options(page, side, line, ruleset)
        return
    names = {position.key: position.name for position in ruleset.roster(side.sheet.roster).positions}
    yield from (Option(key, None, names.get(key, key)) for key in line.step.options)


def _options(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Option]:
    """What may be chosen, and what the engine makes of each with nothing but the dice that lie on the table."""
    for option in line.step.options:
        amount = None
        try:
            decided = _decided(page, side, line, ruleset, option)
        except DieMissing:
            decided = None
        if isinstance(decided, Done):
            amount = sum(effect.amount for effect in decided.effects if isinstance(effect, fx.GoldChanged))
        yield Option(option, amount)


def _decided(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset, option: str) -> object:
    played = next((effect for effect in side.injuries if isinstance(effect, fx.MatchPlayed)), None)
    if played is None or page.report is None:
        return None
    scene = StepScene(
        team=side.team.key,
        sheet=side.sheet,
        last=last_match(played),
        report=page.report,
        choice=option,
        dice=ReplayDice(roll_of(row) for row in line.rolls),
        ruleset=ruleset,
    )
    return STEPS[line.step.name](scene)


def _spp(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    earned = [effect for effect in line.effects if isinstance(effect, fx.SppEarned)]
    if not earned:
        yield Line(gettext("Nobody earned any."))
    for player, deeds in groupby(sorted(earned, key=lambda one: one.player), key=lambda one: one.player):
        told = list(deeds)
        what = ", ".join(times_told(word("deed", one.deed), one.times) for one in told)
        text = gettext("{player}: {what}").format(player=called(side.sheet, player), what=what)
        yield Line(text, gained=gettext("+{spp} SPP").format(spp=sum(one.spp for one in told)))


def _winnings(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    if line.step.choice:
        yield Line(word("choice", line.step.choice))
    for effect in line.effects:
        if isinstance(effect, fx.GoldChanged):
            yield from (Line(word("part", part.why), gold=part.amount) for part in effect.lines)
            if not effect.lines:
                yield Line(word("reason", effect.reason), gold=effect.amount)


def _petty_cash(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.GoldChanged):
            yield Line(word("reason", effect.reason), gold=effect.amount)
    if not line.effects:
        yield Line(gettext("Nothing was left of it."))


def _fan_factor(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    before = side.sheet.goods["fan-factor"]
    change = sum(effect.by for effect in line.effects if isinstance(effect, fx.GoodsChanged))
    said = {"total": _thrown(line.rolls), "before": before, "after": before + change}
    if not line.rolls:
        # Without a die: who gives up loses fans, and of some matches none are won or lost.
        told = (
            gettext("The fan factor of {before} falls to {after}.")
            if change
            else gettext("The fan factor stays {before}.")
        )
        yield Line(told.format(**said))
    elif change > 0:
        yield Line(gettext("{total} against a fan factor of {before}: it rises to {after}.").format(**said))
    elif change < 0:
        yield Line(gettext("{total} against a fan factor of {before}: it falls to {after}.").format(**said))
    else:
        yield Line(gettext("{total} against a fan factor of {before}: it stays.").format(**said))


def _thrown(rolls: Sequence[DiceRoll]) -> int:
    return sum(sum(roll.faces) for roll in rolls)


def _expensive_mistakes(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    if not line.effects:
        least = required(ruleset.expensive_mistakes, "expensive_mistakes", ruleset).bands[0].treasury
        yield Line(gettext("A treasury below {gold} gp tempts nobody.").format(gold=gold(least)))
    for effect in line.effects:
        if isinstance(effect, fx.MistakeMade):
            said = {"gold": gold(effect.treasury), "result": word("mistake", effect.result)}
            yield Line(gettext("With {gold} gp in the treasury: {result}").format(**said), gold=_cost(line.effects))


def _cost(effects: Iterable[fx.Effect]) -> int:
    return sum(effect.amount for effect in effects if isinstance(effect, fx.GoldChanged))


def _hire_and_fire(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    """What was done in the window, and how it was closed."""
    came = (fx.PlayerHired, fx.PlayerRaised)
    names = {one.player: f"#{one.number} {one.name}" for one in line.effects if isinstance(one, came)}
    for effect in line.effects:
        yield from _hiring_line(effect, names, side, ruleset)
    if not line.effects:
        yield Line(gettext("Nobody came and nobody went."))


def _hiring_line(effect: fx.Effect, came: Mapping[str, str], side: SidePage, ruleset: Ruleset) -> Iterator[Line]:
    if isinstance(effect, fx.GoldChanged):
        yield Line(word("reason", effect.reason), gold=effect.amount)
    elif isinstance(effect, fx.GoodsChanged):
        yield Line(ruleset.good(effect.good).name, gained=f"{effect.by:+d}")
    elif isinstance(effect, fx.StarRostered | fx.StarReleased):
        star = ruleset.star(effect.star)
        said = gettext("{who} comes.") if isinstance(effect, fx.StarRostered) else gettext("{who} goes.")
        yield Line(said.format(who=star.name if star else effect.star))
    elif isinstance(effect, fx.PlayerRenamed):
        yield Line(gettext("{who} has a new name or number.").format(who=f"#{effect.number} {effect.name}"))
    elif type(effect) in _CAME_OR_WENT:
        player = str(getattr(effect, "player", ""))
        yield Line(_CAME_OR_WENT[type(effect)]().format(who=came.get(player) or called(side.sheet, player)))


_CAME_OR_WENT: dict[type[fx.Effect], Callable[[], str]] = {
    fx.PlayerHired: lambda: gettext("{who} is hired."),
    fx.PlayerRaised: lambda: gettext("{who} is raised from the dead."),
    fx.JourneymanHired: lambda: gettext("{who}, a journeyman, is hired."),
    fx.PlayerFired: lambda: gettext("{who} is fired."),
    fx.PlayerLeft: lambda: gettext("{who} goes."),
    fx.PlayerRetired: lambda: gettext("{who} retires for the season."),
}


def _journeymen(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.JourneymanTakenOn):
            name = f"#{effect.number} {effect.name}"
            yield Line(gettext("{player} is taken on for the next match.").format(player=name))
    if not line.effects:
        yield Line(gettext("The team can field a full side."))


def _untold(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    yield from ()


_TOLD: dict[str, Callable[[SidePage, StepLine, Ruleset], Iterator[Line]]] = {
    "spp": _spp,
    "winnings": _winnings,
    "petty-cash": _petty_cash,
    "fan-factor": _fan_factor,
    "expensive-mistakes": _expensive_mistakes,
    "hire-and-fire": _hire_and_fire,
    "journeymen": _journeymen,
}

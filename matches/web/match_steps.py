"""What followed a match, in words: what each step of the post-match sequence came to, and what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.match.after import StepScene, awaited
from engine.rulesets import Ruleset
from engine.rulesets.model import required
from leagues.policies import Visitor
from matches.models import DiceRoll, PostMatchStep, StepStatus
from matches.policies import can_choose
from matches.selectors.choices import choice_deadline
from matches.selectors.matches import MatchPage, SidePage, StepLine
from matches.services.between import HIRE_AND_FIRE
from matches.web import sponsor_steps
from matches.web.match_story import called, times_told
from matches.web.reckoned_steps import RECKONED, scene_of
from matches.web.stadium_steps import NAMES_A_HOME, STADIUM_QUESTIONS, STADIUM_STEPS, new_name
from matches.web.step_lines import Line, Option
from teams.effect_words import by, effect_words
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen, and by whom: not always by the coach whose choice it was."""

    name: str
    at: datetime | None
    by: str  # empty: nobody, it was taken by time
    for_him: bool


@dataclass(frozen=True, slots=True)
class StepStory:
    step: PostMatchStep
    title: str
    state: str  # done, waits, due or later
    rolls: tuple[DiceRoll, ...]
    lines: tuple[Line, ...]
    total: int | None  # of gold, where the lines are its parts
    options: tuple[Option, ...]  # for whoever may choose
    waits_for: str
    questions: tuple[str, ...] = ()  # what he has to know for it
    name: str = ""  # what a choice gives a name to is called, unless he says otherwise
    page: str = ""  # the address of the page on which it is gone on with, for whoever may
    throws: bool = False  # it waits for a roll of the table, which he may type in
    why_later: str = ""  # what has to be over before it
    chosen: Chosen | None = None
    until: datetime | None = None  # then `default` is taken
    default: str = ""
    mine: bool = False  # it waits for whoever looks, and not only because he commissions the league


@dataclass(frozen=True, slots=True)
class Checklist:
    side: str
    team: Team
    steps: tuple[StepStory, ...]

    @property
    def works(self) -> bool:
        """Something is being worked out: what comes next is known in a moment."""
        return any(story.state == StepStatus.DUE for story in self.steps)


def checklists_of(page: MatchPage, ruleset: Ruleset, visitor: Visitor) -> tuple[Checklist, ...]:
    return tuple(
        Checklist(side.side, side.team, tuple(_step_story(page, side, line, ruleset, visitor) for line in side.steps))
        for side in page.sides
        if side.steps
    )


def yours_of(checklists: Iterable[Checklist]) -> StepStory | None:
    """The first thing here that waits for whoever looks, and for his own team."""
    return next((story for one in checklists for story in one.steps if story.mine), None)


def _step_story(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset, visitor: Visitor) -> StepStory:
    step = line.step
    waiting = step.status == StepStatus.WAITING
    done = step.status == StepStatus.DONE
    chooses = waiting and can_choose(visitor, step)
    asks = chooses and step.name != HIRE_AND_FIRE and bool(step.options)
    asking = scene_of(page, side, line, ruleset) if asks else None
    offered = OFFERED.get(step.name)
    lines = _lines(page, side, line, ruleset) if done else ()
    if waiting and offered:
        lines = offered.lines(page, side, line, ruleset)
    questions: Iterable[str] = _QUESTIONS.get(step.name, _the_roll)(asking) if asking else ()
    if asks and offered:
        questions = (offered.asks(page, side, line, ruleset),)
    until = choice_deadline(step)
    return StepStory(
        step=step,
        title=_title(step.name, ruleset),
        state="waits" if waiting else str(step.status),
        rolls=line.rolls,
        lines=tuple(lines),
        total=_total(line.effects),
        options=_options(page, side, line, ruleset) if asks else (),
        waits_for=step.team.coach.name if waiting else "",
        questions=tuple(question for question in questions if question),
        name=new_name(asking) if asking and step.name == NAMES_A_HOME else "",
        page=reverse("matches:hiring", args=[step.team_id]) if chooses and step.name == HIRE_AND_FIRE else "",
        throws=chooses and step.waits_for_die,
        why_later=_why_later(page, side, step, ruleset) if step.status == StepStatus.LATER else "",
        chosen=_chosen(step, ruleset) if step.chosen_at else None,
        until=until,
        default=option_name(step.default, step, ruleset) if until else "",
        mine=chooses and visitor.pk == step.team.coach_id,
    )


def _title(step: str, ruleset: Ruleset) -> str:
    """Of the fans as the edition calls them, and of everything else by its name."""
    if step == "fan-factor" and ruleset.fans is not None:
        return ruleset.good(ruleset.fans.good).name
    return word("step", step)


def _lines(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    reckoned = RECKONED.get(line.step.name)
    if reckoned is not None:
        return reckoned(page, side, line, ruleset)
    return _TOLD.get(line.step.name, _untold)(side, line, ruleset)


def _why_later(page: MatchPage, side: SidePage, step: PostMatchStep, ruleset: Ruleset) -> str:
    """The step that has to be over before: of the same team, or of the other one."""
    own = [line.step for line in side.steps if line.step.nth < step.nth and line.step.status != StepStatus.DONE]
    other = next(one for one in page.sides if one.side != side.side)
    needed = awaited(step.name, page.report, ruleset) if page.report else None
    if own:
        return gettext("Comes after: {step}.").format(step=word("step", own[-1].name))
    if needed and any(line.step.name == needed and line.step.status != StepStatus.DONE for line in other.steps):
        said = {"team": other.team.name, "step": word("step", needed)}
        return gettext("Waits for the other team: {step} of {team}.").format(**said)
    return ""


def _chosen(step: PostMatchStep, ruleset: Ruleset) -> Chosen:
    by = step.chosen_by.name if step.chosen_by else ""
    name = option_name(step.choice, step, ruleset) + (f": {step.words}" if step.words else "")
    return Chosen(name, step.chosen_at, by, bool(by) and step.chosen_by_id != step.team.coach_id)


def _total(effects: Iterable[fx.Effect]) -> int | None:
    """What an amount that is told in parts comes to."""
    gold_changes = [one for one in effects if isinstance(one, fx.GoldChanged)]
    return _cost(gold_changes) if any(one.lines for one in gold_changes) else None


def _options(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> tuple[Option, ...]:
    offered = OFFERED.get(line.step.name)
    return tuple(offered.options(page, side, line, ruleset)) if offered else options_of(line.step, ruleset)


def options_of(step: PostMatchStep, ruleset: Ruleset) -> tuple[Option, ...]:
    """What may be chosen, and what each comes to with nothing but the dice that lie on the table."""
    return tuple(Option(key, step.outlook.get(key), option_name(key, step, ruleset)) for key in step.options)


def option_name(key: str, step: PostMatchStep, ruleset: Ruleset) -> str:
    """The word for it or, where it is one of the ruleset's own, its name: a position of the team's list, a sponsor."""
    roster = next((one for one in ruleset.teams if one.key == step.team.roster), None)
    names = {position.key: position.name for position in (roster.positions if roster else ())}
    sponsor = ruleset.sponsor(key.partition("/")[0])
    if sponsor is not None:
        return sponsor.name
    counted = key[-1:].isdecimal()  # pay-2: how much of it
    return names.get(key) or word("choice", key.partition("-")[0] if counted else key)


def _the_roll(scene: StepScene) -> Iterator[str]:
    yield gettext("This is the roll that lies on the table. Whatever falls instead of it must be taken.")


def _which_journeymen(scene: StepScene) -> Iterator[str]:
    yield gettext("The team cannot field a full side. Which journeymen does it take on?")


def is_read_first(step: PostMatchStep) -> bool:
    """Whether it says what has to be known for the choice, on the page of its match."""
    return step.name in OFFERED or step.name in STADIUM_QUESTIONS


_QUESTIONS: dict[str, Callable[[StepScene], Iterator[str]]] = {
    "journeymen": _which_journeymen,
    **STADIUM_QUESTIONS,
}


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
    elif isinstance(effect, fx.StadiumChanged):
        yield Line(f"{effect_words(effect, side.sheet, ruleset)}.")
    elif isinstance(effect, fx.FundChanged):
        yield Line(gettext("Stadium fund"), gained=by(effect.by))
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
    "sponsor-search": sponsor_steps.searched,
    "sponsorships": sponsor_steps.ongoing,
    "insurance": sponsor_steps.insured,
    "expensive-mistakes": _expensive_mistakes,
    "hire-and-fire": _hire_and_fire,
    "journeymen": _journeymen,
    **STADIUM_STEPS,
}


@dataclass(frozen=True, slots=True)
class Offered:
    """Of a step whose choices are its own: what lies on the table, what is asked, and what may be chosen."""

    lines: Callable[[MatchPage, SidePage, StepLine, Ruleset], Iterator[Line]]
    asks: Callable[[MatchPage, SidePage, StepLine, Ruleset], str]
    options: Callable[[MatchPage, SidePage, StepLine, Ruleset], Iterator[Option]]


OFFERED: Mapping[str, Offered] = {
    "sponsor-search": Offered(sponsor_steps.search_waits, sponsor_steps.search_asks, sponsor_steps.search_options),
    "insurance": Offered(sponsor_steps.insurers_wait, sponsor_steps.insurers_ask, sponsor_steps.insurers_options),
}

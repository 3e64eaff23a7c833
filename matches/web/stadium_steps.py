"""Home stadiums after a match, in words: asking for one, what the stadium answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.utils.translation import gettext

from config.words import word
from engine import effects as fx
from engine.dice import Roll, notation
from engine.match import grounds
from engine.match.after import StepScene
from engine.match.after.residency import standing
from engine.match.report import losing_residency_key
from engine.rulesets import Ruleset
from engine.rulesets.furniture import Residency, ResidencyResult
from engine.rulesets.model import required
from engine.tally import Tally
from engine.team.homes import attribute_of, suggested_name
from matches.selectors.matches import SidePage, StepLine
from matches.web.step_lines import Line
from teams.effect_words import by

# With this step's choice its coach says what the home is called.
NAMES_A_HOME = "residency-deal"


def new_name(scene: StepScene) -> str:
    """What the home is called, unless its coach says otherwise."""
    return suggested_name(scene.sheet, grounds.venue_of(scene.report, scene.ruleset).stadium, scene.ruleset)


# What a coach has to know


def _ask_for_it(scene: StepScene) -> Iterator[str]:
    kind, rules = grounds.attribute_played_at(scene.report, scene.ruleset), _rules(scene.ruleset)
    if kind is not None:
        said = gettext("The match was played at a stadium that is nobody's home: {kind}. {effect}")
        yield said.format(kind=kind.name, effect=kind.effect)
    counted = _counted(standing(scene), rules)
    added = gettext(", {modifiers}").format(modifiers=counted) if counted else ""
    yield gettext("You throw a {dice}{added}.").format(dice=notation(rules.dice), added=added)
    yield from (_answer(row, rules) for row in sorted(rules.results, key=lambda row: row.first))
    home = scene.sheet.stadium
    if home is not None:
        name = home.name or _kind(home.stadium, scene.ruleset)
        yield gettext("A team has one home: with a new one you give up {name}.").format(name=name)


def _answer(row: ResidencyResult, rules: Residency) -> str:
    """A row of the table: for which scores, what it is called, and what it means."""
    ordered = sorted(rules.results, key=lambda one: one.first)
    if row is ordered[0]:
        return gettext("Up to {last}: {row}").format(last=row.last, row=_row(row))
    if row is ordered[-1]:
        return gettext("From {first} on: {row}").format(first=row.first, row=_row(row))
    return gettext("{first} to {last}: {row}").format(first=row.first, last=row.last, row=_row(row))


def _row(row: ResidencyResult) -> str:
    return f"{row.name.rstrip('.!')} \N{EN DASH} {row.effect}"


def _take_it(scene: StepScene) -> Iterator[str]:
    sought, rules = scene.last.sought, _rules(scene.ruleset)
    if sought is None:
        return
    row = next((row for row in rules.results if row.key == sought.result), None)
    if row is None:
        return
    said = gettext("{kind}, with a score of {score}: {row}")
    yield said.format(kind=_kind(sought.stadium, scene.ruleset), score=sought.score, row=_row(row))
    if row.offer == "winnings":
        yield gettext("You decide before your winnings are thrown; what they come to is not known yet.")


def _keep_it(scene: StepScene) -> Iterator[str]:
    """What was thrown, what it is measured by, and what each payment does to it."""
    rules, good = required(scene.ruleset.stadiums, "stadiums", scene.ruleset).losing, scene.ruleset.fans
    home = scene.sheet.stadium
    if home is None or good is None:
        return
    thrown, fans = sum(sum(roll.faces) for roll in _lying(scene)), scene.sheet.goods[good.good]
    said = gettext("{thrown} thrown, with a fan factor of {fans}: too high by {over} to stay at home in {name}.")
    name = home.name or _kind(home.stadium, scene.ruleset)
    yield said.format(thrown=thrown, fans=fans, over=rules.too_high(thrown, fans), name=name)
    paid = gettext("Each {bribe} gp lowers the throw by one. The treasury has {treasury} gp.")
    yield paid.format(bribe=f"{rules.bribe:,}", treasury=f"{scene.sheet.treasury:,}")


def _lying(scene: StepScene) -> tuple[Roll, ...]:
    rules = required(scene.ruleset.stadiums, "stadiums", scene.ruleset).losing
    return (scene.dice.roll(losing_residency_key(scene.team), *rules.dice),)


STADIUM_QUESTIONS: dict[str, Callable[[StepScene], Iterator[str]]] = {
    "losing-residency": _keep_it,
    "residency": _ask_for_it,
    "residency-deal": _take_it,
}


# What happened


def _sought(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.ResidencySought):
            rules = _rules(ruleset)
            row = next((one.name for one in rules.results if one.key == effect.result), effect.result)
            yield Line(gettext("Asked to be at home in: {kind}").format(kind=_kind(effect.stadium, ruleset)))
            yield Line(_score(effect, rules))
            yield Line(row)
    if line.step.choice == "pass":
        yield Line(gettext("The team did not ask for it."))
    elif not line.step.choice:
        yield Line(gettext("No home to be had where the match was played."))


def _score(effect: fx.ResidencySought, rules: Residency) -> str:
    parts = ", ".join(
        filter(None, (gettext("{face} thrown").format(face=effect.thrown), _counted(effect.modifiers, rules)))
    )
    return gettext("{parts}: {score}").format(parts=parts, score=effect.score)


def _answered(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.ResidencyAnswered):
            yield Line(word("residency-answer", effect.answer))
            if effect.winnings:
                yield Line(gettext("All winnings of this match go for it."))
        elif isinstance(effect, fx.StadiumChanged) and effect.stadium is not None:
            home = effect.stadium
            yield Line(gettext("{name} ({kind})").format(name=home.name, kind=_kind(home.stadium, ruleset)))
    if not line.effects:
        yield Line(gettext("Nobody asked for anything."))


def _tested(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.ResidencyTested):
            said = gettext("{thrown} thrown, with a fan factor of {fans}.")
            yield Line(said.format(thrown=effect.thrown, fans=effect.fans))
            yield Line(_became(effect, ruleset))
        elif isinstance(effect, fx.GoldChanged):
            yield Line(word("reason", effect.reason), gold=effect.amount)
    if not line.effects:
        yield Line(gettext("No home was at stake."))


def _became(effect: fx.ResidencyTested, ruleset: Ruleset) -> str:
    rules = required(ruleset.stadiums, "stadiums", ruleset).losing
    if effect.kept:
        return gettext("The team keeps its home.")
    if effect.thrown == rules.always:
        return gettext("A {face} always loses the home.").format(face=rules.always)
    price = effect.too_high * rules.bribe
    return gettext("The team loses its home; it would have cost {gold} gp to keep.").format(gold=f"{price:,}")


STADIUM_STEPS: dict[str, Callable[[SidePage, StepLine, Ruleset], Iterator[Line]]] = {
    "losing-residency": _tested,
    "residency": _sought,
    "residency-deal": _answered,
}


def _rules(ruleset: Ruleset) -> Residency:
    return required(ruleset.stadiums, "stadiums", ruleset).residency


def _counted(modifiers: Tally, rules: Residency) -> str:
    """What is added to a throw, and for what: "+1 the team won"."""
    named = {one.key: one.when for one in rules.modifiers}
    return ", ".join(f"{by(number)} ({named.get(key, key)})" for key, number in modifiers.items())


def _kind(stadium: str, ruleset: Ruleset) -> str:
    found = attribute_of(stadium, ruleset)
    return found.name if found else stadium

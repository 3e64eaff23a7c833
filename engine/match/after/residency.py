"""Home stadiums: becoming the home team of the place where a match was played, and losing a home (stadiums)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engine import effects as fx
from engine.errors import ChoiceUnknown
from engine.match import grounds
from engine.match import report as keys
from engine.match.after.step import Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.rulesets.furniture import Residency, ResidencyModifier, Standing
from engine.rulesets.model import required
from engine.tally import Tally
from engine.team.homes import suggested_name
from engine.team.sheet import HomeStadium, ResidencyAnswer, Sought

ATTEMPT, PASS, REFUSE = "attempt", "pass", "refuse"
# How an offer is taken, by what it costs: what is chosen for nothing never stands for what is paid for.
_TAKEN_BY = {"free": "accept", "winnings": "pay-winnings"}


def residency(scene: StepScene) -> Done | NeedsChoice:
    """Post-match sequence, start of step 3: who likes the place asks for it. Who owns a stadium stays there."""
    if _owns_one(scene) or not grounds.may_be_sought(scene.report, scene.ruleset):
        return Done(())
    options = (ATTEMPT, PASS)
    if scene.choice is None:
        return NeedsChoice(options, default=PASS)
    if scene.choice not in options:
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    return Done((_asked(scene),) if scene.choice == ATTEMPT else ())


def residency_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Whether anybody asks for the place, the sequence shows."""
    rules = scene.ruleset.stadiums
    if rules and scene.report and grounds.may_be_sought(scene.report, scene.ruleset):
        yield PossibleRoll(keys.residency_key(scene.team), rules.residency.dice)


def losing_residency_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """After a defeat at a home that the team does not own."""
    rules, home, side = scene.ruleset.stadiums, scene.sheet.stadium if scene.sheet else None, scene.side
    if rules is None or home is None or home.owned or scene.report is None or side is None:
        return
    if scene.ended == "loss" and grounds.played_at_home(scene.report, side, scene.ruleset):
        yield PossibleRoll(keys.losing_residency_key(scene.team), rules.losing.dice)


def _owns_one(scene: StepScene) -> bool:
    return scene.sheet.stadium is not None and scene.sheet.stadium.owned


def _rules(scene: StepScene) -> Residency:
    return required(scene.ruleset.stadiums, "stadiums", scene.ruleset).residency


def standing(scene: StepScene) -> Tally:
    """What is added to the team's throw, by what it is for. All that apply are added (reading A-11)."""
    return Tally({one.key: one.modifier for one in _rules(scene).modifiers if _COUNTS[one.of](scene, one)})


def _asked(scene: StepScene) -> fx.ResidencySought:
    rules, counted = _rules(scene), standing(scene)
    thrown = scene.dice.roll(keys.residency_key(scene.team), *rules.dice).total
    score = thrown + sum(counted.values())
    stadium = grounds.venue_of(scene.report, scene.ruleset).stadium
    return fx.ResidencySought(stadium, thrown, counted, score, rules.result(score).key)


def _fans(scene: StepScene, one: ResidencyModifier) -> bool:
    good = required(scene.ruleset.fans, "fans", scene.ruleset).good
    return scene.sheet.goods[good] >= one.least


_COUNTS: Mapping[Standing, Callable[[StepScene, ResidencyModifier], bool]] = {
    "win": lambda scene, one: scene.last.outcome == "win",
    "loss": lambda scene, one: scene.last.outcome == "loss",
    "sponsor": lambda scene, one: bool(scene.sheet.sponsor),
    "fans": _fans,
}


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a team that has asked may take, and what for; or why there is nothing to take."""

    answer: ResidencyAnswer | None = None
    price: str = ""


def residency_deal(scene: StepScene) -> Done | NeedsChoice:
    """The stadium answers, when both have asked who wanted to: of two, the higher score alone is offered it."""
    sought = scene.last.sought
    if sought is None or _owns_one(scene):
        return Done(())
    offer = _offered(sought, scene)
    if offer.answer is not None:
        return Done((fx.ResidencyAnswered(sought.stadium, offer.answer),))
    options = (_TAKEN_BY[offer.price], REFUSE)
    if scene.choice is None:
        return NeedsChoice(options, default=REFUSE, roll=keys.residency_key(scene.team))
    if scene.choice not in options:
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    if scene.choice == REFUSE:
        return Done((fx.ResidencyAnswered(sought.stadium, "refused"),))
    return Done(tuple(_taken(sought, scene, offer)))


def _offered(sought: Sought, scene: StepScene) -> _Offer:
    price = next((row.offer for row in _rules(scene).results if row.key == sought.result), "")
    if not price:
        return _Offer("rejected")
    other = _of_the_other(scene)
    if other is not None and other.score >= sought.score:
        return _Offer("level" if other.score == sought.score else "outbid")
    return _Offer(price=price)


def _of_the_other(scene: StepScene) -> Sought | None:
    last = scene.rival.last_match if scene.rival else None
    return last.sought if last and last.match == scene.last.match else None


def _taken(sought: Sought, scene: StepScene, offer: _Offer) -> Iterator[fx.Effect]:
    """A team has one home: with this one it gives up the one it had."""
    yield fx.ResidencyAnswered(sought.stadium, "taken", winnings=offer.price == "winnings")
    name = scene.words or suggested_name(scene.sheet, sought.stadium, scene.ruleset)
    yield fx.StadiumChanged(HomeStadium(sought.stadium, name))


# Losing a home

LET_GO, PAY = "let-go", "pay-"


def losing_residency(scene: StepScene) -> Done | NeedsChoice:
    """Post-match sequence, start of step 4: a defeat at a home that the team does not own may cost it that home.

    Gold lowers the throw, but never one that loses it in any case (reading A-12). Paying for less than what is too
    much would help nobody: it is all of it, or nothing.
    """
    home = scene.sheet.stadium
    lost = scene.last.outcome == "loss" and grounds.played_at_home(scene.report, scene.side, scene.ruleset)
    if home is None or home.owned or not lost:
        return Done(())
    rules = required(scene.ruleset.stadiums, "stadiums", scene.ruleset).losing
    good, key = required(scene.ruleset.fans, "fans", scene.ruleset).good, keys.losing_residency_key(scene.team)
    thrown, fans = scene.dice.roll(key, *rules.dice).total, scene.sheet.goods[good]
    if thrown != rules.always and not rules.too_high(thrown, fans):
        return Done((fx.ResidencyTested(home.stadium, thrown, fans, 0, kept=True),))
    too_high = rules.too_high(thrown, fans)
    price = too_high * rules.bribe
    gone = fx.ResidencyTested(home.stadium, thrown, fans, too_high, kept=False), fx.StadiumChanged(None)
    if thrown == rules.always or price > scene.sheet.treasury:
        return Done(gone)
    options = (f"{PAY}{too_high}", LET_GO)
    if scene.choice is None:
        return NeedsChoice(options, default="", roll=key)
    if scene.choice not in options:
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    if scene.choice == LET_GO:
        return Done(gone)
    kept = fx.ResidencyTested(home.stadium, thrown, fans, too_high, kept=True)
    return Done((kept, fx.GoldChanged(-price, "residency-kept")))

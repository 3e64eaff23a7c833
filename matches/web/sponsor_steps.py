"""The steps of sponsors in words: the score, the offers, what sponsors pay and what they ask for."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext

from config.templatetags.scrimmage import gold
from config.words import word
from engine import effects as fx
from engine.dice import ReplayDice, notation
from engine.errors import DieMissing
from engine.match.after import StepScene
from engine.match.after.insurers import PAY, PAY_AND_END, REFUSE, looked
from engine.match.after.sponsors import LESSER, MAJOR, NONE, ONE_TIME, ONGOING
from engine.match.report import sponsor_key
from engine.match.sponsor_score import FANS, score_parts
from engine.rulesets import Ruleset
from engine.rulesets.furniture import Sponsors
from engine.rulesets.model import required
from engine.rulesets.tables import Payment
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from matches.mapping import roll_of
from matches.selectors.matches import MatchPage, SidePage, StepLine
from matches.web.match_story import called
from matches.web.step_lines import Line, Option
from teams.effect_words import effect_words, sponsor_words


def sheet_before(side: SidePage, line: StepLine) -> TeamSheet:
    """The team as it came to this step: as it was kicked off with, and all that the match has done to it since."""
    earlier = (one for step in side.steps if step.step.nth < line.step.nth for one in step.effects)
    own = (one for one in line.effects if line.step.name == "hire-and-fire")
    return fold(side.sheet, (*side.injuries, *earlier, *own))


def _scene(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> StepScene | None:
    sheet = sheet_before(side, line)
    if page.report is None or sheet.last_match is None:
        return None
    dice = ReplayDice(roll_of(row) for row in line.rolls)
    return StepScene(side.team.key, sheet, sheet.last_match, page.report, line.step.choice or None, dice, ruleset)


def _sponsors(ruleset: Ruleset) -> Sponsors:
    return required(ruleset.sponsors, "sponsors", ruleset)


# Looking for a sponsor


def searched(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    """What the search came to."""
    sought = next((one for one in line.effects if isinstance(one, fx.SponsorSought)), None)
    if sought is None and any(isinstance(one, fx.MatchPlayed) and one.ending == "walkover" for one in side.injuries):
        yield Line(gettext("Nobody has seen a match: nothing is thrown."))
        return
    if sought is None:
        rules = _sponsors(ruleset)
        said = {"face": sum(rules.dice), "first": rules.first_offer}
        yield Line(gettext("Nothing is thrown: even a {face} would not come to {first}.").format(**said))
        return
    yield from _score(sought, ruleset)
    if len(line.effects) == 1 and line.step.choice:
        yield Line(word("choice", "none"))
    yield from _brought(side, line, ruleset)


def _score(sought: fx.SponsorSought, ruleset: Ruleset) -> Iterator[Line]:
    rules = _sponsors(ruleset)
    when = {FANS: gettext("Fan factor"), **{one.key: capfirst(one.when) for one in rules.modifiers}}
    yield Line(gettext("Thrown"), gained=str(sought.thrown))
    yield from (Line(when.get(part.why, part.why), gained=f"{part.by:+d}") for part in sought.parts)
    rank = rules.rank(sought.score)
    said = {
        "score": sought.score,
        "first": rules.first_offer,
        "major": min((offer.start for offer in rules.offers if offer.amount >= MAJOR), default=rules.first_offer),
    }
    if rank < LESSER:
        yield Line(gettext("Together {score}: sponsors come from {first} on.").format(**said))
    elif rank < MAJOR:
        yield Line(gettext("Together {score}: a sponsor comes. Major ones come from {major} on.").format(**said))
    else:
        yield Line(gettext("Together {score}: a sponsor comes, a major one if the team likes.").format(**said))


def search_waits(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    """The score that lies on the table, and what major sponsors want and give."""
    scene = _scene(page, side, line, ruleset)
    roll = next((row for row in line.rolls if row.key == sponsor_key(side.team.key)), None)
    if scene is None or roll is None:
        return
    parts = score_parts(scene.report, scene.side, scene.sheet, ruleset)
    yield from _score(fx.SponsorSought(sum(roll.faces), parts), ruleset)
    if ruleset.sponsor(line.step.choice):
        return  # he has read it, and it is only asked whom the sponsor equips
    majors = [sponsor for key in line.step.options if (sponsor := ruleset.sponsor(key))]
    yield from (Line(f"{sponsor.name}: {sponsor.award} {sponsor.drawback}") for sponsor in majors)
    if scene.sheet.sponsor and majors:
        present = sponsor_words(scene.sheet.sponsor, ruleset)
        yield Line(gettext("A new major sponsor takes the place of {sponsor}.").format(sponsor=present))


def search_asks(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> str:
    sponsor = ruleset.sponsor(line.step.choice)
    if sponsor is not None:
        return gettext("Which line player does {sponsor} equip?").format(sponsor=sponsor.name)
    return gettext("What does the team take?")


def search_options(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Option]:
    """Whom or what the team may take; nothing stands last."""
    rules = _sponsors(ruleset)
    paid = {ONE_TIME: rules.one_time, ONGOING: rules.ongoing}
    for option in sorted(line.step.options, key=lambda option: option == NONE):
        key, _slash, player = option.partition("/")
        if key in paid:
            yield Option(option, None, f"{word('choice', key)} ({_payment(paid[key])})")
        elif player:
            yield Option(option, None, called(sheet_before(side, line), player))
        else:
            yield Option(option, None, sponsor_words(key, ruleset) if ruleset.sponsor(key) else word("choice", key))


def _payment(payment: Payment) -> str:
    return gettext("{dice} × {unit} gp").format(dice=notation(payment.dice), unit=gold(payment.unit))  # noqa: RUF001


# What sponsors pay and take


def ongoing(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    if not line.effects:
        yield Line(gettext("Nobody pays the team after every match."))
    for effect in line.effects:
        if isinstance(effect, fx.GoldChanged):
            yield from (Line(word("part", part.why), gold=part.amount) for part in effect.lines)
    yield from _away(side, line)


def _brought(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    """Gold, deals that begin or end, and who is called away."""
    for effect in line.effects:
        if isinstance(effect, fx.GoldChanged):
            yield Line(word("reason", effect.reason), gold=effect.amount)
        elif isinstance(effect, fx.SponsorshipsChanged):
            yield Line(word("choice", ONGOING), gained=f"{effect.by:+d}")
        elif isinstance(effect, fx.SponsorSigned | fx.SponsorLost | fx.BlacklistChanged | fx.SponsoredPlayerNamed):
            yield Line(effect_words(effect, side.sheet, ruleset))
    yield from _away(side, line)


def _away(side: SidePage, line: StepLine) -> Iterator[Line]:
    for effect in line.effects:
        if isinstance(effect, fx.PlayerCalledAway):
            who = called(sheet_before(side, line), effect.player)
            yield Line(gettext("{player} is called away and misses the next match.").format(player=who))


# The insurers


def insured(side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    found = next((one for one in line.effects if isinstance(one, fx.InsurersLooked)), None)
    if found is not None:
        yield _looked(found)
    elif line.step.choice:
        yield Line(gettext("No player is gone: they ask for nothing."))
    else:
        yield Line(gettext("No sponsor of the team insures its players."))
    if line.step.choice in ("keep-sponsor", "pay-fee"):
        yield Line(gettext("The deal goes on."))
    yield from _brought(side, line, ruleset)


def _looked(found: fx.InsurersLooked) -> Line:
    said = {"gone": found.gone, "thrown": found.thrown, "fee": gold(found.fee)}
    if not found.fee:
        return Line(gettext("Players gone: {gone}. Thrown: {thrown}, which is more: no fee.").format(**said))
    return Line(gettext("Players gone: {gone}. Thrown: {thrown}: a fee of {fee} gp is due.").format(**said))


def _fee(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> fx.InsurersLooked | None:
    """What lies on the table."""
    scene = _scene(page, side, line, ruleset)
    try:
        return looked(scene) if scene else None
    except DieMissing:
        return None


def insurers_wait(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Line]:
    found = _fee(page, side, line, ruleset)
    if found is not None:
        yield _looked(found)
    elif line.step.options:
        yield Line(gettext("No player is gone: they ask for nothing."))


def insurers_ask(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> str:
    name = sponsor_words(sheet_before(side, line).sponsor, ruleset)
    if REFUSE in line.step.options:
        text = gettext(
            "A team that does not pay {sponsor} loses all its gold and is never insured again, and some of its players "
            "miss the next match."
        )
        return text.format(sponsor=name)
    return gettext("The deal with {sponsor} can be ended now, and at no other time.").format(sponsor=name)


def insurers_options(page: MatchPage, side: SidePage, line: StepLine, ruleset: Ruleset) -> Iterator[Option]:
    found, treasury = _fee(page, side, line, ruleset), sheet_before(side, line).treasury
    for option in line.step.options:
        amount = None
        if found is not None and option in (PAY, PAY_AND_END):
            amount = -found.fee
        elif option == REFUSE:
            amount = -treasury
        yield Option(option, amount, word("choice", option))

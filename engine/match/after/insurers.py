"""A sponsor who insures players: what he pays for who dies, and what he asks for who is gone after a match."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.errors import ChoiceUnknown
from engine.match import report as keys
from engine.match.after.sponsors import called_away
from engine.match.after.step import Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.rulesets.furniture import Insurance, MajorSponsor
from engine.rulesets.model import Ruleset
from engine.team import sponsoring
from engine.team.sheet import Player, TeamSheet
from engine.team.value import player_value

KEEP, END = "keep-sponsor", "end-sponsor"
PAY, PAY_AND_END, REFUSE = "pay-fee", "pay-fee-and-end", "refuse-fee"


def paid_for(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[fx.GoldChanged, ...]:
    """For who dies, a share of his value, rounded up to a full unit (reading A-14). A journeyman is nobody's to insure.

    ``player`` as he was when he died.
    """
    sponsor = ruleset.sponsor(sheet.sponsor)
    if sponsor is None or sponsor.insurance is None or player.status == "journeyman" or player.guest:
        return ()
    rules = sponsor.insurance
    amount = -(-max(0, player_value(player, sheet, ruleset)) // (rules.share * rules.unit)) * rules.unit
    return (fx.GoldChanged(amount, "insurance", about=player.key),) if amount else ()


def insurance(scene: StepScene) -> Done | NeedsChoice:
    """Behind hire and fire: dice against the players who are gone; then the deal may be ended, and only then."""
    sponsor = scene.ruleset.sponsor(scene.sheet.sponsor)
    if sponsor is None or sponsor.insurance is None or sponsor.fee is None:
        return Done(())
    found = looked(scene)
    told, fee = ((found,), found.fee) if found else ((), 0)
    if fee > scene.sheet.treasury:
        return Done((*told, *_unpaid(scene, sponsor, sponsor.insurance)))  # there is nothing to choose
    options = (PAY, PAY_AND_END, REFUSE) if fee else (KEEP, END)
    if scene.choice is None:
        roll = keys.insurance_key(scene.team) if found else ""
        return NeedsChoice(options, default="" if fee else KEEP, roll=roll)
    if scene.choice not in options:
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    if scene.choice == REFUSE:
        return Done((*told, *_unpaid(scene, sponsor, sponsor.insurance)))
    paid = (fx.GoldChanged(-fee, "sponsor-fee", about=sponsor.key),) if fee else ()
    ended = (fx.SponsorLost(sponsor.key),) if scene.choice in (END, PAY_AND_END) else ()
    return Done((*told, *paid, *ended))


def insurance_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Of whichever sponsor insures the team by then."""
    if scene.report is None or scene.ruleset.sponsors is None:
        return
    for sponsor in scene.ruleset.sponsors.majors:
        if sponsor.insurance and sponsor.fee:
            yield PossibleRoll(keys.insurance_key(scene.team), sponsor.insurance.dice)
            yield PossibleRoll(keys.insurance_key(scene.team, "fee"), sponsor.fee.dice)
            yield PossibleRoll(keys.insurance_key(scene.team, "missing"), sponsor.insurance.missing_dice)


def looked(scene: StepScene) -> fx.InsurersLooked | None:
    """Nothing is thrown where even the lowest faces would be too high."""
    sponsor, missing = scene.ruleset.sponsor(scene.sheet.sponsor), sponsoring.gone(scene.sheet, scene.last)
    if sponsor is None or sponsor.insurance is None or sponsor.fee is None or missing < len(sponsor.insurance.dice):
        return None
    thrown = scene.dice.roll(keys.insurance_key(scene.team), *sponsor.insurance.dice).total
    if thrown > missing:
        return fx.InsurersLooked(missing, thrown)
    fee = sponsor.fee
    owed = scene.dice.roll(keys.insurance_key(scene.team, "fee"), *fee.dice).total * fee.unit + fee.fixed
    return fx.InsurersLooked(missing, thrown, owed)


def _unpaid(scene: StepScene, sponsor: MajorSponsor, rules: Insurance) -> Iterator[fx.Effect]:
    """The treasury is emptied, the deal is over for ever, and players miss the next match (reading A-15)."""
    if scene.sheet.treasury:
        yield fx.GoldChanged(-scene.sheet.treasury, "sponsor-fee-unpaid", about=sponsor.key)
    yield fx.SponsorLost(sponsor.key)
    yield fx.BlacklistChanged(sponsor.key, listed=True)
    away: tuple[str, ...] = ()
    for nth in range(1, scene.dice.roll(keys.insurance_key(scene.team, "missing"), *rules.missing_dice).total + 1):
        for effect in called_away(scene, f"insurance/{scene.team}/{nth}", scene.sheet, sponsor.key, away):
            away = (*away, effect.player)
            yield effect

"""Looking for a sponsor, and what sponsors pay and ask for (2016/17 league compendium, sponsorship deals)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from engine import effects as fx
from engine.errors import ChoiceUnknown
from engine.match import report as keys
from engine.match.after.step import Done, NeedsChoice, PossibleRoll, RollScene, StepScene
from engine.match.sponsor_score import score_parts, within_reach
from engine.rulesets.furniture import MajorSponsor, Sponsors
from engine.rulesets.model import required
from engine.team import sponsoring
from engine.team.sheet import TeamSheet

NONE, ONE_TIME, ONGOING = "none", "one-time", "ongoing"
LESSER, MAJOR = 1, 2  # ranks of offers


def sponsor_search(scene: StepScene) -> Done | NeedsChoice:
    """The end of step 3: dice and the fan factor as it is now. Nothing is thrown where nothing can come of it."""
    if scene.report.ending == "walkover" or scene.sheet.retired:
        return Done(())
    rules = required(scene.ruleset.sponsors, "sponsors", scene.ruleset)
    parts = score_parts(scene.report, scene.side, scene.sheet, scene.ruleset)
    if not within_reach(rules, parts):
        return Done(())
    key = keys.sponsor_key(scene.team)
    sought = fx.SponsorSought(scene.dice.roll(key, *rules.dice).total, parts)
    majors = sponsoring.majors_for(scene.sheet, scene.ruleset) if rules.rank(sought.score) >= MAJOR else ()
    if rules.rank(sought.score) < LESSER:
        return Done((sought,))
    options = (NONE, ONE_TIME, ONGOING, *(sponsor.key for sponsor in majors))
    named = {sponsor.key: _named(scene, sponsor) for sponsor in majors if sponsor.equips}
    if scene.choice is None:
        return NeedsChoice(options, default="", roll=key)
    if scene.choice in named:
        # Whom he equips is said with the signing. Until then everything else may still be chosen.
        others = tuple(option for option in options if option != scene.choice)
        return NeedsChoice((*named[scene.choice], *others), default="", roll=key)
    if scene.choice not in (*options, *chain.from_iterable(named.values())):
        raise ChoiceUnknown(chosen=scene.choice, options=", ".join(options))
    return Done((sought, *_chosen(scene, scene.choice, rules)))


def sponsor_search_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """Who is called away is drawn when it is known among how many."""
    rules = scene.ruleset.sponsors
    if rules and scene.report and scene.report.ending != "walkover":
        yield PossibleRoll(keys.sponsor_key(scene.team), rules.dice)
        yield PossibleRoll(keys.sponsor_key(scene.team, "gold"), rules.one_time.dice)
        yield PossibleRoll(keys.sponsor_key(scene.team, "mishap"), rules.mishap_dice)


def _named(scene: StepScene, sponsor: MajorSponsor) -> tuple[str, ...]:
    return tuple(f"{sponsor.key}/{player.key}" for player in sponsoring.line_players(scene.sheet, scene.ruleset))


def _chosen(scene: StepScene, choice: str, rules: Sponsors) -> Iterator[fx.Effect]:
    """What was chosen. A new major sponsor takes the place of the old one."""
    if choice == NONE:
        return
    if choice == ONE_TIME:
        yield from _one_time(scene, rules)
    elif choice == ONGOING:
        yield fx.SponsorshipsChanged(1)
    else:
        key, _, player = choice.partition("/")
        if scene.sheet.sponsor:
            yield fx.SponsorLost(scene.sheet.sponsor)
        yield fx.SponsorSigned(key)
        if player:
            yield fx.SponsoredPlayerNamed(player)


def _one_time(scene: StepScene, rules: Sponsors) -> Iterator[fx.Effect]:
    payment = rules.one_time
    thrown = scene.dice.roll(keys.sponsor_key(scene.team, "gold"), *payment.dice).total
    yield fx.GoldChanged(thrown * payment.unit + payment.fixed, "sponsor")
    if scene.dice.roll(keys.sponsor_key(scene.team, "mishap"), *rules.mishap_dice).total == rules.mishap_on:
        yield from called_away(scene, keys.sponsor_key(scene.team), scene.sheet, ONE_TIME)


def sponsorships(scene: StepScene) -> Done:
    """Each ongoing one pays, the one that was found just now included, and each may call a player away."""
    if scene.report.ending == "walkover" or not scene.sheet.sponsorships:
        return Done(())
    rules = required(scene.ruleset.sponsors, "sponsors", scene.ruleset)
    payment, numbers = rules.ongoing, range(1, scene.sheet.sponsorships + 1)
    lines = tuple(
        fx.GoldLine("sponsorship", _paid(scene, nth, payment.dice) * payment.unit + payment.fixed) for nth in numbers
    )
    away = tuple(effect for nth in numbers for effect in _busy(scene, nth, rules))
    return Done((fx.GoldChanged(sum(line.amount for line in lines), "sponsorships", lines=lines), *away))


def sponsorships_rolls(scene: RollScene) -> Iterator[PossibleRoll]:
    """For each ongoing one, and for one more that may be found."""
    rules = scene.ruleset.sponsors
    if rules and scene.report and scene.sheet and scene.report.ending != "walkover":
        for nth in range(1, scene.sheet.sponsorships + 2):
            yield PossibleRoll(keys.sponsorship_key(scene.team, nth, "gold"), rules.ongoing.dice)
            yield PossibleRoll(keys.sponsorship_key(scene.team, nth, "mishap"), rules.mishap_dice)


def _paid(scene: StepScene, nth: int, dice: tuple[int, ...]) -> int:
    return scene.dice.roll(keys.sponsorship_key(scene.team, nth, "gold"), *dice).total


def _busy(scene: StepScene, nth: int, rules: Sponsors) -> Iterator[fx.Effect]:
    if scene.dice.roll(keys.sponsorship_key(scene.team, nth, "mishap"), *rules.mishap_dice).total == rules.mishap_on:
        yield from called_away(scene, f"sponsorships/{scene.team}/{nth}", scene.sheet, ONGOING)


def called_away(
    scene: StepScene, stem: str, sheet: TeamSheet, by: str, apart: tuple[str, ...] = ()
) -> Iterator[fx.PlayerCalledAway]:
    """A random player, in the order of the roster: no journeyman, no star; whoever misses the next match anyway may be
    drawn, and then nothing more comes of it. ``apart`` are those who have been drawn already."""
    drawn_from = [player.key for player in sheet.members if player.key not in apart]
    if drawn_from:
        number = len(drawn_from)
        face = scene.dice.roll(f"{stem}/{keys.drawn_player(number)}", number).total
        yield fx.PlayerCalledAway(drawn_from[face - 1], by)

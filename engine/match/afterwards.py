"""Which dice are thrown after a match, by how it ended and what kind of match it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.match import endings
from engine.match import report as keys
from engine.match.grounds import extra_of, may_be_sought, played_at_home
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Outcome, Ruleset
from engine.team.sheet import TeamSheet

Rolls = dict[str, tuple[str, tuple[int, ...]]]


def dice_of(
    report: MatchReport, sheets: Mapping[str, TeamSheet], ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    for side in SIDES:
        yield from rolls(report, side, ruleset).values()
        yield from leaving(report, side, sheets[report.side(side).team], ruleset)
        yield from star_player_rolls(report, side, sheets[report.side(side).team], ruleset)
        yield from of_the_stadium(report, side, sheets[report.side(side).team], ruleset)
        yield from of_sponsors(report, side, sheets[report.side(side).team], ruleset)


def rolls(report: MatchReport, side: Side, ruleset: Ruleset) -> Rolls:
    """The rolls of one team by a short name: key and dice."""
    if report.kind == "exhibition":
        return {}
    team = report.side(side).team
    found = ordinary_rolls(team, report.outcome(side), ruleset)
    for name in ("mvp", "mvp2"):
        found.pop(name, None)
    awards = endings.mvps(report, side, ruleset) if ruleset.mvp.method == "nominated" else 0
    for nth in range(1, awards + 1):
        found["mvp" if nth == 1 else f"mvp{nth}"] = (keys.mvp_key(team, nth), ruleset.mvp.dice)
    if report.ending == "walkover":
        return {**_without(found, "fans", "winnings", "winnings2", "fanfactor"), **_walkover(report, side, ruleset)}
    if "winnings" in found:
        found |= _winnings(report, side, ruleset)
    if endings.penalised(report, side, ruleset):
        found = {**_without(found, "winnings2", "fanfactor"), **_fans_lost(team, ruleset)}
        if not endings.winnings_taken(report, other_side(side), ruleset):
            found = _without(found, "winnings")
    return found


def _without(found: Rolls, *names: str) -> Rolls:
    return {name: roll for name, roll in found.items() if name not in names}


def _winnings(report: MatchReport, side: Side, ruleset: Ruleset) -> Rolls:
    team, dice = report.side(side).team, endings.winnings_dice(report, ruleset)
    special = endings.special_winnings(report, ruleset)
    return {
        name: (keys.winnings_key(team, throw, special), dice) for name, throw in (("winnings", 1), ("winnings2", 2))
    }


def _walkover(report: MatchReport, side: Side, ruleset: Ruleset) -> Rolls:
    paid = endings.walkover_payment(report, side, ruleset)
    return {"walkover": (keys.walkover_key(report.side(side).team), paid.dice)} if paid else {}


def _fans_lost(team: str, ruleset: Ruleset) -> Rolls:
    dice = ruleset.concession.fans_dice if ruleset.concession else ()
    return {"fanslost": (keys.fans_lost_key(team), dice)} if dice and "fan-factor" in ruleset.post_match else {}


def leaving(
    report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """For each player of a side that pays for giving up: who has earned enough by then, only the sequence knows."""
    rules = ruleset.concession
    if rules is None or not rules.leaving_dice or not endings.penalised(report, side, ruleset):
        return
    if "spp" in ruleset.post_match:
        yield from ((keys.leaving_key(sheet.key, player.key), rules.leaving_dice) for player in sheet.roll_call)


def star_player_rolls(
    report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """For each player of the day who could play: who has survived by then, only the sequence knows."""
    rules = ruleset.spp_roll
    if rules is None or "star-player-rolls" not in ruleset.post_match or report.ending == "walkover":
        return
    lost = ruleset.concession is not None and ruleset.concession.costs("spp")
    if report.kind == "exhibition" or (lost and endings.penalised(report, side, ruleset)):
        return
    yield from ((keys.star_player_key(sheet.key, player.key), rules.dice) for player in sheet.fit if not player.guest)


def of_the_stadium(
    report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What is thrown for the place: whether anybody throws it, the sequence shows."""
    rules, team = ruleset.stadiums, report.side(side).team
    if rules is None or report.kind == "exhibition":
        return
    if "residency" in ruleset.post_match and may_be_sought(report, ruleset):
        yield keys.residency_key(team), rules.residency.dice
    extra = extra_of(report, ruleset)
    if "winnings" in ruleset.post_match and extra and extra.winnings and extra.winnings.dice:
        yield keys.place_winnings_key("" if extra.winnings_shared else team, extra.winnings.dice), extra.winnings.dice
    if not played_at_home(report, side, ruleset) or sheet.stadium is None:
        return
    if sheet.stadium.owned:
        yield keys.own_stadium_key(team), rules.gain_dice
    elif "losing-residency" in ruleset.post_match and report.outcome(side) == "loss":
        yield keys.losing_residency_key(team), rules.losing.dice


def of_sponsors(
    report: MatchReport, side: Side, sheet: TeamSheet, ruleset: Ruleset
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Whatever may be thrown for a sponsor, old or new. Who is called away is drawn when it is known among how many."""
    rules, team = ruleset.sponsors, sheet.key
    if rules is None or not ruleset.options.sponsors or report.ending == "walkover" or report.kind == "exhibition":
        return
    if "sponsor-search" in ruleset.post_match:
        yield keys.sponsor_key(team), rules.dice
        yield keys.sponsor_key(team, "gold"), rules.one_time.dice
        yield keys.sponsor_key(team, "mishap"), rules.mishap_dice
    if "sponsorships" in ruleset.post_match:
        for nth in range(1, sheet.sponsorships + 2):
            yield keys.sponsorship_key(team, nth, "gold"), rules.ongoing.dice
            yield keys.sponsorship_key(team, nth, "mishap"), rules.mishap_dice
    for sponsor in rules.majors if "insurance" in ruleset.post_match else ():
        if sponsor.insurance and sponsor.fee:
            yield keys.insurance_key(team), sponsor.insurance.dice
            yield keys.insurance_key(team, "fee"), sponsor.fee.dice
            yield keys.insurance_key(team, "missing"), sponsor.insurance.missing_dice


def ordinary_rolls(team: str, outcome: Outcome, ruleset: Ruleset) -> Rolls:
    """Those of a match that was played to its end and counts like any other."""
    found: Rolls = {}
    if ruleset.mvp.method == "nominated":
        found["mvp"] = (keys.mvp_key(team), ruleset.mvp.dice)
    if ruleset.fans:
        found["fans"] = (keys.fans_key(team), ruleset.fans.dice)
    if ruleset.winnings and ruleset.winnings.dice and "winnings" in ruleset.post_match:
        found["winnings"] = (keys.winnings_key(team, 1), ruleset.winnings.dice)
        found["winnings2"] = (keys.winnings_key(team, 2), ruleset.winnings.dice)
    if ruleset.fan_factor and "fan-factor" in ruleset.post_match:
        dice = ruleset.fan_factor[outcome].dice
        if dice:
            found["fanfactor"] = (keys.fan_factor_key(team, dice), dice)
    if ruleset.expensive_mistakes and "expensive-mistakes" in ruleset.post_match:
        found["mistakes"] = (keys.mistakes_key(team), ruleset.expensive_mistakes.dice)
        found["minor"] = (keys.mistakes_key(team, "minor"), ruleset.expensive_mistakes.minor_dice)
        found["kept"] = (keys.mistakes_key(team, "kept"), ruleset.expensive_mistakes.kept_dice)
    return found

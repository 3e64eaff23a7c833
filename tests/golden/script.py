"""What a season leaves open and the rules do not decide: who is drafted, who scores, who is carried off.

All of it follows from a seed by dice of its own, so a script is the same on every machine and in every year.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.dice import SeededDice
from engine.match import endings
from engine.match.earning import deeds_of
from engine.match.injuries import healers
from engine.match.prematch import Induced, PreMatch, SidePreMatch, Venue
from engine.match.report import Casualty, Deeds, Ending, Kind, MatchReport, SideReport
from engine.match.sides import SIDES, Side
from engine.rulesets.model import Position, Ruleset
from engine.tally import Tally
from engine.team import hiring
from engine.team.draft import DraftedPlayer, TeamDraft
from engine.team.homes import has_stadiums
from engine.team.sheet import Player, TeamSheet

# By the face of a die: how often a side scores, and how many of it are carried off.
TOUCHDOWNS = (0, 0, 1, 1, 1, 2, 2, 3)
STRETCHERS = (0, 1, 1, 2, 2, 3)
REROLLS, SPARE, OF_EACH, LAID_READY = 2, 1, 2, 50_000
# With fewer fit players than the line needs and so many more, nobody else is carried off.
CAREFUL = 4


class Fate:
    """Dice of the script: one purpose, one outcome."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed.encode())

    def die(self, key: str, sides: int) -> int:
        return self._dice.roll(key, sides).total

    def one_of(self, key: str, players: list[Player]) -> Player:
        return players[self.die(key, len(players)) - 1]


@dataclass(frozen=True, slots=True)
class Evening:
    """How one match is meant to end, where it is not simply played."""

    kind: Kind = "competition"
    ending: Ending = "played"
    gave_up: Side | None = None


def drafted(name: str, roster: str, rules: Ruleset) -> TeamDraft:
    """Re-rolls, a healer, linemen, and as many others as the rest of the gold buys, in the order of the list."""
    found = rules.roster(roster)
    goods = {
        good.key: REROLLS if good.cost is None else 1
        for good in rules.goods_of(found)
        if good.cost is None or good.healer
    }
    gold = rules.draft.gold - sum(rules.good_cost(found, key) * count for key, count in goods.items())
    common = max(found.positions, key=lambda one: (one.max, -one.cost))
    line = [common] * min(common.max, rules.draft.players_min + SPARE)
    # Where what is left over is lost, nothing is.
    for other in _others(found.positions, common, OF_EACH if rules.draft.bank else rules.draft.players_max):
        places = [nth for nth, one in enumerate(line) if one is common]
        if places and sum(one.cost for one in line) - common.cost + other.cost <= gold:
            line[places[-1]] = other
    players = tuple(DraftedPlayer(one.key, number, f"{one.name} {number}") for number, one in enumerate(line, start=1))
    return TeamDraft(name, roster, players, Tally(goods), {one.key: one.options[0] for one in found.choices})


def _others(positions: tuple[Position, ...], common: Position, most: int) -> Iterator[Position]:
    for position in positions:
        if position is not common and not position.big_guy:
            yield from [position] * min(position.max, most)


def reported(
    match: str, home: TeamSheet, away: TeamSheet, evening: Evening, rules: Ruleset, *, buys: bool
) -> MatchReport:
    """``buys``: both sides want something before the match; whether the rules let them, they say."""
    fate = Fate(f"golden {rules.key} {match}")
    before = PreMatch(
        venue=_venue(fate, home, rules),
        home=_before(home, rules, buys=buys),
        away=_before(away, rules, buys=buys),
    )
    quiet = evening.ending == "walkover"
    sides = (
        SideReport(home.key, 0) if quiet else _side(fate, home, away, rules),
        SideReport(away.key, 0) if quiet else _side(fate, away, home, rules),
    )
    report = MatchReport(
        *sides,
        prematch=None if quiet else before,
        ending=evening.ending,
        gave_up=evening.gave_up or "",
        kind=evening.kind,
    )
    return endings.with_awarded(_nominated(report, home, away, rules), rules)


def _venue(fate: Fate, home: TeamSheet, rules: Ruleset) -> Venue:
    """Where the league plays with stadiums: at home, for who has a home, or at one of those that somebody may want."""
    if rules.stadiums is None or not has_stadiums(rules):
        return Venue()
    if home.stadium is not None:
        return Venue(stadium=home.stadium.stadium, home_of="home", name=home.stadium.name)
    wanted = [kind.key for table in rules.stadiums.categories for kind in table.results]
    known = [kind for kind in wanted if not (extra := rules.stadiums.extra_of(kind)) or not extra.gold]
    return Venue(stadium=known[fate.die("venue", len(known)) - 1])


def _nominated(report: MatchReport, home: TeamSheet, away: TeamSheet, rules: Ruleset) -> MatchReport:
    """The last of those who can play, where there is somebody to be named."""
    most = rules.mvp.nominees if rules.mvp.method == "nominated" else 0
    named = {
        side: tuple(player.key for player in sheet.fit)[-most:] if most and endings.mvps(report, side, rules) else ()
        for side, sheet in zip(SIDES, (home, away), strict=True)
    }
    return replace(
        report,
        home=replace(report.home, nominees=named["home"]),
        away=replace(report.away, nominees=named["away"]),
    )


def _before(sheet: TeamSheet, rules: Ruleset, *, buys: bool) -> SidePreMatch:
    """Journeymen where they come before the match, a bribe, and gold laid ready where that is petty cash."""
    positions = () if "journeymen" in rules.post_match else hiring.journeyman_options(sheet, rules)
    journeymen = positions[:1] * hiring.journeymen_wanted(sheet, rules)
    petty = rules.options.petty_cash == "treasury-counts" and sheet.treasury >= LAID_READY
    return SidePreMatch(
        journeymen=journeymen,
        induced=(Induced("bribe"),) if buys else (),
        treasury=LAID_READY if petty else 0,
    )


def _side(fate: Fate, sheet: TeamSheet, foes: TeamSheet, rules: Ruleset) -> SideReport:
    fit, others = list(sheet.fit), list(foes.fit)
    score = TOUCHDOWNS[fate.die(f"score/{sheet.key}", len(TOUCHDOWNS)) - 1] if fit else 0
    done = dict(_deeds(fate, sheet, fit, score, rules))
    return SideReport(
        team=sheet.key,
        score=score,
        deeds=tuple(Deeds(key, Tally(counts)) for key, counts in sorted(done.items())),
        casualties=tuple(_casualties(fate, sheet, fit, others, rules)),
    )


def _deeds(
    fate: Fate, sheet: TeamSheet, fit: list[Player], score: int, rules: Ruleset
) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The same few get the ball again and again: so they improve within one season."""
    counts: dict[str, dict[str, int]] = {}
    stars = fit[-3:]
    for nth in range(score):
        scorer = fate.one_of(f"touchdown/{sheet.key}/{nth}", stars).key
        counts.setdefault(scorer, {}).setdefault("touchdown", 0)
        counts[scorer]["touchdown"] += 1
    if stars and "completion" in deeds_of(rules):
        passer = fate.one_of(f"completion/{sheet.key}", stars).key
        counts.setdefault(passer, {})["completion"] = fate.die(f"completion/{sheet.key}/times", 3)
    yield from counts.items()


def _casualties(
    fate: Fate, sheet: TeamSheet, fit: list[Player], foes: list[Player], rules: Ruleset
) -> Iterator[Casualty]:
    room = max(0, len(fit) - rules.line - CAREFUL)
    helped = bool(healers("apothecary", sheet, rules))
    left, hitters = list(fit), foes[-3:]
    wanted = STRETCHERS[fate.die(f"stretchers/{sheet.key}", len(STRETCHERS)) - 1]
    for nth in range(min(wanted, room)):
        victim = fate.one_of(f"victim/{sheet.key}/{nth}", left)
        left.remove(victim)
        treated = nth == 0 and helped and victim.status == "active" and fate.die(f"treated/{sheet.key}", 2) == 1
        if not hitters or fate.die(f"cause/{sheet.key}/{nth}", 6) == 6:
            yield Casualty(victim.key, "crowd", apothecary=treated)
        else:
            by = fate.one_of(f"by/{sheet.key}/{nth}", hitters)
            yield Casualty(victim.key, "block", by.key, apothecary=treated)

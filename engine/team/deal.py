"""A deal: gold and players change hands between the teams of two coaches (league rules, starting the league).

That two coaches and the commissioner agree is not asked here; that nobody deals with himself, by the people who are
asked. What is: whether both teams can give what they give, and are legal with what they get.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine import effects as fx
from engine.errors import DealIllegal, Problem, UnknownTeam, marked
from engine.rulesets.model import Position, Roster, Ruleset
from engine.team import limits
from engine.team.draft import NAME_LONGEST
from engine.team.evolve import fold
from engine.team.sheet import Player, TeamSheet
from engine.team.value import value

SideName = Literal["proposer", "partner"]
Sheets = Mapping[str, TeamSheet]


@dataclass(frozen=True, slots=True)
class Moving:
    """A player who goes to the other team, by his key here, and what he is called there.

    Number 0: the one he wears if it is free, or the lowest that is.
    """

    player: str
    number: int = 0
    key: str = ""


@dataclass(frozen=True, slots=True)
class DealSide:
    """What a team gives."""

    team: str
    gold: int = 0
    players: tuple[Moving, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    proposer: DealSide
    partner: DealSide


@dataclass(frozen=True, slots=True)
class Giving:
    """One direction of a deal: who gives what to whom."""

    name: SideName
    gives: DealSide
    giver: TeamSheet
    taker: TeamSheet

    def here(self, moving: Moving) -> Player | None:
        """The player, if he is this team's to give."""
        player = self.giver.player(moving.player)
        return player if player and player.on_the_roster and player.status != "journeyman" else None

    def coming(self, ruleset: Ruleset) -> tuple[Player, ...]:
        """Those who move, as the other team has them from now on."""
        found = ((self.here(moving), moving) for moving in self.gives.players)
        return tuple(
            replace(
                player,
                key=moving.key,
                number=moving.number,
                line=_line_there(self.giver.position_of(player, ruleset), ruleset.roster(self.taker.roster)),
            )
            for player, moving in found
            if player
        )


def settled(deal: Deal, sheets: Sheets, made: Mapping[str, int]) -> Deal:
    """With a key for whoever has none yet, counting on from the players each team has ``made``, and a free number."""
    proposer, partner = _givings(deal, sheets)
    return Deal(
        proposer=_settled(proposer, partner, made.get(deal.partner.team, 0)),
        partner=_settled(partner, proposer, made.get(deal.proposer.team, 0)),
    )


def problems(deal: Deal, sheets: Sheets, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that stands in the way of a deal, of both teams, all at once."""
    if deal.proposer.team == deal.partner.team:
        return (_with_itself(_sheet(deal.proposer.team, sheets)),)
    both = _givings(deal, sheets)
    return (
        *_nothing_moves(deal),
        *(problem for giving in both for problem in _giving_problems(giving, ruleset)),
        *(
            problem
            for giving, back in zip(both, reversed(both), strict=True)
            for problem in _after(giving, back, ruleset)
        ),
    )


def decide_deal(deal: Deal, sheets: Sheets, ruleset: Ruleset) -> tuple[fx.TeamEffect, ...]:
    found = problems(deal, sheets, ruleset)
    if found:
        raise DealIllegal(found)
    return effects(deal, sheets, ruleset)


def effects(deal: Deal, sheets: Sheets, ruleset: Ruleset) -> tuple[fx.TeamEffect, ...]:
    """What the deal does to both teams, legal or not: a preview looks at it before anybody decides."""
    return tuple(one for giving in _givings(deal, sheets) for one in _effects(giving, ruleset))


def after(deal: Deal, sheets: Sheets, ruleset: Ruleset) -> dict[str, TeamSheet]:
    """Both sheets as the deal leaves them."""
    told = effects(deal, sheets, ruleset)
    return {
        team: fold(_sheet(team, sheets), (one.effect for one in told if one.team == team))
        for team in (deal.proposer.team, deal.partner.team)
    }


def _sheet(team: str, sheets: Sheets) -> TeamSheet:
    sheet = sheets.get(team)
    if sheet is None or not sheet.founded:
        raise UnknownTeam(team=team)
    return sheet


def _givings(deal: Deal, sheets: Sheets) -> tuple[Giving, Giving]:
    first, second = _sheet(deal.proposer.team, sheets), _sheet(deal.partner.team, sheets)
    return Giving("proposer", deal.proposer, first, second), Giving("partner", deal.partner, second, first)


def _effects(giving: Giving, ruleset: Ruleset) -> Iterator[fx.TeamEffect]:
    giver, taker, gold = giving.giver.key, giving.taker.key, giving.gives.gold
    if gold:
        yield fx.TeamEffect(giver, fx.GoldChanged(-gold, "deal", about=taker))
        yield fx.TeamEffect(taker, fx.GoldChanged(gold, "deal", about=giver))
    for moving in giving.gives.players:
        if giving.here(moving):
            yield fx.TeamEffect(giver, fx.PlayerSold(moving.player, taker))
    for player in giving.coming(ruleset):
        yield fx.TeamEffect(taker, fx.PlayerBought(player, giver))


def _line_there(line: Position, roster: Roster) -> Position | None:
    """None where the other list has just such players: he is one of them, and their limit counts him.

    Otherwise he keeps his line. As a stranger he is nobody's cheap lineman.
    """
    if any(_what_he_is(line) == _what_he_is(position) for position in roster.positions):
        return None
    return replace(line, journeyman=False)


def _what_he_is(line: Position) -> Position:
    """A line without what a team list says of numbers, and whatever order it names skills in."""
    skills = tuple(sorted(line.skills))
    return replace(line, min=0, max=0, max_sevens=None, journeyman=False, big_guy=False, skills=skills)


def _settled(giving: Giving, back: Giving, made: int) -> DealSide:
    leaving = {moving.player for moving in back.gives.players}
    worn = {player.number for player in giving.taker.roll_call if player.key not in leaving}
    worn |= {moving.number for moving in giving.gives.players if moving.number}
    players = []
    for nth, moving in enumerate(giving.gives.players, start=1):
        number = moving.number or _free(giving.giver.player(moving.player), worn)
        worn.add(number)
        players.append(replace(moving, number=number, key=moving.key or f"p{made + nth}"))
    return replace(giving.gives, players=tuple(players))


def _free(player: Player | None, worn: set[int]) -> int:
    if player and player.number not in worn:
        return player.number
    return next(number for number in range(1, len(worn) + 2) if number not in worn)


# What may stand in the way


def _with_itself(sheet: TeamSheet) -> Problem:
    return Problem(
        "deal_with_itself",
        marked("{team} makes no deal with itself."),
        "deals",
        "partner.team",
        {"team": sheet.name},
    )


def _nothing_moves(deal: Deal) -> Iterator[Problem]:
    sides = (deal.proposer, deal.partner)
    if not any(side.gold or side.players for side in sides):
        yield Problem(
            "deal_empty",
            marked("Nothing changes hands: {gold} gp and {players} players."),
            "deals",
            "proposer.gold",
            {"gold": 0, "players": 0},
        )


def _giving_problems(giving: Giving, ruleset: Ruleset) -> Iterator[Problem]:
    if giving.giver.retired:
        yield limits.team_retired(giving.giver.name, f"{giving.name}.team")
    yield from _gold(giving, ruleset)
    times = Counter(moving.player for moving in giving.gives.players)
    for key, count in times.items():
        yield from _player(giving, key, count)


def _gold(giving: Giving, ruleset: Ruleset) -> Iterator[Problem]:
    gold, where, available = giving.gives.gold, f"{giving.name}.gold", giving.giver.treasury
    if gold < 0:
        yield Problem(
            "deal_gold_negative",
            marked("{team} cannot give {gold} gp: {least} is the least."),
            "deals",
            where,
            {"team": giving.giver.name, "gold": gold, "least": 0},
        )
    elif gold and not ruleset.draft.bank:
        yield Problem(
            "deal_without_bank",
            marked("{team} cannot give {gold} gp: by these rules teams keep no gold."),
            "deals",
            where,
            {"team": giving.giver.name, "gold": gold},
        )
    elif gold > available:
        yield Problem(
            "deal_gold_missing",
            marked("{team} gives {needed} gp but has {available} gp."),
            "treasury",
            where,
            {"team": giving.giver.name, "needed": gold, "available": available},
        )


def _player(giving: Giving, key: str, times: int) -> Iterator[Problem]:
    player, where = giving.giver.player(key), f"{giving.name}.players.{key}"
    said = {"player": player.name if player else key[:NAME_LONGEST], "team": giving.giver.name}
    if player is None or not player.on_the_roster:
        yield Problem("deal_player_gone", marked("{player} is not on the roster of {team}."), "deals", where, said)
    elif player.status == "journeyman":
        yield Problem(
            "deal_journeyman",
            marked("{player} is a journeyman: {team} has to hire him before it can give him away."),
            "hiring.journeymen",
            where,
            said,
        )
    if times > 1:
        yield Problem(
            "deal_player_twice",
            marked("{player} is named {times} times, and can go only once."),
            "deals",
            where,
            {"player": said["player"], "times": times},
        )


def _after(giving: Giving, back: Giving, ruleset: Ruleset) -> Iterator[Problem]:
    """What would not fit on the sheet of who takes. One that does not fit already may still shrink."""
    going = {moving.player for moving in back.gives.players if back.here(moving)}
    staying = tuple(player for player in giving.taker.players if player.key not in going)
    coming = giving.coming(ruleset)
    yield from _keys(giving, coming)
    yield from _numbers(giving, staying, coming, ruleset)
    then = replace(giving.taker, players=(*staying, *coming))
    yield from _size(giving, then, ruleset)
    yield from _positions(giving, then, ruleset)
    yield from _worth(giving, then, ruleset)


def _keys(giving: Giving, coming: tuple[Player, ...]) -> Iterator[Problem]:
    for key, times in Counter(player.key for player in coming).items():
        if not key or times > 1 or giving.taker.player(key):
            yield Problem(
                "deal_key_taken",
                marked("The key “{key}” names another player of {team} already."),
                "deals",
                f"{giving.name}.players",
                {"key": key, "team": giving.taker.name},
            )


def _numbers(
    giving: Giving, staying: tuple[Player, ...], coming: tuple[Player, ...], ruleset: Ruleset
) -> Iterator[Problem]:
    worn = {player.number: player.name for player in staying if player.on_the_roster}
    wearing = [moving for moving in giving.gives.players if giving.here(moving)]
    for moving, player in zip(wearing, coming, strict=True):
        where = f"{giving.name}.players.{moving.player}"
        for problem in limits.numbers_out_of_range((player.number,), ruleset):
            yield replace(problem, where=where)
        if player.number in worn:
            yield Problem(
                "deal_number_worn",
                marked("Number {number} of {team} is worn by {player}."),
                "draft.number",
                where,
                {"number": player.number, "team": giving.taker.name, "player": worn[player.number]},
            )
        worn[player.number] = player.name


def _size(giving: Giving, then: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    players, most = then.seats(ruleset), ruleset.draft.players_max
    if players > most and players > giving.taker.seats(ruleset):
        yield Problem(
            "deal_too_many_players",
            marked("{team} would have {players} players but may have at most {most}."),
            "draft.players",
            f"{giving.name}.players",
            {"team": then.name, "players": players, "most": most},
        )


def _positions(giving: Giving, then: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    roster = ruleset.roster(then.roster)
    before, now = _counts(giving.taker), _counts(then)
    for position in roster.positions:
        if now[position.key] > max(position.max, before[position.key]):
            yield Problem(
                "deal_position_limit",
                marked("{team} would have {taken} of {position} but may have at most {most}."),
                "draft.position",
                f"{giving.name}.players",
                {"team": then.name, "position": position.name, "taken": now[position.key], "most": position.max},
            )
    big, most = [position.key for position in roster.positions if position.big_guy], roster.big_guys_max
    taken, had = (sum(counts[key] for key in big) for counts in (now, before))
    if most is not None and taken > max(most, had):
        yield Problem(
            "deal_big_guys",
            marked("{team} would have {taken} big guys but may have at most {most}, of all positions together."),
            "draft.position",
            f"{giving.name}.players",
            {"team": then.name, "taken": taken, "most": most},
        )


def _counts(sheet: TeamSheet) -> Counter[str]:
    return Counter(player.position for player in sheet.members if player.line is None)


def _worth(giving: Giving, then: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    most, worth = ruleset.value.cap, value(then, ruleset).total
    if most is not None and worth > most and worth > value(giving.taker, ruleset).total:
        yield Problem(
            "deal_value_over_cap",
            marked("{team} would be worth {worth} gp but may be worth at most {most} gp."),
            "value",
            f"{giving.name}.players",
            {"team": then.name, "worth": worth, "most": most},
        )

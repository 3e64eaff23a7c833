"""The match-day sheet: a team as it plays, with the journeymen and the guests of the day.

Guests (stars, mercenaries, and staff who may take the field) are players of this sheet and of no other: what happens to
them never reaches the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from engine.match import journeymen
from engine.match.inducements.purchases import Purchase, in_hand
from engine.match.prematch import PreMatch, SidePreMatch
from engine.match.sides import SIDES, Side
from engine.rulesets.furniture import Inducement, StarMember
from engine.rulesets.model import Mvp, Position, Ruleset
from engine.tally import NONE
from engine.team.sheet import Player, Status, TeamSheet


def day_sheets(
    prematch: PreMatch | None, teams: Mapping[Side, TeamSheet], ruleset: Ruleset, match: str
) -> dict[Side, TeamSheet]:
    """Both teams as they play ``match``: its key is part of those of its journeymen, in the ledger as well."""
    if prematch is None:
        return {side: _with(teams[side], _rostered_star(teams[side], ruleset)) for side in SIDES}
    return {side: _day_sheet(side, prematch, teams, ruleset, match) for side in SIDES}


def as_it_came(sheet: TeamSheet, ruleset: Ruleset) -> TeamSheet:
    """Of a sheet of the day, the team as it came to the match: without whoever is only here for it."""
    here_for_it = ("journeyman",) if journeymen.before_match(ruleset) else ()
    players = tuple(player for player in sheet.players if not (player.guest or player.status in here_for_it))
    return replace(sheet, players=players, induced=NONE, sits_out="")


def in_the_draw(sheet: TeamSheet, rules: Mvp) -> tuple[Player, ...]:
    """Who may be most valuable player: whoever can play, and guests where the edition lets them."""
    return tuple(
        player
        for player in sheet.fit
        if player.on_the_roster or (rules.guests and player.status in ("star", "mercenary"))
    )


def _day_sheet(
    side: Side, prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset, match: str
) -> TeamSheet:
    usable, induced = in_hand(side, prematch, teams, ruleset)
    sheet = journeymen.with_all(prematch.side(side), teams[side], ruleset, match)
    guests = (*_rostered_star(sheet, ruleset), *_stars(usable, ruleset), *_mercenaries(usable, sheet, ruleset))
    sheet = replace(sheet, induced=induced, sits_out=prematch.side(side).sits_out)
    return _with(sheet, (*guests, *_others(usable, ruleset), *_rival(prematch.side(side), ruleset)))


def _rival(mine: SidePreMatch, ruleset: Ruleset) -> Iterator[Player]:
    """Nobody has hired him: he has turned up."""
    star = ruleset.star(mine.special)
    if star is not None:
        yield from _members(f"star-{star.key}", star.members, 0, "star")


def _with(sheet: TeamSheet, guests: Sequence[Player]) -> TeamSheet:
    """Each of them with the lowest number that nobody wears."""
    worn = {player.number for player in sheet.roll_call}
    free = (number for number in count(1) if number not in worn)
    numbered = tuple(replace(guest, number=next(free)) for guest in guests)
    return replace(sheet, players=(*sheet.players, *numbered)) if numbered else sheet


def _rostered_star(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Player, ...]:
    """A star on the roster plays every match, and is in no list of its players."""
    star = ruleset.star(sheet.star)
    if star is None:
        return ()
    skills = ruleset.upkeep.skills if ruleset.upkeep else ()
    return tuple(_members(f"star-{star.key}", star.members, star.cost or 0, "star", skills))


def _stars(usable: tuple[Purchase, ...], ruleset: Ruleset) -> Iterator[Player]:
    for one in usable:
        star = ruleset.star(one.bought.about) if one.offer.group == "star" else None
        if star is not None:
            yield from _members(f"star-{star.key}", star.members, star.cost or 0, "star")


def _mercenaries(usable: tuple[Purchase, ...], sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Player]:
    numbers = count(1)
    for one in usable:
        what = ruleset.inducement(one.offer.what) if one.offer.group == "mercenary" else None
        if what is None:
            continue
        line = _hired_line(sheet.position_of_key(one.bought.about, ruleset), what, one.bought.skill)
        # Nobody sends more than a roster holds on the pitch, whatever number was typed: that is refused elsewhere.
        for _ in range(min(one.bought.count, ruleset.draft.players_max)):
            nth = next(numbers)
            yield _guest(f"merc-{nth}", one.bought.name or f"{line.name} {nth}", line, "mercenary")


def _hired_line(position: Position, what: Inducement, skill: str) -> Position:
    """That of his position, with what every mercenary has and the one skill he was paid for."""
    more = tuple(one for one in (what.skill, skill) if one and one not in position.skills)
    return replace(position, skills=(*position.skills, *more))


def _others(usable: tuple[Purchase, ...], ruleset: Ruleset) -> Iterator[Player]:
    """Whoever else was hired and may stand on the pitch."""
    for one in usable:
        what = ruleset.inducement(one.offer.what)
        if what is not None and what.members:
            status: Status = "staff" if what.group == "staff" else "mercenary"
            yield from _members(what.key, what.members, one.offer.cost, status)


def _members(
    key: str, members: tuple[StarMember, ...], cost: int, status: Status, skills: tuple[str, ...] = ()
) -> Iterator[Player]:
    """Of a duo each is a player of his own, and both come for one price."""
    for nth, member in enumerate(members, start=1):
        more = tuple(skill for skill in skills if skill not in member.skills)
        line = Position(
            key=key,
            name=member.name,
            min=0,
            max=1,
            cost=cost,
            ma=member.ma,
            st=member.st,
            ag=member.ag,
            av=member.av,
            skills=(*member.skills, *more),
            primary="",
            secondary="",
            pa=member.pa,
        )
        yield _guest(f"{key}-{nth}", member.name, line, status)


def _guest(key: str, name: str, line: Position, status: Status) -> Player:
    return Player(key=key, number=0, name=name, position=line.key, status=status, line=line)

"""The commissioner's hand (league rules, the commissioner): his word is law, and he says why.

No limit of the rules binds a ruling. It is refused only for what cannot be: a player nobody knows, gold below zero.
The changes of a ruling follow each other: what one of them brings, the next may take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from engine import effects as fx
from engine.errors import Problem, RulingIllegal, marked
from engine.rulesets.model import Position, Ruleset
from engine.rulesets.tables import CHARACTERISTICS
from engine.tally import Tally
from engine.team import known, limits, sponsoring
from engine.team.draft import long_name, player_name
from engine.team.evolve import fold
from engine.team.sheet import Gained, HomeStadium, Player, TeamSheet

REASON_LONGEST = 300
VALUE_MOST = 1_000_000

# Where a player may stand by a ruling. Selling needs a second team: that is a deal.
RuledStatus = Literal["active", "journeyman", "retired", "fired", "left", "dead"]
ChangeKind = Literal[
    "gold",
    "good",
    "rename",
    "hire",
    "star",
    "sponsor",
    "sponsorships",
    "sponsored",
    "blacklist",
    "stadium",
    "fund",
    "trophy-won",
    "trophy-lost",
    "player-name",
    "player-number",
    "player-position",
    "player-status",
    "spp",
    "niggles",
    "lost",
    "misses-next",
    "learn",
    "forget",
]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a ruling changes.

    ``player`` is whom it is about, or the key of who is hired; ``by`` is how much more, or less; ``what`` names a good,
    a skill, a characteristic, a star, a sponsor, a kind of stadium or a trophy; an empty word means: none any more.
    """

    kind: ChangeKind
    player: str = ""
    by: int = 0
    what: str = ""
    name: str = ""
    number: int = 0
    position: str = ""
    status: RuledStatus = "active"
    yes: bool = False  # misses the next match; owns the stadium; is blacklisted
    value: int | None = None  # of what is learned; None: what the rules say it is worth


@dataclass(frozen=True, slots=True)
class Ruling:
    reason: str
    changes: tuple[Change, ...]


Effects = tuple[fx.Effect, ...]
Checked = tuple[tuple[Problem, ...], Callable[[], Effects]]


def problems(ruling: Ruling, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything about it that cannot be, all at once."""
    found, _effects = _decided(ruling, sheet, ruleset)
    return found


def decide_ruling(ruling: Ruling, sheet: TeamSheet, ruleset: Ruleset) -> Effects:
    found, effects = _decided(ruling, sheet, ruleset)
    if found:
        raise RulingIllegal(found)
    return effects


def _decided(ruling: Ruling, sheet: TeamSheet, ruleset: Ruleset) -> tuple[tuple[Problem, ...], Effects]:
    found = [*_reason(ruling), *_something(ruling)]
    effects: list[fx.Effect] = []
    now = sheet
    for nth, change in enumerate(ruling.changes):
        wrong, made = _CHANGES[change.kind](change, f"changes.{nth}", now, ruleset)
        found += wrong
        if not wrong:
            effects += made()
            now = fold(now, made())
    found += _new_twins(sheet, now)
    return tuple(found), tuple(effects)


def _reason(ruling: Ruling) -> Iterator[Problem]:
    if not ruling.reason.strip():
        yield Problem("ruling_without_reason", marked("A ruling says why."), "commissioner", "reason")
    if len(ruling.reason) > REASON_LONGEST:
        yield Problem(
            "reason_too_long",
            marked("A reason of {length} characters is too long; the most is {most}."),
            "commissioner",
            "reason",
            {"length": len(ruling.reason), "most": REASON_LONGEST},
        )


def _something(ruling: Ruling) -> Iterator[Problem]:
    if not ruling.changes:
        yield Problem("ruling_without_change", marked("The ruling changes nothing."), "commissioner", "changes")


def _new_twins(before: TeamSheet, after: TeamSheet) -> Iterator[Problem]:
    """Two with one number cannot be told apart; those who shared one before are none of this ruling's business."""
    shared = tuple(limits.numbers_shared(player.number for player in before.roll_call))
    for problem in limits.numbers_shared(player.number for player in after.roll_call):
        if problem not in shared:
            yield problem


# Single changes of the team


def _gold(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = [*_by(change, here, known.GOLD_MOST)]
    if change.by < 0 and -change.by > sheet.treasury:
        found.append(
            Problem(
                "gold_below_zero",
                marked("{taken} gp are to be taken, but the treasury has {available} gp."),
                "treasury",
                f"{here}.by",
                {"taken": -change.by, "available": sheet.treasury},
            )
        )
    return tuple(found), lambda: (fx.GoldChanged(change.by, "ruling"),)


def _good(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (
        *known.unknown_good(change.what, ruleset, f"{here}.what"),
        *_by(change, here, known.GOODS_MOST),
        *_left(sheet.goods[change.what], change.by, here),
    )
    return found, lambda: (fx.GoodsChanged(change.what, change.by),)


def _rename(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = [*long_name(change.name, f"{here}.name")]
    if not change.name.strip():
        found.append(Problem("team_unnamed", marked("The team needs a name."), "draft", f"{here}.name"))
    return tuple(found), lambda: (fx.TeamRenamed(change.name),)


def _hire(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = [
        *known.unknown_position(change.position, ruleset.roster(sheet.roster), f"{here}.position"),
        *player_name(change.name, change.number, f"{here}.name"),
        *limits.numbers_out_of_range((change.number,), ruleset),
    ]
    if not change.player or sheet.player(change.player):
        found.append(
            Problem(
                "player_key_taken",
                marked("The key {player} names another player already."),
                "hiring",
                f"{here}.player",
                {"player": change.player},
            )
        )
    hired = fx.PlayerHired(change.player, change.number, change.name, change.position)
    return tuple(found), lambda: (hired,)


def _star(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if not change.what:
        return tuple(_owned(sheet.star, here)), lambda: (fx.StarReleased(sheet.star),)
    return tuple(known.unknown_star(change.what, ruleset, f"{here}.what")), lambda: (fx.StarRostered(change.what),)


def _sponsor(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if not change.what:
        return tuple(_owned(sheet.sponsor, here)), lambda: (fx.SponsorLost(sheet.sponsor),)
    return tuple(known.unknown_sponsor(change.what, ruleset, f"{here}.what")), lambda: (fx.SponsorSigned(change.what),)


def _sponsorships(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (*_by(change, here, known.GOODS_MOST), *_left(sheet.sponsorships, change.by, here))
    return found, lambda: (fx.SponsorshipsChanged(change.by),)


def _sponsored(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """Whom the major sponsor equips: anybody of the line, whoever has the equipment so far."""
    sponsor = sponsoring.of_the_team(sheet, ruleset)
    if sponsor is None or not sponsor.equips:
        return (sponsoring.equips_nobody(sheet.name, f"{here}.player"),), lambda: ()
    player = sheet.player(change.player)
    if player is None or player not in sponsoring.line_players(sheet, ruleset):
        who = player.name if player else change.player
        return (sponsoring.not_of_the_line(who, sheet.name, f"{here}.player"),), lambda: ()
    return (), lambda: (fx.SponsoredPlayerNamed(change.player),)


def _blacklist(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if change.yes:
        found = (*_named(change.what, here), *known.unknown_sponsor(change.what, ruleset, f"{here}.what"))
        return found, lambda: (fx.BlacklistChanged(change.what, listed=True),)
    return tuple(_owned(change.what in sheet.blacklisted, here)), lambda: (
        fx.BlacklistChanged(change.what, listed=False),
    )


def _stadium(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    if not change.what:
        return tuple(_owned(sheet.stadium, here)), lambda: (fx.StadiumChanged(None),)
    found = (
        *known.unknown_stadium(change.what, ruleset, f"{here}.what"),
        *long_name(change.name, f"{here}.name"),
    )
    return found, lambda: (fx.StadiumChanged(HomeStadium(change.what, change.name, change.yes)),)


def _fund(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (*_by(change, here, known.GOLD_MOST), *_left(sheet.fund, change.by, here))
    return found, lambda: (fx.FundChanged(change.by),)


def _trophy_won(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (*known.trophy_unnamed(change.what, f"{here}.what"), *long_name(change.what, f"{here}.what"))
    return found, lambda: (fx.TrophyWon(change.what),)


def _trophy_lost(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    return tuple(_owned(change.what in sheet.trophies, here)), lambda: (fx.TrophyLost(change.what),)


# Single changes of a player

Amending = Callable[[Change, str, Player, TeamSheet, Ruleset], Checked]


def _of_player(amend: Amending) -> Callable[[Change, str, TeamSheet, Ruleset], Checked]:
    """A change of somebody whom the team has, or had: the dead and the fired can be spoken of."""

    def change_of(change: Change, here: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
        player = sheet.player(change.player)
        if player is None:
            return (_never_here(change.player, sheet, here),), lambda: ()
        return amend(change, here, player, sheet, ruleset)

    return change_of


def _player_name(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = tuple(player_name(change.name, player.number, f"{here}.name"))
    return found, lambda: (fx.PlayerAmended(player.key, name=change.name),)


def _player_number(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = tuple(limits.numbers_out_of_range((change.number,), ruleset))
    return found, lambda: (fx.PlayerAmended(player.key, number=change.number),)


def _player_position(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = tuple(known.unknown_position(change.position, ruleset.roster(sheet.roster), f"{here}.position"))
    return found, lambda: (fx.PlayerAmended(player.key, position=change.position),)


def _player_status(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    # The dead miss no match, as after a match that killed them.
    healed = False if change.status == "dead" and player.misses_next else None
    return (), lambda: (fx.PlayerAmended(player.key, status=change.status, misses_next=healed),)


def _spp(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """Points that are spent cannot be taken: what they bought is forgotten first, or stays paid for."""
    found = (*_by(change, here, known.SPP_MOST), *_left(player.unspent, change.by, here))
    return found, lambda: (fx.PlayerAmended(player.key, spp=change.by),)


def _niggles(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (*_by(change, here, known.GOODS_MOST), *_left(player.niggles, change.by, here))
    return found, lambda: (fx.PlayerAmended(player.key, niggles=change.by),)


def _lost(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    found = (
        *known.unknown_characteristic(change.what, ruleset, f"{here}.what"),
        *_by(change, here, known.POINTS_MOST),
        *_left(player.lost[change.what], change.by, here),
    )
    return found, lambda: (fx.PlayerAmended(player.key, lost=Tally({change.what: change.by})),)


def _misses_next(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    return (), lambda: (fx.PlayerAmended(player.key, misses_next=change.yes),)


def _learn(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    position = sheet.position_of(player, ruleset)
    found = [*_learnable(change, here, player, position, ruleset)]
    if change.value is not None:
        found += known.not_between(change.value, 0, VALUE_MOST, f"{here}.value")

    def learned() -> Effects:
        gain = known.gain_of(change.what, position, ruleset)
        worth = known.value_of(gain, ruleset) if change.value is None else change.value
        return (fx.PlayerAmended(player.key, learns=(Gained(gain, change.what, worth),)),)

    return tuple(found), learned


def _learnable(change: Change, here: str, player: Player, position: Position, ruleset: Ruleset) -> Iterator[Problem]:
    if change.what in CHARACTERISTICS:
        yield from known.unknown_characteristic(change.what, ruleset, f"{here}.what")
        yield from known.not_between(player.gained[change.what] + 1, 0, known.POINTS_MOST, f"{here}.what")
        return
    yield from known.unknown_skill(change.what, ruleset, f"{here}.what")
    if change.what in {*position.skills, *player.skills}:
        yield known.skill_owned(player.name, change.what, f"{here}.what")


def _forget(change: Change, here: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    """The last of its name: a characteristic may have been won twice."""
    had = tuple(one for one in player.improvements if one.what == change.what)
    if not had:
        return (_never_learned(change.what, player, here),), lambda: ()
    return (), lambda: (fx.PlayerAmended(player.key, forgets=(change.what,), learns=had[:-1]),)


_CHANGES: dict[ChangeKind, Callable[[Change, str, TeamSheet, Ruleset], Checked]] = {
    "gold": _gold,
    "good": _good,
    "rename": _rename,
    "hire": _hire,
    "star": _star,
    "sponsor": _sponsor,
    "sponsorships": _sponsorships,
    "sponsored": _sponsored,
    "blacklist": _blacklist,
    "stadium": _stadium,
    "fund": _fund,
    "trophy-won": _trophy_won,
    "trophy-lost": _trophy_lost,
    "player-name": _of_player(_player_name),
    "player-number": _of_player(_player_number),
    "player-position": _of_player(_player_position),
    "player-status": _of_player(_player_status),
    "spp": _of_player(_spp),
    "niggles": _of_player(_niggles),
    "lost": _of_player(_lost),
    "misses-next": _of_player(_misses_next),
    "learn": _of_player(_learn),
    "forget": _of_player(_forget),
}


# What cannot be


def _by(change: Change, here: str, most: int) -> Iterator[Problem]:
    if not change.by:
        yield Problem("change_by_nothing", marked("A change by 0 is none."), "commissioner", f"{here}.by")
    yield from known.not_between(change.by, -most, most, f"{here}.by")


def _left(available: int, by: int, here: str) -> Iterator[Problem]:
    if by < 0 and -by > available:
        yield Problem(
            "more_than_there_is",
            marked("{taken} are to be taken, but there are {available}."),
            "commissioner",
            f"{here}.by",
            {"taken": -by, "available": available},
        )


def _named(sponsor: str, here: str) -> Iterator[Problem]:
    if not sponsor:
        yield Problem("blacklist_of_nobody", marked("Say whose blacklist it is."), "sponsors", f"{here}.what")


def _owned(there: object, here: str) -> Iterator[Problem]:
    if not there:
        yield Problem(
            "nothing_to_take", marked("The team has nothing of that kind to lose."), "commissioner", f"{here}.what"
        )


def _never_here(key: str, sheet: TeamSheet, here: str) -> Problem:
    return Problem(
        "player_never_here",
        marked("{team} never had a player {player}."),
        "commissioner",
        f"{here}.player",
        {"team": sheet.name, "player": key},
    )


def _never_learned(what: str, player: Player, here: str) -> Problem:
    return Problem(
        "never_learned",
        marked("{player} has not learned {what}, so he cannot forget it."),
        "commissioner",
        f"{here}.what",
        {"player": player.name, "what": what},
    )

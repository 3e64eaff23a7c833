"""A running team, entered as it stands: the command, what is wrong with it, what it does.

Two kinds of things may be said against it. A *mistake* cannot be: a position that nobody knows, a skill twice, gold
below zero; it is refused. A *misfit* can be, but not by the rules of this league: a seventeenth player whom another
league allowed; it is entered when it has been read and accepted by its code, and the sheet goes on saying so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from engine import effects as fx
from engine.errors import EntryIllegal, EntryUnfit, Problem, marked
from engine.rulesets.model import OUTCOMES, Position, Roster, Ruleset
from engine.rulesets.tables import CHARACTERISTICS, Gain
from engine.tally import NONE, Tally
from engine.team import known, limits, sponsoring
from engine.team.draft import choice_problems, long_name, player_name
from engine.team.evolve import evolve
from engine.team.legality import worth_problems
from engine.team.sheet import Gained, HomeStadium, Player, Record, TeamSheet

TROPHIES_MOST = 50


@dataclass(frozen=True, slots=True)
class Learned:
    """What a player has become: a skill by its name, or a characteristic. His position tells by which kind of gain."""

    what: str
    random: bool = False  # drawn, not chosen, where the rules tell the two apart


@dataclass(frozen=True, slots=True)
class EnteredPlayer:
    position: str
    number: int
    name: str
    spp: int = 0
    spent: int | None = None  # of these points; None: what his improvements cost, where they are paid with points
    deeds: Tally = NONE
    improvements: tuple[Learned, ...] = ()  # in the order in which he took them
    niggles: int = 0
    lost: Tally = NONE  # characteristic points that injuries took
    misses_next: bool = False
    games: int = 0
    retired: bool = False  # temporarily


@dataclass(frozen=True, slots=True)
class Entry:
    """Players get the keys p1, p2, ... in the order in which they stand here."""

    name: str
    roster: str
    players: tuple[EnteredPlayer, ...]
    treasury: int = 0
    goods: Tally = NONE
    choices: Mapping[str, str] = field(default_factory=dict)
    record: Record = field(default_factory=Record)
    star: str = ""
    sponsor: str = ""
    sponsorships: int = 0
    sponsored: str = ""  # the key of the player whom the major sponsor equips
    blacklisted: tuple[str, ...] = ()  # major sponsors, by their keys
    stadium: HomeStadium | None = None
    fund: int = 0
    trophies: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()  # codes of misfits that were read and are entered all the same


def problems(entry: Entry, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Every mistake, all at once: what no league can have allowed."""
    roster = ruleset.roster(entry.roster)
    return (
        *_name_mistakes(entry),
        *_squad_mistakes(entry, ruleset),
        *(one for nth, player in enumerate(entry.players) for one in _player_mistakes(player, nth, roster, ruleset)),
        *_goods_mistakes(entry, ruleset),
        *choice_problems(entry.choices, roster),
        *_gold_mistakes(entry, ruleset),
        *_record_mistakes(entry.record),
        *_home_mistakes(entry, ruleset),
    )


def misfits(entry: Entry, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that another league may have allowed and this one does not. Asked of an entry without mistakes."""
    roster = ruleset.roster(entry.roster)
    positions = Counter(player.position for player in entry.players)
    sheet = _sheet(entry, ruleset)
    return (
        *limits.too_many_players(sheet.seats(ruleset), ruleset),
        *limits.positions_over(positions, roster),
        *limits.too_many_big_guys(positions, roster),
        *(one for nth, player in enumerate(entry.players) for one in _player_misfits(player, nth, sheet, ruleset)),
        *_games_misfits(entry),
        *_goods_misfits(entry, roster, ruleset),
        *_star_misfits(entry, roster, ruleset),
        *_sponsor_misfits(entry, roster, ruleset),
        *worth_problems(sheet, ruleset),
    )


def decide_entry(entry: Entry, ruleset: Ruleset) -> fx.TeamEntered:
    found = problems(entry, ruleset)
    if found:
        raise EntryIllegal(found)
    unread = tuple(one for one in misfits(entry, ruleset) if one.code not in entry.accepted)
    if unread:
        raise EntryUnfit(unread)
    return _entered(entry, ruleset)


def _entered(entry: Entry, ruleset: Ruleset) -> fx.TeamEntered:
    positions = {position.key: position for position in ruleset.roster(entry.roster).positions}
    return fx.TeamEntered(
        name=entry.name,
        roster=entry.roster,
        treasury=entry.treasury,
        goods=entry.goods,
        players=tuple(
            _player(f"p{nth}", player, positions.get(player.position), ruleset)
            for nth, player in enumerate(entry.players, start=1)
        ),
        record=entry.record,
        choices=dict(entry.choices),
        star=entry.star,
        sponsor=entry.sponsor,
        sponsorships=entry.sponsorships,
        stadium=entry.stadium,
        fund=entry.fund,
        trophies=entry.trophies,
        sponsored=entry.sponsored,
        blacklisted=entry.blacklisted,
    )


def _player(key: str, entered: EnteredPlayer, position: Position | None, ruleset: Ruleset) -> Player:
    gains = _gains(entered, position, ruleset)
    return Player(
        key=key,
        number=entered.number,
        name=entered.name,
        position=entered.position,
        status="retired" if entered.retired else "active",
        spp=entered.spp,
        deeds=entered.deeds,
        lost=entered.lost,
        niggles=entered.niggles,
        misses_next=entered.misses_next,
        games=entered.games,
        improvements=tuple(
            Gained(gain, one.what, known.value_of(gain, ruleset))
            for gain, one in zip(gains, entered.improvements, strict=True)
        ),
        # Whoever has more than his points could buy has spent all of them.
        spent=min(entered.spp, known.points_for(gains, ruleset)) if entered.spent is None else entered.spent,
    )


def _gains(entered: EnteredPlayer, position: Position | None, ruleset: Ruleset) -> tuple[Gain, ...]:
    return tuple(known.gain_of(one.what, position, ruleset, random=one.random) for one in entered.improvements)


def _sheet(entry: Entry, ruleset: Ruleset) -> TeamSheet:
    return evolve(TeamSheet(""), _entered(entry, ruleset))


# Mistakes


def _name_mistakes(entry: Entry) -> Iterator[Problem]:
    if not entry.name.strip():
        yield Problem("team_unnamed", marked("The team needs a name."), "draft", "name")
    yield from long_name(entry.name, "name")


def _squad_mistakes(entry: Entry, ruleset: Ruleset) -> Iterator[Problem]:
    if not entry.players:
        yield Problem("team_without_players", marked("The team needs at least one player."), "draft.players", "players")
    yield from limits.numbers_shared(player.number for player in entry.players)


def _player_mistakes(player: EnteredPlayer, nth: int, roster: Roster, ruleset: Ruleset) -> Iterator[Problem]:
    here = f"players.{nth}"
    yield from player_name(player.name, player.number, f"{here}.name")
    for problem in limits.numbers_out_of_range((player.number,), ruleset):
        yield replace(problem, where=f"{here}.number")
    yield from known.unknown_position(player.position, roster, f"{here}.position")
    yield from known.not_between(player.spp, 0, known.SPP_MOST, f"{here}.spp")
    yield from known.not_between(player.games, 0, known.COUNT_MOST, f"{here}.games")
    yield from known.not_between(player.niggles, 0, known.GOODS_MOST, f"{here}.injuries")
    if player.spent is not None:
        most = max(0, player.spp) if known.spends(ruleset) else 0
        yield from known.not_between(player.spent, 0, most, f"{here}.spent")
    for name, points in player.lost.items():
        yield from known.unknown_characteristic(name, ruleset, f"{here}.injuries")
        yield from known.not_between(points, 0, known.POINTS_MOST, f"{here}.injuries")
    yield from _deed_mistakes(player, here, ruleset)
    yield from _learned_mistakes(player, here, roster, ruleset)


def _deed_mistakes(player: EnteredPlayer, here: str, ruleset: Ruleset) -> Iterator[Problem]:
    for deed, times in player.deeds.items():
        if deed not in ruleset.spp:
            yield Problem(
                "deed_without_points",
                marked("“{deed}” is nothing that earns star player points in {ruleset}."),
                "spp",
                f"{here}.deeds",
                {"deed": deed, "ruleset": ruleset.name},
            )
        yield from known.not_between(times, 0, known.COUNT_MOST, f"{here}.deeds")


def _learned_mistakes(player: EnteredPlayer, here: str, roster: Roster, ruleset: Ruleset) -> Iterator[Problem]:
    where = f"{here}.skills"
    born = next((one.skills for one in roster.positions if one.key == player.position), ())
    owned = set(born)
    for one in player.improvements:
        if one.what in CHARACTERISTICS:
            yield from known.unknown_characteristic(one.what, ruleset, where)
            continue
        unknown = tuple(known.unknown_skill(one.what, ruleset, where))
        yield from unknown
        if one.what in owned and not unknown:
            yield known.skill_owned(player.name, one.what, where)
        owned.add(one.what)
    won = Counter(one.what for one in player.improvements if one.what in CHARACTERISTICS)
    for points in won.values():
        yield from known.not_between(points, 0, known.POINTS_MOST, where)


def _goods_mistakes(entry: Entry, ruleset: Ruleset) -> Iterator[Problem]:
    for key, count in entry.goods.items():
        yield from known.unknown_good(key, ruleset, f"goods.{key}")
        yield from known.not_between(count, 0, known.GOODS_MOST, f"goods.{key}")


def _gold_mistakes(entry: Entry, ruleset: Ruleset) -> Iterator[Problem]:
    # Without a bank there is no gold that could be kept from match to match.
    yield from known.not_between(entry.treasury, 0, known.GOLD_MOST if ruleset.draft.bank else 0, "treasury")
    yield from known.not_between(entry.fund, 0, known.GOLD_MOST if ruleset.stadiums else 0, "fund")


def _record_mistakes(record: Record) -> Iterator[Problem]:
    counted = {
        **{name: record.outcomes[name] for name in (*OUTCOMES, *record.outcomes)},
        "touchdowns_for": record.touchdowns_for,
        "touchdowns_against": record.touchdowns_against,
        "casualties_for": record.casualties_for,
        "casualties_against": record.casualties_against,
    }
    for name, number in counted.items():
        yield from known.not_between(number, 0, known.COUNT_MOST, f"record.{name}")
    for name in sorted(set(record.outcomes) - set(OUTCOMES)):
        yield Problem(
            "unknown_outcome",
            marked("A match ends with one of: {known}; “{outcome}” is none of them."),
            "commissioner",
            f"record.{name}",
            {"outcome": name, "known": ", ".join(OUTCOMES)},
        )
    told = sum(number for name, number in counted.items() if name not in record.outcomes)
    if told > 0 and not record.played:
        yield Problem(
            "record_without_matches",
            marked("{told} touchdowns and casualties are told of {played} matches."),
            "commissioner",
            "record.win",
            {"told": told, "played": record.played},
        )


def _home_mistakes(entry: Entry, ruleset: Ruleset) -> Iterator[Problem]:
    yield from known.unknown_star(entry.star, ruleset, "star")
    yield from known.unknown_sponsor(entry.sponsor, ruleset, "sponsor")
    yield from known.not_between(entry.sponsorships, 0, known.GOODS_MOST if ruleset.sponsors else 0, "sponsorships")
    for key in entry.blacklisted:
        yield from known.unknown_sponsor(key, ruleset, "blacklisted")
    yield from _not_equipped(entry, ruleset)
    if entry.stadium is not None:
        yield from known.unknown_stadium(entry.stadium.stadium, ruleset, "stadium")
        yield from long_name(entry.stadium.name, "stadium_name")
    yield from known.not_between(len(entry.trophies), 0, TROPHIES_MOST, "trophies")
    for trophy in entry.trophies:
        yield from known.trophy_unnamed(trophy, "trophies")
        yield from long_name(trophy, "trophies")


def _not_equipped(entry: Entry, ruleset: Ruleset) -> Iterator[Problem]:
    """Whom the major sponsor equips has to be one whom he may."""
    if not entry.sponsored:
        return
    sponsor = ruleset.sponsor(entry.sponsor)
    line = {position.key for position in ruleset.roster(entry.roster).positions if position.journeyman}
    player = next((one for nth, one in enumerate(entry.players, 1) if f"p{nth}" == entry.sponsored), None)
    if sponsor is None or not sponsor.equips:
        yield sponsoring.equips_nobody(entry.name, "sponsored")
    elif player is None or player.position not in line:
        yield sponsoring.not_of_the_line(player.name if player else entry.sponsored, entry.name, "sponsored")


# Misfits


def _player_misfits(entered: EnteredPlayer, nth: int, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    here, player = f"players.{nth}", sheet.players[nth]
    position = sheet.position_of(player, ruleset)
    yield from _unlearnable(player, position, f"{here}.skills", ruleset)
    yield from _too_many_improvements(entered, player, f"{here}.skills", ruleset)
    yield from _beyond_limits(player, sheet, here, ruleset)
    earned = sum(ruleset.spp.get(deed, 0) * times for deed, times in entered.deeds.items())
    if earned > entered.spp:
        yield Problem(
            "deeds_beyond_points",
            marked("{player}: his deeds alone earn {earned} star player points, but he has {spp}."),
            "spp",
            f"{here}.spp",
            {"player": entered.name, "earned": earned, "spp": entered.spp},
        )
    if entered.retired and not ruleset.options.temporary_retirement:
        yield Problem(
            "no_temporary_retirement",
            marked("There is no temporary retirement in this league."),
            "hiring",
            f"{here}.injuries",
        )


def _unlearnable(player: Player, position: Position, where: str, ruleset: Ruleset) -> Iterator[Problem]:
    worth = ruleset.improvement.values if ruleset.improvement else {}
    for one in player.improvements:
        listed = one.gain in CHARACTERISTICS or known.learns_from(
            one.what, position.primary + position.secondary, ruleset
        )
        if not listed or one.gain not in worth:
            yield Problem(
                "improvement_not_for_him",
                marked("{player}: a {position} cannot become or learn {what} by these rules."),
                "improvement",
                where,
                {
                    "player": player.name,
                    "position": position.name,
                    "what": f"+1 {one.what.upper()}" if one.gain in CHARACTERISTICS else one.what,
                },
            )


def _too_many_improvements(entered: EnteredPlayer, player: Player, where: str, ruleset: Ruleset) -> Iterator[Problem]:
    taken, rules = len(player.improvements), ruleset.improvement
    most = rules.most if rules and rules.most is not None else None
    if not known.spends(ruleset):
        earned = ruleset.level(player.spp).improvements
        most = earned if most is None else min(earned, most)
    elif (needed := known.points_for((one.gain for one in player.improvements), ruleset)) > player.spp:
        yield Problem(
            "improvements_beyond_points",
            marked("{player}: his improvements cost {needed} star player points, but he has {spp}."),
            "improvement",
            where,
            {"player": entered.name, "needed": needed, "spp": player.spp},
        )
    if most is not None and taken > most:
        yield Problem(
            "improvements_beyond_level",
            marked("{player}: {taken} improvements, but {spp} star player points are worth {most}."),
            "improvement",
            where,
            {"player": entered.name, "taken": taken, "spp": player.spp, "most": most},
        )


def _beyond_limits(player: Player, sheet: TeamSheet, here: str, ruleset: Ruleset) -> Iterator[Problem]:
    position = sheet.position_of(player, ruleset)
    for name in ruleset.characteristics:
        start, now = position.characteristic(name), sheet.characteristic(player, name, ruleset)
        if start is None or now is None or not (player.gained[name] or player.lost[name]):
            continue
        least, most = known.limits_of(start, name, ruleset)
        if not least <= now <= most:
            yield Problem(
                "characteristic_beyond",
                marked("{player}: {characteristic} of {now}, but the rules keep it between {least} and {most}."),
                "improvement",
                f"{here}.injuries" if player.lost[name] else f"{here}.skills",
                {"player": player.name, "characteristic": name.upper(), "now": now, "least": least, "most": most},
            )


def _games_misfits(entry: Entry) -> Iterator[Problem]:
    """Only where a record is told at all: who enters none has it elsewhere."""
    played = entry.record.played
    for nth, player in enumerate(entry.players):
        if played and player.games > played:
            yield Problem(
                "games_beyond_record",
                marked("{player} has played {games} matches, but his team only {played}."),
                "commissioner",
                f"players.{nth}.games",
                {"player": player.name, "games": player.games, "played": played},
            )


def _goods_misfits(entry: Entry, roster: Roster, ruleset: Ruleset) -> Iterator[Problem]:
    allowed = ruleset.goods_of(roster)
    for good in ruleset.goods:
        count = entry.goods[good.key]
        if good not in allowed:
            if count:
                yield limits.good_not_allowed(roster, good)
        elif good.max is not None and count > good.max:
            yield limits.good_limit(good, count, good.max)
        elif count < good.min:
            yield Problem(
                "good_too_few",
                marked("{good}: {count}, but a team never has fewer than {least}."),
                "draft.goods",
                f"goods.{good.key}",
                {"good": good.name, "count": count, "least": good.min},
            )


def _star_misfits(entry: Entry, roster: Roster, ruleset: Ruleset) -> Iterator[Problem]:
    star = ruleset.star(entry.star)
    if star is None:
        return
    if not ruleset.options.rostered_stars or ruleset.upkeep is None:
        yield Problem("no_rostered_stars", marked("Stars join no roster in this league."), "hiring.stars", "star")
    if roster.key not in star.teams:
        yield Problem(
            "star_not_for_hire",
            marked("{star} does not play for {roster} teams."),
            "hiring.stars",
            "star",
            {"star": star.name, "roster": roster.name},
        )


def _sponsor_misfits(entry: Entry, roster: Roster, ruleset: Ruleset) -> Iterator[Problem]:
    for sponsor in ruleset.sponsors.majors if ruleset.sponsors else ():
        if sponsor.key == entry.sponsor and sponsor.key in entry.blacklisted:
            yield Problem(
                "sponsor_blacklists",
                marked("{sponsor} sponsors nobody who is on the blacklist."),
                "sponsors",
                "blacklisted",
                {"sponsor": sponsor.name},
            )
        if sponsor.key == entry.sponsor and roster.key in sponsor.excluded:
            yield Problem(
                "sponsor_not_for_team",
                marked("{sponsor} does not sponsor {roster} teams."),
                "commissioner",
                "sponsor",
                {"sponsor": sponsor.name, "roster": roster.name},
            )

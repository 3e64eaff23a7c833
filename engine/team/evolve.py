"""``evolve(sheet, effect) -> sheet``: the only way a team changes.

It is total: it never raises, whatever history it is given. An effect that finds nothing to work on leaves
the sheet as it was, and ``problems`` says what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from engine import effects as fx
from engine.tally import Tally
from engine.team.sheet import ON_THE_ROSTER, Gained, LastMatch, Player, Record, Risen, Sought, Status, TeamSheet


def evolve(sheet: TeamSheet, effect: fx.Effect) -> TeamSheet:
    change = _CHANGES.get(type(effect))
    return change(sheet, effect) if change else sheet


def fold(sheet: TeamSheet, effects: Iterable[fx.Effect]) -> TeamSheet:
    return reduce(evolve, effects, sheet)


def _founded(sheet: TeamSheet, effect: fx.TeamFounded) -> TeamSheet:
    return replace(sheet, name=effect.name, roster=effect.roster, choices=dict(effect.choices))


def _entered(sheet: TeamSheet, effect: fx.TeamEntered) -> TeamSheet:
    # A team that is here already keeps what it has done here: nobody comes twice.
    if sheet.founded:
        return sheet
    return replace(
        sheet,
        name=effect.name,
        roster=effect.roster,
        balance=sheet.balance + effect.treasury,
        goods=Tally({good: max(0, count) for good, count in effect.goods.items()}),
        players=effect.players,
        record=effect.record,
        choices=dict(effect.choices),
        star=effect.star,
        star_played=bool(effect.star),
        sponsor=effect.sponsor,
        sponsorships=max(0, effect.sponsorships),
        stadium=effect.stadium,
        fund=max(0, effect.fund),
        trophies=effect.trophies,
        sponsored=effect.sponsored,
        blacklisted=effect.blacklisted,
    )


def _retired_team(sheet: TeamSheet, effect: fx.TeamRetired) -> TeamSheet:
    return replace(sheet, retired=True)


def _renamed_team(sheet: TeamSheet, effect: fx.TeamRenamed) -> TeamSheet:
    return replace(sheet, name=effect.name)


def _joined(sheet: TeamSheet, player: Player) -> TeamSheet:
    if sheet.player(player.key):
        return sheet
    return replace(sheet, players=(*sheet.players, player))


def _hired(sheet: TeamSheet, effect: fx.PlayerHired | fx.JourneymanTakenOn | fx.PlayerRaised) -> TeamSheet:
    return _joined(
        sheet,
        Player(
            key=effect.player,
            number=effect.number,
            name=effect.name,
            position=effect.position,
            status="journeyman" if isinstance(effect, fx.JourneymanTakenOn) else "active",
        ),
    )


def _raised(sheet: TeamSheet, effect: fx.PlayerRaised) -> TeamSheet:
    sheet = _hired(sheet, effect)
    if sheet.last_match is None:
        return sheet
    last = sheet.last_match
    resting = tuple(one for one in last.may_rise if one.victim != effect.victim)
    return replace(sheet, last_match=replace(last, may_rise=resting, raised=(*last.raised, effect.raising)))


def _bought(sheet: TeamSheet, effect: fx.PlayerBought) -> TeamSheet:
    return _joined(sheet, effect.player)


def _to(status: Status, since: tuple[Status, ...] = ON_THE_ROSTER) -> Callable[[TeamSheet, Any], TeamSheet]:
    """An effect after which a player has another part in the team, or none. The dead are past all that."""

    def moved(player: Player) -> Player:
        return replace(player, status=status) if player.status in since else player

    return lambda sheet, effect: _with_player(sheet, effect.player, moved)


def _renamed(sheet: TeamSheet, effect: fx.PlayerRenamed) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, number=effect.number, name=effect.name))


def _amended(sheet: TeamSheet, effect: fx.PlayerAmended) -> TeamSheet:
    def amend(player: Player) -> Player:
        lost = player.lost
        for name, points in effect.lost.items():
            lost = lost.plus(name, max(points, -lost[name]))
        kept = tuple(one for one in player.improvements if one.what not in effect.forgets)
        return replace(
            player,
            name=player.name if effect.name is None else effect.name,
            number=player.number if effect.number is None else effect.number,
            position=player.position if effect.position is None else effect.position,
            line=player.line if effect.position is None else None,
            status=player.status if effect.status is None else effect.status,
            spp=max(0, player.spp + effect.spp),
            niggles=max(0, player.niggles + effect.niggles),
            lost=lost,
            misses_next=player.misses_next if effect.misses_next is None else effect.misses_next,
            improvements=(*kept, *effect.learns),
        )

    return _with_player(sheet, effect.player, amend)


def _star(sheet: TeamSheet, effect: fx.StarRostered) -> TeamSheet:
    return replace(sheet, star=effect.star, star_played=False)


def _star_gone(sheet: TeamSheet, effect: fx.StarReleased) -> TeamSheet:
    return replace(sheet, star="", star_played=False) if sheet.star == effect.star else sheet


def _sponsor(sheet: TeamSheet, effect: fx.SponsorSigned) -> TeamSheet:
    return replace(sheet, sponsor=effect.sponsor, sponsored="")


def _sponsor_gone(sheet: TeamSheet, effect: fx.SponsorLost) -> TeamSheet:
    return replace(sheet, sponsor="", sponsored="") if sheet.sponsor == effect.sponsor else sheet


def _sponsored(sheet: TeamSheet, effect: fx.SponsoredPlayerNamed) -> TeamSheet:
    player = sheet.player(effect.player)
    return replace(sheet, sponsored=effect.player) if sheet.sponsor and player and player.on_the_roster else sheet


def _blacklist(sheet: TeamSheet, effect: fx.BlacklistChanged) -> TeamSheet:
    others = tuple(one for one in sheet.blacklisted if one != effect.sponsor)
    return replace(sheet, blacklisted=(*others, effect.sponsor) if effect.listed else others)


def _called_away(sheet: TeamSheet, effect: fx.PlayerCalledAway) -> TeamSheet:
    def away(player: Player) -> Player:
        return replace(player, misses_next=True) if player.on_the_roster else player

    return _with_player(sheet, effect.player, away)


def _sponsorships(sheet: TeamSheet, effect: fx.SponsorshipsChanged) -> TeamSheet:
    return replace(sheet, sponsorships=max(0, sheet.sponsorships + effect.by))


def _stadium(sheet: TeamSheet, effect: fx.StadiumChanged) -> TeamSheet:
    return replace(sheet, stadium=effect.stadium)


def _sought(sheet: TeamSheet, effect: fx.ResidencySought) -> TeamSheet:
    if sheet.last_match is None:
        return sheet
    sought = Sought(effect.stadium, effect.score, effect.result)
    return replace(sheet, last_match=replace(sheet.last_match, sought=sought))


def _answered(sheet: TeamSheet, effect: fx.ResidencyAnswered) -> TeamSheet:
    last = sheet.last_match
    if last is None or last.sought is None:
        return sheet
    return replace(sheet, last_match=replace(last, sought=replace(last.sought, for_winnings=effect.winnings)))


def _fund(sheet: TeamSheet, effect: fx.FundChanged) -> TeamSheet:
    return replace(sheet, fund=max(0, sheet.fund + effect.by))


def _trophy(sheet: TeamSheet, effect: fx.TrophyWon) -> TeamSheet:
    return replace(sheet, trophies=(*sheet.trophies, effect.trophy))


def _trophy_gone(sheet: TeamSheet, effect: fx.TrophyLost) -> TeamSheet:
    if effect.trophy not in sheet.trophies:
        return sheet
    nth = sheet.trophies.index(effect.trophy)
    return replace(sheet, trophies=sheet.trophies[:nth] + sheet.trophies[nth + 1 :])


def _may_rise(sheet: TeamSheet, effect: fx.DeadMayRise) -> TeamSheet:
    if sheet.last_match is None:
        return sheet
    risen = Risen(effect.victim, effect.name, effect.raising, effect.position)
    return replace(sheet, last_match=replace(sheet.last_match, may_rise=(*sheet.last_match.may_rise, risen)))


def _goods(sheet: TeamSheet, effect: fx.GoodsChanged) -> TeamSheet:
    left = max(0, sheet.goods[effect.good] + effect.by)
    return replace(sheet, goods=sheet.goods.plus(effect.good, left - sheet.goods[effect.good]))


def _gold(sheet: TeamSheet, effect: fx.GoldChanged) -> TeamSheet:
    return replace(sheet, balance=sheet.balance + effect.amount)


def _played(sheet: TeamSheet, effect: fx.MatchPlayed) -> TeamSheet:
    record = Record(
        outcomes=sheet.record.outcomes.plus(effect.outcome),
        touchdowns_for=sheet.record.touchdowns_for + effect.touchdowns_for,
        touchdowns_against=sheet.record.touchdowns_against + effect.touchdowns_against,
        casualties_for=sheet.record.casualties_for + effect.casualties_for,
        casualties_against=sheet.record.casualties_against + effect.casualties_against,
    )
    players = tuple(_after_match(player, effect) for player in sheet.players)
    # Of a match that was never played a star owes nothing more than before.
    star_played = sheet.star_played if effect.ending == "walkover" else bool(sheet.star)
    last = replace(last_match(effect), members=tuple(player.key for player in sheet.members))
    return replace(sheet, record=record, last_match=last, players=players, star_played=star_played)


def last_match(played: fx.MatchPlayed) -> LastMatch:
    """What the post-match sequence remembers of a match."""
    return LastMatch(
        match=played.match,
        opponent=played.opponent,
        outcome=played.outcome,
        fans=played.fans,
        fame=played.fame,
        value=played.value,
        fit=played.fit,
        opponent_fame=played.opponent_fame,
        petty_cash=played.petty_cash,
        opponent_fans=played.opponent_fans,
    )


def _after_match(player: Player, effect: fx.MatchPlayed) -> Player:
    if not player.on_the_roster:
        return player
    player = replace(player, lasting=False)
    if player.misses_next:
        return replace(player, misses_next=not effect.serves)
    played = player.can_play and effect.ending != "walkover"
    return replace(player, games=player.games + 1) if played else player


def _injured(sheet: TeamSheet, effect: fx.InjurySuffered) -> TeamSheet:
    def hurt(player: Player) -> Player:
        return replace(
            player,
            misses_next=player.misses_next or effect.misses_next,
            niggles=player.niggles + effect.niggle,
            lost=player.lost.plus(effect.loses) if effect.loses else player.lost,
            lasting=player.lasting or effect.lasting,
        )

    return _with_player(sheet, effect.player, hurt)


def _died(sheet: TeamSheet, effect: fx.PlayerDied) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, status="dead", misses_next=False))


def _earned(sheet: TeamSheet, effect: fx.SppEarned) -> TeamSheet:
    def credit(player: Player) -> Player:
        deeds = player.deeds.plus(effect.deed, effect.times)
        return replace(player, spp=player.spp + effect.spp, deeds=deeds)

    return _with_player(sheet, effect.player, credit)


def _improved(sheet: TeamSheet, effect: fx.ImprovementTaken) -> TeamSheet:
    taken = Gained(effect.gain, effect.what, effect.value)

    def better(player: Player) -> Player:
        return replace(player, improvements=(*player.improvements, taken), spent=player.spent + effect.spp)

    return _with_player(sheet, effect.player, better)


def _rules(sheet: TeamSheet, effect: fx.RulesChanged) -> TeamSheet:
    if not sheet.founded:
        return sheet
    return replace(sheet, ruleset=effect.ruleset, roster=effect.roster)


def _position(sheet: TeamSheet, effect: fx.PositionChanged) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, position=effect.position, line=None))


def _carried_on(sheet: TeamSheet, effect: fx.PlayerCarriedOn) -> TeamSheet:
    return _with_player(sheet, effect.player, lambda player: replace(player, line=effect.line))


def _with_player(sheet: TeamSheet, key: str, change: Callable[[Player], Player]) -> TeamSheet:
    players = tuple(change(player) if player.key == key else player for player in sheet.players)
    return replace(sheet, players=players)


_CHANGES: dict[type[fx.Effect], Callable[[TeamSheet, Any], TeamSheet]] = {
    fx.TeamFounded: _founded,
    fx.PlayerHired: _hired,
    fx.GoodsChanged: _goods,
    fx.GoldChanged: _gold,
    fx.MatchPlayed: _played,
    fx.InjurySuffered: _injured,
    fx.PlayerDied: _died,
    fx.SppEarned: _earned,
    fx.ImprovementTaken: _improved,
    fx.RulesChanged: _rules,
    fx.PositionChanged: _position,
    fx.PlayerCarriedOn: _carried_on,
    fx.TeamEntered: _entered,
    fx.TeamRetired: _retired_team,
    fx.TeamRenamed: _renamed_team,
    fx.PlayerRaised: _raised,
    fx.PlayerBought: _bought,
    fx.PlayerSold: _to("sold"),
    fx.PlayerFired: _to("fired"),
    fx.PlayerLeft: _to("left"),
    fx.PlayerRetired: _to("retired"),
    fx.PlayerReturned: _to("active", ("retired",)),
    fx.PlayerRenamed: _renamed,
    fx.PlayerAmended: _amended,
    fx.JourneymanTakenOn: _hired,
    fx.JourneymanHired: _to("active", ("journeyman",)),
    fx.StarRostered: _star,
    fx.StarReleased: _star_gone,
    fx.SponsorSigned: _sponsor,
    fx.SponsorLost: _sponsor_gone,
    fx.SponsorshipsChanged: _sponsorships,
    fx.SponsoredPlayerNamed: _sponsored,
    fx.BlacklistChanged: _blacklist,
    fx.PlayerCalledAway: _called_away,
    fx.StadiumChanged: _stadium,
    fx.FundChanged: _fund,
    fx.ResidencySought: _sought,
    fx.ResidencyAnswered: _answered,
    fx.TrophyWon: _trophy,
    fx.TrophyLost: _trophy_gone,
    fx.DeadMayRise: _may_rise,
    # A mistake's gold and a lost home are changes of their own, as is what a throw comes to; what was healed is gone,
    # and a value follows from the rest of the sheet: none of them leaves a mark on it.
    fx.TeamValued: lambda sheet, effect: sheet,
    fx.SponsorSought: lambda sheet, effect: sheet,
    fx.InsurersLooked: lambda sheet, effect: sheet,
    fx.MistakeMade: lambda sheet, effect: sheet,
    fx.CasualtySaved: lambda sheet, effect: sheet,
    fx.ResidencyTested: lambda sheet, effect: sheet,
}

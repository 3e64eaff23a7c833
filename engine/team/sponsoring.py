"""What a team and its sponsors may do with each other: who sponsors whom, who is equipped, how deals end."""

from __future__ import annotations

from collections.abc import Iterator

from engine import effects as fx
from engine.errors import Problem, marked
from engine.rulesets.furniture import MajorSponsor
from engine.rulesets.model import Ruleset
from engine.team.sheet import LastMatch, Player, TeamSheet

Effects = tuple[fx.Effect, ...]
Problems = tuple[Problem, ...]
Checked = tuple[Problems, Effects]


def of_the_team(sheet: TeamSheet, ruleset: Ruleset) -> MajorSponsor | None:
    return ruleset.sponsor(sheet.sponsor)


def majors_for(sheet: TeamSheet, ruleset: Ruleset) -> tuple[MajorSponsor, ...]:
    """Those who would sponsor this team now. A new one takes the place of the old, unless the old deal binds."""
    present = of_the_team(sheet, ruleset)
    if ruleset.sponsors is None or (present is not None and present.binds):
        return ()
    return tuple(
        sponsor
        for sponsor in ruleset.sponsors.majors
        if sponsor.key != sheet.sponsor
        and sponsor.key not in sheet.blacklisted
        and sheet.roster not in sponsor.excluded
        and (not sponsor.equips or line_players(sheet, ruleset))
    )


def line_players(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Player, ...]:
    """Ordinary line players, whom a sponsor may equip: of a position that journeymen come from."""
    return tuple(player for player in sheet.members if sheet.position_of(player, ruleset).journeyman)


def equipped(sheet: TeamSheet) -> Player | None:
    """The player who has the sponsor's equipment, if he is still here."""
    player = sheet.player(sheet.sponsored) if sheet.sponsored else None
    return player if player and player.on_the_roster else None


def candidates(sheet: TeamSheet, ruleset: Ruleset) -> tuple[Player, ...]:
    """Who may be named now: anybody of the line, if nobody has the equipment."""
    sponsor = of_the_team(sheet, ruleset)
    if sponsor is None or not sponsor.equips or equipped(sheet):
        return ()
    return line_players(sheet, ruleset)


def gone(sheet: TeamSheet, last: LastMatch) -> int:
    """Players who stood on the roster when the match began and do not any more: dead, fired, sold, or gone by
    themselves. Journeymen and a star never stood there."""
    here = {player.key for player in sheet.members}
    return sum(key not in here for key in last.members)


# Acts of a coach in his window


def end_major(sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    return tuple(_major_stays(sheet, ruleset)), (fx.SponsorLost(sheet.sponsor),)


def end_ongoing(count: int, sheet: TeamSheet) -> Checked:
    found = () if 1 <= count <= sheet.sponsorships else (_not_so_many(count, sheet),)
    return found, (fx.SponsorshipsChanged(-count),)


def name_player(key: str, sheet: TeamSheet, ruleset: Ruleset) -> Checked:
    return tuple(_not_named(key, sheet, ruleset)), (fx.SponsoredPlayerNamed(key),)


def _major_stays(sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    sponsor = of_the_team(sheet, ruleset)
    if not sheet.sponsor:
        yield Problem(
            "no_major_sponsor", marked("{team} has no major sponsor."), "sponsors", "sponsor", {"team": sheet.name}
        )
    elif sponsor is not None and sponsor.binds:
        yield Problem(
            "sponsor_ends_later",
            marked("A deal with {sponsor} can only be ended at the end of the sequence after a match."),
            "sponsors",
            "sponsor",
            {"sponsor": sponsor.name},
        )


def _not_so_many(count: int, sheet: TeamSheet) -> Problem:
    return Problem(
        "sponsorships_to_end",
        marked("{count} ongoing sponsorships cannot be ended: {team} has {owned}."),
        "sponsors",
        "sponsorships",
        {"count": count, "team": sheet.name, "owned": sheet.sponsorships},
    )


def _not_named(key: str, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    sponsor, player, has = of_the_team(sheet, ruleset), sheet.player(key), equipped(sheet)
    if sponsor is None or not sponsor.equips:
        yield equips_nobody(sheet.name, "player")
    elif has is not None:
        yield Problem(
            "equipped_already",
            marked("{sponsor} has equipped {player}, who is on the roster: as long as he is, nobody else is named."),
            "sponsors",
            "player",
            {"sponsor": sponsor.name, "player": has.name},
        )
    elif player is None or player not in line_players(sheet, ruleset):
        yield not_of_the_line(player.name if player else key, sheet.name, "player")


def equips_nobody(team: str, where: str) -> Problem:
    return Problem(
        "sponsor_equips_nobody",
        marked("{team} has no sponsor who equips a player."),
        "sponsors",
        where,
        {"team": team},
    )


def not_of_the_line(player: str, team: str, where: str) -> Problem:
    return Problem(
        "not_of_the_line",
        marked("{player} is no line player on the roster of {team}."),
        "sponsors",
        where,
        {"player": player, "team": team},
    )

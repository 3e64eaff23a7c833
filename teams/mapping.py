"""Between the engine's values and the rows of the ledger. Nothing else in this app knows both worlds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from engine import effects as fx
from engine.dice import Roll
from engine.history import Cause as EngineCause
from engine.tally import Tally
from engine.team.deal import Deal as DealCommand
from engine.team.sheet import HomeStadium, LastMatch, Player, Record, TeamSheet
from engine.team.value import player_value, value
from engine.typed import build, plain
from leagues.mapping import ruleset_of
from teams.models import Deal, EffectRow, PlayerRow, Team

_PLAYER_FIELDS = [field.name for field in fields(Player)]


def sheet_of(team: Team) -> TeamSheet:
    """The sheet a team's rows hold. ``players`` should be prefetched where there are several teams."""
    return TeamSheet(
        key=team.key,
        name=team.name,
        roster=team.roster,
        balance=team.treasury - team.debt,
        goods=Tally(team.goods),
        players=tuple(_player_of(row) for row in sorted(team.players.all(), key=lambda row: row.pk)),
        record=build(Record, team.record, "record"),
        last_match=build(LastMatch, team.last_match, "last_match") if team.last_match else None,
        ruleset=team.ruleset_id if team.ruleset_id != team.drafted_under_id else "",
        choices=team.choices,
        star=team.star,
        star_played=team.star_played,
        sponsor=team.sponsor,
        sponsorships=team.sponsorships,
        sponsored=team.sponsored,
        blacklisted=tuple(team.blacklisted),
        stadium=build(HomeStadium, team.stadium, "stadium") if team.stadium else None,
        fund=team.fund,
        trophies=tuple(team.trophies),
        retired=team.retired,
    )


def deal_of(deal: Deal) -> DealCommand:
    """The terms of a deal as the engine reads them."""
    return build(DealCommand, deal.terms, "terms")


def rules_of(team: Team, sheet: TeamSheet) -> str:
    """The hash of the rules that the team plays by when this is its sheet."""
    return sheet.ruleset or team.drafted_under_id


def _player_of(row: PlayerRow) -> Player:
    data = {name: getattr(row, name) for name in _PLAYER_FIELDS}
    return build(Player, data, f"player {row.key}")


def team_columns(team: Team, sheet: TeamSheet) -> dict[str, Any]:
    """What a team row says when this is its sheet."""
    ruleset = ruleset_of(rules_of(team, sheet))
    return {
        "ruleset_id": rules_of(team, sheet),
        "name": sheet.name,
        "roster": sheet.roster,
        "treasury": sheet.treasury,
        "debt": sheet.debt,
        "value": value(sheet, ruleset).total,
        "goods": plain(sheet.goods),
        "record": plain(sheet.record),
        "last_match": plain(sheet.last_match),
        "choices": dict(sheet.choices),
        "star": sheet.star,
        "star_played": sheet.star_played,
        "sponsor": sheet.sponsor,
        "sponsorships": sheet.sponsorships,
        "sponsored": sheet.sponsored,
        "blacklisted": list(sheet.blacklisted),
        "stadium": plain(sheet.stadium),
        "fund": sheet.fund,
        "trophies": list(sheet.trophies),
        "retired": sheet.retired,
    }


def player_columns(team: Team, sheet: TeamSheet) -> dict[str, dict[str, Any]]:
    """What the rows of its players say, by their keys."""
    ruleset = ruleset_of(rules_of(team, sheet))
    return {player.key: {**plain(player), "value": player_value(player, sheet, ruleset)} for player in sheet.players}


def sheet_in(world: Mapping[str, TeamSheet], team: Team) -> TeamSheet:
    """The team's sheet in a folded history; one whose draft was taken out of it keeps its name and nothing else."""
    return world.get(team.key) or TeamSheet(team.key, name=team.name, roster=team.roster)


def project(team: Team, sheet: TeamSheet) -> bool:
    """Write the sheet into the team's rows; says whether there was anything to write.

    Only what differs is written: a match changes little about most players, and who coaches a team is nobody's here.
    """
    columns = {name: said for name, said in team_columns(team, sheet).items() if getattr(team, name) != said}
    players = player_columns(team, sheet)
    if not _project_players(team, players) and not columns:
        return False
    for name, said in columns.items():
        setattr(team, name, said)
    team.version += 1
    team.save(update_fields=[*columns, "version"])
    return True


def _project_players(team: Team, players: Mapping[str, dict[str, Any]]) -> bool:
    rows = {row.key: row for row in team.players.all()}
    new = [PlayerRow(team=team, **columns) for key, columns in players.items() if key not in rows]
    changed = [row for key, row in rows.items() if key in players and _differs(row, players[key])]
    # A player whose hiring was taken out of history: the facts remain, the projection goes.
    gone = [row.pk for key, row in rows.items() if key not in players]
    written = {name for row in changed for name, content in players[row.key].items() if getattr(row, name) != content}
    for row in changed:
        for name, content in players[row.key].items():
            setattr(row, name, content)
    PlayerRow.objects.bulk_create(new)
    if changed:
        PlayerRow.objects.bulk_update(changed, sorted(written))
    if gone:
        PlayerRow.objects.filter(pk__in=gone).delete()
    if new or gone:
        # Whoever goes on with this team reads again who is in it.
        vars(team).get("_prefetched_objects_cache", {}).pop("players", None)
    return bool(new or changed or gone)


def _differs(row: Team | PlayerRow, columns: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != content for name, content in columns.items())


class ToldRow(NamedTuple):
    """A row of the history as it is read: the fields of ``HistoryEntry`` that a cause is made of."""

    cause: int
    revision: int
    place: int
    step: int
    cause__kind: str
    cause__occasion: str
    revision__inputs: dict[str, Any]
    revision__rolls: list[dict[str, Any]]
    revision__voided: bool
    revision__stands: bool


def cause_of(row: ToldRow, teams: Iterable[str], effects: Iterable[fx.TeamEffect]) -> EngineCause:
    """A cause as the engine reads it. ``effects`` come in their order."""
    return EngineCause(
        key=str(row.cause),
        kind=row.cause__kind,
        occasion=row.cause__occasion,
        place=(row.place, row.step, row.cause),
        teams=tuple(sorted(teams, key=key_order)),
        inputs=row.revision__inputs,
        rolls=tuple(map(Roll.from_data, row.revision__rolls)),
        effects=tuple(effects),
        voided=row.revision__voided,
        stands=row.revision__stands,
    )


def key_order(key: str) -> tuple[int, str]:
    return (len(key), key)


def effect_rows(effects: Iterable[fx.TeamEffect], revision_id: int, teams: dict[str, Team]) -> list[EffectRow]:
    return [
        EffectRow(
            revision_id=revision_id,
            nth=nth,
            team=teams[one.team],
            kind=one.effect.kind(),
            data=fx.to_data(one.effect),
        )
        for nth, one in enumerate(effects)
    ]

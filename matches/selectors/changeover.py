"""What other rules would make of a running league: everything a commissioner sees before he changes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import Problem, marked
from engine.rulesets import Position, Roster, Ruleset, get
from engine.rulesets.options import TIMES, compare
from engine.rulesets.paths import Difference
from engine.team import changeover, legality
from engine.team.changeover import Changeover
from engine.team.evolve import fold
from engine.team.sheet import Player, TeamSheet
from engine.team.value import player_value, value
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.services.leagues import playable, rules_with
from matches.models import TO_COME, UNDER_WAY, Match
from teams.mapping import sheet_of
from teams.models import Team


@dataclass(frozen=True, slots=True)
class ListChoice:
    """What is chosen for one team. A position that leads to nothing carries on as it is; one not named is suggested."""

    roster: str = ""
    positions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wish:
    """The rules that a league is to play by, all of them. Without an edition it keeps the one it has."""

    edition: str = ""
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    lists: Mapping[str, ListChoice] = field(default_factory=dict)  # by the key of the team


@dataclass(frozen=True, slots=True)
class PlayerAfter:
    player: Player
    before: str
    after: str
    carries_on: bool  # the new list does not know him
    value_before: int
    value_after: int


@dataclass(frozen=True, slots=True)
class TeamAfter:
    """A team as it is, and as it would be. Without a list of the new rules there is no after."""

    team: Team
    command: Changeover
    after: Roster | None
    value_before: int
    value_after: int | None
    before: tuple[Position, ...]
    players: tuple[PlayerAfter, ...]
    goods_lost: tuple[tuple[str, int], ...]
    problems: tuple[Problem, ...]  # what stands in the way
    notes: tuple[Problem, ...]  # what does not fit any more, and stays all the same

    @property
    def rise(self) -> int:
        """What the team would be worth more, or less."""
        return (self.value_after or 0) - self.value_before

    @property
    def positions(self) -> tuple[tuple[str, str, str], ...]:
        """The old positions that somebody plays: key, name, and the key of the new one, if any."""
        played = {one.player.position for one in self.players}
        return tuple(
            (old.key, old.name, self.command.positions.get(old.key, "")) for old in self.before if old.key in played
        )

    @property
    def changed(self) -> tuple[PlayerAfter, ...]:
        return tuple(
            one
            for one in self.players
            if one.carries_on or one.before != one.after or one.value_before != one.value_after
        )


@dataclass(frozen=True, slots=True)
class Preview:
    """What changing the rules would do. ``token`` stands for all of it: who has seen it vouches for it."""

    edition: Ruleset
    rules: Ruleset
    changes: tuple[Difference, ...]
    teams: tuple[TeamAfter, ...]
    matches: int  # still to be played: by the new rules
    hindrances: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*self.hindrances, *(problem for team in self.teams for problem in team.problems))

    @property
    def token(self) -> str:
        teams = [(one.team.pk, one.team.version, one.value_after, plain(one.command)) for one in self.teams]
        text = json.dumps([self.rules.content_hash, self.matches, teams], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def changeover_preview(league: League, wish: Wish) -> Preview:
    before = ruleset_of(league.ruleset_id)
    edition = playable(get(wish.edition)) if wish.edition else ruleset_of(league.edition_id)
    rules = rules_with(edition, wish.house_rules)
    # Where a book has a rule is no change of the rule.
    changes = tuple(line for line in compare(before, rules) if not line.path.startswith("rules."))
    teams = Team.objects.filter(league=league).prefetch_related("players").order_by("name", "pk")
    after = tuple(_team_after(team, wish.lists.get(team.key, ListChoice()), rules) for team in teams)
    # A team that went back to older rules is brought along again.
    same = not changes and before.key == rules.key and all(one.team.ruleset_id == league.ruleset_id for one in after)
    return Preview(
        edition=edition,
        rules=rules,
        changes=changes,
        teams=after,
        matches=Match.objects.filter(league=league, status__in=TO_COME, place=None).count(),
        hindrances=(*_strangers(wish, after), *_hindrances(league, before, rules, same=same), *_begun(league, changes)),
    )


def _strangers(wish: Wish, teams: tuple[TeamAfter, ...]) -> Iterator[Problem]:
    for key in sorted(set(wish.lists) - {one.team.key for one in teams}):
        yield Problem(
            "team_unknown_here",
            marked("No team of this league goes by the key “{team}”."),
            "draft",
            "lists",
            {"team": key[:80].replace("\x00", "")},
        )


def _hindrances(league: League, before: Ruleset, rules: Ruleset, *, same: bool) -> Iterator[Problem]:
    if before.options.variant != rules.options.variant and league.teams.exists():
        yield Problem(
            "variant_fixed",
            marked("The size of the game stays “{before}”: teams were drafted for it."),
            "draft.players",
            "variant",
            {"before": before.options.variant},
        )
    if same:
        yield Problem(
            "rules_unchanged", marked("These are the rules that the league plays by already."), "house-rules", "rules"
        )


def _begun(league: League, changes: tuple[Difference, ...]) -> Iterator[Problem]:
    """A match belongs to the rules it was begun by, to the end of its post-match sequence.

    How long a league waits for its coaches is no matter of a match: it may change at any time, and holds for whatever
    waits.
    """
    if changes and all(change.path in TIMES for change in changes):
        return
    begun = Match.objects.filter(league=league, status__in=UNDER_WAY)
    for match in begun.select_related("home", "away").order_by("round", "pk"):
        yield Problem(
            "match_underway",
            marked("{home} against {away} has been reported and is not finished. Finish it, or send the report back."),
            "match-report",
            f"matches.{match.pk}",
            {"home": match.home.name, "away": match.away.name},
        )


def _team_after(team: Team, choice: ListChoice, rules: Ruleset) -> TeamAfter:
    before, sheet = ruleset_of(team.ruleset_id), sheet_of(team)
    list_before = before.roster(sheet.roster)
    positions = changeover.positions_before(list_before, sheet)
    command = replace(_command(list_before, positions, choice, rules), goods=tuple(good.key for good in before.goods))
    found = (*_unknown_choices(choice, positions, sheet), *changeover.problems(command, sheet, rules))
    after = None if found else fold(sheet, changeover.decide_changeover(command, sheet, rules))
    return TeamAfter(
        team=team,
        command=command,
        after=next((roster for roster in rules.teams if roster.key == command.roster), None),
        value_before=value(sheet, before).total,
        value_after=value(after, rules).total if after else None,
        before=positions,
        players=tuple(_players(sheet, before, after or sheet, rules if after else before)),
        goods_lost=tuple(_goods_lost(sheet, after or sheet, before)),
        problems=found,
        notes=legality.problems(after, rules) if after else (),
    )


def _unknown_choices(choice: ListChoice, positions: tuple[Position, ...], sheet: TeamSheet) -> Iterator[Problem]:
    """A choice for a position that the team never had is a slip, and nothing to be kept for ever."""
    known = {position.key for position in positions}
    for old in choice.positions:
        if old not in known:
            yield Problem(
                "position_never_played",
                marked("{team} has no position “{position}” that could become another."),
                "draft.position",
                f"lists.{sheet.key}.positions",
                {"team": sheet.name, "position": old[:80].replace("\x00", "")},
            )


def _command(before: Roster, positions: tuple[Position, ...], choice: ListChoice, rules: Ruleset) -> Changeover:
    roster = choice.roster or changeover.list_after(before, rules)
    bare = Changeover(rules.content_hash, roster, before)
    after = next((one for one in rules.teams if one.key == roster), None)
    if after is None:
        return bare
    chosen = {old: new for old, new in choice.positions.items() if old in {position.key for position in positions}}
    wanted = {**changeover.positions_after(before.key, positions, after), **chosen}
    return replace(bare, positions={old: new for old, new in wanted.items() if new})


def _players(sheet: TeamSheet, before: Ruleset, after: TeamSheet, rules: Ruleset) -> Iterator[PlayerAfter]:
    for old, new in zip(sheet.players, after.players, strict=True):
        if old.status == "active":
            yield PlayerAfter(
                player=old,
                before=sheet.position_of(old, before).name,
                after=after.position_of(new, rules).name,
                carries_on=new.line is not None,
                value_before=player_value(old, sheet, before),
                value_after=player_value(new, after, rules),
            )


def _goods_lost(sheet: TeamSheet, after: TeamSheet, before: Ruleset) -> Iterator[tuple[str, int]]:
    for good in before.goods:
        lost = sheet.goods[good.key] - after.goods[good.key]
        if lost > 0:
            yield good.name, lost

"""Drafting a team (extra rules, creating a team): the command, what is wrong with it, what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine import effects as fx
from engine.errors import DraftIllegal, Problem, marked
from engine.rulesets.model import Roster, Ruleset
from engine.tally import Tally
from engine.team import limits
from engine.team.sheet import Player, TeamSheet

NAME_LONGEST = 80


@dataclass(frozen=True, slots=True)
class DraftedPlayer:
    position: str
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class TeamDraft:
    name: str
    roster: str
    players: tuple[DraftedPlayer, ...]
    goods: Tally = field(default_factory=Tally)
    choices: Mapping[str, str] = field(default_factory=dict)


def cost(draft: TeamDraft, ruleset: Ruleset) -> int:
    roster = ruleset.roster(draft.roster)
    known = {position.key: position.cost for position in roster.positions}
    players = sum(known.get(player.position, 0) for player in draft.players)
    goods = sum(ruleset.good_cost(roster, good.key) * max(0, draft.goods[good.key]) for good in ruleset.goods)
    return players + goods


def sheet_so_far(draft: TeamDraft, ruleset: Ruleset) -> TeamSheet:
    """The team as it would stand, legal or not: what its value is asked of while it is being built."""
    roster = ruleset.roster(draft.roster)
    known = {position.key for position in roster.positions}
    return TeamSheet(
        "",
        name=draft.name,
        roster=draft.roster,
        balance=ruleset.draft.gold - cost(draft, ruleset),
        goods=Tally({good.key: good.start + max(0, draft.goods[good.key]) for good in ruleset.goods_of(roster)}),
        players=tuple(
            Player(f"p{nth}", player.number, player.name, player.position)
            for nth, player in enumerate(draft.players, start=1)
            if player.position in known
        ),
        choices=draft.choices,
    )


@dataclass(frozen=True, slots=True)
class Fitting:
    """A draft made for other rules, without what the team list here does not know; that is named."""

    draft: TeamDraft
    positions: tuple[str, ...] = ()
    goods: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


def fitting(draft: TeamDraft, ruleset: Ruleset) -> Fitting:
    """Positions, goods and choices that are unknown here are left out. A list that is unknown is refused."""
    roster = ruleset.roster(draft.roster)
    positions = {position.key for position in roster.positions}
    goods = {good.key for good in ruleset.goods_of(roster)}
    options = {choice.key: choice.options for choice in roster.choices}
    kept = {key: taken for key, taken in draft.choices.items() if taken in options.get(key, ())}
    return Fitting(
        replace(
            draft,
            players=tuple(player for player in draft.players if player.position in positions),
            goods=Tally({key: count for key, count in draft.goods.items() if key in goods}),
            choices=kept,
        ),
        positions=tuple(dict.fromkeys(p.position for p in draft.players if p.position not in positions)),
        goods=tuple(key for key in draft.goods if key not in goods),
        choices=tuple(taken for key, taken in draft.choices.items() if key not in kept),
    )


def problems(draft: TeamDraft, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Everything that stands between this draft and a legal team, all at once."""
    roster = ruleset.roster(draft.roster)
    return (
        *_name_problems(draft),
        *_size_problems(draft, ruleset),
        *_position_problems(draft, roster),
        *_number_problems(draft, ruleset),
        *_goods_problems(draft, roster, ruleset),
        *choice_problems(draft.choices, roster),
        *_gold_problems(draft, ruleset),
    )


def decide_draft(draft: TeamDraft, ruleset: Ruleset) -> tuple[fx.Effect, ...]:
    found = problems(draft, ruleset)
    if found:
        raise DraftIllegal(found)
    roster = ruleset.roster(draft.roster)
    effects: list[fx.Effect] = [
        fx.TeamFounded(draft.name, draft.roster, dict(draft.choices)),
        fx.GoldChanged(ruleset.draft.gold, "starting-treasury"),
    ]
    for nth, player in enumerate(draft.players, start=1):
        price = roster.position(player.position).cost
        effects.append(fx.PlayerHired(f"p{nth}", player.number, player.name, player.position))
        effects.append(fx.GoldChanged(-price, "player-hired", about=f"p{nth}"))
    allowed = ruleset.goods_of(roster)
    for good in ruleset.goods:
        if good.start and good in allowed:
            effects.append(fx.GoodsChanged(good.key, good.start))
        count = draft.goods[good.key]
        if count:
            price = count * ruleset.good_cost(roster, good.key)
            effects.append(fx.GoodsChanged(good.key, count))
            effects.append(fx.GoldChanged(-price, "goods-bought", about=good.key))
    left = ruleset.draft.gold - cost(draft, ruleset)
    if left and not ruleset.draft.bank:
        effects.append(fx.GoldChanged(-left, "not-banked"))
    return tuple(effects)


def _name_problems(draft: TeamDraft) -> Iterable[Problem]:
    if not draft.name.strip():
        yield Problem("team_unnamed", marked("The team needs a name."), "draft", "name")
    yield from long_name(draft.name, "name")
    for nth, player in enumerate(draft.players):
        yield from player_name(player.name, player.number, f"players.{nth}.name")


def player_name(name: str, number: int, where: str) -> Iterable[Problem]:
    if not name.strip():
        yield Problem(
            "player_unnamed",
            marked("Player number {number} needs a name."),
            "draft",
            where,
            {"number": number},
        )
    yield from long_name(name, where)


def long_name(name: str, where: str) -> Iterable[Problem]:
    if len(name) > NAME_LONGEST:
        yield Problem(
            "name_too_long",
            marked("A name of {length} characters is too long; the most is {most}."),
            "draft",
            where,
            {"length": len(name), "most": NAME_LONGEST},
        )


def _size_problems(draft: TeamDraft, ruleset: Ruleset) -> Iterable[Problem]:
    players, least = len(draft.players), ruleset.draft.players_min
    if players < least:
        yield Problem(
            "too_few_players",
            marked("The team has {players} players but needs at least {least}."),
            "draft.players",
            "players",
            {"players": players, "least": least},
        )
    yield from limits.too_many_players(players, ruleset)


def _position_problems(draft: TeamDraft, roster: Roster) -> Iterable[Problem]:
    counts = Counter(player.position for player in draft.players)
    for unknown in sorted(set(counts) - {position.key for position in roster.positions}):
        yield limits.unknown_position(roster, unknown, f"positions.{unknown}")
    for position in roster.positions:
        if counts[position.key] < position.min:
            yield limits.position_limit(position, counts[position.key])
    yield from limits.positions_over(counts, roster)
    yield from limits.too_many_big_guys(counts, roster)


def _number_problems(draft: TeamDraft, ruleset: Ruleset) -> Iterable[Problem]:
    yield from limits.numbers_shared(player.number for player in draft.players)
    yield from limits.numbers_out_of_range((player.number for player in draft.players), ruleset)


def _goods_problems(draft: TeamDraft, roster: Roster, ruleset: Ruleset) -> Iterable[Problem]:
    allowed = {good.key for good in ruleset.goods_of(roster)}
    known = {good.key: good for good in ruleset.goods}
    for key, count in draft.goods.items():
        good = known.get(key)
        if good is None:
            yield limits.unknown_good(key, f"goods.{key}")
        elif key not in allowed:
            yield limits.good_not_allowed(roster, good)
        elif good.draft_max is not None and count > good.draft_max:
            yield limits.good_limit(good, count, good.draft_max)
        elif count < 0:
            yield Problem(
                "good_negative",
                marked("{good}: {count} is below 0."),
                "draft.goods",
                f"goods.{key}",
                {"good": good.name, "count": count},
            )


def choice_problems(choices: Mapping[str, str], roster: Roster) -> Iterable[Problem]:
    """What the team list leaves open is chosen with the draft, and fixed from then on."""
    known = {choice.key: choice for choice in roster.choices}
    for key in sorted(set(choices) - set(known)):
        yield Problem(
            "choice_unasked",
            marked("{roster} teams have nothing to choose under “{choice}”."),
            "draft",
            f"choices.{key}",
            {"roster": roster.name, "choice": key},
        )
    for key, choice in known.items():
        taken = choices.get(key, "")
        if not taken:
            yield Problem(
                "choice_open",
                marked("{choice}: choose one of {options}."),
                "draft",
                f"choices.{key}",
                {"choice": choice.name, "options": ", ".join(choice.options)},
            )
        elif taken not in choice.options:
            yield Problem(
                "choice_not_listed",
                marked("{choice}: “{taken}” is not one of: {options}."),
                "draft",
                f"choices.{key}",
                {"choice": choice.name, "taken": taken, "options": ", ".join(choice.options)},
            )


def _gold_problems(draft: TeamDraft, ruleset: Ruleset) -> Iterable[Problem]:
    needed, available = cost(draft, ruleset), ruleset.draft.gold
    if needed > available:
        yield Problem(
            "draft_too_expensive",
            marked("The draft costs {needed} gp but the treasury has {available} gp."),
            "draft.gold",
            "gold",
            {"needed": needed, "available": available},
        )

"""Whether a ruleset holds together: names that exist, tables that cover every face once, limits that can be kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import prod
from typing import Any

from engine.rulesets import sponsor_coherence
from engine.rulesets.coherence_stadiums import stadium_dice, stadium_tables
from engine.rulesets.furniture import Inducement, Star, StarMember
from engine.rulesets.model import (
    CATEGORY_OF,
    CasualtyTable,
    ExpensiveMistakes,
    Position,
    Roster,
    Ruleset,
    SkillRoll,
)
from engine.rulesets.paths import name_of
from engine.rulesets.tables import BOUGHT, DieTable, Improvement, uncovered
from engine.typed import plain

LETTERS = "GASPM"
CATEGORIES = (*CATEGORY_OF.values(), "extraordinary", "trait")
KEY, KEY_LONGEST = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*"), 40
RESERVED = ("search", "part")  # pages of the rules that stand beside the team lists
MOST = 100_000_000
MAY_BE_NEGATIVE = ("lower", "higher", "equal", "modifier", "niggle", "fans", "no_show_points", "winnings", "first")
DICE_MOST, SIDES_MOST, SCORES_MOST = 10, 100, 20_000
NUMBER_MOST = 999
CHARACTERISTIC_MOST = 16


def incoherent(ruleset: Ruleset) -> Iterator[str]:
    """Every mistake, as ``file.entry.field: what is wrong``."""
    yield from _numbers(plain(ruleset), "")
    # Dice before tables: what is counted out below has to be countable.
    wild = [*_dice(ruleset)]
    yield from wild
    if wild:
        return
    yield from _keys(ruleset)
    yield from _draft(ruleset)
    yield from _sequence(ruleset)
    yield from _occasions(ruleset)
    skills = {base_name(skill.name) for skill in ruleset.skills}
    yield from _doubled(ruleset)
    for roster in ruleset.teams:
        yield from _roster(roster, skills)
    yield from _stars(ruleset, skills)
    yield from _inducements(ruleset, skills)
    yield from _casualty(ruleset)
    yield from sponsor_coherence.incoherent_sponsors(ruleset)
    if ruleset.expensive_mistakes:
        yield from _mistakes(ruleset.expensive_mistakes)
    if ruleset.improvement:
        yield from _improvement(ruleset.improvement)
        yield from _random_places(ruleset.improvement, ruleset)
    yield from (
        f"skills.{skill.name}.excludes: unknown skill {name!r}"
        for skill in ruleset.skills
        for name in skill.excludes
        if base_name(name) not in skills
    )
    for where, table in die_tables(ruleset):
        yield from _table(where, table)
    yield from stadium_tables(ruleset)
    yield from _other_teams(ruleset)
    yield from _options(ruleset)
    for cause in ruleset.casualty_earns_spp:
        if cause not in ruleset.casualty_causes:
            yield f"casualty_earns_spp: {cause!r} is not one of the casualty causes"
    if [level.spp for level in ruleset.levels] != sorted({level.spp for level in ruleset.levels} | {0}):
        yield "levels: must start at 0 and rise"


def base_name(skill: str) -> str:
    """A skill without its number: ``Loner (4+)`` is Loner."""
    return skill.partition(" (")[0]


def die_tables(ruleset: Ruleset) -> Iterator[tuple[str, DieTable]]:
    """Every table that dice are thrown on, with its address."""
    for name in ("weather", "kickoff", "injury", "referees"):
        for table in getattr(ruleset, name):
            yield f"{name}.{table.key}", table
    if ruleset.prayers:
        yield "prayers", ruleset.prayers
    if ruleset.stadiums:
        yield "stadiums.roll", ruleset.stadiums.roll
        yield from ((f"stadiums.categories.{table.key}", table) for table in ruleset.stadiums.categories)
    for inducement in ruleset.inducements:
        if inducement.table:
            yield f"inducements.{inducement.key}.table", inducement.table
    for team in ruleset.hall_of_fame:
        rules = f"hall_of_fame.{team.key}.rules"
        yield from ((f"{rules}.{rule.key}.table", rule.table) for rule in team.rules if rule.table)


def _doubled(ruleset: Ruleset) -> Iterator[str]:
    yield from _doubles("skills", (skill.name for skill in ruleset.skills))
    for name in ("teams", "goods", "stars", "inducements", "decks", "card_uses", "events", "balls", "hall_of_fame"):
        yield from _doubles(name, (entry.key for entry in getattr(ruleset, name)))
    for name in ("teams", "stars", "inducements"):
        yield from _namesakes(name, getattr(ruleset, name))
    for deck in ruleset.decks:
        yield from _doubles(f"decks.{deck.key}", (card.key for card in deck.cards))
    for group in ruleset.events:
        yield from _doubles(f"events.{group.key}", (event.key for event in group.events))


def _roster(roster: Roster, skills: set[str]) -> Iterator[str]:
    where = f"teams/{roster.key}"
    yield from _doubles(f"{where}.positions", (position.key for position in roster.positions))
    yield from _namesakes(f"{where}.positions", roster.positions)
    if not roster.positions:
        yield f"{where}.positions: none"
    for position in roster.positions:
        yield from _position(f"{where}.positions.{position.key}", position, skills)


def _position(where: str, position: Position, skills: set[str]) -> Iterator[str]:
    if not 0 <= position.min <= position.max:
        yield f"{where}: limit {position.max} is below its minimum {position.min}"
    yield from (f"{where}.skills: unknown skill {name!r}" for name in position.skills if base_name(name) not in skills)
    yield from _doubles(f"{where}.skills", position.skills)
    yield from _profile(where, position)
    for name, letters in (("primary", position.primary), ("secondary", position.secondary)):
        if [*letters] != [letter for letter in LETTERS if letter in letters]:
            yield f"{where}.{name}: {letters!r} is not made of {LETTERS} in that order"
    if set(position.primary) & set(position.secondary):
        yield f"{where}.secondary: {position.secondary!r} repeats what is primary"


def _profile(where: str, player: Position | StarMember) -> Iterator[str]:
    """No rule of the game: a slip of the finger should not become a legend."""
    for name in ("ma", "st", "ag", "pa", "av"):
        value = getattr(player, name)
        # What is below zero has been said with all other numbers.
        if value is not None and (value == 0 or value > CHARACTERISTIC_MOST):
            yield f"{where}.{name}: {value} is not between 1 and {CHARACTERISTIC_MOST}"


def _stars(ruleset: Ruleset, skills: set[str]) -> Iterator[str]:
    for star in ruleset.stars:
        where = f"stars.{star.key}"
        yield from _teams_known(f"{where}.teams", star.teams, ruleset)
        yield from _members(where, star.members, skills)
        if not star.members:
            yield f"{where}.members: nobody"


def _inducements(ruleset: Ruleset, skills: set[str]) -> Iterator[str]:
    for one in ruleset.inducements:
        where = f"inducements.{one.key}"
        yield from _teams_known(f"{where}.teams", one.teams, ruleset)
        yield from _teams_known(f"{where}.excluded", one.excluded, ruleset)
        for exception in one.exceptions:
            yield from _teams_known(f"{where}.exceptions", exception.teams, ruleset)
        yield from _members(where, one.members, skills)
        if one.one_of and one.one_of not in {other.key for other in ruleset.inducements}:
            yield f"{where}.one_of: unknown inducement {one.one_of!r}"
        if one.max is not None and one.max < 1:
            yield f"{where}.max: {one.max} can never be bought"


def _members(where: str, members: Iterable[StarMember], skills: set[str]) -> Iterator[str]:
    for member in members:
        yield from _profile(f"{where}.members.{member.name}", member)
        yield from _doubles(f"{where}.members.{member.name}.skills", member.skills)
        yield from (
            f"{where}.members.{member.name}.skills: unknown skill {name!r}"
            for name in member.skills
            if base_name(name) not in skills
        )


def _teams_known(where: str, teams: Iterable[str], ruleset: Ruleset) -> Iterator[str]:
    known = {roster.key for roster in ruleset.teams}
    yield from (f"{where}: unknown team {key!r}" for key in teams if key not in known)


def _other_teams(ruleset: Ruleset) -> Iterator[str]:
    for group in ruleset.events:
        yield from _teams_known(f"events.{group.key}.teams", group.teams, ruleset)
    for ball in ruleset.balls:
        yield from _teams_known(f"balls.{ball.key}.teams", ball.teams, ruleset)
    for team in ruleset.hall_of_fame:
        yield from _teams_known(f"hall_of_fame.{team.key}.race", (team.race,), ruleset)
    if ruleset.sponsors:
        for sponsor in ruleset.sponsors.majors:
            yield from _teams_known(f"sponsors.{sponsor.key}.excluded", sponsor.excluded, ruleset)


def _options(ruleset: Ruleset) -> Iterator[str]:
    """What a league chooses among has to be there."""
    chosen = ruleset.options
    inducements = {one.key for one in ruleset.inducements}
    for name in ("inducements_off", "permanent_inducements"):
        unknown = [key for key in getattr(chosen, name) if key not in inducements]
        yield from (f"options.{name}: unknown inducement {key!r}" for key in unknown)
    tables = {table.key for table in ruleset.weather}
    yield from (f"options.weather: unknown table {key!r}" for key in chosen.weather if tables and key not in tables)
    if ruleset.kickoff and chosen.kickoff not in {table.key for table in ruleset.kickoff}:
        yield f"options.kickoff: unknown table {chosen.kickoff!r}"
    yield from _cards(ruleset)


def _cards(ruleset: Ruleset) -> Iterator[str]:
    """Cards that can be dealt: a way of dealing, with numbers, and decks that have what it asks of them."""
    chosen, uses = ruleset.options, {use.key: use for use in ruleset.card_uses}
    decks = {deck.key: deck for deck in ruleset.decks}
    yield from (f"options.decks: unknown deck {key!r}" for key in chosen.decks if key not in decks)
    if chosen.cards == "none":
        return
    use = uses.get(chosen.cards)
    if use is None or use.way is None:
        yield f"options.cards: unknown way of dealing {chosen.cards!r}"
        return
    yield from (f"card_uses.{use.key}.numbers_of: unknown {key!r}" for key in use.numbers_of if key not in uses)
    yield from (f"card_uses.{use.key}.most_of: unknown deck {key!r}" for key in use.most_of if key not in decks)
    numbers = [use, *(uses[key] for key in use.numbers_of if key in uses)]
    if use.way != "bought" and not any(one.by_die or one.by_value for one in numbers):
        yield f"card_uses.{use.key}: nothing says how many cards there are"
    if use.way == "points":
        played = [decks[key] for key in chosen.decks if key in decks] or [
            deck for deck in ruleset.decks if not deck.edition
        ]
        yield from (f"decks.{deck.key}.points: none, and cards cost points" for deck in played if not deck.points)


def _numbers(data: Any, path: str) -> Iterator[str]:
    """No number of the game is huge, and few are below zero."""
    if isinstance(data, bool) or data is None:
        return
    if isinstance(data, int):
        least = -MOST if path.rpartition(".")[2] in MAY_BE_NEGATIVE else 0
        if not least <= data <= MOST:
            yield f"{path}: {data} is not between {least:,} and {MOST:,}"
    elif isinstance(data, Mapping):
        for name, value in data.items():
            if name != "house_rules":
                yield from _numbers(value, f"{path}.{name}" if path else str(name))
    elif isinstance(data, list):
        for nth, value in enumerate(data):
            yield from _numbers(value, f"{path}.{name_of(value) or nth}" if not isinstance(value, int) else path)


def _keys(ruleset: Ruleset) -> Iterator[str]:
    for name in ("teams", "goods", "stars", "inducements", "decks", "card_uses", "events", "balls", "hall_of_fame"):
        for entry in getattr(ruleset, name):
            yield from _key(name, entry.key)
    for roster in ruleset.teams:
        for position in roster.positions:
            yield from _key(f"teams/{roster.key}.positions", position.key)
        if roster.key in RESERVED:
            yield f"teams: {roster.key!r} is the name of a page"
    for skill in ruleset.skills:
        if skill.category not in CATEGORIES:
            yield f"skills.{skill.name}.category: {skill.category!r} is not one of {', '.join(CATEGORIES)}"


def _key(where: str, key: str) -> Iterator[str]:
    if not KEY.fullmatch(key) or len(key) > KEY_LONGEST:
        yield f"{where}: {key!r} is no key: lower-case letters and digits, joined by hyphens, {KEY_LONGEST} at most"


def _draft(ruleset: Ruleset) -> Iterator[str]:
    draft = ruleset.draft
    if not 1 <= draft.players_min <= draft.players_max <= draft.number_max <= NUMBER_MOST:
        numbers = f"{draft.players_min}, {draft.players_max} and {draft.number_max}"
        yield f"draft: {numbers} are no least and most players and highest number, each at least the one before"
    for good in ruleset.goods:
        if good.max is not None and good.start + (good.draft_max or 0) > good.max:
            yield f"goods.{good.key}: a draft may have {good.start + (good.draft_max or 0)}, a team only {good.max}"


def _sequence(ruleset: Ruleset) -> Iterator[str]:
    """Steps stand once, and those that need a table have it."""
    yield from _doubles("post_match", ruleset.post_match)
    tables = {
        "winnings": ruleset.winnings,
        "fan-factor": ruleset.fan_factor,
        "expensive-mistakes": ruleset.expensive_mistakes,
        "star-player-rolls": ruleset.spp_roll,
        "sponsor-search": ruleset.sponsors and ruleset.fans,
        "sponsorships": ruleset.sponsors,
    }
    for step in ruleset.post_match:
        if step in tables and tables[step] is None:
            yield f"post_match: {step!r} has no table"
    if not ruleset.league.tie_breakers:
        yield "league.tie_breakers: none"
    yield from _doubles("league.tie_breakers", ruleset.league.tie_breakers)


def _occasions(ruleset: Ruleset) -> Iterator[str]:
    """Numbers that a rule divides by, counts to or waits for."""
    sizes = ("whole", *(variant.key for variant in ruleset.variants))
    if ruleset.options.variant not in sizes:
        yield f"options.variant: {ruleset.options.variant!r} is not one of {', '.join(sizes)}"
    for purpose in sorted(set(ruleset.options.server_rolls) & set(ruleset.options.table_rolls)):
        yield f"options.table_rolls: {purpose!r} is thrown by the server"
    if ruleset.mvp.method == "nominated" and not ruleset.mvp.nominees:
        yield "mvp.nominees: 0 cannot be thrown for"
    if ruleset.spiralling and not ruleset.spiralling.step:
        yield "spiralling.step: 0 leads nowhere"
    if ruleset.rivals:
        known = {star.key for star in ruleset.stars}
        yield from (
            f"rivals: there is no star {key!r}"
            for key in (ruleset.rivals.one, ruleset.rivals.other)
            if key not in known
        )
    if ruleset.options.spiralling and not ruleset.spiralling:
        yield "options.spiralling: there is no table"
    if ruleset.options.short_league_money and not (ruleset.winnings and ruleset.winnings.short_bonus):
        yield "options.short_league_money: there is no table"
    if ruleset.overtime and not ruleset.overtime.best_of % 2:
        yield f"overtime.best_of: {ruleset.overtime.best_of} throws may end without a winner"
    if not ruleset.turns:
        yield "turns: a half without turns is none"
    for likely in ruleset.likely:
        if likely.ask_below >= likely.ask_from:
            yield f"likely.{likely.what}: whatever it was, one would ask"


def _dice(ruleset: Ruleset) -> Iterator[str]:
    tables = ((f"{where}.dice", table.dice) for where, table in die_tables(ruleset))
    for where, dice in (*_thrown(ruleset), *tables):
        if not dice or len(dice) > DICE_MOST or not all(2 <= side <= SIDES_MOST for side in dice):
            yield f"{where}: {list(dice)} cannot be thrown"
        elif prod(dice) > SCORES_MOST:
            yield f"{where}: {list(dice)} are more dice than a table has room for"


def _thrown(ruleset: Ruleset) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield "casualty.dice", ruleset.casualty.dice
    if ruleset.casualty.lasting:
        yield "casualty.lasting_dice", ruleset.casualty.lasting_dice
    for name, skill_roll in _skill_rolls(ruleset.casualty):
        yield f"casualty.{name}.dice", skill_roll.dice
    if ruleset.mvp.method == "nominated":
        yield "mvp.dice", ruleset.mvp.dice
    if ruleset.fans:
        yield "fans.dice", ruleset.fans.dice
    if ruleset.winnings and not ruleset.winnings.attendance_divisor:
        yield "winnings.dice", ruleset.winnings.dice
    for outcome, roll in (ruleset.fan_factor or {}).items():
        # No change at all is no throw.
        if roll.higher or roll.equal or roll.lower:
            yield f"fan_factor.{outcome}.dice", roll.dice
    if ruleset.spp_roll:
        yield "spp_roll.dice", ruleset.spp_roll.dice
    if ruleset.improvement:
        yield "improvement.dice", ruleset.improvement.dice
    if ruleset.sponsors:
        yield from sponsor_coherence.thrown(ruleset.sponsors)
    yield from stadium_dice(ruleset)
    if ruleset.overtime:
        yield "overtime.shoot_out_dice", ruleset.overtime.shoot_out_dice
    if ruleset.redraft and ruleset.redraft.healing:
        yield "redraft.healing.dice", ruleset.redraft.healing.dice
    if ruleset.expensive_mistakes:
        yield "expensive_mistakes.dice", ruleset.expensive_mistakes.dice
        yield "expensive_mistakes.minor_dice", ruleset.expensive_mistakes.minor_dice
        yield "expensive_mistakes.kept_dice", ruleset.expensive_mistakes.kept_dice


def _casualty(ruleset: Ruleset) -> Iterator[str]:
    table = ruleset.casualty
    for result in (*table.results, *table.lasting):
        if result.loses and result.loses not in ruleset.characteristics:
            yield f"casualty.results.{result.key}.loses: players here have no {result.loses!r}"
    results = tuple((result.first, result.last) for result in table.results)
    yield from _spans("casualty.results", uncovered(table.dice, results, "digits"))
    lasting = tuple((result.first, result.last) for result in table.lasting)
    yield from _spans("casualty.lasting", uncovered(table.lasting_dice, lasting, "digits"))
    if any(result.lasting for result in table.results) and not table.lasting:
        yield "casualty.lasting: asked for by a result, but missing"
    known = {base_name(skill.name) for skill in ruleset.skills}
    named = {"twice": table.twice, **{name: roll.skill for name, roll in _skill_rolls(table)}}
    named |= {f"modifiers.{one.key}": one.skill for one in table.modifiers}
    for name, skill in named.items():
        if skill and base_name(skill) not in known:
            yield f"casualty.{name}: unknown skill {skill!r}"
    for cause in ruleset.casualty_actors:
        if cause not in ruleset.casualty_causes:
            yield f"casualty_actors: {cause!r} is not one of the casualty causes"
    for name, roll in _skill_rolls(table):
        unknown = [cause for cause in roll.causes if cause not in ruleset.casualty_causes]
        yield from (f"casualty.{name}.causes: {cause!r} is not one of the casualty causes" for cause in unknown)


def _skill_rolls(table: CasualtyTable) -> Iterator[tuple[str, SkillRoll]]:
    for name, roll in (("regeneration", table.regeneration), ("poison", table.poison)):
        if roll:
            yield name, roll


def _improvement(improvement: Improvement) -> Iterator[str]:
    spans = tuple((result.first, result.last) for result in improvement.results)
    yield from _spans("improvement.results", uncovered(improvement.dice, spans, "sum"))
    offered = {gain for result in improvement.results for gain in result.offers} | set(improvement.double_offers)
    offered |= {*BOUGHT} if improvement.costs else set()
    yield from (f"improvement.values: nothing said of {gain!r}" for gain in sorted(offered - set(improvement.values)))


def _random_places(improvement: Improvement, ruleset: Ruleset) -> Iterator[str]:
    """Each place on a category's table of random skills is one that the dice can show, and is taken once."""
    dice = improvement.random_dice
    if not dice:
        return
    if len(dice) != 2:
        yield f"improvement.random_dice: {list(dice)} are not a half and a row"
        return
    placed = [skill for skill in ruleset.skills if skill.random]
    for skill in placed:
        if len(skill.random) != 2 or not all(1 <= at <= side for at, side in zip(skill.random, dice, strict=True)):
            yield f"skills.{skill.name}.random: {list(skill.random)} is no place that {list(dice)} can show"
    for (category, place), times in Counter((skill.category, skill.random) for skill in placed).items():
        if times > 1:
            yield f"skills: {times} {category} skills have the random place {list(place)}"


def _table(where: str, table: DieTable) -> Iterator[str]:
    spans = tuple((result.first, result.last) for result in table.results)
    yield from _spans(f"{where}.results", uncovered(table.dice, spans, table.read))
    yield from _doubles(f"{where}.results", (result.key for result in table.results))


def _spans(where: str, wrong: Iterable[tuple[int, int]]) -> Iterator[str]:
    yield from (f"{where}: {score} is covered {hits} times" for score, hits in wrong)


def _mistakes(table: ExpensiveMistakes) -> Iterator[str]:
    if not table.bands:
        yield "expensive_mistakes.bands: none"
    if min(table.unit, table.major_divisor) < 1:
        yield "expensive_mistakes: nothing can be divided into parts of 0"
    for lower, upper in pairwise(table.bands):
        if lower.treasury >= upper.treasury:
            yield f"expensive_mistakes.bands: {upper.treasury} does not rise above {lower.treasury}"
    if len(table.dice) > 1:
        yield f"expensive_mistakes.dice: {list(table.dice)} is more than the one die of the table"
    for band in table.bands:
        if len(band.results) != sum(table.dice):
            yield f"expensive_mistakes.bands.{band.treasury}: {len(band.results)} results for a D{sum(table.dice)}"


def _namesakes(where: str, entries: Iterable[Roster | Position | Star | Inducement]) -> Iterator[str]:
    """Two of one name could not be told apart on any page."""
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            yield f"{where}.{entry.key}.name: another one is called {entry.name!r} too"
        seen.add(entry.name)


def _doubles(where: str, names: Iterable[str]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{where}: {name!r} stands {times} times"

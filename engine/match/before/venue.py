"""Where the match is played: by the stadium table, or at home of the coach who was chosen to throw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.errors import Problem, marked
from engine.match.before.scene import COIN, Ask, Part, Scene, coin_side, differing
from engine.match.prematch import PreMatch, Venue
from engine.match.sides import SIDES, Side
from engine.rulesets.furniture import Stadiums
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import DieTable, Payment, score_of
from engine.team.homes import has_stadiums, not_played
from engine.team.known import stadium_keys, unknown_stadium
from engine.team.sheet import TeamSheet

COACH, ROLL, GOLD = "stadium/coach", "stadium/roll", "stadium/gold"


def category_key(category: str) -> str:
    """A die of its own for each: when a correction changes the category, that is another roll."""
    return f"stadium/{category}"


is_played = has_stadiums


def is_a_choice(scene: Scene) -> bool:
    """The coach who throws may play at home instead: he has to say so, or to throw on."""
    return _category(scene) is not None and _home_of_roller(scene) is not None


def stadium_name(venue: Venue, ruleset: Ruleset) -> str:
    """What its attribute is called."""
    return stadium_keys(ruleset).get(venue.stadium, venue.stadium)


def at_home(scene: Scene) -> Venue:
    """The venue, if the coach who throws plays at home."""
    venue = _rolled_by(scene)
    side = venue.roller
    own = scene.teams[side].stadium if side else None
    if not side or own is None:
        return venue
    return replace(venue, stadium=own.stadium, home_of=side, name=own.name)


def _rules(scene: Scene) -> Stadiums | None:
    return scene.ruleset.stadiums if is_played(scene.ruleset) else None


def _somebody_has_a_home(scene: Scene) -> bool:
    return any(scene.teams[side].stadium is not None for side in SIDES)


def _rolled_by(scene: Scene) -> Venue:
    faces, venue = scene.fallen.get(COACH), scene.prematch.venue
    return replace(venue, roller=coin_side(faces)) if faces else venue


def _category(scene: Scene) -> DieTable | None:
    """The table that the first throw leads to; a standard stadium leads to none."""
    rules, faces = _rules(scene), scene.fallen.get(ROLL)
    if rules is None or faces is None:
        return None
    found = rules.roll.result(score_of(faces, rules.roll.read))
    return next((table for table in rules.categories if table.key == found.key), None)


def _home_of_roller(scene: Scene) -> TeamSheet | None:
    side = _rolled_by(scene).roller
    return scene.teams[side] if side and scene.teams[side].stadium is not None else None


def _stadium(scene: Scene) -> str:
    """What the dice say: the key of a stadium, or nothing as long as they do not say it."""
    rules, faces, category = _rules(scene), scene.fallen.get(ROLL), _category(scene)
    if rules is None or faces is None:
        return ""
    if category is None:
        return rules.roll.result(score_of(faces, rules.roll.read)).key
    more = scene.fallen.get(category_key(category.key))
    return category.result(score_of(more, category.read)).key if more else ""


def _possible(scene: Scene) -> Iterator[Ask]:
    rules = _rules(scene)
    if rules is None:
        return
    if _somebody_has_a_home(scene):
        yield Ask(COACH, COIN)
    yield Ask(ROLL, rules.roll.dice)
    yield from (Ask(category_key(table.key), table.dice) for table in rules.categories)
    paid = {extra.gold.dice for extra in rules.extras if extra.gold}
    yield from (Ask(GOLD, dice) for dice in paid)


def _wanted(scene: Scene) -> Iterator[Ask]:
    rules = _rules(scene)
    if rules is None:
        return
    if _somebody_has_a_home(scene) and not scene.prematch.venue.roller and COACH not in scene.fallen:
        yield Ask(COACH, COIN)
    if ROLL not in scene.fallen:
        yield Ask(ROLL, rules.roll.dice)
    category = _category(scene)
    if category is not None and category_key(category.key) not in scene.fallen:
        yield Ask(category_key(category.key), category.dice)
    gold = _gold_of(scene.prematch.venue, rules)
    if gold is not None and GOLD not in scene.fallen:
        yield Ask(GOLD, gold.dice)


def _decided(scene: Scene) -> PreMatch:
    """Who plays at home stays there: the dice have only said where the match would have been played."""
    venue, stadium, rules = _rolled_by(scene), _stadium(scene), _rules(scene)
    if stadium and not venue.home_of:
        venue = replace(venue, stadium=stadium, name="")
    gold = _gold_of(venue, rules) if rules else None
    return replace(scene.prematch, venue=replace(venue, gold=_paid(gold, scene)))


def _gold_of(venue: Venue, rules: Stadiums) -> Payment | None:
    extra = rules.extra_of(venue.stadium)
    return extra.gold if extra else None


def _paid(gold: Payment | None, scene: Scene) -> int:
    faces = scene.fallen.get(GOLD)
    return sum(faces) * gold.unit + gold.fixed if gold and faces else 0


def _differs(scene: Scene) -> Iterator[Problem]:
    venue, stadium = scene.prematch.venue, _stadium(scene)
    if venue.roller and COACH in scene.fallen:
        names = {side: team.name for side, team in scene.teams.items()}
        thrower = coin_side(scene.fallen[COACH])
        yield from differing(names[thrower], names[venue.roller], "prematch.venue.roller")
    if venue.stadium and stadium and not venue.home_of:
        said = replace(venue, stadium=stadium)
        yield from differing(
            stadium_name(said, scene.ruleset), stadium_name(venue, scene.ruleset), "prematch.venue.stadium"
        )
    rules = _rules(scene)
    gold = _paid(_gold_of(venue, rules), scene) if rules else 0
    if gold and venue.gold:
        yield from differing(f"{gold:,} gp", f"{venue.gold:,} gp", "prematch.venue.gold")
    if venue.home_of and ROLL in scene.fallen and _category(scene) is None:
        yield Problem(
            "standard_not_replaced",
            marked("The dice say a standard stadium: only one with an attribute is replaced by a home stadium."),
            "stadium",
            "prematch.venue.home_of",
            {},
        )


STADIUM = Part(_wanted, _possible, _decided, _differs)


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """A stadium that there is not, or that is nobody's home."""
    venue = prematch.venue
    if not (venue.stadium or venue.home_of):
        return
    if not is_played(ruleset):
        yield not_played("prematch.venue.stadium")
        return
    if venue.stadium:
        yield from (
            replace(one, rule="stadium") for one in unknown_stadium(venue.stadium, ruleset, "prematch.venue.stadium")
        )
    if venue.home_of:
        yield from _home_problems(venue, venue.home_of, teams, ruleset)


def _home_problems(venue: Venue, side: Side, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    team, where = teams[side], "prematch.venue.home_of"
    if team.stadium is None:
        yield Problem("no_home_stadium", marked("{team} has no home stadium."), "stadium", where, {"team": team.name})
        return
    if venue.roller and venue.roller != side:
        yield Problem(
            "home_of_the_other",
            marked("{roller} was chosen to throw for the stadium: {team} cannot play at home."),
            "stadium",
            where,
            {"team": team.name, "roller": teams[venue.roller].name},
        )
    if venue.stadium not in ("", team.stadium.stadium):
        names = stadium_keys(ruleset)
        yield Problem(
            "home_is_another",
            marked("The home stadium of {team} is {home}, not {stadium}."),
            "stadium",
            "prematch.venue.stadium",
            {
                "team": team.name,
                "home": names.get(team.stadium.stadium, team.stadium.stadium),
                "stadium": names.get(venue.stadium, venue.stadium),
            },
        )

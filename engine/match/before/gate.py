"""Who comes to watch: the fans of both sides, their FAME, and two rivals who turn up where the crowd is big."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.dice import Dice
from engine.errors import Problem, marked
from engine.match.before.scene import Ask, Part, Scene
from engine.match.prematch import PreMatch
from engine.match.report import fans_key
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets.model import Fans, Ruleset
from engine.rulesets.tables import Payment
from engine.team.sheet import TeamSheet


def home_fans_key(team: str) -> str:
    return f"home-fans/{team}"


def crowd(side: Side, prematch: PreMatch | None, sheet: TeamSheet, dice: Dice, ruleset: Ruleset) -> int:
    """How many fans of this side come. Nobody does where the rules know no fans."""
    if ruleset.fans is None:
        return 0
    told = prematch.side(side).fans if prematch else None
    if told is not None:
        return told
    thrown = dice.roll(fans_key(sheet.key), *ruleset.fans.dice).total
    home = _home_fans(side, prematch, ruleset)
    more = dice.roll(home_fans_key(sheet.key), *home.dice).total * home.unit + home.fixed if home else 0
    return _of_throw(thrown, sheet, ruleset.fans) + more


def crowd_thrown(side: Side, scene: Scene) -> int | None:
    """What the dice that have fallen say; nothing as long as one is missing."""
    rules, sheet = scene.ruleset.fans, scene.teams[side]
    thrown, home = scene.fallen.get(fans_key(sheet.key)), _home_fans(side, scene.prematch, scene.ruleset)
    more = scene.fallen.get(home_fans_key(sheet.key)) if home else (0,)
    if rules is None or thrown is None or more is None:
        return None
    return _of_throw(sum(thrown), sheet, rules) + (sum(more) * home.unit + home.fixed if home else 0)


def crowd_recorded(side: Side, scene: Scene) -> int | None:
    """What was told, or else what the dice say."""
    told = scene.prematch.side(side).fans
    return crowd_thrown(side, scene) if told is None else told


def fame(mine: int, other: int, ruleset: Ruleset) -> int:
    """Extra rules, the fans and FAME: more fans than the other side, or twice as many."""
    if mine <= other or ruleset.fans is None:
        return 0
    return max((step.fame for step in ruleset.fans.fame if mine >= step.ratio * other), default=0)


def fame_of(side: Side, fans: Mapping[Side, int], prematch: PreMatch | None, ruleset: Ruleset) -> int:
    """A side's FAME in this match: by its fans, and by the stadium, where its attribute adds to that."""
    own = fame(fans[side], fans[other_side(side)], ruleset)
    stadiums = ruleset.stadiums if prematch and ruleset.options.stadiums else None
    extra = stadiums.extra_of(prematch.venue.stadium) if stadiums and prematch else None
    return min(own + extra.fame, max(own, extra.fame_most)) if extra and ruleset.fans else own


def rivals_of(teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> dict[Side, str]:
    """The stars who would turn up at this match, each by the side that he would join; none, at most matches."""
    rules = ruleset.rivals if ruleset.options.special_spectators else None
    if rules is None:
        return {}
    one, other = ruleset.star(rules.one), ruleset.star(rules.other)
    for side in SIDES:
        across = other_side(side)
        if one and other and teams[side].roster in one.teams and teams[across].roster in other.teams:
            return {side: one.key, across: other.key}
    return {}


def they_turn_up(scene: Scene) -> bool:
    """Either coach's throw for his fans is high enough, before anything is added to it."""
    rules, keys = scene.ruleset.rivals, [fans_key(team.key) for team in scene.teams.values()]
    thrown = [sum(scene.fallen[key]) for key in keys if key in scene.fallen]
    return rules is not None and any(total >= rules.fans_from for total in thrown)


def has_to_make_room(side: Side, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> bool:
    """His roster is full: one of his players sits the match out for the star who has come."""
    return teams[side].seats(ruleset) >= ruleset.draft.players_max


def _of_throw(total: int, sheet: TeamSheet, rules: Fans) -> int:
    return (total + sheet.goods[rules.good]) * rules.unit


def _home_fans(side: Side, prematch: PreMatch | None, ruleset: Ruleset) -> Payment | None:
    at_home = prematch is not None and prematch.venue.home_of == side
    return ruleset.stadiums.residency.home_fans if at_home and ruleset.stadiums else None


def _possible(scene: Scene) -> Iterator[Ask]:
    if scene.ruleset.fans is None:
        return
    for side in SIDES:
        yield Ask(fans_key(scene.teams[side].key), scene.ruleset.fans.dice)
        home = _home_fans(side, scene.prematch, scene.ruleset)
        if home is not None:
            yield Ask(home_fans_key(scene.teams[side].key), home.dice)


def _wanted(scene: Scene) -> Iterator[Ask]:
    yield from (ask for ask in _possible(scene) if ask.key not in scene.fallen)


def _decided(scene: Scene) -> PreMatch:
    """The dice are kept and say how many came, whatever a correction makes of a team. Only the rivals are recorded."""
    prematch = scene.prematch
    for side in SIDES:
        if fans_key(scene.teams[side].key) in scene.fallen:
            prematch = prematch.with_side(side, fans=None)
    if they_turn_up(scene):
        for side, star in rivals_of(scene.teams, scene.ruleset).items():
            prematch = prematch.with_side(side, special=star)
    return prematch


def _differs(scene: Scene) -> Iterator[Problem]:
    for side in SIDES:
        thrown, told = crowd_thrown(side, scene), scene.prematch.side(side).fans
        if thrown is not None and told is not None and thrown != told:
            yield Problem(
                "fans_not_as_thrown",
                marked("{team}: the dice bring {thrown} fans; recorded are {told}."),
                "fans",
                f"prematch.{side}.fans",
                {"team": scene.teams[side].name, "thrown": thrown, "told": told},
            )
    keys = {fans_key(team.key) for team in scene.teams.values()}
    if keys <= set(scene.fallen) and scene.prematch.home.special and not they_turn_up(scene):
        yield Problem(
            "rivals_not_drawn",
            marked("Neither throw for the fans is {least} or more: {star} does not turn up."),
            "fans.rivals",
            "prematch.home.special",
            {
                "least": scene.ruleset.rivals.fans_from if scene.ruleset.rivals else 0,
                "star": _star_name(scene.prematch.home.special, scene.ruleset),
            },
        )


FANS = Part(_wanted, _possible, _decided, _differs)


def _star_name(key: str, ruleset: Ruleset) -> str:
    star = ruleset.star(key)
    return star.name if star else key


def problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    """More fans than the dice can bring, or fewer; a star who would not turn up here, or without his rival."""
    for side in SIDES:
        told = prematch.side(side).fans
        if told is not None:
            yield from _fans_problems(told, side, prematch, teams[side], ruleset)
    yield from _rivals_problems(prematch, teams, ruleset)


def _fans_problems(told: int, side: Side, prematch: PreMatch, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[Problem]:
    where, rules = f"prematch.{side}.fans", ruleset.fans
    if rules is None:
        yield Problem("fans_not_played", marked("By these rules no fans are counted."), "fans", where)
        return
    home = _home_fans(side, prematch, ruleset)
    least = _of_throw(len(rules.dice), sheet, rules) + (len(home.dice) * home.unit + home.fixed if home else 0)
    most = _of_throw(sum(rules.dice), sheet, rules) + (sum(home.dice) * home.unit + home.fixed if home else 0)
    if not least <= told <= most or told % rules.unit:
        yield Problem(
            "fans_impossible",
            marked("{team}: {told} fans cannot come; it is {least} to {most}, in steps of {unit}."),
            "fans",
            where,
            {"team": sheet.name, "told": told, "least": least, "most": most, "unit": rules.unit},
        )


def _rivals_problems(prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset) -> Iterator[Problem]:
    found = rivals_of(teams, ruleset)
    here = {side: prematch.side(side).special for side in SIDES if prematch.side(side).special}
    for side, star in here.items():
        where, params = f"prematch.{side}.special", {"star": _star_name(star, ruleset), "team": teams[side].name}
        if found.get(side) != star:
            yield Problem(
                "rival_of_no_side", marked("{star} does not turn up to play for {team}."), "fans.rivals", where, params
            )
        elif other_side(side) not in here:
            yield Problem(
                "rival_alone",
                marked("{star} never turns up alone: the other side has {rival}."),
                "fans.rivals",
                where,
                {"star": params["star"], "rival": _star_name(found[other_side(side)], ruleset)},
            )
    for side in SIDES:
        yield from _room_problems(side, prematch, teams, ruleset)


def _room_problems(
    side: Side, prematch: PreMatch, teams: Mapping[Side, TeamSheet], ruleset: Ruleset
) -> Iterator[Problem]:
    mine, team, where = prematch.side(side), teams[side], f"prematch.{side}.sits_out"
    if not mine.sits_out:
        return
    player = team.player(mine.sits_out)
    if not mine.special or not has_to_make_room(side, teams, ruleset):
        yield Problem(
            "nobody_sits_out", marked("{team} has a place for everybody: nobody sits out."), "fans.rivals", where,
            {"team": team.name},
        )  # fmt: skip
    elif player is None or not player.can_play:
        yield Problem(
            "cannot_sit_out",
            marked("{player} of {team} does not play this match: somebody else has to sit out."),
            "fans.rivals",
            where,
            {"player": player.name if player else mine.sits_out, "team": team.name},
        )

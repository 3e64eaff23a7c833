"""What a player may become, in every edition: skills that are open to him, characteristics that may still rise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from engine import effects as fx
from engine.errors import Problem, marked
from engine.rulesets.coherence import base_name
from engine.rulesets.model import CATEGORY_OF, Ruleset, Skill, required
from engine.rulesets.tables import CHARACTERISTICS, Characteristic, Gain
from engine.team.sheet import Player, TeamSheet

SKILL, SPONSOR = "skill", "sponsor"
# What star player points are spent on, in the order in which the rules list it.
Way = Literal["random-primary", "chosen-primary", "random-secondary", "chosen-secondary", "characteristic"]
WAYS: tuple[Way, ...] = get_args(Way)
SkillGain = Literal["normal", "double", "random-primary", "chosen-primary", "random-secondary", "chosen-secondary"]
PRIMARY: tuple[SkillGain, ...] = ("normal", "random-primary", "chosen-primary")


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that a player may become: a skill by its name, or a characteristic."""

    gain: Gain
    what: str
    value: int  # what it adds to his
    spp: int = 0  # what it costs, where points are spent
    kept: tuple[int, ...] = ()  # the dice it is offered for, if more were thrown than count

    @property
    def key(self) -> str:
        return self.what if self.gain in CHARACTERISTICS else skill_key(self.what)


@dataclass(frozen=True, slots=True)
class Improve:
    """The command: the player's ``nth`` improvement, and what was chosen of what is offered.

    Where points are spent it says on what (``way``), and of which category a random skill is.
    """

    player: str
    nth: int
    choice: str | None = None
    way: str = ""
    category: str = ""
    sponsor: str = ""  # whose dice are thrown, if not the table's own


@dataclass(frozen=True, slots=True)
class Improved:
    """A player has improved: the effects, in their order."""

    effects: tuple[fx.Effect, ...]


def skill_key(name: str) -> str:
    return f"{SKILL}/{name}"


# Keys of dice. What lies on the table says by its key what it was thrown for.


def improvement_key(team: str, player: str, nth: int) -> str:
    return f"improvement/{team}/{player}/{nth}"


def dice_key(command: Improve, team: str) -> str:
    """The key of a command's throw; those of a random skill are numbered behind it."""
    stem = improvement_key(team, command.player, command.nth)
    if command.sponsor:
        return f"{stem}/{SPONSOR}/{command.sponsor}"
    return "/".join(part for part in (stem, command.way, command.category if command.way else "") if part)


def command_of(key: str) -> Improve:
    """The command that a throw was made for."""
    _, _, player, nth, *rest = key.split("/")
    if rest[:1] == [SPONSOR]:
        return Improve(player, int(nth), sponsor=rest[1])
    way, category = (*rest, "", "")[:2]
    return Improve(player, int(nth), way=way, category=category)


# Skills


def open_skills(gain: SkillGain, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[Skill, ...]:
    """Those that he may learn so: of his categories, none that he has, and none that goes with no skill of his.

    A skill with a number is the same skill whatever its number: who has Mighty Blow (+1) has Mighty Blow.
    """
    position = sheet.position_of(player, ruleset)
    owned = {base_name(name) for name in sheet.skills_of(player, ruleset)}
    barred = {name for skill in ruleset.skills if base_name(skill.name) in owned for name in skill.excludes}
    return tuple(
        skill
        for skill in ruleset.learnable(position, position.primary if gain in PRIMARY else position.secondary)
        if base_name(skill.name) not in owned and skill.name not in barred and owned.isdisjoint(skill.excludes)
    )


def skill_offers(gain: SkillGain, player: Player, sheet: TeamSheet, ruleset: Ruleset, spp: int = 0) -> Iterator[Offer]:
    worth = required(ruleset.improvement, "improvement", ruleset).values[gain]
    return (Offer(gain, skill.name, worth, spp) for skill in open_skills(gain, player, sheet, ruleset))


def categories_of(gain: SkillGain, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> tuple[str, ...]:
    """The categories he learns from so, as the team list has them."""
    position = sheet.position_of(player, ruleset)
    return tuple(CATEGORY_OF[letter] for letter in (position.primary if gain in PRIMARY else position.secondary))


# Characteristics


def characteristic_offers(
    name: Characteristic, player: Player, sheet: TeamSheet, ruleset: Ruleset, spp: int = 0
) -> Iterator[Offer]:
    if may_rise(name, player, sheet, ruleset):
        worth = required(ruleset.improvement, "improvement", ruleset).values[name]
        yield Offer(name, name, worth, spp)


def may_rise(name: Characteristic, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """Within the edition's limits, and unless a sponsor forbids it (2016/17 league compendium, sponsorship deals)."""
    sponsor = ruleset.sponsor(sheet.sponsor)
    if sponsor is not None and name in sponsor.barred:
        return False
    return _gains_within(name, player, ruleset) and _stays_below(name, player, sheet, ruleset)


def _gains_within(name: Characteristic, player: Player, ruleset: Ruleset) -> bool:
    """By value: what an injury took may be won back (FAQ on improvements); or by how often, as the edition says."""
    rules = required(ruleset.improvement, "improvement", ruleset)
    points = player.gained[name] if rules.by_times else player.gained[name] - player.lost[name]
    return rules.most_gained is None or points < rules.most_gained


def _stays_below(name: Characteristic, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """A target improves downwards; one that he cannot do at all becomes the worst that there is."""
    rules, bound = required(ruleset.improvement, "improvement", ruleset), ruleset.bound(name)
    now = sheet.characteristic(player, name, ruleset)
    if now is None:
        return bound is not None and bound.low_is_better
    if bound is not None and (now <= bound.best if bound.low_is_better else now >= bound.best):
        return False
    return rules.highest is None or now < rules.highest


# Refusals that both ways of improving share


def unknown_player(key: str, sheet: TeamSheet) -> Problem:
    return Problem(
        "player_unknown",
        marked("{team} has no player {player}."),
        "improvement",
        "player",
        {"team": sheet.name, "player": key},
    )


def all_taken(player: Player) -> Problem:
    return Problem(
        "improvements_all_taken",
        marked("{player} has had {taken} improvements; there are no more."),
        "improvement",
        "player",
        {"player": player.name, "taken": len(player.improvements)},
    )


def not_offered(choice: str, player: Player, faces: tuple[int, ...]) -> Problem:
    return Problem(
        "improvement_not_offered",
        marked("“{choice}” is nothing that {player} may take after throwing {faces}."),
        "improvement",
        "choice",
        {"choice": choice, "player": player.name, "faces": ", ".join(map(str, faces))},
    )


def team_retired(sheet: TeamSheet) -> Problem:
    return Problem(
        "improvement_team_retired",
        marked("{team} plays no more: nobody improves."),
        "improvement",
        "player",
        {"team": sheet.name},
    )


def way_unknown(way: str, ways: tuple[str, ...]) -> Problem:
    return Problem(
        "improvement_way_unknown",
        marked("“{way}” is no way to improve here. There are: {ways}."),
        "improvement",
        "way",
        {"way": way, "ways": ", ".join(ways) or "-"},
    )

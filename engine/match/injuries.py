"""Casualties: what the table says, who heals it, what is left of it, and who may rise from the dead.

In the order of the rules: the throw (two of them for a rotting body), an apothecary's second throw, Regeneration and an
Igor's second try at it, a poisoned blade. What an edition knows of all this its casualty table says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine import effects as fx
from engine.dice import Dice, Roll
from engine.match import report as keys
from engine.match.events import Kept
from engine.match.report import Casualty, SideReport
from engine.rulesets.coherence import base_name
from engine.rulesets.furniture import Healer
from engine.rulesets.model import CasualtyResult, CasualtyTable, Good, Ruleset, SkillRoll
from engine.rulesets.tables import Characteristic, Raising, score_of
from engine.team.evolve import fold
from engine.team.sheet import Player, TeamSheet

NIGGLE = "niggle"  # the modifier that counts once for each niggling injury
DECAY, APOTHECARY, IGOR = "decay", "apothecary", "igor"  # parts of keys


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw on the casualty table and what it came to. What was told without its dice has no roll."""

    roll: Roll | None
    result: CasualtyResult
    kept: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that was thrown for one casualty, and what it did."""

    throws: tuple[Throw, ...]
    lasting: tuple[Roll | None, ...] = ()  # one for each lasting result; none where it was told without its die
    regeneration: tuple[Roll, ...] = ()  # the second one is an Igor's
    poison: Roll | None = None
    saved: str = ""  # by whom or by what; the player is back in the reserves
    effects: tuple[fx.Effect, ...] = ()

    @property
    def results(self) -> tuple[CasualtyResult, ...]:
        """Those that count."""
        return tuple(throw.result for throw in self.throws if throw.kept)

    @property
    def dead(self) -> bool:
        return any(isinstance(effect, fx.PlayerDied) for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Injured:
    """One casualty of a report, with both teams as they stand when it happens."""

    casualty: Casualty
    nth: int  # the player's first, second, ... of this match
    sheet: TeamSheet
    opponent: TeamSheet
    ruleset: Ruleset

    @property
    def table(self) -> CasualtyTable:
        return self.ruleset.casualty

    @property
    def player(self) -> Player:
        return next(player for player in self.sheet.players if player.key == self.casualty.victim)

    @property
    def subject(self) -> tuple[str, str, int]:
        """Of whom the keys of the dice speak."""
        return self.sheet.key, self.casualty.victim, self.nth

    @property
    def rots(self) -> bool:
        return has_skill(self.table.twice, self.player, self.sheet, self.ruleset)

    @property
    def regeneration(self) -> SkillRoll | None:
        rules = self.table.regeneration
        return rules if rules and has_skill(rules.skill, self.player, self.sheet, self.ruleset) else None

    @property
    def poison(self) -> SkillRoll | None:
        rules, by = self.table.poison, self.opponent.player(self.casualty.by or "")
        if rules is None or by is None or not has_skill(rules.skill, by, self.opponent, self.ruleset):
            return None
        return rules if not rules.causes or self.casualty.cause in rules.causes else None

    @property
    def modifier(self) -> int:
        """What is added to the throw: for each niggling injury, and for what a skill makes worse."""
        player = self.player
        niggles = sum(one.modifier * player.niggles for one in self.table.modifiers if one.key == NIGGLE)
        skills = (one for one in self.table.modifiers if one.key != NIGGLE)
        return niggles + sum(one.modifier for one in skills if has_skill(one.skill, player, self.sheet, self.ruleset))


def has_skill(skill: str, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """By its name, whatever number it goes with; what has no name nobody has."""
    return bool(skill) and base_name(skill) in {base_name(own) for own in sheet.skills_of(player, ruleset)}


def healers(kind: Healer, sheet: TeamSheet, ruleset: Ruleset, of: str = "active") -> int:
    """How many a team has who treat a player of that status, its own or hired for the match; each helps once in it."""
    own = (good for good in ruleset.goods if good.healer == kind and of not in _untreated(good, ruleset))
    hired = (one for one in ruleset.inducements if one.healer == kind and of not in one.untreated)
    return sum(sheet.goods[good.key] for good in own) + sum(sheet.induced[one.key] for one in hired)


def wakers(sheet: TeamSheet, ruleset: Ruleset, of: str = "active") -> int:
    """How many were hired who may treat a player of that status who is knocked out, instead of what else they do."""
    hired = (one for one in ruleset.inducements if one.heals_kos and of not in one.untreated)
    return sum(sheet.induced[one.key] for one in hired)


def _untreated(good: Good, ruleset: Ruleset) -> tuple[str, ...]:
    strict = good.healer == "apothecary" and not ruleset.casualty.apothecary_journeymen
    return (*good.untreated, "journeyman") if strict else good.untreated


def suffered(
    mine: SideReport, sheet: TeamSheet, opponent: TeamSheet, dice: Dice, ruleset: Ruleset
) -> Iterator[tuple[Injured, Outcome]]:
    """A side's casualties one after the other: each finds the player as the one before has left him."""
    times: Counter[str] = Counter()
    for casualty in mine.casualties:
        times[casualty.victim] += 1
        injured = Injured(casualty, times[casualty.victim], sheet, opponent, ruleset)
        if injured.player.status == "dead" or injured.player.guest:
            continue  # corrected dice killed him before this could happen; or he was only here for the match
        outcome = outcome_of(injured, dice)
        sheet = fold(sheet, outcome.effects)
        yield injured, outcome


def dice_of(injured: Injured) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every roll that this casualty can ask for."""
    return ((keys.hurt_key(part, *injured.subject), sides) for part, sides in parts_of(injured))


def dice_by_key(injured: Injured, thrown: Mapping[str, tuple[int, ...]]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Dice that were told by the part of their key, as an event has them; what this casualty does not ask for too."""
    return ((keys.hurt_key(part, *injured.subject), faces) for part, faces in thrown.items())


def parts_of(injured: Injured) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The parts of their keys: ``casualty``, ``casualty/apothecary``, ``regeneration/igor`` ..."""
    table = injured.table
    if injured.casualty.result:
        # What was told without its dice throws none; only of a lasting injury it may not be known which.
        told = _told(injured)
        yield from ((_part("lasting", part), table.lasting_dice) for part, _ in _unknown_lasting(injured, told))
        return
    slots = ("", DECAY) if injured.rots else ("",)
    for part in (*slots, *((APOTHECARY,) if injured.casualty.apothecary else ())):
        yield _part("casualty", part), table.dice
    if table.lasting:
        yield from ((_part("lasting", part), table.lasting_dice) for part in slots)
    if injured.regeneration:
        for part in ("", IGOR) if injured.casualty.igor else ("",):
            yield _part("regeneration", part), injured.regeneration.dice
    if injured.poison:
        yield "poison", injured.poison.dice


def _part(purpose: str, part: str) -> str:
    return f"{purpose}/{part}" if part else purpose


def _told(injured: Injured) -> tuple[CasualtyResult, ...]:
    """The results that were told without their dice: of a rotting body, two."""
    casualty = injured.casualty
    return tuple(injured.table.told(key) for key in (casualty.result, casualty.second) if key)


def _unknown_lasting(injured: Injured, told: tuple[CasualtyResult, ...]) -> Iterator[tuple[str, CasualtyResult]]:
    """The lasting injuries of which the die is still wanted. ``lasting`` tells the first."""
    slots = [(part, result) for part, result in zip(("", DECAY), told, strict=False) if result.lasting]
    return iter(slots[1:] if injured.casualty.lasting else slots)


def treated(injured: Injured, dice: Dice) -> Outcome:
    """What was thrown until it was clear whether the player comes back in this match."""
    throws = _thrown(injured, dice)
    if injured.casualty.result and injured.casualty.regenerated:
        return Outcome(throws, saved="regeneration")
    if saved := _patched_up(injured, throws):
        return Outcome(throws, saved=saved)
    tries = _regeneration(injured, dice) if not injured.casualty.result else ()
    healed = injured.regeneration and tries and injured.regeneration.succeeds(tries[-1].faces)
    return Outcome(throws, regeneration=tries, saved="regeneration" if healed else "")


def outcome_of(injured: Injured, dice: Dice) -> Outcome:
    outcome = treated(injured, dice)
    outcome = replace(outcome, poison=_poison(injured, outcome, dice), lasting=_lasting(injured, outcome, dice))
    return replace(outcome, effects=tuple(_effects(injured, outcome)))


def _effects(injured: Injured, outcome: Outcome) -> Iterator[fx.Effect]:
    victim = injured.casualty.victim
    if outcome.saved:
        worst = max(outcome.results, key=_severity)
        yield fx.CasualtySaved(victim, worst.key, outcome.saved)
    elif any(result.dead for result in outcome.results):
        yield fx.PlayerDied(victim)
    else:
        yield from _injuries(injured, outcome)
    if injured.poison and outcome.poison and injured.poison.succeeds(outcome.poison.faces):
        yield fx.InjurySuffered(victim, injured.poison.key, misses_next=True)


def _thrown(injured: Injured, dice: Dice) -> tuple[Throw, ...]:
    """In the order of throwing. An apothecary has one throw repeated: of two, the worse."""
    if injured.casualty.result:
        return tuple(Throw(None, result) for result in _told(injured))
    throws = [_throw(injured, part, dice) for part in (("", DECAY) if injured.rots else ("",))]
    if not injured.casualty.apothecary:
        return tuple(throws)
    first = max(throws, key=lambda throw: _severity(throw.result))
    second = _throw(injured, APOTHECARY, dice)
    kept = injured.casualty.kept or _milder(first, second)
    throws[throws.index(first)] = replace(first, kept=kept == "first")
    return (*throws, replace(second, kept=kept == "second"))


def _throw(injured: Injured, part: str, dice: Dice) -> Throw:
    roll = dice.roll(keys.casualty_key(*injured.subject, part), *injured.table.dice)
    return Throw(roll, injured.table.felt(score_of(roll.faces) + injured.modifier))


def _severity(result: CasualtyResult) -> int:
    """Casualty tables go from the mild to the grave."""
    return result.first


def _milder(first: Throw, second: Throw) -> Kept:
    return "second" if _severity(second.result) < _severity(first.result) else "first"


def _patched_up(injured: Injured, throws: tuple[Throw, ...]) -> str:
    """Who is only badly hurt after an apothecary has seen him goes back to the reserves."""
    back = injured.casualty.apothecary and injured.table.apothecary_reserves
    return "apothecary" if back and all(throw.result.harmless for throw in throws if throw.kept) else ""


def _regeneration(injured: Injured, dice: Dice) -> tuple[Roll, ...]:
    """After the casualty and any apothecary; one throw heals all results."""
    rules = injured.regeneration
    if rules is None:
        return ()
    first = dice.roll(keys.regeneration_key(*injured.subject), *rules.dice)
    if rules.succeeds(first.faces) or not injured.casualty.igor:
        return (first,)
    return first, dice.roll(keys.regeneration_key(*injured.subject, IGOR), *rules.dice)


def _poison(injured: Injured, outcome: Outcome, dice: Dice) -> Roll | None:
    """Only who is badly hurt after all throws on the table feels it, and who regenerates is rid of it."""
    rules = injured.poison
    if (
        rules is None
        or injured.casualty.result
        or outcome.saved == "regeneration"
        or not all(result.harmless for result in outcome.results)
    ):
        return None
    return dice.roll(keys.poison_key(*injured.subject), *rules.dice)


def _lasting(injured: Injured, outcome: Outcome, dice: Dice) -> tuple[Roll | None, ...]:
    """Thrown for what counts in the end, so that a choice between two throws never buys another one."""
    if outcome.saved or any(result.dead for result in outcome.results):
        return ()
    slots = [part for part, result in zip(("", DECAY), outcome.results, strict=False) if result.lasting]
    told: list[Roll | None] = [None] if slots and injured.casualty.lasting else []
    return (
        *told,
        *(
            dice.roll(keys.lasting_key(*injured.subject, part), *injured.table.lasting_dice)
            for part in slots[len(told) :]
        ),
    )


def _injuries(injured: Injured, outcome: Outcome) -> Iterator[fx.InjurySuffered]:
    """One after the other: the second finds what the first has left."""
    sheet, fallen = injured.sheet, iter(outcome.lasting)
    for result in outcome.results:
        what = _made_lasting(result, _lasting_result(injured, next(fallen))) if result.lasting else result
        effect = injury(replace(injured, sheet=sheet).player, what, sheet, injured.ruleset)
        sheet = fold(sheet, [effect])
        yield effect


def _lasting_result(injured: Injured, roll: Roll | None) -> CasualtyResult:
    if roll is None:
        return injured.table.told(injured.casualty.lasting)
    score = score_of(roll.faces)
    return next(one for one in injured.table.lasting if one.first <= score <= one.last)


def _made_lasting(result: CasualtyResult, what: CasualtyResult) -> CasualtyResult:
    """What a lasting injury is, instead of its bare name; the next match is missed all the same."""
    return replace(what, misses_next=result.misses_next, niggle=result.niggle or what.niggle, lasting=True)


def injury(player: Player, result: CasualtyResult, sheet: TeamSheet, ruleset: Ruleset) -> fx.InjurySuffered:
    """A characteristic at its floor is spared; the next game is missed all the same (readings A-01, A-02, N-01)."""
    loses = result.loses
    if loses is not None and _at_its_worst(loses, player, sheet, ruleset):
        loses = None
    return fx.InjurySuffered(
        player=player.key,
        result=result.key,
        misses_next=result.misses_next,
        niggle=result.niggle,
        loses=loses,
        lasting=result.lasting,
    )


def _at_its_worst(name: Characteristic, player: Player, sheet: TeamSheet, ruleset: Ruleset) -> bool:
    """At the bound of the characteristic where it has one; else never below a floor that its start decides."""
    bound = ruleset.bound(name)
    if bound is not None:
        now = sheet.characteristic(player, name, ruleset)
        return now is None or (now >= bound.worst if bound.low_is_better else now <= bound.worst)
    start = sheet.position_of(player, ruleset).characteristic(name) or ruleset.casualty.lowest
    floor = max(ruleset.casualty.lowest, start - ruleset.casualty.most_lost)
    return start + player.gained[name] - player.lost[name] <= floor


# Raising the dead.


def risen(injured: Injured) -> Iterator[fx.DeadMayRise]:
    """By which rules the player who died so may come back on the other side. How many do is for its coach to say."""
    for rule in injured.ruleset.raising:
        if _raises(rule, injured) and _may_rise(rule, injured):
            yield fx.DeadMayRise(injured.player.key, injured.player.name, rule.key, rule.position)


def _raises(rule: Raising, injured: Injured) -> bool:
    """Whether the other team is one that raises, and its killer one of those whose victims rise."""
    team, ruleset = injured.opponent, injured.ruleset
    roster = ruleset.roster(team.roster)
    if rule.position not in {position.key for position in roster.positions}:
        return False
    if not (team.roster in rule.teams if rule.teams else rule.special_rule in team.special_rules(roster)):
        return False
    by = team.player(injured.casualty.by or "")
    return not rule.killer_skill or (by is not None and has_skill(rule.killer_skill, by, team, ruleset))


def _may_rise(rule: Raising, injured: Injured) -> bool:
    player, sheet, ruleset = injured.player, injured.sheet, injured.ruleset
    strength = sheet.characteristic(player, "st", ruleset) or 0
    if strength > rule.st_max or (rule.causes and injured.casualty.cause not in rule.causes):
        return False
    return not any(has_skill(skill, player, sheet, ruleset) for skill in rule.without)

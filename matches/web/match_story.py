"""A match in words: what happened on the pitch, and what each step of the post-match sequence came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from django.utils.translation import gettext, ngettext

from config.words import roll_word, word
from engine import effects as fx
from engine.dice import Dice, ReplayDice, Roll, TableDice, notation
from engine.errors import DieMissing
from engine.match import checks, injuries
from engine.match.injuries import Injured
from engine.match.report import MatchReport, SideReport, fans_key
from engine.rulesets import Ruleset
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from matches.mapping import roll_of
from matches.models import DiceRoll
from matches.selectors.matches import MatchPage, SidePage
from teams.models import Team

# Kinds of events that have no picture of their own.
_ICONS = {
    "superb-throw": "completion",
    "deflection": "interception",
    "ko": "done",
    "rise": "casualty",
    "touchdown": "touchdown",
    "completion": "completion",
    "interception": "interception",
    "casualty": "casualty",
    "mvp": "mvp",
    "fans": "fans",
    "foul": "problem",
    "sent-off": "problem",
}
PLAIN = "waits"  # of what has no picture: time goes on


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll with the words for what it was thrown for and what it came to."""

    what: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, told on the side it happened to."""

    kind: str
    side: str
    team: Team | None  # None: it befell both sides
    who: str
    what: str
    roll: Roll | DiceRoll | None = None
    outcome: str = ""
    rolls: tuple[Thrown, ...] = ()  # where one roll is not the whole story
    times: int = 1

    @property
    def icon(self) -> str:
        return _ICONS.get(self.kind, PLAIN)


@dataclass(frozen=True, slots=True)
class TypedDie:
    """A die that a report brings along, before anybody has agreed to it."""

    team: Team | None  # None: it was thrown for both sides
    roll: Roll


def typed_dice(page: MatchPage, ruleset: Ruleset) -> tuple[TypedDie, ...]:
    """Every die that was thrown at the table and typed in: who confirms the report agrees to these as well."""
    if page.report is None:
        return ()
    teams = {side.team.key: side.team for side in page.sides}
    sheets = {side.team.key: side.sheet for side in page.sides}
    known = dict(checks.dice_of(page.report, sheets, ruleset))
    return tuple(
        TypedDie(
            next((teams[part] for part in key.split("/") if part in teams), None), Roll(key, known[key], faces, "table")
        )
        for key, faces in page.report.dice.items()
        if key in known
    )


# What happened.


def events_of(page: MatchPage, ruleset: Ruleset) -> tuple[Event, ...]:
    """Home and away side by side, one kind after the other."""
    report = page.report
    if report is None:
        return ()
    home, away = (tuple(_side_events(page, side, report, ruleset)) for side in page.sides)
    kinds = ("fans", *checks.deeds_of(ruleset), "casualty", "ko", "rise", "mvp")
    pairs = (zip_longest(_of(home, kind), _of(away, kind)) for kind in kinds)
    return tuple(event for event in chain.from_iterable(chain.from_iterable(pairs)) if event)


def _of(events: Iterable[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def _side_events(page: MatchPage, side: SidePage, report: MatchReport, ruleset: Ruleset) -> Iterator[Event]:
    mine, other = (report.home, page.sides[1].sheet) if side.side == "home" else (report.away, page.sides[0].sheet)
    yield from _gate(page, side, ruleset)
    for deeds in mine.deeds:
        for deed, times in deeds.counts.items():
            what = word("deed", deed)
            who = called(side.sheet, deeds.player)
            yield Event(deed, side.side, side.team, who, times_told(what, times), times=times)
    yield from _casualties(page, side, mine, other, report, ruleset)
    for player in mine.healed_kos:
        what = gettext("Knocked out, and back on his feet by the apothecary")
        yield Event("ko", side.side, side.team, called(side.sheet, player), what)
    yield from _risen(side, ruleset)
    yield from _mvp(side, mine)


def _gate(page: MatchPage, side: SidePage, ruleset: Ruleset) -> Iterator[Event]:
    """Nobody counts the fans of an edition that has none, and FAME is said where it is known."""
    for effect in side.injuries:
        if isinstance(effect, fx.MatchPlayed) and ruleset.fans:
            fans = ngettext("{fans} fan", "{fans} fans", effect.fans).format(fans=f"{effect.fans:,}")
            yield Event(
                "fans",
                side.side,
                side.team,
                fans,
                _fame(effect, ruleset),
                _lying(page.dice.rolls, fans_key(side.team.key)),
            )


def _fame(played: fx.MatchPlayed, ruleset: Ruleset) -> str:
    if not ruleset.fans or not ruleset.fans.fame:
        return gettext("Came to see it")
    return gettext("FAME +{fame}").format(fame=played.fame) if played.fame else gettext("No FAME")


def _casualties(
    page: MatchPage, side: SidePage, mine: SideReport, other: TeamSheet, report: MatchReport, ruleset: Ruleset
) -> Iterator[Event]:
    """Each with all that was thrown for it. Until the report stands, dice that were typed in are all there is."""
    dice = ReplayDice((roll_of(row) for row in page.dice.rolls), fresh=TableDice(report.dice))
    sheet, times = side.sheet, Counter(casualty.victim for casualty in mine.casualties)
    seen: Counter[str] = Counter()
    for casualty in mine.casualties:
        seen[casualty.victim] += 1
        what = word("cause", casualty.cause)
        if casualty.by is not None:
            what = gettext("{cause} by {player}").format(cause=what, player=called(other, casualty.by))
        event = Event("casualty", side.side, side.team, called(side.sheet, casualty.victim), what)
        injured = Injured(casualty, seen[casualty.victim], sheet, other, ruleset)
        try:
            outcome = injuries.outcome_of(injured, dice)
        except DieMissing:
            yield _unthrown(event, injured, dice, ruleset)
            continue
        sheet = fold(sheet, outcome.effects)
        # Once in the ledger, what it did is read there: a correction may have left more or less of it.
        told = () if times[casualty.victim] > 1 else _effects_on(side, casualty.victim)
        rolls = tuple(thrown_for(injured, outcome, ruleset))
        yield replace(
            event,
            roll=rolls[0].roll if len(rolls) == 1 else None,
            rolls=rolls if len(rolls) > 1 else (),
            outcome=" ".join(came_to(told or outcome.effects, ruleset)),
        )


def _unthrown(event: Event, injured: Injured, dice: Dice, ruleset: Ruleset) -> Event:
    """The server has still to throw for it; what was typed in is shown already."""
    asked = dict(injuries.dice_of(injured))
    rolls = tuple(Thrown(roll_word(roll.key), roll) for roll in dice.log if roll.key in asked)
    missing = notation(ruleset.casualty.dice)
    said = gettext("The server throws the {dice} when the report is confirmed.").format(dice=missing)
    if rolls:
        said = gettext("The server throws the rest when the report is confirmed.")
    return replace(event, rolls=rolls, outcome=said)


def thrown_for(injured: Injured, outcome: injuries.Outcome, ruleset: Ruleset) -> Iterator[Thrown]:
    for throw in outcome.throws:
        said = gettext("{roll}: {result}") if throw.kept else gettext("{roll}: {result}, not kept")
        # What coaches told without its dice was thrown by nobody here.
        if throw.roll is not None:
            yield Thrown(said.format(roll=roll_word(throw.roll.key), result=throw.result.name), throw.roll)
    yield from (Thrown(roll_word(roll.key), roll) for roll in outcome.lasting if roll is not None)
    for roll in outcome.regeneration:
        healed = injured.regeneration is not None and injured.regeneration.succeeds(roll.faces)
        said = gettext("{roll}: healed") if healed else gettext("{roll}: failed")
        yield Thrown(said.format(roll=roll_word(roll.key)), roll)
    if outcome.poison and injured.poison:
        felt = injured.poison.succeeds(outcome.poison.faces)
        said = gettext("{skill}: poisoned") if felt else gettext("{skill}: no poison")
        yield Thrown(said.format(skill=injured.poison.skill), outcome.poison)


def _effects_on(side: SidePage, player: str) -> tuple[fx.Effect, ...]:
    kinds = (fx.InjurySuffered, fx.CasualtySaved, fx.PlayerDied)
    return tuple(one for one in side.injuries if isinstance(one, kinds) and one.player == player)


def came_to(effects: Iterable[fx.Effect], ruleset: Ruleset) -> Iterator[str]:
    table = ruleset.casualty
    for effect in effects:
        if isinstance(effect, fx.PlayerDied):
            yield next((result.name for result in table.results if result.dead), gettext("Dead"))
        elif isinstance(effect, fx.InjurySuffered):
            yield injury_words(table.name_of(effect.result), effect)
        elif isinstance(effect, fx.PlayerCalledAway):
            yield gettext("Called away by a sponsor: misses the next match.")
        elif isinstance(effect, fx.CasualtySaved):
            yield saved_words(table.name_of(effect.result), effect)


def _risen(side: SidePage, ruleset: Ruleset) -> Iterator[Event]:
    """Opponents whom this side may raise after the match."""
    names = {rule.key: rule.name for rule in ruleset.raising}
    positions = {position.key: position.name for position in ruleset.roster(side.sheet.roster).positions}
    for effect in side.injuries:
        if isinstance(effect, fx.DeadMayRise):
            position = positions.get(effect.position, effect.position)
            what = gettext("May rise as {position} ({rule})")
            what = what.format(position=position, rule=names.get(effect.raising, effect.raising))
            yield Event("rise", side.side, side.team, effect.name, what)


def _lying(rolls: Iterable[DiceRoll], key: str) -> DiceRoll | None:
    return next((roll for roll in rolls if roll.key == key), None)


def injury_words(name: str, injury: fx.InjurySuffered) -> str:
    """The result's name and what it means: what the rules' floors left of it."""
    harm = []
    if injury.misses_next:
        harm.append(gettext("misses the next match"))
    if injury.niggle:
        harm.append(gettext("a niggling injury"))
    if injury.loses:
        lost = gettext("−1 {characteristic}")  # noqa: RUF001
        harm.append(lost.format(characteristic=word("characteristic", injury.loses)))
    meaning = ", ".join(harm) or gettext("no lasting harm")
    return gettext("{result}: {meaning}.").format(result=name, meaning=meaning)


def saved_words(name: str, saved: fx.CasualtySaved) -> str:
    return gettext("{result}: {healer}.").format(result=name, healer=word("saved-by", saved.by))


def _mvp(side: SidePage, mine: SideReport) -> Iterator[Event]:
    for line in side.steps:
        for effect in line.effects:
            if isinstance(effect, fx.SppEarned) and effect.deed == "mvp":
                roll = line.rolls[0] if line.rolls else None
                who = called(side.sheet, effect.player)
                yield Event("mvp", side.side, side.team, who, word("deed", "mvp"), roll)
                return
    if mine.nominees:
        who = ", ".join(called(side.sheet, nominee) for nominee in mine.nominees)
        yield Event("mvp", side.side, side.team, who, gettext("Nominated for most valuable player"))


def called(sheet: TeamSheet, key: str) -> str:
    player = sheet.player(key)
    return f"#{player.number} {player.name}" if player else key


def times_told(what: str, times: int) -> str:
    return what if times == 1 else gettext("{what} × {times}").format(what=what, times=times)  # noqa: RUF001

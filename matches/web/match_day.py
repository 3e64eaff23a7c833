"""The day of a match on its page: what came before it, how it ended, both sheets as they were, what was corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext, ngettext

from config.words import word
from engine import effects as fx
from engine.match.before import gate
from engine.match.before.scene import Scene
from engine.match.prematch import Induced, PreMatch, SidePreMatch
from engine.match.report import MatchReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.team.known import stadium_keys
from engine.team.sheet import Player, TeamSheet
from matches.mapping import fallen_of
from matches.models import Match, MatchKind
from matches.selectors.arranging import exhibition_effects
from matches.selectors.corrections import match_corrections, retold_of
from matches.selectors.live import prematch_recorded
from matches.selectors.matches import MatchPage
from matches.selectors.own_gold import OwnGold, own_gold_of
from matches.web.match_gains import gains_of
from matches.web.match_story import events_of
from matches.web.match_turns import besides, halves_of
from teams.models import Team
from teams.selectors.teams import CharacteristicCell, characteristic_cells


@dataclass(frozen=True, slots=True)
class Fact:
    what: str
    said: str


@dataclass(frozen=True, slots=True)
class SideDay:
    """One side on the day: what it brought, and who stood on its sheet."""

    side: Side
    team: Team
    facts: tuple[Fact, ...]
    sheet: TeamSheet
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    player: Player
    position: str
    characteristics: tuple[CharacteristicCell, ...]
    skills: str
    part: str  # what part he has in the team, if he is no ordinary player

    @property
    def absent(self) -> bool:
        return not self.player.can_play


def match_day(page: MatchPage, ruleset: Ruleset) -> dict[str, object]:
    """What the page of a match shows besides its steps; nothing of it is asked for again."""
    page = _as_if_it_counted(page)
    events = events_of(page, ruleset)
    halves = halves_of(page, events, ruleset)
    prematch = page.report.prematch if page.report else prematch_recorded(page.match)
    gold = own_gold_of(page, page.report.played_with if page.report else prematch, ruleset)
    gates = _gates(page, prematch, ruleset)
    return {
        "events": besides(page, events, ruleset) if halves else events,
        "halves": halves,
        "ended": ended(page),
        "before": before(prematch, page, ruleset),
        "days": tuple(_side_day(page, side, prematch, gold.get(side), gates.get(side, ""), ruleset) for side in SIDES),
        "gains": gains_of(page, ruleset),
        "corrections": retold_of(page.match),
        "corrected_by": match_corrections(page.match),
        "exhibition": page.match.kind == MatchKind.EXHIBITION,
    }


def _as_if_it_counted(page: MatchPage) -> MatchPage:
    """Of an exhibition match nothing is in the ledger: what it came to is decided for whoever looks at it."""
    effects = exhibition_effects(page.match)
    if not effects:
        return page
    home, away = (
        replace(side, injuries=tuple(one.effect for one in effects if one.team == side.team.key)) for side in page.sides
    )
    return replace(page, sides=(home, away))


# How it ended.


def ended(page: MatchPage) -> str:
    """In a sentence, if it was not like other matches."""
    report, match = page.report, page.match
    if report is None:
        return ""
    if report.ending != "played":
        return _given_up(report, match)
    if report.shoot_out:
        winner = _team(match, report.shoot_out).name
        return gettext("{team} won the shoot-out.").format(team=winner)
    return gettext("Decided in extra time.") if report.overtime else ""


def _never_played(report: MatchReport, match: Match) -> str:
    said = gettext("Neither side came: both have lost.")
    if report.gave_up:
        team = _team(match, report.gave_up).name
        said = gettext("{team} did not come: the match was never played.").format(team=team)
    if report.prematch and any(report.prematch.side(side).induced for side in SIDES):
        said = f"{said} {gettext('What had been bought for it was not paid.')}"
    return said


def _given_up(report: MatchReport, match: Match) -> str:
    if report.ending == "walkover":
        return _never_played(report, match)
    team = _team(match, report.gave_up).name if report.gave_up else ""
    said = gettext("{team} gave up.").format(team=team)
    if report.could_field is not None:
        could = ngettext(
            "It could have set up {players} player.", "It could have set up {players} players.", report.could_field
        )
        said = f"{said} {could.format(players=report.could_field)}"
    awarded = sum(mine.awarded for _, mine, _ in report.sides())
    if awarded:
        more = ngettext(
            "{count} touchdown was awarded that nobody scored.",
            "{count} touchdowns were awarded that nobody scored.",
            awarded,
        )
        said = f"{said} {more.format(count=awarded)}"
    return said


def _team(match: Match, side: str) -> Team:
    return match.home if side == "home" else match.away


# Before it.


def before(prematch: PreMatch | None, page: MatchPage, ruleset: Ruleset) -> tuple[Fact, ...]:
    """What was recorded of the hour before it; a blank says nothing."""
    if prematch is None:
        return ()
    return tuple(fact for fact in _facts(prematch, page.match, ruleset) if fact.said)


def _facts(prematch: PreMatch, match: Match, ruleset: Ruleset) -> Iterator[Fact]:
    yield Fact(gettext("Weather"), _result(ruleset, "weather", prematch.weather))
    venue = prematch.venue
    kind = stadium_keys(ruleset).get(venue.stadium, venue.stadium)
    yield Fact(gettext("Stadium"), ", ".join(filter(None, (venue.name, kind))))
    if venue.home_of:
        yield Fact(gettext("Home of"), _team(match, venue.home_of).name)
    yield Fact(gettext("Referee"), _result(ruleset, "referees", prematch.referee))
    if prematch.kicking:
        yield Fact(gettext("Kicked off first"), _team(match, prematch.kicking).name)


def _result(ruleset: Ruleset, tables: str, key: str) -> str:
    return next((one.name for table in getattr(ruleset, tables) for one in table.results if one.key == key), key)


# Each side.


def _gates(page: MatchPage, prematch: PreMatch | None, ruleset: Ruleset) -> dict[Side, str]:
    """Who came on each side, in words: as it counts or, before that, as it was told and as the dice have fallen."""
    played = {
        side.side: next((one for one in side.injuries if isinstance(one, fx.MatchPlayed)), None) for side in page.sides
    }
    came: dict[Side, int] = {side: one.fans for side in SIDES if (one := played[side]) and one.fans}
    fame: dict[Side, int] = {side: one.fame for side in SIDES if (one := played[side])}
    if prematch is not None and not fame:
        teams: dict[Side, TeamSheet] = {"home": page.sides[0].sheet, "away": page.sides[1].sheet}
        fallen = fallen_of(page.dice.rolls) | dict(page.report.dice if page.report else {})
        scene = Scene(prematch, teams, ruleset, fallen, page.match.key)
        came = {side: fans for side in SIDES if (fans := gate.crowd_recorded(side, scene))}
        fame = {side: gate.fame_of(side, came, prematch, ruleset) for side in SIDES} if len(came) == len(SIDES) else {}
    return {side: _gate(came[side], fame.get(side, 0)) for side in came}


def _gate(fans: int, fame: int) -> str:
    return gettext("{fans}, FAME +{fame}").format(fans=f"{fans:,}", fame=fame) if fame else f"{fans:,}"


def _side_day(
    page: MatchPage, side: Side, prematch: PreMatch | None, gold: OwnGold | None, came: str, ruleset: Ruleset
) -> SideDay:
    mine = page.sides[0] if side == "home" else page.sides[1]
    own = prematch.side(side) if prematch else SidePreMatch()
    facts = (
        Fact(gettext("Fans"), came),
        Fact(gettext("FAME lost during the match"), str(_fame_lost(page.report, side) or "")),
        Fact(gettext("Journeymen"), ", ".join(_positions(own, mine.sheet, ruleset))),
        Fact(gettext("Inducements"), ", ".join(_bought(one, mine.sheet, ruleset) for one in own.induced or ())),
        Fact(gettext("Own gold spent on them"), _own_gold(gold)),
        Fact(gettext("Cards"), ", ".join(_card(one.card, ruleset) for one in own.cards or ())),
        Fact(gettext("Cards played"), ", ".join(_played(page.report, side, ruleset))),
        Fact(gettext("Prayers"), ", ".join(_prayers(own, mine.sheet, ruleset))),
        Fact(gettext("Match event"), _event(own.event, ruleset)),
        Fact(gettext("Ball"), ", ".join(_ball(key, ruleset) for key in (own.ball, *own.more_balls) if key)),
        Fact(gettext("Wandering spectator"), _star(own.special, ruleset)),
    )
    rows = tuple(
        _row(player, mine.sheet, ruleset) for player in sorted(mine.sheet.players, key=_number) if _here(player)
    )
    return SideDay(side, mine.team, tuple(fact for fact in facts if fact.said), mine.sheet, rows)


def _fame_lost(report: MatchReport | None, side: Side) -> int:
    return report.side(side).fame_lost if report else 0


def _own_gold(gold: OwnGold | None) -> str:
    """What left the treasury for good, and what was offered where that is not the same."""
    if gold is None or not gold.offered:
        return ""
    if gold.spent == gold.offered:
        return f"{gold.spent:,}"
    said = gettext("{spent} of {offered} that were offered")
    return said.format(spent=f"{gold.spent:,}", offered=f"{gold.offered:,}")


def _positions(own: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[str]:
    yield from (sheet.position_of_key(key, ruleset).name for key in own.journeymen or ())


def _bought(one: Induced, sheet: TeamSheet, ruleset: Ruleset) -> str:
    what = ruleset.inducement(one.what)
    star = ruleset.star(one.about) if one.about else None
    deck = next((deck.name for deck in ruleset.decks if deck.key == one.about), "")
    known = {position.key: position.name for position in ruleset.roster(sheet.roster).positions}
    name = star.name if star else deck or known.get(one.about, one.about) or (what.name if what else one.what)
    said = name if not one.skill else f"{name} ({one.skill})"
    return said if one.count == 1 else gettext("{count} × {what}").format(count=one.count, what=said)  # noqa: RUF001


def _card(key: str, ruleset: Ruleset) -> str:
    return next((card.title for deck in ruleset.decks for card in deck.cards if card.key == key), key)


def _played(report: MatchReport | None, side: Side, ruleset: Ruleset) -> Iterator[str]:
    events = report.events if report else ()
    yield from (_card(one.what, ruleset) for one in events if one.kind == "card" and one.side == side and one.what)


def _prayers(own: SidePreMatch, sheet: TeamSheet, ruleset: Ruleset) -> Iterator[str]:
    names = {one.key: one.name for one in ruleset.prayers.results} if ruleset.prayers else {}
    for one in own.prayers or ():
        player = sheet.player(one.player)
        name = names.get(one.prayer, one.prayer)
        yield gettext("{prayer} ({player})").format(prayer=name, player=player.name) if player else name


def _event(key: str, ruleset: Ruleset) -> str:
    return next((one.name for group in ruleset.events for one in group.events if one.key == key), key)


def _ball(key: str, ruleset: Ruleset) -> str:
    return next((ball.name for ball in ruleset.balls if ball.key == key), key)


def _star(key: str, ruleset: Ruleset) -> str:
    star = ruleset.star(key)
    return star.name if star else key


# Its sheet.


def _here(player: Player) -> bool:
    return player.on_the_roster or player.guest


def _number(player: Player) -> tuple[int, str]:
    return player.number, player.key


def _row(player: Player, sheet: TeamSheet, ruleset: Ruleset) -> SheetRow:
    part = "" if player.status == "active" else word("player-status", player.status)
    if player.misses_next:
        part = gettext("misses this match, injured")
    return SheetRow(
        player=player,
        position=sheet.position_of(player, ruleset).name,
        characteristics=characteristic_cells(player, sheet, ruleset),
        skills=", ".join(sheet.skills_of(player, ruleset)),
        part=part,
    )

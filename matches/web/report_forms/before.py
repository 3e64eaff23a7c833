"""Before the match: what can be typed in with the report, in any order. A blank is "not recorded"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext

from config.words import word
from engine.match import inducements, journeymen
from engine.match.before import has_step
from engine.match.prematch import HeldCard, Induced, MaybeSide, Prayer, PreMatch, SidePreMatch, Venue
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets import Ruleset
from engine.team.known import stadium_keys
from matches.web.report_forms import whom
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.fields import (
    GOLD_MOST,
    NONE,
    Choices,
    CountField,
    choice_field,
    gold_field,
    tick_field,
    with_typed,
    words_field,
)

STEM = "prematch"
BETWEEN = "--"  # two keys in one choice: no key has two hyphens running
LISTS = ("journeymen", "induced", "cards", "prayers")
INDUCED_ROWS = 2


def add(desk: Desk) -> Iterator[tuple[str, forms.Field]]:
    for name, wanted, field in (*_of_both(desk), *(one for side in SIDES for one in _of_a_side(desk, side))):
        # What was typed, or recorded, where these rules have no such thing is kept, and refused by its name.
        if wanted or desk.said(f"{STEM}-{name}"):
            yield f"{STEM}-{name}", field


def _choice(desk: Desk, name: str, label: str, options: Choices, none: str = "") -> forms.CharField:
    listed: Choices = [("", none or gettext("Not recorded")), *options]
    return choice_field(label, with_typed(listed, desk.said(f"{STEM}-{name}")))


def _of_both(desk: Desk) -> Iterator[tuple[str, bool, forms.Field]]:
    rules = desk.ruleset
    weather: Choices = [
        (table.name, [(f"{table.key}{BETWEEN}{one.key}", one.name) for one in table.results])
        for table in rules.weather
        if table.key in rules.options.weather
    ]
    yield "weather", has_step("weather", rules), _choice(desk, "weather", gettext("Weather"), weather)
    stadium = has_step("stadium", rules)
    kinds: Choices = list(stadium_keys(rules).items())
    yield "venue-stadium", stadium, _choice(desk, "venue-stadium", gettext("Stadium"), kinds)
    yield "venue-home_of", stadium, _of_teams(desk, "venue-home_of", gettext("Home of"), gettext("Nobody here"))
    yield "venue-name", stadium, words_field(gettext("Name of the stadium"))
    yield "venue-roller", stadium, _of_teams(desk, "venue-roller", gettext("Who threw for the stadium"))
    paid = rules.stadiums is not None and any(extra.gold for extra in rules.stadiums.extras)
    yield "venue-gold", stadium and paid, gold_field(gettext("Gold that the stadium gives each side"))
    referees: Choices = [
        (table.name, [(f"{table.key}{BETWEEN}{one.key}", one.name) for one in table.results])
        for table in rules.referees
    ]
    yield "referee", has_step("referee", rules), _choice(desk, "referee", gettext("Referee"), referees)
    yield "kicking", True, _of_teams(desk, "kicking", gettext("Who kicked off first"))
    yield "coin", False, _of_teams(desk, "coin", gettext("Who won the toss"))
    decks: Choices = [(deck.key, deck.name) for deck in rules.decks]
    yield "card_deck", False, _choice(desk, "card_deck", gettext("The one deck of this match"), decks)
    yield "one_off", False, tick_field(gettext("Dice decide what in a league goes by value"))
    buys = bool(rules.inducements)
    yield "chooses_first", buys, _of_teams(desk, "chooses_first", gettext("At equal value: who bought first"))


def _of_teams(desk: Desk, name: str, label: str, none: str = "") -> forms.CharField:
    return _choice(desk, name, label, [(side, desk.teams[side].name) for side in SIDES], none)


def _of_a_side(desk: Desk, side: Side) -> Iterator[tuple[str, bool, forms.Field]]:
    rules = desk.ruleset
    buys = bool(rules.inducements)
    yield from _rows(desk, side, "journeymen", journeymen.before_match(rules), _owed(desk, side), _journeyman)
    yield f"{side}-fans", has_step("fans", rules), CountField(label=gettext("Fans who came"), max_value=GOLD_MOST)
    yield f"{side}-treasury", buys, gold_field(gettext("Own gold offered for it"))
    market = inducements.market(desk.bases[side], rules, desk.bases[other_side(side)])
    mercenaries = {
        _pair(offer.what, offer.about): [(skill, skill) for skill in offer.skills]
        for offer in market.on_sale
        if offer.group == "mercenary"
    }
    bought = partial(_bought, on_sale=_on_sale(market), mercenaries=mercenaries)
    yield from _rows(desk, side, "induced", buys, INDUCED_ROWS, bought)
    decks: Choices = [
        (deck.name, [(_pair(deck.key, card.key), card.title) for card in deck.cards]) for deck in rules.decks
    ]
    cards = has_step("special-play-card", rules)
    yield from _rows(desk, side, "cards", cards, 1, partial(_card, decks=decks))
    yield from _rows(desk, side, "prayers", has_step("prayer", rules), 1, _prayer)
    events: Choices = [(group.name, [(one.key, one.name) for one in group.events]) for group in rules.events]
    drawn = has_step("match-event", rules)
    yield f"{side}-event", drawn, _choice(desk, f"{side}-event", gettext("Match event"), events)
    balls: Choices = [(ball.key, ball.name) for ball in rules.balls]
    yield f"{side}-ball", has_step("ball", rules), _choice(desk, f"{side}-ball", gettext("Special ball"), balls)
    yield f"{side}-more_balls", False, words_field(gettext("Further balls"))
    guests: Choices = [(star.key, star.name) for star in rules.stars if star.cost is None]
    label, wanders = gettext("Wandering spectator"), rules.options.special_spectators
    yield f"{side}-special", wanders, _choice(desk, f"{side}-special", label, guests)
    own = desk.players(side, gettext("Nobody"), f"{STEM}-{side}-sits_out")
    yield f"{side}-sits_out", wanders, choice_field(gettext("Who makes room for him"), own)


def _owed(desk: Desk, side: Side) -> int:
    return journeymen.owed(desk.bases[side], desk.ruleset)


# Lists: a row for each thing. The first row says as well that there was none.


# A row's fields by their names: of which row, and whether it is the first.
Row = Callable[[Desk, Side, str, bool], Iterator[tuple[str, forms.Field]]]


def _rows(
    desk: Desk, side: Side, name: str, wanted: bool, blank: int, row: Row
) -> Iterator[tuple[str, bool, forms.Field]]:
    stem = f"{STEM}-{side}-{name}"
    for nth in desk.rows(stem, blank if wanted else 0):
        yield from ((part, True, field) for part, field in row(desk, side, f"{side}-{name}-{nth}", nth == 0))


def _first(first: bool, none: str) -> Choices:
    return [(NONE, none)] if first else []


def _journeyman(desk: Desk, side: Side, row: str, first: bool) -> Iterator[tuple[str, forms.Field]]:
    roster = desk.ruleset.roster(desk.bases[side].roster)
    options: Choices = [(one.key, one.name) for one in roster.positions if one.journeyman]
    yield row, _choice(desk, row, gettext("Journeyman"), [*_first(first, gettext("None")), *options])


def _bought(
    desk: Desk, side: Side, row: str, first: bool, *, on_sale: Choices, mercenaries: Mapping[str, Choices]
) -> Iterator[tuple[str, forms.Field]]:
    options: Choices = [*_first(first, gettext("Nothing was bought")), *on_sale]
    yield f"{row}-what", _choice(desk, f"{row}-what", gettext("Inducement"), options)
    yield f"{row}-count", CountField(label=gettext("How many"))
    # Only a mercenary has these, and nobody wants to scroll past them on a phone.
    hired, parts = desk.said(f"{STEM}-{row}-what") in mercenaries, ("skill", "name")
    if hired or any(desk.said(f"{STEM}-{row}-{part}") for part in parts):
        label = gettext("A mercenary's extra skill")
        skills = mercenaries.get(desk.said(f"{STEM}-{row}-what"), [])
        yield f"{row}-skill", _choice(desk, f"{row}-skill", label, skills, gettext("None"))
        yield f"{row}-name", words_field(gettext("His name"))


def _on_sale(market: inducements.Market) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for offer in market.on_sale:
        label = gettext("{name}, {gold} gp").format(name=offer.name, gold=f"{offer.cost:,}")
        groups.setdefault(offer.group, []).append((_pair(offer.what, offer.about), label))
    return [(word("inducement-group", group), offers) for group, offers in groups.items()]


def _card(desk: Desk, side: Side, row: str, first: bool, *, decks: Choices) -> Iterator[tuple[str, forms.Field]]:
    yield row, _choice(desk, row, gettext("Card"), [*_first(first, gettext("None")), *decks])


def _prayer(desk: Desk, side: Side, row: str, first: bool) -> Iterator[tuple[str, forms.Field]]:
    table = desk.ruleset.prayers
    options: Choices = [(one.key, one.name) for one in table.results] if table else []
    yield f"{row}-what", _choice(desk, f"{row}-what", gettext("Prayer"), [*_first(first, gettext("None")), *options])
    yield f"{row}-player", choice_field(gettext("About whom"), whom.choices(desk, side, f"{STEM}-{row}-player"))
    for part, label in (("others", gettext("And about whom else")), ("skill", gettext("The skill he gained"))):
        if desk.said(f"{STEM}-{row}-{part}"):
            yield f"{row}-{part}", words_field(label)


def _pair(first: str, second: str) -> str:
    return f"{first}{BETWEEN}{second}" if second else first


def _parted(said: str) -> tuple[str, str]:
    first, _, second = said.partition(BETWEEN)
    return first, second


# What was typed: also before anything of the form is judged, since it says who is on the sheets of the day.


def read(said: Reading) -> PreMatch | None:
    """Nothing, where nothing at all was recorded."""
    table, weather = _parted(said.text(f"{STEM}-weather"))
    referee_table, referee = _parted(said.text(f"{STEM}-referee"))
    found = PreMatch(
        weather_table=table,
        weather=weather,
        venue=Venue(
            roller=_side(said, "venue-roller"),
            stadium=said.text(f"{STEM}-venue-stadium"),
            home_of=_side(said, "venue-home_of"),
            name=said.text(f"{STEM}-venue-name"),
            gold=said.number(f"{STEM}-venue-gold") or 0,
        ),
        referee_table=referee_table,
        referee=referee,
        coin=_side(said, "coin"),
        one_off=said.ticked(f"{STEM}-one_off"),
        card_deck=said.text(f"{STEM}-card_deck"),
        kicking=_side(said, "kicking"),
        chooses_first=_side(said, "chooses_first"),
        home=_side_read("home", said),
        away=_side_read("away", said),
    )
    return None if found == PreMatch() else found


def _side(said: Reading, name: str) -> MaybeSide:
    text = said.text(f"{STEM}-{name}")
    return "home" if text == "home" else "away" if text == "away" else ""


def _side_read(side: Side, said: Reading) -> SidePreMatch:
    stem = f"{STEM}-{side}"
    return SidePreMatch(
        journeymen=_listed(side, "journeymen", said, lambda row: said.text(row)),
        induced=_listed(side, "induced", said, lambda row: _induced(row, said), "-what"),
        treasury=said.number(f"{stem}-treasury") or 0,
        cards=_listed(side, "cards", said, lambda row: HeldCard(*_parted(said.text(row)))),
        prayers=_listed(side, "prayers", said, lambda row: _answered(row, said), "-what"),
        event=said.text(f"{stem}-event"),
        ball=said.text(f"{stem}-ball"),
        special=said.text(f"{stem}-special"),
        sits_out=said.text(f"{stem}-sits_out"),
        fans=said.number(f"{stem}-fans"),
        more_balls=tuple(said.text(f"{stem}-more_balls").split()),
    )


def _induced(row: str, said: Reading) -> Induced:
    what, about = _parted(said.text(f"{row}-what"))
    count = said.number(f"{row}-count")
    return Induced(
        what,
        1 if count is None else count,
        about,
        skill=said.text(f"{row}-skill"),
        name=said.text(f"{row}-name"),
    )


def _answered(row: str, said: Reading) -> Prayer:
    others = tuple(said.text(f"{row}-others").split())
    player = whom.key_in(said.text(f"{row}-player"))
    return Prayer(said.text(f"{row}-what"), player, others, said.text(f"{row}-skill"))


def _listed(side: Side, name: str, said: Reading, one: Any, tail: str = "") -> tuple[Any, ...] | None:
    """What stands in the rows of a list; nothing where all are blank, an empty list where somebody said: none."""
    stem = f"{STEM}-{side}-{name}"
    rows = sorted({int(row) for row in _numbers(said.data, stem)})
    told = [(f"{stem}-{nth}", said.text(f"{stem}-{nth}{tail}")) for nth in rows]
    filled = [row for row, text in told if text not in ("", NONE)]
    for nth, row in enumerate(filled):
        said.places[f"{STEM}.{side}.{name}.{nth}"] = f"{row}{tail}"
    if not filled:
        return () if any(text == NONE for _, text in told) else None
    return tuple(one(row) for row in filled)


def _numbers(data: Mapping[str, Any], stem: str) -> Iterator[str]:
    for name in data:
        if name.startswith(f"{stem}-"):
            number = name.removeprefix(f"{stem}-").partition("-")[0]
            if number.isascii() and number.isdigit() and len(number) <= 3:
                yield number


# What would be typed.


def typed(prematch: PreMatch | None, ruleset: Ruleset) -> dict[str, Any]:
    if prematch is None:
        return {}
    venue = prematch.venue
    said: dict[str, Any] = {
        "weather": _table_typed(prematch.weather_table, prematch.weather),
        "venue-roller": venue.roller,
        "venue-stadium": venue.stadium,
        "venue-home_of": venue.home_of,
        "venue-name": venue.name,
        "venue-gold": venue.gold or "",
        "referee": _table_typed(prematch.referee_table, prematch.referee),
        "coin": prematch.coin,
        "one_off": prematch.one_off or "",
        "card_deck": prematch.card_deck,
        "kicking": prematch.kicking,
        "chooses_first": prematch.chooses_first,
    }
    for side in SIDES:
        said |= {f"{side}-{name}": value for name, value in _side_typed(side, prematch.side(side), ruleset).items()}
    return {f"{STEM}-{name}": value for name, value in said.items() if value != ""}


def _table_typed(table: str, result: str) -> str:
    return f"{table}{BETWEEN}{result}" if result else table


def _side_typed(side: Side, mine: SidePreMatch, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "treasury": mine.treasury or "",
        "event": mine.event,
        "ball": mine.ball,
        "special": mine.special,
        "sits_out": mine.sits_out,
        "fans": "" if mine.fans is None else mine.fans,
        "more_balls": " ".join(mine.more_balls),
        **_list_typed("journeymen", mine.journeymen, lambda position: {"": position}),
        **_list_typed("induced", mine.induced, _induced_typed),
        **_list_typed("cards", mine.cards, lambda card: {"": f"{card.deck}{BETWEEN}{card.card}"}),
        **_list_typed("prayers", mine.prayers, lambda prayer: _prayer_typed(prayer, side, ruleset)),
    }


def _prayer_typed(one: Prayer, side: Side, ruleset: Ruleset) -> dict[str, Any]:
    player = whom.typed(one, side, ruleset)
    return {"-what": one.prayer, "-player": player, "-others": " ".join(one.others), "-skill": one.skill}


def _induced_typed(one: Induced) -> dict[str, Any]:
    return {"-what": _pair(one.what, one.about), "-count": one.count, "-skill": one.skill, "-name": one.name}


def _list_typed(name: str, told: Iterable[Any] | None, one: Any) -> dict[str, Any]:
    if told is None:
        return {}
    rows = {f"{name}-{nth}{part}": value for nth, item in enumerate(told) for part, value in one(item).items()}
    return rows or {f"{name}-0{'-what' if name in ('induced', 'prayers') else ''}": NONE}


def recorded(desk: Desk, prematch: PreMatch | None) -> list[str]:
    """What is known already, in a few words: for a part of the page that is folded."""
    if prematch is None:
        return []
    rules = desk.ruleset
    known = [
        name_in(rules, "weather", prematch.weather),
        name_in(rules, "referee", prematch.referee),
        prematch.venue.name or stadium_keys(rules).get(prematch.venue.stadium, ""),
    ]
    if prematch.kicking:
        known.append(gettext("{team} kicks off").format(team=desk.teams[prematch.kicking].name))
    return [one for one in known if one]


def name_in(ruleset: Ruleset, kind: str, key: str) -> str:
    tables = ruleset.weather if kind == "weather" else ruleset.referees
    return next((one.name for table in tables for one in table.results if one.key == key), key)

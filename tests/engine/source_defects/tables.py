"""The 2016/17 league compendium: tables, numbers in rules, cards and match events."""

from __future__ import annotations

from engine.rulesets import Ruleset
from engine.rulesets.furniture import Sponsors, Stadiums
from engine.rulesets.model import MistakeBand, required
from tests.engine.source_defects.entries import (
    COMPENDIUM,
    Corrected,
    Kept,
    Lookup,
    Lost,
    Section,
    card_of,
    card_use_of,
    deck_of,
    deck_with,
    event_of,
    inducement_of,
    listed,
    only,
    result_of,
    said,
    skill_of,
    the,
)

REFEREES = Section("bb2016", COMPENDIUM, "famous referees")
SEQUENCE = Section("bb2016", COMPENDIUM, "pre-match and post-match sequence")
CARD_VARIANTS = Section("bb2016", COMPENDIUM, "special play card variants")
STADIUMS = Section("bb2016", COMPENDIUM, "stadiums")
INDUCEMENTS = Section("bb2016", COMPENDIUM, "inducements in detail")
SKILLS = Section("bb2016", COMPENDIUM, "skills")
SPONSORS = Section("bb2016", COMPENDIUM, "sponsorship deals")
UPKEEP = Section("bb2016", COMPENDIUM, "rostered star players")
WEATHER = Section("bb2016", COMPENDIUM, "weather tables")
CARDS = Section("bb2016", COMPENDIUM, "special play cards")
EVENTS = Section("bb2016", COMPENDIUM, "match events")
OLDER_DECKS = Section("lrb6", COMPENDIUM, "decks of the older edition")

# Team values go by tens of thousands: a band ends this much before the next one starts.
STEP = 10_000
# Ways of dealing cards that are no variants: the two rules they replace, and the price list that goes with any of them.
# The older edition's cards, which the compendium prints as well, are bought.
NO_VARIANTS = ("core-draw", "league-draw", "variant-special-play-inducement")


def stadiums_of(rules: Ruleset) -> Stadiums:
    return required(rules.stadiums, "stadiums", rules)


def sponsors_of(rules: Ruleset) -> Sponsors:
    return required(rules.sponsors, "sponsors", rules)


def mistake_bands(rules: Ruleset) -> tuple[MistakeBand, ...]:
    return required(rules.expensive_mistakes, "expensive_mistakes", rules).bands


def hokuli(table: str) -> Lookup:
    def rolls(rules: Ruleset) -> tuple[int, int]:
        row = result_of(rules.referees, table, "ranulf-red-hokuli")
        return row.first, row.last

    return rolls


def cards_at_a_million(rules: Ruleset) -> tuple[tuple[int, int], ...]:
    """What is drawn and kept: every band that holds this very value."""
    bands = card_use_of(rules, "league-draw").by_value
    ends = [band.start for band in bands[1:]] + [10**9]
    return tuple((one.draw, one.keep) for one, end in zip(bands, ends, strict=True) if one.start <= 1_000_000 < end)


def last_but_one_ends(use: str) -> Lookup:
    return lambda rules: card_use_of(rules, use).by_value[-1].start - STEP


def steps(field: str, count: int) -> Lookup:
    return lambda rules: tuple(step.key for step in getattr(rules, field))[:count]


def first_weather(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    return tuple((table.name, table.results[0].name) for table in rules.weather)


def howling_winds(rules: Ruleset) -> int:
    return sum(row.name == "Howling Winds" for table in rules.weather for row in table.results)


def card_variants(rules: Ruleset) -> int:
    return sum(use.key not in NO_VARIANTS and use.way != "bought" for use in rules.card_uses)


def modifiers(rules: Ruleset) -> tuple[int, ...]:
    return tuple(one.modifier for one in sponsors_of(rules).modifiers)


def card_numbers(deck: str) -> Lookup:
    return lambda rules: " ".join(card.number for card in deck_of(rules, deck).cards)


def deck_name(card: str) -> Lookup:
    return lambda rules: deck_with(rules, card).name


def title(card: str) -> Lookup:
    return lambda rules: card_of(rules, card).title


CORRECTED = (
    Corrected("T-04", REFEREES, "famous referees only: Red Hokuli", (4, 6), (4, 5), hokuli("famous-referee")),
    Corrected("T-04", REFEREES, "with Goblin and Halfling: Red Hokuli", (4, 6), (4, 5), hokuli("referee")),
    Corrected("T-05", SEQUENCE, "two bands hold 1'000'000", ((2, 1), (3, 2)), ((3, 2),), cards_at_a_million),
    Corrected("T-06", CARD_VARIANTS, "points: 2'90'000", 290_000, 2_290_000, last_but_one_ends("points-system")),
    Corrected("T-06", CARD_VARIANTS, "draft: 2'90'000", 290_000, 2_290_000, last_but_one_ends("card-draft")),
    Corrected("T-06", CARD_VARIANTS, "one deck: 2'90'000", 290_000, 2_290_000, last_but_one_ends("one-deck-only")),
    Corrected(
        "T-08",
        SEQUENCE,
        "expensive mistakes: 500'00+",
        50_000,
        500_000,
        lambda rules: mistake_bands(rules)[-1].treasury,
    ),
    Corrected(
        "T-09",
        SEQUENCE,
        "selling a stadium, Break Even",
        250,
        250_000,
        lambda rules: the(stadiums_of(rules).sale, "break-even").payment.fixed,
    ),
    Corrected(
        "T-10",
        CARD_VARIANTS,
        "card draft: rows of a D6 headed Highest Team Value",
        (),
        (6,),
        lambda rules: card_use_of(rules, "card-draft").dice,
    ),
    Corrected(
        "T-11",
        SEQUENCE,
        "the explanations have another order than the list",
        listed("weather, referee, stadium"),
        listed("weather, stadium, referee"),
        steps("before_match", 3),
    ),
    Corrected("T-11", SEQUENCE, "steps before a match, called three", 3, 6, lambda rules: len(rules.before_match)),
    Corrected("T-11", SEQUENCE, "steps after a match, called two", 2, 5, lambda rules: len(rules.after_match)),
    Corrected(
        "T-12",
        STADIUMS,
        "Astrogranite: what is failed",
        "fails",
        "fails a Go For It",
        lambda rules: said(
            result_of(stadiums_of(rules).categories, "unusual-playing-surface", "astrogranite").effect,
            r"fails( an? [A-Z][\w ]*?(?= roll))?",
        ),
    ),
    Corrected(
        "T-13",
        INDUCEMENTS,
        "name",
        "Bloodweiser Babes",
        "Bloodweiser Keg",
        lambda rules: inducement_of(rules, "bloodweiser-keg").name,
    ),
    Corrected("T-14", SKILLS, "Claws count before or after", "after", "before", lambda rules: rules.options.claws),
    Corrected(
        "T-14",
        SKILLS,
        "Claws in words",
        "after",
        "before",
        lambda rules: said(skill_of(rules, "Claws").effect, "before|after"),
    ),
    Corrected(
        "T-17",
        WEATHER,
        "the heading of the winter table stands over two others",
        (("Winter Weather", "Sweltering Heat"), ("Winter Weather", "Bubbling up from Below")),
        (
            ("Weather", "Sweltering Heat"),
            ("Winter Weather", "Howling Winds"),
            ("Subterranean Stadium Conditions", "Bubbling up from Below"),
        ),
        first_weather,
    ),
    Corrected("T-17", WEATHER, "the winter table is printed twice", 2, 1, howling_winds),
    Corrected("T-18", CARD_VARIANTS, "variants, called three", 3, 4, card_variants),
    Corrected(
        "K-01",
        CARDS,
        "Miscellaneous Mayhem (18)",
        18,
        19,
        lambda rules: len(deck_of(rules, "miscellaneous-mayhem").cards),
    ),
    Corrected(
        "K-02",
        CARDS,
        "Magical Memorabilia: 7 twice",
        "1 2 3 4 6 7 7 8 9 10",
        "1 2 3 4 6 7 8 9 10",
        card_numbers("magical-memorabilia"),
    ),
    Corrected(
        "K-02",
        CARDS,
        "its card 5",
        "",
        "Card 5 is missing from the print",
        lambda rules: deck_of(rules, "magical-memorabilia").gap.partition(";")[0],
    ),
    Corrected("K-03", CARDS, "contents", "Gassy Eurption", "Gassy Eruption", title("gassy-eruption")),
    Corrected(
        "K-03",
        CARDS,
        "the effect stands two cards further on",
        "",
        "pushed back",
        lambda rules: said(card_of(rules, "gassy-eruption").effect, "pushed back"),
    ),
    Corrected("K-04", CARDS, "Random Event 10", "Miscellaneous Mayhem", "Random Events", deck_name("badyear-git")),
    Corrected("K-04", CARDS, "Random Event 11", "Miscellaneous Mayhem", "Random Events", deck_name("blitzmania-mania")),
    Corrected(
        "K-04", CARDS, "Random Event 12", "Miscellaneous Mayhem", "Random Events", deck_name("they-think-its-all-ogre")
    ),
    # Printed in capitals.
    Corrected("K-05", CARDS, "title of card 8", "Knucledusters", "Knuckledusters", title("knuckledusters")),
    Corrected("K-05", CARDS, "title of card 19", "Nuffles Blessings", "Nuffle's Blessings", title("nuffles-blessings")),
    Corrected(
        "K-05", CARDS, "title of card 6", "Von Wilking's Boots", "Von Wilkins' Boots", title("von-wilkins-boots")
    ),
    Corrected(
        "K-13",
        OLDER_DECKS,
        "name",
        "Team Plays",
        "Special Team Plays",
        lambda rules: deck_of(rules, "special-team-play").name,
    ),
)

TWICE = "printed in two places, which agree"

KEPT = (
    Kept(
        "T-07",
        SEQUENCE,
        "expensive mistakes, a 1 at 200'000 to 290'000",
        "minor-incident",
        lambda rules: only(mistake_bands(rules), lambda band: band.treasury == 200_000).results[0],
        "the pattern of the table asks for a major incident, but nothing else does",
    ),
    Kept(
        "T-15",
        SPONSORS,
        "one-time sponsorship",
        ((6,), 60_000),
        lambda rules: (sponsors_of(rules).one_time.dice, sponsors_of(rules).one_time.unit),
        "high beside the D3 x 10'000 of an ongoing one, but printed once and nowhere else",
    ),
    Kept(
        "T-16",
        EVENTS,
        "Unruly Apprentices",
        "2D6 squares",
        lambda rules: said(event_of(rules, "unruly-apprentices").effect, r"\d?D6 squares"),
        "“rather than D6”, though an ordinary throw-in goes 2D6 squares as well",
    ),
    Kept("T-19", SPONSORS, "modifiers", (2, 2, 1, 2, 1, 3, 2), modifiers, TWICE),
    Kept(
        "T-19",
        UPKEEP,
        "bands",
        ((0, 20_000), (110_000, 30_000), (160_000, 40_000), (210_000, 50_000), (310_000, 60_000)),
        lambda rules: tuple((band.start, band.amount) for band in required(rules.upkeep, "upkeep", rules).bands),
        TWICE,
    ),
    Kept(
        "T-19",
        STADIUMS,
        "modifiers of residency",
        (1, -1, 2, 2, 4),
        lambda rules: tuple(one.modifier for one in stadiums_of(rules).residency.modifiers),
        TWICE,
    ),
    Kept(
        "K-06",
        CARDS,
        "Inch-Perfect Kick",
        "bounces three times",
        lambda rules: said(card_of(rules, "inch-perfect-kick").effect, r"bounces \w+( times)?"),
        "elsewhere a kick bounces once; the card says so itself",
    ),
)

LOST = (
    Lost("K-07", EVENTS, "pestilence-and-decay", "entire rule is missing"),
    Lost("K-08", EVENTS, "tumbling-timber", "middle of the effect is lost"),
    Lost("K-09", EVENTS, "streaker", "Only the movement is printed"),
    Lost("K-10", EVENTS, "priestly-uprising", "that is not printed"),
    Lost("K-11", EVENTS, "gyrocopter-incoming", "Read as until the end of the drive"),
    # A third loss, “a loud band” for a bang, is in words that set the scene: we have none of those.
    Lost("K-12", EVENTS, "wild-squig", "read as the player in that square"),
    Lost("K-12", EVENTS, "rat-swarm", "read as not being carried"),
)

UNTOUCHED = {
    "T-01": "the modifier of a pick-up: what happens on the pitch is not in the data",
    "T-02": "the modifier of a dodge: what happens on the pitch is not in the data",
    "T-03": "the modifier of a catch: what happens on the pitch is not in the data",
}

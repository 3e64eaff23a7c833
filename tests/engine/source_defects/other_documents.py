"""Basic Blood Bowl with its Sevens, the match reference of the 2010 edition, and the sheet of the 2020 one."""

from __future__ import annotations

from engine.rulesets import Ruleset
from engine.rulesets.model import required
from tests.engine.source_defects.entries import (
    Corrected,
    Kept,
    Lookup,
    Section,
    inducement_of,
    listed,
    position,
    positions,
    skill_of,
    skills_like,
    team,
    the,
)

BASIC = "Basic Blood Bowl"
KICK_OFF = Section("basic", BASIC, "section 1.2")
BASIC_SKILLS = Section("basic", BASIC, "section 3")
BASIC_LISTS = Section("basic", BASIC, "section 4")
SEVENS = Section("basic", BASIC, "section 5")
CHANGES = Section("basic", BASIC, "section 6")
REFERENCE = Section("lrb6", "match reference", "pre-match")
REFERENCE_SKILLS = Section("lrb6", "match reference", "skills")
SHEET = Section("bb2020", "two-page sheet of the 2020 edition", "dedicated fans")

# Letters that look like Latin ones, and sort and compare otherwise.
GREEK_A, CYRILLIC_R = "\N{GREEK CAPITAL LETTER ALPHA}", "\N{CYRILLIC CAPITAL LETTER ER}"
GENERAL = (
    "Block, Dauntless, Dirty Player, Fend, Frenzy, {}Kick-Off Return, Pro, Shadowing, Strip Ball, Sure Hands, Tackle, "
    "Wrestle"
)
LABELLED_GENERAL = listed(
    "Catch, Diving Catch, Diving Tackle, Dodge, Jump Up, Leap, Side Step, Sneaky Git, Sprint, Sure Feet"
)
HUMAN_SEVENS = (("Lineman", 10), ("Thrower", 1), ("Catcher", 2), ("Blitzer", 2))
KHEMRI_SEVENS = (("Skeleton", 10), ("Thrower", 1), ("Blitzer", 1), ("Tomb Guardian", 2))


def good_limits(roster: str, key: str) -> Lookup:
    def limits(rules: Ruleset) -> tuple[int, int | None]:
        good = the(rules.goods_of(rules.roster(roster)), key)
        return good.min, good.max

    return limits


def igor_of(roster: str) -> Lookup:
    """In the singular, as a team list has it."""
    return lambda rules: the(rules.goods_of(rules.roster(roster)), "igor").name.removesuffix("s")


def price_of(roster: str, key: str) -> Lookup:
    return lambda rules: rules.good_cost(rules.roster(roster), key)


def late_kick_offs(rules: Ruleset) -> tuple[int, ...]:
    named = ("Brilliant Coaching", "Quick Snap", "Blitz")
    return tuple(row.first for table in rules.kickoff for row in table.results if row.name in named)


def general_skills(rules: Ruleset) -> tuple[str, ...]:
    return tuple(skill.name for skill in rules.skills if skill.category == "general")


def sevens(roster: str, *fields: str) -> Lookup:
    return lambda rules: positions(roster, *fields)(rules.variant("sevens"))


def agility_skills(rules: Ruleset) -> int:
    return sum(skill.category == "agility" for skill in rules.skills)


def category(name: str) -> Lookup:
    return lambda rules: skill_of(rules, name).category


CORRECTED = (
    Corrected(
        "B-01",
        BASIC_LISTS,
        "Minotaur of the Chaos Dwarfs: 1 150K",
        1_150_000,
        150_000,
        position("chaos-dwarf", "minotaur", "cost"),
    ),
    # The last rows of the Necromantic list lie scattered; the wrong values are the pieces in the order of the page.
    Corrected(
        "B-02",
        BASIC_LISTS,
        "limit, numbers and price of the Werewolf",
        (2, 3, 8, 8, 3, 120_000),
        (2, 8, 3, 3, 8, 120_000),
        position("necromantic", "werewolf", "max", "ma", "st", "ag", "av", "cost"),
    ),
    Corrected("B-02", BASIC_LISTS, "limit of Igors", (0, 8), (0, 2), good_limits("necromantic", "igor")),
    Corrected("B-02", BASIC_LISTS, "limit of re-rolls", (0, 2), (0, 8), good_limits("necromantic", "reroll")),
    Corrected("B-02", BASIC_LISTS, "price of an Igor", 70_000, 50_000, price_of("necromantic", "igor")),
    Corrected("B-02", BASIC_LISTS, "price of a re-roll", 50_000, 70_000, price_of("necromantic", "reroll")),
    Corrected("B-03", BASIC_LISTS, "exceptional for Saurus", "AS", "AP", position("lizardman", "saurus", "secondary")),
    Corrected("B-04", BASIC_LISTS, "re-rolls of Khemri: 8-0", (8, 0), (0, 8), good_limits("khemri", "reroll")),
    Corrected("B-04", BASIC_LISTS, "re-rolls of Orcs: 8-0", (8, 0), (0, 8), good_limits("orc", "reroll")),
    Corrected("B-05", BASIC_LISTS, "Khemri: a small L", "lgor", "Igor", igor_of("khemri")),
    Corrected("B-05", BASIC_LISTS, "Undead: a small L", "lgor", "Igor", igor_of("undead")),
    Corrected("B-06", BASIC_LISTS, "Skink", GREEK_A, "A", position("lizardman", "skink", "primary")),
    Corrected("B-06", BASIC_LISTS, "Goblin", GREEK_A, "A", position("orc", "goblin", "primary")),
    Corrected("B-06", BASIC_LISTS, "Werewolf", f"G{GREEK_A}", "GA", position("necromantic", "werewolf", "primary")),
    Corrected("B-06", BASIC_LISTS, "Slann Blitzer", CYRILLIC_R, "P", position("slann", "blitzer", "secondary")),
    Corrected(
        "B-07",
        BASIC_SKILLS,
        "General skills",
        listed(GENERAL.format("")),
        listed(GENERAL.format("Kick, ")),
        general_skills,
    ),
    Corrected("B-08", SEVENS, "heading of Dwarf", "Dwar fs", "Dwarf", team("dwarf", "name")),
    Corrected("B-08", SEVENS, "heading of Lizardman", "Lizar dmen", "Lizardman", team("lizardman", "name")),
    Corrected("B-08", SEVENS, "heading of Necromantic", "omantic", "Necromantic", team("necromantic", "name")),
    Corrected("B-08", SEVENS, "heading of Bretonnian", "Brette onians", "Bretonnian", team("bretonnian", "name")),
    Corrected("B-08", SEVENS, "heading of Khemri", "Khem nri", "Khemri", team("khemri", "name")),
    Corrected(
        "B-08",
        SEVENS,
        "Necromantic: a stray 1 before Ghoul",
        (10, 11, 1, 1, 1),
        (10, 1, 1, 1, 1),
        sevens("necromantic", "max"),
    ),
    # What stands below the Humans is the Khemri list. The Ogre is ours: 0-1 halved is none.
    Corrected(
        "B-08",
        SEVENS,
        "Humans: one column for two teams",
        (*HUMAN_SEVENS, *KHEMRI_SEVENS),
        (*HUMAN_SEVENS, ("Ogre", 0)),
        sevens("human", "name", "max"),
    ),
    Corrected("B-09", KICK_OFF, "the 9 of Quick Snap is lost", (8, 10), (8, 9, 10), late_kick_offs),
    *(
        Corrected("X-agility", REFERENCE_SKILLS, name, "general", "agility", category(name))
        for name in LABELLED_GENERAL
    ),
    Corrected("X-agility", REFERENCE_SKILLS, "how many Agility skills there are", 0, 10, agility_skills),
    Corrected(
        "X-attendance",
        REFERENCE,
        "what a fan roll counts",
        10_000,
        1_000,
        lambda rules: required(rules.fans, "fans", rules).unit,
    ),
    Corrected("X-fan-favourite", REFERENCE_SKILLS, "name", ("Fan Favorite",), ("Fan Favourite",), skills_like("Fan ")),
    Corrected(
        "X-halfling-chef",
        REFERENCE,
        "name",
        "Halving Master Chef",
        "Halfling Master Chef",
        lambda rules: inducement_of(rules, "halfling-master-chef").name,
    ),
    # Printed: a win gains a fan on more than the fans there are; the other sources have as many as well.
    Corrected(
        "X-dedicated-fans",
        SHEET,
        "a roll equal to the fans, after a win",
        0,
        1,
        lambda rules: required(rules.fan_factor, "fan_factor", rules)["win"].equal,
    ),
)

ITS_OWN = "a change that the document lists as its own"

KEPT = (
    Kept(
        "B-10",
        BASIC_LISTS,
        "what Bretonnian Knights learn",
        ("GP", "AS"),
        position("bretonnian", "knight", "primary", "secondary"),
        "the compendium has GAP and S for its own; each ruleset follows its document",
    ),
    Kept(
        "B-changes",
        CHANGES,
        "Human Ogre",
        listed("Bonehead, Loner, Mighty Blow, Thick Skull"),
        position("human", "ogre", "skills"),
        ITS_OWN,
    ),
    Kept(
        "B-changes",
        CHANGES,
        "Wood Elf Treeman",
        listed("Loner, Mighty Blow, Stand Firm, Strong Arm, Take Root, Thick Skull"),
        position("wood-elf", "treeman", "skills"),
        ITS_OWN,
    ),
    Kept(
        "B-changes",
        CHANGES,
        "Dwarfs without a Deathroller",
        listed("Blocker, Runner, Blitzer, Troll Slayer"),
        positions("dwarf", "name"),
        ITS_OWN,
    ),
    Kept("B-changes", CHANGES, "Skaven Runner", ("Dodge",), position("skaven", "runner", "skills"), ITS_OWN),
    Kept("B-changes", CHANGES, "apothecaries", (0, 3), good_limits("human", "apothecary"), ITS_OWN),
    Kept("B-changes", CHANGES, "Igors", (0, 2), good_limits("undead", "igor"), ITS_OWN),
    Kept("B-changes", CHANGES, "Norse big guy", "Snow Troll", position("norse", "snow-troll", "name"), ITS_OWN),
    Kept("B-changes", CHANGES, "Claws", "before", lambda rules: rules.options.claws, ITS_OWN),
    Kept("B-changes", CHANGES, "casualty table of a D6", (6,), lambda rules: rules.casualty.dice, ITS_OWN),
    Kept(
        "B-changes",
        CHANGES,
        "team value, and that of Sevens",
        (1_400_000, 850_000),
        lambda rules: (rules.value.cap, rules.variant("sevens").value.cap),
        ITS_OWN,
    ),
)

UNTOUCHED = {
    "X-scattered-pass": "the match reference's -1 for catching a scattered pass: the pitch is not in the data",
    "X-editions": "the sheet of the 2020 edition is a ruleset of its own: nothing of it is mixed with the others",
    "X-core-rulebook": "the core rulebook 2016 agrees on the Human and Orc lists: nothing to settle",
}

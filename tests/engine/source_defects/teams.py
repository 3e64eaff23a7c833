"""The 2016/17 league compendium: team lists, prices that it prints in two ways, and names."""

from __future__ import annotations

from engine.rulesets import Ruleset
from tests.engine.source_defects.entries import (
    COMPENDIUM,
    Corrected,
    Kept,
    Lookup,
    Section,
    inducement_of,
    listed,
    member,
    nth_skill,
    nth_star_skill,
    position,
    positions,
    result_of,
    skills_like,
    star,
    star_of,
    team,
)

LISTS = Section("bb2016", COMPENDIUM, "team lists")
STARS = Section("bb2016", COMPENDIUM, "star players")
INDUCEMENTS = Section("bb2016", COMPENDIUM, "inducements")
CARDS = Section("bb2016", COMPENDIUM, "inducement cards")
REFEREES = Section("bb2016", COMPENDIUM, "referees")
SKILLS = Section("bb2016", COMPENDIUM, "skills by category")
STAR_TEAMS = "the word for the team in the star players' own entries"

BEAST = "Loner, Disturbing Presence, Foul Appearance, {}Nurgle's Rot, Really Stupid, Regeneration, Tentacles"


def inducement_cost(key: str, roster: str) -> Lookup:
    return lambda rules: inducement_of(rules, key).cost_for(roster)


def buyers(key: str) -> Lookup:
    return lambda rules: tuple(sorted(inducement_of(rules, key).teams))


def inducement_name(key: str) -> Lookup:
    return lambda rules: inducement_of(rules, key).name


def referee(key: str) -> Lookup:
    return lambda rules: result_of(rules.referees, "referee", key).name


def jorm(rules: Ruleset) -> str:
    return result_of(rules.referees, "referee", "jorm-the-ogre").name.partition(" ")[0]


CORRECTED = (
    Corrected(
        "D-01",
        LISTS,
        "Chaos Dwarf prices, printed as 0'000",
        (0, 0, 0, 0),
        (40_000, 70_000, 130_000, 150_000),
        positions("chaos-dwarf", "cost"),
    ),
    Corrected("D-02", LISTS, "'Ooligan: 70'0000", 700_000, 70_000, position("goblin", "ooligan", "cost")),
    Corrected("D-03", LISTS, "ST of the Kroxigor", 6, 5, position("lizardman", "kroxigor", "st")),
    Corrected("D-04", LISTS, "limit of Bloodthirsters", 4, 1, position("khorne", "bloodthirster", "max")),
    Corrected("D-05", LISTS, "limit of Underworld Goblins", 16, 12, position("underworld", "underworld-goblin", "max")),
    Corrected(
        "D-06",
        LISTS,
        "Beast of Nurgle",
        listed(BEAST.format("")),
        listed(BEAST.format("Mighty Blow, ")),
        position("nurgle", "beast-of-nurgle", "skills"),
    ),
    Corrected("D-07", LISTS, "Amazon re-rolls", 60_000, 50_000, team("amazon", "reroll_cost")),
    Corrected("D-08", LISTS, "Dark Elf re-rolls", 60_000, 50_000, team("dark-elf", "reroll_cost")),
    Corrected("D-09", LISTS, "Dark Elves", "Which Elves", "Witch Elf", position("dark-elf", "witch-elf", "name")),
    Corrected("D-09", LISTS, "rows, two of them empty", 7, 5, lambda rules: len(rules.roster("dark-elf").positions)),
    Corrected("D-10", LISTS, "a skill", "Weeping Blade", "Weeping Dagger", nth_skill("skaven", "gutter-runner", 2)),
    Corrected("D-11", LISTS, "Halfling Treeman", "take Root", "Take Root", nth_skill("halfling", "treeman", 4)),
    Corrected("D-11", LISTS, "Bloodthirster", "Claw", "Claws", nth_skill("khorne", "bloodthirster", 2)),
    Corrected(
        "D-11",
        LISTS,
        "Chaos Troll",
        "Throw Team-mate",
        "Throw Team-Mate",
        nth_skill("chaos-renegade", "chaos-troll", 6),
    ),
    Corrected(
        "D-11", LISTS, "Chaos Ogre", "Throw Team-mate", "Throw Team-Mate", nth_skill("chaos-renegade", "chaos-ogre", 5)
    ),
    Corrected("D-11", LISTS, "Nobility's Ogre", "Bone-Head", "Bone-head", nth_skill("human-nobility", "ogre", 2)),
    Corrected("D-11", STARS, "Glart Smashrip", "Claw", "Claws", nth_star_skill("glart-smashrip", 3)),
    Corrected("D-11", STARS, "Glart Smashrip Jr.", "Claw", "Claws", nth_star_skill("glart-smashrip-jr", 3)),
    Corrected("D-11", STARS, "Grak", "Bone-Head", "Bone-head", nth_star_skill("grak-and-crumbleberry", 2, "Grak")),
    Corrected("D-12", LISTS, "23 races and six more; Khorne is in neither", 29, 30, lambda rules: len(rules.teams)),
    # Prices that are printed in two ways: the older or rarer one is not ours.
    Corrected("C-01", LISTS, "Grak & Crumbleberry", 210_000, 300_000, star("grak-and-crumbleberry", "cost")),
    Corrected(
        "C-02", LISTS, "a chef for Halflings", 150_000, 100_000, inducement_cost("halfling-master-chef", "halfling")
    ),
    Corrected("C-03", CARDS, "Waaagh! Drummer", 30_000, 50_000, inducement_cost("waaagh-drummer", "orc")),
    Corrected("C-04", LISTS, "Fezglitch for Underworld", 80_000, 100_000, star("fezglitch", "cost")),
    Corrected("C-05", LISTS, "Glart Jr. for Underworld", 200_000, 210_000, star("glart-smashrip-jr", "cost")),
    Corrected("C-06", LISTS, "Zzharg Madeye for Renegades", 60_000, 90_000, star("zzharg-madeye", "cost")),
    Corrected("C-07", LISTS, "Crazy Igor for Renegades", 130_000, 120_000, star("crazy-igor", "cost")),
    Corrected("C-08", LISTS, "Morg 'n' Thorg for Renegades", 450_000, 430_000, star("morg-n-thorg", "cost")),
    # Names that are printed in two ways.
    Corrected("N-chaos-chosen", STARS, STAR_TEAMS, "Chaos", "Chaos Chosen", team("chaos-chosen", "name")),
    Corrected("N-elven-union", STARS, STAR_TEAMS, "Elf", "Elven Union", team("elven-union", "name")),
    Corrected("N-elven-union", LISTS, "heading", "Elf Union", "Elven Union", team("elven-union", "name")),
    Corrected("N-underworld", LISTS, "heading", "Underworld", "Underworld Denizens", team("underworld", "name")),
    Corrected(
        "N-chaos-renegade", STARS, STAR_TEAMS, "Chaos Renegade", "Chaos Renegades", team("chaos-renegade", "name")
    ),
    Corrected(
        "N-slayer-hold", STARS, STAR_TEAMS, "Dwarf Slayer Team", "Dwarf Slayer Hold", team("dwarf-slayer-hold", "name")
    ),
    Corrected(
        "N-pestilent-vermin",
        STARS,
        STAR_TEAMS,
        "Skaven: Clan Pestilence",
        "Skaven: Pestilent Vermin",
        team("pestilent-vermin", "name"),
    ),
    Corrected(
        "N-pestilent-vermin",
        LISTS,
        "introduction",
        "Skaven Vermin Pestilent",
        "Skaven: Pestilent Vermin",
        team("pestilent-vermin", "name"),
    ),
    Corrected(
        "N-waaagh-drummer", LISTS, "name", "Whaaagh! Drummer", "Waaagh! Drummer", inducement_name("waaagh-drummer")
    ),
    Corrected("N-jorm", REFEREES, "heading of his rule", "Jorn", "Jorm", jorm),
    Corrected("N-goblin-referee", REFEREES, "name", "Gobin referee", "Goblin Referee", referee("goblin-referee")),
    Corrected(
        "N-trundlefoot-triplets",
        REFEREES,
        "name",
        "Trundlefoot Triples",
        "Trundlefoot Triplets",
        referee("trundlefoot-triplet"),
    ),
    Corrected("N-prehensile-tail", SKILLS, "name", ("Prehensive Tail",), ("Prehensile Tail",), skills_like("Prehensi")),
    Corrected("N-kick-off-return", SKILLS, "name", ("Kick-off Return",), ("Kick-Off Return",), skills_like("Kick-")),
    Corrected("N-dump-off", SKILLS, "name", ("Dump-off",), ("Dump-Off",), skills_like("Dump")),
    Corrected("N-ripper", LISTS, "name", "Ripper", "Ripper Bolgrot", star("ripper-bolgrot", "name")),
    Corrected("N-kreek", LISTS, "name", "Kreek Rustouger", "Kreek Rustgouger", star("kreek-rustgouger", "name")),
    Corrected("N-skitter", LISTS, "name", "Skitter Stat-Stab", "Skitter Stab-Stab", star("skitter-stab-stab", "name")),
    Corrected(
        "N-glart-jr", LISTS, "name", "Glart Smashrup Jr.", "Glart Smashrip Jr.", star("glart-smashrip-jr", "name")
    ),
    Corrected("N-fungus", STARS, "name", "Fungus The Loon", "Fungus the Loon", star("fungus-the-loon", "name")),
    Corrected(
        "N-luthor",
        STARS,
        "name",
        "Count Luthor Von Drakenborg",
        "Count Luthor von Drakenborg",
        star("count-luthor-von-drakenborg", "name"),
    ),
    Corrected(
        "N-heinrich",
        STARS,
        "name",
        "Heinrich Von Duisgart",
        "Heinrich von Duisgart",
        star("heinrich-von-duisgart", "name"),
    ),
    Corrected("N-helmut", LISTS, "a lost bracket", "Helmut Wulf 110k)", "Helmut Wulf", star("helmut-wulf", "name")),
    Corrected("N-khemri-plurals", LISTS, "thrower", "Thro-Ras", "Thro-Ra", position("khemri", "thro-ra", "name")),
    Corrected("N-khemri-plurals", LISTS, "blitzer", "Blitz-Ras", "Blitz-Ra", position("khemri", "blitz-ra", "name")),
    Corrected(
        "N-runesmith",
        LISTS,
        "who may hire him",
        ("dwarf-slayer-hold",),
        ("dwarf", "dwarf-slayer-hold"),
        buyers("runesmith"),
    ),
    Corrected(
        "N-warlock-engineer",
        LISTS,
        "who may hire him",
        ("pestilent-vermin",),
        ("pestilent-vermin", "skaven"),
        buyers("warlock-engineer"),
    ),
    Corrected(
        "N-master-of-ballistics",
        INDUCEMENTS,
        "who may hire him",
        ("human",),
        ("human", "human-nobility"),
        buyers("master-of-ballistics"),
    ),
    Corrected(
        "N-drummer-for-savages",
        INDUCEMENTS,
        "who may hire him",
        ("orc",),
        ("orc", "savage-orc"),
        buyers("waaagh-drummer"),
    ),
)

ONLY_HERE = "a list that no other document has: nothing to correct it by"
NOT_APPLIED = "changed by a later book, which this edition's documents do not have"
OLDER = "other collections still have the value of the edition before"
THEIR_SLIP = "a slip of another collection, not of the print"

KEPT = (
    Kept(
        "D-15",
        LISTS,
        "prices of the Dwarf Slayer Hold",
        (60_000, 90_000, 70_000, 170_000),
        positions("dwarf-slayer-hold", "cost"),
        ONLY_HERE,
    ),
    Kept(
        "D-15",
        LISTS,
        "prices of the Human Nobility",
        (70_000, 70_000, 90_000, 110_000, 140_000),
        positions("human-nobility", "cost"),
        ONLY_HERE,
    ),
    Kept(
        "D-15",
        LISTS,
        "prices of the Savage Orcs",
        (60_000, 70_000, 80_000, 90_000, 130_000),
        positions("savage-orc", "cost"),
        ONLY_HERE,
    ),
    Kept(
        "D-15",
        LISTS,
        "prices of the Pestilent Vermin",
        (50_000, 50_000, 100_000, 80_000, 150_000),
        positions("pestilent-vermin", "cost"),
        ONLY_HERE,
    ),
    Kept(
        "D-15",
        LISTS,
        "what Savage Orc Linemen learn",
        ("S", "GAP"),
        position("savage-orc", "lineman", "primary", "secondary"),
        ONLY_HERE,
    ),
    Kept(
        "D-15",
        LISTS,
        "what Retainers learn",
        ("GA", "SP"),
        position("human-nobility", "retainer", "primary", "secondary"),
        ONLY_HERE,
    ),
    Kept(
        "O-orc-renegade",
        LISTS,
        "what he learns on a double",
        "ASP",
        position("chaos-renegade", "orc-renegade", "secondary"),
        "with G and M these three are what is left; one collection drops the A",
    ),
    Kept("O-later-changes", LISTS, "Halflings", ("Halfling", "Treeman"), positions("halfling", "name"), NOT_APPLIED),
    Kept(
        "O-later-changes",
        LISTS,
        "Lizardmen",
        ("Skink", "Saurus", "Kroxigor"),
        positions("lizardman", "name"),
        NOT_APPLIED,
    ),
    Kept(
        "O-later-changes",
        LISTS,
        "Ogres",
        (("Snotling", 16), ("Ogre", 6)),
        positions("ogre", "name", "max"),
        NOT_APPLIED,
    ),
    Kept(
        "O-later-changes",
        LISTS,
        "limits of Underworld's Skaven and Troll",
        (2, 2, 2, 1),
        lambda rules: tuple(one.max for one in rules.roster("underworld").positions[1:]),
        NOT_APPLIED,
    ),
    Kept("O-older-values", LISTS, "Human Catcher", 60_000, position("human", "catcher", "cost"), OLDER),
    Kept("O-older-values", LISTS, "Halfling Treeman", "Timmm-ber!", nth_skill("halfling", "treeman", 7), OLDER),
    Kept("O-older-values", LISTS, "Skaven Lineman", "Animosity", nth_skill("underworld", "skaven-lineman", 1), OLDER),
    Kept("O-older-values", LISTS, "Orc Renegade", 50_000, position("chaos-renegade", "orc-renegade", "cost"), OLDER),
    Kept("O-others-errors", LISTS, "Human Ogre", 140_000, position("human", "ogre", "cost"), THEIR_SLIP),
    Kept("O-others-errors", STARS, "price of Kreek Rustgouger", 130_000, star("kreek-rustgouger", "cost"), THEIR_SLIP),
    Kept(
        "O-others-errors",
        STARS,
        "skills of Kreek Rustgouger",
        listed("Loner, Ball & Chain, Mighty Blow, No Hands, Prehensile Tail, Secret Weapon"),
        member("kreek-rustgouger", "skills"),
        THEIR_SLIP,
    ),
    Kept("O-others-errors", STARS, "Glart, MA and ST", (5, 4), member("glart-smashrip", "ma", "st"), THEIR_SLIP),
    Kept(
        "O-karla",
        STARS,
        "Halflings and not Dwarfs",
        ("halfling",),
        lambda rules: tuple(sorted({"dwarf", "halfling"} & set(star_of(rules, "karla-von-kill").teams))),
        THEIR_SLIP,
    ),
)

UNTOUCHED = {
    "D-13": "a designer's note about “the above 21 teams”: prose",
    "D-14": "lists and columns out of order on the pages: ours stand by their keys",
    "N-artefacts": "marks of page breaks, stray page numbers and repeated paragraphs: no word of them is in the data",
    "O-agreement": "the Human and Orc lists and most stars agree wherever they are printed: nothing to settle",
}

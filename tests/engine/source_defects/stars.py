"""The 2016/17 league compendium: star players, and who may hire them."""

from __future__ import annotations

from tests.engine.source_defects.entries import (
    COMPENDIUM,
    Corrected,
    Kept,
    Lookup,
    Section,
    in_order,
    listed,
    member,
    nth_star_skill,
    said,
    star,
    star_of,
)

STARS = Section("bb2016", COMPENDIUM, "star players")
LISTS = Section("bb2016", COMPENDIUM, "team lists")
SKILLS = Section("bb2016", COMPENDIUM, "skills")
NUMBERS = ("ma", "st", "ag", "av")


def duo(key: str) -> Lookup:
    return lambda rules: tuple((one.ma, one.st, one.ag, one.av) for one in star_of(rules, key).members)


def teams(key: str) -> Lookup:
    return lambda rules: frozenset(star_of(rules, key).teams)


def eligible(key: str, entry: str, lists: str = "") -> Corrected:
    """Who may hire a star: his own entry and the team lists disagree, and both count.

    ``entry`` is his own; ``lists`` are further teams whose lists name him. Without any, no team list names him.
    """
    own, added = frozenset(entry.split()), frozenset(lists.split())
    if not added:
        return Corrected(f"E-{key}", LISTS, "named by no team list", frozenset(), own, teams(key))
    return Corrected(f"E-{key}", STARS, "his own entry lacks teams", own, own | added, teams(key))


MISPRINTS = (
    Corrected("S-01", STARS, "Hubris Rakarth", (6, 5, 2, 9), (7, 4, 4, 8), member("hubris-rakarth", *NUMBERS)),
    Corrected("S-02", STARS, "Slibli", (6, 4, 2, 8), (7, 4, 1, 9), member("slibli", *NUMBERS)),
    Corrected("S-03", STARS, "name", "Guffle Pushmaw", "Guffle Pusmaw", star("guffle-pusmaw", "name")),
    Corrected(
        "S-03",
        STARS,
        "his skills",
        listed("Loner, Monstrous Mouth, Nurgle's Rot"),
        listed("Loner, Foul Appearance, Monstrous Mouth, Nurgle's Rot"),
        member("guffle-pusmaw", "skills"),
    ),
    Corrected("S-09", STARS, "Fungus", "Ball / Chain", "Ball & Chain", nth_star_skill("fungus-the-loon", 2)),
    Corrected("S-09", STARS, "Bo Gallanté", "Sidestep", "Side Step", nth_star_skill("bo-gallante", 3)),
    Corrected("S-09", STARS, "Eldril Sidewinder", "catch", "Catch", nth_star_skill("eldril-sidewinder", 2)),
    Corrected("S-09", STARS, "Ithaca Benoin", "Dump Off", "Dump-Off", nth_star_skill("ithaca-benoin", 3)),
    Corrected("S-09", STARS, "Scrappa Sorehead", "right Stuff", "Right Stuff", nth_star_skill("scrappa-sorehead", 5)),
    # Printed as columns below each other; the wrong values are what reading them as lines would give.
    Corrected(
        "S-10",
        STARS,
        "Brick Far'th & Grotty",
        ((5, 6, 5, 2), (2, 4, 9, 7)),
        ((5, 5, 2, 9), (6, 2, 4, 7)),
        duo("brick-farth-and-grotty"),
    ),
    Corrected(
        "S-10",
        STARS,
        "Grak & Crumbleberry",
        ((5, 5, 5, 2), (2, 3, 9, 6)),
        ((5, 5, 2, 9), (5, 2, 3, 6)),
        duo("grak-and-crumbleberry"),
    ),
    Corrected(
        "S-10",
        STARS,
        "The Swift Twins",
        ((7, 7, 3, 3), (4, 5, 8, 7)),
        ((7, 3, 4, 8), (7, 3, 5, 7)),
        duo("the-swift-twins"),
    ),
    Corrected(
        "S-11",
        STARS,
        "the Swift Twins lack the note of the other duos",
        "",
        "two free places",
        lambda rules: said(star_of(rules, "the-swift-twins").note, "two free places"),
    ),
    Corrected(
        "S-12",
        STARS,
        "order of two stars",
        ("Slibli", "Sinnedbad"),
        ("Sinnedbad", "Slibli"),
        in_order("stars", "Slibli", "Sinnedbad"),
    ),
    Corrected(
        "S-12",
        SKILLS,
        "order of two skills",
        ("Multiple Block", "Monstrous Mouth"),
        ("Monstrous Mouth", "Multiple Block"),
        in_order("skills", "Multiple Block", "Monstrous Mouth"),
    ),
    Corrected(
        "S-12",
        SKILLS,
        "order of the last skills",
        ("Weeping Dagger", "Very Long Legs"),
        ("Very Long Legs", "Weeping Dagger"),
        in_order("skills", "Weeping Dagger", "Very Long Legs"),
    ),
)

ELIGIBLE = (
    eligible("barik-farblast", "dwarf", "dwarf-slayer-hold"),
    eligible("bilerot-vomitflesh", "chaos-chosen nurgle"),
    eligible("bomber-dribblesnot", "goblin ogre orc", "chaos-renegade savage-orc underworld"),
    eligible("boomer-eziasson", "dwarf norse", "dwarf-slayer-hold"),
    eligible("crazy-igor", "vampire", "chaos-renegade"),
    eligible("dolfar-longstride", "elven-union high-elf wood-elf", "bretonnian"),
    eligible("fezglitch", "skaven", "pestilent-vermin underworld"),
    eligible("flint-churnblade", "dwarf", "dwarf-slayer-hold"),
    eligible("frank-n-stein", "human necromantic undead"),
    eligible("glart-smashrip", "skaven underworld", "pestilent-vermin"),
    eligible("glart-smashrip-jr", "skaven", "pestilent-vermin underworld"),
    eligible("grashnak-blackhoof", "chaos-chosen chaos-dwarf nurgle", "khorne"),
    eligible("griff-oberwald", "human", "bretonnian human-nobility"),
    eligible("grim-ironjaw", "dwarf", "dwarf-slayer-hold"),
    eligible("grut-gitgobbla", "orc", "savage-orc"),
    eligible("hakflem-skuttlespike", "skaven", "pestilent-vermin"),
    eligible("headsplitter", "skaven", "pestilent-vermin"),
    eligible("heinrich-von-duisgart", "human", "human-nobility"),
    eligible("helmut-wulf", "amazon chaos-renegade human lizardman norse vampire", "human-nobility slann"),
    eligible("hemlock", "lizardman", "slann"),
    eligible("karla-von-kill", "amazon halfling human norse", "human-nobility"),
    eligible("kreek-rustgouger", "skaven underworld", "pestilent-vermin"),
    eligible("lewdgrip-whiparm", "chaos-chosen nurgle", "chaos-renegade"),
    eligible("lottabottol", "lizardman", "slann"),
    eligible("mighty-zug", "human", "bretonnian human-nobility"),
    eligible("nobbla-blackwart", "chaos-dwarf goblin ogre", "underworld"),
    eligible("puggy-baconbreath", "halfling human", "human-nobility"),
    eligible("quetzal-leap", "lizardman", "slann"),
    eligible("rasta-tailspike", "skaven"),
    eligible("ripper-bolgrot", "goblin orc", "savage-orc"),
    eligible("scrappa-sorehead", "goblin ogre orc", "savage-orc"),
    eligible("skitter-stab-stab", "skaven", "pestilent-vermin underworld"),
    eligible("slibli", "lizardman", "slann"),
    eligible("the-black-gobbo", "chaos-renegade goblin orc underworld"),
    eligible("the-white-dwarf", "dwarf halfling human norse"),
    eligible("ugroth-bolgrot", "orc", "chaos-renegade savage-orc"),
    eligible("varag-ghoul-chewer", "orc", "savage-orc"),
    eligible("willow-rosebark", "amazon halfling wood-elf", "bretonnian"),
    eligible(
        "zara-the-slayer",
        "amazon dwarf halfling high-elf human norse wood-elf",
        "bretonnian dwarf-slayer-hold human-nobility",
    ),
    eligible("zzharg-madeye", "chaos-dwarf", "chaos-renegade"),
)
CORRECTED = (*MISPRINTS, *ELIGIBLE)

NOT_FOR_HIRE = "a dash: he is not for hire, but comes by a rule of his own"
NO_LONER = "without Loner, as another collection has it too"

KEPT = (
    Kept(
        "S-04",
        STARS,
        "Buboe Festerspit",
        (6, 5, 4, 9),
        member("buboe-festerspit", *NUMBERS),
        "the same as the row below it, but no other document has him",
    ),
    Kept("S-05", STARS, "AG of Bertha Bigfist", 2, member("bertha-bigfist", "ag"), "one of two collections has 3"),
    Kept(
        "S-06",
        STARS,
        "Grut Gitgobbla",
        listed("Frenzy, Juggernaut, Claws, Block"),
        member("grut-gitgobbla", "skills"),
        NO_LONER,
    ),
    Kept(
        "S-06",
        STARS,
        "Heinrich von Duisgart",
        listed("Block, Dirty Player, Filthy Rich"),
        member("heinrich-von-duisgart", "skills"),
        NO_LONER,
    ),
    Kept("S-13", STARS, "price of the White Dwarf", None, star("the-white-dwarf", "cost"), NOT_FOR_HIRE),
    Kept("S-13", STARS, "price of the Black Gobbo", None, star("the-black-gobbo", "cost"), NOT_FOR_HIRE),
    Kept(
        "E-khorne",
        LISTS,
        "stars",
        ("grak-and-crumbleberry", "grashnak-blackhoof", "morg-n-thorg"),
        lambda rules: tuple(sorted(one.key for one in rules.stars_of("khorne"))),
        "a later collection has four more",
    ),
)

UNTOUCHED = {
    "S-07": "the label before Rasta Tailspike's skills says “Skaven”: labels are no data",
    "S-08": "a bracket that is never closed in a note: our notes are our own words",
}

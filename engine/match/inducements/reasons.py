"""Why something is not for sale, and what does not fit in what was bought: every problem with its words and rule."""

from __future__ import annotations

from engine.errors import Problem, marked
from engine.rulesets.furniture import Inducement
from engine.rulesets.model import Roster

# Of one line of the list. Where it was bought, the place is filled in.


def not_sold(name: str) -> Problem:
    return Problem(
        "inducement_not_sold",
        marked("{inducement} is not sold in this league."),
        "inducements",
        "induced",
        {"inducement": name},
    )


def not_for_team(name: str, roster: Roster) -> Problem:
    return Problem(
        "inducement_not_for_team",
        marked("{inducement} is not for {roster} teams."),
        "inducements",
        "induced",
        {"inducement": name, "roster": roster.name},
    )


def by_apothecary(one: Inducement, roster: Roster) -> Problem:
    message = marked("{inducement} is only for teams that may have no apothecary, and {roster} teams may.")
    if one.apothecary:
        message = marked("{inducement} is only for teams that may have an apothecary; {roster} teams may not.")
    return Problem(
        "inducement_by_apothecary",
        message,
        "inducements",
        "induced",
        {"inducement": one.name, "roster": roster.name},
    )


def by_special_rule(name: str, requires: tuple[str, ...]) -> Problem:
    return Problem(
        "inducement_by_special_rule",
        marked("{inducement} is only for teams with one of these special rules: {rules}."),
        "inducements",
        "induced",
        {"inducement": name, "rules": ", ".join(requires)},
    )


def unpriced(name: str) -> Problem:
    return Problem(
        "inducement_unpriced",
        marked("{inducement} has no price: coaches settle it at the table."),
        "inducements",
        "induced",
        {"inducement": name},
    )


def star_not_for_team(star: str, roster: Roster) -> Problem:
    return Problem(
        "star_not_for_team",
        marked("{star} does not play for {roster} teams."),
        "inducements.stars",
        "induced",
        {"star": star, "roster": roster.name},
    )


def star_on_a_roster(star: str, team: str) -> Problem:
    return Problem(
        "star_on_a_roster",
        marked("{star} is on the roster of {team}."),
        "inducements.stars",
        "induced",
        {"star": star, "team": team},
    )


# Of what was bought.


def unknown(what: str, where: str) -> Problem:
    return Problem(
        "inducement_unknown",
        marked("Nobody sells “{what}” before a match."),
        "inducements",
        where,
        {"what": what},
    )


def no_number(name: str, number: int, where: str) -> Problem:
    return Problem(
        "inducement_count",
        marked("{inducement}: {count} is not a number that can be bought."),
        "inducements",
        where,
        {"inducement": name, "count": number},
    )


def too_many(name: str, bought: int, most: int, where: str) -> Problem:
    return Problem(
        "inducement_too_many",
        marked("{inducement}: {count} bought, {most} is the most."),
        "inducements",
        where,
        {"inducement": name, "count": bought, "most": most},
    )


def no_place(team: str, needed: int, available: int, where: str) -> Problem:
    return Problem(
        "inducement_no_place",
        marked("{team}: stars and mercenaries need {needed} places on the roster, and {available} are open."),
        "inducements.stars",
        where,
        {"team": team, "needed": needed, "available": available},
    )


def skill_not_his(name: str, skill: str, where: str) -> Problem:
    return Problem(
        "mercenary_skill",
        marked("{mercenary}: {skill} is no skill that he can be hired with."),
        "inducements.mercenaries",
        where,
        {"mercenary": name, "skill": skill},
    )


def skill_not_sold(name: str, where: str) -> Problem:
    return Problem(
        "inducement_without_skill",
        marked("{inducement}: only a mercenary is hired with one more skill."),
        "inducements.mercenaries",
        where,
        {"inducement": name},
    )


def name_too_long(name: str, most: int, where: str) -> Problem:
    return Problem(
        "mercenary_name",
        marked("{mercenary}: his name has more than {most} characters."),
        "inducements.mercenaries",
        where,
        {"mercenary": name, "most": most},
    )


def too_dear(team: str, needed: int, available: int, where: str) -> Problem:
    return Problem(
        "inducements_too_dear",
        marked("{team}: what was bought costs {needed} gp, and there are {available} gp for it."),
        "inducements.gold",
        where,
        {"team": team, "needed": needed, "available": available},
    )


def cards_too_dear(team: str, needed: int, available: int, where: str) -> Problem:
    return Problem(
        "cards_too_dear",
        marked("{team}: the cards cost {needed} gp, and there are {available} gp for cards."),
        "inducements.gold",
        where,
        {"team": team, "needed": needed, "available": available},
    )


def cards_alone(name: str, where: str) -> Problem:
    return Problem(
        "cards_alone",
        marked("{inducement} is no card: cards are bought, drawn and looked at before anything else is."),
        "inducements",
        where,
        {"inducement": name},
    )


def card_drawn(name: str, drawn: int, bought: int, where: str) -> Problem:
    return Problem(
        "card_drawn",
        marked("{card}: {drawn} bought and drawn already, {bought} now. A card that was drawn is not given back."),
        "inducements",
        where,
        {"card": name, "drawn": drawn, "bought": bought},
    )


def treasury_too_small(team: str, needed: int, available: int, where: str) -> Problem:
    return Problem(
        "inducement_treasury",
        marked("{team}: {needed} gp cannot come from a treasury that has {available} gp."),
        "inducements.gold",
        where,
        {"team": team, "needed": needed, "available": available},
    )


def treasury_not_allowed(team: str, needed: int, where: str) -> Problem:
    return Problem(
        "inducement_treasury_closed",
        marked("{team} may spend no gold of its own on inducements in this match: {needed} gp, where 0 gp may be."),
        "inducements.gold",
        where,
        {"team": team, "needed": needed},
    )


def journeymen_not_told(team: str, needed: int, where: str) -> Problem:
    return Problem(
        "journeymen_not_told",
        marked("{team} takes {needed} journeymen on before inducements are bought: they count in its value."),
        "inducements.gold",
        where,
        {"team": team, "needed": needed},
    )


def journeymen_number(team: str, told: int, least: int, most: int, where: str) -> Problem:
    return Problem(
        "journeymen_number",
        marked("{team}: {told} journeymen were taken on; it must be at least {least} and at most {most}."),
        "inducements.gold",
        where,
        {"team": team, "told": told, "least": least, "most": most},
    )


def stadium_gold(gold: int, least: int, most: int, where: str) -> Problem:
    return Problem(
        "stadium_gold",
        marked("{gold} gp is nothing that the stadium's dice can give: {least} gp to {most} gp."),
        "inducements.gold",
        where,
        {"gold": gold, "least": least, "most": most},
    )

"""Words for the keys that the engine and its data speak in: one word per idea, in the reader's language.

Names that belong to a ruleset (positions, skills, casualty results, goods) are data and come from it; here stand the
ideas that every ruleset shares. ``word("reason", key)`` and the template filter ``|word:"reason"`` read them.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Promise]

# Why gold moved.
REASONS: Words = {
    "starting-treasury": _("Starting treasury"),
    "player-hired": _("Player hired"),
    "goods-bought": _("Bought"),
    "winnings": _("Winnings"),
    "spiralling-expenses": _("Spiralling expenses"),
    "expensive-mistakes": _("Expensive mistake"),
}

# The parts that an amount of gold adds up from.
PARTS: Words = {
    "die": _("Die"),
    "fame": _("FAME"),
    "win": _("Bonus for a win"),
    "draw": _("Bonus for a draw"),
    "loss": _("Bonus for a loss"),
}

OUTCOMES: Words = {
    "win": pgettext_lazy("outcome of a match", "Win"),
    "draw": pgettext_lazy("outcome of a match", "Draw"),
    "loss": pgettext_lazy("outcome of a match", "Loss"),
}

# What a player is credited with.
DEEDS: Words = {
    "touchdown": _("Touchdown"),
    "completion": _("Completion"),
    "interception": _("Interception"),
    "casualty": _("Casualty caused"),
    "mvp": _("Most valuable player"),
    "superb-throw": _("Superb throw of a team-mate"),
    "deflection": _("Deflection"),
}

DEEDS_SHORT: Words = {
    "touchdown": pgettext_lazy("touchdowns", "TD"),
    "completion": pgettext_lazy("completions", "Cp"),
    "interception": pgettext_lazy("interceptions", "Int"),
    "casualty": pgettext_lazy("casualties", "Cas"),
    "mvp": pgettext_lazy("most valuable player", "MVP"),
}

# Steps of the post-match sequence.
STEPS: Words = {
    "spp": _("Star player points"),
    "winnings": _("Winnings"),
    "fan-factor": _("Fan factor"),
    "expensive-mistakes": _("Expensive mistakes"),
}

# What a coach may choose when a step waits for him.
CHOICES: Words = {
    "keep": _("Keep the roll"),
    "reroll": _("Throw again"),
}

TIE_BREAKERS: Words = {
    "points": _("League points"),
    "touchdown-difference": _("Touchdown difference"),
    "touchdowns-for": _("Touchdowns scored"),
    "casualty-difference": _("Casualty difference"),
}

# How a player was hurt.
CAUSES: Words = {
    "block": pgettext_lazy("how a player was hurt", "Block"),
    "foul": pgettext_lazy("how a player was hurt", "Foul"),
    "crowd": pgettext_lazy("how a player was hurt", "Crowd"),
    "other": pgettext_lazy("how a player was hurt", "Something else"),
}

MISTAKES: Words = {
    "crisis-averted": _("Crisis averted"),
    "minor-incident": _("Minor incident"),
    "major-incident": _("Major incident"),
    "catastrophe": _("Catastrophe"),
}

CHARACTERISTICS: Words = {
    "ma": pgettext_lazy("movement allowance", "MA"),
    "st": pgettext_lazy("strength", "ST"),
    "ag": pgettext_lazy("agility", "AG"),
    "pa": pgettext_lazy("passing ability", "PA"),
    "av": pgettext_lazy("armour value", "AV"),
}

CHARACTERISTIC_NAMES: Words = {
    "ma": _("Movement allowance"),
    "st": _("Strength"),
    "ag": _("Agility"),
    "pa": _("Passing ability"),
    "av": _("Armour value"),
}

# What a roll is thrown for: the first part of its key, or the whole of it without the team where the parts differ.
ROLLS: Words = {
    "casualty": _("Casualty"),
    "fans": _("Fans"),
    "mvp": _("Most valuable player"),
    "winnings": _("Winnings"),
    "winnings/1": _("Winnings"),
    "winnings/2": _("Winnings, thrown again"),
    "fan-factor": _("Fan factor"),
    "expensive-mistakes": _("Expensive mistakes"),
    "expensive-mistakes/minor": _("Cost of the minor incident"),
    "expensive-mistakes/kept": _("Gold kept"),
}

# Where a roll came from.
SOURCES: Words = {
    "seeded": _("thrown by the server"),
    "table": _("rolled at the table"),
    "scripted": _("scripted"),
}

# Why a line of the team's value counts nothing.
LEFT_OUT: Words = {
    "misses-next": _("misses the next match"),
    "not-counted": _("does not count in this edition"),
}

# Skill categories, by name and by the letter that team lists use.
CATEGORIES: Words = {
    "general": _("General"),
    "agility": _("Agility"),
    "strength": _("Strength"),
    "passing": _("Passing"),
    "mutation": _("Mutation"),
    "extraordinary": _("Extraordinary"),
    "trait": _("Traits"),
    "G": _("General"),
    "A": _("Agility"),
    "S": _("Strength"),
    "P": _("Passing"),
    "M": _("Mutation"),
}

# Where a house rule belongs.
OPTION_GROUPS: Words = {
    "draft": _("Drafting a team"),
    "players": _("Players"),
    "money": _("Money"),
    "before": _("Before the match"),
    "pitch": _("On the pitch"),
    "league": _("The league"),
    "dice": _("Dice"),
}

KINDS: Mapping[str, Words] = {
    "reason": REASONS,
    "part": PARTS,
    "outcome": OUTCOMES,
    "deed": DEEDS,
    "deed-short": DEEDS_SHORT,
    "step": STEPS,
    "choice": CHOICES,
    "tie-breaker": TIE_BREAKERS,
    "cause": CAUSES,
    "mistake": MISTAKES,
    "characteristic": CHARACTERISTICS,
    "characteristic-name": CHARACTERISTIC_NAMES,
    "roll": ROLLS,
    "source": SOURCES,
    "left-out": LEFT_OUT,
    "category": CATEGORIES,
    "option-group": OPTION_GROUPS,
}


def word(kind: str, key: str) -> str:
    """The word for a key. One that nobody has put into words yet is shown as it is, so that a page never falls over."""
    return str(KINDS[kind].get(key, key))


def roll_word(key: str) -> str:
    """What a roll was thrown for, from its key: ``winnings/t1/2``."""
    purpose, _team, *part = key.split("/")
    whole = "/".join([purpose, *part])
    return word("roll", whole if whole in ROLLS else purpose)

"""Whether what a ruleset says of sponsors holds together."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulesets.furniture import Sponsors
from engine.rulesets.model import Ruleset

# What may be added to a throw for a sponsor.
MODIFIERS = (
    "owns-stadium",
    "won",
    "two-touchdowns-more",
    "three-casualties",
    "five-casualties",
    "play-off",
    "final",
)


def thrown(sponsors: Sponsors) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every dice that are thrown for them, by where they stand."""
    yield "sponsors.dice", sponsors.dice
    yield "sponsors.one_time.dice", sponsors.one_time.dice
    yield "sponsors.ongoing.dice", sponsors.ongoing.dice
    yield "sponsors.mishap_dice", sponsors.mishap_dice
    for sponsor in sponsors.majors:
        at = f"sponsors.majors.{sponsor.key}"
        if sponsor.improvement_dice:
            yield f"{at}.improvement_dice", sponsor.improvement_dice
        if sponsor.half_reroll:
            yield f"{at}.half_reroll.dice", sponsor.half_reroll.dice
        if sponsor.insurance:
            yield f"{at}.insurance.dice", sponsor.insurance.dice
            yield f"{at}.insurance.missing_dice", sponsor.insurance.missing_dice
            yield f"{at}.fee.dice", sponsor.fee.dice if sponsor.fee else ()


def incoherent_sponsors(ruleset: Ruleset) -> Iterator[str]:
    """What is added is something that is known, and what is divided by is not nothing."""
    if ruleset.sponsors is None:
        return
    keys = [modifier.key for modifier in ruleset.sponsors.modifiers]
    yield from (f"sponsors.modifiers.{key}: not one of {', '.join(MODIFIERS)}" for key in keys if key not in MODIFIERS)
    yield from (f"sponsors.modifiers.{key}: listed twice" for key in sorted(set(keys)) if keys.count(key) > 1)
    if not ruleset.sponsors.offers:
        yield "sponsors.offers: none"
    skills, goods = {skill.name for skill in ruleset.skills}, {good.key for good in ruleset.goods}
    for sponsor in ruleset.sponsors.majors:
        at = f"sponsors.majors.{sponsor.key}"
        yield from (f"{at}.skills: unknown skill {name!r}" for name in sponsor.skills if name not in skills)
        if sponsor.insurance and not (sponsor.insurance.share and sponsor.insurance.unit):
            yield f"{at}.insurance: a share or a unit of 0"
        if sponsor.half_reroll and sponsor.half_reroll.good not in goods:
            yield f"{at}.half_reroll.good: there is no {sponsor.half_reroll.good!r}"

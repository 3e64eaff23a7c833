"""Whether the rules of home stadiums hold together: every score has an answer, and whatever is thrown can be."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.rulesets.furniture import Residency, Stadiums
from engine.rulesets.model import Ruleset
from engine.rulesets.tables import uncovered


def stadium_tables(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.stadiums is None:
        return
    yield from _residency(ruleset.stadiums.residency)
    yield from _sale(ruleset.stadiums)
    if not ruleset.stadiums.losing.bribe:
        yield "stadiums.losing.bribe: whoever pays nothing would never lose his home"
    known = {result.key for table in ruleset.stadiums.categories for result in table.results}
    yield from (
        f"stadiums.extras.{extra.key}: there is no such attribute"
        for extra in ruleset.stadiums.extras
        if extra.key not in known
    )


def _residency(rules: Residency) -> Iterator[str]:
    """The rows at both ends reach as far as modifiers do; between them no score is left out."""
    if not rules.results:
        yield "stadiums.residency.results: none"
    ordered = sorted(rules.results, key=lambda row: row.first)
    for before, after in pairwise(ordered):
        if after.first != before.last + 1:
            yield f"stadiums.residency.results: {after.key} does not begin where {before.key} ends"


def _sale(rules: Stadiums) -> Iterator[str]:
    spans = tuple((row.first, row.last) for row in rules.sale)
    for score, hits in uncovered(rules.sale_dice, spans, "sum"):
        yield f"stadiums.sale: a throw of {score} is in {hits} rows"


def stadium_dice(ruleset: Ruleset) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What is thrown for homes. What pays a sum needs no dice."""
    rules = ruleset.stadiums
    if rules is None:
        return
    yield "stadiums.residency.dice", rules.residency.dice
    yield "stadiums.losing.dice", rules.losing.dice
    yield "stadiums.gain_dice", rules.gain_dice
    yield "stadiums.sale_dice", rules.sale_dice
    yield from ((f"stadiums.sale.{row.key}", row.payment.dice) for row in rules.sale if row.payment.dice)
    paying = ((extra.key, extra.winnings) for extra in rules.extras)
    yield from ((f"stadiums.extras.{key}", paid.dice) for key, paid in paying if paid and paid.dice)

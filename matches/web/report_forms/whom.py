"""About whom a prayer is: a player of either side. Both have the same keys, so his side goes along with his own."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext

from engine.match.prayers import prayer_named
from engine.match.prematch import Prayer
from engine.match.sides import SIDES, Side, other_side
from engine.rulesets import Ruleset
from matches.web.report_forms.desk import Desk, Reading, absence
from matches.web.report_forms.fields import Choices, with_typed

BETWEEN = "/"


def choices(desk: Desk, side: Side, name: str) -> Choices:
    """Everybody whom an answer can be about, by his team: which of them it is, the prayer says, and that may change."""
    said = desk.said(name)
    groups: Choices = [("", gettext("Nobody"))]
    for one in (side, other_side(side)):
        fit = sorted(desk.sheet(one).fit, key=lambda player: (player.number, player.key))
        groups.append((desk.teams[one].name, [(_value(one, player.key), desk.called(one, player)) for player in fit]))
    known = desk.sheet(_side_in(said) or side).player(key_in(said))
    return with_typed(groups, said, f"{known.name} ({absence(known)})" if known and absence(known) else "")


def typed(prayer: Prayer, side: Side, ruleset: Ruleset) -> str:
    return _value(about_side(prayer.prayer, side, ruleset) or side, prayer.player) if prayer.player else ""


def key_in(said: str) -> str:
    """The player's own key; whose he is, the prayer says where nothing else does."""
    return said.partition(BETWEEN)[2] if _side_in(said) else said


def about_side(prayer: str, side: Side, ruleset: Ruleset) -> Side | None:
    """Of which side it is a player whom an answer is about, if it is about anybody."""
    result = prayer_named(prayer, ruleset)
    if result is None or not result.about:
        return None
    return other_side(side) if result.about.startswith("other") else side


def misplaced(desk: Desk, side: Side, stem: str, said: Reading) -> Iterator[tuple[str, str]]:
    """Rows in which a player of the wrong side is chosen, and what is wrong with that."""
    for nth in desk.rows(stem, 0):
        row = f"{stem}-{nth}"
        found, wanted = _side_in(said.text(f"{row}-player")), about_side(said.text(f"{row}-what"), side, desk.ruleset)
        if found and wanted and found != wanted:
            team = desk.teams[wanted].name
            yield f"{row}-player", gettext("This prayer is about a player of {team}.").format(team=team)


def _value(side: Side, key: str) -> str:
    return f"{side}{BETWEEN}{key}"


def _side_in(said: str) -> Side | None:
    return next((side for side in SIDES if said.startswith(_value(side, ""))), None)

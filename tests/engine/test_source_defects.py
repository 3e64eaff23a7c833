"""Slips of the documents: what is printed, and what we use.

The tables stand in ``source_defects``, by document. Ids are those of ``rosters_data/SOURCES.md``: a letter for the part
(D team lists, C prices printed in two ways, S star players, E who may hire them, T tables, K cards and match events,
N names, O comparison with other collections, B Basic Blood Bowl, X other documents). A slip may show in several places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from engine import rulesets
from tests.engine.source_defects import other_documents, stars, tables, teams
from tests.engine.source_defects.entries import Corrected, Entry, Kept, Lost, event_of

PARTS = (teams, stars, tables, other_documents)
CORRECTED: tuple[Corrected, ...] = tuple(entry for part in PARTS for entry in part.CORRECTED)
KEPT: tuple[Kept, ...] = tuple(entry for part in PARTS for entry in part.KEPT)
UNTOUCHED = {name: why for part in PARTS for name, why in part.UNTOUCHED.items()}

# Every slip that was found. Whoever finds another adds it here, and then has to say what became of it.
NUMBERED = {"D": 15, "C": 8, "S": 13, "T": 19, "K": 13, "B": 10}
NAMED = {
    "N": """
        chaos-chosen elven-union underworld chaos-renegade slayer-hold pestilent-vermin waaagh-drummer jorm
        goblin-referee trundlefoot-triplets prehensile-tail kick-off-return dump-off ripper kreek skitter glart-jr
        fungus luthor heinrich helmut khemri-plurals runesmith warlock-engineer master-of-ballistics
        drummer-for-savages artefacts""",
    "O": "orc-renegade later-changes older-values others-errors karla agreement",
    "B": "changes",
    "X": "agility scattered-pass attendance fan-favourite halfling-chef dedicated-fans editions core-rulebook",
    "E": """
        barik-farblast bilerot-vomitflesh bomber-dribblesnot boomer-eziasson crazy-igor dolfar-longstride fezglitch
        flint-churnblade frank-n-stein glart-smashrip glart-smashrip-jr grashnak-blackhoof griff-oberwald grim-ironjaw
        grut-gitgobbla hakflem-skuttlespike headsplitter heinrich-von-duisgart helmut-wulf hemlock karla-von-kill
        kreek-rustgouger lewdgrip-whiparm lottabottol mighty-zug nobbla-blackwart puggy-baconbreath quetzal-leap
        rasta-tailspike ripper-bolgrot scrappa-sorehead skitter-stab-stab slibli the-black-gobbo the-white-dwarf
        ugroth-bolgrot varag-ghoul-chewer willow-rosebark zara-the-slayer zzharg-madeye khorne""",
}
KNOWN = {f"{letter}-{number:02}" for letter, last in NUMBERED.items() for number in range(1, last + 1)}
KNOWN |= {f"{letter}-{name}" for letter, names in NAMED.items() for name in names.split()}


@pytest.mark.parametrize("slip", CORRECTED, ids=str)
def test_a_slip_of_the_print_is_corrected(slip: Corrected) -> None:
    assert slip.found(rulesets.get(slip.section.ruleset)) == slip.used
    # Of one kind, or they would differ whatever they said.
    assert type(slip.printed) is type(slip.used)
    assert slip.printed != slip.used


@pytest.mark.parametrize("oddity", KEPT, ids=str)
def test_an_oddity_of_the_print_is_kept(oddity: Kept) -> None:
    assert oddity.found(rulesets.get(oddity.section.ruleset)) == oddity.printed
    assert oddity.why


@pytest.mark.parametrize("lost", tables.LOST, ids=str)
def test_words_that_the_print_lost_are_said_to_be_lost(lost: Lost) -> None:
    assert lost.gap in event_of(rulesets.get(lost.section.ruleset), lost.what).gap


def test_no_event_has_a_gap_that_is_not_listed() -> None:
    gaps = {event.key for group in rulesets.get("bb2016").events for event in group.events if event.gap}
    assert gaps == {lost.what for lost in tables.LOST}


def ids(entries: Iterable[Entry]) -> set[str]:
    return {entry.id for entry in entries}


def test_every_slip_is_in_exactly_one_table() -> None:
    found = Counter([*ids(CORRECTED), *ids(KEPT), *ids(tables.LOST), *UNTOUCHED])
    assert set(found) == KNOWN
    assert [name for name, times in found.items() if times > 1] == []
    assert all(UNTOUCHED.values())

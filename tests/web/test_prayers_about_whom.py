"""The report form: about whom a prayer was answered, of a row that has just been begun."""

from __future__ import annotations

import pytest

from engine.match.prayers import prayer_named
from engine.match.prematch import Prayer, PreMatch, SidePreMatch
from engine.match.report import MatchReport, SideReport
from matches.web.report_forms import typed_of
from tests.web.test_report_round_trip import BASES, EDITIONS, filed, form

BB2020 = "bb2020"
OWN, OTHER = "iron-man", "greasy-cleats"  # about a player of one's own, and about one of the other side
ROWS = ["home-answered-0", "prematch-home-prayers-0"]


def listed(name: str) -> dict[str, list[str]]:
    """The keys of a list's groups, by their names."""
    choices = form(BB2020).fields[name].widget.choices
    return {group: [key for key, _ in keys] for group, keys in choices if isinstance(keys, list)}


def told(typed: dict[str, str], row: str) -> Prayer:
    report = filed(BB2020, typed)
    found = report.home.answered if row == ROWS[0] else report.prematch and report.prematch.home.prayers
    assert found
    return found[0]


def test_the_two_answers_are_about_different_sides() -> None:
    own, other = (prayer_named(key, EDITIONS[BB2020]) for key in (OWN, OTHER))
    assert own
    assert other
    assert not own.about.startswith("other")
    assert other.about.startswith("other")


@pytest.mark.parametrize("row", ROWS)
def test_a_new_row_offers_the_players_of_both_sides_by_team_and_no_value_twice(row: str) -> None:
    groups = listed(f"{row}-player")
    assert list(groups) == ["Reavers", "Night Shift"]
    mine, theirs = groups.values()
    assert len(mine) == len(BASES[BB2020]["home"].fit)
    assert len(theirs) == len(BASES[BB2020]["away"].fit)
    assert not set(mine) & set(theirs)


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("prayer", "side"), [(OWN, "home"), (OTHER, "away")])
def test_whoever_is_chosen_without_drawing_anew_is_the_one(row: str, prayer: str, side: str) -> None:
    assert told({f"{row}-what": prayer, f"{row}-player": f"{side}/p3"}, row) == Prayer(prayer, "p3")


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("prayer", "side", "team"), [(OWN, "away", "Reavers"), (OTHER, "home", "Night Shift")])
def test_a_player_of_the_wrong_side_is_refused_at_his_row(row: str, prayer: str, side: str, team: str) -> None:
    bound = form(BB2020, {f"{row}-what": prayer, f"{row}-player": f"{side}/p3"})
    assert not bound.is_valid()
    assert dict(bound.errors) == {f"{row}-player": [f"This prayer is about a player of {team}."]}


@pytest.mark.parametrize(("prayer", "side"), [(OWN, "home"), (OTHER, "away")])
def test_what_was_told_is_chosen_again_when_the_form_comes_back(prayer: str, side: str) -> None:
    said = (Prayer(prayer, "p3"),)
    before = PreMatch(home=SidePreMatch(prayers=said))
    report = MatchReport(SideReport("t1", 0, answered=said), SideReport("t2", 0), prematch=before)
    typed = typed_of(report, EDITIONS[BB2020])
    for row in ROWS:
        assert typed[f"{row}-player"] == f"{side}/p3"
        assert f"{side}/p3" in [key for keys in listed(f"{row}-player").values() for key in keys]

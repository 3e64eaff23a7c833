"""The dice of a league, counted by the database: faces by size and source, and the luck of each team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from leagues.models import League
from matches.models import DiceRoll, DiceSession, Match
from matches.selectors.dice_statistics import DiceStatistics, league_dice_statistics
from tests import cast

pytestmark = pytest.mark.django_db


def a_match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def thrown(match: Match, key: str, sides: Sequence[int], faces: Sequence[int], source: str = "seeded") -> None:
    session = DiceSession.objects.get(league=match.league, occasion=match.key)
    DiceRoll.objects.create(session=session, key=key, sides=list(sides), faces=list(faces), source=source)


def counts(found: DiceStatistics, source: str) -> dict[int, tuple[int, ...]]:
    return {one.sides: one.counts for each in found.sources if each.source == source for one in each.dice}


def test_faces_are_counted_by_size_and_by_who_threw() -> None:
    match = a_match()
    thrown(match, "casualty/t1/p1", (6, 8), (6, 3))
    thrown(match, "winnings/t1/1", (6,), (6,))
    thrown(match, "fan-factor/t1/2d6", (6, 6), (1, 1), "table")
    thrown(match, "weather", (6, 6), (2, 3))
    found = league_dice_statistics(match.league)
    assert counts(found, "seeded") == {6: (0, 1, 1, 0, 0, 2), 8: (0, 0, 1, 0, 0, 0, 0, 0)}
    assert counts(found, "table") == {6: (2, 0, 0, 0, 0, 0)}
    assert found.thrown == 7


def test_every_die_on_record_is_counted_once() -> None:
    match = cast.play(a_match())
    found = counts(league_dice_statistics(match.league), "seeded")
    expected: dict[int, Counter[int]] = {}
    for row in DiceRoll.objects.all():
        for side, face in zip(row.sides, row.faces, strict=True):
            expected.setdefault(side, Counter())[face] += 1
    assert found == {side: tuple(expected[side][face] for face in range(1, side + 1)) for side in sorted(expected)}


def test_what_nobody_throws_is_not_counted() -> None:
    """A shuffled deck is one roll; who is drawn when only one is left was no throw; scripted dice are for tests."""
    match = a_match()
    thrown(match, "shuffle/dirty-trick/3", (3, 2, 1), (1, 2, 1))
    thrown(match, "mvp/t1/d1", (1,), (1,))
    thrown(match, "winnings/t1/1", (6,), (1,), "scripted")
    assert league_dice_statistics(match.league).thrown == 0


def test_dice_of_another_league_are_another_leagues() -> None:
    match = a_match()
    elsewhere: League = cast.league("Elsewhere")
    thrown(match, "winnings/t1/1", (6,), (6,))
    assert league_dice_statistics(elsewhere).thrown == 0


def test_luck_is_that_of_the_team_that_the_key_names() -> None:
    match = a_match()
    thrown(match, "winnings/t1/1", (6,), (6,))
    thrown(match, "winnings/t2/1", (6,), (1,))
    thrown(match, "casualty/t2/p3", (6, 8), (6, 8))
    thrown(match, "expensive-mistakes/t1/minor", (3,), (3,))
    thrown(match, "mvp/t1", (3,), (3,))
    luck = {one.team.key: one.luck for one in league_dice_statistics(match.league).teams}
    assert (luck["t1"].dice, luck["t1"].above) == (1, 2.5)
    assert (luck["t2"].dice, luck["t2"].above) == (3, -2.5 - 2.5 - 3.5)


def lucky(match: Match, dice: int) -> None:
    for nth in range(dice):
        thrown(match, f"regeneration/t1/p1/{nth + 2}", (6,), (6,))


@pytest.mark.parametrize(("dice", "said"), [(29, "too few to say"), (30, "very lucky")])
def test_the_page_calls_nobody_lucky_before_thirty_dice(dice: int, said: str) -> None:
    match = a_match()
    lucky(match, dice)
    page = Client().get(f"/leagues/{match.league.slug}/dice/").content.decode()
    assert said in page
    assert ("Luckier than 100 of 100" in page) is (dice == 30)


def test_the_luckiest_comes_first_and_whoever_has_too_few_dice_last() -> None:
    match = a_match()
    lucky(match, 30)
    thrown(match, "winnings/t2/1", (6,), (6,))
    assert [one.team.key for one in league_dice_statistics(match.league).teams] == ["t1", "t2"]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ((5, 5, 5, 5, 5, 4), "too few to say"),
        ((5, 5, 5, 5, 5, 5), "as even as dice are"),
        ((10, 10, 10, 10, 10, 23), "rather uneven"),
        ((10, 10, 10, 10, 10, 27), "very uneven"),
    ],
)
def test_the_page_says_in_words_whether_dice_are_fair(faces: tuple[int, ...], said: str) -> None:
    match = a_match()
    for face, count in enumerate(faces, start=1):
        for nth in range(count):
            thrown(match, f"fans/t{face}/{nth}", (6,), (face,))
    page = Client().get(f"/leagues/{match.league.slug}/dice/").content.decode()
    assert said in page


def test_without_a_die_the_page_says_so() -> None:
    league = cast.league()
    assert "No die has been thrown yet" in Client().get(f"/leagues/{league.slug}/dice/").content.decode()


def test_programs_get_the_numbers() -> None:
    match = a_match()
    thrown(match, "winnings/t1/1", (6,), (6,))
    told = Client().get(f"/api/v1/leagues/{match.league.slug}/dice/").json()
    (six,) = told["sources"][0]["dice"]
    assert (six["sides"], six["counts"], six["enough"]) == (6, [0, 0, 0, 0, 0, 1], False)
    assert {one["team"]["key"]: one["dice"] for one in told["teams"]} == {"t1": 1, "t2": 0}


def test_a_league_s_dice_take_two_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    match = cast.play(a_match())
    with django_assert_num_queries(2):
        league_dice_statistics(match.league)

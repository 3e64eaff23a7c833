"""Matches count in the order they were played, in whichever order they are told, agreed on and worked off."""

from __future__ import annotations

import random

import pytest

from engine.typed import plain
from leagues.models import League
from matches.models import Match, MatchStatus
from matches.services.onward import match_advance
from matches.services.placing import match_place
from matches.services.postmatch import step_choose
from matches.tasks import sweep
from teams.mapping import sheet_of
from teams.models import Cause, Team
from teams.services.verification import league_differences
from tests import cast
from tests.undoing import undone

pytestmark = pytest.mark.django_db

# Who is hurt in which match, by the key of his team and his own; the rest of the dice are the server's.
HURT = {
    0: ({"casualties": [{"victim": "p11", "cause": "block", "by": "p10"}]}, {}),
    1: ({}, {"casualties": [{"victim": "p12", "cause": "foul"}]}),
    2: ({"casualties": [{"victim": "p1", "cause": "block"}]}, {"casualties": [{"victim": "p2", "cause": "crowd"}]}),
}


def meetings(count: int, league: League | None = None) -> list[Match]:
    season = cast.season(league or cast.league(), legs=4)
    return [cast.reread(match) for match in season.matches.order_by("round", "pk")[:count]]


def by_key(team: Team) -> dict[str, object]:
    return dict(plain(sheet_of(cast.again(team))))


def told(match: Match, nth: int) -> Match:
    home, away = HURT[nth]
    return cast.file(match, ((2, 1), (0, 0), (1, 3))[nth], home=home, away=away)


def all_over(matches: list[Match]) -> None:
    """Whoever has something to choose takes the first thing, until nothing is left to do."""
    while True:
        sweep()
        waiting = [step for match in matches for step in cast.waiting(match)]
        if not waiting:
            return
        for step in waiting:
            step_choose(step=step, choice=step.options[0], actor=step.team.coach)


def straightforward(count: int) -> tuple[dict[str, object], ...]:
    """One after the other, each to its end."""
    matches = meetings(count)
    for nth, match in enumerate(matches):
        cast.confirm(told(match, nth))
        all_over(matches)
    return tuple(by_key(team) for team in (matches[0].home, matches[0].away))


def in_any_order(count: int, chance: random.Random) -> tuple[dict[str, object], ...]:
    """Filed, agreed on and worked off as it comes; who files late says before which match it was."""
    matches = meetings(count)
    filing = chance.sample(range(count), count)
    confirming = chance.sample(range(count), count)
    acts = [("file", nth) for nth in filing] + [("work", nth) for nth in range(count)] * 2
    chance.shuffle(acts)
    acts += [("confirm", nth) for nth in confirming]
    done: set[int] = set()
    while acts:
        act, nth = acts.pop(0)
        match = cast.reread(matches[nth])
        if act == "file":
            later = [cast.reread(matches[one]) for one in sorted(done) if one > nth]
            if later:
                match_place(match=match, before=later[0], actor=match.home.coach)
            told(cast.reread(match), nth)
            done.add(nth)
            # Some are agreed on at once, some much later.
            if ("confirm", nth) in acts and chance.random() < 0.5:
                acts.remove(("confirm", nth))
                cast.confirm(cast.reread(match))
        elif act == "confirm" and match.status == MatchStatus.REPORTED:
            cast.confirm(match)
        elif act == "work" and match.status == MatchStatus.CONFIRMED:
            match_advance(match=match)
            for step in cast.waiting(match):
                step_choose(step=step, choice=step.options[0], actor=step.team.coach)
    all_over(matches)
    assert {cast.reread(match).status for match in matches} == {MatchStatus.FINISHED}
    assert list(league_differences(matches[0].league)) == []
    assert Cause.objects.filter(kind="match").count() == count
    return tuple(by_key(team) for team in (matches[0].home, matches[0].away))


@pytest.mark.parametrize("count", [2, 3])
def test_in_whichever_order_matches_are_told_and_worked_off_the_ledger_is_the_same(count: int) -> None:
    """A property over random orders: the sheets are those of matches that were each over before the next began."""
    chance = random.Random(count)
    with undone():
        expected = straightforward(count)
    for _ in range(5):
        with undone():
            assert in_any_order(count, chance) == expected

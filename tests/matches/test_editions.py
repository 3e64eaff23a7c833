"""A match from kick-off to the last step of its post-match, in every edition that is played, by every way to an MVP."""

from __future__ import annotations

from typing import Any

import pytest

from leagues.selectors.rules import playable_list
from matches.models import MatchStatus
from teams.services.verification import league_differences
from tests import cast

pytestmark = pytest.mark.django_db
NAMED = {"nominated": ["p1", "p2", "p3"], "random": [], "chosen": ["p4"], "none": []}


@pytest.mark.parametrize("method", NAMED)
@pytest.mark.parametrize("key", [ruleset.key for ruleset in playable_list()])
def test_a_match_is_played_to_its_end(key: str, method: str) -> None:
    league = cast.league(ruleset=key, house_rules={"mvp": method})
    match = cast.match(cast.season(league))
    side: dict[str, Any] = {"nominees": NAMED[method]}
    match = cast.play(match, (2, 1), home=side, away=side)
    assert match.status == MatchStatus.FINISHED
    assert list(league_differences(league)) == []
    for team in (match.home, match.away):
        best = [player for player in team.players.all() if player.deeds.get("mvp")]
        assert len(best) == (method != "none")


def test_the_older_edition_makes_no_expensive_mistakes_and_pays_its_expenses() -> None:
    league = cast.league(ruleset="lrb6", house_rules={"spiralling-breakpoint": 500_000, "spiralling-amount": 5_000})
    match = cast.play(cast.match(cast.season(league)), (0, 0), home={"nominees": []}, away={"nominees": []})
    assert [step.name for step in match.steps.filter(team=match.home).order_by("nth")] == [
        "spp",
        "winnings",
        "petty-cash",
        "fan-factor",
        "hire-and-fire",
        "journeymen",
    ]
    paid = match.home.effects.get(kind="gold_changed", data__reason="spiralling-expenses")
    value = match.home.effects.get(kind="match_played").data["value"]
    assert paid.data["amount"] == -5_000 * (1 + (value - 500_000) // 150_000)

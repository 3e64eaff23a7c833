"""Problems in words: what has a word is said by it, and not by its key."""

from __future__ import annotations

from typing import Any

import pytest

from config.problems import title_of
from engine.errors import Problem
from engine.match.throwing import DieOfTheServer, DieOfTheTable


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"what": "touchdown"}, "Touchdown"),
        ({"what": "sent-off"}, "Sent off"),
        ({"what": "p17"}, "p17"),
        ({"kind": "reroll"}, "Re-roll"),
        ({"ending": "conceded"}, "Conceded"),
        ({"cause": "fall"}, "Failed dodge or rush"),
        ({"causes": "block, crowd, juggling"}, "Block, Crowd, juggling"),
        ({"team": "touchdown"}, "touchdown"),
        ({"count": 1_500}, "1,500"),
    ],
)
def test_what_has_a_word_is_said_by_it(params: dict[str, Any], said: str) -> None:
    (name,) = params
    assert title_of(Problem("known", f"{{{name}}}", "", "", params)) == said


@pytest.mark.parametrize("refusal", [DieOfTheServer, DieOfTheTable])
def test_a_roll_goes_by_what_it_is_thrown_for(refusal: type[DieOfTheServer | DieOfTheTable]) -> None:
    said = title_of(refusal(dice="D28", key="match-event/t1/d28"))
    assert "the D28 for Match event" in said

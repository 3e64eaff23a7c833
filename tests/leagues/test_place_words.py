"""Addresses of a ruleset in words."""

from __future__ import annotations

import pytest

from engine.rulesets import get
from engine.rulesets.options import with_options
from leagues.place_words import PlaceWords

BENT = with_options(get("bb2016"), {"teams.orc.positions.goblin": None, "spp.touchdown": 4})


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("teams.human.positions.ogre.cost", "Human · Ogre · Cost"),
        ("teams.orc.positions.goblin", "Orc · Goblin"),
        ("teams.human.positions.ogre.ma", "Human · Ogre · Movement allowance"),
        ("spp.touchdown", "Star player points · Touchdown"),
        ("options.spiralling", "Options · Spiralling expenses"),
        ("stars.griff-oberwald.cost", "Griff Oberwald · Cost"),
        ("skills.Block.effect", "Block · Effect"),
        ("league.points.win", "League · Points · Win"),
        ("nowhere.at.all", "Nowhere · At · All"),
    ],
)
def test_a_place_is_called_by_the_names_on_its_way(path: str, words: str) -> None:
    """What a league took out is named by its edition."""
    assert PlaceWords(BENT, get("bb2016"))(path) == words

"""The page on which anybody verifies a match: what it says can be done by hand, with nothing but Python."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client

from engine.dice import SeededDice
from matches.models import DiceRoll, Match
from tests import cast

pytestmark = pytest.mark.django_db


def page(match: Match) -> str:
    return Client().get(f"/matches/{match.pk}/verify/").content.decode()


def said(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = Client().get(f"/api/v1/matches/{match.pk}/verify/").json()
    return found


def test_three_lines_of_python_give_the_seal_and_the_faces() -> None:
    match = cast.play(cast.match(cast.season(cast.quiet_league())))
    shown = page(match)
    (lines,) = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", shown, flags=re.DOTALL)
    program = html.unescape(lines)
    assert len(program.splitlines()) == 3
    printed = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True).stdout
    seal, faces = printed.splitlines()
    assert f"<code>{seal}</code>" in shown
    first = DiceRoll.objects.filter(session__occasion=match.key).order_by("pk")[0]
    assert f'key, sides = "{first.key}", {first.sides}' in program
    assert faces == str(first.faces)


def test_everybody_is_told_that_everything_fits() -> None:
    shown = page(cast.play(cast.match(cast.season(cast.quiet_league()))))
    assert "Everything fits" in shown
    assert "all of it comes out the same" in shown
    assert "differs" not in shown


def test_as_long_as_the_seed_is_sealed_it_stays_so() -> None:
    match = cast.advance(cast.confirm(cast.file(cast.match(cast.season(cast.quiet_league())))))
    shown, told = page(match), said(match)
    assert "The seed is still sealed" in shown
    assert "<pre" not in shown
    assert told["sealed"]
    assert [one["seed"] for one in told["seeds"]] == [None]
    assert {len(roll["again"]) for one in told["seeds"] for roll in one["rolls"]} == {0}


def test_before_anything_has_fallen_the_page_says_so() -> None:
    assert "Nothing to verify yet" in page(cast.match(cast.season(cast.quiet_league())))


def test_dice_of_the_table_are_a_coachs_word() -> None:
    match = cast.match(cast.season(cast.quiet_league()))
    over = cast.play(match, dice={f"winnings/{match.home.key}/1": (4,)})
    assert "thrown at the table: a coach's word" in page(over)
    assert "1 roll was thrown at the table" in page(over)


def test_what_differs_stands_at_the_top_and_in_its_row() -> None:
    match = cast.match(cast.season(cast.quiet_league()))
    key = f"winnings/{match.away.key}/1"
    session = match.league.dice_sessions.get(occasion=match.key)
    over_six = next(face for face in range(1, 7) if _seeded(bytes(session.seed), key) != face)
    DiceRoll.objects.create(session=session, key=key, sides=[6], faces=[over_six], source="seeded")
    over = cast.play(match)
    assert "1 thing differs." in page(over)
    told = said(over)
    assert [problem["code"] for problem in told["problems"]] == ["die_differs"]
    assert [roll["key"] for one in told["seeds"] for roll in one["rolls"] if roll["state"] == "differs"] == [key]


def _seeded(seed: bytes, key: str) -> int:
    return SeededDice(seed).roll(key, 6).total


def test_the_dice_of_a_match_lead_here() -> None:
    match = cast.play(cast.match(cast.season(cast.quiet_league())))
    assert f"/matches/{match.pk}/verify/" in Client().get(f"/matches/{match.pk}/").content.decode()

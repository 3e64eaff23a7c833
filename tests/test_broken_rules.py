"""Rules, broken on purpose: each of these breaks must be noticed by the tests that prove the rule.

A copy of the tree is broken in one place at a time. It takes minutes, so it belongs to `make soak`; a break that finds
nothing to break any more fails at once, so that the list stays in step with the engine.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("engine", "rosters_data", "tests", "config", "leagues", "teams", "matches", "pyproject.toml", "manage.py")


@dataclass(frozen=True, slots=True)
class Break:
    """``old`` stands in ``file`` and becomes ``new``; ``tests`` must fail then."""

    rule: str
    file: str
    old: str
    new: str
    tests: str


HIRING, DRAFT, VALUE = "tests/engine/test_hiring.py", "tests/engine/test_draft.py", "tests/engine/test_value.py"
INJURIES, IMPROVING = "tests/engine/test_injuries.py", "tests/engine/test_improvement.py"
SPENDING, DEALS = "tests/engine/test_spending.py", "tests/engine/test_deal.py"
BREAKS = (
    Break("sixteen players", "engine/team/limits.py", "if players > most:", "if players > most + 1:", HIRING),
    Break("position limits", "engine/team/hiring.py", "> position.max:", "> position.max + 1:", HIRING),
    Break(
        "later re-rolls cost double",
        "engine/team/hiring.py",
        "* good.later_factor",
        "* 1",
        HIRING,
    ),
    Break("gold that is not there", "engine/team/hiring.py", "price > sheet.treasury", "price > 10**9", HIRING),
    Break("numbers are worn once", "engine/team/hiring.py", "one.number == act.number", "one.number == -1", HIRING),
    Break("goods that are never given up", "engine/team/hiring.py", "if not good.droppable:", "if False:", HIRING),
    Break("goods sold at the draft alone", "engine/team/hiring.py", "elif not good.later:", "elif False:", HIRING),
    Break("a necromancer raises one", "engine/team/hiring.py", "times >= rule.most", "times > rule.most", HIRING),
    Break("eleven players at least", "engine/team/draft.py", "if players < least:", "if players < least - 1:", DRAFT),
    Break("the price of a draft", "engine/team/draft.py", "needed > available", "needed > 10**9", DRAFT),
    Break(
        "who misses the next match counts nothing",
        "engine/team/value.py",
        "return MISSES_NEXT if player.misses_next and not ruleset.value.missing_count else",
        "return",
        VALUE,
    ),
    Break(
        "improvements count",
        "engine/team/value.py",
        "one.what, one.value) for one in",
        "one.what, 0) for one in",
        VALUE,
    ),
    Break("floors of injuries", "engine/match/injuries.py", "- player.lost[name] <= floor", "< -99", INJURIES),
    Break("regeneration", "engine/match/injuries.py", 'saved="regeneration" if healed else ""', 'saved=""', INJURIES),
    Break("niggles worsen the throw", "engine/match/injuries.py", "one.modifier * player.niggles", "0", INJURIES),
    Break("a second throw of the apothecary", "engine/match/injuries.py", 'kept == "first"', "True", INJURIES),
    Break("strength of who may rise", "engine/match/injuries.py", "strength > rule.st_max", "strength > 99", INJURIES),
    Break("no skill twice", "engine/team/offers.py", "base_name(skill.name) not in owned and", "", IMPROVING),
    Break("at most so much gained", "engine/team/offers.py", "points < rules.most_gained", "points < 99", IMPROVING),
    Break("points are spent", "engine/team/evolve.py", "player.spent + effect.spp", "player.spent", SPENDING),
    Break("who keeps gold deals with gold", "engine/team/deal.py", "gold > available", "gold > 10**9", DEALS),
)


def test_every_break_finds_what_it_breaks() -> None:
    """In every run: a rule that was written anew takes its break along."""
    gone = [one.rule for one in BREAKS if one.old not in (ROOT / one.file).read_text(encoding="utf-8")]
    assert gone == []


@pytest.mark.soak
@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken.rule)
def test_a_broken_rule_is_noticed(broken: Break, tmp_path: Path) -> None:
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "bench", "e2e"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    file = tmp_path / broken.file
    file.write_text(file.read_text(encoding="utf-8").replace(broken.old, broken.new), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", broken.tests, "-x", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout[-2000:]
    assert " failed" in done.stdout.splitlines()[-1]

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
CHECKS = "engine/match/checks"
TOLD, PLAYERS = "tests/engine/test_check_events.py", "tests/engine/test_check_players.py"
BACK, PACE = "tests/engine/test_check_returns.py", "tests/engine/test_check_pace.py"
ENDED, ENDS, SUMS = (f"tests/engine/test_{name}.py" for name in ("check_endings", "endings", "adding_up"))
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
    Break("gold that is not there", "engine/team/paying.py", "price > sheet.treasury", "price > 10**9", HIRING),
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
    Break("turns of a half", f"{CHECKS}/events.py", "event.turn <= turns:", "event.turn <= turns + 1:", TOLD),
    Break("who is gone is gone", f"{CHECKS}/events.py", "if gone is not None and not _may_be", "if False and", TOLD),
    Break("knocked out for a drive", f"{CHECKS}/events.py", "return gone.drive < now.drive", "return True", TOLD),
    Break("back again is asked about", f"{CHECKS}/events.py", "before.side(side).times_back(", "() and (", TOLD),
    Break("what undoes a leaving", "engine/match/running.py", "gone.why not in ways_back(ruleset)", "() in {}", BACK),
    Break("words of events", f"{CHECKS}/words.py", "event.what not in found", "False", BACK),
    Break("touchdowns of a turn", f"{CHECKS}/pace.py", "IN_A_TURN = 2", "IN_A_TURN = 3", PACE),
    Break("touchdowns of a half", f"{CHECKS}/pace.py", "_turns(half, ruleset) + 1", "_turns(half, ruleset) + 2", PACE),
    Break(
        "totals that differ",
        f"{CHECKS}/totals.py",
        "typed[player, what] != events[player, what]",
        "False",
        TOLD,
    ),
    Break(
        "nobody causes a fall",
        f"{CHECKS}/casualties.py",
        '"other" not in rules.actors(casualty.cause)',
        "False",
        PLAYERS,
    ),
    Break("results of the table", f"{CHECKS}/casualties.py", "key not in known and key != poison", "False", PLAYERS),
    Break("used as bought", f"{CHECKS}/used.py", "times <= uses * owned", "times <= uses * owned + 1", PLAYERS),
    Break("cards that are held", f"{CHECKS}/used.py", "times > hand[card]", "times > hand[card] + 1", PLAYERS),
    Break("apothecaries help once", f"{CHECKS}/healing.py", "if used <= owned:", "if used <= owned + 1:", PLAYERS),
    Break(
        "thresholds of the unlikely",
        f"{CHECKS}/likely.py",
        "count >= asked.ask_from",
        "count > asked.ask_from",
        PLAYERS,
    ),
    Break("warnings are accepted", f"{CHECKS}/__init__.py", "problem.code not in report.accepted", "False", PLAYERS),
    Break("what a concession awards", f"{CHECKS}/ending.py", "one.mine.awarded != due", "False", ENDED),
    Break("who has to concede", f"{CHECKS}/ending.py", "and rules.concession.forced", "and False", ENDED),
    Break("a winner where one is wanted", f"{CHECKS}/score.py", "if not report.shoot_out:", "if False:", ENDED),
    Break(
        "a free concession",
        "engine/rulesets/occasions.py",
        "players < self.free_below",
        "players <= self.free_below",
        ENDED,
    ),
    Break("both awards to the winner", "engine/match/endings.py", "return 2 if rules", "return 1 if rules", ENDS),
    Break(
        "winnings that are taken",
        "engine/match/after/winnings.py",
        '"conceded", max(0, die * rules.unit',
        '"conceded", min(0, die * rules.unit',
        ENDS,
    ),
    Break("fans that are lost", "engine/match/after/fans.py", "return thrown - rules.fans", "return 0", ENDS),
    Break("the famous leave", "engine/rulesets/occasions.py", "score <= self.leaving_upto", "False", ENDS),
    Break(
        "who misses a match misses it",
        "engine/team/evolve.py",
        "misses_next=not effect.serves",
        "misses_next=False",
        ENDS,
    ),
    Break("guests earn nothing", "engine/match/earning.py", "if doing.player.guest:", "if False:", SUMS),
    Break("nobody dated stays", "engine/match/running.py", "half, turn = event.half,", "half, turn = 0,", SUMS),
    Break(
        "a result that is told",
        "engine/match/injuries.py",
        "return tuple(Throw(None, result) for result in _told(injured))",
        "pass",
        "tests/engine/test_told_results.py",
    ),
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

"""Drafts, sheets and reports that tests begin from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, settings

from engine import rulesets
from engine.dice import Dice, TableDice
from engine.match.after import STEPS, Done, NeedsChoice, StepScene
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.rulesets.model import Outcome, Ruleset, required
from engine.tally import Tally
from engine.team.draft import DraftedPlayer, TeamDraft, decide_draft
from engine.team.evolve import fold
from engine.team.sheet import LastMatch, Player, TeamSheet

RULES = rulesets.get("bb2016")
# Parts that not every edition has, and this one does.
GATE = required(RULES.fans, "fans", RULES)
MISTAKES = required(RULES.expensive_mistakes, "expensive_mistakes", RULES)

# The same examples every time: a test that fails must fail again. `make soak` looks further.
quickly = settings(
    max_examples=60,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def a_draft(
    roster: str = "human",
    positions: Mapping[str, int] | None = None,
    goods: Mapping[str, int] | None = None,
    name: str = "Reavers",
) -> TeamDraft:
    """Eleven linemen unless told otherwise, numbered from 1."""
    wanted = {"lineman": 11} if positions is None else positions
    keys = [key for key, count in wanted.items() for _ in range(count)]
    players = tuple(DraftedPlayer(key, number, f"{key} {number}") for number, key in enumerate(keys, start=1))
    return TeamDraft(name=name, roster=roster, players=players, goods=Tally(goods or {}))


def a_sheet(
    key: str = "t1",
    *,
    roster: str = "human",
    positions: Mapping[str, int] | None = None,
    goods: Mapping[str, int] | None = None,
    treasury: int | None = None,
) -> TeamSheet:
    effects = decide_draft(a_draft(roster, positions, goods, name=f"Team {key}"), RULES)
    sheet = fold(TeamSheet(key), effects)
    return sheet if treasury is None else replace(sheet, balance=treasury)


def with_player(sheet: TeamSheet, key: str, **changes: Any) -> TeamSheet:
    changed = (replace(player, **changes) if player.key == key else player for player in sheet.players)
    return replace(sheet, players=tuple(changed))


def the_player(sheet: TeamSheet, key: str) -> Player:
    player = sheet.player(key)
    assert player is not None
    return player


def a_side(
    team: str,
    touchdowns: Mapping[str, int] | None = None,
    *,
    casualties: tuple[Casualty, ...] = (),
    nominees: tuple[str, ...] = ("p1", "p2", "p3"),
) -> SideReport:
    scored = touchdowns or {}
    deeds = tuple(Deeds(player, Tally({"touchdown": count})) for player, count in scored.items())
    return SideReport(team, sum(scored.values()), deeds, casualties, nominees)


def a_report(home: SideReport | None = None, away: SideReport | None = None, **dice: tuple[int, ...]) -> MatchReport:
    return MatchReport(home or a_side("t1"), away or a_side("t2"), dice)


def after_a(
    outcome: Outcome, *, fame: int = 0, fans: int = 7000, value: int = 1_000_000, fit: tuple[str, ...] = ()
) -> LastMatch:
    return LastMatch("m1", "t2", outcome, fans, fame, value, fit)


def a_step(
    name: str,
    sheet: TeamSheet,
    faces: Mapping[str, tuple[int, ...]] | Dice,
    *,
    last: LastMatch | None = None,
    report: MatchReport | None = None,
    choice: str | None = None,
    words: str = "",
    rival: TeamSheet | None = None,
    ruleset: Ruleset = RULES,
) -> Done | NeedsChoice:
    """One post-match step of ``sheet``'s team, with the dice lying as given: an unexpected die is missing."""
    dice = faces if isinstance(faces, Dice) else TableDice(faces)
    scene = StepScene(
        team=sheet.key,
        sheet=sheet,
        last=last or after_a("draw"),
        report=report or a_report(),
        choice=choice,
        dice=dice,
        ruleset=ruleset,
        words=words,
        rival=rival,
    )
    return STEPS[name](scene)


def done(outcome: Done | NeedsChoice) -> Done:
    assert isinstance(outcome, Done)
    return outcome

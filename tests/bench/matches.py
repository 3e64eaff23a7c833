"""Matches to measure with: the teams of the demo, without its story."""

from __future__ import annotations

from engine import history
from engine.history import Cause
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from engine.team.draft import decide_draft
from engine.team.evolve import fold
from engine.team.sheet import TeamSheet
from matches.demo.chance import Chance
from matches.demo.play import Lineup, play
from matches.demo.squads import SQUADS
from matches.demo.story import Evening

SEED = b"bench"
_BY_NAME = {squad.name: squad for squad in SQUADS}


def drafted(ruleset: Ruleset) -> dict[str, TeamSheet]:
    """The sheets of the demo's teams, by key, as they were drafted."""
    return {
        f"t{nth}": fold(TeamSheet(f"t{nth}"), decide_draft(squad.draft, ruleset))
        for nth, squad in enumerate(SQUADS, start=1)
    }


def report_of(match: str, home: TeamSheet, away: TeamSheet, ruleset: Ruleset) -> MatchReport:
    return play(_lineup(home, ruleset), _lineup(away, ruleset), Chance(SEED + match.encode()))


def _lineup(sheet: TeamSheet, ruleset: Ruleset) -> Lineup:
    return Lineup(
        sheet=sheet, squad=_BY_NAME[sheet.name], evening=Evening(0, sheet.name), spared=frozenset(), ruleset=ruleset
    )


def cause(kind: str, match: str, teams: tuple[str, ...], nth: int = 0, **inputs: object) -> Cause:
    return history.Cause(
        key=f"{kind}/{match}/{teams[0]}/{nth}",
        kind=kind,
        occasion=match,
        place=(0, nth, 0),
        teams=teams,
        inputs=inputs,
    )

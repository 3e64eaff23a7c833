"""What a person who may do a thing would send to a route, so that a refusal can only be about who he is."""

from __future__ import annotations

from typing import Any

from django.db import models

from tests import cast
from tests.stage import Stage

DRAFT: dict[str, Any] = {
    "name": "Newcomers",
    "roster": "human",
    "players": [{"position": "lineman", "number": number, "name": f"Lineman {number}"} for number in range(1, 12)],
}
ENTRY = {**DRAFT, "name": "Old Guard", "treasury": 50_000}
ENTRY_FORM = {
    "name": "Old Guard",
    "colour": "3",
    "players-TOTAL_FORMS": "1",
    "players-0-position": "lineman",
    "players-0-skills": "Block",
    "players-0-spp": "6",
}
RULING = {"reason": "It was forgotten.", "changes": [{"kind": "gold", "by": 10_000}]}
DRAFT_FORM = {"name": "Newcomers", "colour": "3", "count-lineman": "11"}


def typed(stage: Stage, name: str) -> dict[str, Any]:
    """The fields of a page's form."""
    report = str(_last_report(stage))
    return {
        "leagues:new": {
            "name": "Founders' Cup",
            "ruleset": "bb2016",
            "public": "yes",
            "house_rules": "bb2016",
            "addresses": "teams.human.positions.ogre.cost = 150000",
        },
        "leagues:account": {"name": "Renamed"},
        "teams:draft": DRAFT_FORM,
        "teams:draft-check": DRAFT_FORM,
        "teams:enter": {**ENTRY_FORM, "coach": str(stage.team.coach_id)},
        "teams:entry": {**ENTRY_FORM, "coach": str(stage.team.coach_id)},
        "teams:rule": {"do": "rule", "seen": str(stage.team.version), "reason": "It was forgotten.", "gold": "10000"},
        "teams:ruling-undo": {"reason": "It was the other team."},
        "matches:rules-change": {"edition": "", "house_rules": "bb2016", "do": "look", "option-spp-touchdown": "4"},
        "matches:season-new": {"name": "Spring", "legs": "1", "teams": [str(pk) for pk in _teams(stage)]},
        "matches:report": _report_form(stage),
        "matches:confirm": {"report": report},
        "matches:return": {"report": report, "reason": "The score was the other way round."},
        "matches:choose": {"choice": "keep"},
    }.get(name, {})


def body(stage: Stage, name: str) -> dict[str, Any]:
    """The body of a call to the API."""
    report = _last_report(stage)
    return {
        "api:leagues": {
            "name": "Founders' Cup",
            "ruleset": "bb2016",
            "public": True,
            "house_rules": {
                "starting-gold": 1_100_000,
                "tie-breakers": ["points", "touchdowns-for"],
                "teams.human.positions.ogre.skills": ["Loner"],
                "skills.Flying": {"name": "Flying", "category": "extraordinary", "effect": "Flies."},
            },
        },
        "api:league-rules": {"house_rules": {"spp.touchdown": 4}},
        "api:league-rules-preview": {"house_rules": {"spp.touchdown": 4}},
        "api:league-teams": DRAFT,
        "api:draft-check": DRAFT,
        "api:league-entries": {"entry": ENTRY},
        "api:entry-check": ENTRY,
        "api:league-entered": {"entry": ENTRY},
        "api:entry-return": {"reason": "Two of them are linemen."},
        "api:team-rulings": RULING,
        "api:ruling-preview": RULING,
        "api:ruling-undo": {"reason": "It was the other team."},
        "api:league-seasons": {"name": "Spring", "teams": _teams(stage), "legs": 1},
        "api:match-report": cast.report(stage.scheduled),
        "api:match-confirm": {"report": report},
        "api:match-return": {"reason": "The score was the other way round."},
        "api:step-choose": {"choice": "keep"},
        "api:player-improvement-choose": {"choice": "skill/Block"},
    }.get(name, {})


def query(name: str) -> str:
    """What stands behind the address."""
    return "?roster=human" if name in {"teams:draft", "teams:draft-check", "teams:enter"} else ""


def _teams(stage: Stage) -> list[int]:
    return list(stage.league.teams.order_by("pk").values_list("pk", flat=True))


def _last_report(stage: Stage) -> int:
    return int(stage.reported.reports.aggregate(last=models.Max("number"))["last"])


def _report_form(stage: Stage) -> dict[str, str]:
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    return {"home-score": "0", "away-score": "0", **nominees}

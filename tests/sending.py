"""What a person who may do a thing would send to a route, so that a refusal can only be about who he is."""

from __future__ import annotations

from typing import Any

from django.db import models

from leagues.models import Coach
from teams.services.ledger import history_head
from tests import cast, pictures
from tests.matches.correcting import cause_of
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
        "leagues:jobs": {"kind": "verify-league"},
        "leagues:account": {"name": "Renamed"},
        "teams:draft": DRAFT_FORM,
        "teams:draft-check": DRAFT_FORM,
        "teams:saved-draft": DRAFT_FORM,
        "teams:draft-return": {"reason": "We have humans enough."},
        "teams:logo-change": {"off": "yes"},
        "teams:enter": {**ENTRY_FORM, "coach": str(stage.team.coach_id)},
        "teams:entry": {**ENTRY_FORM, "coach": str(stage.team.coach_id)},
        "teams:rule": {"do": "rule", "seen": str(stage.team.version), "reason": "It was forgotten.", "gold": "10000"},
        "teams:ruling-undo": {"reason": "It was the other team."},
        "matches:rules-change": {"edition": "", "house_rules": "bb2016", "do": "look", "option-spp-touchdown": "4"},
        "matches:season-new": {"name": "Spring", "legs": "1", "teams": [str(pk) for pk in _teams(stage)]},
        "matches:live": {"kind": "note", "note": "The pitch is under water."},
        "matches:report": _report_form(stage),
        "matches:prematch-step": {"do": "tell", "kicking": "home"},
        "matches:inducement-budget": {"side": _bobs_side(stage)},
        "matches:confirm": {"report": report},
        "matches:order": {"played_on": "2026-11-14"},
        "matches:draws": {"draws": "shoot-out"},
        "matches:arrange": {
            "home": str(stage.team.pk),
            "away": str(stage.deal.proposer_id),
            "kind": "exhibition",
            "played_on": "2026-11-18",
        },
        "matches:return": {"report": report, "reason": "The score was the other way round."},
        "matches:choose": {"choice": "keep"},
        "matches:report-draft": {"home-score": "2"},
        "matches:lines-take": {"report": "1", "line": ["away.score", "home.score"]},
        "matches:confirm-by-pin": {"report": report, "coach": str(stage.team.coach_id), "pin": "0000"},
        "matches:dispute": {"report": report, "comment.home.score": "It was more."},
        "matches:dispute-differences": {"report": "1", "comment": "We remember it differently."},
        "matches:dispute-line": {"do": "withdraw"},
        "matches:reopen": {"do": "ask", "reason": "We forgot one."},
        "matches:write-up": {"text": "It was a good match."},
        "matches:write-up-hide": {"reason": "No insults."},
        "matches:correct": {"reason": "It was the other way round."},
        "matches:correction": {"do": "drop", "seen": str(stage.correcting.version)},
        "matches:correction-report": {**_report_form(stage), "seen": str(stage.correcting.version)},
        "leagues:pin": {"pin": "4711"},
        "matches:throw": {"faces": "4"},
        "matches:ahead": {
            f"rolls-winnings--{stage.team.key}--1": "4",
            f"shown-rolls-winnings--{stage.team.key}--1": "",
        },
        "matches:hiring": {"do": "fire", "player": "p1"},
        "matches:window": {"reason": "Two were dead."},
        "teams:deal-new": {"proposer-p12": "on", "partner-gold": "10000"},
        "teams:deal-answer": {"answer": "accept", "version": "0"},
        "matches:deal-approve": {"version": "1"},
        "teams:transfer": {"coach": str(_mia()), "reason": "He moved away.", "seen": str(stage.team.coach_id)},
        "teams:retirement": {"do": "retire", "remark": "It was a good run."},
    }.get(name, {})


def body(stage: Stage, name: str, coach: Coach | None = None) -> dict[str, Any]:
    """The body of a call to the API by this coach, if it matters who he is; else by the one whose team is on stage."""
    report = _last_report(stage)
    version = stage.correcting.version
    device = f"c{coach.pk if coach else stage.team.coach_id}-a1"
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
        "api:league-jobs": {"kind": "verify-league"},
        "api:league-teams": DRAFT,
        "api:draft-check": DRAFT,
        "api:league-drafts": DRAFT,
        "api:draft-copy": {"team": stage.team.pk},
        "api:draft": DRAFT,
        "api:draft-return": {"reason": "We have humans enough."},
        "api:draft-logo": {"image": pictures.base64_of(pictures.png())},
        "api:team-logo": {"image": pictures.base64_of(pictures.png())},
        "api:league-entries": {"entry": ENTRY},
        "api:entry-check": ENTRY,
        "api:league-entered": {"entry": ENTRY},
        "api:entry-return": {"reason": "Two of them are linemen."},
        "api:team-rulings": RULING,
        "api:ruling-preview": RULING,
        "api:ruling-undo": {"reason": "It was the other team."},
        "api:league-seasons": {"name": "Spring", "teams": _teams(stage), "legs": 1},
        "api:prematch-weather": {"result": "nice"},
        "api:prematch-stadium": {"stadium": "standard"},
        "api:prematch-referee": {"result": "standard"},
        "api:prematch-fans": {"home": 7_000, "away": 7_000},
        "api:prematch-journeymen": {"side": _bobs_side(stage), "positions": []},
        "api:prematch-cards": {"deck": "dirty-trick"},
        "api:prematch-deal": {"side": _bobs_side(stage), "act": "draw", "pile": "dirty-trick"},
        "api:prematch-hand": {"side": _bobs_side(stage), "cards": []},
        "api:prematch-prayers": {"side": _bobs_side(stage), "prayers": []},
        "api:prematch-event": {"side": _bobs_side(stage), "event": "pop"},
        "api:prematch-balls": {"side": _bobs_side(stage), "balls": []},
        "api:prematch-kick": {"kicking": "home"},
        "api:match-inducements": {"side": _bobs_side(stage), "induced": None},
        "api:inducement-budget": {"side": _bobs_side(stage), "induced": [{"what": "bribe"}]},
        "api:inducement-transfer": {"side": _bobs_side(stage), "gold": 0},
        "api:inducement-first": {"first": "home"},
        "api:league-matches": {
            "home": stage.team.pk,
            "away": stage.deal.proposer_id,
            "kind": "exhibition",
            "played_on": "2026-11-18",
        },
        "api:match-order": {"played_on": "2026-11-14"},
        "api:match-draws": {"draws": "shoot-out"},
        "api:match-live": {
            "device": device,
            "entries": [
                {"sequence": 1, "key": f"{device}-1", "event": {"key": f"{device}-1", "kind": "note", "note": "Rain."}}
            ],
        },
        "api:match-report": cast.report(stage.scheduled),
        "api:match-confirm": {"report": report},
        "api:match-return": {"reason": "The score was the other way round."},
        "api:step-choose": {"choice": "keep"},
        "api:match-report-draft": {"typed": {"home-score": "2"}},
        "api:match-report-lines": {"lines": ["away.nominees"], "report": 1},
        "api:match-confirm-by-pin": {"coach": stage.team.coach_id, "pin": "0000", "report": report},
        "api:match-dispute": {"objections": [{"line": "home.score", "comment": "It was more."}], "report": report},
        "api:match-dispute-differences": {"comment": "We remember it differently.", "report": 1},
        "api:dispute-rule": {"verdict": "stands", "reason": "As it was."},
        "api:match-reopen": {"reason": "We forgot one."},
        "api:match-write-ups": {"text": "It was a good match."},
        "api:match-write-up-hide": {"reason": "No insults."},
        "api:match-corrections": {"reason": "It was the other way round."},
        "api:correction-tell": {"change": {"cause": _cause(stage), "what": "void"}, "version": version},
        "api:correction-resolve": {"cause": _cause(stage), "way": "gift", "version": version},
        "api:correction-throw": {"version": version},
        "api:correction-confirm": {"version": version, "head": history_head(stage.league)},
        "api:correction-drop": {"version": version},
        "api:correction-undo": {"reason": "It was right."},
        "api:account-pin": {"pin": "4711"},
        "api:step-throw": {"faces": [4]},
        "api:match-dice-ahead": {"dice": {f"winnings/{stage.team.key}/1": [4]}},
        "api:team-hiring": {"kind": "fire", "player": "p1"},
        "api:team-hiring-undo": {"act": 1},
        "api:team-window": {"reason": "Two were dead."},
        "api:player-improvement-choose": {"choice": "skill/Block"},
        "api:team-deals": _deal(stage),
        "api:team-deal-preview": _deal(stage),
        "api:deal-answer": {"answer": "accept", "reason": "", "version": 0},
        "api:deal-approve": {"version": 1},
        "api:team-coaches": {"coach": _mia(), "reason": "He moved away."},
        "api:team-retire": {"remark": "It was a good run."},
        "api:team-bring-back": {"reason": "It was a mistake."},
    }.get(name, {})


def query(name: str, stage: Stage | None = None) -> str:
    """What stands behind the address."""
    if name == "teams:deal-new" and stage is not None:
        return f"?with={stage.deal.proposer_id}"
    return "?roster=human" if name in {"teams:draft", "teams:draft-check", "teams:enter"} else ""


def _bobs_side(stage: Stage) -> str:
    return "home" if stage.scheduled.home.coach.name == "Bob" else "away"


def _cause(stage: Stage) -> int:
    return cause_of(stage.finished)


def _teams(stage: Stage) -> list[int]:
    return list(stage.league.teams.order_by("pk").values_list("pk", flat=True))


def _deal(stage: Stage) -> dict[str, Any]:
    moving = [{"player": "p12", "number": 0}]
    return {"team": stage.deal.proposer_id, "proposer": {"players": moving}, "partner": {"gold": 10_000}}


def _mia() -> int:
    return cast.coach("Mia").pk


def _last_report(stage: Stage) -> int:
    return int(stage.reported.reports.aggregate(last=models.Max("number"))["last"])


def _report_form(stage: Stage) -> dict[str, str]:
    nominees = {f"{side}-nominees-{nth}": key for side in ("home", "away") for nth, key in enumerate(cast.NOMINEES)}
    return {"home-score": "0", "away-score": "0", **nominees}

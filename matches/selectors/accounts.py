"""Everything we hold about a coach. It is put together here because the topmost app can see all three."""

from typing import Any

from django.db.models import Prefetch

from leagues.models import Coach
from leagues.selectors import accounts as leagues_part
from matches.models import (
    Confirmation,
    DiceRoll,
    Dispute,
    DisputeRuling,
    Match,
    Reopening,
    Report,
    ReportDraft,
    WriteUp,
)
from teams.models import Deal, Draft, PlayerRow, Revision, Team


def account_export(coach: Coach) -> dict[str, Any]:
    """His profile, memberships and acts, his teams, and what he wrote into the ledger, filed, threw and proposed."""
    return {
        **leagues_part.account_export(coach),
        "teams": _teams(coach),
        "drafts": _drafts(coach),
        "ledger": _ledger(coach),
        "reports": _reports(coach),
        "dice": _dice(coach),
        "report_drafts": _report_drafts(coach),
        "confirmations": _confirmations(coach),
        "disputes": _disputes(coach),
        "match_rulings": _rulings(coach),
        "reopenings": _reopenings(coach),
        "write_ups": _write_ups(coach),
        "deals": _deals(coach),
    }


def _deals(coach: Coach) -> list[dict[str, Any]]:
    """Those that he proposed."""
    deals = Deal.objects.filter(proposed_by=coach).select_related("league").order_by("pk")
    return [
        {
            "league": deal.league.slug,
            "terms": deal.terms,
            "status": deal.status,
            "remark": deal.remark,
            "proposed_at": deal.proposed_at,
        }
        for deal in deals
    ]


def _teams(coach: Coach) -> list[dict[str, Any]]:
    players = Prefetch("players", queryset=PlayerRow.objects.order_by("pk"))
    teams = Team.objects.filter(coach=coach).select_related("league").prefetch_related(players).order_by("pk")
    return [
        {
            "league": team.league.slug,
            "key": team.key,
            "name": team.name,
            "roster": team.roster,
            "colour": team.colour,
            "drafted_at": team.drafted_at,
            "treasury": team.treasury,
            "value": team.value,
            "goods": team.goods,
            "record": team.record,
            "players": [
                {
                    "key": player.key,
                    "number": player.number,
                    "name": player.name,
                    "position": player.position,
                    "status": player.status,
                    "spp": player.spp,
                }
                for player in team.players.all()
            ],
        }
        for team in teams
    ]


def _drafts(coach: Coach) -> list[dict[str, Any]]:
    drafts = Draft.objects.filter(coach=coach).select_related("league").order_by("pk")
    return [
        {
            "league": draft.league.slug,
            "kind": draft.kind,
            "status": draft.status,
            "name": draft.name,
            "roster": draft.roster,
            "colour": draft.colour,
            "saved_at": draft.saved_at,
            "draft": draft.command,
            "remark": draft.remark,
        }
        for draft in drafts
    ]


def _ledger(coach: Coach) -> list[dict[str, Any]]:
    revisions = Revision.objects.filter(actor=coach).select_related("cause__league").order_by("pk")
    return [
        {
            "league": revision.cause.league.slug,
            "kind": revision.cause.kind,
            "occasion": revision.cause.occasion,
            "revision": revision.number,
            "inputs": revision.inputs,
            "voided": revision.voided,
            "reason": revision.reason,
            "written_at": revision.written_at,
        }
        for revision in revisions
    ]


def _reports(coach: Coach) -> list[dict[str, Any]]:
    reports = Report.objects.filter(submitted_by=coach).select_related("match__league").order_by("pk")
    return [
        {
            "league": report.match.league.slug,
            "match": report.match.key,
            "number": report.number,
            "side": report.side,
            "paper": report.paper,
            "report": report.report,
            "submitted_at": report.submitted_at,
        }
        for report in reports
    ]


def _dice(coach: Coach) -> list[dict[str, Any]]:
    """The rolls alone: the seed they fell from is sealed until nothing more can be thrown."""
    rolls = DiceRoll.objects.filter(actor=coach).select_related("session__league").order_by("pk")
    return [
        {
            "league": roll.session.league.slug,
            "occasion": roll.session.occasion,
            "key": roll.key,
            "sides": roll.sides,
            "faces": roll.faces,
            "source": roll.source,
            "at": roll.at,
        }
        for roll in rolls
    ]


def _report_drafts(coach: Coach) -> list[dict[str, Any]]:
    drafts = ReportDraft.objects.filter(author=coach).select_related("match__league").order_by("pk")
    return [{**_where(draft.match), "typed": draft.typed, "saved_at": draft.saved_at} for draft in drafts]


def _confirmations(coach: Coach) -> list[dict[str, Any]]:
    found = Confirmation.objects.filter(coach=coach).select_related("report__match__league").order_by("pk")
    return [
        {
            **_where(one.report.match),
            "report": one.report.number,
            "how": one.how,
            "later_stands": one.later_stands,
            "confirmed_at": one.at,
        }
        for one in found
    ]


def _disputes(coach: Coach) -> list[dict[str, Any]]:
    found = Dispute.objects.filter(author=coach).select_related("report__match__league").order_by("pk")
    return [
        {
            **_where(one.report.match),
            "line": one.line,
            "comment": one.comment,
            "wants": one.wants,
            "proposal": one.proposal,
            "disputed_at": one.at,
        }
        for one in found
    ]


def _rulings(coach: Coach) -> list[dict[str, Any]]:
    """How he settled disputed lines: as a commissioner, as the author, or because he withdrew."""
    found = DisputeRuling.objects.filter(author=coach).select_related("dispute__report__match__league").order_by("pk")
    return [
        {
            **_where(one.dispute.report.match),
            "line": one.dispute.line,
            "way": one.way,
            "verdict": one.verdict,
            "later_stands": one.later_stands,
            "change": one.change,
            "reason": one.reason,
            "settled_at": one.at,
        }
        for one in found
    ]


def _reopenings(coach: Coach) -> list[dict[str, Any]]:
    """What he asked for; what he answered stands in the audit."""
    found = Reopening.objects.filter(asked_by=coach).select_related("match__league").order_by("pk")
    return [
        {**_where(one.match), "reason": one.reason, "answer": one.answer, "asked_at": one.asked_at} for one in found
    ]


def _write_ups(coach: Coach) -> list[dict[str, Any]]:
    """The words; a picture is on the page of its match."""
    found = WriteUp.objects.filter(author=coach).select_related("match__league").defer("picture").order_by("pk")
    return [
        {**_where(one.match), "text": one.text, "picture": bool(one.picture_type), "written_at": one.written_at}
        for one in found
    ]


def _where(match: Match) -> dict[str, Any]:
    return {"league": match.league.slug, "match": match.key}

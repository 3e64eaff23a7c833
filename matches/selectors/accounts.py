"""Everything we hold about a coach. It is put together here because the topmost app can see all three."""

from typing import Any

from django.db.models import Prefetch

from leagues.models import Coach
from leagues.selectors import accounts as leagues_part
from matches.models import DiceRoll, Report
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

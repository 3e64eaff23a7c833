"""Deals: proposed by one coach, accepted by the other, approved by a commissioner; then they stand in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db.models import F, Q
from django.utils.translation import gettext, override

from config.writing import Writing, write
from engine.errors import DealIllegal, Problem, marked
from engine.history import Redecision
from engine.team.deal import Deal as DealCommand
from engine.typed import build, plain
from leagues.models import AuditEntry, Coach, League
from leagues.names import clean_remark, needed_reason
from leagues.policies import allow
from teams.errors import DealChanged, DealNeeded, DealThrown, DealUndone, HistoryConflict
from teams.mapping import deal_of
from teams.models import Cause, Deal, DealStatus, Team
from teams.policies import can_answer, can_approve, can_undo, can_withdraw, coaches, takes_part
from teams.selectors.deals import OPEN, deal_problems, settled_deal, undone
from teams.services.ledger import Told, cause_record, history_revise, league_lock, next_occasion, place_at_end

KIND = "deal"
Ready = Callable[[Sequence[Team], DealCommand], None]


def deal_propose(*, proposer: Team, partner: Team, command: DealCommand, actor: Coach) -> Deal:
    """Offer a deal to a team of another coach. One that the rules do not allow now is refused with all its problems."""
    allow(coaches(actor, proposer))
    with write("deal.proposed", actor=actor, league=proposer.league) as writing:
        league_lock(proposer.league)
        first, second = _teams(proposer.pk, partner.pk)
        found = deal_problems(first, second, settled_deal(first, second, command))
        if found:
            raise DealIllegal(found)
        deal = Deal.objects.create(
            league=first.league, proposer=first, partner=second, terms=plain(command), proposed_by=actor
        )
        _done(writing, deal)
    return deal


def deal_accept(*, deal: Deal, seen: int | None = None, actor: Coach) -> Deal:
    allow(can_answer(actor, deal))
    return _answered("deal.accepted", deal, (DealStatus.PROPOSED,), DealStatus.ACCEPTED, "", seen, actor)


def deal_decline(*, deal: Deal, reason: str = "", seen: int | None = None, actor: Coach) -> Deal:
    allow(can_answer(actor, deal))
    said = clean_remark(reason)
    return _answered("deal.declined", deal, (DealStatus.PROPOSED,), DealStatus.DECLINED, said, seen, actor)


def deal_withdraw(*, deal: Deal, reason: str = "", seen: int | None = None, actor: Coach) -> Deal:
    """By who proposed it, as long as it is not done."""
    allow(can_withdraw(actor, deal))
    return _answered("deal.withdrawn", deal, OPEN, DealStatus.WITHDRAWN, clean_remark(reason), seen, actor)


def deal_refuse(*, deal: Deal, reason: str, seen: int | None = None, actor: Coach) -> Deal:
    """A commissioner does not agree, and says why."""
    allow(can_approve(actor, deal))
    said = needed_reason(reason)
    return _answered("deal.refused", deal, (DealStatus.ACCEPTED,), DealStatus.REFUSED, said, seen, actor)


def deal_approve(*, deal: Deal, seen: int | None = None, ready: Ready, actor: Coach) -> Deal:
    """The deal is made, behind everything that has been told so far; or refused with all that does not fit by now.

    ``ready`` refuses as long as something of either team is still under way that has to be told first.
    """
    allow(can_approve(actor, deal))
    with write("deal.approved", actor=actor, league=deal.league) as writing:
        league = league_lock(deal.league)
        _claim(deal, (DealStatus.ACCEPTED,), DealStatus.DONE, seen)
        proposer, partner = teams = _teams(deal.proposer_id, deal.partner_id)
        ready(teams, deal_of(deal))
        command = settled_deal(proposer, partner, deal_of(deal))
        found = deal_problems(proposer, partner, command)
        if found:
            raise DealIllegal(found)
        # Keys are spent for ever, whatever becomes of the deal.
        proposer.players_made += len(command.partner.players)
        partner.players_made += len(command.proposer.players)
        for team in teams:
            team.save(update_fields=["players_made"])
        deal.cause = _told(league, teams, command, actor)
        deal.terms = plain(command)
        deal.save(update_fields=["terms", "cause"])
        # Where nobody else can, a commissioner may approve his own deal: then the record says so.
        _done(writing, deal, own=takes_part(actor, deal))
    return deal


def deal_undo(*, deal: Deal, reason: str, seen: int | None = None, actor: Coach) -> Deal:
    """Take a deal out of history. Refused when something that came later needs it, or a die lies for who moved."""
    allow(can_undo(actor, deal))
    said = needed_reason(reason)
    with write("deal.undone", actor=actor, league=deal.league) as writing:
        league = league_lock(deal.league)
        _claim(deal, (DealStatus.DONE,), DealStatus.DONE, seen)
        if deal.cause_id is None or undone(deal):
            raise DealUndone
        try:
            history_revise(league=league, revised={deal.cause_id: {"voided": True}}, reason=said, actor=actor)
        except HistoryConflict as conflict:
            raise DealNeeded(misfits(conflict.preview)) from None
        _nothing_since(deal)
        deal.remark = said
        deal.save(update_fields=["remark"])
        _done(writing, deal, reason=said)
    return deal


def _nothing_since(deal: Deal) -> None:
    """A player who has thrown for an improvement in his new team would throw for it once more in the old one."""
    terms = build(DealCommand, deal.terms, "deal")
    for side, team in ((terms.proposer, deal.partner), (terms.partner, deal.proposer)):
        for moving in side.players:
            thrown = AuditEntry.objects.filter(action="improvement.rolled", subject=f"team:{team.pk}")
            if thrown.filter(data__player=moving.key).exists():
                player = next((row.name for row in team.players.all() if row.key == moving.key), moving.key)
                raise DealThrown(player=player, team=team.name)


def deals_drop(team: Team, why: str) -> int:
    """Withdraw what is still talked of: the team is not its proposer's or partner's any more. Inside ``write()``."""
    about = Deal.objects.filter(Q(proposer=team) | Q(partner=team), status__in=OPEN)
    return about.update(status=DealStatus.WITHDRAWN, version=F("version") + 1, remark=why[:300])


def kept_words(text: str, **names: str) -> str:
    """A sentence that is kept: in the site's language, not the reader's."""
    with override(settings.LANGUAGE_CODE):
        return gettext(text).format(**names)


def misfits(preview: Redecision) -> tuple[Problem, ...]:
    """What would not fit any more, each with the occasion it belongs to."""
    found = []
    for one in preview.conflicts:
        for problem in one.details or ((one.conflict,) if one.conflict else ()):
            found.append(
                Problem(
                    "does_not_fit",
                    marked("{occasion} ({kind}): {why}"),
                    "deals",
                    "history",
                    {"occasion": one.cause.occasion, "kind": one.cause.kind, "why": str(problem)},
                )
            )
    for one in preview.wanted:
        found.append(
            Problem(
                "die_would_be_wanted",
                marked("{occasion} ({kind}): a die that never fell would be asked for, {key}."),
                "dice",
                "history",
                {"occasion": one.cause.occasion, "kind": one.cause.kind, "key": one.wanted},
            )
        )
    return tuple(found)


def _answered(
    action: str,
    deal: Deal,
    expected: Sequence[DealStatus],
    status: DealStatus,
    reason: str,
    seen: int | None,
    actor: Coach,
) -> Deal:
    with write(action, actor=actor, league=deal.league) as writing:
        league_lock(deal.league)
        _claim(deal, expected, status, seen)
        deal.remark = reason
        deal.save(update_fields=["remark"])
        _done(writing, deal, **({"reason": reason} if reason else {}))
    return deal


def _claim(deal: Deal, expected: Sequence[DealStatus], status: DealStatus, seen: int | None) -> None:
    """Compare and swap: one acts on the deal that one has read. ``seen`` is the version on his page."""
    current = Deal.objects.filter(pk=deal.pk, status__in=expected, version=deal.version)
    as_read = seen is None or seen == deal.version
    if not as_read or not current.update(status=status, version=deal.version + 1):
        now = Deal.objects.get(pk=deal.pk)
        raise DealChanged(status=now.get_status_display())
    deal.status, deal.version = status, deal.version + 1


def _teams(first: int, second: int) -> tuple[Team, Team]:
    teams = Team.objects.select_related("league", "coach").prefetch_related("players").in_bulk({first, second})
    return teams[first], teams[second]


def _told(league: League, teams: Sequence[Team], command: DealCommand, actor: Coach) -> Cause | None:
    told = Told(
        kind=KIND,
        occasion=next_occasion(league, KIND, "d"),
        place=place_at_end(league),
        teams=teams,
        inputs={"deal": plain(command)},
        ruleset=league.ruleset,
    )
    _, cause = cause_record(league=league, told=told, actor=actor)
    return cause


def _done(writing: Writing, deal: Deal, **data: Any) -> None:
    writing.done(deal, subject=f"deal:{deal.pk}", **data)

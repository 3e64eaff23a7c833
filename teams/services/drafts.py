"""Drafts: saved as often as one likes, handed in, approved or sent back with a reason."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from config.words import word
from config.writing import write
from engine.team.draft import NAME_LONGEST, TeamDraft, decide_draft
from engine.typed import build, plain
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach, League
from leagues.names import needed_reason
from leagues.policies import allow, can_draft, role_in
from teams.errors import (
    DraftChanged,
    DraftGone,
    DraftNotWaiting,
    DraftSettled,
    NotAMember,
    TooManyDrafts,
)
from teams.models import Draft, DraftKind, DraftStatus, Logo
from teams.policies import can_judge_draft, can_write_draft
from teams.services.ledger import league_lock
from teams.services.logos import logo_known
from teams.services.teams import check_colour, check_place_for, team_make

DRAFTS_MOST = 50  # of one coach in one league: nobody needs them, and somebody would fill the disk


def draft_save(
    *,
    league: League,
    draft: TeamDraft,
    colour: int | None = None,
    logo: str = "",
    saved: Draft | None = None,
    seen: int | None = None,
    actor: Coach,
) -> Draft:
    """Keep a draft as it stands, legal or not. ``saved`` is the one to go on with; one that waits is taken back."""
    _allow(league, saved, actor)
    check_colour(colour)
    with write("draft.saved", actor=actor, league=league) as writing:
        league = league_lock(league)
        row = _keep(league, draft, colour, logo_known(logo), saved, seen, actor)
        writing.done(row, **_about(row))
    return row


def draft_hand_in(
    *,
    league: League,
    draft: TeamDraft,
    colour: int | None = None,
    logo: str = "",
    saved: Draft | None = None,
    seen: int | None = None,
    actor: Coach,
) -> Draft:
    """Save a draft and submit it, in one go: a legal one becomes a team, or waits for the commissioner."""
    _allow(league, saved, actor)
    check_colour(colour)
    with write("draft.submitted", actor=actor, league=league) as writing:
        league = league_lock(league)
        row = _keep(league, draft, colour, logo_known(logo), saved, seen, actor)
        _submit(league, row, actor)
        writing.done(row, **_about(row))
    return row


def draft_submit(*, draft: Draft, seen: int | None = None, actor: Coach) -> Draft:
    """Submit a draft as it was saved."""
    allow(can_write_draft(actor, draft))
    with write("draft.submitted", actor=actor, league=draft.league) as writing:
        league = league_lock(draft.league)
        row = _reread(draft, seen)
        _submit(league, row, actor)
        writing.done(row, **_about(row))
    return row


def draft_delete(*, draft: Draft, seen: int | None = None, actor: Coach) -> None:
    """Throw a draft away that has not become a team."""
    allow(can_write_draft(actor, draft))
    with write("draft.deleted", actor=actor, league=draft.league) as writing:
        league_lock(draft.league)
        row = _reread(draft, seen)
        row.delete()
        writing.done(None, subject=f"draft:{draft.pk}", name=draft.name, roster=draft.roster)


def draft_approve(*, draft: Draft, seen: int | None = None, actor: Coach) -> Draft:
    """Let a draft become a team of its coach, if the rules of today let it."""
    allow(can_judge_draft(actor, draft))
    with write("draft.approved", actor=actor, league=draft.league) as writing:
        league = league_lock(draft.league)
        row = _reread(draft, seen)
        if row.status != DraftStatus.SUBMITTED:
            raise DraftNotWaiting
        _become_team(league, row, actor)
        writing.done(row, **_about(row))
    return row


def draft_return(*, draft: Draft, reason: str, seen: int | None = None, actor: Coach) -> Draft:
    """Send a draft back to its coach, who is told why."""
    allow(can_judge_draft(actor, draft))
    remark = needed_reason(reason)
    with write("draft.returned", actor=actor, league=draft.league) as writing:
        league_lock(draft.league)
        row = _reread(draft, seen)
        if row.status != DraftStatus.SUBMITTED:
            raise DraftNotWaiting
        _swap(row, status=DraftStatus.RETURNED, remark=remark)
        writing.done(row, **_about(row), reason=remark)
    return row


def command_of(draft: Draft) -> TeamDraft:
    return build(TeamDraft, draft.command, f"draft {draft.pk}")


def _allow(league: League, saved: Draft | None, actor: Coach) -> None:
    allow(can_draft(actor, league) if saved is None else can_write_draft(actor, saved))


def _keep(
    league: League,
    draft: TeamDraft,
    colour: int | None,
    logo: Logo | None,
    saved: Draft | None,
    seen: int | None,
    actor: Coach,
) -> Draft:
    ruleset_of(league.ruleset_id).roster(draft.roster)  # a list that is unknown here is refused
    told: dict[str, Any] = {
        "name": draft.name.strip()[:NAME_LONGEST],
        "roster": draft.roster,
        "colour": colour or 1,
        "logo": logo,
        "command": plain(draft),
    }
    if saved is None:
        check_room_for_draft(league, actor)
        return Draft.objects.create(league=league, coach=actor, kind=DraftKind.NEW, version=1, **told)
    row = _reread(saved, seen)
    # What was sent back stays so, with its reason, until it is handed in again; what waits is taken back.
    status = DraftStatus.RETURNED if row.status == DraftStatus.RETURNED else DraftStatus.SAVED
    _swap(row, status=status, **told)
    return row


def _submit(league: League, row: Draft, actor: Coach) -> None:
    ruleset = ruleset_of(league.ruleset_id)
    draft = command_of(row)
    decide_draft(draft, ruleset)
    if not ruleset.options.draft_approval:
        _become_team(league, row, actor)
        return
    others = Draft.objects.filter(league=league, coach=row.coach, status=DraftStatus.SUBMITTED).exclude(pk=row.pk)
    check_place_for(league=league, name=draft.name, coach=row.coach, waiting=others.count())
    _swap(row, status=DraftStatus.SUBMITTED)


def check_room_for_draft(league: League, coach: Coach) -> None:
    kept = Draft.objects.filter(league=league, coach=coach).exclude(status=DraftStatus.APPROVED).count()
    if kept >= DRAFTS_MOST:
        raise TooManyDrafts(drafts=kept, most=DRAFTS_MOST)


def _become_team(league: League, row: Draft, actor: Coach) -> None:
    if role_in(row.coach, league) is None:
        raise NotAMember(coach=row.coach.name)
    team = team_make(
        league=league, draft=command_of(row), colour=row.colour, logo=row.logo, coach=row.coach, actor=actor
    )
    _swap(row, status=DraftStatus.APPROVED, team=team)


def _reread(draft: Draft, seen: int | None) -> Draft:
    """The draft as it is now, if it is still the one that was seen and not yet a team."""
    rows = Draft.objects.select_related("league", "coach", "team", "logo").filter(kind=DraftKind.NEW)
    row = rows.filter(pk=draft.pk).first()
    if row is None:
        raise DraftGone
    if row.team is not None:
        raise DraftSettled(team=row.team.name)
    if seen is not None and seen != row.version:
        raise DraftChanged(changes=_changes(row, seen))
    return row


def _swap(row: Draft, **told: Any) -> None:
    """Compare and swap on status and version: the one lock that holds on every database."""
    before = Draft.objects.filter(pk=row.pk, status=row.status, version=row.version)
    if not before.update(**told, version=row.version + 1, saved_at=timezone.now()):
        raise DraftChanged(changes=_changes(row, row.version))
    for name, value in told.items():
        setattr(row, name, value)
    row.version += 1


def _changes(row: Draft, seen: int) -> str:
    """What was done to it since that version, in the order in which it was done."""
    entries = AuditEntry.objects.filter(league=row.league_id, subject=f"draft:{row.pk}").order_by("pk")
    done = [entry for entry in entries if entry.data.get("version", 0) > seen]
    return ", ".join(dict.fromkeys(word("draft-act", entry.action) for entry in done)) or word(
        "draft-status", row.status
    )


def _about(row: Draft) -> dict[str, Any]:
    return {
        "subject": f"draft:{row.pk}",
        "name": row.name,
        "roster": row.roster,
        "status": str(row.status),
        "version": row.version,
        **({"team": row.team_id} if row.team_id else {}),
    }

"""Drafts of a report: kept as they are typed, apart from what is filed, and seen by their author alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from config.writing import write
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import AlreadyReported, ReportDraftChanged, ReportDraftTooLong
from matches.models import OPEN, Match, MatchStatus, ReportDraft
from matches.policies import can_report

LONGEST = 64 * 1024  # a full report is a tenth of this
NUL = "\0"  # which no database keeps


def report_draft_save(*, match: Match, typed: Mapping[str, Any], seen: int | None = None, actor: Coach) -> ReportDraft:
    """Keep what was typed so far, whatever it is. ``seen`` is the version that it goes on from."""
    allow(can_report(actor, match))
    if match.status not in (*OPEN, MatchStatus.REPORTED):
        raise AlreadyReported
    length = len(json.dumps(dict(typed)))
    if length > LONGEST:
        raise ReportDraftTooLong(most=LONGEST, length=length)
    with write("report_draft.saved", actor=actor, league=match.league) as writing:
        draft, _ = ReportDraft.objects.get_or_create(match=match, author=actor)
        draft = ReportDraft.objects.select_for_update().get(pk=draft.pk)
        if seen is not None and seen != draft.version:
            raise ReportDraftChanged
        draft.typed, draft.version = _kept(typed), draft.version + 1
        draft.save()
        writing.done(draft, subject=f"match:{match.pk}", version=draft.version)
    return draft


def _kept(typed: Any) -> Any:
    """Without the one character that cannot be kept, in what was typed and in what it was called."""
    if isinstance(typed, Mapping):
        return {_kept(name): _kept(value) for name, value in typed.items()}
    if isinstance(typed, list | tuple):
        return [_kept(one) for one in typed]
    return typed.replace(NUL, "") if isinstance(typed, str) else typed


def report_draft_delete(*, match: Match, actor: Coach) -> None:
    """Throw away what was typed. Nothing happens where there is nothing."""
    allow(can_report(actor, match))
    with write("report_draft.deleted", actor=actor, league=match.league) as writing:
        ReportDraft.objects.filter(match=match, author=actor).delete()
        writing.done(None, subject=f"match:{match.pk}")

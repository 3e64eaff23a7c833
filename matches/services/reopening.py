"""Reopening: both coaches together take back that a report counts, until either of their teams kicks off again."""

from __future__ import annotations

from django.utils import timezone

from config.writing import write
from leagues.models import Coach
from leagues.names import needed_reason
from leagues.policies import allow
from matches.errors import NothingToReopen, PlayedOn, ReopeningAsked, ReopeningNotAsked
from matches.models import DiceSession, Match, MatchStatus, Reopening, ReopeningAnswer
from matches.policies import can_reopen, coaches_of
from matches.selectors.reopening import REOPENABLE, played_on
from matches.services.claiming import match_claim, open_status, reports_close
from matches.services.dice import session_go_on
from matches.services.recounting import match_uncount, told_before
from teams.services.ledger import league_lock


def reopening_ask(*, match: Match, reason: str, actor: Coach) -> Reopening:
    """Ask the other coach. Who coaches both teams has asked and agreed in one."""
    allow(can_reopen(actor, match))
    why = needed_reason(reason)
    with write("reopening.asked", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        _may_still(match)
        _nothing_asked(match, actor)
        asked = Reopening.objects.create(match=match, reason=why, asked_by=actor)
        if coaches_of(match) == {actor.pk}:
            _reopen(match, asked, actor)
        writing.done(asked, subject=f"match:{match.pk}", reason=why, answer=asked.answer)
    return asked


def reopening_agree(*, match: Match, actor: Coach) -> Match:
    """The other coach agrees: the match is told anew. What followed from it is taken back, its dice lie as they lie."""
    allow(can_reopen(actor, match))
    with write("reopening.agreed", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        asked = _asked_by_the_other(match, actor)
        _may_still(match)
        _reopen(match, asked, actor)
        writing.done(match, subject=f"match:{match.pk}", reason=asked.reason)
    return match


def reopening_decline(*, match: Match, actor: Coach) -> Match:
    """The other coach does not want to; or who asked does not any more."""
    allow(can_reopen(actor, match))
    with write("reopening.declined", actor=actor, league=match.league) as writing:
        asked = match.reopenings.select_for_update().filter(answer=ReopeningAnswer.ASKED).first()
        if asked is None:
            raise ReopeningNotAsked
        own = asked.asked_by_id == actor.pk
        _answered(asked, ReopeningAnswer.WITHDRAWN if own else ReopeningAnswer.DECLINED, actor)
        writing.done(match, subject=f"match:{match.pk}", answer=asked.answer)
    return match


def _reopen(match: Match, asked: Reopening, actor: Coach) -> None:
    _answered(asked, ReopeningAnswer.AGREED, actor)
    if told_before(match):
        match_uncount(match=match, reason=asked.reason, actor=actor)
    if match.status == MatchStatus.FINISHED:
        # Its seed has been shown.
        session_go_on(DiceSession.objects.get(league=match.league, occasion=match.key))
    match_claim(match, MatchStatus(match.status), open_status(match), otherwise=NothingToReopen())
    reports_close(match)


def _may_still(match: Match) -> None:
    now = Match.objects.get(pk=match.pk)
    match.status, match.version, match.place = now.status, now.version, now.place
    if match.status not in REOPENABLE:
        raise NothingToReopen
    if team := played_on(match):
        raise PlayedOn(team=team.name, home=match.home.name, away=match.away.name)


def _nothing_asked(match: Match, actor: Coach) -> None:
    """What somebody has asked who coaches neither team any more is asked no more."""
    asked = match.reopenings.select_for_update().filter(answer=ReopeningAnswer.ASKED).first()
    if asked is None:
        return
    if asked.asked_by_id in coaches_of(match):
        raise ReopeningAsked
    _answered(asked, ReopeningAnswer.WITHDRAWN, actor)


def _asked_by_the_other(match: Match, actor: Coach) -> Reopening:
    """The word of both coaches, as they are now: a team may have changed hands since."""
    others = coaches_of(match) - {actor.pk}
    open_ones = match.reopenings.select_for_update().filter(asked_by__in=others, answer=ReopeningAnswer.ASKED)
    asked = open_ones.first()
    if asked is None:
        raise ReopeningNotAsked
    return asked


def _answered(asked: Reopening, answer: ReopeningAnswer, actor: Coach) -> None:
    asked.answer, asked.answered_by, asked.answered_at = answer, actor, timezone.now()
    asked.save(update_fields=["answer", "answered_by", "answered_at"])

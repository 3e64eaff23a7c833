"""Matches besides the season: one coach proposes, the other accepts; a commissioner arranges them at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from config.writing import write
from engine.errors import Problem, marked
from engine.team import limits
from leagues.mapping import ruleset_of
from leagues.models import Coach, League
from leagues.names import clean_remark
from leagues.policies import allow, can_commission
from leagues.services.leagues import playable
from matches.errors import ArrangementChanged, ArrangementIllegal, TeamOfAnotherLeague
from matches.models import TO_COME, Match, MatchKind, MatchStatus
from matches.policies import can_accept, can_arrange, can_call_off
from matches.selectors.rematch import rematch_problems
from matches.services.claiming import match_claim
from matches.services.dice import sessions_open
from teams.models import Team
from teams.services.ledger import league_lock

ARRANGED = (MatchKind.FRIENDLY, MatchKind.EXHIBITION)


def match_arrange(
    *,
    league: League,
    home: Team,
    away: Team,
    kind: str = MatchKind.FRIENDLY,
    played_on: date | None = None,
    actor: Coach,
) -> Match:
    """Propose a friendly or an exhibition match, or arrange it. Its dice are sealed at once."""
    allow(can_arrange(actor, league, home, away))
    with write("match.arranged", actor=actor, league=league) as writing:
        league = league_lock(league)
        if found := tuple(_problems(league, home, away, kind)):
            raise ArrangementIllegal(found)
        agreed = can_commission(actor, league) or home.coach_id == away.coach_id
        league.matches_made += 1
        league.save(update_fields=["matches_made"])
        match = Match.objects.create(
            league=league,
            kind=kind,
            key=f"m{league.matches_made}",
            home=home,
            away=away,
            ruleset_id=league.ruleset_id,
            status=MatchStatus.SCHEDULED if agreed else MatchStatus.PROPOSED,
            arranged_by=actor,
            played_on=played_on,
        )
        sessions_open(league=league, occasions=[match.key])
        writing.done(match, subject=f"match:{match.pk}", kind=kind, agreed=agreed)
    return match


def match_accept(*, match: Match, actor: Coach) -> Match:
    """The other coach wants it too. What has happened since it was proposed is looked at once more."""
    allow(can_accept(actor, match))
    with write("match.accepted", actor=actor, league=match.league) as writing:
        league = league_lock(match.league)
        if found := tuple(_problems(league, match.home, match.away, match.kind)):
            raise ArrangementIllegal(found)
        match_claim(match, MatchStatus.PROPOSED, MatchStatus.SCHEDULED, otherwise=ArrangementChanged())
        writing.done(match, subject=f"match:{match.pk}")
    return match


def match_call_off(*, match: Match, reason: str = "", actor: Coach) -> Match:
    """It is not played: declined by who was asked, or called off by either, as long as nothing was told of it."""
    allow(can_call_off(actor, match))
    reason = clean_remark(reason)
    with write("match.called_off", actor=actor, league=match.league) as writing:
        league_lock(match.league)
        open_yet = match.place is None and match.status in TO_COME
        if not open_yet:
            raise ArrangementChanged
        match_claim(match, MatchStatus(match.status), MatchStatus.CALLED_OFF, otherwise=ArrangementChanged())
        writing.done(match, subject=f"match:{match.pk}", reason=reason)
    return match


def _problems(league: League, home: Team, away: Team, kind: str) -> Iterator[Problem]:
    for team in (home, away):
        if team.league_id != league.pk:
            raise TeamOfAnotherLeague(team=team.name)
        if team.retired:
            yield limits.team_retired(team.name, "home" if team is home else "away")
    if kind not in ARRANGED:
        yield Problem(
            "kind_not_arranged",
            marked("“{kind}” is no kind of match that two coaches arrange: {kinds}."),
            "",
            "kind",
            {"kind": kind[:40], "kinds": ", ".join(ARRANGED)},
        )
    if home.pk == away.pk:
        yield Problem("one_team_twice", marked("{team} cannot play itself."), "", "away", {"team": home.name})
    elif kind == MatchKind.FRIENDLY:
        # What a friendly earns needs the whole sequence; an exhibition needs nothing that an edition may not have yet.
        yield from rematch_problems(home, away, playable(ruleset_of(league.ruleset_id)))

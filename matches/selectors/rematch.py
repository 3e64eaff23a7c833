"""Who met whom, in the order of play: what the rule against a third match in a row looks at."""

from __future__ import annotations

from django.db.models import Q

from engine.errors import Problem
from engine.rulesets.model import Ruleset
from engine.season.rematch import in_a_row, rematch
from leagues.mapping import ruleset_of
from matches.models import Match, MatchKind
from teams.models import Team


def rematch_of(match: Match) -> tuple[Problem, ...]:
    """Whether this match may be played, at its place or, when it has none yet, as the next one of both teams."""
    if match.season_id is not None or match.kind == MatchKind.EXHIBITION:
        return ()
    return rematch_problems(match.home, match.away, ruleset_of(match.ruleset_id), match=match)


def rematch_problems(home: Team, away: Team, ruleset: Ruleset, match: Match | None = None) -> tuple[Problem, ...]:
    """``match`` itself is none of those that were played."""
    played = (
        Match.objects.filter(Q(home__in=(home, away)) | Q(away__in=(home, away)), place__isnull=False)
        .exclude(kind=MatchKind.EXHIBITION)
        .exclude(pk=match.pk if match else 0)
        .order_by("place")
        .values_list("home__key", "away__key", "place")
    )
    place = match.place if match else None
    told = [(first, second, at) for first, second, at in played if at is not None]
    times = 0
    for team, opponent in ((home.key, away.key), (away.key, home.key)):
        met = [(second if first == team else first, at) for first, second, at in told if team in (first, second)]
        before = [one for one, at in met if place is None or at < place]
        times = max(times, in_a_row(before, [one for one, _ in met[len(before) :]], opponent))
    return rematch(home.name, away.name, times=times, most=ruleset.options.matches_in_a_row)

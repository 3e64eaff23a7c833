"""What becomes of a level score of one fixture, where it is not what the league says."""

from __future__ import annotations

from config.writing import write
from engine.match.clock import level_score
from leagues.mapping import ruleset_of
from leagues.models import Coach
from leagues.policies import allow
from matches.errors import DrawsStand, DrawsUnfit, MatchChanged
from matches.models import OPEN, Draws, Match, MatchStatus
from matches.policies import can_set_draws
from matches.services.claiming import match_claim


def draws_set(*, match: Match, draws: str, seen: int | None = None, actor: Coach) -> Match:
    """Say it for this match: nothing is what the league says. Whoever made the fixture decides it, not a report.

    ``seen`` is its version as the actor looked at it.
    """
    allow(can_set_draws(actor, match))
    ways = draws_of(match)
    if draws not in ("", *ways):
        raise DrawsUnfit(draws=draws[:20], ways=", ".join(ways) or "-")
    with write("match.draws_set", actor=actor, league=match.league) as writing:
        if match.status not in OPEN:
            raise DrawsStand(home=match.home.name, away=match.away.name)
        changed = MatchChanged(home=match.home.name, away=match.away.name)
        if seen is not None and seen != match.version:
            raise changed
        match_claim(match, MatchStatus(match.status), MatchStatus(match.status), otherwise=changed)
        was, match.draws = match.draws, draws
        match.save(update_fields=["draws"])
        writing.done(match, subject=f"match:{match.pk}", was=was, draws=draws)
    return match


def draws_of(match: Match) -> tuple[str, ...]:
    """What can be said of it: nothing where the edition has no extra time, nor of a match besides the season."""
    ruleset = ruleset_of(match.ruleset_id)
    broken = level_score(match.kind, Draws.OVERTIME, ruleset) == Draws.OVERTIME
    return tuple(Draws.values) if broken else ()

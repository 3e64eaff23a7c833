"""The steps that every match day has: weather, stadium, referee, fans, journeymen, and who kicks."""

from __future__ import annotations

from django.http import QueryDict

from leagues.models import Coach
from leagues.policies import Visitor
from matches.models import Match
from matches.selectors.matchday import PreMatchPage
from matches.services.prematch import kick_record
from matches.web.prematch_steps import Shown, StepPage, seen


def _kick(page: PreMatchPage, visitor: Visitor, typed: QueryDict) -> Shown:
    return Shown("done" if page.prematch.kicking else "blank")


def _kick_sent(typed: QueryDict, match: Match, coach: Coach) -> object:
    return kick_record(match=match, kicking=typed.get("kicking", ""), seen=seen(typed), actor=coach)


STEPS = {
    "kick": StepPage(show=_kick, post=_kick_sent, places=("prematch.kicking",)),
}

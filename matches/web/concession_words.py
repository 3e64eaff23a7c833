"""What giving up costs, said before anybody confirms that a match ended like that."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.match import endings
from engine.match.report import MatchReport
from engine.rulesets import Ruleset
from matches.models import Match


def concession_words(match: Match, report: MatchReport | None, ruleset: Ruleset) -> str:
    """Nothing of a match that nobody has conceded."""
    if report is None or report.ending != "conceded" or not report.gave_up:
        return ""
    team = (match.home if report.gave_up == "home" else match.away).name
    if endings.is_free(report, ruleset):
        return gettext("{team} has given up. When this is confirmed, it loses nothing but the match.").format(team=team)
    effect = ruleset.concession.effect if ruleset.concession else ""
    said = gettext("{team} has given up. When this is confirmed, it pays for that: {effect}")
    return said.format(team=team, effect=effect)

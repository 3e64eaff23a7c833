"""Matches on paper."""

from django.http import Http404
from django.utils.translation import gettext

from leagues.mapping import ruleset_of
from matches.models import Match
from matches.selectors.matches import match_sheets
from teams.models import Team
from teams.printing import roster_pdf
from teams.selectors.teams import page_of_sheet


def side_of(match: Match, team_pk: int) -> Team:
    team = next((team for team in (match.home, match.away) if team.pk == team_pk), None)
    if team is None:
        raise Http404
    return team


def match_roster_pdf(match: Match, team: Team) -> bytes:
    """The roster sheet of one side as it stood at kick-off or, before it, as it stands now."""
    page = page_of_sheet(team, match_sheets(match)[team.key], ruleset_of(match.ruleset_id))
    return roster_pdf(page, as_of=_as_of(match))


def _as_of(match: Match) -> str:
    told = {"round": match.round, "home": match.home.name, "away": match.away.name}
    if match.season_id is None:
        return gettext("{kind}, {home} against {away}").format(kind=match.get_kind_display(), **told)
    return gettext("Round {round}, {home} against {away}").format(**told)

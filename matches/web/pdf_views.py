"""Matches on paper."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.pdf import pdf_response
from matches.printing import match_roster_pdf, side_of
from matches.selectors.matches import match_get


@require_safe
def roster(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    match = match_get(request.user, pk)
    team = side_of(match, team_pk)
    return pdf_response(match_roster_pdf(match, team), f"{team.name} {match.key}")

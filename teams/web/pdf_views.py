"""Teams on paper."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.pdf import pdf_response
from teams.printing import roster_pdf
from teams.selectors.teams import team_get, team_page


@require_safe
def roster(request: HttpRequest, pk: int) -> HttpResponse:
    """The roster sheet as the team stands now."""
    team = team_get(request.user, pk)
    return pdf_response(roster_pdf(team_page(team)), team.name)

"""Teams on paper."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.pdf import pdf_response
from teams.printing import sheet_pdf
from teams.selectors.teams import team_get
from teams.web.asking import moment_asked


@require_safe
def roster(request: HttpRequest, pk: int) -> HttpResponse:
    """The roster sheet as the team stands now, or as it stood ``?before=`` or ``?after=`` one of its matches."""
    team = team_get(request.user, pk)
    return pdf_response(sheet_pdf(team, moment_asked(request.GET)), team.name)

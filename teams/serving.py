"""A team's logo on its way out, for pages and programs alike."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from teams.models import Team
from teams.selectors.drafts import logo_image


def logo_response(request: HttpRequest, team: Team | None) -> HttpResponse:
    if team is None or team.logo_id is None:
        raise Http404
    known = request.GET.get("v", "") == team.logo_id[:16]
    etag = f'"{team.logo_id}"'
    answer = get_conditional_response(request, etag=etag) or HttpResponse(
        logo_image(team.logo_id), content_type="image/png"
    )
    answer["ETag"] = etag
    # Private: a proxy must not hand the crest of a private league to others.
    answer["Cache-Control"] = "private, max-age=31536000, immutable" if known else "private, no-cache"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer

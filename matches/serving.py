"""Pictures of stories on their way out, for pages and programs alike."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from matches.models import WriteUp
from matches.selectors.write_ups import picture_of


def picture_response(request: HttpRequest, story: WriteUp) -> HttpResponse:
    if not story.picture_type:
        raise Http404
    etag = f'"{story.pk}-{story.version}"'
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(picture_of(story), content_type=story.picture_type)
    answer["ETag"] = etag
    # Private: a proxy must not hand what is told in a private league to others; and it may be hidden later.
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer

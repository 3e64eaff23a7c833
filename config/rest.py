"""What every view of the API shares: who asks, how often, how a body is read, how lists and refusals look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, ClassVar, TypeVar

from django.core.exceptions import RequestDataTooBig
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    BaseSerializer,
    CharField,
    ChoiceField,
    DictField,
    IntegerField,
    ListField,
    Serializer,
    URLField,
)
from rest_framework.views import APIView

from config.answering import HEADER, api_answer
from config.problems import CONTENT_TYPE
from config.shapes import read
from config.writing import Answer
from engine.typed import plain
from leagues.models import Coach
from leagues.policies import Visitor

T = TypeVar("T")
Sent = type[BaseSerializer[Any]]

# A full report of a long match is a tenth of this.
BODY_BYTES = 256 * 1024


class BodyTooBig(APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("The body of the request is too big.")
    default_code = "body_too_big"


class SessionLoginScheme(SessionScheme):
    target_class = "config.gate.SessionLogin"
    name = "session"


class AsItIs(BaseContentNegotiation):
    """For a view that has one form to give, whatever is asked for; its refusals are JSON all the same."""

    def select_parser(self, request: Request, parsers: Iterable[Any]) -> Any:
        return next(iter(parsers))

    def select_renderer(self, request: Request, renderers: Iterable[Any], format_suffix: str | None = None) -> Any:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_paginated_response(self, data: Any) -> Response:
        return Response({"results": data, "next": self.get_next_link(), "previous": self.get_previous_link()})


class ApiView(APIView):
    """A view that reads by selectors and writes by services."""

    body_bytes: ClassVar[int] = BODY_BYTES

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._keep_body(request)
        super().initial(request, *args, **kwargs)

    def _keep_body(self, request: Request) -> None:
        """Before anything is parsed: an Idempotency-Key goes with the very bytes of the body."""
        try:
            body = request._request.body
        except RequestDataTooBig:
            raise BodyTooBig from None
        if len(body) > self.body_bytes:
            raise BodyTooBig

    @property
    def visitor(self) -> Visitor:
        return self.request.user

    @property
    def coach(self) -> Coach:
        """Who is signed in: the permission classes of the view see to it that somebody is."""
        if not isinstance(self.request.user, Coach):
            raise TypeError("This view has to require a login.")
        return self.request.user

    def body(self, cls: type[T]) -> T:
        # Nothing at all is as good as an empty object.
        return read(cls, self.request.data if self.request._request.body else {})

    def sent(self, serializer: Sent, instance: Any, **context: Any) -> Any:
        """The JSON of an instance, plain enough to be kept. Addresses in it are whole, so they need the request."""
        return plain(serializer(instance, context={"request": self.request, **context}).data)

    def one(self, serializer: Sent, instance: Any, **context: Any) -> Response:
        return Response(self.sent(serializer, instance, **context))

    def page(
        self,
        items: QuerySet[Any] | Sequence[Any],
        serializer: Sent,
        prepare: Callable[[list[Any]], Iterable[Any]] = list,
        **context: Any,
    ) -> Response:
        """A page of a list. ``prepare`` makes what is shown of the rows of this page only."""
        pages = Pages()
        rows = pages.paginate_queryset(items, self.request, view=self)
        shown = list(prepare(list(rows or [])))
        return pages.get_paginated_response(self._many(shown, serializer, context))

    def whole(self, items: Iterable[Any], serializer: Sent, **context: Any) -> Response:
        """A list that is never cut into pages."""
        return Response({"results": self._many(list(items), serializer, context), "next": None, "previous": None})

    def _many(self, items: list[Any], serializer: Sent, context: dict[str, Any]) -> Any:
        return serializer(items, many=True, context={"request": self.request, **context}).data

    def write(
        self,
        act: Callable[[], T],
        shown: Callable[[T], Any],
        *,
        code: int = status.HTTP_200_OK,
        location: Callable[[T], str] | None = None,
    ) -> Response:
        """Call one service, at most once for this request's Idempotency-Key, and show what came of it."""

        def render(result: T) -> Answer:
            return Answer(status=code, body=shown(result), location=location(result) if location else "")

        return api_answer(self.request, act, render)


# --- the schema ---------------------------------------------------------------------------------------------------

IDEMPOTENCY = OpenApiParameter(
    HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Any text of yours, up to 80 characters. The same key with the same body gets the same answer again, "
    "and nothing is done twice; with another body it is refused (422).",
)
PAGING = [
    OpenApiParameter("page", OpenApiTypes.INT, description="Rather follow `next` than count yourself."),
    OpenApiParameter("page_size", OpenApiTypes.INT, description=f"At most {Pages.max_page_size}."),
]


class ProblemLineSerializer(Serializer[Any]):
    """One thing that does not fit, with the rule that says so."""

    code = CharField(help_text="Never renamed.")
    title = CharField(help_text="A sentence, in the language asked for.")
    rule = CharField(help_text="A key of the ruleset's `rules`, or empty.")
    where = CharField(help_text="The place in the body, or empty.")
    params = DictField(help_text="The numbers and names in the sentence.")
    severity = ChoiceField(choices=["error", "warning"], help_text="A warning is accepted by its code.")


class FieldMistakeSerializer(Serializer[Any]):
    where = CharField(help_text="The path of the field in the body.")
    title = CharField()


class RefusalSerializer(Serializer[Any]):
    """Why a request was not done (RFC 9457)."""

    type = CharField()
    title = CharField(help_text="A sentence, in the language asked for.")
    status = IntegerField()
    code = CharField(help_text="Never renamed: programs look at this one.")
    rule = CharField(required=False, help_text="A key of the ruleset's `rules`, or empty.")
    params = DictField(required=False, help_text="The numbers and names in the title.")
    problems = ListField(child=ProblemLineSerializer(), required=False, help_text="With 422: everything that is wrong.")
    fields = ListField(  # type: ignore[assignment]  # RFC 9457 leaves the names to us, DRF has taken this one.
        child=FieldMistakeSerializer(), required=False, help_text="With 400: every mistake of the shape."
    )


_MEANINGS = {
    400: "The request has the wrong shape.",
    401: "Nobody is signed in.",
    403: "Somebody else may do this; or the CSRF token is missing.",
    404: "There is no such thing, or you may not see it.",
    409: "Not in the state things are in now.",
    413: "The body is too big.",
    415: "The body is not JSON.",
    422: "The rules say no. `problems` has all the reasons.",
    429: "Too often. `Retry-After` says when to come back.",
    503: "The database is busy. `Retry-After` says when to come back.",
}
READING = (429,)
WRITING = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def refusals(*codes: int) -> dict[tuple[int, str], OpenApiResponse]:
    return {(code, CONTENT_TYPE): OpenApiResponse(RefusalSerializer, _MEANINGS[code]) for code in sorted({*codes})}


@cache
def page_of(serializer: Sent) -> type[Serializer[Any]]:
    """The shape of every list."""
    fields = {
        "results": serializer(many=True),
        "next": URLField(allow_null=True, help_text="The next page."),
        "previous": URLField(allow_null=True, help_text="The page before."),
    }
    name = serializer.__name__.removesuffix("Serializer")
    return type(f"{name}PageSerializer", (Serializer,), fields)

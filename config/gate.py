"""The gate of the API: who asks, how often, and whether what he sends is JSON that can be kept.

Named in the settings of REST framework, and read while its views are being loaded: so nothing here may need them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from config.limits import client_of

# The biggest number that every reader of JSON reads exactly.
NUMBER_MOST = 2**53 - 1


class SessionLogin(SessionAuthentication):
    """The site's login, with its CSRF token. Who is not signed in is told 401, who may not do a thing 403."""

    def authenticate_header(self, request: Request) -> str:
        return 'Session realm="api"'


class ApiThrottle(BaseThrottle):
    """A coach has a count of his own; visitors are counted by their network address."""

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.user and request.user.is_authenticated:
            settings.API_LIMIT.spend(f"coach:{request.user.pk}")
        else:
            settings.API_LIMIT_CLIENT.spend(client_of(request._request))
        return True


class ApiParser(JSONParser):
    """JSON of our own strictness: what no reader can follow and no database can keep is refused at the door."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            _check_values(data)
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None
        except ParseError as error:
            raise _in_words(error) from None
        return data


def _in_words(error: ParseError) -> ParseError:
    """What the reader of JSON stumbled over, without its own words for it."""
    found = error.__context__
    if isinstance(found, json.JSONDecodeError):
        where = {"line": found.lineno, "column": found.colno}
        return ParseError(gettext("The JSON cannot be read: line {line}, column {column}.").format(**where))
    if isinstance(found, UnicodeDecodeError):
        return ParseError(_("The JSON is no UTF-8."))
    # Whatever else it says is about a number: its digits, NaN or Infinity.
    return ParseError(_("The JSON has a number that is too big, or that is none.")) if found else error


def _check_values(data: Any) -> None:
    if isinstance(data, str):
        # A NUL, or half a surrogate pair: valid in JSON, but not a character.
        if "\x00" in data or any("\ud800" <= char <= "\udfff" for char in data):
            raise ParseError(_("The JSON has text with characters that do not exist."))
    elif isinstance(data, int):
        if abs(data) > NUMBER_MOST:
            raise ParseError(_("The JSON has a number that is too big."))
    elif isinstance(data, dict):
        _check_values([*data, *data.values()])
    elif isinstance(data, list):
        for value in data:
            _check_values(value)

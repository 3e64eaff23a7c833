"""A client of the API that believes nothing: every answer it gets has to be one that the schema promises."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from http import HTTPStatus
from typing import Any

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from config.problems import CONTENT_TYPE
from leagues.models import Coach

ROOT = "/api/v1/"


@cache
def schema() -> dict[str, Any]:
    """The schema, and nothing beyond it: a field that is sent but not documented is a mistake."""
    found: dict[str, Any] = deepcopy(SchemaGenerator().get_schema(request=None, public=True))
    for component in found["components"]["schemas"].values():
        if "properties" in component:
            component.setdefault("additionalProperties", False)
    return found


def template_of(route: str) -> str:
    """The schema's name for an address: ``api/v1/teams/<int:pk>/`` is ``/api/v1/teams/{id}/``."""
    return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.replace("<int:pk>", "{id}"))


def documented(path: str, method: str) -> dict[str, Any]:
    """The schema's operation for an address."""
    route = str(resolve(path.partition("?")[0]).route)
    operation: dict[str, Any] = schema()["paths"][template_of(route)][method.lower()]
    return operation


class Api:
    """Asks as a coach, or as nobody. Paths begin below ``/api/v1/``."""

    def __init__(self, coach: Coach | None = None) -> None:
        self.client = APIClient()
        if coach is not None:
            self.client.force_login(coach)

    def get(self, path: str = "", **query: Any) -> Any:
        return self._checked("get", ROOT + path, self.client.get(ROOT + path, query))

    def post(self, path: str, body: Any = None, *, key: str = "") -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        data = {} if body is None else {"data": body, "format": "json"}
        return self._checked("post", ROOT + path, self.client.post(ROOT + path, headers=headers, **data))

    def send(self, path: str, text: str | bytes, content_type: str = "application/json") -> Any:
        """A body exactly as it stands, broken or not."""
        return self._checked("post", ROOT + path, self.client.post(ROOT + path, text, content_type=content_type))

    def _checked(self, method: str, path: str, response: Any) -> Any:
        refused = response.status_code >= HTTPStatus.BAD_REQUEST
        kind = response["Content-Type"]
        assert kind == (CONTENT_TYPE if refused else "application/json"), (path, response.status_code, kind)
        responses = documented(path, method)["responses"]
        assert str(response.status_code) in responses, f"{method} {path} answers {response.status_code}, undocumented"
        promised = responses[str(response.status_code)]["content"][kind]["schema"]
        Draft202012Validator({**promised, "components": schema()["components"]}).validate(response.json())
        return response


def problem_codes(response: Any) -> list[str]:
    return [problem["code"] for problem in response.json()["problems"]]


def mistakes(response: Any) -> list[str]:
    """The paths of a body of the wrong shape."""
    assert response.status_code == HTTPStatus.BAD_REQUEST, response.content
    assert response.json()["code"] == "shape"
    return [mistake["where"] for mistake in response.json()["fields"]]

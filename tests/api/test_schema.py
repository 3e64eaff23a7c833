"""The schema is valid, complete and says what it is."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from drf_spectacular.drainage import reset_generator_stats

from tests.api.client import documented, schema, template_of
from tests.routes import routes

BODIES = {"league_create", "league_join", "team_draft", "season_create", "report_submit", "step_choose", "rules_change"}
# They look and keep nothing: whoever asks twice is told twice.
LOOKS = {"draft_check", "rules_preview", "deal_preview", "entry_check", "ruling_preview"}


def operations() -> list[dict[str, Any]]:
    return [operation for methods in schema()["paths"].values() for operation in methods.values()]


def test_the_schema_generates_without_a_warning_and_is_valid() -> None:
    reset_generator_stats()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=io.StringIO())


def test_the_schema_is_openapi_3_1_and_a_preview() -> None:
    assert schema()["openapi"] == "3.1.0"
    assert "preview" in schema()["info"]["title"]
    assert "may change until it is declared stable" in schema()["info"]["description"]


def test_every_operation_has_a_tag_a_name_and_a_sentence() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert len(names) == len(set(names))
    tags = {tag["name"] for tag in schema()["tags"]}
    for operation in operations():
        assert operation["description"], operation["operationId"]
        assert set(operation["tags"]) <= tags


def test_every_write_documents_how_it_is_refused_and_takes_an_idempotency_key() -> None:
    writes = [methods["post"] for methods in schema()["paths"].values() if "post" in methods]
    assert writes
    for operation in writes:
        assert {"400", "401", "403", "422", "429"} <= set(operation["responses"])
        headers = [one["name"] for one in operation.get("parameters", []) if one["in"] == "header"]
        assert headers == ([] if operation["operationId"] in LOOKS else ["Idempotency-Key"])


def test_the_main_bodies_have_examples() -> None:
    with_examples = {
        operation["operationId"]
        for operation in operations()
        if operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
    }
    assert with_examples >= BODIES | LOOKS


def test_bodies_are_closed() -> None:
    bodies = [component for name, component in schema()["components"]["schemas"].items() if name.endswith("Body")]
    assert bodies
    assert all(body["additionalProperties"] is False for body in bodies)


def test_every_address_of_the_api_is_in_the_schema() -> None:
    for route in routes():
        if route.name.startswith("api:") and route.name != "api:nowhere":
            assert template_of(route.pattern) in schema()["paths"], route.name


@pytest.mark.parametrize("kind", ["application/vnd.oai.openapi", "application/vnd.oai.openapi+json"])
def test_the_schema_is_served(client: Any, kind: str) -> None:
    response = client.get("/api/v1/schema/", headers={"Accept": kind})
    assert response.status_code == 200
    assert response["Content-Type"].startswith(kind)


def test_the_documentation_has_neither_inline_script_nor_inline_style(client: Any) -> None:
    response = client.get("/api/v1/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    assert "<style" not in page
    assert 'style="' not in page
    assert "<script>" not in page
    assert "unsafe" not in response["Content-Security-Policy"]


def test_an_undocumented_operation_would_be_noticed() -> None:
    with pytest.raises(KeyError):
        documented("/api/v1/leagues/", "delete")

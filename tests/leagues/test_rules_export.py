"""`manage.py rules_export` prints what the API serves."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from engine import rulesets


@pytest.mark.django_db
@pytest.mark.parametrize("key", rulesets.available())
def test_the_command_prints_the_document_of_the_api(key: str) -> None:
    out = StringIO()
    call_command("rules_export", key, stdout=out)
    assert json.loads(out.getvalue()) == Client().get(f"/api/v1/rulesets/{key}/").json()


def test_a_ruleset_that_is_not_there_is_said_with_those_that_are() -> None:
    with pytest.raises(CommandError, match=r"There are: basic, bb2016, bb2020, lrb6\."):
        call_command("rules_export", "bb1066", stdout=StringIO())

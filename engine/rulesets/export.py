"""A ruleset as one document, for people and programs outside: what `rules_export` prints and the API serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.rulesets.loading import from_data
from engine.rulesets.model import Ruleset
from engine.rulesets.options import options_of
from engine.typed import plain

# What stands at the top of the document; everything else is below `tables`.
TOP = ("key", "name", "version", "rules", "teams", "stars", "skills", "inducements")


def exported(ruleset: Ruleset) -> dict[str, Any]:
    data = plain(ruleset)
    stars = {roster.key: [star.key for star in ruleset.stars_of(roster.key)] for roster in ruleset.teams}
    return {
        **{name: data[name] for name in TOP[:4]},
        "content_hash": ruleset.content_hash,
        "teams": [{**roster, "stars": stars[roster["key"]]} for roster in data["teams"]],
        **{name: data[name] for name in TOP[5:]},
        "options": [{**plain(line.option), "default": line.value} for line in options_of(ruleset)],
        "tables": {name: value for name, value in data.items() if name not in TOP},
    }


def imported(document: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a document was made from."""
    known = {field.name for field in fields(Ruleset)}
    data = {**document["tables"], **{name: document[name] for name in TOP if name in known}}
    data["teams"] = [{name: value for name, value in team.items() if name != "stars"} for team in document["teams"]]
    return from_data(data)

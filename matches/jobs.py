"""Long work about matches: registered when the app is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from engine.errors import Problem
from leagues.jobs import JobKind, ResultLine, register
from leagues.models import League
from matches.selectors.verification import league_verified, matches_of

# What belongs to no match: drafts, deals, what happens between two matches.
BESIDES = 0
# The history is read anew for each batch: a few seconds' work in a large league.
BATCH = 50


def verify_units(league: League) -> list[Any]:
    return [*(match.pk for match in matches_of(league)), BESIDES]


def verify_work(league: League, units: Sequence[Any]) -> list[Any]:
    """Differences, each with its match."""
    chosen = [match for match in matches_of(league) if match.pk in units]
    return [
        {
            "match": one.match.pk if one.match else BESIDES,
            "teams": str(one.match) if one.match else "",
            "code": problem.code,
            "message": problem.message,
            "params": dict(problem.params),
        }
        for one in league_verified(league, chosen, besides=BESIDES in units)
        for problem in one.problems
    ]


def verify_line(entry: Any) -> ResultLine:
    said = title_of(Problem(entry["code"], entry["message"], params=entry["params"]))
    if entry["match"] == BESIDES:
        return ResultLine(gettext("Besides matches: {what}").format(what=said))
    text = gettext("{match}: {what}").format(match=entry["teams"], what=said)
    return ResultLine(text, reverse("matches:verify", args=[entry["match"]]))


VERIFY = JobKind(
    key="verify-league",
    name=_("Verify every match"),
    units=verify_units,
    work=verify_work,
    line=verify_line,
    nothing=_("Everything fits: every seal, every die of the server, and all that followed from them."),
    writes=False,
    batch=BATCH,
)


def register_all() -> None:
    register(VERIFY)

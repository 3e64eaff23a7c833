"""A roster PDF: the first of a process, and those after it. Run as a program, so that the first is a first."""

from __future__ import annotations

import json

import django

django.setup()

from engine import rulesets  # noqa: E402
from leagues.models import Coach, League  # noqa: E402
from teams.models import Team  # noqa: E402
from teams.printing import roster_pdf  # noqa: E402
from teams.selectors.teams import TeamPage, page_of_sheet  # noqa: E402
from tests.bench.matches import drafted  # noqa: E402
from tests.bench.measuring import milliseconds  # noqa: E402


def a_page() -> TeamPage:
    ruleset = rulesets.get("bb2016")
    sheet = drafted(ruleset)["t6"]
    team = Team(league=League(name="Bench"), coach=Coach(name="Ann"), name=sheet.name, roster=sheet.roster)
    return page_of_sheet(team, sheet, ruleset)


def measure(*, times: int) -> dict[str, float]:
    page = a_page()
    return {
        "cold": milliseconds(lambda: roster_pdf(page), times=1),
        "warm": milliseconds(lambda: roster_pdf(page), times=times),
        "bytes": len(roster_pdf(page)),
    }


if __name__ == "__main__":
    print(json.dumps(measure(times=15)))

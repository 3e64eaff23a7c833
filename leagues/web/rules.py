"""Pages of the rules: every number on them comes from the ruleset's data."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.rulesets import Ruleset, Skill
from engine.rulesets.coherence import die_tables
from engine.rulesets.model import ExpensiveMistakes, Mistake
from engine.rulesets.options import compare, options_of
from leagues.mapping import ruleset_of
from leagues.models import League
from leagues.rules_search import MOST, anchor, search
from leagues.selectors.leagues import league_get
from leagues.selectors.rules import house_rules_of, roster_get, ruleset_get, ruleset_list
from leagues.web.crumbs import to_rules

# The rules that have a section of their own on a ruleset's page.
SECTIONS = (
    "draft",
    "value",
    "spp",
    "match-report.casualties",
    "fans",
    "winnings",
    "fan-factor",
    "expensive-mistakes",
    "league-points",
)
# The pages that a ruleset has besides its own, where it has anything to show on them.
PARTS = {
    "stars": _("Star players"),
    "skills": _("Skills"),
    "inducements": _("Inducements"),
    "cards": _("Special play cards"),
    "tables": _("Tables"),
    "events": _("Match events, balls and legends"),
    "options": _("House rules"),
}
DIFFERENCES_SHOWN = 400
STEPS_WITH_SECTIONS = ("winnings", "fan-factor", "expensive-mistakes")
# Which section of a ruleset's page a house rule belongs to, by the first part of its address.
SECTION_OF = {
    "draft": "draft",
    "goods": "draft",
    "value": "value",
    "spp": "spp",
    "levels": "spp",
    "mvp": "spp",
    "casualty_earns_spp": "spp",
    "casualty": "match-report.casualties",
    "fans": "fans",
    "winnings": "winnings",
    "fan_factor": "fan-factor",
    "expensive_mistakes": "expensive-mistakes",
    "post_match": "expensive-mistakes",
    "league": "league-points",
}


@require_safe
def ruleset_index(request: HttpRequest) -> HttpResponse:
    return render(request, "leagues/rules/list.html", {"rulesets": ruleset_list()})


@dataclass(frozen=True, slots=True)
class Read:
    """What is read: an edition as it is published, or a league's rules, with what is bent about them."""

    ruleset: Ruleset
    league: League | None = None
    bent: tuple[str, ...] = ()  # addresses

    @property
    def query(self) -> str:
        """What hands the league on from page to page."""
        return f"?league={self.league.slug}" if self.league else ""

    @property
    def sections(self) -> set[str]:
        return {SECTION_OF.get(path.partition(".")[0], "") for path in self.bent}

    def below(self, prefix: str) -> set[str]:
        """The names of the entries below this address in which something is bent."""
        return {path.removeprefix(prefix).partition(".")[0] for path in self.bent if path.startswith(prefix)}


def _read(request: HttpRequest, key: str) -> Read:
    """``?league=`` shows a league's rules instead of the book's; who may not see the league finds nothing."""
    published, slug = ruleset_get(key), request.GET.get("league", "")
    if not slug:
        return Read(published)
    league = league_get(request.user, slug)
    if league.edition.key != key:
        raise Http404
    return Read(ruleset_of(league.ruleset_id), league, tuple(rule.path for rule in house_rules_of(league)))


@require_safe
def ruleset_page(request: HttpRequest, key: str) -> HttpResponse:
    read = _read(request, key)
    ruleset = read.ruleset
    context = {
        **_frame(read),
        "crumbs": to_rules(),
        "deeds": list(ruleset.spp.items()),
        "sections": [section for section in SECTIONS if section in ruleset.rules and _is_played(ruleset, section)],
        "mistakes": _mistakes_by_face(ruleset.expensive_mistakes) if ruleset.expensive_mistakes else [],
    }
    return render(request, "leagues/rules/ruleset.html", context)


@require_safe
def rules_part(request: HttpRequest, key: str, part: str) -> HttpResponse:
    read = _read(request, key)
    ruleset = read.ruleset
    if part not in _parts(ruleset):
        raise Http404
    context = {
        **_frame(read),
        "crumbs": _below(read),
        "part": part,
        "title": PARTS[part],
        **_content(ruleset, part),
    }
    return render(request, f"leagues/rules/{part}.html", context)


@require_safe
def rules_search(request: HttpRequest, key: str) -> HttpResponse:
    read, query = _read(request, key), request.GET.get("q", "")[:80]
    ruleset = read.ruleset
    found = search(ruleset, query)
    context = {**_frame(read), "crumbs": _below(read), "query": query, "found": found[:MOST], "total": len(found)}
    return render(request, "leagues/rules/search.html", context)


@require_safe
def rules_compare(request: HttpRequest) -> HttpResponse:
    """Two editions side by side: every place in which they differ."""
    one, other = (
        ruleset_get(request.GET.get(side, default)) for side, default in (("one", "lrb6"), ("other", "bb2016"))
    )
    team = request.GET.get("team", "")
    found = [line for line in compare(one, other) if not line.path.startswith(("rules.", "options."))]
    part = request.GET.get("part", "")
    wanted = f"teams.{team}." if team else part
    shown = [line for line in found if line.path.startswith(wanted)]
    both = [roster for roster in one.teams if any(roster.key == twin.key for twin in other.teams)]
    context = {
        "crumbs": to_rules(),
        "rulesets": ruleset_list(),
        "one": one,
        "other": other,
        "sides": [("one", one.key), ("other", other.key)],
        "team": team,
        "teams": both,
        "part": part,
        "all_parts": sorted({line.path.partition(".")[0] for line in found}),
        "groups": [(name, list(lines)) for name, lines in groupby(shown[:DIFFERENCES_SHOWN], key=_group_of)],
        "left_out": max(0, len(shown) - DIFFERENCES_SHOWN),
        "total": len(shown),
    }
    return render(request, "leagues/rules/compare.html", context)


@require_safe
def roster_page(request: HttpRequest, key: str, roster: str) -> HttpResponse:
    read = _read(request, key)
    ruleset = read.ruleset
    chosen = roster_get(ruleset, roster)
    goods = [(good, ruleset.good_cost(chosen, good.key)) for good in ruleset.goods_of(chosen)]
    inducements = [(one, one.cost_for(chosen.key), one.max_for(chosen.key)) for one in ruleset.inducements_of(chosen)]
    context = {
        **_frame(read),
        "crumbs": _below(read),
        "roster": chosen,
        "bent_positions": read.below(f"teams.{chosen.key}.positions."),
        "characteristics": ruleset.characteristics,
        "goods": goods,
        "stars": sorted(ruleset.stars_of(chosen.key), key=lambda star: star.cost or 0),
        "inducements": inducements,
    }
    return render(request, "leagues/rules/roster.html", context)


def _frame(read: Read) -> dict[str, Any]:
    """What every page of a ruleset has: itself, what is bent about it, and the way to its other pages."""
    parts = [(part, PARTS[part]) for part in _parts(read.ruleset)]
    bent_teams = read.below("teams.")
    return {"ruleset": read.ruleset, "read": read, "parts": parts, "bent_teams": bent_teams}


def _parts(ruleset: Ruleset) -> list[str]:
    there = {
        "stars": ruleset.stars,
        "skills": ruleset.skills,
        "inducements": ruleset.inducements,
        "cards": ruleset.decks,
        "tables": True,
        "events": ruleset.events or ruleset.balls or ruleset.hall_of_fame,
        "options": True,
    }
    return [part for part in PARTS if there[part]]


def _content(ruleset: Ruleset, part: str) -> dict[str, Any]:
    if part == "skills":
        return {"groups": _by_category(ruleset.skills)}
    if part == "stars":
        names = {roster.key: roster.name for roster in ruleset.teams}
        everybody = len(ruleset.teams)
        stars = [
            (star, [names[team] for team in star.teams] if len(star.teams) < everybody else [])
            for star in ruleset.stars
        ]
        return {"stars": stars, "characteristics": ruleset.characteristics}
    if part == "tables":
        return {"tables": list(die_tables(ruleset))}
    if part == "options":
        lines = options_of(ruleset)
        return {"groups": [(name, list(group)) for name, group in groupby(lines, key=lambda line: line.option.group)]}
    return {}


def _is_played(ruleset: Ruleset, section: str) -> bool:
    return section not in STEPS_WITH_SECTIONS or section in ruleset.post_match


def _below(read: Read) -> list[tuple[str, str]]:
    return [*to_rules(), (read.ruleset.name, reverse("leagues:ruleset", args=[read.ruleset.key]) + read.query)]


def _group_of(difference: Any) -> str:
    """Differences of one team stand together, and those of one table."""
    first, _, rest = difference.path.partition(".")
    return f"{first} {rest.partition('.')[0]}" if first == "teams" else first


def _mistakes_by_face(table: ExpensiveMistakes) -> list[tuple[int, list[Mistake]]]:
    faces = range(1, sum(table.dice) + 1)
    return [(face, [band.results[face - 1] for band in table.bands]) for face in faces]


def _by_category(skills: tuple[Skill, ...]) -> list[tuple[str, list[tuple[str, Skill]]]]:
    ordered = sorted(skills, key=lambda skill: (skill.category, skill.name))
    grouped = groupby(ordered, key=lambda skill: skill.category)
    return [(category, [(anchor(skill.name), skill) for skill in group]) for category, group in grouped]

"""Pages of the rules: every number on them comes from the ruleset's data."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine.rulesets import Skill
from engine.rulesets.model import ExpensiveMistakes, Mistake
from leagues.selectors.rules import roster_get, ruleset_get, ruleset_list
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


@require_safe
def ruleset_index(request: HttpRequest) -> HttpResponse:
    return render(request, "leagues/rules/list.html", {"rulesets": ruleset_list()})


@require_safe
def ruleset_page(request: HttpRequest, key: str) -> HttpResponse:
    ruleset = ruleset_get(key)
    context = {
        "crumbs": to_rules(),
        "ruleset": ruleset,
        "deeds": list(ruleset.spp.items()),
        "sections": [section for section in SECTIONS if section in ruleset.rules],
        "skills": _by_category(ruleset.skills),
        "mistakes": _mistakes_by_face(ruleset.expensive_mistakes) if ruleset.expensive_mistakes else [],
    }
    return render(request, "leagues/rules/ruleset.html", context)


@require_safe
def roster_page(request: HttpRequest, key: str, roster: str) -> HttpResponse:
    ruleset = ruleset_get(key)
    chosen = roster_get(ruleset, roster)
    goods = [(good, ruleset.good_cost(chosen, good.key)) for good in ruleset.goods_of(chosen)]
    context = {
        "crumbs": [*to_rules(), (ruleset.name, reverse("leagues:ruleset", args=[key]))],
        "ruleset": ruleset,
        "roster": chosen,
        "characteristics": ruleset.characteristics,
        "goods": goods,
    }
    return render(request, "leagues/rules/roster.html", context)


def _mistakes_by_face(table: ExpensiveMistakes) -> list[tuple[int, list[Mistake]]]:
    faces = range(1, sum(table.dice) + 1)
    return [(face, [band.results[face - 1] for band in table.bands]) for face in faces]


def _by_category(skills: tuple[Skill, ...]) -> list[tuple[str, list[Skill]]]:
    ordered = sorted(skills, key=lambda skill: (skill.category, skill.name))
    return [(category, list(group)) for category, group in groupby(ordered, key=lambda skill: skill.category)]

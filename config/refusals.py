"""Refusals beside the fields they are about: what a page shows when a form is sent back with what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

from config.problems import title_of
from engine.errors import EngineError, Problem, Refused
from engine.rulesets.model import Rule

Rules = Mapping[str, Rule]


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem in the reader's words, with the name of its rule; ``components/problems.html`` lists them."""

    text: str
    rule: str = ""  # its name, as a reader looks it up
    where: str = ""
    field: str = ""  # the id of the field it is about, on the page that shows it
    page: str = ""  # the address of the page where it can be put right, if that is another one

    def __str__(self) -> str:
        return self.text


def shown(problem: EngineError | Problem, rules: Rules | None = None) -> ShownProblem:
    where = problem.where if isinstance(problem, Problem) else ""
    return ShownProblem(title_of(problem), rule_name(problem.rule, rules or {}), where)


def shown_problems(error: EngineError, rules: Rules | None = None) -> tuple[ShownProblem, ...]:
    """Everything that a refusal complains about, all at once."""
    problems: Iterable[EngineError | Problem] = error.problems if isinstance(error, Refused) else (error,)
    return tuple(shown(problem, rules) for problem in problems)


def rule_name(key: str, rules: Rules) -> str:
    """A rule's name; ``draft.apothecary`` without a name of its own goes by the name of ``draft``."""
    while key and key not in rules:
        key = key.rpartition(".")[0]
    return rules[key].name if key else ""


def beside(
    form: forms.BaseForm,
    problems: Iterable[ShownProblem],
    fields: Mapping[str, str] | None = None,
    otherwise: str = NON_FIELD_ERRORS,
) -> None:
    """Say each problem at its field, or at ``otherwise``.

    ``fields`` translates a problem's place into a field's name where they differ.
    """
    for problem in problems:
        field = (fields or {}).get(problem.where, problem.where)
        form.add_error(field if field in form.fields else otherwise, str(problem))

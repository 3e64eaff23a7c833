"""Template tags of the whole site."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from config import words
from config.answering import FORM_FIELD
from config.problems import title_of
from engine.dice import notation
from engine.errors import Problem
from engine.rulesets.model import Rule, Ruleset
from engine.tally import Tally

register = template.Library()


@register.simple_tag(takes_context=True)
def idempotency(context: dict[str, Any]) -> SafeString:
    """A key of its own for each form that is shown; one that was refused keeps its key free for the next try."""
    return format_html('<input type="hidden" name="{}" value="{}">', FORM_FIELD, uuid.uuid4())


@register.filter
def gold(amount: int | None) -> str:
    """1145000 as people say it: 1,145k."""
    if not amount:
        return "" if amount is None else "0"
    thousands, rest = divmod(abs(amount), 1000)
    sign = "-" if amount < 0 else ""
    return f"{sign}{thousands:,}k" if not rest else f"{sign}{abs(amount):,}"


@register.filter
def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


@register.filter
def word(key: str, kind: str) -> str:
    """``{{ line.reason|word:"reason" }}``: the word for a key, from ``config.words``."""
    return words.word(kind, key)


@register.filter
def chosen_word(key: str) -> str:
    """Something that could be chosen: a way of doing it, a position, or a skill by its name."""
    return words.word("choice", key.removeprefix("skill/"))


@register.filter
def roll_word(key: str) -> str:
    """What a roll was thrown for, from its key."""
    return words.roll_word(key)


@register.filter
def said(problem: Problem) -> str:
    """A problem of the engine in the reader's words."""
    return title_of(problem)


@register.filter
def count(tally: Tally, name: str) -> int:
    """``{{ player.deeds|count:"touchdown" }}``: what nobody counted is 0."""
    return tally[name]


@register.filter
def get(found: Mapping[str, Any] | None, key: str) -> Any:
    """``{{ buyers|get:player.key }}``: a key that stands in a variable; nothing where it is not there."""
    return found.get(key) if found else None


@register.filter
def rule(ruleset: Ruleset, key: str) -> Rule | None:
    """``{{ ruleset|rule:"draft.gold" }}``: keys of rules have dots, which templates read otherwise."""
    return ruleset.rules.get(key)


@register.filter
def dice(sides: Sequence[int]) -> str:
    """Dice as people write them: 2D6."""
    return notation(tuple(sides))


@register.filter
def fact(value: Any) -> str:
    """A value of a ruleset as a reader takes it in: gold and numbers as they are, entries by their names."""
    if value is None:
        return "–"  # noqa: RUF001
    if isinstance(value, bool):
        return gettext("on") if value else gettext("off")
    if isinstance(value, dict):
        return str(
            value.get("name") or value.get("key") or ", ".join(f"{key}: {fact(item)}" for key, item in value.items())
        )
    if isinstance(value, list | tuple):
        return ", ".join(fact(item) for item in value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)

"""Values of a ruleset on a page, marked where a league has changed them, with what its edition says beside them.

Every tag reads ``read`` from the page: whose rules they are. Where nobody's are read, nothing is marked. The last
arguments of a tag are the parts of an address: ``{% value star.cost "gold" "stars" star.key "cost" %}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from config import words
from config.templatetags.scrimmage import dice, fact, gold, signed
from engine.typed import plain
from leagues.selectors.rules import HouseRule
from leagues.web.marks import Marks

register = template.Library()

NOTHING = "–"  # noqa: RUF001
# Modifiers carry a throw beyond what the dice show: a table's first and last rows reach this far.
ENDLESS = 99
Names = Mapping[str, str]


@register.simple_tag
def at(*parts: Any) -> str:
    """``{% at "stars" star.key as place %}``: an address, for other tags to go on from."""
    return ".".join(map(str, parts))


@register.filter
def field(path: str) -> str:
    """What a field of a table is called, by its address: the number of a row says nothing about it."""
    *_above, table, name = ["", *(part for part in path.split(".") if not part.isdigit())]
    return words.word("field", f"{table}.{name}" if f"{table}.{name}" in words.FIELDS else name)


@register.simple_tag(takes_context=True)
def value(
    context: Mapping[str, Any],
    now: Any,
    form: str,
    *address: Any,
    none: str = NOTHING,
    names: Names | None = None,
    nth: int | None = None,
) -> str:
    """A value, and the edition's beside it if that is another.

    ``form`` says how both are read out, ``none`` what it means if there is none, ``names`` what keys are called, and
    ``nth`` which of a list is meant.
    """
    was = _marks(context).was(at(*address), now)
    if nth is not None and was is not now:
        was = was[nth - 1] if nth <= len(was) else None
    return marked(now, was, form, none, names or {})


@register.simple_tag(takes_context=True)
def span(context: Mapping[str, Any], row: Any, address: str, low: str = "first", high: str = "last") -> str:
    """From where to where a row of a table reaches, or how few and how many are allowed."""
    ends = (low, high)
    now = [getattr(row, end) for end in ends]
    was = [_marks(context).was(f"{address}.{end}", value) for end, value in zip(ends, now, strict=True)]
    return marked(now, was if was != now else now, "span")


@register.simple_tag(takes_context=True)
def characteristic(context: Mapping[str, Any], player: Any, name: str, address: str) -> str:
    """A characteristic of a position or a star: a number, or the throw that it takes."""
    return value(context, getattr(player, name), "target" if name in context["ruleset"].targets else "", address, name)


@register.simple_tag
def beside(now: Any, was: Any, form: str = "", none: str = NOTHING) -> str:
    """A value that follows from others, beside what follows in the edition."""
    return marked(now, now if plain(now) == plain(was) else was, form, none)


@register.simple_tag(takes_context=True)
def mark(context: Mapping[str, Any], *address: Any) -> str:
    """A word behind the name of an entry that the league has changed or added."""
    state = _marks(context).state(at(*address))
    return format_html(" {}", render_to_string("leagues/rules/mark.html", {"state": state})) if state else ""


@register.inclusion_tag("leagues/rules/gone.html", takes_context=True)
def gone(context: Mapping[str, Any], *address: Any) -> dict[str, Any]:
    """The entries of a list that the league has taken out."""
    return {"entries": [_named(line) for line in _marks(context).gone(at(*address))]}


@register.inclusion_tag("leagues/rules/also.html", takes_context=True)
def also(context: Mapping[str, Any], *addresses: str, heading: bool = False) -> dict[str, Any]:
    """What has changed at these addresses without being on the page so far."""
    return {"lines": _marks(context).unsaid(*addresses), "heading": heading}


@register.inclusion_tag("leagues/rules/also.html", takes_context=True)
def also_on(context: Mapping[str, Any], page: str) -> dict[str, Any]:
    """The same for a whole page, at its end."""
    return {"lines": _marks(context).unsaid_on(page), "heading": True}


def marked(now: Any, was: Any, form: str, none: str = NOTHING, names: Names | None = None) -> str:
    """``now``, and what ``was`` if that is another."""
    said = read_out(now, form, none, names or {})
    if was is now:
        return said
    if _have_other_words(now, was):
        return _word_by_word(now, was, form, names or {})
    before = read_out(was, form, none, names or {})
    return format_html(
        '<ins class="bent"><span class="visually-hidden">{} </span>{}</ins> <small class="bent-was">{} {}</small>',
        gettext("House rule:"),
        said,
        gettext("was"),
        before,
    )


def read_out(value: Any, form: str, none: str = NOTHING, names: Names | None = None) -> str:
    """A value as people say it."""
    if value is None or value == "" or (isinstance(value, Sequence) and not value):
        return none
    if form in _WHOLE:
        return _WHOLE[form](value)
    if isinstance(value, list | tuple):
        return format_html_join(", ", "{}", ((read_out(item, form, none, names),) for item in value))
    if form.startswith("word:"):
        return words.word(form.removeprefix("word:"), str(value))
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return (names or {}).get(value, fact(value)) if isinstance(value, str) else _NUMBERS.get(form, fact)(value)


def _span(ends: Sequence[int]) -> str:
    first, last = ends
    if first == -ENDLESS:
        return gettext("{last} or less").format(last=last)
    if last == ENDLESS:
        return gettext("{first} or more").format(first=first)
    return str(first) if first == last else f"{first}–{last}"  # noqa: RUF001


def _letters(letters: str) -> SafeString:
    return format_html_join(
        "", '<abbr title="{}">{}</abbr>', ((words.word("category", letter), letter) for letter in letters)
    )


def _payment(payment: Any) -> str:
    parts = plain(payment)
    thrown = f"{dice(parts['dice'])} × {gold(parts['unit'])}" if parts["dice"] else ""  # noqa: RUF001
    return " + ".join(part for part in (gold(parts["fixed"]) if parts["fixed"] else "", thrown) if part) or "0"


_WHOLE: Mapping[str, Callable[[Any], str]] = {"dice": dice, "span": _span, "letters": _letters, "payment": _payment}
_NUMBERS: Mapping[str, Callable[[int], str]] = {
    "gold": gold,
    "signed": signed,
    "target": "{}+".format,
    "upto": "0–{}".format,  # noqa: RUF001
}


def _have_other_words(now: Any, was: Any) -> bool:
    """Lists that have some words in common, each once: what came and what went says more than both of them."""
    if not isinstance(now, list | tuple) or not isinstance(was, list | tuple):
        return False
    once = all(isinstance(word, str) for word in (*now, *was)) and all(
        len({*words}) == len(words) for words in (now, was)
    )
    return once and bool({*now} & {*was}) and {*now} != {*was}


def _word_by_word(now: Sequence[str], was: Sequence[str], form: str, names: Names) -> SafeString:
    kept = [(word, "bent" if word not in was else "") for word in now]
    lost = [(word, "lost") for word in was if word not in now]
    return format_html_join(", ", "{}", ((_word(read_out(word, form, names=names), how),) for word, how in kept + lost))


def _word(word: str, how: str) -> str:
    if not how:
        return word
    if how == "lost":
        return format_html(
            '<del class="bent"><span class="visually-hidden">{} </span>{}</del>', gettext("taken out:"), word
        )
    said = gettext("House rule:")
    return format_html('<ins class="bent bent--new"><span class="visually-hidden">{} </span>{}</ins>', said, word)


def _named(line: HouseRule) -> str:
    """An entry that is gone by its name; a whole table by what its place is called."""
    named = line.was.get("title") or line.was.get("name")
    return str(named or (words.word("field", line.path) if line.path in words.FIELDS else fact(line.was)))


def _marks(context: Mapping[str, Any]) -> Marks:
    read = context.get("read")
    return read.marks if read else Marks()

"""All dice of the post-match sequence on one page: typed in by both coaches in any order, before anybody asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from config.answering import web_answer
from config.keeping import kept_typing, login_keeping
from config.problems import headers_of, status_of
from config.refusals import beside, shown_problems
from config.words import roll_word
from config.writing import Answer
from engine.dice import notation
from engine.errors import EngineError, NotAllowed
from engine.team.sheet import TeamSheet
from leagues.policies import allow
from leagues.web.accounts import coach_of
from matches.models import Match
from matches.policies import can_type_ahead
from matches.selectors.ahead import IMPROVEMENT
from matches.selectors.ahead_page import AheadLine, AheadPage, AheadSide, ahead_page
from matches.selectors.matches import match_get
from matches.services.ahead import dice_type_ahead
from matches.web.crumbs import to_match
from matches.web.report_forms.dice import key_of, name_of
from matches.web.report_forms.fields import FacesField, written

# What the page showed of a field: only what somebody has changed is sent on, whatever another phone typed since.
SHOWN = "shown-"


class AheadForm(forms.Form):
    """A field for each roll that this coach may type in."""

    def __init__(self, page: AheadPage, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for side in page.sides:
            for line in side.lines if side.may_type else ():
                if line.may_type:
                    self.fields[name_of(line.key)] = FacesField(
                        single=len(line.dice) == 1, label=label_of(line, side.sheet), initial=written(line.faces)
                    )

    def changed(self) -> dict[str, tuple[int, ...]]:
        """By key, what differs from what was shown; an empty field takes it back."""
        return {
            key_of(name): self.cleaned_data.get(name) or ()
            for name in self.fields
            if self.data.get(name, "").strip() != self.data.get(SHOWN + name, "").strip()
        }


@dataclass(frozen=True, slots=True)
class ShownLine:
    line: AheadLine
    label: str
    field: forms.BoundField | None
    was: str  # what stands there, whatever has been typed into the field since


@dataclass(frozen=True, slots=True)
class ShownStep:
    name: str
    lines: tuple[ShownLine, ...]
    folded: tuple[ShownLine, ...]  # one for each player who might improve: many, and most of them stay empty


@dataclass(frozen=True, slots=True)
class ShownSide:
    side: AheadSide
    steps: tuple[ShownStep, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def ahead(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody may look; a coach types for his team, a commissioner for both."""
    if request.method == "POST":
        return _sent(request, pk)
    found = match_get(request.user, pk)
    page = ahead_page(request.user, found)
    kept = kept_typing(request) if request.user.is_authenticated else None
    if kept is not None:
        messages.info(request, gettext("What you had typed is here again. It has not been kept yet."))
    initial = {name: kept[name] for name in kept} if kept is not None else None
    return _page(request, found, page, AheadForm(page, initial=initial))


@login_keeping
def _sent(request: HttpRequest, pk: int) -> HttpResponse:
    found, coach = match_get(request.user, pk), coach_of(request)
    page = ahead_page(coach, found)
    allow(any(can_type_ahead(coach, found, side.team) for side in page.sides))
    form = AheadForm(page, request.POST)
    if not form.is_valid():
        return _page(request, found, page, form, status=422)
    typed = {**form.changed(), **_gone(request.POST, form)}
    try:
        return web_answer(
            request,
            lambda: dice_type_ahead(match=found, typed=typed, actor=coach),
            lambda _: Answer(location=reverse("matches:ahead", args=[pk]), message=gettext("Your dice are kept.")),
        )
    except NotAllowed:
        raise
    except EngineError as refusal:
        beside(
            form, shown_problems(refusal, page.ruleset.rules), {f"dice.{key_of(name)}": name for name in form.fields}
        )
        answer = _page(request, found, page, form, status=status_of(refusal))
        for name, content in headers_of(refusal).items():
            answer[name] = content
        return answer


def _gone(posted: Mapping[str, str], form: AheadForm) -> dict[str, tuple[int, ...]]:
    """Rolls that were on the page when it was opened and are not any more: the service says what became of them."""
    gone = (name for name in posted if name.startswith(SHOWN) and name.removeprefix(SHOWN) not in form.fields)
    return {
        key_of(name.removeprefix(SHOWN)): _faces(posted.get(name.removeprefix(SHOWN), ""))
        for name in gone
        if posted.get(name.removeprefix(SHOWN), "").strip() != posted[name].strip()
    }


def _faces(text: str) -> tuple[int, ...]:
    try:
        return FacesField(single=False).clean(text) or ()
    except forms.ValidationError:
        return ()


def _page(request: HttpRequest, found: Match, page: AheadPage, form: AheadForm, status: int = 200) -> HttpResponse:
    context = {
        "crumbs": to_match(found),
        "match": found,
        "page": page,
        "form": form,
        "sides": [ShownSide(side, tuple(_steps(side, form))) for side in page.sides],
    }
    return render(request, "matches/ahead.html", context, status=status)


def _steps(side: AheadSide, form: AheadForm) -> Iterator[ShownStep]:
    for step in side.steps:
        lines = tuple(_shown(line, side, form) for line in step.lines)
        yield ShownStep(
            step.name,
            tuple(one for one in lines if not _folds(one.line)),
            tuple(one for one in lines if _folds(one.line)),
        )


def _folds(line: AheadLine) -> bool:
    return line.key.startswith(IMPROVEMENT) and line.state == "open"


def _shown(line: AheadLine, side: AheadSide, form: AheadForm) -> ShownLine:
    name = name_of(line.key)
    field = form[name] if name in form.fields else None
    return ShownLine(line, label_of(line, side.sheet), field, written(line.faces))


def label_of(line: AheadLine, sheet: TeamSheet) -> str:
    """What a roll is for and with which dice; of a roll about a player, about whom."""
    said = gettext("{roll}, {dice}").format(roll=roll_word(line.key), dice=notation(line.dice)) if line.dice else ""
    said = said or roll_word(line.key)
    parts = line.key.split("/")
    player = sheet.player(parts[2]) if len(parts) > 2 else None
    if player is None:
        return said
    return gettext("{roll}: {player}").format(roll=said, player=f"#{player.number} {player.name}")

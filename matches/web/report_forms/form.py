"""The form as a whole: its parts put together, read into one report, and told what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.urls import reverse
from django.utils.translation import gettext

from config.problems import title_of
from config.refusals import ShownProblem, shown_problems
from engine.errors import EngineError, Problem, Refused
from engine.match import endings
from engine.match.earning import deeds_of
from engine.match.events import Event
from engine.match.matchday import day_sheets
from engine.match.report import Kind, MatchReport, SideReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.rulesets.choices import MaybeDraws
from engine.team.sheet import TeamSheet
from matches.models import Match
from matches.web.report_forms import answered, before, casualties, dice, ending, players, whom
from matches.web.report_forms.desk import Desk, Reading
from matches.web.report_forms.showing import Shown, shown
from teams.models import Team

# Where a problem of a whole list is said: at the first field of it.
_FIRST_OF = {"nominees": "nominees-0", "casualties": "casualties-0-victim", "used": "used"}


def typed_of(report: MatchReport, ruleset: Ruleset) -> dict[str, Any]:
    """What somebody would type to file this report: the way back, for one that was returned or has been prepared."""
    said = {**ending.typed(report), **before.typed(report.prematch, ruleset)}
    told: set[str] = set()
    for side, mine, _other in report.sides():
        said |= players.typed(side, mine) | casualties.typed(side, mine, report)
        said |= answered.typed(side, mine, ruleset)
        told |= set(casualties.dice_keys(mine))
    said |= dice.typed(report, ruleset, told)
    return said | {"accepted": " ".join(report.accepted)}


class ReportForm(forms.Form):
    """``data`` binds it; ``initial`` shows what was typed so far without judging it; ``add`` gives that list a row.

    ``sheets`` are both teams by key, as they come to the match: whoever is here for the day follows from what is typed.
    ``events`` were tapped in during the match; they go along as they are. ``lying`` are dice that fell with them.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: Match,
        sheets: Mapping[str, TeamSheet],
        ruleset: Ruleset,
        initial: Mapping[str, Any] | None = None,
        add: str = "",
        events: tuple[Event, ...] = (),
        lying: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.events, self.match, self.lying = events, match, lying or {}
        self.kind = cast(Kind, match.kind)  # as the fixture has it
        self.problems: list[ShownProblem] = []
        self.refusal = ""
        self.warned: tuple[str, ...] = ()  # codes of what is unlikely: when nothing else is left, one button accepts it
        self._places: dict[str, str] = {}  # where the engine sees a problem, and the field it was typed into
        self._group_problems: dict[str, list[str]] = {}
        typed: Mapping[str, Any] = self.data if self.is_bound else self.initial
        self.prematch = before.read(Reading(typed))
        teams: dict[Side, Team] = {"home": match.home, "away": match.away}
        bases = {side: sheets[team.key] for side, team in teams.items()}
        day = day_sheets(self.prematch, bases, ruleset, match.key)
        self.desk = Desk(ruleset, teams, self.kind, bases, day, self.prematch, typed, match.draws, grow=add)
        self.fields |= dict(self._fields())

    def _fields(self) -> Iterator[tuple[str, forms.Field]]:
        yield from ending.add(self.desk)
        yield from before.add(self.desk)
        for side in SIDES:
            yield from players.add_deeds(self.desk, side)
            yield from casualties.add(self.desk, side)
            yield from players.add_lists(self.desk, side)
            yield from players.add_used(self.desk, side)
            yield from players.add_fame_lost(self.desk, side)
            yield from answered.add(self.desk, side)
            yield from players.add_nominees(self.desk, side)
            yield from dice.add(self.desk, side)
        yield from dice.add_others(self.desk)
        hidden = forms.HiddenInput(attrs={"id": False})
        yield "accepted", forms.CharField(required=False, widget=hidden, max_length=2000)

    @property
    def shown(self) -> Shown:
        """Its fields as the page puts them together."""
        return shown(self)

    # What was typed, as the engine reads it. Only after ``is_valid``.

    def report(self) -> MatchReport:
        said = Reading(self.cleaned_data)
        bare = MatchReport(
            home=self._side_report("home", said),
            away=self._side_report("away", said),
            prematch=before.read(said),
            events=self.events,
            accepted=self._accepted(said),
            kind=self.kind,
            draws=cast(MaybeDraws, self.match.draws),
            **ending.read(said),
        )
        thrown = list(self._dice(bare, said))
        said.places |= {f"dice.{key}": field for key, _, field in thrown}
        self._places = said.places
        # What the end of the match awards is added by the rules, not by who types.
        return endings.with_awarded(replace(bare, dice={key: faces for key, faces, _ in thrown}), self.desk.ruleset)

    def _side_report(self, side: Side, said: Reading) -> SideReport:
        deeds = tuple(players.read_deeds(self.desk, side, said))
        score = said.number(f"{side}-score")
        return SideReport(
            team=self.desk.sheet(side).key,
            # A blank score is what its players have scored.
            score=sum(one.counts["touchdown"] for one in deeds) if score is None else score,
            deeds=deeds,
            casualties=tuple(casualties.read(self.desk, side, said)),
            nominees=players.read_nominees(self.desk, side, said),
            healed_kos=players.read_list(self.desk, side, "kos", "healed_kos", said),
            sent_off=players.read_list(self.desk, side, "sentoff", "sent_off", said),
            used=players.read_used(side, said),
            fame_lost=said.number(f"{side}-fame_lost") or 0,
            answered=tuple(answered.read(self.desk, side, said)),
        )

    def _dice(self, report: MatchReport, said: Reading) -> Iterator[tuple[str, tuple[int, ...], str]]:
        for side in SIDES:
            yield from casualties.read_dice(self.desk, side, report.side(side), said)
        yield from dice.read(report, self.desk.ruleset, said)

    def _accepted(self, said: Reading) -> tuple[str, ...]:
        """What was accepted before, and by the button that was pressed now."""
        return tuple(sorted({*said.text("accepted").split(), *str(self.data.get("accept", "")).split()}))

    def clean(self) -> dict[str, Any]:
        said = Reading(self.cleaned_data)
        for side in SIDES:
            for field in casualties.without_victim(self.desk, side, said):
                self.add_error(field, gettext("Say who was hurt, or empty this row."))
            for stem in (answered.stem(side), f"{before.STEM}-{side}-prayers"):
                for field, why in whom.misplaced(self.desk, side, stem, said):
                    self.add_error(field, why)
        return self.cleaned_data

    # What is wrong with it.

    def problems_at(self, *places: str) -> tuple[str, ...]:
        """Problems of a whole list, which no field of it is alone to blame for."""
        return tuple(text for place in places for text in self._group_problems.get(place, ()))

    def show_shape(self) -> None:
        """List what could not even be read, as the rules' problems are listed."""
        for name, errors in self.errors.items():
            text = f"{self._place(name)}: {{}}" if name in self.fields else "{}"
            anchor = self[name].id_for_label if name in self.fields else ""
            self.problems += [ShownProblem(text.format(error), field=anchor) for error in errors]

    def show_problems(self, refusal: Refused) -> None:
        """Every problem in the list, with its rule, and beside its field where there is one."""
        self.warned = _only_warnings(refusal.problems)
        for problem in dict.fromkeys(shown_problems(refusal, self.desk.ruleset.rules)):
            field = self._field_at(problem.where) or self._die_asked(problem.where)
            self.problems.append(self._led_to(problem, field))
            if field:
                self.add_error(field, problem.text)
            else:
                self._group_problems.setdefault(problem.where, []).append(problem.text)

    def _led_to(self, problem: ShownProblem, field: str | None) -> ShownProblem:
        """The problem with the way to its field, or to the part of the form it is about."""
        if problem.where.startswith("events."):
            # Of an event no field speaks: it is put right where it was tapped in.
            return replace(problem, page=self._live_page(problem.where))
        if field is None:
            first = self._first_at(problem.where)
            return replace(problem, field=self[first].id_for_label) if first else problem
        said = replace(problem, field=self[field].id_for_label)
        # A die says nothing of where it was thrown.
        return replace(said, text=f"{self._place(field)}: {said.text}") if problem.where.startswith("dice.") else said

    def _live_page(self, where: str) -> str:
        key = where.removeprefix("events.").partition(".")[0]
        return f"{reverse('matches:live', args=[self.match.pk])}#event-{key}"

    def _place(self, field: str) -> str:
        """Where a field stands, in words: the team, and what the field is called."""
        label = str(self.fields[field].label)
        stems = ((team.name, (f"{side}-", f"{before.STEM}-{side}-")) for side, team in self.desk.teams.items())
        return ", ".join([*(name for name, stem in stems if field.startswith(stem)), label])

    def show_refusal(self, refusal: EngineError) -> None:
        """A report that is refused as a whole, whatever it says."""
        self.refusal = title_of(refusal)

    def _field_at(self, where: str) -> str | None:
        for name in (self._places.get(where, ""), where.replace(".", "-"), where.replace("_", "-")):
            if name in self.fields:
                return name
        # A deed of a player, whatever it was: his first counter.
        side, _, rest = where.partition(".deeds.")
        name = f"{side}-deeds-{rest.split('.')[0]}-{deeds_of(self.desk.ruleset)[0]}"
        return name if rest and name in self.fields else None

    def _die_asked(self, where: str) -> str | None:
        """A die that the rules ask for, and that the page had no field for: from now on it has one."""
        purpose, _, key = where.partition(".")
        if purpose != "dice" or not key:
            return None
        name = dice.name_of(key)
        self.fields[name] = dice.field_of(key, (), dice.about(key, self.desk))
        return name

    def _first_at(self, where: str) -> str | None:
        """The first field of the list that a problem is about."""
        side, _, part = where.partition(".")
        stems = [f"{side}-{_FIRST_OF[part]}"] if part in _FIRST_OF else []
        stems.append(where.replace(".", "-"))
        return next((name for stem in stems for name in self.fields if name.startswith(stem)), None)


def _only_warnings(found: tuple[Problem, ...]) -> tuple[str, ...]:
    """The codes of what is only unlikely, if nothing that is impossible stands beside it."""
    if any(problem.severity == "error" for problem in found):
        return ()
    return tuple(dict.fromkeys(problem.code for problem in found))

"""The form for a running team: what was typed in, an engine's ``Entry`` out. Whether it can be, the engine says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from config.refusals import ShownProblem, rule_name, shown
from engine.errors import EngineError, Problem, Refused
from engine.rulesets import Roster, Ruleset
from engine.rulesets.model import OUTCOMES
from engine.tally import Tally
from engine.team.draft import NAME_LONGEST
from engine.team.entry import EnteredPlayer, Entry
from engine.team.known import spends, stadium_keys
from engine.team.sheet import HomeStadium, Record
from leagues.models import Coach
from leagues.web.fields import LineField, NamesField
from teams.services.teams import COLOURS
from teams.web import entry_reading as reading

ROWS_FIRST = 11
ROWS_MORE = 5
ROWS_MOST = 60
TOTAL = "players-TOTAL_FORMS"
SKILLS_LIST, INJURIES_LIST = "known-skills", "known-injuries"
RECORD = ("touchdowns_for", "touchdowns_against", "casualties_for", "casualties_against")
_RECORD_LABELS = {
    "win": _("Won"),
    "draw": _("Drawn"),
    "loss": _("Lost"),
    "touchdowns_for": _("Touchdowns scored"),
    "touchdowns_against": _("Touchdowns conceded"),
    "casualties_for": _("Casualties caused"),
    "casualties_against": _("Casualties suffered"),
}
_CELLS = {
    "number": "cell-sixth",
    "position": "cell-most",
    "name": "",
    "spp": "cell-quarter",
    "games": "cell-quarter",
    "spent": "cell-quarter",
    "deeds": "cell-half",
    "skills": "",
    "injuries": "",
}


class CommasField(NamesField):
    """Words with commas that have to mean something: ``reader`` says what."""

    def __init__(self, known: str, reader: Any, **options: Any) -> None:
        super().__init__(known, **options)
        self.reader = reader

    def clean(self, value: Any) -> Any:
        names = super().clean(value)
        try:
            return self.reader(names)
        except reading.Unreadable as unreadable:
            raise ValidationError(str(unreadable), code="unreadable") from None


class DeedsField(forms.CharField):
    def clean(self, value: Any) -> Any:
        try:
            return reading.read_deeds(super().clean(value))
        except reading.Unreadable as unreadable:
            raise ValidationError(str(unreadable), code="unreadable") from None


@dataclass(frozen=True, slots=True)
class Cell:
    name: str
    field: BoundField
    width: str


def typed_of(entry: Entry) -> dict[str, Any]:
    """What somebody would type to enter this team: the way back, for one that was handed in."""
    record = entry.record
    typed: dict[str, Any] = {
        "name": entry.name,
        "treasury": entry.treasury,
        "star": entry.star,
        "sponsor": entry.sponsor,
        "sponsorships": entry.sponsorships,
        "sponsored": _number_of(entry),
        "blacklisted": list(entry.blacklisted),
        "fund": entry.fund,
        "trophies": ", ".join(entry.trophies),
        TOTAL: len(entry.players),
        **{f"good-{key}": count for key, count in entry.goods.items()},
        **{f"choice-{key}": said for key, said in entry.choices.items()},
        **{f"record-{name}": record.outcomes[name] for name in OUTCOMES},
        **{f"record-{name}": getattr(record, name) for name in RECORD},
    }
    if entry.stadium is not None:
        home = entry.stadium
        typed |= {"stadium": home.stadium, "stadium_name": home.name, "stadium_owned": home.owned}
    for nth, player in enumerate(entry.players):
        typed |= {f"players-{nth}-{name}": said for name, said in _typed_player(player).items()}
    return typed


def _number_of(entry: Entry) -> int | str:
    """Of the player whom the major sponsor equips; blank: nobody."""
    numbers = {f"p{nth}": player.number for nth, player in enumerate(entry.players, start=1)}
    return numbers.get(entry.sponsored, "")


def _typed_player(player: EnteredPlayer) -> dict[str, Any]:
    return {
        "number": player.number,
        "position": player.position,
        "name": player.name,
        "spp": player.spp,
        "games": player.games,
        "spent": "" if player.spent is None else player.spent,
        "deeds": reading.deed_words(player),
        "skills": reading.learned_words(player),
        "injuries": reading.injury_words(player),
    }


class EntryForm(forms.Form):
    """Only shape is checked here. ``data`` binds it; ``initial`` shows what was typed so far without judging it."""

    name = LineField(label=_("Team name"), required=False, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    colour = forms.TypedChoiceField(
        label=_("Colour"),
        coerce=int,
        choices=[(number, number) for number in range(1, COLOURS + 1)],
        widget=forms.RadioSelect,
    )
    treasury = forms.IntegerField(
        label=_("Treasury"),
        required=False,
        help_text=_("In gold pieces: 150000."),
        widget=forms.NumberInput(attrs={"step": 10_000, "inputmode": "numeric"}),
    )
    trophies = forms.CharField(label=_("Trophies"), required=False, help_text=_("With commas between them."))
    paste = forms.CharField(
        label=_("Paste a list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def __init__(
        self,
        ruleset: Ruleset,
        roster: Roster,
        data: Mapping[str, Any] | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
        members: Iterable[Coach] = (),
        more: bool = False,
    ) -> None:
        super().__init__(data, initial={"colour": 1, **(initial or {})})
        self.ruleset, self.roster = ruleset, roster
        self.said: Mapping[str, Any] = self.data if self.is_bound else self.initial
        self.rows = self._row_count() + (ROWS_MORE if more else 0)
        self._add_coach(list(members))
        self._add_goods_and_record()
        self._add_home()
        for nth in (*range(self.rows), "__prefix__"):
            self._add_row(nth)

    # What the page shows.

    def columns(self) -> list[tuple[str, Any]]:
        return [(name, self.fields[f"players-__prefix__-{name}"].label) for name in self._columns()]

    def player_rows(self) -> list[list[Cell]]:
        return [self._cells(nth) for nth in range(self.rows)]

    def spare_row(self) -> list[Cell]:
        return self._cells("__prefix__")

    def group(self, *stems: str) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith(stems)]

    @property
    def goods(self) -> list[BoundField]:
        return self.group("good-")

    @property
    def record(self) -> list[BoundField]:
        return self.group("record-")

    @property
    def choices(self) -> list[BoundField]:
        return self.group("choice-")

    @property
    def home(self) -> list[BoundField]:
        return self.group("star", "sponsor", "blacklisted", "stadium", "fund", "trophies")

    def skills_known(self) -> list[str]:
        return [*(skill.name for skill in self.ruleset.skills), *reading.suggested_gains(self.ruleset)]

    def injuries_known(self) -> list[str]:
        return reading.suggested_injuries(self.ruleset.characteristics)

    # What was typed.

    @cached_property
    def entry(self) -> Entry:
        """The team that was typed. Numbers that were left blank are filled in, and names after positions."""
        said = self.cleaned_data
        stadium = said.get("stadium") or ""
        return Entry(
            name=said.get("name", ""),
            roster=self.roster.key,
            players=tuple(self._players()),
            treasury=said.get("treasury") or 0,
            goods=Tally({key.removeprefix("good-"): said[key] or 0 for key in self._named("good-")}),
            choices={key.removeprefix("choice-"): said[key] for key in self._named("choice-")},
            record=Record(
                Tally({name: said.get(f"record-{name}") or 0 for name in OUTCOMES}),
                *(said.get(f"record-{name}") or 0 for name in RECORD),
            ),
            star=said.get("star") or "",
            sponsor=said.get("sponsor") or "",
            sponsorships=said.get("sponsorships") or 0,
            sponsored=self._equipped(),
            blacklisted=tuple(said.get("blacklisted") or ()),
            stadium=HomeStadium(stadium, said.get("stadium_name", ""), bool(said.get("stadium_owned")))
            if stadium
            else None,
            fund=said.get("fund") or 0,
            trophies=tuple(filter(None, (" ".join(one.split()) for one in said.get("trophies", "").split(",")))),
            accepted=tuple(filter(None, str(self.said.get("accept", "")).split(","))),
        )

    def _equipped(self) -> str:
        """The key of who wears the number that was typed; of a number that nobody wears, itself."""
        number = self.cleaned_data.get("sponsored")
        if not number:
            return ""
        keys = (f"p{nth}" for nth, player in enumerate(self._players(), start=1) if player.number == number)
        return next(keys, f"#{number}")

    def refuse(self, refusal: EngineError) -> tuple[ShownProblem, ...]:
        """Each problem beside its field, and all of them as a list that leads there."""
        problems = refusal.problems if isinstance(refusal, Refused) else ()
        found = [self._placed(problem) for problem in problems]
        return tuple(found) or (shown(refusal, self.ruleset.rules),)

    def placed(self, problems: Iterable[Problem]) -> tuple[ShownProblem, ...]:
        return tuple(self._placed(problem) for problem in problems)

    def mistakes(self) -> tuple[ShownProblem, ...]:
        """What is wrong with the shape of the form."""
        return tuple(
            ShownProblem(f"{self._label(name)}: {error}", field=self[name].id_for_label)
            for name, errors in self.errors.items()
            for error in errors
        )

    def pasted(self) -> EntryForm:
        """The same with the pasted list in the first blank rows; lines that are no players stay where they are."""
        typed = {name: value for name, value in self.said.items() if name not in ("csrfmiddlewaretoken",)}
        found = reading.read_list(str(typed.get("paste", "")), self.roster)
        free = [nth for nth in range(ROWS_MOST) if self._blank(nth)]
        for nth, row in zip(free, found.rows, strict=False):
            typed |= {f"players-{nth}-{name}": said for name, said in row.items()}
            self.rows = max(self.rows, nth + 1)
        typed["paste"], typed[TOTAL] = "\n".join(found.unread), self.rows
        return EntryForm(self.ruleset, self.roster, initial=typed, members=self.members)

    # Its fields.

    def _columns(self) -> tuple[str, ...]:
        points = ("spent",) if spends(self.ruleset) else ()
        deeds = ("deeds",) if self.ruleset.spp else ()
        return ("number", "position", "name", "spp", *points, *deeds, "games", "skills", "injuries")

    def _cells(self, nth: int | str) -> list[Cell]:
        return [Cell(name, self[f"players-{nth}-{name}"], _CELLS[name]) for name in self._columns()]

    def _row_count(self) -> int:
        try:
            said = int(self.said.get(TOTAL, ROWS_FIRST))
        except (TypeError, ValueError):
            said = ROWS_FIRST
        said = min(max(said, 1), ROWS_MOST)
        # Rows that somebody has filled in, and one to go on with: a phone need not scroll past blank ones.
        filled = [nth for nth in range(said) if not self._blank(nth)]
        return min(filled[-1] + 2, ROWS_MOST) if filled else said

    def _add_coach(self, members: list[Coach]) -> None:
        self.members = members
        if members:
            self.fields["coach"] = forms.TypedChoiceField(
                label=_("Coach"), coerce=int, choices=[(coach.pk, coach.name) for coach in members]
            )

    def _add_goods_and_record(self) -> None:
        for choice in self.roster.choices:
            options = [("", gettext("Choose")), *((option, option) for option in choice.options)]
            self.fields[f"choice-{choice.key}"] = forms.ChoiceField(label=choice.name, choices=options, required=False)
        for good in self.ruleset.goods_of(self.roster):
            self.fields[f"good-{good.key}"] = _count(good.name, initial=good.start)
        for name in (*OUTCOMES, *RECORD):
            self.fields[f"record-{name}"] = _count(_RECORD_LABELS[name])

    def _add_home(self) -> None:
        rules = self.ruleset
        if rules.upkeep is not None:
            stars = [(star.key, star.name) for star in rules.stars]
            self.fields["star"] = _one_of(_("Star on the roster"), stars)
        if rules.sponsors is not None:
            majors = [(one.key, one.name) for one in rules.sponsors.majors]
            self.fields["sponsor"] = _one_of(_("Major sponsor"), majors)
            self.fields["sponsorships"] = _count(_("Ongoing sponsorships"))
            self.fields["sponsored"] = _count(_("Number of the player whom the major sponsor equips"))
            self.fields["blacklisted"] = forms.MultipleChoiceField(
                label=_("Blacklisted by"), choices=majors, required=False, widget=forms.CheckboxSelectMultiple
            )
        if rules.stadiums is not None:
            self.fields["stadium"] = _one_of(_("Home stadium"), list(stadium_keys(rules).items()))
            self.fields["stadium_name"] = LineField(
                label=_("Name of the stadium"), required=False, max_length=NAME_LONGEST
            )
            self.fields["stadium_owned"] = forms.BooleanField(label=_("The team owns it"), required=False)
            self.fields["fund"] = forms.IntegerField(
                label=_("Stadium fund"), required=False, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
            )

    def _add_row(self, nth: int | str) -> None:
        number = gettext("player {number}").format(number=nth + 1 if isinstance(nth, int) else "")
        for name in self._columns():
            field = self._row_field(name, nth)
            field.widget.attrs["aria-label"] = f"{field.label}, {number}".strip(", ")
            self.fields[f"players-{nth}-{name}"] = field

    def _row_field(self, name: str, nth: int | str) -> forms.Field:
        if name == "position":
            return self._position_field(str(self.said.get(f"players-{nth}-position", "")))
        if name == "name":
            attrs = {"autocomplete": "off"}
            return LineField(label=_("Name"), required=False, widget=forms.TextInput(attrs=attrs))
        if name == "skills":
            return CommasField(
                SKILLS_LIST,
                lambda words: reading.read_learned(words, self.ruleset),
                label=_("Skills and gains"),
                required=False,
            )
        if name == "injuries":
            return CommasField(INJURIES_LIST, reading.read_injuries, label=_("Injuries"), required=False)
        if name == "deeds":
            return DeedsField(
                label=_("Deeds"), required=False, widget=forms.TextInput(attrs={"placeholder": "2 TD, 1 Cas"})
            )
        labels = {"number": _("Number"), "spp": _("SPP"), "games": _("Games"), "spent": _("Spent")}
        return _count(labels[name], blank=True)

    def _position_field(self, said: str) -> forms.Field:
        """One that the list does not know keeps its place, so that nothing typed is lost; the engine refuses it."""
        choices = [("", ""), *((position.key, position.name) for position in self.roster.positions)]
        if said and said not in dict(choices):
            choices.append((said, said))
        return forms.ChoiceField(label=_("Position"), choices=choices, required=False)

    # From rows to players.

    def _named(self, stem: str) -> list[str]:
        return [name for name in self.fields if name.startswith(stem) and name in self.cleaned_data]

    def _blank(self, nth: int) -> bool:
        return not any(str(self.said.get(f"players-{nth}-{name}", "")).strip() for name in self._columns())

    @property
    def _filled(self) -> list[int]:
        return [nth for nth in range(self.rows) if not self._blank(nth)]

    def _players(self) -> Iterator[EnteredPlayer]:
        said = self.cleaned_data
        worn = {said.get(f"players-{nth}-number") for nth in self._filled}
        free = (number for number in range(1, 2 * ROWS_MOST + 2) if number not in worn)
        names = {position.key: position.name for position in self.roster.positions}
        for place, nth in enumerate(self._filled, start=1):
            row = {name: said.get(f"players-{nth}-{name}") for name in self._columns()}
            hurt = row["injuries"] or reading.Injuries()
            deeds = row.get("deeds") or Tally()
            position = row["position"] or ""
            earned = sum(self.ruleset.spp.get(deed, 0) * times for deed, times in deeds.items())
            yield EnteredPlayer(
                position=position,
                number=next(free) if row["number"] is None else row["number"],
                name=row["name"] or (f"{names.get(position, position)} {place}" if position else ""),
                spp=earned if row["spp"] is None else row["spp"],
                spent=row.get("spent"),
                deeds=deeds,
                improvements=row["skills"] or (),
                niggles=hurt.niggles,
                lost=hurt.lost,
                misses_next=hurt.misses_next,
                games=row["games"] or 0,
                retired=hurt.retired,
            )

    # Where problems stand.

    def _placed(self, problem: Problem) -> ShownProblem:
        name = self._field_of(problem.where)
        text, rule = title_of(problem), rule_name(problem.rule, self.ruleset.rules)
        if name not in self.fields:
            return ShownProblem(text, rule, problem.where)
        if self.is_bound and text not in self.errors.get(name, ()):
            self.add_error(name, text)
        if problem.code == "number_not_between":
            text = f"{self._label(name)}: {text}"
        return ShownProblem(text, rule, problem.where, field=self[name].id_for_label)

    def _field_of(self, where: str) -> str:
        stem, _dot, rest = where.partition(".")
        if stem == "players" and rest:
            nth, _dot, name = rest.partition(".")
            filled = self._filled
            return f"players-{filled[int(nth)]}-{name}" if int(nth) < len(filled) else ""
        stems = {"goods": "good", "choices": "choice", "record": "record"}
        return f"{stems[stem]}-{rest}" if stem in stems else where

    def _label(self, name: str) -> str:
        field = self.fields[name]
        return str(field.widget.attrs.get("aria-label") or field.label)


def _count(label: Any, *, initial: int | None = 0, blank: bool = False) -> forms.IntegerField:
    # Below zero and too much are for the engine to refuse, with the rule.
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, required=False, initial=None if blank else initial, widget=widget)


def _one_of(label: Any, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", _("None")), *choices], required=False)

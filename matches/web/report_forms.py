"""The report form: what was typed in, an engine's ``MatchReport`` out. Whether it can be true, the engine says.

A field is named after the place that the engine gives a problem (``home.deeds.p9.touchdown`` is typed into
``home-deeds-p9-touchdown``), so that every refusal finds its field. Nothing that was typed is dropped: a player who may
not appear any more keeps his row and his option, with the reason beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from config.refusals import ShownProblem, shown_problems
from config.words import roll_word, word
from engine.dice import notation
from engine.errors import EngineError, Refused
from engine.match import checks, injuries, mvp
from engine.match import report as keys
from engine.match.events import Kept
from engine.match.report import Casualty, Deeds, MatchReport, SideReport
from engine.match.sides import SIDES, Side
from engine.rulesets import Ruleset
from engine.rulesets.model import OUTCOMES
from engine.tally import Tally
from engine.team.sheet import Player, TeamSheet
from matches.models import Match
from matches.web.faces import faces_of
from teams.models import Team

BLANK_ROWS = 2
MOST = 99  # two digits are what a counter has room for; what is too much for the rules, the engine says
_DEED = re.compile(r"(home|away)-deeds-([a-z0-9]{1,20})-([a-z]+(?:-[a-z]+)*)")
_CASUALTY = re.compile(r"(home|away)-casualties-([0-9]{1,3})-[a-z]+")
_KO = re.compile(r"(home|away)-kos-[0-9]{1,2}")

Choices = list[tuple[str, str]]


class FacesField(forms.Field):
    """Faces as people write them down: ``43`` for a four and a three, or ``4 3``."""

    def __init__(self, *, single: bool, **options: Any) -> None:
        self.single = single
        attrs = {"class": "die-entry", "inputmode": "numeric", "autocomplete": "off", "maxlength": 20}
        super().__init__(required=False, widget=forms.TextInput(attrs=attrs), **options)

    def to_python(self, value: Any) -> tuple[int, ...] | None:
        text = str(value or "").strip()
        if not text:
            return None
        faces = faces_of(text, single=self.single)
        if not faces:
            raise ValidationError(gettext("Write the faces, one digit for each die, such as 43."), code="faces")
        return faces


_NOMINEE_LABELS = {"nominated": _("Nominee {number}"), "random": _("Who it is, if you drew him at the table")}


class CountField(forms.IntegerField):
    def __init__(self, **options: Any) -> None:
        attrs = {"min": 0, "max": MOST, "inputmode": "numeric", **options.pop("attrs", {})}
        # Below zero is for the engine to refuse, with its rule.
        super().__init__(max_value=MOST, widget=forms.NumberInput(attrs=attrs), **options)


@dataclass(frozen=True, slots=True)
class DeedRow:
    number: int | None
    name: str
    position: str
    key: str
    absent: str  # why he may not play, or nothing
    counts: tuple[tuple[str, BoundField], ...]  # by deed; none for a player who is absent and was not named


@dataclass(frozen=True, slots=True)
class CasualtyRow:
    number: int
    victim: BoundField
    by: BoundField
    cause: BoundField
    die: BoundField
    more: tuple[BoundField, ...] = ()  # what only some casualties need: healers and their dice

    @property
    def unfolded(self) -> bool:
        return any(field.value() or field.errors for field in self.more)


@dataclass(frozen=True, slots=True)
class SideFields:
    side: Side
    team: Team
    score: BoundField
    deeds: tuple[DeedRow, ...]
    casualties: tuple[CasualtyRow, ...]
    casualty_problems: tuple[str, ...]
    healed_kos: tuple[BoundField, ...]
    nominees: tuple[BoundField, ...]
    nominee_problems: tuple[str, ...]
    mvp_die: BoundField | None  # where a die decides among nominees
    dice: tuple[BoundField, ...]


def typed_of(report: MatchReport, ruleset: Ruleset) -> dict[str, Any]:
    """What somebody would type to file this report: the way back, for one that was returned."""
    typed: dict[str, Any] = {}
    for side, mine, _other in report.sides():
        typed[f"{side}-score"] = mine.score
        for deeds in mine.deeds:
            typed |= {f"{side}-deeds-{deeds.player}-{deed}": times for deed, times in deeds.counts.items()}
        for nth, (casualty, dice) in enumerate(_with_keys(mine)):
            row = f"{side}-casualties-{nth}"
            typed |= {f"{row}-victim": casualty.victim, f"{row}-by": casualty.by or "", f"{row}-cause": casualty.cause}
            typed |= {f"{row}-{part}": _written(report.dice.get(key)) for part, key in dice.items()}
            typed |= {f"{row}-apothecary": _treatment(casualty), f"{row}-igor": casualty.igor}
        typed |= {f"{side}-kos-{nth}": player for nth, player in enumerate(mine.healed_kos)}
        told = len(mine.casualties)
        typed |= {f"{side}-casualties-{nth}-victim": "" for nth in range(told, max(told + 1, BLANK_ROWS))}
        # Nominees of another way to find him say nothing here.
        if len(mine.nominees) <= mvp.asked(ruleset.mvp, len(mine.nominees))[1]:
            typed |= {f"{side}-nominees-{nth}": nominee for nth, nominee in enumerate(mine.nominees)}
        for name, (key, _dice) in checks.team_rolls(mine.team, report.outcome(side), ruleset).items():
            typed[f"{side}-dice-{name}"] = _written(report.dice.get(key))
    return typed


def _with_keys(mine: SideReport) -> Iterator[tuple[Casualty, dict[str, str]]]:
    """Each casualty with the keys of the dice that its row has fields for, by the field's name."""
    times: Counter[str] = Counter()
    for casualty in mine.casualties:
        times[casualty.victim] += 1
        subject = (mine.team, casualty.victim, times[casualty.victim])
        yield (
            casualty,
            {
                "die": keys.casualty_key(*subject),
                "decay": keys.casualty_key(*subject, injuries.DECAY),
                "again": keys.casualty_key(*subject, injuries.APOTHECARY),
                "lasting": keys.lasting_key(*subject),
                "regeneration": keys.regeneration_key(*subject),
                "second": keys.regeneration_key(*subject, injuries.IGOR),
                "poison": keys.poison_key(*subject),
            },
        )


def _treatment(casualty: Casualty) -> str:
    return (casualty.kept or MILDER) if casualty.apothecary else ""


def _written(faces: tuple[int, ...] | None) -> str:
    if not faces:
        return ""
    return ("" if max(faces) < 10 else " ").join(map(str, faces))


class ReportForm(forms.Form):
    """``data`` binds it; ``initial`` shows what was typed so far without judging it; ``add`` gives that side a row."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: Match,
        sheets: Mapping[str, TeamSheet],
        ruleset: Ruleset,
        initial: Mapping[str, Any] | None = None,
        add: str = "",
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.ruleset = ruleset
        self.teams: dict[Side, Team] = {"home": match.home, "away": match.away}
        self.sheets = {side: sheets[team.key] for side, team in self.teams.items()}
        self.problems: list[ShownProblem] = []
        self.refusal = ""
        self._typed: Mapping[str, Any] = self.data if self.is_bound else self.initial
        self._places: dict[str, str] = {}  # where the engine sees a problem, and the field it was typed into
        self._group_problems: dict[str, list[str]] = {}
        self._rows = {side: self._row_numbers(side, grow=add == side) for side in SIDES}
        for side in SIDES:
            self._add_fields(side)

    # What the page shows.

    @property
    def sides(self) -> tuple[SideFields, ...]:
        return tuple(self._side_fields(side) for side in SIDES)

    @property
    def dice_typed(self) -> bool:
        """Whether any table die was typed that the page would otherwise fold away."""
        folded = [field for side in self.sides for field in side.dice]
        return any(field.value() for field in folded)

    def _side_fields(self, side: Side) -> SideFields:
        dice = {name: self[name] for name in self.fields if name.startswith(f"{side}-dice-")}
        mvp_die = dice.pop(f"{side}-dice-mvp", None)
        return SideFields(
            side=side,
            team=self.teams[side],
            score=self[f"{side}-score"],
            deeds=tuple(self._deed_row(side, key) for key in self._deed_keys(side)),
            casualties=tuple(
                self._casualty_row(number, f"{side}-casualties-{nth}")
                for number, nth in enumerate(self._rows[side], start=1)
            ),
            healed_kos=tuple(self[name] for name in self.fields if name.startswith(f"{side}-kos-")),
            casualty_problems=tuple(self._group_problems.get(f"{side}.casualties", ())),
            nominees=tuple(self[name] for name in self.fields if name.startswith(f"{side}-nominees-")),
            nominee_problems=tuple(self._group_problems.get(f"{side}.nominees", ())),
            mvp_die=mvp_die,
            dice=tuple(dice.values()),
        )

    def _casualty_row(self, number: int, row: str) -> CasualtyRow:
        return CasualtyRow(
            number=number,
            victim=self[f"{row}-victim"],
            by=self[f"{row}-by"],
            cause=self[f"{row}-cause"],
            die=self[f"{row}-die"],
            more=tuple(self[f"{row}-{part}"] for part in _FURTHER_PARTS if f"{row}-{part}" in self.fields),
        )

    def _deed_row(self, side: Side, key: str) -> DeedRow:
        player = self.sheets[side].player(key)
        return DeedRow(
            number=player.number if player else None,
            name=player.name if player else key,
            position=self._position(side, player) if player else "",
            key=key,
            absent=_absence(player),
            counts=tuple(
                (deed, self[f"{side}-deeds-{key}-{deed}"])
                for deed in checks.deeds_of(self.ruleset)
                if f"{side}-deeds-{key}-{deed}" in self.fields
            ),
        )

    def _position(self, side: Side, player: Player) -> str:
        return self.sheets[side].position_of(player, self.ruleset).name

    # Its fields.

    def _add_fields(self, side: Side) -> None:
        sheet, other = self.sheets[side], self.sheets["away" if side == "home" else "home"]
        self.fields[f"{side}-score"] = CountField(
            label=gettext("Score of {team}").format(team=sheet.name),
            attrs={"data-score": side},
            error_messages={"required": gettext("Write the score; 0 if they did not score.")},
        )
        for key in self._deed_keys(side):
            self._add_deeds(side, key)
        for nth in self._rows[side]:
            self._add_casualty(f"{side}-casualties-{nth}", side, sheet, other)
        self._add_kos(side, sheet)
        self._add_nominees(side, sheet)
        self._add_dice(side, sheet)

    def _deed_keys(self, side: Side) -> list[str]:
        """The roll call, and whoever else was credited with something."""
        by_number = sorted(self.sheets[side].roll_call, key=lambda player: (player.number, player.key))
        on_call = [player.key for player in by_number]
        return on_call + [key for key in self._credited(side) if key not in on_call]

    def _credited(self, side: Side) -> list[str]:
        found = ((_DEED.fullmatch(name), typed) for name, typed in self._typed.items())
        named = [hit[2] for hit, typed in found if hit and hit[1] == side and str(typed).strip() not in ("", "0")]
        return list(dict.fromkeys(named))

    def _add_deeds(self, side: Side, key: str) -> None:
        player = self.sheets[side].player(key)
        if _absence(player) and key not in self._credited(side):
            return
        for deed in checks.deeds_of(self.ruleset):
            attrs = {"data-touchdowns": side} if deed == "touchdown" else {}
            name = f"{side}-deeds-{key}-{deed}"
            label = f"{word('deed', deed)}: {player.name if player else key}"
            self.fields[name] = CountField(label=label, required=False, initial=0, attrs=attrs)

    def _row_numbers(self, side: Side, *, grow: bool) -> list[int]:
        hits = [hit for name in self._typed if (hit := _CASUALTY.fullmatch(name)) and hit[1] == side]
        numbers = sorted({int(hit[2]) for hit in hits}) or list(range(BLANK_ROWS))
        return [*numbers, numbers[-1] + 1] if grow else numbers

    def _add_casualty(self, row: str, side: Side, sheet: TeamSheet, other: TeamSheet) -> None:
        dice = self.ruleset.casualty.dice
        other_side: Side = "away" if side == "home" else "home"
        self.fields[f"{row}-victim"] = self._choice(
            gettext("Who was hurt"), self._options(side, sheet, gettext("Nobody"), f"{row}-victim")
        )
        self.fields[f"{row}-by"] = self._choice(
            gettext("Caused by"), self._options(other_side, other, gettext("Nobody, or unknown"), f"{row}-by")
        )
        causes = [(cause, word("cause", cause)) for cause in self.ruleset.casualty_causes]
        self.fields[f"{row}-cause"] = self._choice(gettext("How"), self._with_typed(causes, f"{row}-cause"))
        self.fields[f"{row}-die"] = FacesField(single=len(dice) == 1, label=notation(dice))
        for part, wanted, field in self._further_fields(sheet, other):
            # What was typed where a team has no use for it any more is kept, and refused by its name.
            if wanted or self._typed.get(f"{row}-{part}"):
                self.fields[f"{row}-{part}"] = field

    def _further_fields(self, sheet: TeamSheet, other: TeamSheet) -> Iterator[tuple[str, bool, forms.Field]]:
        """Healers and dice, and whether these two teams may need them: the form stays short."""
        table = self.ruleset.casualty
        treats, helps = self._healers("apothecary", sheet) > 0, self._healers("igor", sheet) > 0
        yield "decay", self._anybody(table.twice, sheet), _die_field(_other_throw(table.twice), table.dice)
        yield "apothecary", treats, forms.ChoiceField(required=False, label=_("Apothecary"), choices=_TREATMENTS)
        yield "again", treats, _die_field(gettext("Thrown again"), table.dice)
        if table.lasting:
            yield "lasting", True, _die_field(gettext("Lasting injury"), table.lasting_dice)
        if table.regeneration:
            rules = table.regeneration
            heals = self._anybody(rules.skill, sheet)
            yield "regeneration", heals, _die_field(rules.skill, rules.dice)
            yield "igor", heals and helps, forms.BooleanField(required=False, label=_("An Igor tries again"))
            yield "second", heals and helps, _die_field(gettext("The Igor's die"), rules.dice)
        if table.poison:
            poisons = self._anybody(table.poison.skill, other)
            yield "poison", poisons, _die_field(table.poison.skill, table.poison.dice)

    def _healers(self, kind: injuries.Healer, sheet: TeamSheet) -> int:
        return injuries.healers(kind, sheet, self.ruleset)

    def _anybody(self, skill: str, sheet: TeamSheet) -> bool:
        return any(injuries.has_skill(skill, player, sheet, self.ruleset) for player in sheet.fit)

    def _add_kos(self, side: Side, sheet: TeamSheet) -> None:
        """One for each apothecary; who was typed in keeps his field."""
        known = [name for name in self._typed if _KO.fullmatch(name) and name.startswith(side) and self._typed[name]]
        offered = [f"{side}-kos-{nth}" for nth in range(self._healers("apothecary", sheet))]
        for name in dict.fromkeys([*offered, *known]):
            options = self._options(side, sheet, gettext("Nobody"), name)
            self.fields[name] = self._choice(gettext("Knocked out, and treated"), options)

    def _add_nominees(self, side: Side, sheet: TeamSheet) -> None:
        method = self.ruleset.mvp.method
        _least, most = mvp.asked(self.ruleset.mvp, len(sheet.fit))
        none = gettext("Drawn by the server") if method == "random" else gettext("Choose a player")
        for nth in range(most):
            name = f"{side}-nominees-{nth}"
            label = _NOMINEE_LABELS.get(method, _("Who it is"))
            options = self._options(side, sheet, none, name)
            self.fields[name] = self._choice(str(label).format(number=nth + 1), options)

    def _add_dice(self, side: Side, sheet: TeamSheet) -> None:
        outcomes = [checks.team_rolls(sheet.key, outcome, self.ruleset) for outcome in OUTCOMES]
        for name, (key, dice) in outcomes[0].items():
            thrown = dict.fromkeys(notation(possible[name][1]) for possible in outcomes)
            label = gettext("{roll}, {dice}").format(roll=roll_word(key), dice=gettext(" or ").join(thrown))
            self.fields[f"{side}-dice-{name}"] = FacesField(single=len(dice) == 1, label=label)

    def _choice(self, label: str, options: Choices) -> forms.CharField:
        """A free field behind a list: who may be named is for the engine to say."""
        return forms.CharField(label=label, required=False, max_length=40, widget=forms.Select(choices=options))

    def _options(self, side: Side, sheet: TeamSheet, none: str, name: str) -> Choices:
        fit = sorted((player for player in sheet.players if player.can_play), key=lambda p: (p.number, p.key))
        listed = [(player.key, self._called(side, player)) for player in fit]
        return self._with_typed([("", none), *listed], name, sheet)

    def _called(self, side: Side, player: Player) -> str:
        return f"#{player.number} {player.name} ({self._position(side, player)})"

    def _with_typed(self, options: Choices, name: str, sheet: TeamSheet | None = None) -> Choices:
        typed = str(self._typed.get(name) or "")
        if not typed or typed in dict(options):
            return options
        player = sheet.player(typed) if sheet else None
        return [*options, (typed, f"{player.name} ({_absence(player)})" if player else typed)]

    # What was typed, as the engine reads it. Only after ``is_valid``.

    def report(self) -> MatchReport:
        self._places.clear()
        bare = MatchReport(home=self._side_report("home"), away=self._side_report("away"))
        return replace(bare, dice=dict(self._dice(bare)))

    def _side_report(self, side: Side) -> SideReport:
        nominees = [name for name in self.fields if name.startswith(f"{side}-nominees-")]
        return SideReport(
            team=self.sheets[side].key,
            score=self.cleaned_data[f"{side}-score"],
            deeds=tuple(self._deeds(side)),
            casualties=tuple(self._casualties(side)),
            nominees=tuple(self.cleaned_data[name] for name in nominees if self.cleaned_data[name]),
            healed_kos=tuple(self._healed_kos(side)),
        )

    def _healed_kos(self, side: Side) -> Iterator[str]:
        told = [name for name in self.fields if name.startswith(f"{side}-kos-") and self.cleaned_data[name]]
        for place, name in enumerate(told):
            self._places[f"{side}.healed_kos.{place}"] = name
            yield self.cleaned_data[name]

    def _deeds(self, side: Side) -> Iterator[Deeds]:
        for key in self._deed_keys(side):
            fields = {deed: f"{side}-deeds-{key}-{deed}" for deed in checks.deeds_of(self.ruleset)}
            counts = Tally({deed: self.cleaned_data.get(name) or 0 for deed, name in fields.items()})
            if counts:
                self._places[f"{side}.deeds.{key}"] = fields["touchdown"]
                yield Deeds(key, counts)

    def _casualties(self, side: Side) -> Iterator[Casualty]:
        for place, nth in enumerate(self._filled_rows(side)):
            row = f"{side}-casualties-{nth}"
            self._places |= {
                f"{side}.casualties.{place}": f"{row}-victim",
                f"{side}.casualties.{place}.by": f"{row}-by",
                f"{side}.casualties.{place}.cause": f"{row}-cause",
                f"{side}.casualties.{place}.apothecary": f"{row}-apothecary",
                f"{side}.casualties.{place}.igor": f"{row}-igor",
            }
            data = self.cleaned_data
            treatment = data.get(f"{row}-apothecary") or ""
            yield Casualty(
                data[f"{row}-victim"],
                data[f"{row}-cause"],
                data[f"{row}-by"] or None,
                apothecary=bool(treatment),
                kept=_KEPT.get(treatment, ""),
                igor=bool(data.get(f"{row}-igor")),
            )

    def _filled_rows(self, side: Side) -> list[int]:
        return [nth for nth in self._rows[side] if self.cleaned_data.get(f"{side}-casualties-{nth}-victim")]

    def _dice(self, report: MatchReport) -> Iterator[tuple[str, tuple[int, ...]]]:
        for side, mine, _other in report.sides():
            fields = {
                f"{side}-casualties-{nth}-{part}": key
                for nth, (_casualty, dice) in zip(self._filled_rows(side), _with_keys(mine), strict=True)
                for part, key in dice.items()
            }
            for name, (key, _dice) in checks.team_rolls(mine.team, report.outcome(side), self.ruleset).items():
                fields[f"{side}-dice-{name}"] = key
            for field, key in fields.items():
                if self.cleaned_data.get(field):
                    self._places[f"dice.{key}"] = field
                    yield key, self.cleaned_data[field]

    def clean(self) -> dict[str, Any]:
        for side in SIDES:
            for nth in self._rows[side]:
                row = f"{side}-casualties-{nth}"
                spoken = [self.cleaned_data.get(f"{row}-{part}") for part in ("by", "die", *_FURTHER_PARTS)]
                if any(spoken) and not self.cleaned_data.get(f"{row}-victim"):
                    self.add_error(f"{row}-victim", gettext("Say who was hurt, or empty this row."))
        return self.cleaned_data

    # What is wrong with it.

    def show_shape(self) -> None:
        """List what could not even be read, as the rules' problems are listed."""
        for name, errors in self.errors.items():
            text = f"{self._place(name)}: {{}}" if name in self.fields else "{}"
            anchor = self[name].id_for_label if name in self.fields else ""
            self.problems += [ShownProblem(text.format(error), field=anchor) for error in errors]

    def show_problems(self, refusal: Refused) -> None:
        """Every problem in the list, with its rule, and beside its field where there is one."""
        for problem in dict.fromkeys(shown_problems(refusal, self.ruleset.rules)):
            field = self._field_at(problem.where)
            self.problems.append(self._led_to(problem, field))
            if field:
                self.add_error(field, problem.text)
            else:
                self._group_problems.setdefault(problem.where, []).append(problem.text)

    def _led_to(self, problem: ShownProblem, field: str | None) -> ShownProblem:
        """The problem with the way to its field, or to the part of the form it is about."""
        if field is None:
            side, _, part = problem.where.partition(".")
            first = {"nominees": f"{side}-nominees-0", "casualties": f"{side}-casualties-0-victim"}.get(part)
            return replace(problem, field=self[first].id_for_label) if first in self.fields else problem
        said = replace(problem, field=self[field].id_for_label)
        # A die says nothing of where it was thrown.
        return replace(said, text=f"{self._place(field)}: {said.text}") if problem.where.startswith("dice.") else said

    def _place(self, field: str) -> str:
        """Where a field stands, in words: the team, and what the field is called."""
        label = str(self.fields[field].label)
        teams = [team.name for side, team in self.teams.items() if field.startswith(f"{side}-")]
        return ", ".join([*teams, label])

    def show_refusal(self, refusal: EngineError) -> None:
        """A report that is refused as a whole, whatever it says."""
        self.refusal = title_of(refusal)

    def _field_at(self, where: str) -> str | None:
        if where in self._places:
            return self._places[where]
        name = where.replace(".", "-")
        return name if name in self.fields else None


# What a row folds away, in the order in which it happens.
_FURTHER_PARTS = ("decay", "apothecary", "again", "lasting", "regeneration", "igor", "second", "poison")
MILDER = "milder"
_TREATMENTS = [
    ("", _("Not used")),
    (MILDER, _("Used: the milder result counts")),
    ("first", _("Used: the first result counts")),
    ("second", _("Used: the second result counts")),
]
_KEPT: dict[str, Kept] = {"first": "first", "second": "second"}


def _other_throw(skill: str) -> str:
    return gettext("{skill}: the other throw").format(skill=skill)


def _die_field(label: str, dice: tuple[int, ...]) -> FacesField:
    return FacesField(single=len(dice) == 1, label=gettext("{roll}, {dice}").format(roll=label, dice=notation(dice)))


def _absence(player: Player | None) -> str:
    """Why a player may not appear in a report; nothing if he may."""
    if player is None:
        return gettext("not on this team")
    if player.status == "dead":
        return gettext("dead")
    if player.status == "retired":
        return gettext("temporarily retired")
    return gettext("misses this match, injured") if player.misses_next else ""

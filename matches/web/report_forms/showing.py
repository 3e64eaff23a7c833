"""What the templates of the form get: its fields, put together as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.forms import BoundField

from engine.match.earning import deeds_of
from engine.match.report import casualty_key
from engine.match.sides import Side
from matches.web.report_forms import answered, before, casualties, dice, players
from matches.web.report_forms.desk import absence
from matches.web.report_forms.fields import written
from teams.models import Team

if TYPE_CHECKING:
    from matches.web.report_forms.form import ReportForm


@dataclass(frozen=True, slots=True)
class DeedRow:
    number: int | None
    name: str
    position: str
    key: str
    absent: str  # why he may not play, or nothing
    counts: tuple[tuple[str, BoundField], ...]  # by deed; none for a player who is absent and was not named
    blessed: tuple[tuple[str, BoundField], ...] = ()  # ... and how many of them a prayer made worth more


@dataclass(frozen=True, slots=True)
class CasualtyRow:
    number: int
    victim: BoundField
    by: BoundField
    cause: BoundField
    die: BoundField
    fallen: str = ""  # what the server has thrown for it already
    more: tuple[BoundField, ...] = ()  # what only some casualties need: healers, their dice, and what came of it

    @property
    def unfolded(self) -> bool:
        return any(field.value() or field.errors for field in self.more)


@dataclass(frozen=True, slots=True)
class ListFields:
    """A list that grows by a row: what is in each row, and what the button sends that asks for one more."""

    name: str
    rows: tuple[tuple[BoundField, ...], ...]
    problems: tuple[str, ...] = ()

    @property
    def unfolded(self) -> bool:
        return bool(self.problems) or any(field.value() or field.errors for row in self.rows for field in row)


@dataclass(frozen=True, slots=True)
class SideBefore:
    """What one side had before the match."""

    side: Side
    team: Team
    journeymen: ListFields
    treasury: BoundField | None
    induced: ListFields
    cards: ListFields
    prayers: ListFields
    others: tuple[BoundField, ...]

    @property
    def lists(self) -> tuple[ListFields, ...]:
        return tuple(one for one in (self.journeymen, self.induced, self.cards, self.prayers) if one.rows)


@dataclass(frozen=True, slots=True)
class Before:
    fields: tuple[BoundField, ...]
    sides: tuple[SideBefore, ...]
    known: tuple[str, ...]  # in a few words
    problems: tuple[str, ...]
    grown: bool  # somebody has just asked for a row more

    @property
    def unfolded(self) -> bool:
        every = [*self.fields, *(field for side in self.sides for field in _all_of(side))]
        return self.grown or bool(self.problems) or any(field.errors for field in every)


def _all_of(side: SideBefore) -> Iterator[BoundField]:
    yield from side.others
    yield from ([side.treasury] if side.treasury else [])
    for one in side.lists:
        for row in one.rows:
            yield from row


@dataclass(frozen=True, slots=True)
class SideFields:
    side: Side
    team: Team
    score: BoundField
    deeds: tuple[DeedRow, ...]
    casualties: tuple[CasualtyRow, ...]
    casualty_problems: tuple[str, ...]
    healed_kos: tuple[BoundField, ...]
    sent_off: ListFields
    used: tuple[BoundField, ...]
    fame_lost: BoundField | None
    answered: ListFields
    nominees: tuple[BoundField, ...]
    nominee_problems: tuple[str, ...]
    mvp_die: BoundField | None  # where a die decides among nominees
    dice: tuple[BoundField, ...]
    grown: bool  # somebody has just asked for a row more of what is folded away

    @property
    def rare(self) -> bool:
        """Whether something is told of what most matches do without."""
        lists = [field for one in (self.sent_off, self.answered) for row in one.rows for field in row]
        fields = [*self.healed_kos, *self.used, *lists, *([self.fame_lost] if self.fame_lost else [])]
        return self.grown or any(field.value() or field.errors for field in fields)


@dataclass(frozen=True, slots=True)
class Shown:
    sides: tuple[SideFields, ...]
    before: Before
    ending: tuple[BoundField, ...]
    rolls: tuple[BoundField, ...]  # before the match, and whatever else was thrown
    dice_wanted: bool  # somebody has asked for those that the end of the match brings along

    @property
    def dice_typed(self) -> bool:
        """Whether any table die was typed that the page would otherwise fold away."""
        folded = [*self.rolls, *(field for side in self.sides for field in side.dice)]
        return self.dice_wanted or any(field.value() or field.errors for field in folded)

    @property
    def ending_told(self) -> bool:
        return any(field.value() or field.errors for field in self.ending)


def shown(form: ReportForm) -> Shown:
    sides: tuple[Side, ...] = ("home", "away")
    names = ("ending", "could-field", "overtime", "shoot-out", "minutes")
    return Shown(
        sides=tuple(_side(form, side) for side in sides),
        before=_before(form),
        ending=tuple(form[name] for name in names if name in form.fields),
        rolls=_starting(form, dice.OTHERS),
        dice_wanted=form.desk.grow == "ending",
    )


def _side(form: ReportForm, side: Side) -> SideFields:
    desk = form.desk
    own = {name: form[name] for name in form.fields if name.startswith(f"{side}-dice-")}
    mvp_die = own.pop(f"{side}-dice-mvp", None)
    return SideFields(
        side=side,
        team=desk.teams[side],
        score=form[f"{side}-score"],
        deeds=tuple(_deed_row(form, side, key) for key in players.deed_keys(desk, side)),
        casualties=tuple(
            _casualty_row(form, side, number, f"{side}-casualties-{nth}")
            for number, nth in enumerate(casualties.rows(desk, side), start=1)
        ),
        casualty_problems=form.problems_at(f"{side}.casualties"),
        healed_kos=_starting(form, f"{side}-kos-"),
        sent_off=ListFields(f"{side}-sentoff", tuple((field,) for field in _starting(form, f"{side}-sentoff-"))),
        used=_starting(form, f"{side}-used-"),
        fame_lost=form[f"{side}-fame_lost"] if f"{side}-fame_lost" in form.fields else None,
        answered=_list(form, answered.stem(side), f"{side}.answered"),
        nominees=_starting(form, f"{side}-nominees-"),
        nominee_problems=form.problems_at(f"{side}.nominees"),
        mvp_die=mvp_die,
        dice=tuple(own.values()),
        grown=desk.grow in (f"{side}-sentoff", answered.stem(side)),
    )


def _starting(form: ReportForm, stem: str) -> tuple[BoundField, ...]:
    return tuple(form[name] for name in form.fields if name.startswith(stem))


def _fallen(form: ReportForm, side: Side, row: str) -> str:
    """A player who was hurt twice has dice for each time."""
    said, stem = form.desk.said, casualties.stem(side)
    rows = [f"{stem}-{nth}" for nth in casualties.rows(form.desk, side)]
    victim = said(f"{row}-victim")
    nth = sum(said(f"{one}-victim") == victim for one in rows[: rows.index(row) + 1])
    return written(form.lying.get(casualty_key(form.desk.teams[side].key, victim, nth))) if victim else ""


def _casualty_row(form: ReportForm, side: Side, number: int, row: str) -> CasualtyRow:
    return CasualtyRow(
        number=number,
        victim=form[f"{row}-victim"],
        by=form[f"{row}-by"],
        cause=form[f"{row}-cause"],
        die=form[f"{row}-die"],
        fallen=_fallen(form, side, row),
        more=tuple(form[f"{row}-{part}"] for part in casualties.FURTHER if f"{row}-{part}" in form.fields),
    )


def _deed_row(form: ReportForm, side: Side, key: str) -> DeedRow:
    desk = form.desk
    player = desk.sheet(side).player(key)
    return DeedRow(
        number=player.number if player else None,
        name=player.name if player else key,
        position=desk.position(side, player) if player else "",
        key=key,
        absent=absence(player),
        counts=tuple(
            (deed, form[f"{side}-deeds-{key}-{deed}"])
            for deed in deeds_of(desk.ruleset)
            if f"{side}-deeds-{key}-{deed}" in form.fields
        ),
        blessed=tuple(
            (deed, form[name])
            for deed in deeds_of(desk.ruleset)
            if (name := answered.blessed_name(side, key, deed)) in form.fields
        ),
    )


def _before(form: ReportForm) -> Before:
    both = [name for name in form.fields if name.startswith(f"{before.STEM}-")]
    own = tuple(f"{before.STEM}-{side}-" for side in ("home", "away"))
    sides: tuple[Side, ...] = ("home", "away")
    return Before(
        fields=tuple(form[name] for name in both if not name.startswith(own)),
        sides=tuple(_side_before(form, side) for side in sides),
        known=tuple(before.recorded(form.desk, form.prematch)),
        problems=form.problems_at(before.STEM, *(f"{before.STEM}.{side}" for side in sides)),
        grown=form.desk.grow.startswith(before.STEM) or form.desk.grow == "before",
    )


def _side_before(form: ReportForm, side: Side) -> SideBefore:
    stem = f"{before.STEM}-{side}-"
    lists = {name: _list(form, f"{stem}{name}", f"{before.STEM}.{side}.{name}") for name in before.LISTS}
    treasury = f"{stem}treasury"
    rest = ("fans", "event", "ball", "more_balls", "special", "sits_out")
    return SideBefore(
        side=side,
        team=form.desk.teams[side],
        treasury=form[treasury] if treasury in form.fields else None,
        others=tuple(form[f"{stem}{name}"] for name in rest if f"{stem}{name}" in form.fields),
        **lists,
    )


def _list(form: ReportForm, stem: str, place: str) -> ListFields:
    rows: dict[str, list[BoundField]] = {}
    for name in form.fields:
        if name.startswith(f"{stem}-"):
            rows.setdefault(name.removeprefix(f"{stem}-").partition("-")[0], []).append(form[name])
    return ListFields(stem, tuple(tuple(row) for row in rows.values()), form.problems_at(place))

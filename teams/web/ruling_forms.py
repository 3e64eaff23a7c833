"""The form of the commissioner's hand: whatever is filled in is a change, whatever is left blank stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, get_args

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.problems import title_of
from config.refusals import ShownProblem, rule_name, shown
from config.words import word
from engine.errors import EngineError, Problem, Refused
from engine.rulesets import Ruleset
from engine.team.draft import NAME_LONGEST
from engine.team.known import stadium_keys
from engine.team.ruling import REASON_LONGEST, Change, ChangeKind, RuledStatus, Ruling
from engine.team.sheet import TeamSheet
from engine.team.sponsoring import line_players
from leagues.web.fields import LineField, NamesField
from teams.effect_words import sponsor_words
from teams.web.entry_reading import read_learned, suggested_gains

NONE_ANY_MORE = "-"  # a choice that takes something away; an empty one leaves it
YES_NO = [("", _("As it is")), ("yes", _("Yes")), ("no", _("No"))]
PLAYER_FIELDS = ("p_", "lost-")
HOME_FIELDS = ("star", "sponsor", "blacklist", "stadium", "fund", "trophy")
HIRE_FIELDS = ("hire_position", "hire_number", "hire_name")

Placed = tuple[Change, str]  # a change, and the field that it was typed into


class RulingForm(forms.Form):
    """Only shape is checked here; what cannot be, the engine says."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": REASON_LONGEST}),
        help_text=_("Everybody who sees the team reads it."),
    )

    def __init__(self, sheet: TeamSheet, ruleset: Ruleset, data: Any = None, *, player: str = "") -> None:
        super().__init__(data, initial={"player": player})
        self.sheet, self.ruleset = sheet, ruleset
        self._add_team()
        self._add_home()
        self._add_player()
        self._add_hire()

    # What the page shows.

    @property
    def team_fields(self) -> list[BoundField]:
        return self._bound("gold", "good-", "team_name")

    @property
    def home_fields(self) -> list[BoundField]:
        return self._bound(*HOME_FIELDS)

    @property
    def player_fields(self) -> list[BoundField]:
        return self._bound(*PLAYER_FIELDS)

    @property
    def hire_fields(self) -> list[BoundField]:
        return self._bound(*HIRE_FIELDS)

    def skills_known(self) -> list[str]:
        return [*(skill.name for skill in self.ruleset.skills), *suggested_gains(self.ruleset)]

    def touched(self, *stems: str) -> bool:
        """Whether anything was typed there: folds that hold something stay open."""
        return any(str(self.data.get(name, "")).strip() for name in self.fields if name.startswith(stems))

    @property
    def player_touched(self) -> bool:
        return bool(self.initial.get("player")) or self.touched("player", *PLAYER_FIELDS)

    @property
    def home_touched(self) -> bool:
        return self.touched(*HOME_FIELDS)

    @property
    def hire_touched(self) -> bool:
        return self.touched(*HIRE_FIELDS)

    # What was typed.

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if not said.get("player") and any(True for _one in self._player_changes()):
            self.add_error("player", gettext("Choose the player that this is about."))
        return said

    @property
    def ruling(self) -> Ruling:
        return Ruling(" ".join(self.cleaned_data["reason"].split()), tuple(change for change, _field in self._placed))

    def refuse(self, refusal: EngineError) -> tuple[ShownProblem, ...]:
        problems = refusal.problems if isinstance(refusal, Refused) else ()
        return tuple(self._shown(problem) for problem in problems) or (shown(refusal, self.ruleset.rules),)

    def mistakes(self) -> tuple[ShownProblem, ...]:
        return tuple(
            ShownProblem(f"{self.fields[name].label}: {error}", field=self[name].id_for_label)
            for name, errors in self.errors.items()
            for error in errors
        )

    @cached_property
    def _placed(self) -> list[Placed]:
        """Kept: a field that is refused says nothing any more."""
        return [*self._team_changes(), *self._home_changes(), *self._player_changes(), *self._hired()]

    def _team_changes(self) -> Iterator[Placed]:
        said = self.cleaned_data
        if said.get("gold"):
            yield Change("gold", by=said["gold"]), "gold"
        for good in self.ruleset.goods:
            if said.get(f"good-{good.key}"):
                yield Change("good", what=good.key, by=said[f"good-{good.key}"]), f"good-{good.key}"
        if said.get("team_name"):
            yield Change("rename", name=said["team_name"]), "team_name"

    def _home_changes(self) -> Iterator[Placed]:
        said = self.cleaned_data
        named: tuple[ChangeKind, ...] = ("star", "sponsor")
        for kind in named:
            if said.get(kind):
                yield Change(kind, what=_taken(said[kind])), kind
        if said.get("sponsored"):
            yield Change("sponsored", said["sponsored"]), "sponsored"
        if said.get("blacklisted"):
            yield Change("blacklist", what=said["blacklisted"], yes=True), "blacklisted"
        if said.get("blacklist_lifted"):
            yield Change("blacklist", what=said["blacklist_lifted"]), "blacklist_lifted"
        if said.get("stadium"):
            owned = bool(said.get("stadium_owned"))
            yield Change("stadium", what=_taken(said["stadium"]), name=said["stadium_name"], yes=owned), "stadium"
        counted: tuple[ChangeKind, ...] = ("sponsorships", "fund")
        for kind in counted:
            if said.get(kind):
                yield Change(kind, by=said[kind]), kind
        if said.get("trophy_won"):
            yield Change("trophy-won", what=said["trophy_won"]), "trophy_won"
        if said.get("trophy_lost"):
            yield Change("trophy-lost", what=said["trophy_lost"]), "trophy_lost"

    def _player_changes(self) -> Iterator[Placed]:
        said = self.cleaned_data
        key = said.get("player") or ""
        if said.get("p_name"):
            yield Change("player-name", key, name=said["p_name"]), "p_name"
        if said.get("p_number") is not None:
            yield Change("player-number", key, number=said["p_number"]), "p_number"
        if said.get("p_position"):
            yield Change("player-position", key, position=said["p_position"]), "p_position"
        if said.get("p_status"):
            yield Change("player-status", key, status=said["p_status"]), "p_status"
        if said.get("p_spp"):
            yield Change("spp", key, by=said["p_spp"]), "p_spp"
        if said.get("p_niggles"):
            yield Change("niggles", key, by=said["p_niggles"]), "p_niggles"
        for name in self.ruleset.characteristics:
            if said.get(f"lost-{name}"):
                yield Change("lost", key, what=name, by=said[f"lost-{name}"]), f"lost-{name}"
        if said.get("p_misses"):
            yield Change("misses-next", key, yes=said["p_misses"] == "yes"), "p_misses"
        yield from self._learning(key)

    def _learning(self, key: str) -> Iterator[Placed]:
        said = self.cleaned_data
        # What he forgets goes first: so one skill can be put in another's place.
        for one in read_learned(said.get("p_forgets") or (), self.ruleset):
            yield Change("forget", key, what=one.what), "p_forgets"
        for one in read_learned(said.get("p_learns") or (), self.ruleset):
            yield Change("learn", key, what=one.what, value=said.get("p_worth")), "p_learns"

    def _hired(self) -> Iterator[Placed]:
        said = self.cleaned_data
        if not any(said.get(name) for name in HIRE_FIELDS):
            return
        number = said.get("hire_number")
        change = Change(
            "hire",
            name=said.get("hire_name") or "",
            number=self.sheet.free_number() if number is None else number,
            position=said.get("hire_position") or "",
        )
        yield change, "hire_position"

    # Where problems stand.

    def _shown(self, problem: Problem) -> ShownProblem:
        name, text = self._field_of(problem.where), title_of(problem)
        rule = rule_name(problem.rule, self.ruleset.rules)
        if name not in self.fields:
            return ShownProblem(text, rule, problem.where)
        self.add_error(name, text)
        return ShownProblem(f"{self.fields[name].label}: {text}", rule, problem.where, field=self[name].id_for_label)

    def _field_of(self, where: str) -> str:
        stem, _dot, rest = where.partition(".")
        if stem != "changes" or not rest:
            return where
        nth, _dot, part = rest.partition(".")
        change, field = self._placed[int(nth)]
        if change.kind == "hire" and f"hire_{part}" in self.fields:
            return f"hire_{part}"
        return "stadium_name" if change.kind == "stadium" and part == "name" else field

    # Its fields.

    def _bound(self, *stems: str) -> list[BoundField]:
        return [self[name] for name in self.fields if name.startswith(stems)]

    def _add_team(self) -> None:
        self.fields["gold"] = _by(_("Gold, more or less"), step=10_000)
        for good in self.ruleset.goods_of(self.ruleset.roster(self.sheet.roster)):
            self.fields[f"good-{good.key}"] = _by(
                gettext("{good}, more or less").format(good=good.name), help_text=_has(self.sheet.goods[good.key])
            )
        self.fields["team_name"] = _line(_("New name of the team"))

    def _add_home(self) -> None:
        rules, sheet = self.ruleset, self.sheet
        if rules.stars:
            self.fields["star"] = _one_of(
                _("Star on the roster"), [(one.key, one.name) for one in rules.stars], gone=bool(sheet.star)
            )
        if rules.sponsors is not None:
            majors = [(one.key, one.name) for one in rules.sponsors.majors]
            self.fields["sponsor"] = _one_of(_("Major sponsor"), majors, gone=bool(sheet.sponsor))
            line = [(one.key, _person(one.number, one.name, one.status)) for one in line_players(sheet, rules)]
            self.fields["sponsored"] = _one_of(_("Line player whom the major sponsor equips"), line)
            self.fields["sponsorships"] = _by(_("Ongoing sponsorships, more or less"), _has(sheet.sponsorships))
            free = [one for one in majors if one[0] not in sheet.blacklisted]
            self.fields["blacklisted"] = _one_of(_("Blacklisted from now on by"), free)
            if sheet.blacklisted:
                names = [(key, sponsor_words(key, rules)) for key in sheet.blacklisted]
                self.fields["blacklist_lifted"] = _one_of(_("No longer blacklisted by"), names)
        if rules.stadiums is not None:
            kinds = list(stadium_keys(rules).items())
            self.fields["stadium"] = _one_of(_("Home stadium"), kinds, gone=sheet.stadium is not None)
            self.fields["stadium_name"] = _line(_("Name of the stadium"))
            self.fields["stadium_owned"] = forms.BooleanField(label=_("The team owns it"), required=False)
            self.fields["fund"] = _by(_("Stadium fund, more or less"), _has(sheet.fund), step=10_000)
        self.fields["trophy_won"] = _line(_("A trophy more"))
        if sheet.trophies:
            had = [(one, one) for one in dict.fromkeys(sheet.trophies)]
            self.fields["trophy_lost"] = _one_of(_("A trophy less"), had)

    def _add_player(self) -> None:
        people = sorted(self.sheet.players, key=lambda one: (not one.on_the_roster, one.number, one.key))
        choices = [("", _("Nobody")), *((one.key, _person(one.number, one.name, one.status)) for one in people)]
        self.fields["player"] = forms.ChoiceField(label=_("Player"), choices=choices, required=False)
        positions = [(one.key, one.name) for one in self.ruleset.roster(self.sheet.roster).positions]
        statuses = [(key, word("player-status", key)) for key in get_args(RuledStatus)]
        self.fields["p_spp"] = _by(_("Star player points, more or less"))
        self.fields["p_niggles"] = _by(_("Niggling injuries, more or less"))
        for name in self.ruleset.characteristics:
            label = gettext("{name} lost, more or less").format(name=word("characteristic", name))
            self.fields[f"lost-{name}"] = _by(label)
        self.fields["p_misses"] = forms.ChoiceField(label=_("Misses the next match"), choices=YES_NO, required=False)
        self.fields["p_learns"] = NamesField("known-skills", label=_("Learns"), required=False)
        self.fields["p_worth"] = forms.IntegerField(
            label=_("What that is worth"),
            required=False,
            help_text=_("Blank: what the rules say."),
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        )
        self.fields["p_forgets"] = NamesField("known-skills", label=_("Forgets"), required=False)
        self.fields["p_status"] = _one_of(_("Is from now on"), statuses)
        self.fields["p_position"] = _one_of(_("Plays as"), positions)
        self.fields["p_name"] = _line(_("New name"))
        self.fields["p_number"] = forms.IntegerField(
            label=_("New number"), required=False, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
        )

    def _add_hire(self) -> None:
        positions = [(one.key, one.name) for one in self.ruleset.roster(self.sheet.roster).positions]
        self.fields["hire_position"] = _one_of(_("Position"), positions)
        self.fields["hire_number"] = forms.IntegerField(
            label=_("Number"),
            required=False,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": self.sheet.free_number()}),
        )
        self.fields["hire_name"] = _line(_("Name"))


def _taken(said: str) -> str:
    return "" if said == NONE_ANY_MORE else said


def _has(number: int) -> str:
    return gettext("There are {number}.").format(number=f"{number:,}")


def _person(number: int, name: str, status: str) -> str:
    said = f"#{number} {name}"
    return said if status == "active" else f"{said} ({word('player-status', status)})"


def _by(label: Any, help_text: str = "", step: int = 1) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"step": step, "placeholder": "0"})
    return forms.IntegerField(label=label, required=False, widget=widget, help_text=help_text)


def _line(label: Any) -> LineField:
    return LineField(
        label=label,
        required=False,
        max_length=NAME_LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def _one_of(label: Any, choices: list[tuple[str, str]], *, gone: bool = False) -> forms.ChoiceField:
    none = [(NONE_ANY_MORE, _("None any more"))] if gone else []
    return forms.ChoiceField(label=label, choices=[("", _("As it is")), *none, *choices], required=False)

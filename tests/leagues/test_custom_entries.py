"""A league's own teams, positions, stars, inducements and skills, typed into a page without a word of JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import rulesets
from engine.rulesets.options import options_of
from engine.typed import plain
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, League
from leagues.web.custom import Editor
from leagues.web.entries import KINDS, edited
from leagues.web.forms import HouseRulesForm
from tests import cast
from tests.api.client import Api
from tests.web.reading import lists_in, signed_in, words_on

NEW = "/leagues/new/"
RULES = rulesets.get("bb2016")
Form = dict[str, Any]
PLAYER = {"ma": "6", "st": "3", "ag": "3", "av": "8", "skills": "Dodge"}
MOLES = {"kind": "team", "name": "Moles", "reroll_cost": "50000"}
OGRE = {"min": "0", "max": "2", "cost": "90000", **PLAYER, "primary": "g", "secondary": "sa"}


def sent_by(response: HttpResponse) -> Form:
    return dict(lists_in(response.content.decode()))


def typed_on(form: Form) -> dict[str, list[str]]:
    """What a person typed: without what the page gives along."""
    own = {name: value for name, value in form.items() if name not in ("csrfmiddlewaretoken", "idempotency_key")}
    return {
        name: [one.strip() for one in ([value] if isinstance(value, str) else value)] for name, value in own.items()
    }


class Founder:
    """Somebody without JavaScript, on the page that founds a league."""

    def __init__(self) -> None:
        self.client: Client = signed_in(cast.coach("Cora"))
        self.answer = self.client.get(NEW)
        self.form = {**sent_by(self.answer), "name": "Bent Cup"}

    def press(self, edit: str, **typed: Any) -> Founder:
        self.answer = self.client.post(NEW, {**self.form, **typed, "edit": edit})
        assert self.answer.status_code == 200
        self.form = sent_by(self.answer)
        return self

    def new(self, kind: str, **typed: str) -> Founder:
        """Another entry, filled in."""
        nth = sum(name.endswith("-kind") for name in self.form)
        self.press("new", **{"custom-new": kind})
        return self.type(nth, **typed)

    def type(self, nth: int, **typed: str) -> Founder:
        self.form |= {f"custom-{nth}-{name.replace('__', '-')}": value for name, value in typed.items()}
        return self

    def found(self) -> HttpResponse:
        self.answer = self.client.post(NEW, self.form)
        return self.answer

    def founded(self) -> Any:
        assert self.found().status_code == 302, self.answer.context["house_rules"].problems()
        return ruleset_of(League.objects.get().ruleset_id)


def house_rules() -> dict[str, Any]:
    found: dict[str, Any] = AuditEntry.objects.get(action="league.founded").data["house_rules"]
    return found


# Adding.


@pytest.mark.django_db
def test_all_five_kinds_are_added_together_and_know_each_other() -> None:
    cora = Founder()
    cora.new("skill", name="Flying", category="extraordinary", effect="Flies.\r\nFar.")
    cora.new("position", team="dwarf", **{**OGRE, "name": "Gyrocopter", "skills": "flying, Block"})
    cora.press("copy", **{"custom-original": "teams.human"}).type(2, name="Squirrels", reroll_cost="40000")
    cora.new("star", name="Nutcracker", cost="120000", teams="Squirrels, orc", special_rule="Cracks.")
    cora.type(3, **{f"row-0-{name}": value for name, value in PLAYER.items()})
    cora.new("inducement", name="Acorn", cost="30000", max="2", effect="Feeds.", teams="")
    rules = cora.founded()
    assert next(skill for skill in rules.skills if skill.name == "Flying").effect == "Flies.\nFar."
    gyrocopter = rules.roster("dwarf").position("gyrocopter")
    assert (gyrocopter.skills, gyrocopter.primary, gyrocopter.secondary) == (("Flying", "Block"), "G", "AS")
    squirrels = rules.roster("squirrels")
    assert squirrels.reroll_cost == 40_000
    assert squirrels.positions == RULES.roster("human").positions
    star = next(star for star in rules.stars if star.key == "nutcracker")
    assert (star.teams, star.members[0].name, star.members[0].skills) == (
        ("squirrels", "orc"),
        "Nutcracker",
        ("Dodge",),
    )
    acorn = next(one for one in rules.inducements if one.key == "acorn")
    assert (acorn.cost, acorn.max, acorn.teams, acorn.group) == (30_000, 2, (), "standard")
    assert set(house_rules()) == {
        "skills.Flying",
        "teams.dwarf.positions.gyrocopter",
        "teams.squirrels",
        "stars.nutcracker",
        "inducements.acorn",
    }


@pytest.mark.django_db
def test_what_the_edition_has_is_repriced_or_taken_out() -> None:
    cora = Founder()
    changed = ("teams.human.positions.ogre", "teams.orc", "stars.griff-oberwald", "inducements.bribe", "teams.goblin")
    for original in changed:
        cora.press("change", **{"custom-original": original})
    cora.type(0, cost="150000").type(1, reroll_cost="70000").type(2, out="on").type(3, cost="").type(4, out="on")
    rules = cora.founded()
    assert rules.roster("human").position("ogre").cost == 150_000
    assert house_rules() == {
        "teams.human.positions.ogre.cost": 150_000,
        "teams.orc.reroll_cost": 70_000,
        "stars.griff-oberwald": None,
        "teams.goblin": None,
    }


@pytest.mark.django_db
def test_a_team_from_nothing_is_its_rows_and_a_blank_row_is_none() -> None:
    cora = Founder().new("team", name="Moles", reroll_cost="60000")
    cora.press("row:custom-0").press("drop:custom-0-row-1")
    assert [name for name in cora.form if name.endswith("-row-1-name")] == []
    for nth, name in ((0, "Digger"), (3, "Great Mole")):
        cora.type(0, **{f"row-{nth}-{key}": value for key, value in {**OGRE, "name": name}.items()})
    moles = cora.founded().roster("moles")
    assert [(position.key, position.name) for position in moles.positions] == [
        ("digger", "Digger"),
        ("great-mole", "Great Mole"),
    ]
    assert not moles.apothecary


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [kind.key for kind in KINDS])
def test_nothing_typed_is_lost_when_a_button_is_pressed(kind: str) -> None:
    cora = Founder()
    cora.form |= {
        "name": "Half-typed",
        "public": "no",
        "option-points-win": "much",
        "option-winnings-again": ["draw", "loss"],
        "option-tie-breakers_0": "touchdowns-for",
        "addresses": "no line at all",
    }
    cora.new("team", name="Moles", reroll_cost="cheap", row__1__name="Digger", row__1__skills="Fly, Bore")
    before = {**typed_on(cora.form), "custom-new": ["team"]}
    cora.new(kind)
    assert "errorlist" not in cora.answer.content.decode()
    assert before.items() <= typed_on(cora.form).items()
    assert b"autofocus" in cora.answer.content
    assert not League.objects.exists()


@pytest.mark.django_db
def test_an_entry_that_was_dropped_is_no_house_rule() -> None:
    cora = Founder().new("skill", name="Flying").new("skill", name="Diving", effect="Dives.").press("drop:custom-0")
    cora.founded()
    assert set(house_rules()) == {"skills.Diving"}


@pytest.mark.parametrize("wish", ["drop:custom-", "row:", "drop:option", "copy", "row:custom-99999999", "?", "new"])
def test_a_button_that_nobody_drew_breaks_nothing(wish: str) -> None:
    typed = {"custom-0-kind": "skill", "custom-0-name": "Flying", "custom-new": "nonsense", "custom-original": "x"}
    after, _fresh = edited(RULES, typed, wish)
    assert typed.items() <= after.items()
    assert Editor(RULES, {**after, "custom-7-kind": "nonsense", "custom-007-kind": "skill"}, judged=True).entries


@pytest.mark.parametrize(
    "original", ["teams.human", "teams.orc.positions.troll", "stars.the-swift-twins", "skills.Block"]
)
def test_a_copy_has_all_that_its_original_has_and_a_name_of_its_own(original: str) -> None:
    typed, _fresh = edited(RULES, {"custom-original": original}, "copy")
    editor = Editor(RULES, typed, judged=True)
    assert editor.is_valid()
    [(address, value)] = editor.house_rules().items()
    was = dict(editor.originals[original].value)
    assert value["name"] == f"Copy of {was['name']}"
    named = {"key": value["key"]} if "key" in was else {}
    assert {**value, "name": was["name"], **({"key": was["key"]} if named else {})} == was
    assert address not in editor.originals


# Another edition than the one that is shown first.


@pytest.mark.django_db
def test_house_rules_of_another_edition_are_shown_first() -> None:
    cora = Founder().press("edition", ruleset="lrb6")
    assert "These are the house rules of Living Rulebook 6." in words_on(cora.answer)
    assert cora.form["ruleset"] == ["lrb6"]
    cora.new("skill", name="Flying", effect="Flies.")
    cora.founded()
    league = League.objects.get()
    assert (league.edition.key, set(house_rules())) == ("lrb6", {"skills.Flying"})


@pytest.mark.django_db
def test_who_only_chooses_another_edition_founds_on_it_by_the_book() -> None:
    cora = Founder()
    cora.form["ruleset"] = "lrb6"
    cora.founded()
    assert (League.objects.get().edition.key, house_rules()) == ("lrb6", {})


@pytest.mark.django_db
def test_an_edition_chosen_after_house_rules_were_typed_loses_none_of_them() -> None:
    cora = Founder().new("skill", name="Flying")
    cora.press("new", ruleset="lrb6", **{"custom-new": "skill"})
    assert cora.form["custom-0-name"] == ["Flying"]
    cora.press("drop:custom-1")
    assert cora.found().status_code == 422
    assert "The house rules below are those of Blood Bowl 2016." in words_on(cora.answer)
    assert sent_by(cora.answer)["custom-0-name"] == ["Flying"]
    assert not League.objects.exists()


# What is refused, on the page and by the API.

HUMAN = "teams.human.positions"
BLITZER = plain(RULES.roster("human").position("blitzer"))
POSITION = {"key": "imp", "name": "Imp", "min": 0, "max": 2, "cost": 90_000, "ma": 6, "st": 3, "ag": 3, "av": 8}
POSITION |= {"skills": ["Dodge"], "primary": "G", "secondary": "AS"}
STAR = {"key": "imp", "name": "Imp", "cost": 1, "teams": ["orc"], "members": []}
STAR["members"] = [{"name": "Imp", "ma": 6, "st": 3, "ag": 3, "av": 8, "skills": ["Dodge"]}]
TWINS = {**plain(RULES.roster("human")), "key": "imps", "name": "Imps"}
TWINS["positions"] = [{**POSITION, "key": "imp"}, {**POSITION, "key": "imp-2"}]


def a_position(cora: Founder, **typed: str) -> None:
    cora.new("position", team="human", **{**OGRE, "name": "Imp", **typed})


def a_star(cora: Founder, **typed: str) -> None:
    players = {f"row-0-{name}": value for name, value in PLAYER.items()}
    cora.new("star", **{"name": "Imp", "cost": "1", "teams": "Orc", **players, **typed})


def a_team(cora: Founder) -> None:
    rows = {f"row-{nth}-{name}": value for nth in (0, 1) for name, value in {**OGRE, "name": "Imp"}.items()}
    cora.new("team", name="Imps", reroll_cost="50000", **rows)


def an_option(cora: Founder) -> None:
    cora.form["option-most-players"] = "99"


BAD: dict[str, tuple[Any, dict[str, Any], str, str]] = {
    "unknown skill": (
        lambda cora: a_position(cora, skills="Block, Flying"),
        {f"{HUMAN}.imp": {**POSITION, "skills": ["Block", "Flying"]}},
        f"{HUMAN}.imp.skills",
        "nknown skill 'Flying'",
    ),
    "negative price": (
        lambda cora: a_position(cora, cost="-5"),
        {f"{HUMAN}.imp": {**POSITION, "cost": -5}},
        f"{HUMAN}.imp.cost",
        "-5 is not between 0 and 100,000,000",
    ),
    "negative price of what is there": (
        lambda cora: cora.press("change", **{"custom-original": f"{HUMAN}.ogre"}).type(0, cost="-5"),
        {f"{HUMAN}.ogre.cost": -5},
        f"{HUMAN}.ogre.cost",
        "-5 is not between 0 and 100,000,000",
    ),
    "a name that the team has": (
        lambda cora: a_position(cora, name="Blitzer"),
        {f"{HUMAN}.blitzer-2": {**BLITZER, "key": "blitzer-2"}},
        f"{HUMAN}.blitzer-2.name",
        "nother one is called 'Blitzer' too",
    ),
    "two positions of one name": (
        a_team,
        {"teams.imps": TWINS},
        "teams.imps.positions.imp-2.name",
        "nother one is called 'Imp' too",
    ),
    "a most below its least": (
        lambda cora: a_position(cora, min="3", max="2"),
        {f"{HUMAN}.imp": {**POSITION, "min": 3, "max": 2}},
        f"{HUMAN}.imp",
        "imit 2 is below its minimum 3",
    ),
    "a star of an unknown team": (
        lambda cora: a_star(cora, teams="Orc, Squirrels"),
        {"stars.imp": {**STAR, "teams": ["orc", "Squirrels"]}},
        "stars.imp.teams",
        "nknown team 'Squirrels'",
    ),
    "a star with an unknown skill": (
        lambda cora: a_star(cora, **{"row-0-skills": "Flying"}),
        {"stars.imp": {**STAR, "members": [{**STAR["members"][0], "skills": ["Flying"]}]}},
        "stars.imp.members.Imp.skills",
        "nknown skill 'Flying'",
    ),
    "an option out of range": (
        an_option,
        {"most-players": 99},
        "most-players",
        "Most players of a team: 99 is not between 7 and 30.",
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("case", BAD)
def test_what_does_not_hold_together_is_refused_on_the_page_beside_it_and_kept(case: str) -> None:
    fill, _mapping, _where, said = BAD[case]
    cora = Founder()
    fill(cora)
    typed = typed_on(cora.form)
    answer = cora.found()
    assert answer.status_code == 422
    assert words_on(answer).count(said) == 2, "once in the list of problems, once beside its field"
    assert typed_on(sent_by(answer)) == typed
    assert not League.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("case", BAD)
def test_the_api_refuses_the_same_and_names_its_address(case: str) -> None:
    _fill, mapping, where, said = BAD[case]
    body = {"name": "Bent Cup", "ruleset": "bb2016", "house_rules": mapping}
    refused = Api(cast.coach("Cora")).post("leagues/", body)
    assert refused.status_code == 422
    assert [(problem["where"], said in problem["title"]) for problem in refused.json()["problems"]] == [(where, True)]


@pytest.mark.django_db
def test_all_that_is_wrong_is_said_at_once_each_beside_what_it_is_about() -> None:
    cora = Founder()
    an_option(cora)
    a_position(cora, skills="Flying", cost="-1")
    a_star(cora, teams="Squirrels", **{"row-0-ma": "-2"})
    cora.form["addresses"] = "spp.touchdown = -1"
    assert cora.found().status_code == 422
    form = cora.answer.context["house_rules"]
    position, star = form.custom.entries
    assert set(position.errors) == {"skills", "cost"}
    assert set(star.errors) == {"teams"}
    assert set(star.rows[0].errors) == {"ma"}
    assert set(form.errors) == {"option-most-players", "addresses"}
    assert len(form.problems()) == 6


@pytest.mark.django_db
def test_two_that_say_something_about_the_same_are_refused() -> None:
    cora = Founder().new("skill", name="Flying", effect="High.").new("skill", name="Flying", effect="Low.")
    assert cora.found().status_code == 422
    assert "Another entry says something about this already." in words_on(cora.answer)
    cora = Founder().new("skill", name="Flying")
    cora.form["addresses"] = 'skills.Flying = {"name": "Flying", "category": "trait"}'
    assert cora.found().status_code == 422
    assert "“skills.Flying” is set above already." in words_on(cora.answer)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("skill", {"name": "Mr. Nut"}, "A name without full stops"),
        ("skill", {"name": ""}, "Skill · Name: This field is required."),
        ("position", {"name": "Imp", "cost": "much"}, "Enter a whole number."),
        ("team", {"name": "Moles", "reroll_cost": "1"}, "Positions: None."),
        ("star", {"name": "Mole", "cost": "1", "teams": "Orc"}, "Players: Nobody."),
    ],
)
def test_what_is_missing_is_said(kind: str, typed: dict[str, str], said: str) -> None:
    cora = Founder().new(kind, **typed)
    assert cora.found().status_code == 422
    assert said in words_on(cora.answer)


@pytest.mark.parametrize(
    ("name", "key"), [("Größe & Co.", "groe-co"), ("日本", "team"), ("Search", "search-2"), ("a" * 80, "a" * 35)]
)
def test_keys_are_made_from_names_and_are_nobody_elses(name: str, key: str) -> None:
    typed = {f"custom-{nth}-{field}": value for nth in (0, 1) for field, value in MOLES.items()}
    editor = Editor(RULES, {**typed, "custom-0-name": name, "custom-1-name": name}, judged=True)
    assert editor.is_valid()
    other = f"{key.removesuffix('-2')}-{3 if key.endswith('-2') else 2}"
    assert list(editor.house_rules()) == [f"teams.{key}", f"teams.{other}"]


# Tie-breakers.


def tie_breakers(*chosen: str) -> Form:
    return {f"option-tie-breakers_{nth}": choice for nth, choice in enumerate(chosen)}


@pytest.mark.django_db
def test_tie_breakers_are_put_into_an_order_and_some_left_out() -> None:
    cora = Founder()
    assert cora.form["option-tie-breakers_1"] == ["touchdown-difference"]
    cora.form |= tie_breakers("points", "", "casualty-difference", "")
    assert cora.founded().league.tie_breakers == ("points", "casualty-difference")
    assert house_rules() == {"tie-breakers": ["points", "casualty-difference"]}


@pytest.mark.django_db
def test_a_tie_breaker_stands_once() -> None:
    cora = Founder()
    cora.form |= tie_breakers("points", "touchdowns-for", "touchdowns-for", "")
    assert cora.found().status_code == 422
    assert "“Touchdowns scored” is chosen more than once." in words_on(cora.answer)
    assert sent_by(cora.answer)["option-tie-breakers_2"] == ["touchdowns-for"]


@pytest.mark.django_db
def test_without_any_tie_breaker_the_edition_has_its_own() -> None:
    cora = Founder()
    cora.form |= tie_breakers("", "", "", "")
    cora.founded()
    assert house_rules() == {}


# House rules that a league has already.


def sent_back(house_rules: dict[str, Any]) -> HouseRulesForm:
    """The form that starts from these house rules, sent as a browser would send it."""
    form = HouseRulesForm(RULES, house_rules=house_rules)
    html = render_to_string("leagues/custom/house_rules.html", {"house_rules": form})
    sent = QueryDict(mutable=True)
    for name, values in lists_in(f'<form action="">{html}</form>').items():
        sent.setlist(name, values)
    again = HouseRulesForm(RULES, sent)
    assert again.is_valid(), again.problems()
    return again


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def test_a_form_without_house_rules_gives_none_back() -> None:
    assert sent_back({}).house_rules() == {}
    assert HouseRulesForm(RULES).house_rules() == {}


def test_what_the_editor_knows_stands_in_it_and_all_else_by_its_address() -> None:
    held = {
        "starting-gold": 1_200_000,
        "expensive-mistakes": False,
        "tie-breakers": ["points", "touchdowns-for"],
        "teams.human.positions.ogre.cost": 150_000,
        "teams.goblin": None,
        f"{HUMAN}.imp": POSITION,
        "stars.imp": {**STAR, "special_rule": "", "teams": ["orc", "squirrel"]},
        "teams.squirrel": {**plain(RULES.roster("human")), "key": "squirrel", "name": "Squirrel"},
        "skills.Flying": {"name": "Flying", "category": "trait", "effect": "Up\nand down."},
    }
    by_address = {
        "starting-rerolls": 3,
        "winnings-again": ["loss", "win"],
        "spp.touchdown": 4,
        "stars.mole": {"key": "mole", "name": "Mole"},
        "skills.Comma, Inc": {"name": "Comma, Inc"},
        "skills.A=B": {"name": "A=B", "category": "trait", "effect": "\u2028 \r\n odd "},
        "teams.squirrel.positions.imp": POSITION,
    }
    form = HouseRulesForm(RULES, house_rules={**held, **by_address})
    shown = form.initial["addresses"].split("\n")
    assert len(shown) == len(by_address)
    assert not any(line.startswith(f"{name} =") for line in shown for name in held)
    assert len(form.custom.entries) == len([name for name in held if "." in name])
    assert same(sent_back({**held, **by_address}).house_rules(), {**held, **by_address})
    assert form.house_rules() == {**held, **by_address}


texts = st.text(max_size=12)
words = st.sampled_from(["Block", "Dodge", "block", "Flying", "Loner (4+)", "Orc", "orc", "human", "a, b", ""])
numbers = st.none() | st.integers() | st.booleans() | st.sampled_from([0, 1, 140_000]) | texts
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
ADDRESSES = [
    "skills.Flying", "skills.Block", "teams.human", "teams.moles", "stars.griff-oberwald", "stars.mole",
    "inducements.bribe", "inducements.acorn", f"{HUMAN}.ogre", f"{HUMAN}.imp", f"{HUMAN}.ogre.cost",
    "teams.orc.reroll_cost", "teams.moles.positions.imp", "spp.touchdown", "inducements.bribe.cost",
]  # fmt: skip
TEMPLATES = [
    POSITION, STAR, TWINS, plain(RULES.stars[0]), plain(RULES.inducements[0]), plain(RULES.inducements[-1]),
    {"name": "Flying", "category": "trait", "effect": "Flies."}, plain(RULES.skills[0]), plain(RULES.roster("orc")),
]  # fmt: skip


FLYING = {"name": "Flying", "category": "trait", "effect": "Flies."}
FITTING = {"skills": FLYING, "teams": TWINS, "stars": {**STAR, "special_rule": ""}, HUMAN: POSITION}
FITTING["inducements"] = plain(RULES.inducements[0])


def some(names: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), max_size=2) if names else st.just([])


@st.composite
def entries(draw: st.DrawFn, address: str) -> Any:
    """Something like an entry: mostly in its place and under its own name, sometimes with odd fields."""
    place, _dot, name = address.rpartition(".")
    fitting = draw(st.sampled_from([*[FITTING.get(place, POSITION)] * len(TEMPLATES), *TEMPLATES]))
    entry = json.loads(json.dumps(fitting))
    if draw(st.integers(0, 4)):
        entry["key" if "key" in entry else "name"] = name
    for field in draw(st.sampled_from([[], [], [], [*entry, "wings"]]).flatmap(some)):
        entry[field] = draw(st.one_of(numbers, st.lists(words, max_size=3), anything))
    return entry


@st.composite
def mappings(draw: st.DrawFn) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for line in draw(st.lists(st.sampled_from(options_of(RULES)), max_size=4)):
        chosen = st.lists(st.sampled_from([*line.option.choices, "odd"]), max_size=4, unique=True)
        good = {"number": st.integers(), "switch": st.booleans(), "list": chosen}.get(line.option.kind, chosen)
        found[line.option.key] = draw(st.one_of(good, numbers, st.just(plain(line.value)), texts))
    for address in draw(st.lists(st.sampled_from(ADDRESSES), max_size=4)) + draw(st.lists(texts, max_size=1)):
        found[address] = draw(entries(address) if draw(st.integers(0, 2)) else st.one_of(st.none(), numbers, anything))
    return found


@settings(max_examples=150, deadline=None)
@given(mappings())
def test_whatever_a_league_has_changed_comes_back_exactly(house_rules: dict[str, Any]) -> None:
    assert same(sent_back(house_rules).house_rules(), house_rules)

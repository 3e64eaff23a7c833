"""From a blank draft to a team that was approved, as two people click their way through it without a script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine import rulesets
from leagues.models import League
from matches.selectors.changeover import Wish
from matches.services.changeover import changeover_make
from teams.logos import BYTES_MOST, PIXELS_MOST
from teams.models import Draft, DraftStatus, Logo, Team
from tests import cast
from tests.pictures import bomb, image, png
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db

LEGAL = {"name": "Reavers", "colour": "4", "count-lineman": "9", "count-blitzer": "3", "good-reroll": "2"}


@pytest.fixture
def strict() -> League:
    return cast.league(house_rules={"draft-approval": True})


@pytest.fixture
def ann(strict: League) -> Client:
    return signed_in(cast.member(strict, "Ann"))


@pytest.fixture
def cora(strict: League) -> Client:
    return signed_in(cast.commissioner_of(strict))


def start(league: League, roster: str = "human", more: str = "") -> str:
    return f"{reverse('teams:draft', args=[league.slug])}?roster={roster}{more}"


def typed_on(page: HttpResponse, address: str) -> dict[str, str]:
    """What the form on the page would send; a picture is only sent when one is chosen."""
    return {name: value for name, value in form_on(page, address).items() if name not in ("logo", "logo_off")}


def handed_in(client: Client, league: League, **more: Any) -> Draft:
    answer = client.post(start(league), {**LEGAL, **more})
    assert answer.status_code == 302
    return Draft.objects.latest("pk")


def at(draft: Draft, name: str = "saved-draft") -> str:
    return reverse(f"teams:{name}", args=[draft.pk])


def test_nonsense_in_a_number_is_not_called_legal() -> None:
    league = cast.league()
    address = reverse("teams:draft-check", args=[league.slug])
    sent = {"name": "Nonsense", "colour": "1", "count-lineman": "11", "good-reroll": "-3"}
    words = words_on(signed_in(cast.member(league, "Ann")).post(f"{address}?roster=human", sent))
    assert "Team re-rolls: Ensure this value is greater than or equal to 0." in words
    assert "A legal team" not in words


# --- every edition ----------------------------------------------------------------------------------------------------

EDITIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("bb2016", "human", {}),
    ("lrb6", "human", {}),
    ("basic", "khemri", {}),
    ("bb2020", "chaos-chosen", {}),
]
EDITIONS.append(("basic", "human", {"variant": "sevens"}))


@pytest.mark.parametrize(("edition", "roster", "house_rules"), EDITIONS)
def test_a_sample_team_is_drafted_by_two_clicks_in_every_edition(
    edition: str, roster: str, house_rules: dict[str, Any]
) -> None:
    league = cast.league(ruleset=edition, house_rules=house_rules)
    client = signed_in(cast.member(league, "Ann"))
    page = client.get(start(league, roster, "&sample"))
    form = typed_on(page, f"?roster={roster}")
    assert "Nothing stands in its way." not in words_on(page)  # it has no name yet
    answer = client.post(start(league, roster), {**form, "name": "Samples"})
    assert answer.status_code == 302, words_on(answer)
    team = Team.objects.get()
    assert answer["Location"] == reverse("teams:team", args=[team.pk])
    assert client.get(answer["Location"]).status_code == 200


def test_positions_are_shown_with_all_that_the_edition_has() -> None:
    """BB2020: passing ability, targets (3+), primary and secondary skills in words, fans that come free."""
    league = cast.league(ruleset="bb2020")
    words = words_on(signed_in(cast.member(league, "Ann")).get(start(league, "dark-elf")))
    for told in ("PA", "3+", "Primary: General, Agility", "Secondary: Strength", "1 comes free"):
        assert told.casefold() in words.casefold(), told


def test_an_older_edition_speaks_of_normal_rolls_and_doubles(ann: Client, strict: League) -> None:
    assert "Normal: General Double: Agility, Strength, Passing" in words_on(ann.get(start(strict)))


def test_without_a_bank_the_page_says_that_gold_is_lost() -> None:
    """Basic, creating a team: there is no treasury."""
    league = cast.league(ruleset="basic")
    ann = signed_in(cast.member(league, "Ann"))
    page = words_on(ann.get(start(league, "khemri")))
    assert "what is not spent is lost" in page
    assert "Igor" in page
    assert "Bloodweiser kegs" in page
    assert "Apothecaries" not in page
    assert "Apothecaries" in words_on(ann.get(start(league, "human")))


def test_sevens_has_its_own_numbers() -> None:
    """Basic, Sevens: 7 to 10 players, 850,000, halved limits."""
    league = cast.league(ruleset="basic", house_rules={"variant": "sevens"})
    ann = signed_in(cast.member(league, "Ann"))
    page = words_on(ann.get(start(league)))
    assert "7 to 10 of them" in page
    assert "Gold left; what is not spent is lost 850k" in page
    eleven = {"name": "Big", "colour": "1", "count-lineman": "9", "count-blitzer": "3", "good-apothecary": "2"}
    refused = words_on(ann.post(start(league), eleven))
    for told in (
        "The team has 12 players but may have at most 10.",
        "Blitzer: 3 taken, 0-2 allowed.",
        "Apothecaries: 2 taken, 0-1 allowed.",
    ):
        assert told in refused, told


def test_what_the_list_leaves_open_is_chosen_with_the_draft_and_kept() -> None:
    """BB2020, Favoured of …: one of the six, fixed once the team is drafted."""
    league = cast.league(ruleset="bb2020")
    ann = signed_in(cast.member(league, "Ann"))
    form = typed_on(ann.get(start(league, "chaos-chosen", "&sample")), "?roster=chaos-chosen")
    without = {name: value for name, value in form.items() if not name.startswith("choice-")}
    refused = ann.post(start(league, "chaos-chosen"), {**without, "name": "Chosen"})
    assert refused.status_code == 422
    assert "Special rule: choose one of Favoured of Chaos Undivided" in words_on(refused)
    odd = ann.post(start(league, "chaos-chosen"), {**form, "name": "Chosen", "choice-special-rule": "Squirrels"})
    assert odd.status_code == 422
    taken = {**form, "name": "Chosen", "choice-special-rule": "Favoured of Nurgle"}
    assert ann.post(start(league, "chaos-chosen"), taken).status_code == 302
    assert Team.objects.get().choices == {"special-rule": "Favoured of Nurgle"}


def test_the_value_is_that_of_the_edition_s_rules() -> None:
    """BB2020, Low Cost Linemen: gnoblars count nothing."""
    league = cast.league(ruleset="bb2020")
    ann = signed_in(cast.member(league, "Ann"))
    check = reverse("teams:draft-check", args=[league.slug])
    typed = {"name": "Big", "colour": "1", "count-gnoblar-lineman": "10", "good-dedicated-fans": "2"}
    words = words_on(ann.post(f"{check}?roster=ogre", typed))
    assert "Gold left 830k" in words
    assert "Team value 0" in words


# --- names, samples, copies -------------------------------------------------------------------------------------------


def test_names_are_suggested_and_what_is_suggested_is_what_one_gets(ann: Client, strict: League) -> None:
    looked = ann.post(start(strict), {**LEGAL, "look": "yes"}).content.decode()
    offered = re.findall(r'name="player-[a-z]+-\d+-name" placeholder="([^"]+)"', looked.replace("\n", " "))
    if not offered:  # the order of attributes is the widget's business
        offered = [
            match[1]
            for field in re.findall(r"<input[^>]*player-[a-z]+-\d+-name[^>]*>", looked)
            if (match := re.search(r'placeholder="([^"]+)"', field))
        ]
    assert len(set(offered)) == 12
    draft = handed_in(ann, strict)
    assert [player["name"] for player in draft.command["players"]] == offered


def test_a_button_fills_the_names_in_and_keeps_those_that_were_typed(ann: Client, strict: League) -> None:
    typed = {**LEGAL, "player-blitzer-2-name": "Griselda", "suggest": "yes"}
    page = ann.post(start(strict), typed)
    form = form_on(page, "?roster=human")
    called = [value for name, value in form.items() if name.endswith("-name") and name != "name"]
    assert len(set(called)) == 12
    assert all(called)
    assert form["player-blitzer-2-name"] == "Griselda"
    assert not Draft.objects.exists()


def test_with_a_script_the_names_come_as_a_fragment(ann: Client, strict: League) -> None:
    check = reverse("teams:draft-check", args=[strict.slug])
    fragment = ann.post(f"{check}?roster=human&players&suggest", LEGAL).content.decode()
    assert "<html" not in fragment
    assert re.search(r'player-lineman-1-name"[^>]*value="[^"]|value="[^"]+"[^>]*player-lineman-1-name', fragment)


def test_a_sample_keeps_the_name_and_the_colour_that_were_typed(ann: Client, strict: League) -> None:
    page = ann.post(start(strict), {"name": "Mine", "colour": "9", "count-ogre": "1", "sample": "yes"})
    form = form_on(page, "?roster=human")
    assert (form["name"], form["colour"]) == ("Mine", "9")
    assert int(form["count-lineman"]) >= 3
    assert "Nothing stands in its way." in words_on(page)


def test_a_copy_names_what_was_left_out() -> None:
    without = cast.league("No Blitzers", house_rules={"teams.human.positions.blitzer": None})
    source = cast.team(cast.league(), "Models", by="Bob")
    ann = signed_in(cast.member(without, "Ann"))
    begin = ann.get(reverse("teams:draft", args=[without.slug]))
    assert f'value="team-{source.pk}"' in begin.content.decode()
    page = ann.get(f"{reverse('teams:draft', args=[without.slug])}?copy=team-{source.pk}")
    assert "it was left out: Blitzer." in words_on(page)
    form = form_on(page, "?roster=human")
    assert (form["name"], form["count-lineman"], form["good-reroll"]) == ("Models", "9", "2")


@pytest.mark.parametrize("source", ["team-999999", "draft-1", "team-", "nonsense", "team-" + "9" * 40, "team-²"])
def test_what_is_not_there_cannot_be_copied(ann: Client, strict: League, source: str) -> None:
    assert ann.get(reverse("teams:draft", args=[strict.slug]), {"copy": source}).status_code == 404


def test_another_edition_cannot_be_copied(ann: Client, strict: League) -> None:
    source = cast.team(cast.league("Old", ruleset="lrb6"), by="Bob")
    page = ann.get(reverse("teams:draft", args=[strict.slug]), {"copy": f"team-{source.pk}"})
    assert page.status_code == 422
    assert "there is nothing to copy" in words_on(page)


# --- saved, handed in, judged -----------------------------------------------------------------------------------------


def test_from_a_first_idea_to_a_team_that_was_sent_back_once(ann: Client, cora: Client, strict: League) -> None:
    idea = {"name": "", "colour": "4", "count-lineman": "3", "player-lineman-2-name": "Zoë Łuk", "save": "yes"}
    kept = ann.post(start(strict), idea)
    draft = Draft.objects.get()
    assert kept["Location"] == at(draft)
    begin = words_on(ann.get(reverse("teams:draft", args=[strict.slug])))
    assert "Without a name Human · Saved" in begin
    page = ann.get(at(draft))
    form = typed_on(page, at(draft))
    assert (form["count-lineman"], form["player-lineman-2-name"], form["colour"]) == ("3", "Zoë Łuk", "4")
    assert "The team has 3 players but needs at least 11." in words_on(page)

    answer = ann.post(at(draft), {**form, "name": "Reavers", "count-lineman": "11"})
    assert answer["Location"] == at(draft)
    assert Draft.objects.get().status == DraftStatus.SUBMITTED
    assert "It waits for the commissioner." in words_on(ann.get(at(draft)))
    assert cora.get(reverse("matches:home")).content.decode().count("Approve Reavers") == 1
    assert "Approve Reavers" in words_on(cora.get(reverse("matches:league", args=[strict.slug])))

    read = cora.get(at(draft))
    assert "Zoë Łuk" in words_on(read)
    assert "It is legal by the rules of today." in words_on(read)
    back = form_on(read, at(draft, "draft-return"))
    nothing = cora.post(at(draft, "draft-return"), back)
    assert nothing.status_code == 422
    assert "Say why: the reason is part of the record." in words_on(nothing)
    back = form_on(cora.get(at(draft)), at(draft, "draft-return"))
    assert cora.post(at(draft, "draft-return"), {**back, "reason": "Too many\nlinemen."}).status_code == 302

    assert "it was sent back. Too many" in words_on(ann.get(reverse("matches:home")))
    page = ann.get(at(draft))
    assert "The commissioner has sent it back Too many linemen." in words_on(page)
    again = {**typed_on(page, at(draft)), "count-lineman": "9", "count-blitzer": "2"}
    assert ann.post(at(draft), again).status_code == 302

    yes = form_on(cora.get(at(draft)), at(draft, "draft-approve"))
    done, twice = (cora.post(at(draft, "draft-approve"), yes) for _ in range(2))
    team = Team.objects.get()
    assert done["Location"] == twice["Location"] == reverse("teams:team", args=[team.pk])
    assert (team.coach.name, team.name, team.colour) == ("Ann", "Reavers", 4)
    assert ann.get(at(draft))["Location"] == reverse("teams:team", args=[team.pk])


def test_a_stale_page_of_the_commissioner_is_told_what_changed(ann: Client, cora: Client, strict: League) -> None:
    draft = handed_in(ann, strict)
    yes = form_on(cora.get(at(draft)), at(draft, "draft-approve"))
    ann.post(at(draft), {**typed_on(ann.get(at(draft)), at(draft)), "good-reroll": "1"})
    answer = cora.post(at(draft, "draft-approve"), yes)
    assert answer.status_code == 409
    assert "Since you opened this page the draft was changed: handed in." in words_on(answer)
    assert not Team.objects.exists()


def test_a_stale_page_of_the_coach_keeps_what_he_typed_and_the_next_try_stands(ann: Client, strict: League) -> None:
    ann.post(start(strict), {**LEGAL, "save": "yes"})
    draft = Draft.objects.get()
    stale = typed_on(ann.get(at(draft)), at(draft))
    ann.post(at(draft), {**typed_on(ann.get(at(draft)), at(draft)), "name": "Elsewhere", "save": "yes"})
    answer = ann.post(at(draft), {**stale, "name": "Here", "save": "yes"})
    assert answer.status_code == 409
    assert "Since you opened this page the draft was changed: saved again." in words_on(answer)
    form = typed_on(answer, at(draft))
    assert form["name"] == "Here"
    assert Draft.objects.get().name == "Elsewhere"
    assert ann.post(at(draft), {**form, "save": "yes"}).status_code == 302
    assert Draft.objects.get().name == "Here"


def test_rules_that_changed_since_are_told_to_the_commissioner(ann: Client, cora: Client, strict: League) -> None:
    draft = handed_in(ann, strict)
    wish = Wish(edition="", house_rules={"draft-approval": True, "starting-gold": 600_000})
    changeover_make(league=strict, wish=wish, actor=cast.commissioner_of(strict))
    page = cora.get(at(draft))
    assert "By the rules of today it is not legal: send it back." in words_on(page)
    answer = cora.post(at(draft, "draft-approve"), form_on(page, at(draft, "draft-approve")))
    assert answer.status_code == 422
    assert "The draft costs 820,000 gp but the treasury has 600,000 gp." in words_on(answer)
    assert not Team.objects.exists()


def test_a_draft_of_a_list_that_is_gone_is_said_so_and_can_be_deleted(ann: Client, strict: League) -> None:
    handed_in(ann, strict)
    draft = Draft.objects.get()
    wish = Wish(edition="", house_rules={"draft-approval": True, "teams.human": None})
    changeover_make(league=strict, wish=wish, actor=cast.commissioner_of(strict))
    page = ann.get(at(draft))
    assert page.status_code == 200
    assert "no team list “human” any more" in words_on(page)
    gone = ann.post(at(draft, "draft-delete"), form_on(page, at(draft, "draft-delete")))
    assert gone.status_code == 302
    assert not Draft.objects.exists()


def test_a_second_team_where_one_is_allowed_names_both_numbers() -> None:
    league = cast.league(house_rules={"teams-per-coach": 1})
    cast.team(league)
    answer = signed_in(cast.coach("Ann")).post(start(league), {**LEGAL, "name": "Second"})
    assert answer.status_code == 422
    assert "Ann has 1 in this league already; a coach may have at most 1." in words_on(answer)


def test_a_double_click_hands_in_one_draft(ann: Client, strict: League) -> None:
    form = {**typed_on(ann.get(start(strict)), "?roster=human"), **LEGAL}
    first, second = ann.post(start(strict), form), ann.post(start(strict), form)
    assert first["Location"] == second["Location"]
    assert Draft.objects.count() == 1


def test_what_was_typed_into_a_saved_draft_survives_a_login(ann: Client, strict: League) -> None:
    ann.post(start(strict), {**LEGAL, "save": "yes"})
    draft, client = Draft.objects.get(), Client()
    client.post(at(draft), {**LEGAL, "name": "After lunch"})
    client.force_login(cast.coach("Ann"))
    assert form_on(client.get(at(draft)), at(draft))["name"] == "After lunch"


# --- the logo ---------------------------------------------------------------------------------------------------------


def file(data: bytes, name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="image/png")


def test_a_logo_goes_with_the_draft_and_stays_when_the_draft_is_refused(ann: Client, cora: Client) -> None:
    strict = League.objects.get()
    refused = ann.post(start(strict), {**LEGAL, "count-lineman": "3", "logo": file(image("JPEG", 300, 200))})
    assert refused.status_code == 422
    kept = Logo.objects.get()
    form = typed_on(refused, "?roster=human")
    assert form["logo_kept"] == kept.pk
    assert 'src="data:image/png;base64,' in refused.content.decode()
    ann.post(start(strict), {**form, "count-lineman": "9"})
    draft = Draft.objects.get()
    assert draft.logo == kept
    cora.post(at(draft, "draft-approve"), form_on(cora.get(at(draft)), at(draft, "draft-approve")))
    team = Team.objects.get()
    assert team.logo == kept
    address = f"{reverse('teams:logo', args=[team.pk])}?v={kept.pk[:16]}"
    assert f'src="{address}"' in ann.get(reverse("teams:team", args=[team.pk])).content.decode()
    picture = ann.get(address)
    assert (picture["Content-Type"], picture["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert "immutable" in picture["Cache-Control"]
    assert picture.content == bytes(kept.image)
    assert ann.get(address, headers={"If-None-Match": picture["ETag"]}).status_code == 304
    assert "no-cache" in ann.get(address.partition("?")[0])["Cache-Control"]


def test_a_logo_is_left_off_again(ann: Client, strict: League) -> None:
    ann.post(start(strict), {**LEGAL, "logo": file(png()), "save": "yes"})
    draft = Draft.objects.get()
    assert draft.logo_id
    ann.post(at(draft), {**typed_on(ann.get(at(draft)), at(draft)), "logo_off": "on", "save": "yes"})
    assert Draft.objects.get().logo_id is None


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"no picture", "That is no picture: it has to be a PNG, JPEG, GIF or WebP that can be read."),
        (b"<svg/>", "That is no picture"),
        (b"x" * (BYTES_MOST + 1), f"The picture has {BYTES_MOST + 1:,} bytes; the most is {BYTES_MOST:,}."),
        (bomb(60_000, 60_000), f"The picture has 3,600,000,000 pixels; the most is {PIXELS_MOST:,}."),
    ],
    ids=["text", "svg", "too large", "bomb"],
)
def test_a_bad_picture_is_refused_and_nothing_that_was_typed_is_lost(
    ann: Client, strict: League, data: bytes, sentence: str
) -> None:
    answer = ann.post(start(strict), {**LEGAL, "logo": file(data)})
    assert answer.status_code == 422
    assert sentence in words_on(answer)
    shown = form_on(answer, "?roster=human")
    assert {name: shown.get(name) for name in LEGAL} == LEGAL
    assert not Draft.objects.exists()
    assert not Logo.objects.exists()


@pytest.mark.parametrize("digest", ["0" * 64, "nonsense", "\x00"])
def test_a_picture_that_is_not_kept_is_refused(ann: Client, strict: League, digest: str) -> None:
    answer = ann.post(start(strict), {**LEGAL, "logo_kept": digest})
    assert answer.status_code == 422
    assert not Draft.objects.exists()


def test_a_coach_changes_the_crest_later_and_takes_it_away() -> None:
    league = cast.league()
    team = cast.team(league)
    ann, address = signed_in(team.coach), reverse("teams:logo-change", args=[team.pk])
    assert f'href="{address}"' in ann.get(reverse("teams:team", args=[team.pk])).content.decode()
    assert ann.post(address).status_code == 422
    assert ann.post(address, {"logo": file(b"no picture")}).status_code == 422
    assert ann.post(address, {"logo": file(b"x" * (BYTES_MOST + 1))}).status_code == 422
    assert ann.post(address, {"logo": file(png())}).status_code == 302
    assert Team.objects.get().logo_id
    assert ann.post(address, {"off": "yes"}).status_code == 302
    assert Team.objects.get().logo_id is None
    assert ann.get(reverse("teams:logo", args=[team.pk])).status_code == 404


def test_another_picture_under_the_same_key_is_not_the_same_request() -> None:
    team = cast.team(cast.league())
    ann, address = signed_in(team.coach), reverse("teams:logo-change", args=[team.pk])
    key = {"idempotency_key": "one"}
    assert ann.post(address, {**key, "logo": file(png())}).status_code == 302
    assert ann.post(address, {**key, "logo": file(png())}).status_code == 302
    assert ann.post(address, {**key, "logo": file(png(colour="blue"))}).status_code == 422


def test_every_edition_is_here() -> None:
    assert {edition for edition, _, _ in EDITIONS} == set(rulesets.available())

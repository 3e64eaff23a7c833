"""The match page: its story in words, the confirmation, the post-match checklist and the dice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from engine import effects as fx
from engine.dice import SeededDice, seal
from engine.team.ruling import Change
from leagues.mapping import ruleset_of
from leagues.models import AuditEntry, Coach
from matches.models import Match, PostMatchStep
from matches.selectors.matches import match_get, match_page, shown_mark
from matches.services.postmatch import sequence_advance
from matches.services.reports import report_return
from matches.web.reckoned_steps import RECKONED
from tests import cast
from tests.scenes import scene
from tests.web.reading import form_on, signed_in, words_on

pytestmark = pytest.mark.django_db


@scene
def match() -> Match:
    return cast.match(cast.season(cast.quiet_league()))


def page(match: Match, coach: Coach | None = None) -> HttpResponse:
    client = signed_in(coach) if coach else Client()
    return client.get(reverse("matches:match", args=[match.pk]))


def send(match: Match, name: str, coach: Coach, **typed: str) -> HttpResponse:
    """Submit a form of the match page as it stands there."""
    action = reverse(f"matches:{name}", args=[match.pk])
    form = form_on(page(match, coach), action)
    assert form, f"the page has no form for {action}"
    return signed_in(coach).post(action, {**form, **typed})


def choose(step: PostMatchStep, coach: Coach, choice: str) -> HttpResponse:
    return signed_in(coach).post(reverse("matches:choose", args=[step.pk]), {"choice": choice})


def with_a_casualty(match: Match) -> Match:
    hurt = {"casualties": [{"victim": "p5", "cause": "block", "by": "p11"}, {"victim": "p6", "cause": "crowd"}]}
    home, away = match.home.key, match.away.key
    dice = {
        f"casualty/{away}/p5": (5, 3),
        f"winnings/{home}/1": (3,),
        f"fan-factor/{home}/3d6": (1, 1, 2),
        f"fan-factor/{away}/2d6": (1, 1),
        f"expensive-mistakes/{home}/table": (1,),
        f"expensive-mistakes/{home}/minor": (2,),
        f"expensive-mistakes/{away}/table": (6,),
    }
    return cast.file(match, away=hurt, dice=dice)


def under_way(match: Match) -> Match:
    """Confirmed and advanced until the winner has to choose about his winnings."""
    confirmed = cast.confirm(with_a_casualty(match))
    sequence_advance(match=confirmed)
    return cast.reread(confirmed)


def finished(match: Match) -> Match:
    waiting = under_way(match)
    (step,) = cast.waiting(waiting)
    choose(step, step.team.coach, "keep")
    sequence_advance(match=waiting)
    return cast.reread(waiting)


def test_a_casualty_that_was_told_without_its_dice_is_in_the_story(match: Match) -> None:
    told = {"casualties": [{"victim": "p5", "cause": "crowd", "result": "broken-ribs"}]}
    filed = cast.file(match, away=told)
    assert "Broken Ribs: misses the next match" in words_on(page(filed))
    confirmed = cast.confirm(filed)
    assert "Broken Ribs: misses the next match" in words_on(page(confirmed))
    assert not confirmed.league.dice_sessions.filter(rolls__key__startswith="casualty/").exists()


def test_a_match_to_come_offers_the_report_to_its_coaches_alone(match: Match) -> None:
    link = reverse("matches:report", args=[match.pk])
    assert link in page(match, match.home.coach).content.decode()
    assert link in page(match, match.away.coach).content.decode()
    seen = page(match)
    assert seen.status_code == 200
    assert link not in seen.content.decode()
    assert "Not played yet" in words_on(seen)


def test_a_filed_report_is_told_in_words(match: Match) -> None:
    words = words_on(page(with_a_casualty(match)))
    assert "Filed by Ann" in words
    assert "Touchdown × 2" in words  # noqa: RUF001
    assert "Block by #11" in words
    assert "Smashed Hip: misses the next match, −1 MA" in words  # noqa: RUF001
    assert "The server throws the D68 when the report is confirmed." in words
    assert "Nominated for most valuable player" in words


def test_the_other_coach_confirms_and_the_author_waits(match: Match) -> None:
    filed = with_a_casualty(match)
    confirm = reverse("matches:confirm", args=[match.pk])
    assert "The report waits for Bob." in words_on(page(filed, match.home.coach))
    assert form_on(page(filed, match.home.coach), confirm) == {}
    assert form_on(page(filed), confirm) == {}
    answer = send(filed, "confirm", match.away.coach)
    assert (answer.status_code, answer["Location"]) == (302, reverse("matches:match", args=[match.pk]))
    assert cast.reread(match).status == "confirmed"


def test_confirming_twice_runs_one_post_match(match: Match) -> None:
    filed = cast.file(match)
    action = reverse("matches:confirm", args=[match.pk])
    form = form_on(page(filed, match.away.coach), action)
    client = signed_in(match.away.coach)
    assert [client.post(action, form).status_code for _ in range(2)] == [302, 302]
    assert AuditEntry.objects.filter(action="report.confirmed").count() == 1


def test_a_stale_confirmation_is_told_on_the_page_as_it_stands_now(match: Match) -> None:
    filed = cast.file(match)
    action = reverse("matches:confirm", args=[match.pk])
    old = form_on(page(filed, match.away.coach), action)
    cast.confirm(filed)
    answer = signed_in(match.away.coach).post(action, old)
    assert answer.status_code == 409
    assert "There is no report of this match that waits for a confirmation." in words_on(answer)
    assert "Post-match under way" in words_on(answer)


def test_nobody_confirms_a_report_that_he_has_not_read(match: Match) -> None:
    filed = cast.file(match, (2, 1))
    action = reverse("matches:confirm", args=[match.pk])
    old = form_on(page(filed, match.away.coach), action)
    report_return(match=filed, actor=match.home.coach)
    cast.file(cast.reread(match), (3, 1))
    answer = signed_in(match.away.coach).post(action, old)
    assert answer.status_code == 409
    assert "is not the one that was shown to you any more" in words_on(answer)
    assert cast.reread(match).status == "reported"


def test_a_report_is_sent_back_with_a_reason_that_everybody_sees(match: Match) -> None:
    filed = cast.file(match)
    answer = send(filed, "return", match.away.coach, reason="It was 1-1 <b>at most</b>")
    assert answer.status_code == 302
    assert cast.reread(match).status == "scheduled"
    seen = page(match)
    assert "Bob sent the report back." in words_on(seen)
    assert "“It was 1-1 <b>at most</b>”" in words_on(seen)
    assert "<b>at most" not in seen.content.decode()


def test_a_reason_with_characters_that_do_not_exist_is_kept_without_them(match: Match) -> None:
    """Found by the soak: PostgreSQL keeps no NUL."""
    filed = cast.file(match)
    assert send(filed, "return", match.away.coach, reason="It was\x00 2-2.\n\u202eReally.").status_code == 302
    assert AuditEntry.objects.get(action="report.returned").data["reason"] == "It was 2-2.\nReally."


def test_a_reason_that_is_too_long_says_both_numbers_and_returns_nothing(match: Match) -> None:
    refused = send(cast.file(match), "return", match.away.coach, reason="W" * 301)
    assert refused.status_code == 422
    assert "A remark has at most 300 characters; this one has 301." in words_on(refused)
    assert cast.reread(match).status == "reported"


def test_who_confirms_sees_every_die_that_was_typed_in(match: Match) -> None:
    home, away = match.home.key, match.away.key
    typed = {f"fans/{home}": (6, 6), f"winnings/{away}/1": (1,), f"mvp/{home}": (2,)}
    page_seen = page(cast.file(match, dice=typed), match.away.coach)
    shown = page_seen.context["typed_dice"]
    assert {(die.team, die.roll.key, die.roll.faces) for die in shown} == {
        (match.home, f"fans/{home}", (6, 6)),
        (match.away, f"winnings/{away}/1", (1,)),
        (match.home, f"mvp/{home}", (2,)),
    }
    assert "Dice thrown at the table, which you agree to as well" in words_on(page_seen)


def test_a_report_without_table_dice_says_so(match: Match) -> None:
    assert "the server throws all of them" in words_on(page(cast.file(match), match.away.coach))


def test_a_confirmation_that_is_refused_names_every_reason() -> None:
    """A commissioner has ruled in between that a player of the report could not play."""
    waiting = cast.file(cast.match())
    cast.ruled(waiting.away, Change("misses-next", "p10", yes=True))
    refused = send(waiting, "confirm", waiting.away.coach)
    words = words_on(refused)
    assert refused.status_code == 422
    assert "misses this match, injured." in words
    assert "Rule: Who may play" in words
    assert "Send it back, and it can be mended." in words


def test_a_report_that_was_sent_back_waits_for_its_author(match: Match) -> None:
    report_return(match=cast.file(match), reason="It was 2-2.", actor=match.away.coach)
    mine = words_on(signed_in(match.home.coach).get(reverse("matches:home")))
    assert "Mend your report" in mine
    assert "Mend your report" not in words_on(signed_in(match.away.coach).get(reverse("matches:home")))
    assert f"{match.away.coach.name} sent the report back." in words_on(page(cast.reread(match)))


def test_a_choice_is_said_at_the_top_and_linked_to_from_home(match: Match) -> None:
    waiting = under_way(match)
    (step,) = cast.waiting(waiting)
    assert 'href="#yours"' in page(waiting, match.home.coach).content.decode()
    assert 'href="#yours"' not in page(waiting, match.away.coach).content.decode()
    home = signed_in(match.home.coach).get(reverse("matches:home")).content.decode()
    assert f"/matches/{match.pk}/#step-{step.pk}" in home


def test_an_author_may_take_his_report_back_but_only_once(match: Match) -> None:
    filed = cast.file(match)
    action = reverse("matches:return", args=[match.pk])
    form = form_on(page(filed, match.home.coach), action)
    client = signed_in(match.home.coach)
    assert client.post(action, form).status_code == 302
    assert client.post(action, {**form, "idempotency_key": "another"}).status_code == 409


def test_the_winner_keeps_or_throws_again_with_the_die_before_him(match: Match) -> None:
    waiting = under_way(match)
    (step,) = cast.waiting(waiting)
    action = reverse("matches:choose", args=[step.pk])
    own = page(waiting, match.home.coach)
    assert action in own.content.decode()
    fame = PostMatchStep.objects.get(pk=step.pk).team.last_match["fame"]
    assert f"Keep the roll ({40 + 10 * fame}k gp)" in words_on(own)
    other = page(waiting, match.away.coach)
    assert action not in other.content.decode()
    assert "Waits for Ann." in words_on(other)
    assert choose(step, match.home.coach, "reroll").status_code == 302
    sequence_advance(match=waiting)
    assert cast.reread(match).status == "finished"
    words = words_on(page(match))
    assert "Throw again" in words
    assert f"winnings/{match.home.key}/2" in words


def test_a_choice_is_its_coach_s_and_made_once(match: Match) -> None:
    (step,) = cast.waiting(under_way(match))
    assert choose(step, match.away.coach, "keep").status_code == 403
    refused = choose(step, match.home.coach, "dance")
    assert refused.status_code == 422
    assert "“dance” is not one of the choices: keep, reroll." in words_on(refused)
    assert choose(step, match.home.coach, "keep").status_code == 302
    late = choose(step, match.home.coach, "reroll")
    assert late.status_code == 409
    assert "“keep” was chosen here already, by Ann, on" in words_on(late)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (-1, "Fan factor: 3, which falls to 2 without a throw."),
        (0, "Fan factor: 3, as before. After this match nobody throws for them."),
    ],
)
def test_a_fan_factor_that_no_die_moved_is_told_without_one(match: Match, change: int, said: str) -> None:
    """Conceding: the fan factor falls without a throw."""
    page = match_page(finished(match))
    side = page.sides[1]
    line = next(line for line in side.steps if line.step.name == "fan-factor")
    effects = (fx.GoodsChanged("fan-factor", change),) if change else ()
    told = RECKONED["fan-factor"](page, side, replace(line, rolls=(), effects=effects), ruleset_of(match.ruleset_id))
    assert [one.text for one in told] == [said]


def test_the_steps_say_what_they_did(match: Match) -> None:
    words = words_on(page(finished(match)))
    assert "Casualty caused +2 SPP" in words
    assert "Most valuable player" in words
    assert "Bonus for a win +10k gp" in words
    assert "Fan factor: 4 against 3, which makes it 4." in words
    assert "Fan factor: 2 against 3, which leaves 2." in words
    assert "Minor incident −20k gp" in words  # noqa: RUF001
    assert "Crisis averted 0 gp" in words


def test_a_small_treasury_tempts_nobody() -> None:
    league = cast.league()
    goods = {"reroll": 2, "fan-factor": 3, "assistant-coach": 10, "cheerleader": 22}
    poor = [
        cast.team(league, name, by=by, positions={"lineman": 11}, goods=goods)
        for name, by in (("Reavers", "Ann"), ("Avengers", "Bob"))
    ]
    words = words_on(page(cast.play(cast.match(cast.season(league, poor)), (0, 0))))
    assert words.count("A treasury below 100k gp tempts nobody.") == 2


def test_the_seed_is_shown_when_nothing_more_can_be_thrown_and_gives_every_die(match: Match) -> None:
    waiting = under_way(match)
    dice = page(waiting).context["page"].dice
    assert dice.seal in words_on(page(waiting))
    assert "Seed" not in words_on(page(waiting)).split()
    (step,) = cast.waiting(waiting)
    choose(step, match.home.coach, "keep")
    sequence_advance(match=waiting)
    shown = page(match)
    seed = bytes.fromhex(shown.context["page"].dice.seed)
    assert seed.hex() in words_on(shown)
    assert seal(seed) == dice.seal
    seeded = [roll for roll in shown.context["page"].dice.rolls if roll.source == "seeded"]
    assert seeded
    for roll in seeded:
        assert SeededDice(seed).roll(roll.key, *roll.sides).faces == tuple(roll.faces)
        assert roll.key in words_on(shown)


def test_the_checklist_is_asked_for_again_until_the_match_is_finished(match: Match) -> None:
    waiting = under_way(match)
    address = reverse("matches:progress", args=[match.pk])
    shown = page(waiting).content.decode()
    asks = f'hx-get="{address}?seen='
    assert asks in shown
    mark = shown.split(asks, 1)[1].split('"', 1)[0]
    client = signed_in(match.home.coach)
    same = client.get(address, {"seen": mark})
    assert (same.status_code, same.content) == (204, b"")
    (step,) = cast.waiting(waiting)
    choose(step, match.home.coach, "keep")
    sequence_advance(match=waiting)
    last = client.get(address, {"seen": mark})
    html = last.content.decode()
    assert last.status_code == 200
    assert "<html" not in html
    assert "hx-get" not in html
    assert 'id="match-status" hx-swap-oob="true"' in html
    assert "Finished" in words_on(last)


def test_a_page_that_was_read_while_the_last_step_ran_asks_once_more(match: Match) -> None:
    """The match is read first and its steps after it: whoever finishes in between must not leave the page behind."""
    waiting = under_way(match)
    (step,) = cast.waiting(waiting)
    choose(step, match.home.coach, "keep")
    read_before = match_get(match.home.coach, match.pk)
    sequence_advance(match=waiting)
    mark = shown_mark(match_page(read_before))
    answer = signed_in(match.home.coach).get(reverse("matches:progress", args=[match.pk]), {"seen": mark})
    assert answer.status_code == 200
    assert "Finished" in words_on(answer)


@pytest.mark.parametrize("name", ["confirm", "return"])
def test_what_changes_a_match_is_only_posted_by_who_may(match: Match, name: str) -> None:
    cast.file(match)
    action = reverse(f"matches:{name}", args=[match.pk])
    sent = {"report": "1"}
    looked_at = signed_in(match.away.coach).get(action)
    assert (looked_at.status_code, looked_at["Allow"]) == (405, "POST")
    assert "This address only takes what a form sends, and nothing was sent." in words_on(looked_at)
    program = signed_in(match.away.coach).get(reverse(f"api:match-{name}", args=[match.pk]))
    assert (program.status_code, program["Content-Type"]) == (405, "application/problem+json")
    assert program.json()["code"] == "method_not_allowed"
    assert signed_in(cast.member(match.league, "Dora")).post(action, sent).status_code == 403
    anonymous = Client().post(action, sent)
    back = reverse("matches:match", args=[match.pk])
    assert (anonymous.status_code, anonymous["Location"]) == (302, f"{reverse('leagues:login')}?next={back}")
    assert Client(enforce_csrf_checks=True).post(action, sent).status_code == 403
    assert cast.reread(match).status == "reported"


def test_nobody_confirms_his_own_report(match: Match) -> None:
    cast.file(match)
    own = signed_in(match.home.coach).post(reverse("matches:confirm", args=[match.pk]), {"report": "1"})
    assert own.status_code == 403


def test_a_private_league_s_match_is_not_found_by_others() -> None:
    match = cast.match(cast.season(cast.league(public=False)))
    step = cast.waiting(under_way(match))[0]
    stranger = cast.coach("Dora")
    assert page(match).status_code == 404
    assert page(match, stranger).status_code == 404
    for name in ("confirm", "return"):
        assert signed_in(stranger).post(reverse(f"matches:{name}", args=[match.pk])).status_code == 404
    assert signed_in(stranger).get(reverse("matches:progress", args=[match.pk])).status_code == 404
    assert choose(step, stranger, "keep").status_code == 404
    assert page(match, match.home.coach).status_code == 200

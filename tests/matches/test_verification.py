"""Anybody can prove a match: dice thrown again from their seed, effects decided again from what was told and fell."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from engine import effects as fx
from engine.dice import seal
from matches.models import DiceRoll, DiceSession, Match, MatchStatus
from matches.selectors import verification
from matches.selectors.improvements import improvement_page
from matches.selectors.verification import Verified, league_verified, match_verified
from matches.services.dice import session_go_on
from matches.services.improvements import improvement_choose, improvement_roll
from teams.models import EffectRow, HistoryEntry, Revision
from teams.selectors.teams import team_get
from tests import cast

pytestmark = pytest.mark.django_db


def a_match(**rules: Any) -> Match:
    named = {name.replace("_", "-"): value for name, value in rules.items()}
    return cast.match(cast.season(cast.league(house_rules={"hire-window": False, **named})))


def codes(verified: Verified) -> list[str]:
    return [problem.code for problem in verified.problems]


def session_of(match: Match) -> DiceSession:
    return DiceSession.objects.get(league=match.league, occasion=match.key)


def entry_of(match: Match, kind: str = "match", step: str = "") -> HistoryEntry:
    entries = HistoryEntry.objects.filter(cause__league=match.league, cause__occasion=match.key, cause__kind=kind)
    found = [one for one in entries.order_by("step") if not step or one.revision.inputs.get("step") == step]
    return found[0]


def test_a_match_that_is_over_comes_out_the_same() -> None:
    match = cast.play(a_match())
    verified = match_verified(match)
    assert codes(verified) == []
    (seed,) = verified.seeds
    assert seed.seal == seal(bytes.fromhex(seed.seed))
    assert {check.roll.key for check in seed.rolls} == set(DiceRoll.objects.values_list("key", flat=True))
    assert all(check.again == check.roll.faces for check in seed.rolls)
    assert {(one.kind, one.step) for one in verified.causes} >= {("match", ""), ("post-match", "winnings")}
    assert all(one.same for one in verified.causes)


def test_nothing_is_said_of_a_seed_that_is_still_sealed_but_that_it_fits() -> None:
    match = cast.advance(cast.confirm(cast.file(a_match())))
    assert match.status == MatchStatus.CONFIRMED
    verified = match_verified(match)
    assert verified.sealed
    assert codes(verified) == []
    (seed,) = verified.seeds
    assert (seed.seed, seed.holds) == ("", True)
    assert {check.state for check in seed.rolls} == {"same"}
    assert {check.again for check in seed.rolls} == {()}
    assert bytes(session_of(match).seed).hex() not in repr(verified)


def test_before_a_match_there_is_its_seal_and_nothing_else() -> None:
    verified = match_verified(a_match())
    assert [(one.seed, one.holds, one.rolls) for one in verified.seeds] == [("", True, ())]
    assert verified.causes == ()


def test_dice_of_the_table_are_named_as_such() -> None:
    match = a_match()
    key = f"winnings/{match.home.key}/1"
    over = cast.play(match, dice={key: (4,)})
    states = {check.roll.key: check.state for check in match_verified(over).rolls}
    assert states.pop(key) == "table"
    assert set(states.values()) == {"same"}


def wrong_face(match: Match, key: str = "") -> DiceRoll:
    """A die that somebody slipped in before it was thrown: it lies on the table, and the seed gives another."""
    key = key or f"winnings/{match.away.key}/1"
    (true,) = verification.thrown_again(verification.Roll(key, (6,), (), "seeded"), bytes(session_of(match).seed))
    return DiceRoll.objects.create(session=session_of(match), key=key, sides=[6], faces=[true % 6 + 1], source="seeded")


def test_a_die_that_does_not_follow_from_the_seed_is_named_with_both_faces() -> None:
    match = a_match()
    row = wrong_face(match)
    verified = match_verified(cast.play(match))
    assert codes(verified) == ["die_differs"]
    (check,) = [one for one in verified.rolls if one.state == "differs"]
    assert check.again == (row.faces[0] - 1 or 6,)
    assert str(verified.problems[0]) == (
        f"{row.key} (D6): {row.faces[0]} is on record, and the seed gives {check.again[0]}."
    )


def test_of_a_sealed_seed_the_true_face_is_not_named() -> None:
    match = a_match()
    wrong_face(match)
    verified = match_verified(cast.advance(cast.confirm(cast.file(match))))
    assert codes(verified) == ["die_differs_sealed"]
    assert {check.again for check in verified.rolls} == {()}


def test_a_seal_that_is_not_the_hash_of_its_seed_is_named() -> None:
    match = cast.play(a_match())
    DiceSession.objects.create(
        league=match.league, occasion=f"{match.key}+2", seed=b"x" * 32, seal="0" * 64, goes_on=session_of(match)
    )
    assert codes(match_verified(match)) == ["seal_broken"]


def test_a_match_that_was_reopened_is_verified_by_each_of_its_seeds() -> None:
    match = cast.play(a_match())
    session_go_on(session_of(match))
    Match.objects.filter(pk=match.pk).update(status=MatchStatus.SCHEDULED)
    first, second = match_verified(cast.reread(match)).seeds
    assert first.seed  # it had been shown
    assert second.seed == ""
    assert all(check.again for check in first.rolls)


def forged(match: Match, step: str = "journeymen") -> None:
    """Points that nobody earned: nothing that comes later depends on them."""
    entry = entry_of(match, "post-match", step)
    data = fx.to_data(fx.SppEarned("p9", "completion", 1, 1))
    EffectRow.objects.create(revision=entry.revision, nth=99, team=match.home, kind="SppEarned", data=data)


def test_points_that_nobody_earned_are_found() -> None:
    match = cast.play(a_match())
    forged(match)
    verified = match_verified(match)
    assert codes(verified) == ["effects_differ"]
    assert [(one.kind, one.step) for one in verified.causes if not one.same] == [("post-match", "journeymen")]


def test_a_difference_is_not_handed_on_to_what_follows() -> None:
    """Each cause is looked at in the world that is on record: the next match is not blamed for it."""
    season = cast.season(cast.quiet_league(), legs=2)
    first, second = cast.play(cast.match(season)), cast.play(cast.match(season))
    forged(first)
    found = {one.match.pk if one.match else 0: codes(one) for one in league_verified(first.league)}
    assert found == {first.pk: ["effects_differ"], second.pk: [], 0: []}


def test_what_an_older_engine_told_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    match = cast.play(a_match())
    forged(match)
    monkeypatch.setattr(verification, "ENGINE_VERSION", "99")
    verified = match_verified(match)
    assert codes(verified) == ["effects_by_version"]
    assert verified.by_version == 1
    # What comes out the same is no difference, whichever engine has told it.
    assert sum(one.same for one in verified.causes) == len(verified.causes) - 1


def _retold(entry: HistoryEntry, **changes: Any) -> None:
    """The same cause told otherwise, with the effects that it had."""
    last = entry.revision
    told = {
        "cause": last.cause,
        "number": last.number + 1,
        "place": last.place,
        "step": last.step,
        "inputs": last.inputs,
        "rolls": last.rolls,
        "ruleset": last.ruleset,
        "engine_version": last.engine_version,
        **changes,
    }
    entry.revision = Revision.objects.create(**told)
    entry.save()
    for row in last.effects.all():
        EffectRow.objects.create(revision=entry.revision, nth=row.nth, team=row.team, kind=row.kind, data=row.data)


def test_a_die_that_the_ledger_counts_and_that_never_fell_so_is_named() -> None:
    match = cast.play(a_match())
    entry = entry_of(match, "post-match", "winnings")
    _retold(entry, rolls=[{**roll, "faces": [roll["faces"][0] % 6 + 1]} for roll in entry.revision.rolls])
    assert codes(match_verified(match)) == ["die_off_record", "effects_differ"]


def test_a_die_that_is_gone_is_missed() -> None:
    match = cast.play(a_match())
    _retold(entry_of(match, "post-match", "winnings"), rolls=[])
    assert codes(match_verified(match)) == ["effects_want_a_die"]


def test_a_choice_that_nobody_could_have_made_is_named_with_the_reason() -> None:
    match = cast.play(a_match())
    entries = HistoryEntry.objects.filter(cause__occasion=match.key, cause__kind="post-match")
    (winner,) = [one for one in entries if one.revision.inputs["choice"] == "keep"]
    _retold(winner, inputs={**winner.revision.inputs, "choice": "cheat"})
    verified = match_verified(match)
    assert codes(verified) == ["effects_undecidable"]
    assert "“cheat” is not one of the choices" in str(verified.problems[0])


def improved(match: Match) -> Match:
    over = cast.finish(cast.confirm(cast.file(match)))
    team = cast.again(over.home)
    improvement_roll(team=team, player="p10", actor=team.coach)
    page = improvement_page(team_get(team.coach, team.pk), "p10")
    improvement_choose(team=cast.again(team), player="p10", choice=page.offers[0].key, actor=team.coach)
    return over


def test_the_dice_of_an_improvement_are_verified_and_stay_sealed() -> None:
    """Were it taken back, he would be thrown for by the same seed: nobody may know it."""
    match = improved(a_match())
    # Between two matches it stands behind them: it belongs to no match.
    besides = list(league_verified(match.league))[-1]
    assert besides.match is None
    assert codes(besides) == []
    (seed,) = besides.seeds
    assert (seed.seed, [check.state for check in seed.rolls]) == ("", ["same"])
    assert "improvement" in {one.kind for one in besides.causes}


def test_a_league_is_verified_match_by_match_with_what_belongs_to_none() -> None:
    season = cast.season(cast.quiet_league(), legs=2)
    first = cast.play(cast.match(season))
    second = cast.confirm(cast.file(cast.match(season)))
    found = list(league_verified(first.league))
    assert [one.match.pk if one.match else None for one in found] == [first.pk, second.pk, None]
    assert [codes(one) for one in found] == [[], [], []]
    assert {one.kind for one in found[-1].causes} == {"draft"}
    alone = list(league_verified(first.league, [second], besides=False))
    assert [one.match for one in alone] == [second]


def test_one_by_one_or_all_together_the_same_is_found() -> None:
    season = cast.season(cast.quiet_league(), legs=3)
    for _ in range(3):
        wrong_face(match := cast.match(season))
        cast.play(match)
    together = {one.match.pk: one for one in league_verified(season.league) if one.match}
    assert len(together) == 3
    for pk, one in together.items():
        assert match_verified(Match.objects.select_related("home", "away").get(pk=pk)) == one
        assert codes(one) == ["die_differs"]


def test_a_league_is_read_once_however_many_matches_it_has(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    season = cast.season(cast.quiet_league(), legs=3)
    for _ in range(3):
        cast.play(cast.match(season))
    with django_assert_max_num_queries(9):
        assert len(list(league_verified(season.league))) == 4


# The command


def command(*args: Any, **options: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("verify_match", *args, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


def test_the_command_says_what_it_looked_at() -> None:
    match = cast.play(a_match())
    out, err = command(str(match.pk))
    assert out.startswith("1 matches, 0 still sealed; ")
    assert "0 differences" in out
    assert err == ""
    assert command("--all")[0].startswith("1 matches")
    assert command("--league", match.league.slug)[0].startswith("1 matches")


def test_the_command_fails_when_something_differs_and_names_it() -> None:
    match = a_match()
    row = wrong_face(match)
    over = cast.play(match)
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_match", str(over.pk), stdout=out, stderr=err)
    assert ended.value.code == 1
    assert row.key in err.getvalue()
    assert "1 differences, 0 of them by another version" in out.getvalue()


@pytest.mark.parametrize("args", [["999"], ["--league", "nowhere"]])
def test_the_command_says_when_there_is_nothing_of_that_name(args: list[str]) -> None:
    with pytest.raises(CommandError):
        command(*args)


def test_the_command_wants_to_know_what_to_verify() -> None:
    with pytest.raises(CommandError):
        command()

"""Refusals: stable codes, messages that can be filled in, rules that can be looked up, and a page that lists them."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import errors, rulesets
from engine.errors import EngineError, Problem, Refused
from tests.engine import error_catalogue as catalogue
from tests.engine.given import RULES

ENGINE_ERRORS = sorted(
    (one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, EngineError)),
    key=lambda cls: cls.__name__,
)


def an_error(cls: type[EngineError]) -> EngineError:
    given = {name: f"<{name}>" for name in catalogue.placeholders(cls.message)}
    if issubclass(cls, Refused):
        return cls((Problem("a", "A {thing}.", params={"thing": "b"}), Problem("c", "C.")))
    return cls(**given)


@pytest.mark.parametrize("cls", ENGINE_ERRORS, ids=lambda cls: cls.__name__)
def test_an_error_says_what_it_knows(cls: type[EngineError]) -> None:
    error = an_error(cls)
    assert str(error) == cls.message.format(**error.params)
    assert "{" not in str(error)
    assert set(error.params) == catalogue.placeholders(cls.message)


def test_every_code_belongs_to_one_error_class() -> None:
    codes = Counter(error.code for error in catalogue.error_classes().values())
    assert [code for code, times in codes.items() if times > 1] == []


def test_errors_and_problems_do_not_share_codes() -> None:
    assert not {one.code for one in catalogue.problem_codes()} & {
        error.code for error in catalogue.error_classes().values()
    }


def test_the_catalogue_finds_what_the_engine_has() -> None:
    found = {error.name for error in catalogue.error_classes().values() if error.module == "engine/errors.py"}
    assert found == {cls.__name__ for cls in ENGINE_ERRORS}
    for cls in ENGINE_ERRORS:
        read = catalogue.error_classes()[cls.__name__]
        assert (read.code, read.message, read.rule) == (cls.code, cls.message, cls.rule)
    assert {"player_dead", "draft_too_expensive", "in_debt"} <= {one.code for one in catalogue.problem_codes()}


def test_wherever_an_error_is_made_it_gets_the_data_its_message_needs() -> None:
    lacking = [
        f"{where}: {error.name} lacks {sorted(missing)}"
        for error, given, where in catalogue.error_calls()
        if (missing := catalogue.placeholders(error.message) - given - error.given)
    ]
    assert lacking == []


def test_wherever_a_problem_is_made_it_gets_the_data_its_message_needs() -> None:
    lacking = [
        f"{one.module}: {one.code} lacks {sorted(missing)}"
        for one in catalogue.problem_codes()
        for message in one.messages
        if one.given is not None and (missing := catalogue.placeholders(message) - one.given)
    ]
    assert lacking == []


def test_every_problem_of_a_code_speaks_the_same_words_by_the_same_rule() -> None:
    told: dict[str, set[tuple[tuple[str, ...], str]]] = {}
    for one in catalogue.problem_codes():
        told.setdefault(one.code, set()).add((one.messages, one.rule))
    assert [code for code, ways in told.items() if len(ways) > 1] == []


def test_every_rule_that_is_broken_can_be_looked_up() -> None:
    named = {error.rule for error in catalogue.error_classes().values()}
    named |= {one.rule for one in catalogue.problem_codes()}
    # One rule is named after the good that a team list forbids.
    known = {rule for key in rulesets.available() for rule in rulesets.get(key).rules} | {"", "draft.…"}
    assert named <= known
    assert "draft.apothecary" in RULES.rules


def test_every_problem_of_the_engine_names_its_rule() -> None:
    assert [one.code for one in catalogue.problem_codes() if one.module.startswith("engine/") and not one.rule] == []


def test_docs_errors_lists_every_error_and_problem() -> None:
    written = catalogue.DOCUMENT.read_text("utf-8")
    codes = {error.code for error in catalogue.error_classes().values()}
    codes |= {one.code for one in catalogue.problem_codes()}
    assert [code for code in sorted(codes) if f"`{code}`" not in written] == []
    assert written == catalogue.rendered(), "run: python -m tests.engine.error_catalogue"


def test_a_refusal_carries_all_its_problems() -> None:
    problems = (Problem("a", "A {thing}.", "draft", "name", {"thing": "b"}), Problem("c", "C."))
    refusal = Refused(problems)
    assert refusal.problems == problems
    assert str(refusal) == "To be put right first: 2."


def test_a_problem_is_plain_data_with_its_sentence() -> None:
    assert Problem("a", "A {thing}.", "draft", "name", {"thing": "b"}).to_data() == {
        "code": "a",
        "title": "A b.",
        "rule": "draft",
        "where": "name",
        "params": {"thing": "b"},
        "severity": "error",
    }

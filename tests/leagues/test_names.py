import pytest

from leagues.errors import NameInvalid
from leagues.names import clean_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann   of the\u00a0Hill ", "Ann of the Hill"),
        ("Zoe\u0308", "Zoë"),
        ("مي\u200cكنم", "مي\u200cكنم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x", "x"),
        ("x" * 80, "x" * 80),
        ("O'Neil-Ødegård", "O'Neil-Ødegård"),
    ],
)
def test_a_name_is_kept_as_people_write_it(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "x" * 81, "a\nb", "a\tb", "a\x00b", "a\x85b", "a\u2028b", "a\u202eb", "a\u2066b", "\u200d", "\u0301"],
)
def test_a_name_that_cannot_be_seen_or_turns_the_page_is_refused(typed: str) -> None:
    with pytest.raises(NameInvalid):
        clean_name(typed)

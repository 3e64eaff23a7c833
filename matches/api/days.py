"""Days in the bodies of calls: as text, so that a shape needs no type of its own for them."""

from datetime import date

from engine.typed import DataInvalid


def day_of_text(text: str) -> date | None:
    """The day, None where nothing was said; refused when it is none."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise DataInvalid(["played_on: expected a day such as 2026-11-18"]) from None

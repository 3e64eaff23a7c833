"""A statement as a table for spreadsheets."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from typing import Protocol

from django.utils.translation import gettext

from config.words import word
from teams.selectors.statement import StatementBlock, StatementRow

# A cell that begins like this is a formula to a spreadsheet, and teams are called what people like.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Writable(Protocol):
    def write(self, content: str) -> object: ...


def write_statement(out: Writable, blocks: Sequence[StatementBlock]) -> None:
    """The movements of gold, oldest first; ``blocks`` come with the latest first."""
    table = csv.writer(out)
    table.writerow(
        [gettext("Occasion"), gettext("Against"), gettext("Why"), gettext("What"), gettext("Gold"), gettext("Left")]
    )
    for block in reversed(blocks):
        table.writerows(_cells(block, row) for row in block.rows)


def _cells(block: StatementBlock, row: StatementRow) -> list[object]:
    against = block.opponent.name if block.opponent else ""
    what = f"{row.times} × {row.subject}" if row.times > 1 else row.subject  # noqa: RUF001
    said = what or row.line.note or ", ".join(_parts(row))
    texts = [block.occasion, against, word("reason", row.line.reason), said]
    return [*map(_harmless, texts), row.line.amount, row.line.balance]


def _parts(row: StatementRow) -> Iterator[str]:
    for part in row.line.parts:
        yield f"{word('part', part.why)} {part.amount}"


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text

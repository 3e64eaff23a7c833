"""docs/benchmarks.md: each tool keeps a section of its own there, and leaves the others alone."""

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent.parent / "docs" / "benchmarks.md"
TITLE = "# Benchmarks\n\nWritten by `make bench` and `make soak`; nothing here is typed by hand.\n"


def write_section(name: str, body: str, *, file: Path = FILE) -> None:
    """Replace the section `name`, or add it."""
    text = file.read_text() if file.exists() else TITLE
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    section = f"{begin}\n{body.strip()}\n{end}"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    known = pattern.search(text)
    file.write_text(pattern.sub(lambda _: section, text) if known else f"{text.rstrip()}\n\n{section}\n")


def machine() -> str:
    """One line that says what the numbers were measured on."""
    day = datetime.now(tz=UTC).date().isoformat()
    return (
        f"{day}, Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    )

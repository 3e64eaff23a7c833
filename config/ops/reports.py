"""Reads what pytest wrote about its runs."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    results: list[tuple[str, str]] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.reasons.update(other.reasons)
        self.results += other.results

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def read_junit(file: Path) -> Tally:
    """A test that failed and then failed to clean up is one test that failed."""
    tally = Tally()
    worst: dict[str, str] = {}
    for case in ElementTree.parse(file).getroot().iter("testcase"):  # noqa: S314 - written by our own pytest
        name = f"{case.get('classname')}.{case.get('name')}"
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            worst[name] = "failed"
        elif skipped is not None and worst.get(name) != "failed":
            worst[name] = "skipped"
            tally.reasons[_reason(skipped)] += 1
        else:
            worst.setdefault(name, "passed")
        for found in case.iter("property"):
            if found.get("name") == "result":
                # Said before the test was over: of one that failed, nothing held.
                said = str(found.get("value")) if worst[name] == "passed" else worst[name].upper()
                tally.results.append((str(case.get("name")), said))
    outcomes = Counter(worst.values())
    tally.passed, tally.failed, tally.skipped = outcomes["passed"], outcomes["failed"], outcomes["skipped"]
    return tally


def _reason(skipped: ElementTree.Element) -> str:
    return str(skipped.get("message") or "no reason given").removeprefix("Skipped: ")

from pathlib import Path

from config.ops.benchmarks import write_section
from config.ops.reports import read_junit

JUNIT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite>
  <testcase classname="tests.a" name="test_won"/>
  <testcase classname="tests.a" name="test_won_by_many">
    <properties><property name="result" value="9,000 sequences"/></properties>
  </testcase>
  <testcase classname="tests.a" name="test_lost"><failure message="1 != 2"/></testcase>
  <testcase classname="tests.a" name="test_lost"><error message="and could not clean up"/></testcase>
  <testcase classname="tests.a" name="test_broke"><error message="no fixture"/></testcase>
  <testcase classname="tests.b" name="test_sat_out"><skipped message="Skipped: no Redis was found"/></testcase>
</testsuite></testsuites>
"""


def test_a_run_is_counted_by_tests_and_not_by_complaints(tmp_path: Path) -> None:
    (tmp_path / "junit.xml").write_text(JUNIT)
    tally = read_junit(tmp_path / "junit.xml")
    assert str(tally) == "2 passed, 2 failed, 1 skipped"


def test_the_reasons_of_skips_are_kept(tmp_path: Path) -> None:
    (tmp_path / "junit.xml").write_text(JUNIT)
    assert dict(read_junit(tmp_path / "junit.xml").reasons) == {"no Redis was found": 1}


def test_what_a_test_measured_is_kept(tmp_path: Path) -> None:
    (tmp_path / "junit.xml").write_text(JUNIT)
    assert read_junit(tmp_path / "junit.xml").results == [("test_won_by_many", "9,000 sequences")]


def test_a_test_that_failed_has_no_result_to_show(tmp_path: Path) -> None:
    failed = '<testcase classname="t" name="test_lost"><failure/><properties>{}</properties></testcase>'
    said = '<property name="result" value="9,000 sequences held"/>'
    (tmp_path / "junit.xml").write_text(f"<testsuites>{failed.format(said)}</testsuites>")
    assert read_junit(tmp_path / "junit.xml").results == [("test_lost", "FAILED")]


def test_each_tool_writes_its_own_section_of_the_benchmarks(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.md"
    write_section("bench", "## Bench\n\n1 ms", file=file)
    write_section("soak", "## Soak\n\nseed 1", file=file)
    write_section("bench", "## Bench\n\n2 ms \\1", file=file)
    text = file.read_text()
    assert text.startswith("# Benchmarks\n")
    assert "1 ms" not in text
    assert "2 ms \\1" in text
    assert text.count("seed 1") == text.count("<!-- bench -->") == 1

import subprocess

import pytest

from config import pango


@pytest.fixture
def without_pango(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine without Pango; returns the commands that were run on it."""
    ran: list[list[str]] = []
    monkeypatch.setattr(pango.ctypes.util, "find_library", lambda name: None)
    monkeypatch.setattr(pango.shutil, "which", lambda name: f"/usr/bin/{name}" if name == "apt-get" else None)
    monkeypatch.setattr(pango.sys, "platform", "linux")

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        ran.append(list(command))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(pango.subprocess, "run", run)
    return ran


def test_a_missing_pango_is_installed_when_root(
    without_pango: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pango.os, "geteuid", lambda: 0)
    pango.ensure()
    assert list(pango.APT) in without_pango


def test_otherwise_the_exact_command_is_printed(
    without_pango: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pango.os, "geteuid", lambda: 1000)
    said = pango.ensure()
    assert without_pango == []
    assert said == pango.sentence()
    assert "sudo apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0" in said


def test_with_pango_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pango.ctypes.util, "find_library", lambda name: f"lib{name}.so")
    assert pango.ensure() is None

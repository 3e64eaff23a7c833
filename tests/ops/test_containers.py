"""The container files cannot be run here; what they name can be checked."""

import re
import shlex
from pathlib import Path
from typing import Any

import yaml

from config.ops import run
from tests.test_settings_documented import names_documented

ROOT = Path(__file__).resolve().parent.parent.parent
OF_PYTHON = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return found


def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text().replace("\\\n", " ")


def test_compose_sets_only_variables_that_exist() -> None:
    for name in ("web", "worker", "worker-long", "beat", "migrate"):
        assert set(services()[name]["environment"]) <= set(names_documented())


def test_the_image_sets_only_variables_that_exist() -> None:
    (line,) = re.findall(r"^ENV (.+)$", dockerfile(), re.MULTILINE)
    names = {part.split("=")[0] for part in shlex.split(line)}
    assert names - OF_PYTHON <= set(names_documented())


def test_the_image_serves_with_the_command_of_make_run() -> None:
    (command,) = re.findall(r"^CMD (.+)$", dockerfile(), re.MULTILINE)
    assert tuple(yaml.safe_load(command)) == run.WEB


def test_every_queue_has_a_worker() -> None:
    commands = [service["command"] for service in services().values() if "worker" in service.get("command", [])]
    assert {command[command.index("-Q") + 1] for command in commands} == {"rules", "long"}


def test_the_backups_client_is_as_new_as_the_server() -> None:
    """Debian bookworm's client is 15, and pg_dump refuses a server that is newer."""
    assert "bookworm" in dockerfile()
    assert services()["database"]["image"] == "postgres:15"

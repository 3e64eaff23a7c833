import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from config import logs

ROOT = Path(__file__).resolve().parent.parent.parent
SPEAK = """
import django, logging, structlog
django.setup()
structlog.contextvars.bind_contextvars(request_id="r-17")
structlog.get_logger("ours").info("gold_changed", amount=50)
logging.getLogger("theirs").warning("a library says %s", "hello", extra={"more": 1})
try:
    secret = "hidden-word"
    raise ValueError("broken")
except ValueError:
    structlog.get_logger("ours").exception("it_broke")
"""


def spoken(tmp_path: Path, shape: str) -> str:
    env = {"DATA_DIR": str(tmp_path), "LOG_FORMAT": shape, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", SPEAK], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    return done.stderr


def test_json_logs_are_one_event_per_line_ours_and_the_libraries(tmp_path: Path) -> None:
    ours, theirs, broke = [json.loads(line) for line in spoken(tmp_path, "json").splitlines()]
    assert (ours["event"], ours["amount"], ours["level"]) == ("gold_changed", 50, "info")
    assert (theirs["event"], theirs["logger"], theirs["more"]) == ("a library says hello", "theirs", 1)
    assert "ValueError: broken" in broke["exception"]


def test_every_line_of_a_request_carries_its_id(tmp_path: Path) -> None:
    assert {json.loads(line)["request_id"] for line in spoken(tmp_path, "json").splitlines()} == {"r-17"}


@pytest.mark.parametrize("shape", ["json", "console"])
def test_a_traceback_prints_no_local_variables(tmp_path: Path, shape: str) -> None:
    said = spoken(tmp_path, shape)
    assert "ValueError: broken" in said
    assert "hidden-word" not in said


def record(logger: str, level: int, **event: object) -> logging.LogRecord:
    return logging.LogRecord(logger, level, "", 0, event, None, None)


def test_the_sweep_is_said_only_when_it_fails() -> None:
    heard = logs.WithoutRoutine().filter
    receivers = "django_structlog.celery.receivers"
    assert not heard(record(receivers, logging.INFO, task_name=logs.ROUTINE_TASK, event="task_succeeded"))
    assert not heard(record(receivers, logging.INFO, child_task_name=logs.ROUTINE_TASK, event="task_enqueued"))
    assert heard(record(receivers, logging.ERROR, task_name=logs.ROUTINE_TASK, event="task_failed"))
    assert heard(record(receivers, logging.INFO, task_name="matches.tasks.postmatch_advance", event="task_started"))
    assert heard(record("matches.services", logging.INFO, task_name=logs.ROUTINE_TASK, event="step_done"))


def test_each_request_is_logged_with_an_id_of_its_own(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        client.get("/healthz")
        client.get("/healthz")
    events = [entry.msg for entry in caplog.records if isinstance(entry.msg, dict)]
    finished = [event for event in events if event["event"] == "request_finished"]
    assert [event["code"] for event in finished] == [200, 200]
    assert len({event["request_id"] for event in finished}) == 2

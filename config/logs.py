"""Logs: one event per line, as JSON for machines or coloured for people, with request and task ids bound."""

import logging
import sys
from typing import Any

import structlog

CONSOLE = "console"
JSON = "json"

# Runs every few seconds, mostly to find nothing: said only when it goes wrong, or by what it did find.
ROUTINE_TASK = "matches.tasks.sweep"

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


class WithoutRoutine(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno > logging.INFO or not isinstance(record.msg, dict):
            return True
        named = (record.msg.get("task_name"), record.msg.get("child_task_name"))
        return not (record.name.startswith("django_structlog.celery") and ROUTINE_TASK in named)


def configure_structlog() -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_config(shape: str, level: str) -> dict[str, Any]:
    """For Django's LOGGING: everything, ours and the libraries', leaves through one formatter to stderr."""
    final: list[Any] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if shape == JSON:
        final += [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # Plain tracebacks: the pretty ones print local variables, and a local variable may be a password.
        plain = structlog.dev.plain_traceback
        final += [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": final,
                "foreign_pre_chain": [*SHARED, structlog.stdlib.ExtraAdder()],
            },
        },
        "filters": {"without_routine": {"()": WithoutRoutine}},
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structlog", "filters": ["without_routine"]},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # django_structlog already says which request ended how; Django's own lines would say it twice.
            "django.server": {"handlers": [], "propagate": False},
            "django.request": {"level": "ERROR"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "gunicorn.error": {"handlers": [], "propagate": True},
            "weasyprint": {"level": "ERROR"},
            "fontTools": {"level": "ERROR"},
        },
    }

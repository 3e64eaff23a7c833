"""The Celery application: `celery -A config worker`, `celery -A config beat`."""

import logging.config
import os
from typing import Any

import structlog
from celery import Celery, signals
from django.conf import settings
from django.dispatch import receiver
from django_structlog.celery.signals import bind_extra_task_metadata
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("scrimmage", task_cls="config.tasking:BusyRetryTask", amqp="config.broker:Amqp")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@signals.setup_logging.connect
def use_our_logs(**_: Any) -> None:
    logging.config.dictConfig(settings.LOGGING)


@receiver(bind_extra_task_metadata)
def name_the_task(task: Any, **_: Any) -> None:
    structlog.contextvars.bind_contextvars(task_name=task.name)

"""How gunicorn serves: `gunicorn -c python:config.ops.gunicorn_conf config.wsgi`."""

import os
from pathlib import Path

from config import net, settings

bind = f"{net.in_url(settings.HOST)}:{settings.PORT}"
workers = settings.WEB_PROCESSES
worker_class = "gthread"
threads = settings.WEB_THREADS
timeout = 60
graceful_timeout = 10
preload_app = True
logconfig_dict = settings.LOGGING
# The site logs its requests itself, with their ids; the control socket would be shared by every site of this user.
accesslog = None
control_socket_disable = True
if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK):  # noqa: S108
    # Heartbeats on a disk that is busy make gunicorn kill workers that are well.
    worker_tmp_dir = "/dev/shm"  # noqa: S108

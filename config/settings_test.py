"""Settings of the tests: as in production, but fast, quiet, and alone in a directory of their own."""

import atexit
import os
import shutil
import tempfile

# Set before the real settings are read, so that no test ever touches the data of `make run`. The parallel
# processes inherit the directory of the process that started them, which also removes it.
if "SCRIMMAGE_TEST_DIR" not in os.environ:
    os.environ["SCRIMMAGE_TEST_DIR"] = tempfile.mkdtemp(prefix="scrimmage-tests-")
    atexit.register(shutil.rmtree, os.environ["SCRIMMAGE_TEST_DIR"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["SCRIMMAGE_TEST_DIR"]
os.environ["SECRET_KEY"] = "only-for-tests-" + "x" * 50
for inherited in ("BACKUP_DIR", "DEBUG", "EMAIL_URL", "HOST", "HTTPS", "PORT", "PUBLIC_URL", "REDIS_URL"):
    os.environ.pop(inherited, None)

from config import databases, limits  # noqa: E402
from config.settings import *  # noqa: E402, F403
from config.settings import DATA_DIR, DATABASES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True

# Tests ask fast, and each as the same first coach: only those about the limits set them.
API_LIMIT = limits.Limit("api", 10**9, 60)
API_LIMIT_CLIENT = limits.Limit("api-client", 10**9, 60)

if databases.is_sqlite(DATABASES["default"]):
    # A file, not memory: threads and workers of a test open it a second time.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"

"""Settings. Everything comes from the environment, and everything has a default that works: see docs/settings.md."""

from pathlib import Path
from urllib.parse import urlsplit

import environ

from config import databases, limits, logs, net
from config.secret import secret_from
from config.transport import TRANSPORT

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- where things are ---------------------------------------------------------------------------------------------

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).expanduser().resolve()
BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(DATA_DIR / "backups"))).expanduser().resolve()
HOST = env.str("HOST", default="127.0.0.1")
PORT = net.port_of(env.str("PORT", default="8000"))
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
# The production switch: whatever needs https to make sense.
HTTPS = env.bool("HTTPS", default=PUBLIC_URL.startswith("https://"))
DEBUG = env.bool("DEBUG", default=False)
# How many proxies of ours a request passes; the addresses that they report are believed, others are not.
PROXIES = env.int("PROXIES", default=1 if HTTPS else 0)
SECRET_KEY = env.str("SECRET_KEY", default="") or secret_from(DATA_DIR / "secret.key")

_names = [*net.names_of(HOST), *filter(None, [urlsplit(PUBLIC_URL).hostname])]
ALLOWED_HOSTS = [*dict.fromkeys(_names), *env.list("ALLOWED_HOSTS", default=[])]
CSRF_TRUSTED_ORIGINS = [
    *(f"http://{name}:{PORT}" for name in net.names_of(HOST)),
    *filter(None, [PUBLIC_URL]),
    *env.list("CSRF_TRUSTED_ORIGINS", default=[]),
]

WEB_PROCESSES = env.int("WEB_PROCESSES", default=2)
WEB_THREADS = env.int("WEB_THREADS", default=4)

# --- the program --------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "csp",
    "django_structlog",
    "config",
    "leagues",
    "teams",
    "matches",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.DatabaseBusyMiddleware",
    "config.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# A founding page with a dozen custom team lists is a form of thousands of fields; what the editor does not hold within
# this stands by its address.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# A logo of 2 MB comes to the API as Base64, four letters for three bytes; whatever else is sent there is far smaller.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024

# --- database, cache, sessions ------------------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="") or f"sqlite:///{DATA_DIR / 'scrimmage.sqlite3'}"
DATABASES = {"default": databases.prepared(env.db_url_config(DATABASE_URL))}
ON_SQLITE = databases.is_sqlite(DATABASES["default"])

REDIS_URL = env.str("REDIS_URL", default="")

CACHES = {
    "default": {
        "BACKEND": "config.cache.OpenRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "scrimmage",
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

SESSION_ENGINE = "django.contrib.sessions.backends.db"

# --- tasks --------------------------------------------------------------------------------------------------------

SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=5.0)
DEADLINE_SECONDS = env.float("DEADLINE_SECONDS", default=60.0)

# Without a Redis nothing is published: the sweep of the next worker finds what is due.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever: by default a worker gives up after a hundred tries
CELERY_BROKER_TRANSPORT_OPTIONS = TRANSPORT
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_DEFAULT_QUEUE = "rules"
CELERY_TASK_CREATE_MISSING_QUEUES = True
# What a match waits for goes to `rules`; what may take its time goes to `long`.
CELERY_TASK_ROUTES = {
    "matches.tasks.*": {"queue": "rules"},
    "teams.tasks.*": {"queue": "long"},
    "leagues.tasks.*": {"queue": "long"},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "matches.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        # A sweep that waited longer than the next one takes to come is not worth running.
        "options": {"queue": "rules", "expires": max(SWEEP_SECONDS, 5.0)},
    },
    "jobs": {
        "task": "leagues.tasks.jobs_sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"queue": "long", "expires": max(SWEEP_SECONDS, 5.0)},
    },
    "deadlines": {
        "task": "matches.tasks.deadlines",
        "schedule": DEADLINE_SECONDS,
        "options": {"queue": "rules", "expires": max(DEADLINE_SECONDS, 5.0)},
    },
}
# SQLite has one writer, so each worker is one process; a database server takes one per core, or what is asked for.
WORKER_PROCESSES = 1 if ON_SQLITE else env.int("WORKER_PROCESSES", default=2)
CELERY_WORKER_POOL = "solo" if ON_SQLITE else "prefork"
CELERY_WORKER_CONCURRENCY = WORKER_PROCESSES
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What a task prints (a mail, by default) belongs on the terminal, not in the log.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TIMEZONE = "UTC"

# --- people -------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "leagues.Coach"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {"user_attributes": ("name", "email")}),
        ("MinimumLengthValidator", {}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
LOGIN_URL = "leagues:login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
LOGIN_LINK_SECONDS = env.int("LOGIN_LINK_SECONDS", default=900)
PASSWORD_RESET_TIMEOUT = env.int("PASSWORD_RESET_SECONDS", default=3600)
CONFIRM_CODE_SECONDS = env.int("CONFIRM_CODE_SECONDS", default=900)

# Tries/seconds. A household, a club or a pub is one client, so what is counted per client alone is generous.
LOGIN_LIMIT = limits.Limit.read("login", env.str("LOGIN_LIMIT", default="10/600"))
LOGIN_LIMIT_CLIENT = limits.Limit.read("login-client", env.str("LOGIN_LIMIT_CLIENT", default="100/600"))
REGISTER_LIMIT = limits.Limit.read("register", env.str("REGISTER_LIMIT", default="20/3600"))
MAIL_LIMIT = limits.Limit.read("mail", env.str("MAIL_LIMIT", default="5/3600"))
MAIL_LIMIT_CLIENT = limits.Limit.read("mail-client", env.str("MAIL_LIMIT_CLIENT", default="30/3600"))

vars().update(env.email_url_config(env.str("EMAIL_URL", default="") or "consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Scrimmage <scrimmage@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# --- API ----------------------------------------------------------------------------------------------------------

# Calls/seconds: of a coach who is signed in, and of a visitor's network address.
API_LIMIT = limits.Limit.read("api", env.str("API_LIMIT", default="600/60"))
API_LIMIT_CLIENT = limits.Limit.read("api-client", env.str("API_LIMIT_CLIENT", default="300/60"))

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["config.gate.SessionLogin"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_THROTTLE_CLASSES": ["config.gate.ApiThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.gate.ApiParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "config.problems.api_exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Scrimmage API (v1 preview)",
    "DESCRIPTION": "Leagues, teams and matches of fantasy football.\n\n"
    "**v1 preview: may change until it is declared stable.**\n\n"
    "Public leagues and rulesets are read without a login. Gold is in whole gold pieces, times are in UTC, lists are "
    '`{"results": [...], "next": null, "previous": null}`, refusals are `application/problem+json`.',
    "VERSION": "1.0.0-preview",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Enumerations stand where they are used: names made up for them would change when another one is added.
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enum_id_removal"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "TAGS": [
        {"name": "rules", "description": "Rulesets: every number and name of the game."},
        {"name": "leagues", "description": "Leagues and who is in them."},
        {"name": "drafts", "description": "Teams to be: kept, copied, handed in, approved or sent back."},
        {"name": "teams", "description": "Team sheets, statements and effects."},
        {"name": "deals", "description": "Gold and players between the teams of different coaches."},
        {"name": "seasons", "description": "Seasons, fixtures and standings."},
        {"name": "matches", "description": "Reports, the post-match sequence and its dice."},
        {"name": "jobs", "description": "Long work of a league: started, followed and cancelled by its commissioners."},
        {"name": "mine", "description": "What waits for the coach who is signed in."},
    ],
}

# --- files --------------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / ".static"))).expanduser().resolve()
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.static.GzipManifestStorage"
    },
}
MEDIA_ROOT = DATA_DIR / "media"

# --- security -----------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

# --- logs ---------------------------------------------------------------------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default=logs.CONSOLE)
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logs.logging_config(LOG_FORMAT, LOG_LEVEL)
logs.configure_structlog()
DJANGO_STRUCTLOG_CELERY_ENABLED = True

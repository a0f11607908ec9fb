"""Settings. All come from the environment; the defaults are safe on a home network.

Importing this module changes nothing: folders and the secret key are made when they are first used.

DATABASE_URL    default: SQLite in DATA_DIR; postgresql://… for PostgreSQL
DIRECT_DATABASE_URL   PostgreSQL itself, if DATABASE_URL is that of a pooler; default: DATABASE_URL
REPLICA_DATABASE_URL  a standby of PostgreSQL, for standings; default: none
REDIS_URL       Redis, in which all processes count requests for the limits: redis://…; default: each counts for itself
                (for these three see docs/operations/several-boxes.md)
DATA_DIR        holds the database and the secret key; default: var/ in a checkout, else the user's data folder
STATIC_ROOT     folder of the collected static files; default: build/static in a checkout, else the user's cache folder
PHONE_ROOT      folder that ``make phone`` builds; default: build/phone in a checkout, else beside STATIC_ROOT
SECRET_KEY      default: made when first used and kept in DATA_DIR
HOST, PORT      address on which ``companion serve`` listens; default: every address of this machine, 8000
ALLOWED_HOSTS   host names of the service, separated by commas; default: this machine's name, and its
                addresses with ``companion serve``
HTTPS           1 behind a proxy that terminates TLS: secure cookies, HSTS, redirects
TRUST_PROXY     1 if X-Forwarded-For and X-Forwarded-Proto come from your own proxy; 2 behind two of them
WEBHOOKS        0 switches webhooks off (docs/operations/webhooks.md)
WEBHOOK_ALLOWED origins that may be internal or http, separated by commas: http://192.168.1.20:8123
RULES_PRELOAD   0 loads the rules when somebody first asks for them, not at the start
METRICS         HOST:PORT on which metrics for Prometheus are served; default: nowhere
THREADS         threads for requests; default: 2 on SQLite, 4 on PostgreSQL
LOG_FORMAT      json for a log that programs read; default: text
LOG_REQUESTS    1 for a line of the log for each request
DEBUG           1 while developing, never on a network
"""

from __future__ import annotations

import os
import socket
from functools import partial
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject
from platformdirs import user_cache_path, user_data_path
from whitenoise.compress import Compressor

from companion import environment
from companion.database.settings import databases
from companion.http.time_zones import time_zone
from companion.secret_key import read_or_create_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
#: Templates and static files are at the top of a checkout; in a wheel they are in this package (app "companion").
CHECKOUT = (BASE_DIR / "pyproject.toml").is_file()


def _folder(name: str, in_checkout: str, installed: Path) -> Path:
    return Path(os.environ.get(name) or (BASE_DIR / in_checkout if CHECKOUT else installed)).absolute()


DATA_DIR = _folder("DATA_DIR", "var", user_data_path("companion", appauthor=False))
STATIC_ROOT = _folder("STATIC_ROOT", "build/static", user_cache_path("companion", appauthor=False) / "static")
#: Rules pages and search index, parsed, for the next start. May be deleted at any time.
RULES_ROOT = STATIC_ROOT.parent / "rules"
#: The version of their sources, if these cannot change; "" to look at every file.
RULES_VERSION = ""
#: Whether the rules are loaded in the background as soon as the server has started.
RULES_PRELOAD = environment.flag("RULES_PRELOAD", True)
#: Texts of rules pages that stay in memory after they were shown: enough for all pages of one language.
RULES_PAGES_IN_MEMORY = 60
#: The guide for developers (``scoring.api.guide``).
GUIDE_ROOT = BASE_DIR / "docs" if CHECKOUT else Path(__file__).parent / "guide"
PHONE_ROOT = _folder("PHONE_ROOT", "build/phone", user_cache_path("companion", appauthor=False) / "phone")

SECRET_KEY: Any = environment.secret_key("SECRET_KEY") or SimpleLazyObject(partial(read_or_create_secret_key, DATA_DIR))
DEBUG = environment.flag("DEBUG")
HTTPS = environment.flag("HTTPS")
#: How many proxies of the operator's stand in front (``companion.server.proxies``).
TRUST_PROXY = environment.proxies("TRUST_PROXY")
HOST = os.environ.get("HOST", "0.0.0.0")  # noqa: S104 - phones have to reach it
PORT = environment.integer("PORT", 8000, 1, 65535)
ALLOWED_HOSTS = [name.strip() for name in os.environ.get("ALLOWED_HOSTS", "").split(",") if name.strip()]
#: Whether ``companion serve`` adds the addresses of this machine: only without ALLOWED_HOSTS.
OWN_ADDRESSES = not ALLOWED_HOSTS
ALLOWED_HOSTS = ALLOWED_HOSTS or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    socket.gethostname(),
    f"{socket.gethostname()}.local",
]
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in ALLOWED_HOSTS if HTTPS and not name.startswith(("*", "."))]

INSTALLED_APPS = [
    "companion",
    "scoring",
    "rulesref",
    "companion.apps.StaticFiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "corsheaders",
]

MIDDLEWARE = [
    "companion.http.request_id.RequestId",
    "companion.http.request_log.RequestLog",
    "companion.http.request_metrics.RequestMetrics",
    "companion.http.security.SecurityHeaders",
    "companion.http.security.KnownHosts",
    "corsheaders.middleware.CorsMiddleware",
    "companion.http.api_headers.ApiHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "companion.http.compression.Compression",
    "companion.http.accept_language.RequestLanguage",
    "companion.http.time_zones.ReadersTimeZone",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.http.error_pages.method_not_allowed_page",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
ASGI_APPLICATION = "companion.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates" if CHECKOUT else Path(__file__).parent / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["companion.common.template_lines.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": ["django.template.context_processors.request", "companion.context.server"],
        },
    }
]

# -- databases -------------------------------------------------------------------------------------

DATABASES = databases(DATA_DIR)
#: Threads that call Django. More of them would only compete for Python's lock; use more processes instead. PostgreSQL
#: gets more than SQLite, since threads wait for the network (docs/decisions/0012-around-the-framework.md).
THREADS = environment.integer("THREADS", 2 if "sqlite" in DATABASES["default"]["ENGINE"] else 4, 1, 64)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

#: Match pages that many readers share (``scoring.pages.shared_match``): at most some 100 KiB each.
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 200}},
}

# -- language and time -------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
#: Tag and own name. A language is offered when its catalogues are complete (``tests/messages``).
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("pt-br", "Português (Brasil)"),
    ("ru", "Русский"),
    ("zh-hans", "简体中文"),
]
FORMAT_MODULE_PATH = "companion.formats"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
USE_I18N = True
USE_TZ = True
#: Of days and times on pages for phones that do not say their own (``companion.http.time_zones``), and of the API.
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"
if time_zone(TIME_ZONE) is None:
    raise ImproperlyConfigured(f"TIME_ZONE: {TIME_ZONE} is no time zone such as Europe/Berlin")

# -- static files ------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"] if CHECKOUT else []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # File names have a hash of the content, so browsers never ask for them again.
    "staticfiles": {"BACKEND": "companion.http.static_storage.StaticFilesStorage"},
}
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
#: Whether other phones reach this Companion: False if it runs in a browser (``companion.phone``).
SERVER = True
#: Whether phones can keep it: its files were built, and are served at the root.
PHONE = PHONE_ROOT.is_dir()
WHITENOISE_ROOT = PHONE_ROOT if PHONE else None
WHITENOISE_ALLOW_ALL_ORIGINS = False
#: Seconds, for the few files without a hash, such as the icon of the web manifest.
WHITENOISE_MAX_AGE = 0 if DEBUG else 3600

# -- security ----------------------------------------------------------------------------------------

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "companion.http.error_pages.csrf_failure"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    # The API refuses instead: a program that follows a redirect has sent its key in the clear already.
    # Health checks come from behind the proxy and carry no key.
    SECURE_REDIRECT_EXEMPT = [r"^api/", r"^mcp$", r"^(health|ready)$"]
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    CSRF_COOKIE_SECURE = True
else:
    # Plain HTTP on a home network: no warnings about missing TLS.
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W016"]
# companion.http.security protects against clickjacking, by frame-ancestors and X-Frame-Options.
SILENCED_SYSTEM_CHECKS = [*(globals().get("SILENCED_SYSTEM_CHECKS") or []), "security.W002"]
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

#: Whom to tell of a weakness: in security.txt, which there is not without it.
SECURITY_CONTACT = environment.contact("SECURITY_CONTACT")

# Limits, see docs/api.md.
MAX_BODY = 256 * 1024
MAX_IMPORT_BODY = 16 * 1024 * 1024
MAX_HANDS_PER_MATCH = 10_000
MAX_HANDS_PER_SCORE = 1_000
MAX_PLAYERS_PER_TABLE = 64
MAX_MATCHES_PER_TABLE = 10_000
PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_IMPORT_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
IDEMPOTENCY_HOURS = 48
#: Redis, in which all processes count requests; "": each counts for itself (``companion.http.shared_limits``).
REDIS_URL = environment.redis_url("REDIS_URL")
#: Requests a minute from one address, by scope; 0 switches a limit off. A process answers about a thousand a second, so
#: nobody without a key takes more than half of it.
RATE_LIMITS = {
    "open": environment.integer("RATE_LIMIT_OPEN", 30_000, 0, 10**8),
    "key": environment.integer("RATE_LIMIT_KEY", 60_000, 0, 10**8),
    "tables": environment.integer("RATE_LIMIT_TABLES", 600, 0, 10**8),
}

CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_CREDENTIALS = False
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "prefer",
]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Location",
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "Idempotency-Replayed",
    "Content-Disposition",
    "Preference-Applied",
    "Allow",
    "Link",
    "X-Request-ID",
    "Deprecation",
    "Sunset",
]
CORS_PREFLIGHT_MAX_AGE = 86_400

# -- webhooks: see docs/operations/webhooks.md -----------------------------------------------------------------

WEBHOOKS = environment.flag("WEBHOOKS", True)
#: Origins that may be internal, http, or on any port: ``http://192.168.1.20:8123``.
WEBHOOK_ALLOWED = environment.origins("WEBHOOK_ALLOWED")
#: Seconds that a receiver may take to answer.
WEBHOOK_SECONDS = environment.integer("WEBHOOK_SECONDS", 10, 1, 3600)
MAX_WEBHOOKS_PER_TABLE = 5
#: Waiting deliveries of one webhook; with more it is switched off.
MAX_WAITING_DELIVERIES = 5_000
WEBHOOK_LOG_DAYS = 30

# -- the API -----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["companion.http.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["companion.http.parsers.JSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "companion.http.negotiation.ContentNegotiation",
    "DEFAULT_THROTTLE_CLASSES": ["companion.http.throttling.AddressThrottle"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "EXCEPTION_HANDLER": "scoring.api.exceptions.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "companion.http.openapi.auto_schema.AutoSchema",
    "URL_FORMAT_OVERRIDE": None,  # views with several formats declare the query parameter themselves
}

SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.1",
    "TITLE": "Companion",
    "DESCRIPTION": "Scores and rules for card games played with real cards at a real table. "
    "See docs/api/ for a quick start and recipes, docs/api.md for conventions and limits. "
    "`/api/v1/openapi.json` has the models of every game, "
    "`/api/v1/openapi/SLUG.json` those of one game, `/api/v1/openapi/core.json` none.",
    "VERSION": "1.0.0",
    "CONTACT": {"name": "Whoever runs this server"},
    "SERVERS": [{"url": "/", "description": "This host"}],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SORT_OPERATIONS": False,
    "ENABLE_DJANGO_DEPLOY_CHECK": False,
    "SORT_OPERATION_PARAMETERS": False,
    "COMPONENT_SPLIT_PATCH": False,
    "PREPROCESSING_HOOKS": [],
    "POSTPROCESSING_HOOKS": [],
    "WEBHOOKS": [f"scoring.api.openapi.webhooks.{name}" for name in ("MATCH_EVENT", "CLUB_EVENT", "TEST")],
    "TAGS": [
        {"name": "games", "description": "What can be scored, and how each game is described."},
        {"name": "scoring", "description": "Hands and tricks, without storing anything."},
        {"name": "tables", "description": "Groups of people who play together: players, house rules, keys, standings."},
        {"name": "matches", "description": "Matches of a table, their history, and following them live."},
        {"name": "hands", "description": "Recording, correcting and taking back."},
        {"name": "webhooks", "description": "Addresses that are notified of what happens at a table or in an event."},
        {"name": "events", "description": "What is sent to those addresses."},
        {"name": "clubs", "description": "Evenings, tournaments and league days: entries, draws, results, rankings."},
        {"name": "rules", "description": "The rules, as structured sections."},
    ],
}

#: A folder with games of a club's own. ``scoring.games``, which knows no Django, reads it itself.
EXTRA_GAMES = environment.folder("EXTRA_GAMES")

#: See companion.common.metrics. A port of its own, so that no proxy publishes it by mistake.
METRICS = environment.address("METRICS")

#: See companion.server.log_lines: each line has the id of its request, and none has a key.
LOG_JSON = environment.one_of("LOG_FORMAT", ("text", "json")) == "json"
LOG_REQUESTS = environment.flag("LOG_REQUESTS")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": f"companion.server.log_lines.{'JsonLine' if LOG_JSON else 'TextLine'}"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Without Django's own handlers, which do not remove keys.
        "django": {"level": "INFO"},
        "django.server": {"level": "INFO", "propagate": True},
        # A refused hand is a normal response: it is not logged.
        "django.request": {"level": "ERROR"},
        # Every scanner asks for a name that is not ours.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}

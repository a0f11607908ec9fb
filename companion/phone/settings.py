"""Settings of the Companion inside a browser: pages and rules, no API, SQLite in a file of the browser.

``companion.phone.gateway`` calls it. Anything that needs threads, sockets or compiled packages is left out.
"""

from __future__ import annotations

from pathlib import Path

from companion.settings import *  # noqa: F403
from companion.settings import DATA_DIR, DATABASES, STORAGES

INSTALLED_APPS = ["companion", "scoring", "rulesref", "django.contrib.staticfiles", "django_htmx"]
MIDDLEWARE = [
    "companion.http.security.SecurityHeaders",
    "companion.http.accept_language.RequestLanguage",
    "companion.phone.clock.PhoneTimeZone",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.http.error_pages.method_not_allowed_page",
]
ROOT_URLCONF = "companion.phone.urls"

#: Requests come from our own pages, whatever host they were fetched from.
ALLOWED_HOSTS = ["*"]
#: The pages are shown in a frame of /phone/index.html, which keeps the interpreter alive.
X_FRAME_OPTIONS = "SAMEORIGIN"
SERVER = False
CELL = ""
REDIS_URL = ""
#: Mounted by browser/python.js, with the files of ``gateway.read_rules``. Each version has its own files.
RULES_ROOT = Path("/rules")
RULES_VERSION = "kept"
RULES_PRELOAD = False  # it needs threads
RULES_PAGES_IN_MEMORY = 4
PHONE = True

DATABASES = {
    "default": {
        **DATABASES["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATA_DIR / "companion.sqlite3"),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            # No WAL: a browser has no shared memory. TRUNCATE: every start has the same memory, so a journal of an
            # earlier start could be taken for the current one; an empty one cannot.
            "init_command": "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL",
        },
    }
}
#: The service worker has the static files; ``staticfiles.json`` has their addresses.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}

"""Settings of the Companion inside a browser: pages and rules, no API, SQLite in a file of the browser.

``companion.phone.gateway`` is the only way in. What a phone cannot do is left out: threads, sockets, compiled packages.
"""

from __future__ import annotations

from pathlib import Path

from companion.settings import *  # noqa: F403
from companion.settings import DATA_DIR, DATABASES, STORAGES

INSTALLED_APPS = ["companion", "scoring", "rulesref", "django.contrib.staticfiles", "django_htmx"]
MIDDLEWARE = [
    "companion.http.security.SecurityHeaders",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "companion.phone.urls"

#: Requests come from our own pages, whatever host they were fetched from.
ALLOWED_HOSTS = ["*"]
#: The pages are shown in a frame of /phone/index.html, which keeps the interpreter alive.
X_FRAME_OPTIONS = "SAMEORIGIN"
SERVER = False
REDIS_URL = ""
#: Mounted by browser/python.js, with the files that ``gateway.read_rules`` wrote. Another version has other files.
RULES_ROOT = Path("/rules")
RULES_VERSION = "kept"
RULES_PAGES_IN_MEMORY = 4
PHONE = True

DATABASES = {
    "default": {
        **DATABASES["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(DATA_DIR / "companion.sqlite3"),
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            # One connection, and no shared memory in a browser: no WAL. An emptied journal cannot be taken for one
            # of an earlier start, although the interpreter always starts from the same memory.
            "init_command": "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL",
        },
    }
}
#: The addresses of the static files are in ``staticfiles.json``; the service worker has the files.
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

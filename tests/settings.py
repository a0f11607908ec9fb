"""The product's settings, but for tests in this process: databases of their own and static files as they are."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.settings import *  # noqa: F403
from companion.settings import DATABASES, STORAGES

SECRET_KEY = "only for tests: " + "key " * 12

_folder = tempfile.TemporaryDirectory(prefix="companion-tests-")
DATA_DIR = Path(_folder.name)

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file: several threads have to see one database, WAL included.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    # Several runs of the suite may share a server.
    DATABASES["default"]["TEST"] = {"NAME": f"test_companion_{os.getpid()}"}
# Other ways to the same database, if the environment gives any, are none of the tests' own.
for _name in DATABASES.keys() - {"default"}:
    del DATABASES[_name]
REDIS_URL = ""

# Nothing has to be collected; the tests of the real server have it as it is.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
PHONE, WHITENOISE_ROOT = False, None
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True

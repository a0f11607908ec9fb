"""The contents of the archives that a phone fetches: files by path.

Interpreter and compiled package come from the package registries, with the versions and hashes in ``requirements``.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

from django.conf import settings
from filelock import FileLock

ROOT = Path(settings.BASE_DIR)

#: Packages in pure Python, as they are installed here. PyYAML runs without its compiled part.
PACKAGES = (
    *("annotated-types", "asgiref", "dj-database-url", "django", "django-htmx", "filelock", "markdown-it-py"),
    *("mdurl", "platformdirs", "pydantic", "pyyaml", "segno", "snowballstemmer", "sqlparse"),
    *("typing-extensions", "typing-inspection", "whitenoise", "xlsxwriter"),
)
COMPILED = "pydantic-core"
PLATFORM = "pyemscripten_2026_0_wasm32"

#: Files that no page needs: tests, tools, other databases, other languages, Django's admin and similar apps.
_NO_PACKAGE_FILE = re.compile(
    r"\.dist-info/|/__pycache__/|\.(so|pyd|pyi|po|typed)$|/static/|/tests?/|/management/commands/(?!migrate)"
    r"|^pydantic/(v1/|mypy)|^django/(contrib/(?!staticfiles|__init__)|contrib/gis|db/backends/(mysql|oracle|postgresql)"
    r"|test/|views/templates/(?!i18n_catalog)|forms/jinja2|conf/(app|project)_template|core/mail/backends|core/cache/backends/(redis|memcached|db))"
    r"|^django/conf/locale/(?!(en|de|es|fr|it|pt_BR|ru|zh_Hans|__init__)(/|\.))|^segno/(encoder_|scripts)"
)
_NO_STDLIB_FILE = re.compile(
    r"^(encodings/(cp|mac|big5|euc|gb|iso2022|shift|johab|hz|hp|kz|koi|tis|ptcp|palmos)|_pyrepl/|pdb\.|doctest\.|pydoc"
    r"|ctypes/|xmlrpc/|imaplib|mailbox|smtplib|ftplib|poplib|tomllib/|trace\.|pstats|profile|cProfile|modulefinder|wave\.|pickletools"
    r"|bdb|unittest/|_pyio|_pydatetime|_pydecimal|idlelib/|turtle|tkinter/|lib2to3/|ensurepip/|venv/|curses/|dbm/)"
)
_NO_APP_FILE = re.compile(
    r"/__pycache__/|^scoring/(api|live|audit|webhooks|services/webhook)|^rulesref/(urls_)?api|^rulesref/content/|/management/|\.po$"
    r"|^companion/(phone/(browser|build)|assistants/|well_known|asgi|wsgi|server/|common/metrics|database/(backups|postgresql)|http/openapi|http/error_codes|http/request_(log|metrics))"
)


def fetch_interpreter(folder: Path) -> Path:
    """Returns a folder with the npm packages in ``node_modules`` and the compiled package in ``wheels``; it is kept.

    Raises CalledProcessError if a package registry does not answer, FileNotFoundError without npm.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_name(f"{folder.name}.lock")):
        source = ROOT / "requirements" / "pyodide"
        wanted = _pinned(COMPILED) + (source / "package-lock.json").read_text()
        stamp = folder / "stamp"
        if not stamp.exists() or stamp.read_text() != wanted:
            shutil.rmtree(folder)
            shutil.copytree(source, folder)
            (folder / "requirements.txt").write_text(_pinned(COMPILED))
            _run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
            download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
            target = ["--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--platform", PLATFORM]
            pinned = ["--require-hashes", "-r", "requirements.txt", "-d", "wheels"]
            _run([*download, *target, *pinned], folder)
            stamp.write_text(wanted)
    return folder


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603 - no input from outside


def _pinned(name: str) -> str:
    blocks = re.split(r"\n(?=\S)", (ROOT / "requirements" / "run.txt").read_text())
    return next(block for block in blocks if block.startswith(f"{name}=="))


def interpreter(folder: Path) -> dict[str, bytes]:
    """Returns Python, its standard library and the compiled package. folder: of ``fetch_interpreter``."""
    pyodide = folder / "node_modules" / "pyodide"
    files = {name: (pyodide / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")}
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    files["pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    files["python_stdlib.zip"] = _trimmed(pyodide / "python_stdlib.zip")
    (wheel,) = (folder / "wheels").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".so"))
        files["pydantic_core.wasm"] = archive.read(name)
    return files


def _trimmed(stdlib: Path) -> bytes:
    """The standard library without unused modules, not compressed: the archive around it compresses better."""
    target = io.BytesIO()
    with zipfile.ZipFile(stdlib) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as trimmed:
        for info in source.infolist():
            if not info.is_dir() and not _NO_STDLIB_FILE.search(info.filename):
                trimmed.writestr(zipfile.ZipInfo(info.filename), source.read(info))
    return target.getvalue()


def packages() -> dict[str, bytes]:
    """Returns the packages in pure Python, below ``packages/``."""
    files: dict[str, bytes] = {}
    for name in PACKAGES:
        for file in distribution(name).files or ():
            path = file.as_posix()
            if not path.startswith("..") and not _NO_PACKAGE_FILE.search(path):
                files[f"packages/{path}"] = Path(str(file.locate())).read_bytes()
    for file in distribution(COMPILED).files or ():
        if file.suffix == ".py":
            files[f"packages/{file.as_posix()}"] = Path(str(file.locate())).read_bytes()
    # Python looks for this file. Its content is loaded before Python starts (browser/python.js).
    files["packages/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so"] = b""
    # A browser has no files of time zones, so Python looks for this package. The settings use UTC only.
    files |= {"packages/tzdata/__init__.py": b"", "packages/tzdata/zoneinfo/__init__.py": b""}
    files["packages/tzdata/zoneinfo/UTC"] = _utc()
    return files


def _utc() -> bytes:
    """The zone UTC as a file (RFC 9636): one local time type, no transitions."""
    counts = struct.pack(">6l", 0, 0, 0, 0, 1, 4)
    return b"TZif\0" + bytes(15) + counts + struct.pack(">lBB", 0, 0, 0) + b"UTC\0"


def companion() -> dict[str, bytes]:
    """Returns our code, templates, catalogues and English rules, below ``companion/``."""
    files = {}
    for top in ("companion", "scoring", "rulesref", "templates"):
        for file in sorted((ROOT / top).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.is_file() and not _NO_APP_FILE.search(path):
                files[f"companion/{path}"] = file.read_bytes()
    content = ROOT / "rulesref" / "content"
    for folder in sorted(content.iterdir()):
        if folder.name not in dict(settings.LANGUAGES) or folder.name == settings.LANGUAGE_CODE:
            files |= _content(folder)
    # Marks a checkout, so that templates are found at its top.
    files["companion/pyproject.toml"] = b""
    files["companion/build/static/staticfiles.json"] = (Path(settings.STATIC_ROOT) / "staticfiles.json").read_bytes()
    return files


def rules(code: str) -> dict[str, bytes]:
    """Returns the rules in another language. code: its tag."""
    return _content(ROOT / "rulesref" / "content" / code)


def _content(folder: Path) -> dict[str, bytes]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {f"companion/{file.relative_to(ROOT).as_posix()}": file.read_bytes() for file in files}

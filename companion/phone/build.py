"""Packs all files that a phone fetches to run the Companion by itself: ``make phone``.

The folder is a complete Companion for any web server::

    index.html, service-worker.js
    phone/           index.html, scripts, manifest.json (the files to fetch, with sizes and SHA-256)
    phone/archives/  interpreter, packages, companion and the rules of each language, as .tar.xz
    static/          static files of the pages, with hashes in their names
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import lzma
import shutil
import tarfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string

from companion.http.languages import script_texts_source
from companion.http.static_files import collect_static
from companion.phone import contents

BROWSER = Path(__file__).parent / "browser"

_FORWARD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Companion</title><link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url=phone/index.html">
"""


@dataclass(frozen=True)
class Archive:
    """A file that a phone fetches. lang: its language, "" for all languages. bytes, unpacked: its size."""

    name: str
    address: str
    lang: str
    bytes: int
    unpacked: int
    sha256: str


def build(folder: Path, quick: bool = False) -> dict[str, object]:
    """Writes the folder, and replaces an older one. Returns the manifest.

    quick: packs in a sixth of the time into a fifth more bytes.
    Raises CalledProcessError if a package registry does not answer, FileNotFoundError without npm.
    """
    interpreter = contents.fetch_interpreter(folder.parent / "phone-packages")
    collect_static()
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    (part / "phone" / "archives").mkdir(parents=True)
    static = _copy_static(part)
    others = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    archives = [
        _archive(part, "interpreter", contents.interpreter(interpreter), quick=quick),
        _archive(part, "packages", contents.packages(), quick=quick),
        _archive(part, "companion", contents.companion(), quick=quick),
        *(_archive(part, f"rules-{code}", contents.rules(code), code, quick) for code in others),
    ]
    shell = _write_shell(part, interpreter)
    files = sorted([*shell, *static])
    digest = hashlib.sha256("\n".join(archive.sha256 for archive in archives).encode())
    for file in files:
        digest.update(file.encode() + (part / file[1:]).read_bytes())
    manifest: dict[str, object] = {
        "version": digest.hexdigest()[:16],
        "archives": [asdict(archive) for archive in archives],
        "files": files,
    }
    (part / "phone" / "manifest.json").write_text(json.dumps(manifest, indent=1))
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return manifest


def _archive(folder: Path, name: str, files: Mapping[str, bytes], lang: str = "", quick: bool = False) -> Archive:
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(files):
            info = tarfile.TarInfo(path)
            info.size = len(files[path])
            archive.addfile(info, io.BytesIO(files[path]))
    unpacked = tar.getvalue()
    preset = 1 if quick else 9 | lzma.PRESET_EXTREME
    # Unpacking needs this much memory on the phone. A larger dictionary hardly makes the file smaller.
    filters = [{"id": lzma.FILTER_LZMA2, "preset": preset, "dict_size": 1 << 24}]
    packed = lzma.compress(unpacked, check=lzma.CHECK_CRC32, filters=filters)
    sha256 = hashlib.sha256(packed).hexdigest()
    address = f"/phone/archives/{name}-{sha256[:12]}.tar.xz"
    (folder / address[1:]).write_bytes(packed)
    return Archive(name, address, lang, len(packed), len(unpacked), sha256)


def _write_shell(folder: Path, interpreter: Path) -> list[str]:
    """Writes the files outside Python. Returns their addresses."""
    for file in sorted(BROWSER.iterdir()):
        target = folder if file.name == "service-worker.js" else folder / "phone"
        shutil.copy(file, target / file.name)
    packages = interpreter / "node_modules"
    xz = packages / "xz-decompress" / "dist" / "package" / "xz-decompress.min.js"
    shutil.copy(xz, folder / "phone" / "xz-decompress.js")
    zxing = packages / "zxing-wasm" / "dist"
    for name, source in (("zxing.js", "iife/reader/index.js"), ("zxing_reader.wasm", "reader/zxing_reader.wasm")):
        content = (zxing / source).read_bytes()
        (folder / "phone" / name).write_bytes(content)
        # For WhiteNoise: without it a megabyte would be fetched.
        (folder / "phone" / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
    (folder / "phone" / "index.html").write_text(render_to_string("phone.html"), "utf-8")
    (folder / "index.html").write_text(_FORWARD, "utf-8")
    (folder / "phone" / "texts").mkdir()
    for code, _ in settings.LANGUAGES:
        (folder / "phone" / "texts" / f"{code}.js").write_bytes(script_texts_source(code))
    files = (file for file in (folder / "phone").rglob("*") if file.is_file() and file.suffix not in (".xz", ".gz"))
    return [f"/{file.relative_to(folder).as_posix()}" for file in files]


def _copy_static(folder: Path) -> list[str]:
    """Copies the current static files, also the compressed ones. Returns the addresses that pages use."""
    collected = Path(settings.STATIC_ROOT)
    addresses = []
    for name, hashed in staticfiles_storage.hashed_files.items():  # type: ignore[attr-defined]
        if name.startswith("drf_spectacular_sidecar"):
            continue  # the documentation of the API
        addresses.append(f"/static/{hashed}")
        for path in (name, hashed):
            for file in (path, f"{path}.gz", f"{path}.br"):
                target = folder / "static" / file
                if (collected / file).is_file():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(collected / file, target)
    return addresses

"""Builds the packages of both clients from an OpenAPI document."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent


def document(part: str = "") -> dict[str, Any]:
    """The document of this release. part: see ``documentation.document``, which raises KeyError for an unknown one."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    django.setup()
    from scoring.api.views import documentation

    return documentation.document(part)


def python_client(openapi: dict[str, Any], target: Path) -> Path:
    """The wheel, put into the target folder. Raises CalledProcessError."""
    with _copy("python", openapi) as name:
        folder = Path(name)
        generate = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--path", "openapi.json"]
        options = ["--config", "generator.yaml", "--custom-template-path", "templates", "--fail-on-warning"]
        _run(folder, *generate, *options, "--meta", "none", "--output-path", "companion_client")
        (folder / "companion_client" / "py.typed").touch()
        _run(folder, sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "made")
        return _put(folder / "made", "*.whl", target)


def typescript_client(openapi: dict[str, Any], target: Path, packages: Path) -> Path:
    """The package for npm, put into the target folder. packages: where ``node_modules`` is.

    Raises CalledProcessError.
    """
    with _copy("typescript", openapi) as name:
        folder = Path(name)
        pinned = json.loads((packages / "package.json").read_text(encoding="utf-8"))["dependencies"]["openapi-fetch"]
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
        about |= {"version": openapi["info"]["version"], "dependencies": {"openapi-fetch": f"^{pinned}"}}
        (folder / "package.json").write_text(json.dumps(about, indent=2), encoding="utf-8")
        (folder / "node_modules").symlink_to((packages / "node_modules").resolve())
        generator = "node_modules/openapi-typescript/bin/cli.js"
        names = ["--root-types", "--root-types-no-schema-prefix", "--root-types-keep-casing"]
        _run(folder, "node", generator, "openapi.json", "--output", "src/schema.d.ts", *names)
        _run(folder, "node", "node_modules/typescript/bin/tsc")
        shutil.copy(folder / "src" / "schema.d.ts", folder / "dist")
        _run(folder, "npm", "pack", "--ignore-scripts", "--silent")
        return _put(folder, "*.tgz", target)


def _copy(client: str, openapi: dict[str, Any]) -> TemporaryDirectory[str]:
    """The hand-written parts of a client, with the document and its version, in a temporary folder."""
    temporary = TemporaryDirectory(prefix=f"companion-{client}-")
    folder = Path(temporary.name)
    shutil.copytree(HERE / client, folder, dirs_exist_ok=True)
    (folder / "openapi.json").write_text(json.dumps(openapi), encoding="utf-8")
    (folder / "VERSION").write_text(openapi["info"]["version"], encoding="utf-8")
    return temporary


def _run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _put(folder: Path, pattern: str, target: Path) -> Path:
    target.mkdir(parents=True, exist_ok=True)
    (package,) = folder.glob(pattern)
    return Path(shutil.copy(package, target))

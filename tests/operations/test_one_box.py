"""What docs/operations/one-box.md says of a service: its unit, its settings, the command with its settings."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import environment
from companion.__main__ import main
from tests.not_run import not_run
from tests.server import ROOT
from tests.test_release import VERSION

PROGRAM = "/opt/companion/bin/companion"


def _block(beginning: str) -> str:
    """The block of the page that begins with this."""
    page = (ROOT / "docs" / "operations" / "one-box.md").read_text()
    (found,) = (text for text in re.findall(r"```\w+\n(.*?)```", page, re.DOTALL) if text.startswith(beginning))
    return str(found)


def _in(folder: Path, text: str) -> str:
    """The text with the folders of a machine in this folder."""
    return re.sub(r"/(etc|var)/", rf"{folder}/\1/", text)


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        not_run("the unit: systemd-analyze is not installed")
    unit = tmp_path / "companion.service"
    unit.write_text(_block("[Unit]").replace(PROGRAM, "/bin/true"))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if "companion" in line]
    assert about == []
    assert done.returncode == 0, done.stderr
    unit.write_text(unit.read_text().replace("TimeoutStartSec=30min", "TimeoutStartSec=long"))
    done = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "TimeoutStartSec" in done.stderr, "it would say what is wrong"


def test_commands_have_the_settings_of_the_service(tmp_path: Path) -> None:
    settings = _in(tmp_path, _block("DATA_DIR="))
    assert set(re.findall(r"(?m)^(\w+)=", settings)) <= environment.NAMES
    for folder in ("etc", "var/lib", "var/cache/companion"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "etc" / "companion.env").write_text(settings)
    command = _in(tmp_path, _block("#!/bin/sh"))
    assert "runuser -u companion -- " in command
    command = command.replace("runuser -u companion -- ", "").replace(PROGRAM, f"{sys.executable} {ROOT}/manage.py")
    (tmp_path / "companion").write_text(command)
    tests_own = {*environment.NAMES, "DJANGO_SETTINGS_MODULE"}
    own = {name: text for name, text in os.environ.items() if name not in tests_own}
    check = ["sh", str(tmp_path / "companion"), "check", "--deploy"]
    done = subprocess.run(check, env=own, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout + done.stderr
    assert (tmp_path / "var/lib/companion/secret_key").is_file(), "in the folder of the settings"


def test_the_command_says_the_release(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "--version"])
    main()
    assert capsys.readouterr().out == f"{VERSION}\n"

"""The processes of a browser: finds them, reads their memory, slows all of them down. Linux only."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

#: Seconds that the browser runs before it is paused.
_TURN = 0.002


class Memory(NamedTuple):
    """Bytes. resident: with all that is shared. proportional: with its part of it. highest: resident at most."""

    resident: int
    proportional: int
    highest: int


def browser_of(profile: Path) -> int:
    """The id of the browser that uses this profile. Raises LookupError if none does."""
    mark = f"--user-data-dir={profile}".encode()
    for process in _processes():
        command = _command(process)
        if mark in command and b"--type=" not in command:
            return process
    raise LookupError(profile)


def family(root: int) -> list[int]:
    """A process and all its descendants."""
    children: dict[int, list[int]] = {}
    for process in _processes():
        with suppress(OSError):
            # The name in brackets may hold anything.
            parent = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(process)
    processes = [root]
    for process in processes:
        processes += children.get(process, [])
    return processes


def renderer(root: int) -> int:
    """The process of this browser that shows its largest page."""
    processes = [process for process in family(root) if b"--type=renderer" in _command(process)]
    return max(processes, key=lambda process: memory(process).resident)


def memory(process: int) -> Memory:
    """The memory of a process, now and at most."""
    status = _figures(Path(f"/proc/{process}/status"))
    return Memory(status["VmRSS"], _figures(Path(f"/proc/{process}/smaps_rollup"))["Pss"], status["VmHWM"])


def largest_area(process: int) -> int:
    """Bytes of the largest area that a process writes to without a file: in a page with Python, Python's memory."""
    areas = (line.split() for line in Path(f"/proc/{process}/maps").read_text().splitlines())
    bounds = (words[0].split("-") for words in areas if words[1] == "rw-p" and len(words) == 5)
    return max(int(end, 16) - int(begin, 16) for begin, end in bounds)


def all_memory(root: int) -> int:
    """Bytes of all processes of the browser; pages that they share count once."""
    total = 0
    for process in family(root):
        with suppress(OSError, KeyError):
            total += memory(process).proportional
    return total


@contextmanager
def slow_down(root: int, times: int) -> Iterator[None]:
    """Makes every process of the browser slower by this factor, all threads alike: it is paused most of the time.

    Chromium's own throttling (Emulation.setCPUThrottlingRate) does not work for workers, and Python runs in one.
    """
    if times == 1:
        yield
        return
    command = [sys.executable, "-m", "benchmarks.browser_process", str(root), str(times)]
    pausing_process = subprocess.Popen(command, cwd=Path(__file__).parent.parent, stdin=subprocess.PIPE)
    try:
        yield
    finally:
        pausing_process.communicate()


def _pause(root: int, times: int) -> None:
    """Pauses until the standard input is closed, also if the parent dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    processes = family(root)
    began = time.perf_counter()
    try:
        while not select.select([sys.stdin], [], [], _TURN)[0]:
            _signal(processes, signal.SIGSTOP)
            pause = (time.perf_counter() - began) * (times - 1)
            until = time.perf_counter() + pause
            processes = family(root)
            time.sleep(max(0.0, until - time.perf_counter()))
            began = time.perf_counter()
            _signal(processes, signal.SIGCONT)
    finally:
        _signal(family(root), signal.SIGCONT)


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdecimal()]


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def _figures(file: Path) -> dict[str, int]:
    lines = (line.split() for line in file.read_text().splitlines())
    return {words[0].rstrip(":"): int(words[1]) * 1024 for words in lines if words[-1] == "kB"}


if __name__ == "__main__":
    _pause(int(sys.argv[1]), int(sys.argv[2]))

"""Lines of the log: each with the id of its request, none with a key.

A key opens a table to everybody who reads it, so it is removed from the finished line: from addresses, messages of
libraries and exceptions.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from companion.http.request_id import request_id

#: ``ID.SECRET``; in an address the dot may be escaped. The id stays, so that the operator can find the key.
_KEY = re.compile(r"(?<![0-9a-z])([0-9a-z]{16})(?:\.|%(?:25)*2[Ee])[\w-]{20,64}", re.ASCII)
#: Any other text in the place of a key: it may be a part of one.
_JOIN = re.compile(r"(/join/(?:[0-9a-z]{16}(?![0-9a-z]))?)[^/\s\"'?&]+")
#: The token of an event stream.
_TOKEN = re.compile(r"([?&]token=)[^&\s\"']+")


def without_keys(text: str) -> str:
    """Returns this text with ``ID…`` for each key of a table, and without tokens of event streams."""
    return _TOKEN.sub(r"\1…", _JOIN.sub(r"\1…", _KEY.sub(r"\1…", text)))


class _Time(logging.Formatter):
    """The time of a line by RFC 3339, in UTC and to the millisecond: ``2026-05-01T18:03:12.436Z``."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - its name there
        """logging.Formatter's own method."""
        at = datetime.fromtimestamp(record.created, UTC)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class TextLine(_Time):
    """A line for people."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}]: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.request_id = request_id() or "-"
        text = super().format(record)
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        return without_keys(f"{text} {facts}" if facts else text)


class JsonLine(_Time, JsonFormatter):
    """A line for programs: one JSON object."""

    def __init__(self) -> None:
        fields = ["asctime", "levelname", "name", "message"]
        names = {"asctime": "time", "levelname": "level", "name": "logger"}
        super().__init__(fields, rename_fields=names, json_ensure_ascii=False)

    def format(self, record: logging.LogRecord) -> str:
        return without_keys(super().format(record))

    def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:
        """Adds the id of the request, and the ``facts`` of the record."""
        super().add_fields(log_data, record, message_dict)
        if current_id := request_id():
            log_data["request_id"] = current_id
        log_data.update(log_data.pop("facts", {}))


class WithoutKeys(logging.Filter):
    """Removes keys, for loggers with handlers of their own, such as a server's access log."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = without_keys(str(record.msg))
        if isinstance(record.args, tuple):  # formatters of access logs take them one by one
            record.args = tuple(without_keys(value) if isinstance(value, str) else value for value in record.args)
        return True

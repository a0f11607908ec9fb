"""HAProxy's configuration for several installations behind one name: each request goes to the cell of its table.

The cell is the mark with which an id begins (``scoring.models.cell_in``): docs/operations/cells.md.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.common.cell_marks import FIRST_CELL, MARK

DEFAULT_BIND = ":443 ssl crt /etc/ssl/cards.example.pem"

_HEAD = """\
# Written by "companion cells": docs/operations/cells.md. It has what docs/operations/proxies.md says of HAProxy.
global
    default-path config
    log stdout format raw local0 info
{user}    stats socket {folder}/admin.sock level admin mode 600

defaults
    mode http
    log global
    option http-no-delay
    option redispatch
    retries 2
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout http-request 30s

frontend cards
    bind {bind}
{plain}    http-request set-header X-Forwarded-For %[src]
    http-request set-header X-Forwarded-Proto %[ssl_fc,iif(https,http)]
    http-request set-header X-Request-ID %[uuid]
    http-request del-header Upgrade
    # No key is logged.
    http-request set-var(txn.shown) path,regsub(/join/[^/]+,/join/...)
    log-format "%ci [%tr] %ST %Tt %b %HM %[var(txn.shown)]"
    # Forms name their table in the body.
    acl form path_beg /new/ /code/
    http-request wait-for-body time 5s if METH_POST form

    # The id that says where: in the path, a picture's token, the query, a form, the key.
    http-request set-var(txn.path) path,regsub(^/api/v1,),regsub(^/embed,)
    http-request set-var(txn.path) var(txn.path),regsub(^/events/join/,/join/),regsub(^/seasons/join/,/join/)
    acl in_path var(txn.path) -m beg /tables/ /matches/ /events/ /seasons/ /join/
    acl not_begun path /matches/not-begun/remove
    acl found var(txn.id) -m len gt 0
    http-request set-var(txn.id) var(txn.path),field(3,/) if in_path !not_begun
    http-request set-var(txn.token) path,field(3,/),field(1,:),ub64dec if { path_beg /pictures/ }
    http-request set-var(txn.id) var(txn.token),regsub(^[^0-9a-z]+,) if { path_beg /pictures/ }
    http-request set-var(txn.id) url_param(url),url_dec,regsub(^.*/matches/,) if { path /oembed }
    http-request set-var(txn.id) url_param(match) if !found
    http-request set-var(txn.id) url_param(table) if !found
    http-request set-var(txn.id) req.body_param(table) if !found METH_POST form
    http-request set-var(txn.id) req.hdr(Authorization),word(2,' ') if !found { req.hdr(Authorization) -m beg Bearer }

    # What knows no table, as home does, is of the table that this phone had last.
    acl of_phone path / /new /continue /matches/not-begun/remove
    acl of_phone path_reg ^/new/[a-z_-]+$
    acl home_first var(txn.last) -m len gt 0
    http-request set-var(txn.last) req.cook(companion_keys) if of_phone !found
    http-request set-var(txn.id) var(txn.last) if home_first
    # Home asks them for tables that were moved.
    http-request set-header X-Cells {names}

    # Tables that were moved, and their keys; then the marks. Ids without a mark are of the first cell.
    acl known var(txn.cell) -m found
    http-request set-var(txn.cell) var(txn.id),bytes(0,16),map(moved.map) if found
    http-request set-var(txn.cell) var(txn.id),map_beg(cells.map,first) if found !known
    http-request set-var(txn.cell) path,field(3,/) if { path_beg /home/ }

    # What makes a table is found again by a retry.
    acl makes path /api/v1/tables /api/v1/events /api/v1/seasons
    http-request set-var(txn.once) req.hdr(Idempotency-Key) if METH_POST makes
    http-request set-var(txn.once) req.body_param(_once) if METH_POST form

    use_backend home_%[var(txn.cell)] if home_first known
    use_backend cell_%[var(txn.cell)] if known
    use_backend new_table if { var(txn.once) -m found }
    default_backend any

backend any
    balance roundrobin
{all_servers}

backend new_table
    balance hash var(txn.once)
    hash-type consistent
{all_servers}

# A table that is being moved: phones send again.
backend cell_moving
    http-request return status 503 content-type text/plain string "This table is being moved." hdr Retry-After 1
"""
_CELL = """
backend cell_{cell}
    option httpchk GET /ready
    http-check expect status 200
    http-error status 503 content-type text/plain string "These tables do not answer. Try again." hdr Retry-After 5
{servers}

backend home_{cell}
    # Any cell shows what it has of this phone's tables while its own is down.
{servers_and_others}
"""


def cells_of(texts: Sequence[str]) -> dict[str, list[str]]:
    """Returns the addresses of each cell. texts: ``first=10.0.1.11:8000,10.0.1.12:8000``, ``0b=…``.

    Raises ValueError.
    """
    cells: dict[str, list[str]] = {}
    for text in texts:
        cell, _, addresses = text.partition("=")
        if not re.fullmatch(f"{FIRST_CELL}|{MARK}", cell) or cell in cells:
            raise ValueError(f"{text}: a cell is {FIRST_CELL}, 0b, 0c and so on, each once")
        cells[cell] = addresses.split(",")
        if not all(re.fullmatch(r"[\w.\[\]:-]+:\d{1,5}", address) for address in cells[cell]):
            raise ValueError(f"{text}: an address is HOST:PORT")
    if FIRST_CELL not in cells:
        raise ValueError(f"there is no cell {FIRST_CELL}: it has the ids without a mark")
    return cells


def configuration(cells: Mapping[str, Sequence[str]], folder: str, bind: str = DEFAULT_BIND, user: str = "") -> str:
    """Returns haproxy.cfg. folder: where it and its maps are. bind: what HAProxy listens on.

    user: who it is once it listens; "" for whoever starts it. On port 443 it listens on port 80 too: the Companion says
    who goes on to https, and who is refused.
    """
    tls = re.match(r"(\S*):443 ssl\b", bind)
    own = {cell: _servers(cell, addresses, "check inter 1s fall 2 rise 1") for cell, addresses in cells.items()}
    tracked = {cell: _servers(cell, addresses, f"track cell_{cell}/{cell}_{{}}") for cell, addresses in cells.items()}
    facts = {
        "{folder}": folder,
        "{bind}": bind,
        "{plain}": f"    bind {tls[1]}:80\n" if tls else "",
        "{user}": f"    user {user}\n    group {user}\n" if user else "",
        "{names}": ",".join(cells),
        "{all_servers}": "\n".join(line for lines in tracked.values() for line in lines),
    }
    text = _filled(_HEAD, facts)
    for cell in cells:
        others = [f"{line} backup" for other in cells if other != cell for line in tracked[other]]
        facts = {
            "{cell}": cell,
            "{servers}": "\n".join(own[cell]),
            "{servers_and_others}": "\n".join([*tracked[cell], *others]),
        }
        text += _filled(_CELL, facts)
    return text


def bind_of(file: Path) -> str:
    """Returns what HAProxy listens on by a configuration that was written before, "" if there is none."""
    found = re.search(r"(?m)^    bind (.+)$", file.read_text()) if file.is_file() else None
    return found[1] if found else ""


def marks(cells: Mapping[str, Sequence[str]]) -> str:
    """Returns cells.map: the cell of each mark."""
    return "".join(f"{cell} {cell}\n" for cell in cells if cell != FIRST_CELL)


def _servers(cell: str, addresses: Sequence[str], how: str) -> list[str]:
    numbered = enumerate(addresses, start=1)
    return [f"    server {cell}_{number} {address} {how.format(number)}" for number, address in numbered]


def _filled(text: str, facts: Mapping[str, str]) -> str:
    for name, value in facts.items():
        text = text.replace(name, value)
    return text


MOVING = "moving"
"""Where a table is while it is moved: its requests get 503."""


class MovedTables:
    """The tables that are not in the cell of their mark: in the running HAProxy, and in the file that it starts with.

    folder: that of ``companion cells``, on the machine of the proxy.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "moved.map"

    def cell_of(self, an_id: str) -> str:
        """Returns where this id was moved, "" if it was not."""
        return self.entries().get(an_id, "")

    def send(self, ids: Sequence[str], cell: str) -> None:
        """Sends what names one of these ids to this cell. Raises OSError if HAProxy does not answer or refuses."""
        entries = self.entries()
        for an_id in ids:
            said = self.tell(f"{'set' if an_id in entries else 'add'} map moved.map {an_id} {cell}")
            if said:
                raise OSError(f"HAProxy says: {said}")
            entries[an_id] = cell
            self._write(entries)

    def forget(self, ids: Sequence[str]) -> None:
        """Sends these ids to the cell of their mark again."""
        entries = self.entries()
        for an_id in ids:
            self.tell(f"del map moved.map {an_id}")
            entries.pop(an_id, None)
        self._write(entries)

    def tell(self, command: str) -> str:
        """Sends a command to HAProxy. Returns its answer. Raises OSError if it does not answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            connection.connect(str(self.folder / "admin.sock"))
            connection.sendall(f"{command}\n".encode())
            with connection.makefile() as answer:
                return answer.read().strip()

    def cells(self) -> list[str]:
        """Returns the cells of the configuration. Raises OSError if there is none."""
        return [FIRST_CELL, *(line.split()[1] for line in (self.folder / "cells.map").read_text().splitlines())]

    def entries(self) -> dict[str, str]:
        """Returns the cell of each id that was moved. Raises OSError if there is no configuration."""
        lines = self.file.read_text().splitlines()
        return dict(line.split(maxsplit=1) for line in lines if line.strip())

    def _write(self, entries: Mapping[str, str]) -> None:
        draft = self.file.with_suffix(".new")
        draft.write_text("".join(f"{an_id} {cell}\n" for an_id, cell in entries.items()))
        draft.replace(self.file)

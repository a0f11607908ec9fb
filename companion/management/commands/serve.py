"""Sets up the database and the static files, and serves on the local network."""

from __future__ import annotations

import asyncio
import logging
import socket
from types import FrameType
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion.database.check import check_database, database_name, explain_database_errors
from companion.database.files import make_database_file, read_by_others
from companion.environment import misspelt
from companion.http.static_files import collect_static
from companion.server.connection import Connection
from companion.server.network import allow_many_connections, own_addresses

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """uvicorn, except that it ends the event streams when it is asked to stop, so that it does not wait for them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        from companion.asgi import application

        log.info("stopping")
        super().handle_exit(sig, frame)
        asyncio.get_event_loop().call_soon_threadsafe(application.watchers.close_all)


class Command(BaseCommand):
    help = "Migrate, collect static files if they have changed, then serve. HOST and PORT come from the environment."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-migrate", action="store_true", help="leave the database as it is")
        parser.add_argument("--no-collectstatic", action="store_true", help="the static files were collected before")

    def handle(self, *args: Any, **options: Any) -> None:
        with explain_database_errors():
            make_database_file()
            check_database()
            if not options["no_migrate"]:
                call_command("migrate", interactive=False, verbosity=0)
        if not settings.DEBUG and not options["no_collectstatic"]:
            self.collect_static()
        if settings.OWN_ADDRESSES:
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *own_addresses()]
        listening = self.listen()
        self.say_what_is_served()
        self.announce()
        allow_many_connections()
        config = uvicorn.Config(
            "companion.asgi:application",
            host=settings.HOST,
            port=settings.PORT,
            loop="auto",
            http=Connection,
            ws="none",
            lifespan="on",
            access_log=False,
            server_header=False,
            proxy_headers=False,  # companion.server.proxies believes our own proxies only
            timeout_graceful_shutdown=5,
            log_config=None,  # as in the settings
            log_level="warning",
        )
        Server(config).run(sockets=[listening])

    def listen(self) -> socket.socket:
        """Returns the socket on HOST and PORT. Raises CommandError if it is taken, or the address is not ours."""
        family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((settings.HOST, settings.PORT))
        except OSError as error:
            raise CommandError(
                f"Could not listen on {settings.HOST}:{settings.PORT}: {error.strerror}. "
                f"If the port is taken, try PORT={settings.PORT + 1}."
            ) from error
        return listening

    def say_what_is_served(self) -> None:
        """Logs release, database and folders in one line, and what an operator may have meant otherwise."""
        release = settings.SPECTACULAR_SETTINGS["VERSION"]
        log.info("Companion %s serves %s; data folder %s", release, database_name(), settings.DATA_DIR)
        for sentence in misspelt():
            log.warning(sentence)
        for file in read_by_others():
            log.warning("Others on this machine may read %s. To shut it: chmod 600 %s*", file, file)

    def collect_static(self) -> None:
        """Collects static files if they have changed. Raises CommandError if STATIC_ROOT is not writable."""
        try:
            collect_static()
        except OSError as error:
            raise CommandError(
                f"Static files are not collected in {settings.STATIC_ROOT}: {error}. "
                f"{settings.STATIC_ROOT.parent} must be writable too."
            ) from error

    def announce(self) -> None:
        """Prints the addresses of the Companion; for somebody at a terminal with a QR code, if a phone can reach it."""
        addresses = [settings.HOST]
        if settings.HOST in ("0.0.0.0", "::"):  # noqa: S104 - a comparison
            addresses = [name for name in settings.ALLOWED_HOSTS if _is_address(name) and not name.startswith("127.")]
        if settings.HTTPS:  # reached through the proxy that ends TLS
            addresses = [name for name in settings.ALLOWED_HOSTS if not name.startswith(("*", "."))]
        urls = [_url(address) for address in addresses]
        local = _url("localhost")
        self.stdout.write(f"\nThe Companion is at {urls[0] if urls else local}")
        for url in urls[1:]:
            self.stdout.write(f"              and at {url}")
        if self.stdout.isatty():  # not in the log of a service
            if urls and not addresses[0].startswith(("127.", "localhost")):
                self.stdout.write("On the phone, in the same network, open this:\n")
                segno.make(urls[0], micro=False).terminal(compact=True)
            self.stdout.write("Stop with Ctrl+C.\n")
        self.stdout.flush()


def _url(host: str) -> str:
    if settings.HTTPS:
        return f"https://{host}/"
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.PORT}/"


def _is_address(name: str) -> bool:
    return name.replace(".", "").isdigit()

"""``companion replace_key``: gives a table a new key, if nobody knows the old one any more."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count, Max

from companion.server.network import own_addresses
from scoring.db.write_lock import write_transaction
from scoring.models import AccessKey, Table
from scoring.services import tables


class Command(BaseCommand):
    help = "Replaces a key of a table and prints the address to join with it. The old key opens nothing any more."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", help="its id, or its name if there is only one of that name")
        parser.add_argument("role", choices=AccessKey.ROLES)
        parser.add_argument("--address", help="of the Companion, as https://cards.example; default: from the settings")

    def handle(self, *args: Any, **options: Any) -> None:
        table, role = _table(options["table"]), options["role"]
        with write_transaction():
            key = tables.replace_key(table, role)
        self.stdout.write(f"The {role}'s key of {table.name} ({table.id}) is replaced. Whoever opens this joins:")
        self.stdout.write(f"{(options['address'] or _address()).rstrip('/')}/join/{key}")


def _table(id_or_name: str) -> Table:
    """The table with this id or name. Raises CommandError, which lists the tables if there are several."""
    matching = Table.objects.filter(id=id_or_name) or Table.objects.filter(name=id_or_name)
    if len(matching) > 1:
        rows = matching.annotate(last=Max("matches__updated_at"), count=Count("matches")).order_by("-last")
        lines = [f"  {row.id}: {_matches(row.count)}, the last {row.last:%Y-%m-%d}" for row in rows if row.last]
        lines += [f"  {row.id}: no matches" for row in rows if not row.last]
        raise CommandError("\n".join(["There are several tables of this name. Say the id of one of them:", *lines]))
    if not matching:
        raise CommandError(f"There is no table with the id or name {id_or_name}.")
    return matching[0]


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _address() -> str:
    """The address of the Companion, by the settings."""
    if settings.HTTPS:
        return f"https://{settings.ALLOWED_HOSTS[0]}"
    host = next(iter(own_addresses()), "localhost") if settings.OWN_ADDRESSES else settings.ALLOWED_HOSTS[0]
    return f"http://{host}:{settings.PORT}"

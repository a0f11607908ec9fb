"""Builds both clients: ``python -m clients [GAME]``. With a game, they have the models of this game alone."""

from __future__ import annotations

import argparse
import sys
from subprocess import CalledProcessError

import pytest

from clients import build
from tests.npm_packages import installed
from tests.server import ROOT


def main() -> None:
    """Puts the packages into ``dist/clients`` and prints their paths. Exits with a generator's message if it fails."""
    parser = argparse.ArgumentParser(prog="python -m clients", description=__doc__)
    parser.add_argument("part", nargs="?", default="", help="a game, or core for none; all games if left out")
    try:
        document = build.document(parser.parse_args().part)
        packages = installed("clients", "the TypeScript client")
        print(build.python_client(document, ROOT / "dist" / "clients"))
        print(build.typescript_client(document, ROOT / "dist" / "clients", packages))
    except KeyError as error:
        sys.exit(f"There is no game {error}.")
    except CalledProcessError as error:
        sys.exit(f"{error}\n{error.stdout}")
    except (pytest.skip.Exception, pytest.fail.Exception) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

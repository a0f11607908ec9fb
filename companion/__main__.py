"""The command ``companion``: Django's command line with our settings, like manage.py in a checkout."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs a command. A wrong setting is said in one sentence, with status 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        if sys.argv[1:] in (["--version"], ["version"]):  # ours, not Django's
            from django.conf import settings

            print(settings.SPECTACULAR_SETTINGS["VERSION"])
            return
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

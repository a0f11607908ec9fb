"""Templates that are read line by line, and sent without the breaks.

An indented line goes on from the line before it: with nothing between them if it begins with ``<`` or ``{``, else with
one space (text, an attribute). A line that is not indented begins a line of the page. So a template may be broken
anywhere between two tags, and the page is the same.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_GOES_ON = re.compile(r"\n +([<{])?")


def joined(source: str) -> str:
    """Returns the template with its indented lines joined to those before them."""
    return _GOES_ON.sub(lambda found: found[1] or " ", source)


class Loader(filesystem.Loader):
    """Loads our templates, with their lines joined."""

    def get_contents(self, origin: Origin) -> str:
        """Returns the text of a template. Raises TemplateDoesNotExist if there is none."""
        return joined(super().get_contents(origin))

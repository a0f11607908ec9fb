"""Marks for texts that are translated, named as gettext names them.

They return their arguments: the engine has no catalogue.

The templates of ``say``, ``line``, ``refuse`` and ``plural`` are found without a mark. A text that is passed to them in
a variable is marked where it is written: ``text = _("Trick {n} is tied")``.
"""


def _(text: str) -> str:
    """Marks a text for translation; returns it as it is."""
    return text


HEADING = "heading of a column"
"""The context of headings of columns in files: a single word may mean something else in a sentence or a game."""


def heading(text: str) -> str:
    """Marks the heading of a column for translation; returns it as it is."""
    return text


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Marks the two forms of a counted text, ``plural(n, *forms)``, and returns them unchanged."""
    return one, many

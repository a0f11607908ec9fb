"""Marks for texts that are translated, named as gettext names them. They change nothing: the engine knows no catalogue.

The templates of ``say``, ``line``, ``refuse`` and ``plural`` are found where they stand. A text that reaches them
in a variable is marked where it is written: ``text = _("Trick {n} is tied")``.
"""


def _(text: str) -> str:
    """Marks a text for translation; returns it as it is."""
    return text


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Marks the two forms of a counted text, ``plural(n, *forms)``; returns them as they are."""
    return one, many

"""A language in which every English letter that was translated is written wide: what is still narrow was not.

It stands in for a real catalogue in tests: a text that no extractor finds stays English and shows.
"""

from __future__ import annotations

import re
import string
from functools import cached_property

from scoring.engine.marking import HEADING
from scoring.engine.messages import Language, Message, Number, render
from tests.messages.extraction import all_texts

_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
_PLACEHOLDER = re.compile(r"(\{[^}]*\})")
_RAW = re.compile(r"[A-Za-z](?:[A-Za-z' -]*[A-Za-z])?")


def wide(text: str) -> str:
    """A text with wide letters; placeholders stay as they are."""
    parts = _PLACEHOLDER.split(text)
    return "".join(part if part.startswith("{") else part.translate(_WIDE) for part in parts)


def raw_english(text: str) -> list[str]:
    """The words of a rendered text that were not translated."""
    return _RAW.findall(text)


class Pseudo(Language):
    """Translates what the extractor finds, and nothing else."""

    @cached_property
    def texts(self) -> set[str]:
        """The texts that are not counted. Read when first needed: many processes never do."""
        return {text.one for text in all_texts() if not text.many and not text.context}

    @cached_property
    def counted(self) -> set[tuple[str, str]]:
        """Both forms of each counted text."""
        return {(text.one, text.many) for text in all_texts() if text.many}

    def raw(self, message: Message) -> list[str]:
        """The words of a message that stay English."""
        return raw_english(render(message, self))

    def gettext(self, text: str) -> str:
        return wide(text) if text in self.texts else text

    def ngettext(self, one: str, many: str, n: Number) -> str:
        chosen = one if n == 1 else many
        return wide(chosen) if (one, many) in self.counted else chosen

    def heading(self, text: str) -> str:
        return wide(text) if (HEADING, text) in {(text.context, text.one) for text in all_texts()} else text

    def words(self, text: str) -> str:
        return wide(text)

    def rank(self, name: str) -> str:
        return wide(name)


PSEUDO = Pseudo()

"""Finds the texts of the templates that are translated, as Django's ``makemessages`` reads them.

Babel calls ``extract`` (see ``tests/messages/pages.toml``, ``make messages``).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, Any

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

from companion.common.template_lines import joined


def extract(file: IO[bytes], keywords: Any, tags: Any, options: Any) -> Iterator[Any]:
    """The texts of a template as Babel wants them."""
    source = templatize(joined(file.read().decode("utf-8")))
    yield from extract_python(io.BytesIO(source.encode("utf-8")), keywords, tags, options)

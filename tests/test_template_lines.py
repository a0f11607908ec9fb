"""Templates are read line by line, and the page is the same (companion/common/template_lines.py)."""

from __future__ import annotations

import re

import pytest

from companion.common.template_lines import joined
from tests.server import ROOT

LONGEST = 120
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
_WHOLE = re.compile(r"{% blocktranslate.*?{% endblocktranslate %}|{% (?:translate|include) .*? %}|{#.*?#}")


@pytest.mark.parametrize(
    ("source", "page"),
    [
        ("<p>\n  <b>{{ a }}</b>\n  {% if b %}!{% endif %}</p>", "<p><b>{{ a }}</b>{% if b %}!{% endif %}</p>"),
        ('<a class="x"\n    href="/">one\n  two</a>', '<a class="x" href="/">one two</a>'),
        ("<p>one</p>\n<p>two</p>\n\n<p>three</p>\n", "<p>one</p>\n<p>two</p>\n\n<p>three</p>\n"),
    ],
)
def test_an_indented_line_goes_on_from_the_line_before(source: str, page: str) -> None:
    assert joined(source) == page


def test_no_line_of_a_template_is_long_but_for_what_cannot_be_broken() -> None:
    """A text is one message for translators and a template tag is one line: they cannot be broken, and do not count."""
    assert len(TEMPLATES) > 80
    long = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(_WHOLE.sub("", line)) > LONGEST
    ]
    assert long == []

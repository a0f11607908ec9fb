"""Templates are read line by line, and the page is the same (companion/common/template_lines.py)."""

from __future__ import annotations

import re

import pytest

from companion.common.template_lines import joined
from tests.server import ROOT

LONGEST = 120
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
_TEXTS = re.compile(
    r'{% translate "([^"]*)"(?: context "[^"]*")? %}'
    r"|{% blocktranslate.*?%}(.*?)(?:{% plural %}.*?)?{% endblocktranslate %}"
)
_APART = re.compile(r"{% (?:else|elif|empty|for|endfor|block|endblock)\b.*?%}")
_INLINE = re.compile(r"{%.*?%}|</?(?:a|b|i|em|time|small|code|span)\b[^>]*>")
_TOGETHER = re.compile(r".{,30}(?:\w[.:,;!?·]|·)(?=\w)|.{,30}\w·")
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


def test_a_text_and_what_goes_on_behind_it_have_a_space_between_them() -> None:
    """“The round is closed.Open it again”: an indented line that begins with a tag is joined without one."""
    together = []
    for path in TEMPLATES:
        page = _TEXTS.sub(lambda text: text[1] or text[2] or "", joined(path.read_text()))
        page = re.sub(r"{{.*?}}", "W", re.sub(r"{#.*?#}", "", page))
        page = re.sub(r"<[^>]*>", "\n", _INLINE.sub("", _APART.sub("\n", page)))
        together += [f"{path.relative_to(ROOT)}: {found[0]}" for found in _TOGETHER.finditer(page)]
    assert together == []

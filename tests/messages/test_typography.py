"""Signs that a machine can see to be wrong for a language, in every catalogue and every rules page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rulesref.files import load_yaml
from tests.messages.catalogues import DOMAINS, LOCALES, ROOT, read_catalogue

CONTENT = ROOT / "rulesref" / "content"

_APOSTROPHE = r"(?<=[^\W\d_])'(?=[^\W\d_])"
_DECIMAL_POINT = r"(?<![\d.])\d+\.\d{1,2}(?![\d.])"
_HAN = r"\u3400-\u9fff"
_MONTHS = {
    "es": "Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Septiembre|Octubre|Noviembre|Diciembre",
    "fr": "Janvier|Février|Mars|Avril|Mai|Juin|Juillet|Août|Septembre|Octobre|Novembre|Décembre",
    "it": "Gennaio|Febbraio|Marzo|Aprile|Maggio|Giugno|Luglio|Agosto|Settembre|Ottobre|Novembre|Dicembre",
    "pt_BR": "Janeiro|Fevereiro|Março|Abril|Maio|Junho|Julho|Agosto|Setembro|Outubro|Novembro|Dezembro",
    "ru": "Января|Февраля|Марта|Апреля|Мая|Июня|Июля|Августа|Сентября|Октября|Ноября|Декабря",
}


@dataclass(frozen=True)
class Rule:
    """What is wrong, and how it looks. locales: where it is wrong."""

    name: str
    pattern: str
    locales: tuple[str, ...]


RULES = (
    Rule("no-break space before ; ? !", r"(?<=.)(?<![\u00a0\u202f;?!¡¿…(\[])[;?!](?=[\s»<)]|$)", ("fr",)),
    Rule("no-break space before :", r"(?<![\u00a0\u202f:]):(?=\s|$)", ("fr",)),
    Rule("no-break space within « »", r"«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»", ("fr",)),
    Rule("curved apostrophe", _APOSTROPHE, ("de", "es", "fr", "it", "pt_BR")),
    Rule("decimal comma", _DECIMAL_POINT, ("de", "es", "fr", "it", "pt_BR", "ru")),
    Rule("full-width signs", rf"[{_HAN}][,:;?!()]|[,:;?!()][{_HAN}]", ("zh_Hans",)),
    Rule("no space beside Han characters", rf"[{_HAN}] (?=[A-Za-z0-9])|[A-Za-z0-9] (?=[{_HAN}])", ("zh_Hans",)),
    *(Rule("small month", rf"\b\d{{1,2}}\.? (?:de )?(?:{names})\b", (locale,)) for locale, names in _MONTHS.items()),
)

#: What is no text of the language: code, addresses, tags, placeholders, the words of HTTP.
_NO_TEXT = re.compile(
    r"`[^`]*`|https?://\S+|<[^>]*>|\{[^}]*\}|%\(\w+\)s|\[[^\]]*\]\([^)]*\)|Authorization: Bearer \w+|^\w+:.*$",
    re.MULTILINE,
)


def faults(text: str, locale: str) -> Iterator[str]:
    """What is wrong in a text, each with the place."""
    for rule in RULES:
        if locale in rule.locales:
            for found in re.finditer(rule.pattern, text):
                yield f"{rule.name}: …{text[max(0, found.start() - 25) : found.end() + 15]}…"


def _readable(text: str) -> str:
    return _NO_TEXT.sub("\N{OBJECT REPLACEMENT CHARACTER}", text)


@pytest.mark.parametrize("locale", LOCALES)
def test_catalogues_are_set_as_their_language_is(locale: str) -> None:
    wrong = [
        fault
        for domain in DOMAINS
        for message in read_catalogue(domain.file(locale), locale)
        if message.id
        for string in ([message.string] if isinstance(message.string, str) else message.string or ())
        for fault in faults(_readable(string), locale)
    ]
    assert wrong == []


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_pages_are_set_as_their_language_is(locale: str) -> None:
    folder = CONTENT / locale.replace("_", "-").lower()
    texts = [(path, path.read_text("utf-8")) for path in sorted(folder.glob("*.md"))]
    for path in sorted(folder.glob("texts/*.yaml")):
        texts += [(path, text) for text in (load_yaml(path.read_text("utf-8")) or {}).values()]
    wrong = [
        f"{path.relative_to(CONTENT)}: {fault}" for path, text in texts for fault in faults(_readable(text), locale)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("locale", "right", "wrong"),
    [
        ("fr", "Qui donne\u202f? Le compte\u00a0: 162.", "Qui donne ? Le compte : 162."),
        ("fr", "\u00ab\u00a0bonne\u00a0\u00bb, l’as", "« bonne », l'as"),
        ("it", "l’asso vale 0,5", "l'asso vale 0.5"),
        ("pt_BR", "25 de novembro", "25 de Novembro"),
        ("ru", "1 или 0,25; 1.234", "1 или 0.25"),
        ("zh_Hans", "拱猪，8张牌：好", "拱猪, 8 张牌:好"),
    ],
)
def test_what_is_wrong_is_found(locale: str, right: str, wrong: str) -> None:
    assert list(faults(right, locale)) == []
    assert list(faults(wrong, locale)) != []


def test_no_template_or_script_joins_texts_with_a_colon() -> None:
    """A colon is part of a text: in French a space comes before it, in Chinese it is another sign."""
    joined = re.compile(r"%\}(?:</\w+>)?:|\}\}(?:</\w+>)?: |\$\{[^}]*\}: |: \$\{|\+ \": \"")
    files = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("static/*.js")]
    marked = re.compile(
        r"{% blocktrans.*?{% endblocktrans\w* %}|style=\"[^\"]*\"|^\s*//.*$|class=\"hush\">[^<]*<",
        re.DOTALL | re.MULTILINE,
    )
    found = [
        f"{file.name}: {line.strip()}"
        for file in files
        if file.parent.name != "api"
        for line in marked.sub("", file.read_text()).splitlines()
        if joined.search(line)
    ]
    assert found == []

"""Every catalogue is complete, fits its texts, and is compiled as it is written."""

from __future__ import annotations

import io
import re
import string
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from django.conf import settings
from django.utils.translation import to_locale

from scoring.engine.marking import HEADING
from scoring.games import all_games
from scoring.languages import STYLES, language
from tests.messages.catalogues import DOMAINS, ENGINE, ROOT, SCRIPTS, Domain, is_of_drafts, read_catalogue, translated

OFFERED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
BOTH = [(code, domain) for code in OFFERED for domain in DOMAINS]
IDS = [f"{code} {domain.name}" for code, domain in BOTH]


@cache
def catalogue(code: str, domain: Domain) -> Catalog:
    locale = to_locale(code)
    return read_catalogue(domain.file(locale), locale)


def entries(code: str, domain: Domain) -> list[Message]:
    return [entry for entry in catalogue(code, domain) if entry.id]


def _all(of: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [of or ""] if of is None or isinstance(of, str) else list(of)


@pytest.mark.parametrize(("code", "domain"), BOTH, ids=IDS)
def test_every_text_is_translated(code: str, domain: Domain) -> None:
    found = catalogue(code, domain)
    missing = [
        text.id
        for text in domain.template()
        if text.id
        and not is_of_drafts(text)
        and ((entry := found.get(text.id, text.context)) is None or not translated(entry.string))
    ]
    assert missing == [], "make messages, then translate these"


def test_every_marked_text_of_a_script_is_collected() -> None:
    """One within a template string is not, and stays English."""
    marked = re.compile(r"""\bn?gettext\("([^"]*)\"""")
    scripts = [path for pattern, _ in SCRIPTS.sources for path in ROOT.glob(pattern)]
    texts = {text for path in scripts for text in marked.findall(path.read_text())}
    assert [text for text in sorted(texts) if SCRIPTS.template().get(text) is None] == []


@pytest.mark.parametrize(("code", "domain"), BOTH, ids=IDS)
def test_a_counted_text_has_the_forms_of_the_language(code: str, domain: Domain) -> None:
    forms = catalogue(code, domain).num_plurals
    assert [
        entry.id for entry in entries(code, domain) if entry.pluralizable and len(_all(entry.string)) != forms
    ] == []


#: Parts of a text that a program fills in or reads: each is in the translation as it is in the text.
_PARTS = re.compile(r"%\(\w+\)[sd]|</?[a-z][^>]*>|&\w+;")


def _parts(domain: Domain, text: str) -> list[str]:
    names = [name for _, name, _, _ in string.Formatter().parse(text) if name] if "{" in text else []
    return sorted([*set(names), *([] if domain is ENGINE else _PARTS.findall(text))])


@pytest.mark.parametrize(("code", "domain"), BOTH, ids=IDS)
def test_a_translation_has_the_same_parts_as_its_text(code: str, domain: Domain) -> None:
    wrong = [
        (entry.id, form)
        for entry in entries(code, domain)
        for form in _all(entry.string)
        if translated(entry.string)  # else test_every_text_is_translated says so
        and _parts(domain, form) not in [_parts(domain, text) for text in _all(entry.id)]
    ]
    assert wrong == []


@pytest.mark.parametrize("code", OFFERED)
def test_the_words_of_a_game_are_for_a_game_and_a_text_that_there_are(code: str) -> None:
    texts = {str(text.id) for text in ENGINE.template()}
    of_games = [entry for entry in entries(code, ENGINE) if entry.context]
    assert [entry.context for entry in of_games if entry.context not in (*all_games(), HEADING)] == []
    assert [entry.id for entry in of_games if str(entry.id) not in texts] == []


@pytest.mark.parametrize(("code", "domain"), BOTH, ids=IDS)
def test_the_compiled_catalogue_is_the_written_one(code: str, domain: Domain) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(code, domain))
    assert domain.file(to_locale(code), "mo").read_bytes() == compiled.getvalue(), "make messages"


@pytest.mark.parametrize("code", OFFERED)
def test_an_offered_language_writes_numbers_and_cards_in_its_way(code: str) -> None:
    assert code in STYLES
    assert language(code).code == code

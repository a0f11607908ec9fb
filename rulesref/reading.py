"""Names and lists of names for the reader of a page of rules, and the language of the page beside the reader's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import get_language, gettext

from scoring.engine.game import Game
from scoring.languages import current_language

if TYPE_CHECKING:
    from rulesref.article import Article

DEFAULT_LANGUAGE = "en"


def foreign_language(article: Article) -> str:
    """The language in which a page is written, for ``lang``; "" if it is the reader's."""
    reader = (get_language() or DEFAULT_LANGUAGE).partition("-")[0]
    return "" if article.lang.partition("-")[0] == reader else article.lang


def page_name(article: Article, game: Game[Any, Any]) -> str:
    """The name of a game as its page has it; in the reader's language if the page is in another one."""
    return current_language(game.slug).gettext(game.name) if foreign_language(article) else article.title


def one_of(words: Sequence[str]) -> str:
    """Several words of which any will do: ``"trump, ruff or lead"``."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{words} or {last}").format(words=current_language().join_texts(words[:-1]), last=words[-1])

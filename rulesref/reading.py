"""What a page of rules is called, and in which language, for the reader of the request that is answered now."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from rulesref.article import Article
from rulesref.library import DEFAULT_LANGUAGE
from scoring.engine.game import Game
from scoring.languages import current_language


def foreign_language(article: Article) -> str:
    """The language in which a page is written, for ``lang``; "" if it is the reader's."""
    reader = (get_language() or DEFAULT_LANGUAGE).partition("-")[0]
    return "" if article.lang.partition("-")[0] == reader else article.lang


def page_name(article: Article, game: Game[Any, Any]) -> str:
    """The name of a game as its page has it; in the reader's language where the page is in another one."""
    return current_language(game.slug).gettext(game.name) if foreign_language(article) else article.title

"""All games, and the page of a game or another article."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from rulesref.article import EXAMPLES, MINUTE, Article, Section
from rulesref.game_filter import GameEntry, GameFilter
from rulesref.pictures.ladder import WITH_POINTS
from rulesref.reading import DEFAULT_LANGUAGE, foreign_language, page_name
from rulesref.search.words import is_ideograph
from rulesref.twins import link_header, twin_path, twin_response
from rulesref.views.links import MatchLinks
from rulesref.views.lookups import lookups_of
from rulesref.views.shared import ID_ATTRIBUTE, article_or_404, library_of, public
from scoring.languages import current_language

_TABLE = re.compile(r'<div class="table-box".*?</table>\s*</div>', re.DOTALL)
#: The ladders of the cards, and tables.
_LADDER_OR_TABLE = re.compile(
    r'<figure class="picture picture-ladder">.*?</figure>|<div class="table-box".*?</table>\s*</div>', re.DOTALL
)
_PARAGRAPH = re.compile(r"<p>.*?</p>", re.DOTALL)
#: The room of a picture on paper, in characters of text.
_PICTURE_LENGTH = 500
_LIST = re.compile(r"<ol>.*?</ol>|<ul>.*?</ul>", re.DOTALL)


@public
def game_list(request: HttpRequest) -> HttpResponse:
    """All games, filtered by players, family and pack, and the other articles."""
    pages = library_of(request)
    articles = [article for article in pages.articles() if not article.is_game]
    game_filter = GameFilter(pages, request.GET)
    context = {
        "links": MatchLinks.from_request(request),
        "filter": game_filter,
        "articles": [(article, pages.summary(article), foreign_language(article)) for article in articles],
    }
    return render(request, "rules/game_list.html", context)


@public
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a game, or another article."""
    pages = library_of(request)
    article = article_or_404(pages, slug)
    links = MatchLinks.from_request(request, slug if article.is_game else "")
    game = pages.game_of(article)
    sections = [(section, links.rewrite(section.html)) for section in article.sections]
    context = {
        "links": links,
        "article": article,
        "twin": twin_path(article, article.lang),
        "summary": pages.summary(article),
        "sections": sections,
        "contents": article.sections,
        "foreign": foreign_language(article),
    }
    if game is None:
        return _with_twin(render(request, "rules/article.html", context), article)
    context |= {
        "game": game,
        "game_name": page_name(article, game),
        "summary": current_language(slug).gettext(game.summary),
        "minute": _minute(article, links),
        "sections": [entry for entry in sections if entry[0].anchor != MINUTE],
        "native_names": GameEntry(article, game).native_names,
        "lookups": lookups_of(game),
        "at_a_glance": _at_a_glance(article, links),
        "print_size": _print_size(article),
    }
    return _with_twin(render(request, "rules/game.html", context), article)


def _with_twin(response: HttpResponse, article: Article) -> HttpResponse:
    response.headers["Link"] = link_header(article)
    return response


@public
def rules_markdown(request: HttpRequest, slug: str) -> HttpResponse:
    """The Markdown twin of a page."""
    return twin_response(request, library_of(request), slug)


@public
def rules_part(request: HttpRequest, slug: str) -> HttpResponse:
    """One section of a page, for the sheet over the match. at: its anchor; the first section if there is none."""
    pages = library_of(request)
    article = article_or_404(pages, slug)
    game = pages.game_of(article)
    at = request.GET.get("at", "")
    section = article.section(at) if at in article.anchors else article.sections[0]
    whole = next((part for part in article.sections if section in part.subsections), None)
    context = {
        "links": MatchLinks.from_request(request, slug if game else ""),
        "article": article,
        "game": game,
        "name": page_name(article, game) if game else article.title,
        "section": section,
        "whole": whole,
        "html": MatchLinks.from_request(request).rewrite(ID_ATTRIBUTE.sub("", section.html)),
        "foreign": foreign_language(article),
        "has_tables": "<table" in section.html,
    }
    return render(request, "rules/part.html", context)


def _minute(article: Article, links: MatchLinks) -> SafeString:
    """The section for readers who know similar games."""
    return links.rewrite(article.section(MINUTE).html)


def _at_a_glance(article: Article, links: MatchLinks) -> list[tuple[Section, SafeString]]:
    """The first table of the scoring section, and the ladders and card points of card strength.

    A game whose scoring section has no table may have one under its object. Without that the scoring section gives its
    first list or paragraphs.
    """
    parts = []
    object_html = next((part.html for part in article.sections if part.anchor == "object"), "")
    for anchor, pattern, limit in (("scoring", _TABLE, 1), ("card-strength", _LADDER_OR_TABLE, 2)):
        section = next((part for part in article.sections if part.anchor == anchor), None)
        if section is None:
            continue
        blocks = pattern.findall(section.html)[:limit]
        if len(blocks) == 2 and WITH_POINTS in blocks[0]:
            blocks = blocks[:1]  # the ladder has the card points already
        if anchor == "scoring":
            blocks = blocks or _TABLE.findall(object_html)[:1]
            blocks = blocks or _LIST.findall(section.html)[:1] or _PARAGRAPH.findall(section.html)[:2]
        if blocks:
            parts.append((section, links.rewrite("\n".join(blocks))))
    return parts


def _print_size(article: Article) -> str:
    """The print size that fits the page on two sheets: ``roomy``, ``close`` or ``dense``."""
    sections = [part for part in article.sections if part.anchor not in (EXAMPLES, "history")]
    length = sum(_width(part.text, article.lang) + _PICTURE_LENGTH * len(part.pictures) for part in sections)
    return next((name for name, limit in (("roomy", 9_000), ("close", 14_000)) if length <= limit), "dense")


def _width(text: str, lang: str) -> float:
    """The room of a text on paper, in letters of English: words of other languages are longer, ideographs wide."""
    if lang == DEFAULT_LANGUAGE:
        return len(text)
    return sum(2.1 if is_ideograph(letter) else 1.15 for letter in text)

"""The Markdown twin of a rules page: ``/rules/skat.md`` has the text of ``/rules/skat`` for programs that read."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse

from companion.http.accept_language import find_language, language_tag
from rulesref.article import Article, GameFacts
from rulesref.library import Library, languages, library

#: Facts of a game's page that stand at the top of its twin.
_FACTS = ("players", "deck", "deal", "direction", "goal", "length", "origin")


def twin_path(article: Article, lang: str = "") -> str:
    """Returns the address of the twin of a page. lang: a code of Django, "" for the reader's language."""
    return f"{article.path}.md" + (f"?lang={language_tag(lang)}" if lang else "")


def link_header(article: Article) -> str:
    """Returns the header Link of a page that leads to its twin."""
    return f'<{twin_path(article, article.lang)}>; rel="alternate"; type="text/markdown"'


def twin_response(request: HttpRequest, pages: Library, slug: str) -> HttpResponse:
    """Returns the twin of a page. pages: in the reader's language, unless ``?lang=`` names another. Raises Http404."""
    asked = request.GET.get("lang")
    code = find_language(asked, languages()) if asked else pages.lang
    if code is None:
        raise Http404
    try:
        pages = library(code)
        article = pages.article(slug)
    except KeyError:
        raise Http404("no such page") from None
    response = HttpResponse(twin(pages, article), content_type="text/markdown; charset=utf-8")
    response.headers["Link"] = f'<{article.path}>; rel="canonical"; type="text/html"'
    response.headers["Content-Language"] = language_tag(article.lang)
    return response


def twin(pages: Library, article: Article) -> str:
    """Returns a page as Markdown: title, summary, facts, and each section below its heading, with its address."""
    parts = [f"# {article.title}", f"> {pages.summary(article)}"]
    if isinstance(article.facts, GameFacts):
        parts.append("\n".join(f"- {name}: {getattr(article.facts, name)}" for name in _FACTS))
    for section in article.sections:
        parts.append(f"## {section.title}\n\n<{section.url}>\n\n{section.markdown}")
    return "\n\n".join(parts) + "\n"

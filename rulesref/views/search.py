"""The search, and a hit as its page shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape, unescape

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from rulesref.library import Library
from rulesref.reading import foreign_language, one_of, page_name
from rulesref.search.hits import SearchHit, SearchResult
from rulesref.search.index import find
from rulesref.search.preparing import MAX_QUERY_LENGTH
from rulesref.views.links import MatchLinks
from rulesref.views.shared import ID_ATTRIBUTE, library_of, public

#: So many games of the reader are asked before all others.
MOST_OWN = 3

#: A picture in words, in an answer of the search.
_IN_WORDS = re.compile(r'<p class="in-words">.*?</p>')
#: An answer of so many letters is shown in large ones: eight lines at 390 pixels.
_LARGE = 250
#: One of so many letters is shown whole also in a list of results, which settles more than its best sentence.
_LISTED = 700
#: A picture of a trick with the cards of a certain case.
_CASE = 'class="picture picture-trick"'


def _words(html: str) -> str:
    """The text of HTML, as one line."""
    return " ".join(unescape(strip_tags(html)).replace("\ufe0e", "").split())


class HitView:
    """A search hit as the page shows it."""

    def __init__(self, pages: Library, hit: SearchHit, links: MatchLinks) -> None:
        self.hit = hit
        self.links = links
        self.url = links.url(f"/rules/{hit.slug}", hit.section)
        self.page = hit.title if hit.heading != hit.title and hit.slug != links.game else ""
        self.foreign = foreign_language(pages.article(hit.slug))
        self._section = pages.section(hit.slug, hit.section) if hit.section else None

    @property
    def answer(self) -> SafeString:
        """What answers, pictures in words."""
        return self._boxed(self.hit.answer or self.hit.snippet)

    @property
    def answer_beside_picture(self) -> SafeString:
        """What answers, without the words of pictures if a picture is drawn beside it."""
        html = self.hit.answer or self.hit.snippet
        return self._boxed(_IN_WORDS.sub("", html) if self.picture else html)

    def _boxed(self, html: str) -> SafeString:
        """The HTML with its tables in boxes that scroll."""
        name = escape(self.hit.heading)
        box = f'<div class="table-box" tabindex="0" role="group" aria-label="{name}">'
        html = html.replace("<table>", f"{box}<table>").replace("</table>", "</table></div>")
        return mark_safe(html)  # noqa: S308 - escaped

    @property
    def is_long(self) -> bool:
        """Whether the answer would fill the screen of a phone in large letters."""
        return len(_words(self.hit.answer)) > _LARGE

    @property
    def is_short(self) -> bool:
        """Whether there is room for all of the answer in a list of results."""
        return self.hit.length <= _LISTED

    @property
    def snippet(self) -> SafeString:
        """The same in short."""
        return mark_safe(self.hit.snippet)  # noqa: S308 - escaped

    @property
    def picture(self) -> SafeString:
        """Its picture, ``""`` if it has none. A picture of a case is shown only with the answer about that case: beside
        any other it would contradict it.
        """
        pictures = self._section.pictures if self._section else ()
        words = _words(self.hit.answer or self.hit.snippet)
        named = [picture for picture in pictures if _CASE in picture and words and words in _words(picture)]
        general = [picture for picture in pictures if _CASE not in picture]
        return mark_safe(ID_ATTRIBUTE.sub("", next(iter([*named, *general]), "")))  # noqa: S308 - drawn by us

    @property
    def whole(self) -> SafeString:
        """The whole place without its anchors; ``""`` if the answer is all of it."""
        if self._section is None or self.hit.kind in ("question", "term"):
            return mark_safe("")
        if self.hit.is_whole and not self._section.subsections:
            return mark_safe("")
        return self.links.rewrite(ID_ATTRIBUTE.sub("", self._section.html))


def _find_in_own(pages: Library, query: str, own: Sequence[str]) -> SearchResult:
    """The result of a query without a game on the table. own: the games of the reader, the one played now first: the
    first of them that answers does, unless the query names a game. The other ones that answer come next.
    """
    result = find(pages, query)
    if result.games or result.other_games:
        return result
    found = [(slug, find(pages, query, slug)) for slug in own]
    answers = [one for slug, one in found if one.answered and one.hits[0].slug == slug]
    if not answers:
        return result
    first = answers[0]
    best = [one.hits[0] for one in answers]
    rest = [hit for hit in first.hits[1:] if (hit.slug, hit.section) not in {(one.slug, one.section) for one in best}]
    return replace(first, hits=[*best, *rest])


@public
def search(request: HttpRequest) -> HttpResponse:
    """Search results; for htmx only their list."""
    pages = library_of(request)
    query = " ".join(request.GET.get("q", "")[:MAX_QUERY_LENGTH].split(" "))
    slug = request.GET.get("game", "")
    game = pages.games.get(slug)
    links = MatchLinks.from_request(request, slug if game else "")
    own = [one for one in request.GET.get("own", "").split(" ") if one in pages.games][:MOST_OWN]
    result = find(pages, query, links.game or None) if links.game else _find_in_own(pages, query, own)
    hits = [HitView(pages, hit, links) for hit in result.hits]
    shown = [id(hit) for hit in result.beside]
    beside = [hit_view for hit_view in hits if id(hit_view.hit) in shown]
    others = [hit_view for hit_view in hits if hit_view not in beside]
    context = {
        "links": links,
        "game": game,
        "query": query,
        "own": " ".join(own),
        "hits": hits,
        "beside": beside,
        "answered": result.answered,
        "other_games": result.other_games,
        "answer": next(iter(hits), None),
        "next_hits": others[1:3] if result.answered else others[:3],
        "more_hits": others[3:],
        "corrected": [(word, one_of(others)) for word, others in result.corrected.items()],
        "searched_games": [page_name(pages.article(slug), pages.games[slug]) for slug in result.games],
        "suggestions": [HitView(pages, hit, links) for hit in result.suggestions],
        "foreign": next((hit_view.foreign for hit_view in hits), ""),
    }
    template = "rules/search_results.html" if request.headers.get("HX-Request") else "rules/search.html"
    return render(request, template, context)

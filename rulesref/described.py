"""How the calls are described in the API's document, each with an example."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel

from rulesref import schemas
from rulesref.search.index import MAX_HITS, MAX_QUERY_LENGTH
from scoring.api.schema.operation import Answer, operation
from scoring.api.schema.parameters import IF_NONE_MATCH, parameter

_LANG = parameter(
    "lang",
    str,
    "Language of the answer. Without it `Accept-Language` decides; English where we have nothing better.",
    "en",
)
_SLUG = parameter("slug", str, "The page.", "skat", "path", True)
_SECTION = parameter("section", str, "The anchor of a section, a part of one, or a question.", "matadors", "path", True)
_PROBLEM = {"$ref": "#/components/schemas/ProblemDetails"}


def _answer(model: type[BaseModel], title: str, example: Any, description: str) -> dict[int, Answer]:
    # drf-spectacular makes the component from the model itself.
    return {200: Answer(cast(Any, model), {title: example}, description)}


_PART = {
    "anchor": "matadors",
    "title": "Matadors",
    "url": "/rules/skat#matadors",
    "question": False,
    "markdown": "The unbroken run of top trumps, counted from the club jack down.",
    "html": "<p>The unbroken run of top trumps, counted from the club jack down.</p>\n",
}
_FACTS = {
    "players": "3, or 4 with the dealer sitting out",
    "deck": "32 cards, ace to seven",
    "deal": "ten each, two to the skat",
    "direction": "clockwise",
    "goal": "the highest total after an agreed number of deals",
    "length": "about three minutes a hand",
    "family": "Point-trick games",
    "origin": "Germany, early nineteenth century",
    "difficulty": 4,
}
_SKAT = {
    "slug": "skat",
    "title": "Skat",
    "kind": "game",
    "native_names": {"de": "Skat"},
    "summary": "Three play, one against two; bidding decides who and what is trumps.",
    "language": "en",
    "version": "5b1d2c3e4f5a6b7c",
    "facts": _FACTS,
    "url": "/rules/skat",
    "api_url": "/api/v1/rules/skat",
}
_GLOSSARY = {
    **_SKAT,
    "slug": "glossary",
    "title": "Glossary",
    "kind": "article",
    "native_names": {},
    "summary": "The words of the card table, each in a line or two.",
    "version": "8a9b0c1d2e3f4a5b",
    "facts": None,
    "url": "/rules/glossary",
    "api_url": "/api/v1/rules/glossary",
}
_ARTICLE = {
    **_SKAT,
    "sections": [
        {
            "anchor": "scoring",
            "title": "Scoring",
            "url": "/rules/skat#scoring",
            "question": False,
            "markdown": f"### Matadors {{#matadors}}\n\n{_PART['markdown']}",
            "html": f'<h3 id="matadors">Matadors</h3>\n{_PART["html"]}',
            "parts": [_PART],
        }
    ],
}

LIST = operation(
    "rules_list",
    "rules",
    "All pages of rules",
    _answer(
        schemas.RulesList,
        "Two of them",
        {"language": "en", "languages": ["en"], "version": "0d1f3b5a7c9e8264", "rules": [_SKAT, _GLOSSARY]},
        "All pages.",
    ),
    "Every game's page with its facts, then the other articles: glossary, dealing, According to Hoyle.",
    parameters=[_LANG, IF_NONE_MATCH],
    problems=[400],
    problem=_PROBLEM,
)

READ = operation(
    "rules_read",
    "rules",
    "A page of rules",
    _answer(schemas.RulesArticle, "One section of Skat", _ARTICLE, "The page."),
    "All sections of a page in their order, each as Markdown and as HTML.",
    parameters=[_SLUG, _LANG, IF_NONE_MATCH],
    problems=[400, 404],
    problem=_PROBLEM,
)

SECTION = operation(
    "rules_section",
    "rules",
    "One section of a page",
    _answer(
        schemas.RulesSectionPage,
        "Where /rules/skat#matadors leads",
        {**_PART, "parts": [], "slug": "skat", "article": "Skat", "language": "en", "version": "5b1d2c3e4f5a6b7c"},
        "The section.",
    ),
    "A section, a part of one, or a single question, by its anchor: where the `rule` of an explanation leads.",
    parameters=[_SLUG, _SECTION, _LANG, IF_NONE_MATCH],
    problems=[400, 404],
    problem=_PROBLEM,
)

BUNDLE = operation(
    "rules_bundle",
    "rules",
    "All pages in one answer",
    _answer(
        schemas.RulesBundle,
        "One page of it",
        {"language": "en", "version": "0d1f3b5a7c9e8264", "rules": [_ARTICLE]},
        "Everything.",
    ),
    "For apps that show the rules without a network: fetch it once, ask again with its ETag.",
    parameters=[_LANG, IF_NONE_MATCH],
    problems=[400],
    problem=_PROBLEM,
)

SEARCH = operation(
    "rules_search",
    "rules",
    "Search the rules",
    _answer(
        schemas.RulesHits,
        "who leads",
        {
            "query": "who leads",
            "game": "schafkopf",
            "language": "en",
            "results": [
                {
                    "url": "/rules/schafkopf#asked-who-leads",
                    "slug": "schafkopf",
                    "article": "Schafkopf",
                    "section": "asked-who-leads",
                    "title": "Who leads?",
                    "kind": "question",
                    "snippet": "The player left of the <mark>dealer</mark>.",
                    "text": "The player left of the dealer.",
                    "score": 24.1,
                }
            ],
        },
        "The places that answer best, best first.",
    ),
    "Over all games and articles, as one types: the last word may be unfinished. Accents, plurals, other names of the "
    "same thing (bauer, bower, jack), signs such as ♠Q and small typing errors are understood. With `game` that game's "
    "answers go first, unless the query names another.",
    parameters=[
        parameter("q", str, f"What to find, up to {MAX_QUERY_LENGTH} characters.", "who leads", required=True),
        parameter("game", str, "Slug of the game on the table.", "schafkopf"),
        parameter("limit", int, f"Results at most, 1 to {MAX_HITS}; 10 without.", 5),
        _LANG,
        IF_NONE_MATCH,
    ],
    problems=[400],
    problem=_PROBLEM,
)

"""Examples for the documentation of the rules' calls."""

from __future__ import annotations

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
ARTICLE = {
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

LIST = {"language": "en", "languages": ["en"], "version": "0d1f3b5a7c9e8264", "rules": [_SKAT, _GLOSSARY]}
SECTION = {**_PART, "parts": [], "slug": "skat", "article": "Skat", "language": "en", "version": "5b1d2c3e4f5a6b7c"}
BUNDLE = {"language": "en", "version": "0d1f3b5a7c9e8264", "rules": [ARTICLE]}
SEARCH = {
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
}

"""Tools that read the rules. "Not in the rules" is an answer."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import gettext
from pydantic import Field

from companion.assistants.calls import Answer, Arguments, Call, json_line, pages, tool
from companion.assistants.protocol import Json
from companion.http.openapi.json_schema import schema_of
from companion.http.problems import Problem
from rulesref.article import Article
from rulesref.library import Library
from rulesref.search.hits import SearchHit
from rulesref.search.index import find
from rulesref.search.preparing import MAX_QUERY_LENGTH
from rulesref.search.words import fold, is_ideograph
from scoring.api.game_examples import examples_of
from scoring.api.scoring import game_of
from scoring.api.views.games import brief
from scoring.engine.game import Game
from scoring.games import all_games
from scoring.languages import current_language

#: Hits of a search, and nearest places of a quotation that was not found.
_HITS, _NEAREST = 3, 1
_BLOCK_END = re.compile(r"</(?:p|li|td|th|tr|div|figure)>")
#: A quotation of fewer letters stands everywhere.
_SHORTEST_QUOTATION = 8


class FindGame(Arguments):
    """A game, by what people call it."""

    name: str = Field(
        "", max_length=MAX_QUERY_LENGTH, description="A name in any language, or a slug. Empty: all games."
    )
    kind: str = Field("", description="With one game: the JSON Schema of this kind of hand.")


def find_game(call: Call, arguments: FindGame, sent: Json) -> Answer:
    """Finds games. Returns the facts that other tools need if there is just one. Raises Problem."""
    library = pages()
    games = _named(library, arguments.name)
    if arguments.kind and len(games) == 1:
        return _kind_of_hand(games[0], arguments.kind)
    if len(games) == 1:
        return _one_game(call, games[0])
    if not games:
        text = gettext("There is no game of this name here. With an empty name you get all games.")
        return Answer(text, {"games": []})
    found = [{"slug": game.slug, "name": _name(game), "players": list(game.players)} for game in games]
    return Answer("\n".join(f"{one['slug']}: {one['name']} {one['players']}" for one in found), {"games": found})


def _named(library: Library, name: str) -> list[Game[Any, Any]]:
    games = all_games()
    if not name:
        return list(games.values())
    if name in games:
        return [games[name]]
    wanted = fold(name)
    names = {slug: {fold(one) for one in _names(game)} for slug, game in games.items()}
    exact = [games[slug] for slug, own in names.items() if wanted in own]
    if exact:
        return exact
    found = [games[slug] for slug in find(library, name).games]
    return found or [games[slug] for slug, own in names.items() if any(wanted in one for one in own)]


def _names(game: Game[Any, Any]) -> list[str]:
    native = game.native_names.values() if isinstance(game.native_names, dict) else game.native_names
    return [game.slug, game.name, _name(game), *map(str, native), *game.aliases]


def _name(game: Game[Any, Any]) -> str:
    return current_language(game.slug).gettext(game.name)


def _one_game(call: Call, game: Game[Any, Any]) -> Answer:
    examples: dict[str, Any] = {}
    for example in examples_of(game):
        examples.setdefault(example["kind"], example["hand"])
    facts = {
        "slug": game.slug,
        "name": _name(game),
        "players": list(game.players),
        "options": game.Options().model_dump(mode="json"),
        "hands": examples,
        "trick": _trick_facts(game),
        "page": call.address(f"/rules/{game.slug}"),
    }
    summary = current_language(game.slug).gettext(game.summary)
    return Answer(f"{summary}\n{json_line(facts)}", {**brief(game), **facts})


def _trick_facts(game: Game[Any, Any]) -> dict[str, str]:
    """What the tools for tricks ask for, beside players, plays and hand: name to meaning."""
    fields = game.Lookup.model_fields if game.Lookup else {}
    others = {name: field for name, field in fields.items() if name not in ("plays", "hand")}
    return {name: field.description or field.title or "" for name, field in others.items()}


def _kind_of_hand(game: Game[Any, Any], kind: str) -> Answer:
    if kind not in game.kinds:
        text = gettext("There is no hand of this kind here; there are: {known}.")
        raise Problem("not-found", text.format(known=", ".join(game.kinds)))
    schema = schema_of(game.hands[game.kinds.index(kind)])
    return Answer(json_line(schema), {"slug": game.slug, "kind": kind, "schema": schema})


class SearchRules(Arguments):
    """A question."""

    query: str = Field(
        max_length=MAX_QUERY_LENGTH, min_length=1, description="As a player asks, in the player's language."
    )
    slug: str = Field("", description="Of the game on the table, if known.")


def search_rules(call: Call, arguments: SearchRules, sent: Json) -> Answer:
    """Finds the places that answer. Raises Problem."""
    game = game_of(arguments.slug).slug if arguments.slug else None
    found = find(pages(), arguments.query, game, _HITS)
    hits = [_hit(call, hit, hit.answer if found.answered else hit.snippet) for hit in found.hits]
    data = {"answered": found.answered, "results": hits, "unknown_games": found.other_games}
    if not found.answered or not hits:
        nearest = "\n".join(_line(hit) for hit in hits)
        return Answer(
            "\n".join(filter(None, (gettext("This is not in the rules. The nearest places:"), nearest))), data
        )
    return Answer("\n".join(_line(hit) for hit in hits), data)


def _hit(call: Call, hit: SearchHit, html: str) -> Json:
    text = " ".join(unescape(strip_tags(_BLOCK_END.sub(" ", html or hit.snippet))).split())
    place = {"page": hit.slug, "section": hit.section, "title": f"{hit.title}: {hit.heading}"}
    return {**place, "text": text, "url": call.address(hit.url)}


def _line(hit: Json) -> str:
    return f"{hit['title']}: {hit['text']} ({hit['url']})"


class ReadSection(Arguments):
    """A place of the rules."""

    page: str = Field(description="Slug of a game, or glossary, dealing, hoyle.")
    section: str = Field("", description="The part after # of an address. Empty: the list of sections.")


def read_section(call: Call, arguments: ReadSection, sent: Json) -> Answer:
    """Returns a section word for word. Raises Problem."""
    article = _article(arguments.page)
    if not arguments.section:
        contents = {section.anchor: section.title for section in article.all_sections()}
        lines = "\n".join(f"{anchor}: {title}" for anchor, title in contents.items())
        return Answer(f"{article.title}\n{lines}", {"page": article.slug, "title": article.title, "sections": contents})
    try:
        section = article.section(arguments.section)
    except KeyError:
        text = gettext("The page has no section of this name; {page} has others.").format(page=article.title)
        raise Problem("not-found", text) from None
    url = call.address(section.url)
    data = {"url": url, "title": section.title, "markdown": section.markdown, "language": article.lang}
    return Answer(f"{article.title}: {section.title} ({url})\n{section.markdown}", data)


def _article(slug: str) -> Article:
    try:
        return pages().article(slug)
    except KeyError:
        raise Problem("not-found", gettext("There is no page of rules with this name.")) from None


class CheckQuotation(Arguments):
    """A sentence that is said to stand in the rules."""

    quotation: str = Field(max_length=2000, description="The words, without an ellipsis.")
    page: str = Field("", description="Only on this page: slug of a game, glossary, dealing or hoyle.")


def check_quotation(call: Call, arguments: CheckQuotation, sent: Json) -> Answer:
    """Says whether these words stand in the rules one after the other, and where. Raises Problem."""
    words = _words(arguments.quotation)
    if len(words) < _SHORTEST_QUOTATION:
        raise Problem("malformed", gettext("This is too short to be told from others: quote a whole sentence."))
    articles = [_article(arguments.page)] if arguments.page else pages().articles()
    for article in articles:
        for section in article.all_sections():
            for block in section.intro:
                if words in _words(block):
                    url = call.address(section.url)
                    data = {"found": True, "url": url, "title": section.title, "text": block}
                    return Answer(gettext("It stands in the rules: {text} ({url})").format(text=block, url=url), data)
    return _not_found(call, arguments)


def _not_found(call: Call, arguments: CheckQuotation) -> Answer:
    game = arguments.page if arguments.page in all_games() else None
    hits = find(pages(), arguments.quotation[:MAX_QUERY_LENGTH], game, _NEAREST).hits
    nearest = [_hit(call, hit, hit.snippet) for hit in hits]
    text = gettext("These words do not stand in the rules. The nearest place:")
    return Answer("\n".join((text, *map(_line, nearest))), {"found": False, "nearest": nearest})


def _words(text: str) -> str:
    """The words and signs of suits between blanks, so that only whole words are found; ideographs without blanks."""
    words = re.findall(r"[\w♣♥♠♦]+", text.casefold())
    return "".join(words) if any(map(is_ideograph, "".join(words))) else f" {' '.join(words)} "


TOOLS = (
    tool(
        "find_game",
        "Find a game",
        "Call first, when a game is named or when another tool needs a slug. With one game: its players, house rules "
        "(options), an example of each kind of hand, and the facts of a trick, as the other tools take them.",
        FindGame,
        find_game,
    ),
    tool(
        "search_rules",
        "Search the rules",
        "Call for any question about rules, before answering from memory. `answered` false means: not in the rules; "
        "say so.",
        SearchRules,
        search_rules,
    ),
    tool(
        "read_section",
        "Read a section",
        "Call to read or quote the rules word for word: after search_rules, or for the rule of an explanation.",
        ReadSection,
        read_section,
    ),
    tool(
        "check_quotation",
        "Check a quotation",
        "Call when somebody claims that a sentence stands in the rules, and before you quote from memory.",
        CheckQuotation,
        check_quotation,
    ),
)

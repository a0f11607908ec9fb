"""Every game has a page of rules, it is as it must be, and every place that the calculators name exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.utils.translation import override

from rulesref.article import ContentError, GameFacts, InvalidPageError
from rulesref.article_source import read_article
from rulesref.files import load_yaml
from rulesref.library import Library, library
from rulesref.lookup.forms import player_counts
from rulesref.lookup.pack import pack_rows
from scoring import games
from scoring.engine.checks import check_trick, check_turns
from scoring.engine.form import Amount, Form, Row
from scoring.engine.match import Replay, open_match, replay
from scoring.engine.refusal import FieldError, Refusal
from scoring.engine.tricks import LegalPlays, TrickResult, follow_suit, head_the_trick, trick_result
from scoring.games import all_games

SLUGS = sorted(all_games())
CONTENT = Path(__file__).parents[2] / "rulesref" / "content"
GOLDEN = Path(__file__).parents[1] / "games" / "golden"


def test_every_game_has_a_page() -> None:
    assert [slug for slug in SLUGS if slug not in library().slugs] == []


def test_every_page_can_be_read() -> None:
    pages = library()
    pages.articles()
    assert pages.errors == {}


def test_the_articles_of_every_table_are_there() -> None:
    assert {"glossary", "dealing", "hoyle"} <= set(library().slugs)


def test_no_link_between_pages_is_dead() -> None:
    assert library().dead_links() == []


def test_the_glossary_explains_eighty_words() -> None:
    terms = [part for section in library().article("glossary").sections for part in section.subsections]
    assert len(terms) >= 75
    assert all(term.text for term in terms)


# -- the places that calculators name ------------------------------------------------------------------


def _anchors_in_use(slug: str) -> set[str]:
    return {anchor.lstrip("#") for anchor in (*_named_by_play(slug), *_named_in_source(slug), *_named_by_forms(slug))}


def _named_by_play(slug: str) -> Iterator[str]:
    """By the lines, notices and look-ups of every example, worked example and golden sheet."""
    for match in _matches(slug):
        try:
            played = replay(all_games()[slug], match["players"], match["hands"], match["options"], match["start"])
        except Refusal as refusal:
            yield from (fault.rule for fault in refusal.errors if fault.rule)
            continue
        yield from _named_by(played)


def _named_by(played: Replay) -> Iterator[str]:
    game, setup = played.open_match.game, played.open_match.setup
    for state in (played.open_match.state, *(result.state for result in played.results)):
        if not game.verdict(setup, state).finished:
            yield from (notice.rule for notice in game.upcoming(setup, state).notices)
    for result in played.results:
        yield from (line.rule for line in result.result.lines)


def _matches(slug: str) -> Iterator[dict[str, Any]]:
    game = all_games()[slug]
    for example in game.examples:
        yield {
            "players": example.players or game.players[0],
            "hands": example.hands,
            "options": example.options,
            "start": example.start,
        }
    worked = CONTENT / "examples" / f"{slug}.yaml"
    golden = GOLDEN / f"{slug}.yaml"
    given = load_yaml(worked.read_text(encoding="utf-8")) if worked.exists() else []
    given += [load_yaml(golden.read_text(encoding="utf-8"))] if golden.exists() else []
    for match in given:
        yield {"options": {}, "start": {}, **match}


_CALLS_WITH_RULE: tuple[Callable[..., Any], ...] = (
    FieldError,
    LegalPlays,
    TrickResult,
    check_trick,
    check_turns,
    follow_suit,
    head_the_trick,
    trick_result,
)
#: The position of ``rule`` among the arguments of these calls.
_RULE_POSITION = {call.__name__: list(signature(call).parameters).index("rule") for call in _CALLS_WITH_RULE}


def _named_in_source(slug: str) -> Iterator[str]:
    """By refusals, lines and look-ups, wherever a rule is written down in the game's source."""
    folder = Path(games.__file__).parent
    name = slug.replace("-", "_")
    for file in [folder / f"{name}.py", *(folder / name).glob("*.py")]:
        if file.exists():
            yield from _rules_in(ast.parse(file.read_text(encoding="utf-8")))


def _rules_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        told = [word.value for word in node.keywords if word.arg == "rule"]
        place = _RULE_POSITION.get(called)
        if place is not None and len(node.args) > place:
            told.append(node.args[place])
        for value in told:
            parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _named_by_forms(slug: str) -> Iterator[str]:
    """By the controls of the form: before the first hand at every number of players, and along every example."""
    for form in _forms(slug):
        yield from (control.rule for control in form.controls if control.rule)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_that_the_calculator_names_has_its_place(slug: str) -> None:
    assert slug in library().slugs, "there is no page"
    used = {anchor for anchor in _anchors_in_use(slug) if anchor}
    assert used, "the calculator names no rule at all"
    assert sorted(used - library().article(slug).anchors) == []


MOST_CARDS = 20
"""More than that, and it is a sum of points: fewer tricks and cards of a suit are taken."""


def _forms(slug: str) -> Iterator[Form]:
    """Before the first hand at every number of players, and along every example."""
    game = all_games()[slug]
    for players in player_counts(game):
        opened = open_match(game, players)
        yield game.form(opened.setup, opened.state)
    for match in _matches(slug):
        try:
            played = replay(game, match["players"], match["hands"], match["options"], match["start"])
        except Refusal:
            continue
        yield game.form(played.open_match.setup, played.open_match.state)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rule_beside_points_that_are_counted_says_their_sum(slug: str) -> None:
    """The "?" beside a count leads to where it is said how one counts: what all of it makes stands there."""
    for form in _forms(slug):
        for control in form.controls:
            most = control.sum_to if isinstance(control, Row) else None
            if isinstance(control, Amount) and control.name.endswith("points"):
                most = control.most
            if control.rule and most and most > MOST_CARDS:
                text = library().article(slug).section(control.rule).text
                assert f"{most:g}" in text, f"{control.name} leads to {control.rule}"


@pytest.mark.parametrize(("slug", "name", "rule"), [
    ("back-alley", "trump", "trumps"),
    ("belote", "captured", "card-points"),
    ("calypso", "what", "entry"),
    ("couillon", "tricks", "play"),
    ("fipsen", "trump", "skat"),
    ("nine-card-don", "trump", "pitcher"),
    ("reversis", "talon", "talon"),
    ("twenty-nine", "captured", "card-points"),
    ("zetema", "entry", "entry"),
])  # fmt: skip
def test_the_rule_beside_a_question_answers_it(slug: str, name: str, rule: str) -> None:
    """All questions and their places were read once (November 2026); these led to a neighbour of the place."""
    assert {one.rule for form in _forms(slug) for one in form.controls if one.name == name} == {rule}


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if all_games()[slug].Lookup])
def test_the_reason_for_a_trick_has_its_place(slug: str) -> None:
    """A trick of the first cards of the pack, played by the seats in turn."""
    game = all_games()[slug]
    assert game.Lookup is not None
    anchors = library().article(slug).anchors
    opened = open_match(game, game.players[0])
    for row in pack_rows(game):
        plays = [{"seat": seat, "card": code} for seat, code in enumerate(row[: game.players[0]])]
        try:
            answer = game.trick(opened.setup, game.Lookup.model_validate({"plays": plays}))
        except (Refusal, ValueError):
            continue
        assert isinstance(answer, TrickResult | LegalPlays)
        assert answer.rule in anchors


# -- what pages must be --------------------------------------------------------------------------------

FACTS = {
    "title": "Whist",
    "players": "4",
    "deck": "52 cards",
    "deal": "thirteen each",
    "direction": "clockwise",
    "goal": "the most tricks",
    "length": "five minutes a hand",
    "origin": "England",
    "difficulty": 2,
}
NEEDED = ("minute", "object", "setup", "play", "scoring", "end", "irregularities", "options", "examples", "asked")
HEADINGS = {
    "minute": "In a minute",
    "object": "Object",
    "setup": "Setup and deal",
    "play": "Play",
    "scoring": "Scoring",
    "end": "End of the match",
    "irregularities": "Irregularities",
    "options": "Options",
    "examples": "Worked examples",
    "asked": "Asked mid-game",
}


def _source(change: dict[str, Any] | None = None, skip: str = "", **text: str) -> str:
    facts = yaml.safe_dump({**FACTS, **(change or {})}, allow_unicode=True)
    bodies = dict.fromkeys(NEEDED, "Some words.") | {"asked": "**Who leads?** 2."} | text
    parts = [f"## {HEADINGS[anchor]} {{#{anchor}}}\n\n{bodies[anchor]}\n" for anchor in NEEDED if anchor != skip]
    return f"---\n{facts}---\n\n" + "\n".join(parts)


def _read(source: str) -> Any:
    return read_article("whist", "en", source, lambda name: {"options": "- **One**: yes"}[name])


def test_a_page_is_read() -> None:
    article = _read(_source(options="{{ options }}", play="Follow suit.\n\n### Revoke {#revoke}\n\nDo not."))
    assert isinstance(article.facts, GameFacts)
    assert article.facts.players == "4"
    assert article.section("options").html.strip().startswith("<ul>")
    assert article.section("revoke").url == "/rules/whist#revoke"
    assert article.section("play").text == "Follow suit.\nRevoke\nDo not."


def test_a_page_is_read_in_its_own_language() -> None:
    with override("de"):
        assert _read(_source()).section("minute").title == "In a minute"


def test_a_number_as_an_answer_is_no_list() -> None:
    assert _read(_source()).section("asked-who-leads").html.strip() == "<p>2.</p>"


def test_the_version_changes_with_what_is_said() -> None:
    assert _read(_source()).version == _read(_source()).version
    assert _read(_source()).version != _read(_source(end="Other words.")).version
    assert _read(_source()).version != _read(_source({"goal": "few tricks"})).version


def test_html_in_a_page_is_shown_not_obeyed() -> None:
    html = _read(_source(play="<script>alert(1)</script> [x](javascript:alert(1))")).section("play").html
    assert "<script>" not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("no front matter", "front matter"),
        (_source({"difficulty": 6}), "difficulty"),
        (_source({"colour": "red"}), "colour"),
        (_source(skip="end"), "missing: end"),
        (_source(skip="end").replace("{#play}", "{#fun}"), "fun"),
        (_source().replace("## Play {#play}", "## Playing {#play}"), "called “Play”"),
        (_source(play="### No anchor\n\ntext"), "needs an anchor"),
        (_source(play="### One {#one}\n\na\n\n### Two {#one}\n\nb"), "is used twice"),
        (_source(play="#### Deep {#deep}"), "two or three #"),
        (_source(play="{{ strength }}"), "no placeholder"),
        (_source(play="see {{ options }}"), "a line of its own"),
        (_source(asked="Who leads? The dealer."), "each entry is"),
        (_source(asked="**Who leads?**"), "has no answer"),
        (_source(play=""), "is empty"),
    ],
)
def test_a_page_that_is_wrong_is_refused_with_its_reason(source: str, says: str) -> None:
    with pytest.raises(ContentError, match="whist") as refused:
        _read(source)
    assert says in str(refused.value)


def test_a_page_without_one_of_the_calculators_tables_is_invalid(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    page = (CONTENT / "en" / "solo.md").read_text(encoding="utf-8")
    (tmp_path / "en" / "solo.md").write_text(page.replace("{{ table games }}", "Six games."), encoding="utf-8")
    for folder in ("examples", "pictures"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "solo.yaml").write_bytes((CONTENT / folder / "solo.yaml").read_bytes())
    pages = Library([tmp_path], all_games())
    assert pages.articles() == []
    assert "table games" in pages.errors["solo"]


@pytest.mark.parametrize(
    ("wrong", "line", "says"),
    [
        (_source({"difficulty": 6}), "difficulty:", "front matter: difficulty"),
        (_source().replace("## Play {#play}", "## Playing {#play}"), "## Playing", "called “Play”"),
        (_source(play="### No anchor\n\ntext"), "### No anchor", "needs an anchor"),
        (_source(play="see {{ options }}"), "see {{ options }}", "a line of its own"),
        (_source(play="{{ strengths }}"), "{{ strengths }}", "no placeholder"),
    ],
)
def test_a_fault_names_file_and_line(tmp_path: Path, wrong: str, line: str, says: str) -> None:
    (tmp_path / "en").mkdir()
    source = wrong.replace("kind: game\n", "")
    (tmp_path / "en" / "points.md").write_text(source, encoding="utf-8")
    pages = Library([tmp_path], all_games())
    with pytest.raises(InvalidPageError) as found:
        pages.article("points")
    number = next(number for number, text in enumerate(source.splitlines(), 1) if line in text)
    assert str(found.value).startswith(f"en/points.md, line {number}: "), str(found.value)
    assert says in str(found.value)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_table_written_by_hand_states_a_figure(slug: str) -> None:
    """Figures of the rules stand in the calculator alone; the first cell of a row may be its number."""
    page = (CONTENT / "en" / f"{slug}.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.split("\n") if line.startswith("|")]
    assert [row for row in rows for cell in row[1:] if re.fullmatch(r"[−+±]?[\d,.]+", cell)] == []


def test_one_bad_page_takes_none_of_the_others_away(tmp_path: Path) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "points.md").write_text("nothing\n", encoding="utf-8")
    (folder / "note.md").write_text(
        "---\nkind: article\ntitle: Note\nsummary: A note.\n---\n## One {#one}\n\nText.\n", encoding="utf-8"
    )
    (folder / "unknown.md").write_text(_source(), encoding="utf-8")
    pages = Library([tmp_path], all_games())
    assert [article.slug for article in pages.articles()] == ["note"]
    assert set(pages.errors) == {"points", "unknown"}
    with pytest.raises(KeyError):
        pages.article("points")


def test_a_later_folder_replaces_pages_of_an_earlier_one(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "en").mkdir(parents=True)
        text = f"---\nkind: article\ntitle: {name}\nsummary: x\n---\n## A {{#a}}\n\n{name}\n"
        (tmp_path / name / "en" / "note.md").write_text(text, encoding="utf-8")
    assert Library([tmp_path / "one", tmp_path / "two"], {}).article("note").title == "two"


def test_a_page_in_another_language_goes_before_english(tmp_path: Path) -> None:
    for lang in ("en", "de"):
        (tmp_path / lang).mkdir()
        text = f"---\nkind: article\ntitle: {lang}\nsummary: x\n---\n## A {{#a}}\n\n{lang}\n"
        (tmp_path / lang / "note.md").write_text(text, encoding="utf-8")
    (tmp_path / "en" / "only.md").write_text(
        "---\nkind: article\ntitle: Only\nsummary: x\n---\n## A {#a}\n\nx\n", encoding="utf-8"
    )
    pages = Library([tmp_path], {}, "de")
    assert {article.slug: article.lang for article in pages.articles()} == {"note": "de", "only": "en"}

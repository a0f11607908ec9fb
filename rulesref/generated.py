"""The parts of a game's rules page made from its calculator: card strength, card points, options, examples, pictures.

They are Markdown in the language that is active, like the rest of the page. So the page cannot differ from the
calculator.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from django.utils.translation import gettext

from rulesref.article import ContentError
from rulesref.files import load_yaml
from rulesref.pictures.cards import card_text
from rulesref.pictures.content import Pictures
from rulesref.pictures.fences import fence
from rulesref.pictures.places import example_names, turn_of
from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.game import Game, Grid, OptionsModel
from scoring.engine.match import OpenMatch, Replay, extend, open_match, player_range_message
from scoring.engine.messages import Language, Message, Number, figure_beside, fill_names, render, render_sentence
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import PlayedTrick
from scoring.languages import current_language


def placeholders(
    game: Game[Any, Any], examples: Path | None, pictures: Path | None = None, texts: Mapping[str, str] = {}
) -> dict[str, Callable[[], str]]:
    """The placeholders of a game's page (``{{ options }}``), each with the function that returns its Markdown.

    examples: the file of worked examples, or None. pictures: the file of its pictures, or None. texts: English texts of
    both files, each with its translation.
    """
    game_pictures = Pictures(game, pictures, texts)
    language = current_language(game.slug)
    return {
        "strength": game_pictures.ladder,
        "seating": game_pictures.seating,
        **{f"picture {name}": partial(game_pictures.markdown, name) for name in game_pictures.names},
        "card-values": lambda: values_table(game.card_values(game.Options()), language),
        "options": lambda: options_list(game.Options, language),
        "examples": lambda: examples_text(game, examples, texts),
        **{f"table {name}": partial(grid_table, grid, language) for name, grid in game.tables(game.Options()).items()},
    }


_RANK_OF_TRUMPS = re.compile(r"(10|[2-9AKQJ]) of trumps")


def values_table(values: Mapping[str, Number], language: Language) -> str:
    """Card points, cards of the same value in one row."""
    if not values:
        return ""
    between = ", " if any(" " in code for code in values) else " "
    rows = [
        (between.join(_card_name(code, language) for code, _ in group), language.number(value))
        for value, group in groupby(values.items(), key=lambda item: item[1])
    ]
    return table((gettext("Card"), gettext("Value")), rows)


def _card_name(code: str, language: Language) -> str:
    """The name of something with card points: a card, a rank, a rank of trumps or a word."""
    if of_trumps := _RANK_OF_TRUMPS.fullmatch(code):
        return gettext("{rank} of trumps").format(rank=card_text(of_trumps[1]))
    return language.gettext(code) if " " in code else card_text(code)


def grid_table(grid: Grid, language: Language) -> str:
    """One of the game's tables: bids, stakes, values of combinations."""
    return table(
        [_cell(cell, language) for cell in grid.head], [[_cell(cell, language) for cell in row] for row in grid.rows]
    )


def _cell(cell: Message | Number | str, language: Language) -> str:
    if isinstance(cell, Message):
        return render(cell, language)
    return language.gettext(cell) if isinstance(cell, str) else language.number(cell)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


# -- options -------------------------------------------------------------------------------------------


#: A limit as large as this only stops nonsense; it is no rule.
_NO_LIMIT = 1_000_000


def options_list(model: type[OptionsModel], language: Language) -> str:
    """The house rules of a game as a Markdown list: title, help, choices, and which is usual."""
    lines = [
        "- "
        + gettext("**{title}**: {help} *{choices}.*").format(
            title=language.gettext(spec.title), help=language.gettext(spec.help), choices=_choices(spec, language)
        )
        for spec in field_specs(model)
    ]
    return "\n".join(lines) or gettext("There is nothing to choose.")


def _choices(spec: FieldSpec, language: Language) -> str:
    """The choices of an option, or the limits of its number, and the usual value."""
    values = [choice.value for choice in spec.choices] if spec.kind == "choice" else []
    values = [True, False] if spec.kind == "boolean" else values
    if values:
        values += [None] if spec.nullable else []
        labels = [(spec.label(value, language), value == spec.default) for value in values]
        return " · ".join(
            gettext("{choice} (usual)").format(choice=label) if usual else label for label, usual in labels
        )
    usual = gettext("left out") if spec.default is None else spec.label(spec.default, language)
    if spec.kind == "number":
        return gettext("{limits}; usually {usual}").format(limits=_limits(spec, language), usual=usual)
    return gettext("Usually {usual}").format(usual=usual)


def _limits(spec: FieldSpec, language: Language) -> str:
    low, high = spec.minimum, spec.maximum
    if (low is None and high is None) or max(abs(low or 0), abs(high or 0)) >= _NO_LIMIT:
        return gettext("a number")
    if high is None:
        return gettext("{low} or more").format(low=language.number(low or 0))
    if low is None:
        return gettext("{high} or less").format(high=language.number(high))
    return gettext("{low} to {high}").format(low=language.number(low), high=language.number(high))


# -- worked examples -----------------------------------------------------------------------------------


def examples_text(game: Game[Any, Any], file: Path | None, texts: Mapping[str, str] = {}) -> str:
    """The worked examples of a game, each scored by its calculator with every line of the explanation.

    texts: their English titles, each with its translation. Raises ContentError if the file is invalid or a hand is
    refused.
    """
    if file is None:
        raise ContentError(f"{game.slug}: there are no worked examples")
    entries = load_yaml(file.read_text(encoding="utf-8"))
    return "\n\n".join(_example(game, number, entry, texts) for number, entry in enumerate(entries, 1))


def _example(game: Game[Any, Any], number: int, entry: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    name = f"{game.slug}, worked example {number}"
    try:
        title, players, hands = entry["title"], entry["players"], entry["hands"]
        refused = entry["expect"].get("refused")
    except (KeyError, TypeError, AttributeError):
        raise ContentError(f"{name}: title, players, hands and expect are needed") from None
    options = entry.get("options") or {}
    start = entry.get("start") or {}
    text = [f"### {texts.get(title, title)} {{#example-{number}}}", _setting(game, players, options, start)]
    seats = example_names(players)
    replay = None
    try:
        replay = Replay(open_match(game, players, options, start))
        extend(replay, hands)
    except Refusal as refusal:
        if not refused:
            raise ContentError(f"{name} is refused: {refusal}") from None
        language = current_language(game.slug)
        reasons = " ".join(
            fill_names(render_sentence(fault.message, language), seats, seats) for fault in refusal.errors
        )
        tricks = [] if replay is None else _tricks_refused(replay, hands, seats)
        return "\n\n".join([*text, *tricks, gettext("Refused: {reasons}").format(reasons=reasons)])
    if refused:
        raise ContentError(f"{name} should be refused and is not")
    return "\n\n".join([*text, *_result_blocks(replay, seats)])


def _setting(game: Game[Any, Any], players: int, options: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    language = current_language(game.slug)
    parts = [render(player_range_message((players,)), language)]
    specs = {spec.name: spec for spec in field_specs(game.Options)}
    for name, value in options.items():
        title, label = specs[name].title_within(language), specs[name].label(value, language)
        parts.append(gettext("{title}: {value}").format(title=title, value=label))
    if "totals" in start:
        totals = language.join_texts(map(language.number, start["totals"]))
        parts.append(gettext("totals before: {totals}").format(totals=totals))
    if "dealer" in start:
        parts.append(gettext("{name} deals").format(name=example_names(players)[start["dealer"]]))
    return gettext("{parts}.").format(parts=gettext("; ").join(parts))


def _result_blocks(replay: Replay, seats: Sequence[str]) -> Iterable[str]:
    language = current_language(replay.open_match.game.slug)
    sides = [language.side_name([seats[seat] for seat in side]) for side in replay.open_match.setup.sides]

    state = replay.open_match.state
    for result in replay.results:
        head = _escape(fill_names(render(result.result.summary, language), seats, sides))
        if len(replay.results) > 1:
            head = f"{result.number}\\. {head}"
        yield from filter(None, [_tricks(replay.open_match, state, result.hand, seats)])
        texts = [
            _escape(fill_names(render_sentence(line.message, language), seats, sides)) for line in result.result.lines
        ]
        figures = [figure_beside(line, language) for line in result.result.lines]
        if any(figures):
            yield table((head, gettext("Figure")), zip(texts, figures, strict=True))
        else:
            yield head
            yield "\n".join(f"- {text}" for text in texts)
        state = result.state
    points, totals = replay.results[-1].result.points, replay.totals
    each = language.join_texts(f"{side} {language.number(n, sign=True)}" for side, n in zip(sides, points, strict=True))
    after = language.join_texts(f"{side} {language.number(total)}" for side, total in zip(sides, totals, strict=True))
    yield gettext("**Points:** {points}. **Totals:** {totals}.").format(points=each, totals=after)
    verdict = replay.verdict
    if verdict.finished:
        pairs = any(len(side) > 1 for side in replay.open_match.setup.sides)
        names = (language.join_texts if pairs else language.join_names)([sides[side] for side in verdict.winners])
        sentence = gettext("The match is over. {names} won.") if names else gettext("The match is over. Nobody won.")
        yield sentence.format(names=names)


def _tricks_refused(replay: Replay, hands: Sequence[Any], seats: Sequence[str]) -> Iterable[str]:
    """The tricks of the refused hand, the first one after those that were scored; none if it is malformed."""
    game = replay.open_match.game
    number = sum(not result.result.is_query for result in replay.results)
    try:
        hand = validate(game.hand_adapter, hands[number])
    except (Refusal, IndexError):
        return []
    return filter(None, [_tricks(replay.open_match, replay.state, hand, seats)])


def _tricks(match: OpenMatch, state: Any, hand: Any, seats: Sequence[str]) -> str:
    """The tricks of a hand that was entered by its cards, as a picture with a line for each."""
    tricks = match.game.played_tricks(match.setup, state, hand)
    if not tricks:
        return ""
    trick_data = [
        {"cards": [list(play) for play in trick.cards], "winner": trick.winner, "turned": trick.up_card}
        for trick in tricks
    ]
    data = {"kind": "tricks", "names": list(seats), "turn": turn_of(match.game.direction), "tricks": trick_data}
    lines = [
        "- " + gettext("Trick {n}: {trick}").format(n=number, trick=_trick(trick, seats))
        for number, trick in enumerate(tricks, 1)
    ]
    return fence(data, lines)


def _trick(trick: PlayedTrick, seats: Sequence[str]) -> str:
    cards = current_language().join_texts(f"{seats[who]} {card_text(code)}" for who, code in trick.cards)
    turned = gettext("{card} turned").format(card=card_text(trick.up_card)) if trick.up_card else ""
    taker = gettext("nobody takes it")
    if trick.winner is not None:
        taker = gettext("{name} takes it").format(name=seats[trick.winner])
    return gettext("; ").join(filter(None, (turned, cards, taker)))


def _escape(text: str) -> str:
    """Text of the engine with its Markdown characters escaped."""
    for mark in "\\*_`[]<>#":
        text = text.replace(mark, "\\" + mark)
    return text.replace(". ", "\\. ", 1) if text[:1].isdigit() else text

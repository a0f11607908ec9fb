"""The parts of a game's rules page made from its calculator: card strength, card points, options, examples, pictures.

They are Markdown, like the rest of the page. So the page cannot differ from the calculator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from rulesref.article import ContentError
from rulesref.files import load_yaml
from rulesref.pictures.content import Pictures
from rulesref.pictures.fences import fence
from rulesref.pictures.places import NAMES, turn_of
from scoring.engine.cards import JOKERS, card_text
from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.game import Game, Grid, OptionsModel
from scoring.engine.match import OpenMatch, Replay, extend, open_match, player_range
from scoring.engine.messages import Message, Number, figure_beside, fill_names, format_number, render
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import PlayedTrick


def placeholders(
    game: Game[Any, Any], examples: Path | None, pictures: Path | None = None
) -> dict[str, Callable[[], str]]:
    """The placeholders of a game's page (``{{ options }}``), each with the function that returns its Markdown.

    examples: the file of worked examples, or None. pictures: the file of its pictures, or None.
    """
    drawn = Pictures(game, pictures)
    return {
        "strength": drawn.ladder,
        "seating": drawn.seating,
        **{f"picture {name}": partial(drawn.markdown, name) for name in drawn.names},
        "card-values": lambda: values_table(game.card_values(game.Options())),
        "options": lambda: options_list(game.Options),
        "examples": lambda: examples_text(game, examples),
        **{f"table {name}": partial(grid_table, grid) for name, grid in game.tables(game.Options()).items()},
    }


def card_name(code: str) -> str:
    """A card or a rank as players read it: ``♥10`` for ``10H``, ``10`` for ``10``."""
    if code in JOKERS:
        return card_text(code)
    return card_text(code) if code[-1:] in "CSHD" and len(code) > 1 else code


def values_table(values: Mapping[str, Number]) -> str:
    """Card points, cards of the same value in one row."""
    if not values:
        return ""
    between = ", " if any(" " in code for code in values) else " "
    rows = [
        (between.join(card_name(code) for code, _ in group), format_number(value))
        for value, group in groupby(values.items(), key=lambda item: item[1])
    ]
    return table(("Card", "Value"), rows)


def grid_table(grid: Grid) -> str:
    """One of the game's tables: bids, stakes, values of combinations."""
    return table([_cell(cell) for cell in grid.head], [[_cell(cell) for cell in row] for row in grid.rows])


def _cell(cell: Message | Number | str) -> str:
    if isinstance(cell, Message):
        return render(cell)
    return cell if isinstance(cell, str) else format_number(cell)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


# -- options -------------------------------------------------------------------------------------------


#: A limit this large only keeps numbers sane; it is no rule.
_NO_LIMIT = 1_000_000


def options_list(model: type[OptionsModel]) -> str:
    """The house rules of a game as a Markdown list: title, help, choices, and which is usual."""
    lines = [f"- **{spec.title}**: {spec.help} *{_choices(spec)}.*" for spec in field_specs(model)]
    return "\n".join(lines) or "There is nothing to choose."


def _choices(spec: FieldSpec) -> str:
    """The choices of an option, or the limits of its number, and the usual value."""
    values = [choice.value for choice in spec.choices] if spec.kind == "choice" else []
    values = [True, False] if spec.kind == "boolean" else values
    if values:
        values += [None] if spec.nullable else []
        return " · ".join(spec.label(value) + (" (usual)" if value == spec.default else "") for value in values)
    usual = "left out" if spec.default is None else spec.label(spec.default)
    return f"{_limits(spec)}; usually {usual}" if spec.kind == "number" else f"Usually {usual}"


def _limits(spec: FieldSpec) -> str:
    low, high = spec.minimum, spec.maximum
    if (low is None and high is None) or max(abs(low or 0), abs(high or 0)) >= _NO_LIMIT:
        return "a number"
    if low is None or high is None:
        return f"{format_number(low)} or more" if low is not None else f"{format_number(high or 0)} or less"
    return f"{format_number(low)} to {format_number(high)}"


# -- worked examples -----------------------------------------------------------------------------------


def examples_text(game: Game[Any, Any], file: Path | None) -> str:
    """The worked examples of a game, each scored by its calculator with every line of the explanation.

    Raises ContentError if the file is invalid or a hand is refused.
    """
    if file is None:
        raise ContentError(f"{game.slug}: there are no worked examples")
    given = load_yaml(file.read_text(encoding="utf-8"))
    return "\n\n".join(_example(game, number, entry) for number, entry in enumerate(given, 1))


def _example(game: Game[Any, Any], number: int, entry: Mapping[str, Any]) -> str:
    where = f"{game.slug}, worked example {number}"
    try:
        title, players, hands = entry["title"], entry["players"], entry["hands"]
        refused = entry["expect"].get("refused")
    except (KeyError, TypeError, AttributeError):
        raise ContentError(f"{where}: title, players, hands and expect are needed") from None
    options = entry.get("options") or {}
    start = entry.get("start") or {}
    text = [f"### {title} {{#example-{number}}}", _setting(game, players, options, start)]
    seats = NAMES[:players]
    played = None
    try:
        played = Replay(open_match(game, players, options, start))
        extend(played, hands)
    except Refusal as refusal:
        if not refused:
            raise ContentError(f"{where} is refused: {refusal}") from None
        reasons = " ".join(fill_names(render(fault.message), seats, seats) for fault in refusal.errors)
        tricks = [] if played is None else _tricks_refused(played, hands, seats)
        return "\n\n".join([*text, *tricks, f"Refused: {reasons}"])
    if refused:
        raise ContentError(f"{where} should be refused and is not")
    return "\n\n".join([*text, *_played(played, seats)])


def _setting(game: Game[Any, Any], players: int, options: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    parts = [player_range((players,))]
    specs = {spec.name: spec for spec in field_specs(game.Options)}
    parts += [f"{specs[name].title.lower()}: {specs[name].label(value)}" for name, value in options.items()]
    if "totals" in start:
        parts.append("totals before: " + ", ".join(format_number(total) for total in start["totals"]))
    if "dealer" in start:
        parts.append(f"{NAMES[start['dealer']]} deals")
    return "; ".join(parts) + "."


def _played(played: Replay, seats: Sequence[str]) -> Iterable[str]:
    sides = [" and ".join(seats[seat] for seat in side) for side in played.open_match.setup.sides]

    state = played.open_match.state
    for result in played.results:
        head = _escaped(fill_names(render(result.result.summary), seats, sides))
        if len(played.results) > 1:
            head = f"{result.number}\\. {head}"
        yield from filter(None, [_tricks(played.open_match, state, result.hand, seats)])
        texts = [_escaped(fill_names(render(line.message), seats, sides)) for line in result.result.lines]
        figures = [figure_beside(line) for line in result.result.lines]
        if any(figures):
            yield table((head, "Figure"), zip(texts, figures, strict=True))
        else:
            yield head
            yield "\n".join(f"- {text}" for text in texts)
        state = result.state
    points, totals = played.results[-1].result.points, played.totals
    each = ", ".join(f"{side} {format_number(change, sign=True)}" for side, change in zip(sides, points, strict=True))
    after = ", ".join(f"{side} {format_number(total)}" for side, total in zip(sides, totals, strict=True))
    yield f"**Points:** {each}. **Totals:** {after}."
    verdict = played.verdict
    if verdict.finished:
        names = " and ".join(sides[side] for side in verdict.winners) or "Nobody"
        yield f"The match is over. {names} won."


def _tricks_refused(played: Replay, hands: Sequence[Any], seats: Sequence[str]) -> Iterable[str]:
    """The tricks of the hand that was refused, the first after those that were played; none where it is malformed."""
    game = played.open_match.game
    number = sum(not result.result.is_query for result in played.results)
    try:
        hand = validate(game.hand_adapter, hands[number])
    except (Refusal, IndexError):
        return []
    return filter(None, [_tricks(played.open_match, played.state, hand, seats)])


def _tricks(opened: OpenMatch, state: Any, hand: Any, seats: Sequence[str]) -> str:
    """The tricks of a hand that was entered by its cards, as a picture with a line for each."""
    tricks = opened.game.played_tricks(opened.setup, state, hand)
    if not tricks:
        return ""
    drawn = [
        {"cards": [list(play) for play in trick.cards], "winner": trick.winner, "turned": trick.turned}
        for trick in tricks
    ]
    data = {"kind": "tricks", "names": list(seats), "turn": turn_of(opened.game.direction), "tricks": drawn}
    return fence(data, [f"- Trick {number}: {_trick(trick, seats)}" for number, trick in enumerate(tricks, 1)])


def _trick(trick: PlayedTrick, seats: Sequence[str]) -> str:
    cards = ", ".join(f"{seats[who]} {card_text(code) if code else 'face down'}" for who, code in trick.cards)
    turned = f"{card_text(trick.turned)} turned; " if trick.turned else ""
    taken = "nobody takes it" if trick.winner is None else f"{seats[trick.winner]} takes it"
    return f"{turned}{cards}; {taken}"


def _escaped(text: str) -> str:
    """Text of the engine with its Markdown characters escaped."""
    for mark in "\\*_`[]<>#":
        text = text.replace(mark, "\\" + mark)
    return text.replace(". ", "\\. ", 1) if text[:1].isdigit() else text

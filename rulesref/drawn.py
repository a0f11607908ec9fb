"""What a game's page draws from its calculator: card strength, card points, options and worked examples.

Everything here is Markdown, so that it takes the same way to the screen as what was written by hand, and
page and calculator cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from rulesref.article import ContentError
from rulesref.files import load_yaml
from scoring.engine.cards import JOKERS, card_text
from scoring.engine.game import Game, Grid, OptionsModel, Order
from scoring.engine.match import OpenMatch, Replay, extend, open_match, player_range
from scoring.engine.messages import Message, Number, figure_beside, fill_names, format_number, render
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import PlayedTrick

#: Who plays the worked examples, in seat order.
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea")


def placeholders(game: Game[Any, Any], examples: Path | None) -> dict[str, Callable[[], str]]:
    """What may stand on a game's page in double braces, each with what makes its Markdown.

    examples: the file of worked examples, None where there is none.
    """
    return {
        "strength": lambda: strength_table(game.strength(game.Options())),
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


def strength_table(orders: Sequence[Order]) -> str:
    """The order of the cards, highest first, a row for each place where it holds; equal cards joined by =."""
    if not orders:
        return ""
    rows = [(order.where, " ".join(_strength_names(order.cards))) for order in orders]
    return table(("Where", "From the highest down"), rows)


def _strength_names(cards: Iterable[str | tuple[str, ...]]) -> Iterable[str]:
    for card in cards:
        yield card_name(card) if isinstance(card, str) else " = ".join(card_name(code) for code in card)


def values_table(values: Mapping[str, Number]) -> str:
    """Card points, cards of the same value in one row."""
    if not values:
        return ""
    rows = [
        (" ".join(card_name(code) for code, _ in group), format_number(value))
        for value, group in groupby(values.items(), key=lambda item: item[1])
    ]
    return table(("Card", "Points"), rows)


def grid_table(grid: Grid) -> str:
    """A table of the game's own: bids, stakes, what a combination is worth."""
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


#: A limit that is only there to keep numbers sane, not a rule.
_NO_LIMIT = 1_000_000


def options_list(model: type[OptionsModel]) -> str:
    """The house rules as the calculator offers them: name, what it decides, choices, the usual one."""
    schema = model.model_json_schema()
    lines = []
    for name, field in schema.get("properties", {}).items():
        title = field.get("title", name.replace("_", " ").capitalize())
        description = field.get("description", "").strip()
        lines.append(f"- **{title}**: {description} {_choices(field, schema)}".replace("  ", " "))
    return "\n".join(lines) or "There is nothing to choose."


def _choices(field: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    labels = field.get("labels", {})
    usual = field.get("default")

    def shown(value: Any) -> str:
        if isinstance(value, list):
            return ", ".join(shown(item) for item in value) or "none"
        if isinstance(value, list | tuple):
            return ", ".join(map(shown, value)) or "none"
        return str(labels.get(str(value)) or _option_value(value))

    values = _enumerated(field, schema)
    if values is not None:
        others = " · ".join(shown(value) + (" (usual)" if value == usual else "") for value in values)
        return f"*{others}.*" if others else ""
    return f"*{_limits(field)}; usually {shown(usual)}.*" if _limits(field) else f"*Usually {shown(usual)}.*"


def _enumerated(field: Mapping[str, Any], schema: Mapping[str, Any]) -> list[Any] | None:
    """The values of a choice, None where the field is no choice."""
    if "$ref" in field:
        return _enumerated(schema["$defs"][field["$ref"].rpartition("/")[2]], schema)
    if "enum" in field:
        return list(field["enum"])
    if "const" in field:
        return [field["const"]]
    if field.get("type") == "boolean":
        return [True, False]
    if field.get("type") == "null":
        return [None]
    if "anyOf" in field:
        parts = [_enumerated(part, schema) for part in field["anyOf"]]
        return None if None in parts else [value for part in parts for value in part or []]
    return None


def _limits(field: Mapping[str, Any]) -> str:
    numbers = next((part for part in field.get("anyOf", [field]) if part.get("type") in ("integer", "number")), None)
    if numbers is None:
        return ""
    least, most = numbers.get("minimum"), numbers.get("maximum")
    if max(abs(least or 0), abs(most or 0)) >= _NO_LIMIT:
        return "a number"
    if least is not None and most is not None:
        return f"{format_number(least)} to {format_number(most)}"
    if least is not None:
        return f"{format_number(least)} or more"
    return f"{format_number(most)} or less" if most is not None else "a number"


def _option_value(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return format_number(value)
        case list() | tuple():
            return ", ".join(_option_value(item) for item in value) or "none"
        case dict():
            return ", ".join(f"{_option_value(key)} {_option_value(item)}" for key, item in value.items()) or "none"
        case _:
            return card_name(value) if value[:-1].isdigit() else str(value).replace("_", " ")


# -- worked examples -----------------------------------------------------------------------------------


def examples_text(game: Game[Any, Any], file: Path | None) -> str:
    """The worked examples of a game, each scored by its calculator with every line of the explanation.

    Raises ContentError where the file is not as it must be or a hand does not score.
    """
    if file is None:
        raise ContentError(f"{game.slug}: there are no worked examples to draw")
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
        said = " ".join(fill_names(render(fault.message), seats, seats) for fault in refusal.errors)
        tricks = [] if played is None else _tricks_refused(played, hands, seats)
        return "\n\n".join([*text, *tricks, f"Refused: {said}"])
    if refused:
        raise ContentError(f"{where} should be refused and is not")
    return "\n\n".join([*text, *_played(played, seats)])


def _setting(game: Game[Any, Any], players: int, options: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    parts = [player_range((players,))]
    fields = game.Options.model_fields
    parts += [f"{(fields[name].title or name).lower()}: {_option_value(value)}" for name, value in options.items()]
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
    """The tricks of a hand that was entered by its cards, an item for each."""
    tricks = opened.game.played_tricks(opened.setup, state, hand)
    return "\n".join(f"- Trick {number}: {_trick(trick, seats)}" for number, trick in enumerate(tricks, 1))


def _trick(trick: PlayedTrick, seats: Sequence[str]) -> str:
    cards = ", ".join(f"{seats[who]} {card_text(code) if code else 'face down'}" for who, code in trick.cards)
    turned = f"{card_text(trick.turned)} turned; " if trick.turned else ""
    taken = "nobody takes it" if trick.winner is None else f"{seats[trick.winner]} takes it"
    return f"{turned}{cards}; {taken}"


def _escaped(text: str) -> str:
    """Engine text where Markdown would see marks of its own."""
    for mark in "\\*_`[]<>#":
        text = text.replace(mark, "\\" + mark)
    return text.replace(". ", "\\. ", 1) if text[:1].isdigit() else text

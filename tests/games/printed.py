"""All that a game prints besides the explanations of its hands: what the golden files ``SLUG.printed.txt`` hold.

The tables, the order and the values of the cards, and the house rules as the rules page prints them; where one option
changes a table, that table too; the titles and labels of fields; the labels of the form; the sheet and the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rulesref.generated import grid_table, options_list, values_table
from scoring.db.json_text import dump_json
from scoring.engine.cards import SYMBOLS
from scoring.engine.controls import Amount, Choice, Control, Option, Pick, Row, Share
from scoring.engine.field_specs import FieldSpec, field_specs
from scoring.engine.form import Events, Form
from scoring.engine.game import Figure, Game, Grid, Marks, OptionsModel
from scoring.engine.hand_paths import nest
from scoring.engine.match import Replay, extend, replay
from scoring.engine.messages import ENGLISH, Message, Term, fill_names, format_number, render, say
from scoring.engine.refusal import Refusal, validate
from scoring.games import get
from tests.games.sheet import NAMES

Match = Mapping[str, Any]


def printed(game: Game[Any, Any], matches: Sequence[Match]) -> str:
    """Everything that the game prints. matches: those to meet forms, sheet and board in, as the API takes them."""
    parts = [
        ("Tables", tables(game)),
        ("House rules", options_list(game.Options, ENGLISH).splitlines()),
        ("Fields", fields(game)),
        ("Form", form_labels(game, matches)),
        ("Sheet and board", sheet_and_board(game, matches)),
    ]
    heading = f"{game.name}: {game.summary}"
    return "\n".join([heading, *(line for title, lines in parts for line in ["", f"== {title}", *lines])]) + "\n"


# -- tables ----------------------------------------------------------------------------------------------


def tables(game: Game[Any, Any]) -> Iterator[str]:
    """The tables at the usual house rules, then those that differ with one of them changed."""
    usual = _tables(game, game.Options())
    for name, lines in usual.items():
        yield from ["", f"{name}:", *lines]
    for title, changed in _one_option_changed(game):
        for name, lines in _tables(game, game.Options(**changed)).items():
            if lines != usual.get(name):
                yield from ["", f"{name}, if {title}:", *lines]


def _tables(game: Game[Any, Any], options: OptionsModel) -> dict[str, list[str]]:
    orders = [f"{order.where}: {' '.join(map(_alike, order.cards))}" for order in game.strength(options)]
    made = {"order of the cards": orders, "values": values_table(game.card_values(options), ENGLISH).splitlines()}
    for name, grid in game.tables(options).items():
        made[f"table {name}"] = [printed_cell(grid.caption), *grid_table(grid, ENGLISH).splitlines()]
    return {name: lines for name, lines in made.items() if lines}


def _alike(cards: str | tuple[str, ...]) -> str:
    return cards if isinstance(cards, str) else f"({' '.join(cards)})"


def _one_option_changed(game: Game[Any, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """One house rule that is not as usual, with each value that it can have, and with its limits."""
    usual = game.Options()
    for spec in field_specs(game.Options):
        values = [choice.value for choice in spec.choices] if spec.kind == "choice" else []
        if spec.kind == "boolean":
            values = [True, False]
        if spec.kind == "number":
            values = [value for value in (spec.minimum, spec.maximum) if value is not None]
        for value in values:
            if value != getattr(usual, spec.name):
                with suppress(Refusal):
                    validate(game.Options, {spec.name: value})
                    yield f"{spec.title.lower()} is {spec.label(value)}", {spec.name: value}


# -- fields ----------------------------------------------------------------------------------------------


def fields(game: Game[Any, Any]) -> Iterator[str]:
    """Title, help, labels and limits of every field that is entered; each field of the same name and text once."""
    seen: set[str] = set()
    for model in [game.Options, *game.hands, *([game.Lookup] if game.Lookup else [])]:
        yield f"{model.__name__}:"
        for line in _field_lines(field_specs(model), ""):
            if line not in seen:
                seen.add(line)
                yield f"  {line}"


def _field_lines(specs: Iterable[FieldSpec], above: str) -> Iterator[str]:
    for spec in specs:
        labels = ", ".join(f"{value} = {label}" for value, label in spec.labels.items())
        limits = f" [{spec.minimum} to {spec.maximum}]" if (spec.minimum, spec.maximum) != (None, None) else ""
        if spec.title or spec.help or labels or limits:
            yield f"{above}{spec.name}{limits}: {spec.title}. {spec.help}" + (f" ({labels})" if labels else "")
        yield from _field_lines(spec.fields, f"{above}{spec.name}.")
        if spec.item:
            yield from _field_lines([spec.item] if not spec.item.fields else spec.item.fields, f"{above}{spec.name}.")


# -- the form --------------------------------------------------------------------------------------------


def form_labels(game: Game[Any, Any], matches: Sequence[Match]) -> list[str]:
    """The texts of every control, each once: of these matches, and of the first hand with every number of players and
    with every house rule.
    """
    controls: dict[str, dict[str, None]] = {}
    first = [{"players": players, "hands": []} for players in game.players]
    first += [{**match, "options": options} for _, options in _one_option_changed(game) for match in first]
    for match in [*matches, *first]:
        played = _begun(game, match)
        if played is None:
            continue
        for entered in [*match["hands"], None]:
            form = game.form(played.open_match.setup, played.state)
            for control in form.controls:
                seen = controls.setdefault(f"{control.template} {control.name}", {})
                seen |= dict.fromkeys(_control_lines(control, form, entered))
            if entered is None or not _played_on(played, entered):
                break
    return [line for name, lines in controls.items() for line in [f"{name}:", *(f"  {text}" for text in lines)]]


def _begun(game: Game[Any, Any], match: Match) -> Replay | None:
    """The match before its first hand, None if it is refused."""
    try:
        players = match.get("players") or game.players[0]
        return replay(game, players, (), match.get("options") or {}, match.get("start") or {})
    except Refusal:
        return None


def _played_on(played: Replay, entered: Any) -> bool:
    """Plays one hand more, and says whether another follows it."""
    try:
        extend(played, [entered])
    except Refusal:
        return False
    return not played.verdict.finished


def _control_lines(control: Control, form: Form, entered: Any) -> Iterator[str]:
    yield " · ".join(filter(None, [printed_cell(control.label), printed_cell(control.help), _limits(control)]))
    match control:
        case Choice(options=options, columns=columns):
            yield from map(printed_cell, columns)
            yield from _options(options)
        case Pick(options=options):
            yield from _options(options)
        case Row(labels=labels) | Share(labels=labels):
            yield from map(printed_cell, labels)
        case Events():
            yield from _event_lines(control, form, entered)


def _limits(control: Control) -> str:
    if isinstance(control, Amount | Row):
        named = [(name, getattr(control, name, None)) for name in ("least", "most", "step", "sum_to")]
        limits = [f"{name} {value}" for name, value in named if value]
        return ", ".join([*limits, *map(str, getattr(control, "quick", ()))])
    return f"most {control.most}" if isinstance(control, Pick) and control.most else ""


def _options(options: Sequence[Option]) -> Iterator[str]:
    """A line for each button; one for all cards."""
    if len(options) > len(NAMES) and all(isinstance(option.label, Term) for option in options):
        yield "- " + " ".join(printed_cell(option.label) for option in options)
    else:
        yield from map(_option, options)


def _option(option: Option) -> str:
    """The texts of a button, and what it enters."""
    texts = " · ".join(
        filter(None, [printed_cell(option.label), printed_cell(option.note), printed_cell(option.brief)])
    )
    enters = ", ".join(f"{path}={value}" if path else f"{value}" for path, value in option.sets.items())
    return f"- {texts}  [{enters or option.value}]"


def _event_lines(control: Events, form: Form, entered: Any) -> Iterator[str]:
    yield from filter(None, [printed_cell(control.others), *map(printed_cell, control.columns)])
    yield from _options(control.quick)
    for kind in control.kinds:
        yield f"+ {kind.value}: {printed_cell(kind.label)}"
        for asked in [*kind.controls, *kind.adds]:
            yield from (f"    {line}" for line in _control_lines(asked, form, None))
    texts = {_apart_from_names(text): printed_cell(text) for text in _listed(control, form, entered)}
    yield from (f"in the list: {text}" for text in texts.values())


def _listed(control: Events, form: Form, entered: Any) -> list[Message]:
    """The texts of events in the list: of those that one tap adds, and of a hand that is shown."""
    quick = [option.sets[""] if "" in option.sets else nest(option.sets) for option in control.quick]
    shown = form.show(entered) if isinstance(entered, dict) else {}
    return [*map(control.describe, quick), *(text for _, text in control.entries(shown))]


def _apart_from_names(value: Any) -> Any:
    """A text without the people and cards in it: one of each kind is enough."""
    match value:
        case Message(text=text, params=params):
            return (text, *(_apart_from_names(param) for param in params.values()))
        case Term(kind=kind):
            return kind
        case list() | tuple():
            return tuple(map(_apart_from_names, value))
    return value


# -- the sheet -------------------------------------------------------------------------------------------


def sheet_and_board(game: Game[Any, Any], matches: Sequence[Match]) -> list[str]:
    """The headings of the sheet; then what the hands of these matches put on sheet and board, each line once."""
    lines: dict[str, None] = {}
    if columns := game.sheet_columns:
        lines[f"columns: {printed_cell(columns.what) or '–'} · {printed_cell(columns.value) or '–'}"] = None
    for match in matches:
        played = _begun(game, match)
        for entered in match["hands"] if played else ():
            if played and _played_on(played, entered):
                lines |= dict.fromkeys(_shown_after(game, played, entered))
    return list(lines)


def _shown_after(game: Game[Any, Any], played: Replay, entered: Any) -> Iterator[str]:
    setup = played.open_match.setup
    if game.sheet_columns:
        result = json.loads(dump_json(played.results[-1].as_json(game.slug, ENGLISH)))
        entry = game.sheet_entry(setup, entered, result)
        texts = [entry.what, entry.value, *map(_mark, entry.marks), *entry.reasons]
        shown = [printed_cell(text) for text in texts]
        yield " · ".join(filter(None, shown))
    for part in game.board(setup, played.state):
        yield from (f"    {line}" for line in _board_lines(part))


def _board_lines(part: Figure | Marks | Grid) -> list[str]:
    match part:
        case Figure(label=label, value=value):
            return [f"{printed_cell(label)}: {printed_cell(value)}"]
        case Marks():
            return [f"side {part.side}: {_mark(part)}"]
    rows: list[Sequence[Any]] = [part.head, *part.rows]
    return [printed_cell(part.caption), *(" | ".join(map(printed_cell, row)) for row in rows)]


def _mark(mark: Marks) -> str:
    return f"{mark.count} {mark.symbol}" + (f" of {mark.of}" if mark.of else "")


def printed_cell(value: Any) -> str:
    """A text, a figure or a name as it is printed; "" for nothing."""
    match value:
        case None:
            return ""
        case Message():
            return fill_names(render(value), NAMES, NAMES)
        case Term():
            return printed_cell(say("{value}", value=value))
        case int() | float():
            return format_number(value)
    return str(value)


# -- what a test compares with hands ---------------------------------------------------------------------

#: The letter of each suit as it is printed.
SUITS = {sign: letter for letter, sign in SYMBOLS.items()}


def rows(slug: str, name: str, **options: Any) -> list[list[str]]:
    """Returns the rows of a table of the rules page as they are printed, its head first."""
    game = get(slug)
    grid = game.tables(game.Options(**options))[name]
    whole: list[Sequence[Any]] = [grid.head, *grid.rows]
    return [[printed_cell(cell) for cell in row] for row in whole]


def number(text: str) -> int:
    """Returns a printed figure: ``"−1,600"`` is -1600."""
    return int(text.replace("−", "-").replace(",", "").replace("+", ""))


def words(text: str) -> set[str]:
    """Returns the words of a text, without commas."""
    return set(text.replace(",", " ").split())


def figures(text: str) -> list[int]:
    """Returns the whole figures among the words of a text, in their order."""
    return [int(word.strip(",;")) for word in text.split() if word.strip(",;").isdigit()]

"""What a game's calculator says to a question that was tapped together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulesref.asking import Asked, Question
from rulesref.drawn import line_text
from scoring.engine.game import Game, Setup
from scoring.engine.match import OpenMatch, open_match, step
from scoring.engine.messages import fill_names, format_number, render
from scoring.engine.refusal import FieldError, Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult

#: Facts of an answer that its sentence tells already.
_TOLD = frozenset(
    {"winner", "winner_seat", "winner_side", "card", "tied", "drawn", "next_leader", "legal", "why", "rule", "kind"}
)


@dataclass(frozen=True)
class Told:
    """A sentence, and the anchor of the rule that it rests on (or ``""``)."""

    text: str
    rule: str = ""


@dataclass(frozen=True)
class Answer:
    """What the calculator says.

    sort: ``taken``, ``legal``, ``told`` (a calculation), ``refused``, or ``wait`` while something is missing. head:
    the answer in a few words. lines: reasons. winner: place in the trick, counted from its leader. legal: cards
    of the hand that may be played. facts: further figures.
    """

    sort: str
    head: str
    lines: list[Told] = field(default_factory=list)
    winner: int | None = None
    legal: list[str] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)


def answer_to(game: Game[Any, Any], asked: Asked, players: int) -> Answer:
    """The answer to what was tapped so far. Players are named by their place: the first led."""
    names = [f"Player {number + 1}" for number in range(players)]
    try:
        opened = open_match(game, players)
        sides = [" and ".join(names[seat] for seat in side) for side in opened.setup.sides]
        said = _Said(names, sides)
        if asked.question.kind:
            return _calculated(opened, asked, said)
        return _trick(game, opened.setup, asked, players, said)
    except Refusal as refusal:
        return _refused(refusal, asked, players, _Said(names, names))


@dataclass(frozen=True)
class _Said:
    seats: Sequence[str]
    sides: Sequence[str]

    def text(self, message: Any) -> str:
        return fill_names(render(message), self.seats, self.sides)

    def fault(self, fault: FieldError) -> Told:
        return Told(self.text(fault.message), fault.rule)


def _trick(game: Game[Any, Any], setup: Setup[Any], asked: Asked, players: int, said: _Said) -> Answer:
    result = game.trick(setup, validate(asked.question.model, asked.data()))
    lines = [Told(_sentence(said.text(result.why)), result.rule)]
    facts = _facts(result.extra)
    if isinstance(result, LegalPlays):
        if not result.cards:
            head = "None of these cards may be played"
        elif len(result.cards) == len(asked.cards.get("hand", [])):
            head = "Any of these cards may be played"
        else:
            head = "This card must be played" if len(result.cards) == 1 else "These cards may be played"
        return Answer("legal", head, lines, legal=list(result.cards), facts=facts)
    return _taken(result, len(asked.cards.get("plays", [])) < players, lines, facts, said)


def _taken(result: TrickResult, open_yet: bool, lines: list[Told], facts: list[tuple[str, str]], said: _Said) -> Answer:
    if result.winner is None:
        head = "Nobody is ahead so far" if open_yet else "Nobody takes this trick"
    else:
        head = said.seats[result.winner] + (" is ahead so far" if open_yet else " takes the trick")
    if result.next_leader is not None and not open_yet:
        lines = [*lines, Told(f"{said.seats[result.next_leader]} leads next.")]
    return Answer("taken", head, lines, winner=result.winner, facts=facts)


def _calculated(opened: OpenMatch, asked: Asked, said: _Said) -> Answer:
    """A kind of hand that only asks."""
    result = step(opened, opened.state, asked.data(), 1).result
    lines = [Told(_sentence(line_text(one, said.seats, said.sides)), one.rule) for one in result.lines]
    return Answer("told", said.text(result.summary), lines, facts=_facts(result.details))


def _refused(refusal: Refusal, asked: Asked, players: int, said: _Said) -> Answer:
    """Why there is no answer: something is still missing, or it cannot be."""
    faults = [said.fault(fault) for fault in refusal.errors]
    missing = [name for fault in refusal.errors if (name := _needed(fault, asked.question))]
    if missing:
        return Answer("wait", "Still needed: " + ", ".join(missing))
    laid = len(asked.cards.get("plays", []))
    if not asked.question.kind and laid < players and not asked.cards.get("hand"):
        known = {fault.code for fault in refusal.errors}
        if not laid or known & {"trick_size", "trick_incomplete", "incomplete", "no_cards"}:
            return Answer("wait", f"{laid} of {players} cards lie on the table")
    return Answer("refused", "That cannot be", faults)


def _needed(fault: FieldError, question: Question) -> str:
    """The title of a field that was not filled in yet, if that is what is wrong."""
    asked = question.field(fault.pointer.strip("/").split("/")[0])
    if asked and fault.code.endswith(("_missing", "_needed")):
        return asked.title
    return ""


def _facts(told: dict[str, Any]) -> list[tuple[str, str]]:
    """Figures beside the answer, under their names."""
    shown = []
    for name, value in told.items():
        if name in _TOLD or value is None:
            continue
        if isinstance(value, bool):
            text = "yes" if value else "no"
        elif isinstance(value, int | float):
            text = format_number(value)
        elif isinstance(value, str):
            text = value.replace("_", " ")
        else:
            continue
        shown.append((name.replace("_", " ").capitalize(), text))
    return shown


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."

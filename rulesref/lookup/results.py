"""The calculator's result for the input of a lookup form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from django.utils.translation import gettext, ngettext

from rulesref.lookup.forms import LookupChoice, LookupForm, LookupInput
from rulesref.lookup.setting import LookupSetting
from scoring.engine.cards import JOKERS, PACK_52, SUITS
from scoring.engine.game import Game, Setup
from scoring.engine.match import OpenMatch, step
from scoring.engine.messages import Language, figure_beside, fill_names, render
from scoring.engine.refusal import FieldError, Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.languages import current_language


@dataclass(frozen=True)
class Reason:
    """A sentence, the anchor of its rule, and the figure beside it (each ``""`` if there is none)."""

    text: str
    rule: str = ""
    figure: str = ""


@dataclass(frozen=True)
class LookupResult:
    """The calculator's result.

    kind: ``trick``, ``legal`` (plays), ``calculation``, ``refused``, or ``incomplete`` while input is missing.
    headline: the result in a few words. winner: position in the trick, the leader's is 0. next_leader: position of the
    player who leads the next trick, None while the trick is not complete. legal: the cards of the hand
    that may be played. figures: names and values of further figures.
    """

    kind: str
    headline: str
    reasons: list[Reason] = dataclass_field(default_factory=list)
    winner: int | None = None
    next_leader: int | None = None
    legal: list[str] = dataclass_field(default_factory=list)
    figures: list[tuple[str, str]] = dataclass_field(default_factory=list)


def look_up(game: Game[Any, Any], lookup: LookupInput, setting: LookupSetting) -> LookupResult:
    """The result for the input so far. The first player of the setting leads the trick."""
    names, players = setting.names, setting.players
    language = current_language(game.slug)
    try:
        match = setting.open(game)
        sides = [language.side_name([names[seat] for seat in side]) for side in match.setup.sides]
        renderer = _Renderer(names, sides, language)
        if lookup.form.hand_kind:
            return _calculation(match, lookup, renderer)
        return _trick(game, match.setup, lookup, players, renderer)
    except Refusal as refusal:
        return _refused(refusal, lookup, players, _Renderer(names, names, language))


@dataclass(frozen=True)
class _Renderer:
    """Messages of the engine as text, with the names of seats and sides."""

    seats: Sequence[str]
    sides: Sequence[str]
    language: Language

    def text(self, message: Any) -> str:
        return fill_names(render(message, self.language), self.seats, self.sides)

    def reason(self, fault: FieldError) -> Reason:
        return Reason(self.text(fault.message), fault.rule)


def _trick(
    game: Game[Any, Any], setup: Setup[Any], lookup: LookupInput, players: int, renderer: _Renderer
) -> LookupResult:
    result = game.trick(setup, validate(lookup.form.model, lookup.payload()))
    reasons = [Reason(_sentence(renderer.text(result.why)), result.rule)]
    figures = _figures(game, result.extra, renderer.language)
    if isinstance(result, LegalPlays):
        if not result.cards:
            headline = gettext("None of these cards may be played")
        elif len(result.cards) == len(lookup.cards.get("hand", [])):
            headline = gettext("Any of these cards may be played")
        else:
            headline = (
                gettext("This card must be played") if len(result.cards) == 1 else gettext("These cards may be played")
            )
        return LookupResult("legal", headline, reasons, legal=list(result.cards), figures=figures)
    unfinished = len(lookup.cards.get("plays", [])) < players
    return _trick_result(result, unfinished, reasons, figures, renderer)


def _trick_result(
    result: TrickResult, unfinished: bool, reasons: list[Reason], figures: list[tuple[str, str]], renderer: _Renderer
) -> LookupResult:
    if result.winner is None:
        headline = gettext("Nobody has this trick so far") if unfinished else gettext("Nobody takes this trick")
    else:
        text = gettext("{name} has this trick so far") if unfinished else gettext("{name} takes the trick")
        headline = text.format(name=renderer.seats[result.winner])
    if result.next_leader is not None and not unfinished:
        leads = gettext("{name} leads next.").format(name=renderer.seats[result.next_leader])
        reasons = [*reasons, Reason(leads)]
    leader = None if unfinished else result.next_leader if result.next_leader is not None else result.winner
    return LookupResult("trick", headline, reasons, winner=result.winner, next_leader=leader, figures=figures)


def _calculation(match: OpenMatch, lookup: LookupInput, renderer: _Renderer) -> LookupResult:
    """The result of a kind of hand that records nothing."""
    result = step(match, match.state, lookup.payload(), 1).result
    reasons = []
    for line in result.lines:
        text, figure = renderer.text(line.message), figure_beside(line, renderer.language)
        reasons.append(Reason(text if figure else _sentence(text), line.rule, figure))
    return LookupResult(
        "calculation",
        renderer.text(result.summary),
        reasons,
        figures=_figures(match.game, result.details, renderer.language),
    )


def _refused(refusal: Refusal, lookup: LookupInput, players: int, renderer: _Renderer) -> LookupResult:
    """The result of a refusal: input is still missing, or it is impossible."""
    missing = [name for fault in refusal.errors if (name := _missing_field(fault, lookup.form, renderer.language))]
    if missing:
        return LookupResult(
            "incomplete", gettext("Still needed: {fields}").format(fields=renderer.language.join_texts(missing))
        )
    played = len(lookup.cards.get("plays", []))
    if not lookup.form.hand_kind and played < players and not lookup.cards.get("hand"):
        codes = {fault.code for fault in refusal.errors}
        if not played or codes & {"trick_size", "trick_incomplete", "incomplete", "no_cards"}:
            text = ngettext("{played} of {n} card is on the table", "{played} of {n} cards are on the table", players)
            return LookupResult("incomplete", text.format(played=played, n=players))
    return LookupResult(
        "refused", gettext("That is not possible"), [renderer.reason(fault) for fault in refusal.errors]
    )


def _missing_field(fault: FieldError, form: LookupForm, language: Language) -> str:
    """The title of the field that an error says is missing; ``""`` for any other error."""
    field = form.field(fault.pointer.strip("/").split("/")[0])
    if field and fault.code.endswith(("_missing", "_needed")):
        return language.gettext(field.title)
    return ""


def _figures(game: Game[Any, Any], values: Mapping[str, Any], language: Language) -> list[tuple[str, str]]:
    """Titles and values of the facts that the game wants shown beside the sentences."""
    figures = []
    for name, title in game.lookup_figures.items():
        value = values.get(name)
        if value is None:
            continue
        if isinstance(value, bool):
            text = gettext("yes") if value else gettext("no")
        elif isinstance(value, int | float):
            text = language.number(value)
        elif isinstance(value, str):
            text = _in_words(value, language)
        else:
            continue
        figures.append((language.gettext(title), text))
    return figures


def _in_words(value: str, language: Language) -> str:
    """The code of a suit or a card by its name; any other value is a word of the game."""
    if value in SUITS:
        return LookupChoice(value, value, "").translated_label(language)
    return language.card(value) if value in PACK_52 or value in JOKERS else language.gettext(value)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."

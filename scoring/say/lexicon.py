"""What the words of a line may mean at one table: phrases from the labels of its form, cards, players, words of the
language and the game.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import MappingProxyType
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, Option, Row, Toggle
from scoring.engine.form import Events, Form
from scoring.engine.game import Game
from scoring.engine.messages import Language, Message, Number, Term, render
from scoring.say.numbers import number_words
from scoring.say.phrases import Pattern, Phrase, Slot, Target, Tree, Words, label_parts, pattern_of, words_of
from scoring.say.tokens import fold, sound_of, tokens_of

LABEL = "label"
"""The value of a phrase that a label of the form makes."""

_SHORTEST_SOUND = 2

_SEATS, _SIDES = 0xE000, 0xE100

#: Words that are looked for in the whole line: comparisons and guesses, outcomes, what sounds like a number, "either …
#: or …" with what goes with it, "after" before a name.
LINE_KINDS = ("unclear", "outcomes", "sounds", "or", "either", "unsure", "apart")


@dataclass(frozen=True)
class Lexicon:
    """What a line is read with. trees: the phrases of language and game, and those of the form. joins: words that only
    join, by their kind. numbers, suits, ranks, cards, roles: by their words. quiet, cued, leads: see ``phrases.Words``.
    known: every word. signs: what makes a line unclear as a whole (``doubts``), by its words. accented: how those are
    written that are another word without their accents ("hätte", "ou"). sounds: the known words by how they sound.
    """

    trees: tuple[Tree, ...]
    joins: Mapping[str, str]
    words: Words
    numbers: Mapping[tuple[str, ...], Number]
    known: frozenset[str]
    signs: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    accented: Mapping[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    sounds: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Own:
    """The words of a language and a game, as far as a form has controls for them."""

    words: Words
    tree: Tree
    idioms: Tree
    joins: Mapping[str, str]
    numbers: Mapping[tuple[str, ...], Number]
    known: frozenset[str]
    signs: Mapping[tuple[str, ...], str]


@lru_cache(maxsize=128)
def _own_of(code: str, folder: Path, names: frozenset[str]) -> _Own:
    """names: of the controls of a form."""
    words = words_of(code, folder)
    numbers = {**number_words(code), **words.numbers}
    phrases = [kept for phrase in words.phrases if (kept := possible(phrase, names))]
    said = Tree([phrase for phrase in phrases if phrase.kind in ("says", "stop")])
    stopped = {phrase.parts for pattern in phrases if pattern.kind == "stop" for phrase in pattern.phrases()}
    phrases = [one for phrase in phrases for one in _without_said(phrase, said, stopped)]
    known = {word for phrase in phrases for word in phrase.words()}
    for table in (words.suits, words.ranks, words.cards, numbers, *words.lists.values()):
        known |= {word for key in table for word in key}
    joins = {
        str(phrase.parts[0]): phrase.kind
        for pattern in phrases
        if pattern.kind in ("filler", "and", "verb", "pause")
        for phrase in pattern.phrases()
        if len(phrase.parts) == 1
    }
    signs = {
        tuple(map(str, phrase.parts)): phrase.value or phrase.kind
        for pattern in words.phrases
        if pattern.kind in (*LINE_KINDS, "fix", "question")
        for phrase in pattern.phrases()
        if pattern.kind != "question" or len(phrase.parts) > 1
    }
    return _Own(
        words,
        Tree(phrases),
        Tree([phrase for phrase in phrases if phrase.kind == "says"]),
        joins,
        numbers,
        frozenset(known),
        signs,
    )


def _without_said(phrase: Pattern, said: Tree, stopped: Collection[tuple[str | Slot, ...]]) -> Iterator[Pattern]:
    """A pattern as it is looked for in a part of a line; of fillers those that nothing is said with. stopped: what is
    no filler and no verb here.
    """
    if phrase.kind == "verb":
        yield from (pattern_of(one) for one in phrase.phrases() if one.parts not in stopped)
    elif phrase.kind == "filler":
        yield from (pattern_of(one) for one in phrase.phrases() if not said.has(one.parts))
    elif phrase.kind not in ("stop", *LINE_KINDS):
        yield phrase


@lru_cache(maxsize=256)
def _of_form(text: str, language: Language, folder: Path, holder: Holder) -> Lexicon:
    """The lexicon of a form. text: the form as text, which with the language is the key."""
    own = _own_of(language.code, folder, frozenset(control.name for control in holder.form.controls))
    labels = [phrase for phrase in form_phrases(holder.form, language) if not own.idioms.has(phrase.parts)]
    labels = [replace(phrase, value=LABEL) if phrase.kind == "says" else phrase for phrase in labels]
    known = {part for phrase in labels for part in phrase.parts if isinstance(part, str)}
    known |= own.known
    accented = {
        words: texts
        for words, texts in own.words.accented.items()
        if own.signs.get(words) == "or"
        or (words != texts and known.issuperset(words))
        or own.joins.get(words[0] if len(words) == 1 else "") == "filler"  # "sí" is no "si"
    }
    return Lexicon(
        (own.tree, Tree(map(pattern_of, labels))),
        own.joins,
        own.words,
        own.numbers,
        frozenset(known),
        own.signs,
        accented,
        _sounds_of(known, own),
    )


def _sounds_of(known: Iterable[str], own: _Own) -> dict[str, str]:
    """The known words by how they sound, the shortest of those that sound alike; signs, too, which are no slips."""
    words = {*known, *(word for some in own.signs for word in some)}
    sounds: dict[str, str] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        if len(word) > _SHORTEST_SOUND and word.isascii():
            sounds[sound_of(word, own.words.spellings)] = word
    return sounds


def possible(phrase: Pattern, names: frozenset[str]) -> Pattern | None:
    """A phrase with the readings that the form has controls for; None if there are none. names: of its controls."""
    if phrase.kind in ("row", "ask"):
        kept = " ".join(name for name in str(phrase.value).split() if name in names)
        return replace(phrase, value=kept) if kept else None
    if phrase.kind != "says":
        return phrase
    readings = tuple(targets for targets in phrase.readings if all(_is_possible(target, names) for target in targets))
    return replace(phrase, readings=readings) if readings else None


def _is_possible(target: Target, names: frozenset[str]) -> bool:
    if target.how == "?" or target.name in ("subject", "filler", "others"):
        return True
    if target.name.startswith("rest:"):
        return any(name.startswith(target.name.removeprefix("rest:")) for name in names)
    begin = target.name.partition("{")[0].removesuffix("*")
    if "{" in target.entry and any(name.startswith(f"{begin}.") for name in names):
        return True
    return begin in names or (begin != target.name and any(name.startswith(begin) for name in names))


class Holder:
    """Carries the form past the cache: any two are alike, because the form is in the key as text."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Holder)

    def __hash__(self) -> int:
        return 0


def lexicon_of(form: Form, language: Language, game: Game[Any, Any]) -> Lexicon:
    """Returns the lexicon of a form in a language. language: with the words of the game."""
    folder = Path(inspect.getfile(type(game))).with_name("say")
    text = "".join(control.text for control in form.controls)
    return _of_form(text, language, folder, Holder(form))


def form_phrases(form: Form, language: Language) -> Iterator[Phrase]:
    """Returns the phrases that the labels of a form make."""
    for control in form.controls:
        yield from _control_phrases(control, language)


def _control_phrases(control: Control, language: Language) -> Iterator[Phrase]:
    label = _parts(control.label, language)
    match control:
        case Choice():
            yield from _choice_phrases(control, label, language)
        case Toggle():
            if label:
                yield Phrase(tuple(label), readings=((Target(control.name, values=("1",)),),))
        case Amount():
            yield from _beside(label, Slot("n"), (Target(control.name, values=("{n}",)),))
        case Row():
            if label:
                yield Phrase(tuple(label), "row", value=control.name)
        case Events():
            for option in control.quick:
                parts = _parts(option.label, language)
                if parts and not all(isinstance(part, Slot) for part in parts):
                    yield Phrase(tuple(parts), readings=((_event(control.name, option),),))


def _choice_phrases(control: Choice, label: list[str | Slot], language: Language) -> Iterator[Phrase]:
    if label and any(_is_seat(option.label) for option in control.options):
        yield Phrase(tuple(label), "ask", value=control.name)
    wholes = {tuple(_parts(option.label, language)) for option in control.options}
    for option in control.options:
        says = ((Target(control.name, values=(option.value,)),),)
        for text in (option.label, option.note):
            parts = _parts(text, language)
            if not parts:
                continue
            if any(isinstance(part, str) for part in parts):
                yield Phrase(tuple(parts), readings=says)
                short = tuple(_before_comma(text, language))
                if short and short != tuple(parts) and short not in wholes:
                    yield Phrase(short, readings=says)
            if label and parts != label:
                yield Phrase((*label, *parts), readings=says)
                yield Phrase((*parts, *label), readings=says)


def _is_seat(label: Any) -> bool:
    return isinstance(label, Term) and label.kind in ("seat", "side")


def _beside(label: Sequence[str | Slot], slot: Slot, targets: tuple[Target, ...]) -> Iterator[Phrase]:
    """A question with its answer before or behind it."""
    if label:
        yield Phrase((*label, slot), readings=(targets,))
        yield Phrase((slot, *label), readings=(targets,))


def _event(name: str, option: Option) -> Target:
    return Target(name, "+", fields=tuple((key, str(value)) for key, value in option.sets.items()), entry=option.value)


def _before_comma(text: Any, language: Language) -> list[str | Slot]:
    if not isinstance(text, Message):
        return []
    rendered = render(text, language).partition(",")[0]
    return _placed(rendered)


def _parts(label: Any, language: Language) -> list[str | Slot]:
    """The words of a label, with its players, cards and numbers as slots."""
    match label:
        case None:
            return []
        case Term():
            if label.kind in ("seat", "side"):
                return [Slot("player" if label.kind == "seat" else "side", label.value)]
            if label.kind in ("card", "suit", "rank"):
                return [Slot(label.kind, label.value)]
            return _placed(render(Message("{it}", {"it": label}), language))
        case Message():
            return _placed(render(label, language))
        case _:
            return _placed(str(label))


def _placed(text: str) -> list[str | Slot]:
    """The words of a rendered text; the marks for seats and sides in it become slots."""
    parts: list[str | Slot] = []
    piece = ""
    for letter in f"{text}\0":
        mark = ord(letter)
        if mark in range(_SEATS, _SIDES) or mark in range(_SIDES, _SIDES + 256) or letter == "\0":
            parts += label_parts(piece)
            piece = ""
            if mark >= _SIDES:
                parts.append(Slot("side", mark - _SIDES))
            elif mark >= _SEATS:
                parts.append(Slot("player", mark - _SEATS))
        else:
            piece += letter
    return parts


#: Endings of names in sentences: Anna's, Annas, Анной.
_ENDINGS = {
    "en": ("s",),
    "de": ("s",),
    "ru": ("", "а", "я", "ы", "и", "у", "ю", "е", "ом", "ем", "ой", "ей", "ою", "ью", "и", "ии", "ию", "ина", "ины"),
}


def names_of(
    players: Sequence[str],
    code: str,
    known: frozenset[str],
    nicknames: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[tuple[str, ...], list[int]]:
    """Returns the seats by the words of their players' names: whole, the first word, endings, the short forms of a
    first name, and beginnings of three letters and more that are no other word.
    """
    found: dict[tuple[str, ...], list[int]] = {}
    whole = {tuple(token.word or str(token.value) for token in tokens_of(name)) for name in players}
    for number, name in enumerate(players):
        words = tuple(token.word or str(token.value) for token in tokens_of(name))
        # "Don Julián", "la Paqui", "Tante Hilde": the last word names them, too; an article alone names nobody.
        ways = {words} | ({words[-1:]} - whole) | ({words[:1]} if len(words) == 1 or words[0] not in known else set())
        if len(words) == 2 and code == "ru":
            # "Анны Петровны"
            ways |= set(product(_inflected(words[0], code), _inflected(words[1], code)))
        if len(words) == 1 and len(words[0]) > 2:
            forms = [words[0], *nicknames.get(words[0], ())]
            ways |= {(form,) for some in forms for form in _inflected(some, code) if form not in known}
        for way in ways:
            if way:
                found.setdefault(way, []).append(number)
    return found


def _inflected(word: str, code: str) -> set[str]:
    stem = word[:-1] if code == "ru" and word[-1] in "аяьйеоиы" else word
    return {fold(stem + ending) for ending in _ENDINGS.get(code, ())}


__all__ = ["Lexicon", "lexicon_of", "names_of", "possible"]

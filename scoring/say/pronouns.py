"""Pronouns that are passed over: "he" and "she" for a person, "it" for a thing. What they mean must be clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.engine.controls import Row
from scoring.say.choices import give
from scoring.say.items import Item, Meaning
from scoring.say.reading import Reading, Span, Table, replace
from scoring.say.rows import next_item, rows_of

#: Articles of all languages.
_ARTICLES = {
    "the",
    "a",
    "an",
    "der",
    "die",
    "das",
    "den",
    "le",
    "la",
    "les",
    "un",
    "une",
    "el",
    "los",
    "las",
    "una",
    "lo",
}
_ARTICLES |= {"il", "i", "gli", "o", "os", "as", "um", "uma"}


def person_of(table: Table, meaning: Meaning) -> str:
    """Returns which person a filler is, "he" or "she"; "" if it is none."""
    return _entry_of(table.persons, meaning)


def thing_of(table: Table, meaning: Meaning) -> str:
    """Returns whether a filler is a thing, "it"; "" if it is none."""
    return _entry_of(table.things, meaning)


def _entry_of(words: Mapping[tuple[str, ...], str], meaning: Meaning) -> str:
    parts = meaning.phrase.parts if meaning.phrase and meaning.kind == "filler" else ()
    return words.get(tuple(map(str, parts)), "")


def is_clear_person(table: Table, reading: Reading, items: Sequence[Item], place: int, person: str) -> bool:
    """Whether "he" or "she" can only be who was named last: "Ada bid nine, she took nine".

    Not where several were named ("Ada and Ben stayed, she took three"), where the other pronoun was said of the same
    name ("he had the pig, she the sheep"), before anybody was named, or where a figure behind it may be the other
    player's, or is a second one.
    """
    if person == "object" and not _ends_part(items, place):
        return True  # "her tricks"
    if person == "side" and _has_name(items, place):
        return True  # "Ada accepted and her partner won"
    if reading.is_open and len(reading.subject) == 1 and _is_behind_name(items, place):
        return True  # "Ada 31 and Ben, well, he made 89"
    if not reading.named or reading.is_several or (reading.is_open and len(reading.subject) > 1):
        return False
    for item in reversed(items[:place]):
        if "player" in item.kinds():
            break
        if any(person_of(table, meaning) not in ("", person, "object", "side") for meaning in item.meanings):
            return False
    if _is_contrast(items, place):
        return False
    behind = next_item(items, place)
    is_figure = behind and any(one.kind == "n" or one.slots.keys() == {"n"} for one in behind.meanings)
    if not is_figure or not reading.subject:
        return True
    if len(table.seats) == 2:
        return False  # "Ada played at once, he won three"
    return not any(_has_figure(table, reading, row) for row in rows_of(table, reading))


def _is_behind_name(items: Sequence[Item], place: int) -> bool:
    """Whether nothing but fillers stands between a name and an item."""
    before = next((item for item in reversed(items[:place]) if item.kinds() != {"filler"}), None)
    return before is not None and before.kinds() == {"player"}


def _has_name(items: Sequence[Item], place: int) -> bool:
    """Whether somebody is named before an item in the same part."""
    for item in reversed(items[:place]):
        if "pause" in item.kinds():
            return False
        if "player" in item.kinds() or any("player" in meaning.slots for meaning in item.meanings):
            return True
    return False


def _ends_part(items: Sequence[Item], place: int) -> bool:
    after = items[place + 1 : place + 2]
    return not after or bool(after[0].kinds() & {"pause", "and"})


def _is_contrast(items: Sequence[Item], place: int) -> bool:
    """Whether a pronoun begins a part and has a thing right behind it, as somebody had before: "Ada won the first, she
    the second" are two.
    """
    if not place or not items[place - 1].kinds() <= {"pause", "and"}:
        return False
    behind = items[place + 1 : place + 3]
    is_named = bool(behind) and all(str(word) in _ARTICLES for word in _first_words(behind[0]))
    if is_named and behind[0].kinds() == {"filler"}:
        behind = behind[1:]
    kinds = behind[0].kinds() if behind else set()
    return bool(kinds & {"cards", "ask"}) or (is_named and "says" in kinds)


def _first_words(item: Item) -> list[Any]:
    """The first words of the phrases that an item may be; one that is none of ours without any."""
    return [meaning.phrase.parts[0] for meaning in item.meanings if meaning.phrase] or [""]


def _has_figure(table: Table, reading: Reading, row: Row) -> bool:
    return table.entry_of(row, reading.subject[-1]) in reading.rows.get(row.name, {})


def is_object(table: Table, items: Sequence[Item], place: int) -> bool:
    """Whether a pronoun stands where a thing is taken: "and won it", not "it was spades". Where cards are shared out,
    that may be any verb; elsewhere only "had it" tells nothing by itself.
    """
    before = items[place - 1].kinds() if place else set()
    behind = [item.kinds() for item in items[place + 1 : place + 3]]
    with_cards = bool(table.shares) and len(behind) == 2 and behind[0] == {"filler"} and "cards" in behind[1]
    if with_cards and before <= {"verb", "filler"} and before:
        return True  # "Ada took it with the pig"
    return _ends_part(items, place) and (before == {"verb"} or (before == {"filler"} and bool(table.shares)))


def goes_to_somebody(table: Table, items: Sequence[Item], place: int) -> bool:
    """Whether "it" is a card that goes to who is named behind it: "the pig was exposed, it went to Ada"."""
    kinds = [item.kinds() for item in items]
    at = next((at for at in range(place + 1, len(items)) if not kinds[at] <= {"filler", "verb", "for"}), len(items))
    follows = place + 1 < at < len(items) and "player" in kinds[at]
    spoken_of = any("cards" in (meaning.kind, *meaning.slots) for item in items[:place] for meaning in item.meanings)
    return bool(table.shares) and follows and spoken_of


def thing_taken(table: Table, reading: Reading, items: Sequence[Item], place: int, span: Span) -> Iterator[Reading]:
    """ "It", for the one card that was spoken of last: "Ada exposed the pig, Ben took it"."""
    for item in reversed(items[:place]):
        named = [
            cards
            for meaning in item.meanings
            for cards in ([meaning.value] if meaning.kind == "cards" else [meaning.slots.get("cards")])
            if cards
        ]
        if named:
            if len(named[0]) == 1 and len(reading.subject) == 1:
                yield from give(table, replace(reading, is_open=False), named[0], reading.subject[0], span)
            return
    if items[place - 1].kinds() != {"verb"}:
        yield reading  # No card was spoken of: it is none.

"""What somebody corrects while speaking: "hearts … no, spades"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scoring.say.items import Item, Meaning
from scoring.say.phrases import Slot

MOST_CORRECTED = 4
"""The most items behind the word of a correction that may stand for earlier ones."""

_KEPT = ("{player}", "{side}", "{suit}")
_VALUES = frozenset(("player", "n", "suit", "rank", "cards"))


def corrected(
    items: Sequence[Item], sides: Sequence[Sequence[int]], persons: Collection[tuple[str, ...]] = ()
) -> Iterator[list[Item]]:
    """Returns the lines that are meant: without corrections the line itself, else each way to correct it.

    persons: the words for "he" and "she".
    """
    place = next((place for place, item in enumerate(items) if "fix" in item.kinds()), None)
    if place is None:
        yield list(items)
        return
    undenied = ("no",) if _is_between_pauses(items, place) else ()
    others = tuple(
        meaning for meaning in items[place].meanings if meaning.kind not in ("fix", "pause", "denies", *undenied)
    )
    if others:
        plain = replace(items[place], meanings=others)
        yield from corrected([*items[:place], plain, *items[place + 1 :]], sides, persons)
    before, after = list(items[:place]), list(items[place + 1 :])
    if not before and "no" in items[place].kinds() and not (after and after[0].kinds() & {"pause", "fix"}):
        return  # "Not Ada 20" is no correction.
    denied = _past(items, place + 1, ("filler", "verb", "for"))
    is_last = denied + 1 == len(items) or bool(items[min(denied + 1, len(items) - 1)].kinds() & {"pause"})
    if (
        "denies" in items[place].kinds()
        and denied < len(items)
        and items[denied].kinds() & _VALUES
        and is_last
        and ("player" not in items[denied].kinds() or _is_name_next(items, denied + 1))
    ):
        # 不是羊: it may be no correction, but say what somebody has not.
        yield from corrected([*before, *items[denied + 1 :]], sides, persons)
    denied = _past(items, place + 1, ("filler", "for"))
    is_name = denied < len(items) and items[denied].kinds() == {"player"} and _ends_part(items[denied + 1 :])
    if before and "denies" in items[place].kinds() and _is_comma(before[-1]) and is_name:
        # "Las últimas de Ana, no de Luis, …": not his, or his after all?
        yield from corrected([*before[:-1], *items[denied + 1 :]], sides, persons)
    if before and after and "no" in items[place].kinds() and _is_comma(before[-1]) and "cards" in after[0].kinds():
        return  # "Ada the pig, no doubler, Ben the rest": it is denied.
    if _is_value(before[-1:]) and len(before) > 1 and before[-2].kinds() == {"pause"} and _ends_part(after):
        # "The pig to Ada, Ben I mean, …": it may stand behind what it brings.
        changed = _with_correction(before[:-2], before[-1], before[-1].start, sides)
        if changed is not None and not _is_far_name(before[:-2], before[-1:], persons):
            yield from corrected([*changed, *after], sides, persons)
    while after and after[0].kinds() & {"pause", "filler", "fix", "for"}:
        after.pop(0)
    if after and after[0].kinds() == {"and"}:
        return  # "Ada no and Ben"
    if after and after[0].kinds() == {"rest"} and any(item.meanings == after[0].meanings for item in before):
        after = after[_past(after, 1, ("filler", "for")) :]  # "The rest Ada, no, the rest Ben"
    if not before:
        # "No, it was spades": there is nothing to correct.
        yield from corrected(after, sides, persons)
        return
    by_name = _with_figures(before, after)
    if by_name is not None:
        yield from corrected(by_name, sides, persons)
        return
    if _is_list(before[::-1]) and _is_list(after):
        return  # "Ada, Ben, no, Cleo, Ada": how many of them are corrected?
    # A comma ends what is corrected.
    ends = next((place for place, item in enumerate(after) if _is_comma(item)), len(after))
    if _is_far_name(before, after[:ends], persons):
        return  # "Ada bid nine, Ben passed, they got eight, sorry, Cleo": who is she instead of?
    if _is_pair(after) and not any(_is_pair(before[place:]) for place in range(len(before))):
        return  # "Ben took it … I mean Ada and Cleo 70": not who took it.
    for count in range(1, min(MOST_CORRECTED, ends) + 1):
        if count > 1 and "player" in after[count - 1].kinds() and after[count:] and "says" in after[count].kinds():
            break  # "Ada won one, no, three that Ben had called": not who won
        line = before
        if _is_figure_of(after, count - 1, before):
            continue  # "Ada 64, no, 46 and Ben | 74"
        for item in reversed(after[:count]):  # "8-5, no, 7-6": the last for the last
            if item.kinds() <= {"pause", "filler", "and", "for"}:
                continue
            if "player" in item.kinds() and "n" in after[0].kinds() and not _number_has_name(before):
                return  # "Ada accepted, eleven, no, twelve for Ben": not who accepted.
            changed = _with_correction(line, item, after[0].start, sides)
            if changed is None:
                return
            line = changed
        if after[count:] and after[count].kinds() == {"for"} and line[-1].kinds() == {"pause"}:
            line = line[:-1]  # "Eleven, no, twelve for Ben"
        yield from corrected([*line, *after[count:]], sides, persons)


def _with_figures(before: Sequence[Item], after: Sequence[Item]) -> list[Item] | None:
    """The line with the figures of those who are named once more: "Ada 20, Ben 30, no, Ada 30, Ben 20"; None if one of
    them had none, or several.
    """
    line = list(before)
    begin = place = 0
    while place + 1 < len(after) and after[place].kinds() == {"player"}:
        figure = _past(after, place + 1, ("filler", "verb"))
        if figure == len(after) or not _is_figure(after[figure]):
            break
        figures = list(_figures_of(before, after[place].meanings))
        if len(figures) != 1 or not _is_figure(line[figures[0]]):
            break
        line[figures[0]] = after[figure]
        begin = figure + 1
        place = _past(after, begin, ("pause", "and"))
    if not begin or (begin < len(after) and not after[begin].kinds() <= {"pause", "and"}):
        return None
    return [*line[: len(line) - (line[-1].kinds() == {"pause"})], *after[begin:]]


def _figures_of(items: Sequence[Item], name: Sequence[Meaning]) -> Iterator[int]:
    """The places of the numbers between a name and the next one."""
    seats = {meaning.value for meaning in name}
    is_named = False
    for place, item in enumerate(items):
        if "player" in item.kinds():
            of_pair = place > 1 and items[place - 1].kinds() == {"and"} and "player" in items[place - 2].kinds()
            is_named = not of_pair and {("player", seat) for seat in seats} == set(_names_in(item))
        elif is_named and _has_number(item):
            yield place


def _is_figure(item: Item) -> bool:
    return "n" in item.kinds() <= {"n", "rank"}


def _is_figure_of(after: Sequence[Item], place: int, before: Sequence[Item]) -> bool:
    """Whether the figure of a name stands behind it, as those before did."""
    behind = after[place + 1 : place + 2]
    if "player" not in after[place].kinds() or not behind or "n" not in behind[0].kinds():
        return False
    figure = next((at for at in range(len(before) - 1, 0, -1) if "n" in before[at].kinds()), 0)
    return figure > 0 and "player" in before[figure - 1].kinds()


def _is_name_next(items: Sequence[Item], place: int) -> bool:
    """Whether the next part begins with a name: "the rest not Ada, it is Ben"."""
    begin = _past(items, place, ("pause", "filler", "verb"))
    return begin < len(items) and "player" in items[begin].kinds()


def _is_value(items: Sequence[Item]) -> bool:
    return any(meaning.kind in _VALUES for item in items for meaning in item.meanings)


def _ends_part(items: Sequence[Item]) -> bool:
    return not items or items[0].kinds() == {"pause"}


def _is_far_name(before: Sequence[Item], instead: Sequence[Item], persons: Collection[tuple[str, ...]]) -> bool:
    """Whether a name alone corrects a line whose last part names nobody, though several were named before, or whose
    last part has a pronoun.

    before: the line up to the correction. instead: the correction.
    """
    said = [item for item in instead if not item.kinds() <= {"filler", "verb", "for", "pause"}]
    if len(said) != 1 or "player" not in said[0].kinds():
        return False
    end = len(before) - (before[-1].kinds() == {"pause"})
    begin = next((place + 1 for place in range(end - 1, -1, -1) if _is_comma(before[place])), 0)
    last = before[begin:end]
    if any("player" in item.kinds() or _has_name(item) for item in last):
        return False
    names = {seat for item in before for seat in _names_in(item)}
    return len(names) > 1 or any(_is_person(item, persons) for item in last)


def _is_person(item: Item, persons: Collection[tuple[str, ...]]) -> bool:
    """Whether an item is a pronoun, or has one in it."""
    words = {part for meaning in item.meanings if meaning.phrase for part in meaning.phrase.parts}
    return "pronoun" in item.kinds() or any(set(person) <= words for person in persons)


_NAMED = ("player", "side", "next", "side2", "side3", "players", "winners")


def _has_name(item: Item) -> bool:
    return any(name in meaning.slots for meaning in item.meanings for name in _NAMED)


def _names_in(item: Item) -> Iterator[Any]:
    for meaning in item.meanings:
        yield from [("player", meaning.value)] if meaning.kind == "player" else []
        yield from (
            ("player" if name == "next" else name, meaning.slots[name]) for name in _NAMED if name in meaning.slots
        )


def _is_comma(item: Item) -> bool:
    """Whether it is a pause, but no dash between numbers: "7-6"."""
    return item.kinds() == {"pause"} and item.meanings[0].value is not None


def _number_has_name(items: Sequence[Item]) -> bool:
    """Whether the last number of a line has a name beside it, or is in a phrase with one."""
    place = next((at for at in range(len(items) - 1, -1, -1) if _has(items[at], "n")), -1)
    beside = [*items[max(place - 1, 0) : place], *items[place + 1 :]]
    near = [item for item in beside if not item.kinds() <= {"filler", "for", "verb"}]
    return place >= 0 and (_has(items[place], "player") or any(_has(item, "player") for item in near))


def _has(item: Item, kind: str) -> bool:
    return any(meaning.kind == kind or kind in meaning.slots for meaning in item.meanings)


def _has_number(item: Item) -> bool:
    """Whether a number is said in an item, also one that its phrase fixes: "with one"."""
    parts = [part for meaning in item.meanings if meaning.phrase for part in meaning.phrase.parts]
    return _has(item, "n") or any(isinstance(part, Slot) and part.kind == "n" for part in parts)


def _is_pair(items: Sequence[Item]) -> bool:
    """Whether a line begins with "Ada and Ben"."""
    kinds = [item.kinds() for item in items[:3]]
    return len(kinds) == 3 and "player" in kinds[0] and kinds[1] == {"and"} and "player" in kinds[2]


def _is_between_pauses(items: Sequence[Item], place: int) -> bool:
    """Whether a word stands alone behind what it corrects: "three, no, six" denies nothing."""
    around = [*items[place - 1 : place], *items[place + 1 : place + 2]] if place else []
    return len(around) == 2 and all(item.kinds() == {"pause"} for item in around)


def _is_list(items: Sequence[Item]) -> bool:
    """Whether a line begins with names that nothing but commas parts."""
    names = [item for item in items if item.kinds() != {"pause"}][:2]
    return len(names) == 2 and all("player" in item.kinds() or _has_player(item) for item in names)


def _has_player(item: Item) -> bool:
    return any(meaning.slots.keys() == {"player"} for meaning in item.meanings)


def _with_correction(
    before: Sequence[Item], item: Item, begin: int, sides: Sequence[Sequence[int]]
) -> list[Item] | None:
    """The line with the last item that is comparable replaced by this one; None if there is none. begin: of the
    correction; what it has brought in is not corrected by it.
    """
    for place in range(len(before) - 1, -1, -1):
        if before[place].start >= begin:
            continue
        meanings = tuple(new for old in before[place].meanings for new in _instead(old, item, sides))
        if meanings:
            if before[place].kinds() == {"player"} and "player" not in item.kinds():
                # "Ada and Ben, no, Cleo and Dan won": all names of the list.
                while place > 1 and before[place - 1].kinds() == {"and"} and before[place - 2].kinds() == {"player"}:
                    before = [*before[: place - 2], *before[place:]]
                    place -= 2
            return [*before[:place], Item(item.start, item.end, meanings), *before[place + 1 :]]
        if item.kinds() == {"n"} and _has_number(before[place]):
            return None  # "62 against hearts with one, I mean eleven": not the 62
    return None


def _instead(old: Meaning, item: Item, sides: Sequence[Sequence[int]]) -> Iterator[Meaning]:
    """What stands for an earlier meaning: a value of the same kind, one in its place in a phrase, or another phrase
    about the same control.
    """
    for new in item.meanings:
        if new.slots and _says_less(new, old):
            # "Two for Ada, no, for Ben": the two stay.
            yield replace(old, slots={**old.slots, **new.slots})
        elif new.kind == old.kind == "says" and _names(old) & _names(new):
            yield _with_rest(old, new)
        elif (new.kind in _VALUES and new.kind == old.kind) or (new.kind == "player" and old.kind == "pronoun"):
            yield new
        elif old.kind == "says" and (places := _places(old, new)):
            yield from (replace(old, slots={**old.slots, name: new.value}) for name in places)
        elif new.kind == "says" and (old.kind in new.slots or (old.kind == "player" and "side" in new.slots)):
            yield new
        elif old.kind == "says" and new.kind == "player" and "side" in old.slots:
            name = [name for name in ("side", "side2", "side3") if name in old.slots][-1]
            yield from (
                replace(old, slots={**old.slots, name: side}) for side, seats in enumerate(sides) if new.value in seats
            )


def _places(old: Meaning, new: Meaning) -> list[str]:
    """The slots of a phrase that a value may correct: the last one that it fits, of names each: "took 16, no, 18"."""
    parts = [part for part in (old.phrase.parts if old.phrase else ()) if isinstance(part, Slot)]
    slots = [slot for slot in parts if slot.kind == new.kind and (slot.name or slot.kind) in old.slots]
    fitting = [slot.name or slot.kind for slot in slots if new.kind != "n" or slot.holds(new.value)]
    if not slots and new.kind in old.slots:
        return [new.kind]  # of the phrase that it was corrected with
    return fitting if new.kind == "player" else fitting[-1:]


def _with_rest(old: Meaning, new: Meaning) -> Meaning:
    """A phrase in the place of another that says more: "Ada won …, no, lost" is still Ada."""
    if old.phrase is None or new.phrase is None:
        return new
    kept = tuple(
        target
        for target in old.phrase.readings[0]
        if target.how == "=" and target.name not in _names(new) and any(slot in target.values for slot in _KEPT)
    )
    readings = tuple((*kept, *targets) for targets in new.phrase.readings)
    return (
        replace(new, phrase=replace(new.phrase, readings=readings), slots={**old.slots, **new.slots}) if kept else new
    )


def _says_less(new: Meaning, old: Meaning) -> bool:
    """Whether a phrase has a part of what another one says, and its slots."""
    return new.slots.keys() <= old.slots.keys() and set() < _names(new) < _names(old)


def _names(meaning: Meaning) -> set[str]:
    """The controls that a phrase speaks of."""
    if meaning.phrase is None:
        return set()
    return {target.name for targets in meaning.phrase.readings for target in targets}


def without_denied(items: Sequence[Item]) -> list[Item]:
    """Returns the line without somebody who is named only to be denied: "not Ada, Ben", "Ben, not Ada"."""
    kept = list(items)
    for place, item in enumerate(items):
        if "no" not in item.kinds() or (place and "fix" in item.kinds()):
            continue
        end = _past(items, place + 1, ("filler", "for"))
        if end == len(items) or "player" not in items[end].kinds():
            continue
        pause = _past(items, end + 1, ("pause", "fix"))
        other = _past(items, pause, ("filler", "for", "pause"))
        instead = pause > end + 1 and other < len(items) and "player" in items[other].kinds()
        at_end = end + 1 == len(items) and place > 1 and items[place - 1].kinds() == {"pause"}
        if instead and place > 1 and _is_said_alone(items[place - 2 : place]):
            continue  # "Ada took it, last trick not Ada but Ben": the trick is not Ada's.
        if instead or at_end:
            return without_denied([*kept[:place], *kept[pause:]])
    return kept


def with_denied_replaced(items: Sequence[Item]) -> list[Item]:
    """Returns the line with what is meant in the place of what was said before and is denied then: "the king of hearts,
    not the king, the queen of hearts".
    """
    for place, item in enumerate(items):
        if not place or "no" not in item.kinds():
            continue
        end = _past(items, place + 1, ("filler",))
        denied = [one for one in items[end].meanings if one.kind in _VALUES] if end < len(items) else []
        instead = _past(items, end + 1, ("pause", "fix", "filler", "verb"))
        if not denied or instead == end + 1 or instead == len(items):
            continue
        for at in range(place - 1, -1, -1):
            meanings = tuple(
                new
                for old in items[at].meanings
                for new in items[instead].meanings
                if old.kind == new.kind and any(one.kind == old.kind and one.value == old.value for one in denied)
            )
            if meanings:
                changed = Item(items[instead].start, items[instead].end, meanings)
                return with_denied_replaced([*items[:at], changed, *items[at + 1 : place], *items[instead + 1 :]])
            if items[at].kinds() & {one.kind for one in denied}:
                break
    return list(items)


def without_denied_numbers(items: Sequence[Item]) -> list[Item]:
    """Returns the line without a number that is denied right before the one that is meant: "Ada not 70, 72"."""
    for place in range(1, len(items) - 3):
        name, no, denied, pause = items[place - 1 : place + 3]
        instead = _past(items, place + 2, ("pause", "fix", "filler", "verb"))
        is_meant = instead < len(items) and _is_figure(items[instead]) and "pause" in pause.kinds()
        is_open = any("player" in item.kinds() for item in items[instead + 1 : instead + 2])
        if name.kinds() == {"player"} and "no" in no.kinds() and _is_figure(denied) and is_meant and not is_open:
            return without_denied_numbers([*items[:place], *items[instead:]])
    return list(items)


def _is_said_alone(items: Sequence[Item]) -> bool:
    """Whether a phrase without a name begins behind a pause."""
    pause, phrase = items
    return pause.kinds() == {"pause"} and any(one.kind == "says" and not one.slots for one in phrase.meanings)


def with_names_for_us(items: Sequence[Item], sides: Sequence[Sequence[int]]) -> list[Item]:
    """Returns the line without "us" and the like where the names of a whole side follow: "six for us, Ada and Cleo"."""
    kept = list(items)
    for place, item in enumerate(items):
        is_us = any(meaning.kind == "unnamed" and meaning.value == "side" for meaning in item.meanings)
        if not is_us or (place and "verb" in items[place - 1].kinds()):
            continue  # Not "the 87 is ours, Ada and Cleo".
        begin = _past(items, place + 1, ("pause", "filler", "fix"))
        named: set[int] = set()
        end = begin
        while end < len(items) and "player" in items[end].kinds():
            named |= {meaning.value for meaning in items[end].meanings if meaning.kind == "player"}
            end = _past(items, end + 1, ("and",))
        if len(named) > 1 and any(named == set(side) for side in sides):
            return with_names_for_us([*kept[:place], *kept[begin:]], sides)
    return kept


def _past(items: Sequence[Item], place: int, kinds: Sequence[str]) -> int:
    """The place after items of these kinds."""
    while place < len(items) and items[place].kinds() and items[place].kinds() <= set(kinds):
        place += 1
    return place

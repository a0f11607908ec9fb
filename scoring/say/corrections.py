"""What somebody corrects while speaking: "hearts … no, spades"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.say.items import Item, Meaning

MOST_CORRECTED = 4
"""The most items behind the word of a correction that may stand for earlier ones."""

_VALUES = frozenset(("player", "n", "suit", "rank", "cards"))
_JOINS = frozenset(("pause", "filler", "for", "verb"))


def corrected(items: Sequence[Item], sides: Sequence[Sequence[int]]) -> Iterator[list[Item]]:
    """Returns the lines that are meant: without corrections the line itself, else each way to correct it."""
    place = next((place for place, item in enumerate(items) if "fix" in item.kinds()), None)
    if place is None:
        yield list(items)
        return
    others = tuple(meaning for meaning in items[place].meanings if meaning.kind not in ("fix", "pause"))
    if others and not _is_between_pauses(items, place):
        plain = replace(items[place], meanings=others)
        yield from corrected([*items[:place], plain, *items[place + 1 :]], sides)
    before, after = list(items[:place]), list(items[place + 1 :])
    if not before and "no" in items[place].kinds() and not (after and after[0].kinds() & {"pause", "fix"}):
        return  # "Not Ada 20" is no correction.
    while after and after[0].kinds() & {"pause", "filler", "fix", "for"}:
        after.pop(0)
    if not before:
        # "No, it was spades": there is nothing to correct.
        yield from corrected(after, sides)
        return
    if _is_list(before[::-1]) and _is_list(after):
        return  # "Ada, Ben, no, Cleo, Ada": how many of them are corrected?
    # A comma ends what is corrected.
    ends = next((place for place, item in enumerate(after) if item.kinds() == {"pause"}), len(after))
    for count in range(1, min(MOST_CORRECTED, ends) + 1):
        line = before
        for item in after[:count]:
            if item.kinds() <= {"pause", "filler", "and", "for"}:
                continue
            changed = _with_correction(line, item, after[0].start, sides)
            if changed is None:
                return
            line = changed
        yield from corrected([*line, *after[count:]], sides)


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
    return None


def _instead(old: Meaning, item: Item, sides: Sequence[Sequence[int]]) -> Iterator[Meaning]:
    """What stands for an earlier meaning: a value of the same kind, one in its place in a phrase, or another phrase
    about the same control.
    """
    for new in item.meanings:
        if new.kind == old.kind == "says" and _names(old) & _names(new):
            yield _with_kept(old, new)
        elif (new.kind in _VALUES and new.kind == old.kind) or (new.kind == "player" and old.kind == "pronoun"):
            yield new
        elif old.kind == "says" and new.kind in old.slots:
            yield replace(old, slots={**old.slots, new.kind: new.value})
        elif new.kind == "says" and (old.kind in new.slots or (old.kind == "player" and "side" in new.slots)):
            yield new
        elif old.kind == "says" and new.kind == "player" and "side" in old.slots:
            yield from (
                replace(old, slots={**old.slots, "side": side})
                for side, seats in enumerate(sides)
                if new.value in seats
            )


def _with_kept(old: Meaning, new: Meaning) -> Meaning:
    """A phrase with what the one that it corrects says besides: "Ada won three, no, six"."""
    kept = {
        tuple(target for target in targets if target.how == "=" and target.name not in _names(new))
        for targets in (old.phrase.readings if old.phrase else ())
    }
    both = next(iter(kept)) if len(kept) == 1 else ()
    used = re.findall(r"\{(\w+)\}", both[0].values[0]) if len(both) == 1 else []
    clash = any(new.slots.get(name, old.slots.get(name)) != old.slots.get(name) for name in used)
    if new.phrase is None or not used or clash:
        return new
    readings = tuple((*both, *targets) for targets in new.phrase.readings)
    return replace(new, phrase=replace(new.phrase, readings=readings), slots={**old.slots, **new.slots})


def _names(meaning: Meaning) -> set[str]:
    """The controls that a phrase speaks of."""
    if meaning.phrase is None:
        return set()
    return {target.name for targets in meaning.phrase.readings for target in targets}


def either(items: Sequence[Item], sides: Sequence[Sequence[int]]) -> list[list[Item]]:
    """Returns the lines that "Ada or Ben" may be: each with one of the two. None without "or", or if nothing
    before it is of the same kind.
    """
    places = [place for place, item in enumerate(items) if "or" in item.kinds()]
    if len(places) == 2 and len([item for item in items[places[0] + 1 : places[1]] if not item.kinds() <= _JOINS]) == 1:
        items, places = [*items[: places[0]], *items[places[0] + 1 :]], [places[1] - 1]  # "Either Ada or Ben".
    if len(places) != 1 or not places[0]:
        return []
    kept, place = list(items), places[0]
    end = _past(kept, place + 1, tuple(_JOINS))
    begin = place - 1 if kept[place - 1].kinds() == {"pause"} else place
    if end == len(kept):
        return []
    other = _with_correction(kept[:begin], kept[end], kept[end].start, sides)
    if other is None:
        return []
    return [[*_one_of(kept[:begin], kept[end]), *kept[end + 1 :]], [*other, *kept[end + 1 :]]]


def _one_of(before: Sequence[Item], item: Item) -> list[Item]:
    """The line with the first of two; what a phrase says of the second, it says of the first, too: "Ada or Ben pass"."""
    names = {
        name: value
        for meaning in before[-1].meanings
        for name, value in ({"player": meaning.value} if meaning.kind == "player" else meaning.slots).items()
    }
    meanings = tuple(
        replace(meaning, slots={**meaning.slots, name: names[name]})
        for meaning in item.meanings
        for name in ("player", "side")
        if name in meaning.slots and name in names
    )
    if not meanings:
        return list(before)
    kept = before[:-1] if before[-1].kinds() == {"player"} else before
    return [*kept, replace(item, meanings=meanings)]


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
        if instead or at_end:
            return without_denied([*kept[:place], *kept[pause:]])
    return kept


def _past(items: Sequence[Item], place: int, kinds: Sequence[str]) -> int:
    """The place after items of these kinds."""
    while place < len(items) and items[place].kinds() and items[place].kinds() <= set(kinds):
        place += 1
    return place

"""Lines with one word changed: what they say is another thing then, or nothing, and may not be read as before.

Others are changed so that they say the same, if anything: a name goes to the other end of its part, or a pronoun stands
for it. These may not be read as another hand. And some leave open whom they speak of: "after Ada" at the end, or a name
that corrects a line whose last part names nobody. These may not be certain at all.

A set's line that is read exactly is changed in ways that change what it says: two names change places, a number becomes
another, the line becomes a question, a condition, a comparison or a guess, or somebody else's game is put into it. A
changed line that is still certain of the same result is a fault: the reader has passed over what it says.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from scoring.say.phrases import WORDS
from tests.say.sets import Line, lines_of

#: Before the line: it says nothing about a hand that was played then.
DOUBTS = {
    "en": ("if", "did", "maybe", "almost", "I wonder whether", "imagine"),
    "de": ("falls", "vielleicht", "fast", "hätte", "ob"),
    "fr": ("si", "peut-être", "presque", "est-ce que"),
    "es": ("si", "quizás", "casi", "quién"),
    "it": ("se", "forse", "quasi", "chi"),
    "pt-br": ("se", "talvez", "quase", "quem"),
    "ru": ("если", "может", "почти", "кто"),
    "zh-hans": ("如果", "可能", "差不多", "谁"),
}
#: Before a number: it is not that number then.
COMPARED = {
    "en": ("more than", "less than", "at least", "about", "almost"),
    "de": ("mehr als", "weniger als", "mindestens", "ungefähr", "fast"),
    "fr": ("plus de", "moins de", "au moins", "environ"),
    "es": ("más de", "menos de", "al menos", "casi"),
    "it": ("più di", "meno di", "almeno", "quasi"),
    "pt-br": ("mais de", "menos de", "pelo menos", "quase"),
    "ru": ("больше", "меньше", "около", "почти"),
    "zh-hans": ("超过", "不到", "至少", "大约"),
}
#: Before a name at the end: it is not of this one.
APART = {
    "en": "after",
    "de": "nach",
    "fr": "après",
    "es": "después de",
    "it": "dopo",
    "pt-br": "depois de",
    "ru": "после",
    "zh-hans": "除了",
}
#: Before a name that corrects.
INSTEAD = {
    "en": "no,",
    "de": "nein,",
    "fr": "pardon,",
    "es": "perdón,",
    "it": "anzi,",
    "pt-br": "digo,",
    "ru": "точнее,",
    "zh-hans": "不对，",
}
PRONOUNS = {
    "en": ("she", "he", "her"),
    "de": ("sie", "er"),
    "fr": ("elle", "il", "lui"),
    "es": ("ella",),
    "it": (),
    "pt-br": ("ela", "ele"),
    "ru": ("она", "он"),
    "zh-hans": ("她", "他"),
}
#: Changes that may say another whole hand.
CHANGED = ("swapped", "number")
#: Changes that may say the same hand, but no other.
SAME = ("flipped", "pronoun")
#: Changes with which nothing is certain.
OPEN = ("apart", "far name")
_PARTS = re.compile(r"\s*[,，;；.。]\s*")
_NUMBER = re.compile(r"(?<!\d)\d+(?!\d)")


def mutations(line: Line, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Returns the changed texts of a line, each with what was done to it."""
    text, names = line.content["text"], line.content["players"]
    for word in DOUBTS[line.code]:
        yield "doubt", f"{word} {text}"
    yield "question", f"{text}?"
    numbers = list(_NUMBER.finditer(text))
    for found in numbers:
        for word in chance.sample(COMPARED[line.code], 2):
            yield "compared", f"{text[: found.start()]}{word} {text[found.start() :]}"
    said = [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)]
    if len(said) > 1 and len({found[0] for found in numbers}) == len(numbers) > 1:
        one, other = chance.sample(said, 2)
        swapped = re.sub(re.escape(one), "\0", text, flags=re.IGNORECASE)
        swapped = re.sub(re.escape(other), lambda _: one, swapped, flags=re.IGNORECASE).replace("\0", other)
        yield "swapped", swapped
    for found in numbers[-1:]:  # one before it may be corrected
        other = int(found[0]) + chance.choice((1, 2, 10))
        yield "number", f"{text[: found.start()]}{other}{text[found.end() :]}"
    yield from _names_moved(line, chance)
    words = text.split()
    foreign = {"en": "flibbert", "zh-hans": "咕咚"}.get(line.code, "flibbert")
    place = chance.randrange(len(words) + 1)
    yield "unknown word", " ".join([*words[:place], foreign, *words[place:]])


def _names_moved(line: Line, chance: random.Random) -> Iterator[tuple[str, str]]:
    """The changes of who is named where."""
    text, names, code = line.content["text"], line.content["players"], line.code
    space, comma = ("", "，") if code == "zh-hans" else (" ", ", ")
    parts = [part for part in _PARTS.split(text) if part]
    named = [[name for name in names if _stem(name) in part.casefold()] for part in parts]
    if not any(named):
        return
    yield "apart", f"{text}{space}{APART[code]}{space}{chance.choice(names)}"
    if len(parts) > 1 and not named[-1] and _of_two_sides(line, named) and not _is_corrected(line):
        yield "far name", f"{text}{comma}{INSTEAD[code]}{space}{chance.choice(names)}"
    place = chance.randrange(len(parts))
    found = (
        re.fullmatch(rf"(.*?)({re.escape(named[place][0])})(?!\w)(.*)", parts[place], re.I) if named[place] else None
    )
    if found is None or len(named[place]) > 1:
        return
    begin, name, end = found[1].strip(), found[2], found[3].strip()
    if bool(begin) != bool(end):
        moved = f"{end}{space}{name}" if end else f"{name}{space}{begin}"
        yield "flipped", comma.join([*parts[:place], moved, *parts[place + 1 :]])
    if PRONOUNS[code] and _of_two_sides(line, named[:place]) and len(named[place - 1]) != 1:
        pronoun = f"{found[1]}{chance.choice(PRONOUNS[code])}{found[3]}"
        yield "pronoun", comma.join([*parts[:place], pronoun, *parts[place + 1 :]])


def _stem(name: str) -> str:
    """A name without its last letter, which its cases change."""
    return (name[:-1] if len(name) > 3 else name).casefold()


def _of_two_sides(line: Line, named: list[list[str]]) -> bool:
    seats = {line.content["players"].index(name) for some in named for name in some}
    return sum(bool(seats & set(side)) for side in line.opened.setup.sides) > 1


def _is_corrected(line: Line) -> bool:
    """Whether a line has a word that corrects, so that not all names are meant."""
    words = json.loads((WORDS / f"{line.code}.json").read_text(encoding="utf-8"))["fix"]
    return any(word in line.content["text"].casefold() for word in words)


def faults(file: Path, seed: int = 31) -> Iterator[tuple[str, str, str]]:
    """Returns the changed lines of a set that are certain and say the same as before, or another hand where they must
    not: what was done, the line, the changed one.
    """
    chance = random.Random(f"{seed} {file.name}")
    for line in lines_of(file):
        sure = line.read().sure
        if sure is None:
            continue
        for kind, text in mutations(line, chance):
            changed = replace(line, content={**line.content, "text": text})
            again = changed.read().sure
            if again is None:
                continue
            if (again.hand != sure.hand and kind in CHANGED) or (kind == "swapped" and _is_of_partners(line)):
                continue
            if kind in SAME and line.points(again.hand) == line.points(sure.hand):
                continue
            yield kind, line.content["text"], text


def _is_of_partners(line: Line) -> bool:
    """Whether both names may be of one side: then nothing need change."""
    return any(len(side) > 1 for side in line.opened.setup.sides)

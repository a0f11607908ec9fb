"""Lines with one word changed: what they say is another thing then, or nothing, and may not be read as before.

A set's line that is read exactly is changed in ways that change what it says: two names change places, a number becomes
another, the line becomes a question, a condition, a comparison or a guess, or somebody else's game is put into it. A
changed line that is still certain of the same result is a fault: the reader has passed over what it says.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

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
#: Changes that may say another whole hand.
CHANGED = ("swapped", "number")
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
    words = text.split()
    foreign = {"en": "flibbert", "zh-hans": "咕咚"}.get(line.code, "flibbert")
    place = chance.randrange(len(words) + 1)
    yield "unknown word", " ".join([*words[:place], foreign, *words[place:]])


def faults(file: Path, seed: int = 31) -> Iterator[tuple[str, str, str]]:
    """Returns the changed lines of a set that are certain and say the same as before: what was done, the line, the
    changed one.
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
            yield kind, line.content["text"], text


def _is_of_partners(line: Line) -> bool:
    """Whether both names may be of one side: then nothing need change."""
    return any(len(side) > 1 for side in line.opened.setup.sides)

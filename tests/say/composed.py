"""Random legal hands of every game, said in the words of their form: what is read as certain must be that hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from scoring.engine.controls import Amount, Choice, Control, FormValues, Pick, Row, Toggle, last_value
from scoring.engine.messages import Language, Message, Term, render
from scoring.engine.refusal import Refusal
from scoring.languages import language
from scoring.say import LONGEST, Answer, read_line
from tests.volume.run import Volume

#: Names that are words of a game, too.
NAMES = ["Anna", "Rey", "Herz", "Max", "Rosa", "Will", "Mark", "Jack", "Reyes", "Pik"]
_SEATS, _SIDES = 0xE000, 0xE100


def read_composed(slug: str, count: int, seed: int, code: str = "en") -> Iterator[tuple[str, Answer, Any, Any]]:
    """Returns so many random hands as lines: the line, what was read, the hand's points, and those of what was read
    (None if it is not certain).
    """
    volume = Volume(slug, seed)
    chance, words = Random(f"{seed} {slug} {code}"), language(code, slug)
    for _ in range(count):
        players, _options, _start, opened = volume.setups.open()
        found = volume._legal(opened, opened.state, 1, "")
        if found is None:
            continue
        scored = found[1]
        form = opened.game.form(opened.setup, opened.state)
        try:
            values = form.show(scored.hand.model_dump(mode="json", exclude_none=True))
        except (Refusal, ValueError, KeyError):
            continue
        if not all(_can_be_said(control, values) for control in form.visible(values)):
            continue
        names = chance.sample(NAMES, players) if players <= len(NAMES) else [f"Name{n}" for n in range(players)]
        said = [_said(control, values, words, names, opened.setup.sides, chance) for control in form.visible(values)]
        text = ", ".join(part for part in said if part)
        if not text or len(text) > LONGEST:
            continue
        answer = read_line(text, opened, opened.state, names, words)
        read = list(answer.sure.scored.result.points) if answer.sure and answer.sure.scored else None
        yield text, answer, list(scored.result.points), read


def _can_be_said(control: Control, values: FormValues) -> bool:
    """Whether the words of the form are enough: cards that were shared out and lists of events need idioms."""
    if isinstance(control, Choice | Toggle | Amount | Row | Pick):
        return True
    return not any(some for name, some in values.items() if name == control.name or name.startswith(f"{control.name}."))


def _said(
    control: Control,
    values: FormValues,
    words: Language,
    names: Sequence[str],
    sides: Sequence[Sequence[int]],
    chance: Random,
) -> str:
    """A control as it is said: the label and the answer, in either order."""

    def text(label: Any) -> str:
        if isinstance(label, Term):
            label = Message("{it}", {"it": label})
        shown = render(label, words) if isinstance(label, Message) else str(label or "")
        return "".join(_named(letter, names, sides) for letter in shown)

    label, value = text(control.label).rstrip("?:"), last_value(values, control.name)
    match control:
        case Choice():
            answer = next((text(option.label) for option in control.options if option.value == value), "")
            if not answer or (value == control.default and chance.random() < 0.7):
                return ""
            bare = chance.random() < 0.3 and not isinstance(control.options[0].label, Term)
            return answer if bare else f"{label} {answer}" if chance.random() < 0.6 else f"{answer} {label}"
        case Toggle():
            return label if value else ""
        case Amount():
            return f"{label} {value}" if value else ""
        case Row():
            said = {place: last_value(values, f"{control.name}.{place}") for place, _ in control.entries}
            entries = [f"{text(name)} {said[place]}" for place, name in control.entries if said[place]]
            return f"{label if chance.random() < 0.7 else ''} {', '.join(entries)}" if entries else ""
        case Pick():
            return " ".join([label, *values.get(control.name, ())])
        case _:
            return ""


def _named(letter: str, names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    mark = ord(letter)
    if _SEATS <= mark < _SIDES:
        return names[mark - _SEATS]
    if _SIDES <= mark < _SIDES + 256:
        return " and ".join(names[seat] for seat in sides[mark - _SIDES])
    return letter

"""A line as players speak, read as a hand, without storing anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.http.problems import refusal_problem, seat_names
from scoring.api.bodies import ReadBody
from scoring.db.json_text import dump_json
from scoring.engine.game import Game
from scoring.engine.match import open_match
from scoring.engine.messages import Language, Message, fill_names, render
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.say import Answer, Missing, Read, read_line
from scoring.selectors.match_snapshot import side_names
from scoring.services.matches import check_names


@dataclass(frozen=True)
class _Writer:
    """Writes an answer as JSON. slug: of the game. text: the line. seats, sides: names."""

    slug: str
    text: str
    language: Language
    seats: Sequence[str]
    sides: Sequence[str]

    def line(self, answer: Answer) -> dict[str, Any]:
        """Returns the whole answer."""
        read = answer.sure or answer.partial
        refused = read.refused if read else None
        return {
            "hand": answer.sure.hand if answer.sure else None,
            "result": self._result(answer.sure) if answer.sure else None,
            "understood_from": self._understood(read) if read else [],
            "missing": [self._asked(one) for one in read.missing] if read else [],
            "alternatives": [self._hand(one) for one in answer.alternatives],
            "not_understood": list(answer.unknown),
            **({"refused": self._render(refused)} if refused else {}),
        }

    def _hand(self, read: Read) -> dict[str, Any]:
        return {"hand": read.hand, "result": self._result(read), "understood_from": self._understood(read)}

    def _result(self, read: Read) -> dict[str, Any] | None:
        return self._named(read.scored.as_json(self.slug, self.language)) if read.scored else None

    def _named(self, value: Any) -> Any:
        """JSON with names in the texts."""
        match value:
            case str():
                return fill_names(value, self.seats, self.sides)
            case list():
                return [self._named(one) for one in value]
            case dict():
                return {name: self._named(one) for name, one in value.items()}
            case _:
                return value

    def _understood(self, read: Read) -> list[dict[str, Any]]:
        return [
            {
                **self._question(known.label),
                "fields": list(known.fields),
                "words": [self.text[start:end] for start, end in known.spans],
            }
            for known in read.understood
        ]

    def _asked(self, missing: Missing) -> dict[str, Any]:
        return {**self._question(missing.label), "fields": list(missing.fields)}

    def _question(self, label: Message | None) -> dict[str, str]:
        return {} if label is None else {"question": self._render(label)}

    def _render(self, message: Message) -> str:
        return fill_names(render(message, self.language), self.seats, self.sides)


def read(game: Game[Any, Any], body: ReadBody) -> str:
    """Reads a line. Returns the response as JSON text. Raises Problem if players, options or start are not possible."""
    names = body.players if isinstance(body.players, list) else seat_names()[: body.players]
    try:
        check_names(names)
        opened = open_match(
            game, len(body.players) if isinstance(body.players, list) else body.players, body.options, body.start
        )
    except Refusal as refusal:
        raise refusal_problem(refusal, game.slug, names) from None
    language = current_language(game.slug)
    sides = side_names(opened.setup.sides, names, language)
    answer = read_line(body.text, opened, opened.state, names, language)
    return dump_json(_Writer(game.slug, body.text, language, names, sides).line(answer))

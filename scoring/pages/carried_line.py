"""What a match that goes on with other people has from the part before it, in a few words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic_core import from_json

from scoring.engine.parts import next_part
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors.match_snapshot import MatchNotFound, MatchSnapshot, load_match


@dataclass(frozen=True)
class CarriedLine:
    """totals: names and points at the start of this part. anew: what could not be carried, "" for nothing.

    usual: options that do not fit so many players and are the game's usual ones again. before: the id of that part.
    """

    totals: str
    anew: str
    usual: str
    before: str


def carried_line(match: MatchSnapshot) -> CarriedLine | None:
    """Returns: what was carried to this match; None if it began by itself."""
    if not match.continues:
        return None
    language, renderer = current_language(match.slug), MessageRenderer.of(match)
    totals = zip(renderer.sides, match.open_match.state.totals, strict=True)
    parts = [f"{name}\N{NO-BREAK SPACE}{renderer.number(total)}" for name, total in totals]
    names = _begun_anew(match)
    options = [name.removeprefix("options.") for name in names if name.startswith("options.")]
    fields = [name for name in names if not name.startswith("options.")]
    anew, usual = (
        language.join_texts([language.gettext(model.model_fields[name].title or name) for name in some])
        for model, some in ((match.game.State, fields), (match.game.Options, options))
    )
    return CarriedLine(language.join_texts(parts), anew, usual, match.continues)


def _begun_anew(match: MatchSnapshot) -> list[str]:
    """What could not be carried, as ``continue_match`` answered it; nothing if the part before is gone."""
    carried: dict[str, Any] = from_json(match.carried) if match.carried else {}
    try:
        before = load_match(match.continues)
        options = from_json(before.options)
        part = next_part(before.open_match, before.current_state, options, carried["seats"], carried["totals"])
    except (MatchNotFound, Refusal, KeyError):
        return []
    return part.begun_anew

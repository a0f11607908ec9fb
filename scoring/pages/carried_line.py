"""What a match that goes on with other people has from the part before it, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from pydantic_core import from_json

from scoring.engine.field_specs import field_specs
from scoring.engine.match import options_json
from scoring.engine.parts import next_part
from scoring.engine.refusal import Refusal
from scoring.languages import current_language
from scoring.pages.message_renderer import MessageRenderer
from scoring.selectors.match_snapshot import MatchSnapshot, part_before


@dataclass(frozen=True)
class CarriedLine:
    """totals: names and points at the start of this part. anew: what could not be carried, "" for nothing.

    usual: options that do not fit so many players and are the game's usual ones again. rules: options that were
    changed, with their new values. before: the id of that part, "" if it is not here.
    """

    totals: str
    anew: str
    usual: str
    rules: str
    before: str


def carried_line(match: MatchSnapshot) -> CarriedLine | None:
    """Returns what was carried to this match; None if it began by itself."""
    if not match.continues:
        return None
    language, renderer = current_language(match.slug), MessageRenderer.of(match)
    totals = zip(renderer.sides, match.open_match.state.totals, strict=True)
    parts = [f"{name}\N{NO-BREAK SPACE}{renderer.number(total)}" for name, total in totals]
    before = part_before(match)
    names = _begun_anew(match, before) if before else []
    options = [name.removeprefix("options.") for name in names if name.startswith("options.")]
    fields = [name for name in names if not name.startswith("options.")]
    anew, usual = (
        language.join_texts([language.gettext(model.model_fields[name].title or name) for name in some])
        for model, some in ((match.game.State, fields), (match.game.Options, options))
    )
    rules = _other_rules(match, before, options) if before else ""
    return CarriedLine(language.join_texts(parts), anew, usual, rules, before.id if before else "")


def _other_rules(match: MatchSnapshot, before: MatchSnapshot, usual: Sequence[str]) -> str:
    """The house rules that differ from those of the part before, but for those in ``usual``."""
    old, new = before.open_match.setup.options, match.open_match.setup.options
    changed = [
        _("{title}: {value}").format(title=current_language(match.slug).gettext(spec.title), value=value)
        for spec in field_specs(match.game.Options)
        if spec.name not in usual and getattr(old, spec.name) != getattr(new, spec.name)
        for value in [spec.label(options_json(new)[spec.name], current_language(match.slug))]
    ]
    return current_language().join_texts(changed)


def _begun_anew(match: MatchSnapshot, before: MatchSnapshot) -> list[str]:
    """What could not be carried, as ``continue_match`` answered it."""
    carried: dict[str, Any] = from_json(match.carried) if match.carried else {}
    try:
        options = from_json(before.options)
        part = next_part(before.open_match, before.current_state, options, carried["seats"], carried["totals"])
    except (Refusal, KeyError):
        return []
    return part.begun_anew

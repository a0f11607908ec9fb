"""The pictures of a game: ``content/pictures/SLUG.yaml``, worked out by its calculator.

The file maps names to pictures; all have a ``caption``.

- ``kind: trick`` has ``plays``, the cards from the leader on, and perhaps ``trick`` (further fields of the lookup of
  tricks), ``leader`` (a seat), ``players``, ``options``, ``hand`` (what may be played from it?), ``notes`` (by seat)
  and ``together`` (all cards are shown at once).
- ``kind: board`` has ``players``, ``hands``, ``options`` and ``start``, like a worked example.
- ``kind: layout`` has ``rows`` of places, ``kind: suits`` has ``pack``.

``defaults`` is no picture: ``players`` at the table, ``no_points`` (rows of card strength without card points).

The file is in English. In another language captions, labels and notes come from ``content/LANG/texts/SLUG.yaml``, and
everything else is in the language that is active.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesref.article import ContentError
from rulesref.files import load_yaml
from rulesref.lookup.forms import player_counts
from rulesref.pictures.boards import board_data
from rulesref.pictures.drawing import KINDS, to_markdown
from rulesref.pictures.ladder import ladder_data
from rulesref.pictures.places import example_names, turn_of
from rulesref.pictures.seating import seating_data, usual_players
from scoring.engine.cards import SUIT_NAMES, SUITS, parse
from scoring.engine.game import Game
from scoring.engine.match import Replay, extend, open_match
from scoring.engine.messages import Term, fill_names, render
from scoring.engine.refusal import Refusal, validate
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.languages import current_language

DEFAULTS = "defaults"
#: Room for a note beside a card.
_NOTE = 8
_FIELDS = {
    "trick": {
        "caption",
        "plays",
        "trick",
        "leader",
        "players",
        "options",
        "hand",
        "notes",
        "label",
        "up",
        "pack",
        "together",
    },
    "board": {"caption", "players", "hands", "options", "start", "slate"},
    "layout": {"caption", "rows"},
    "suits": {"caption", "pack"},
}


class Pictures:
    """The pictures of one game. file: its YAML, or None if it has none. texts: English texts of the file, each with its
    translation. Raises ContentError."""

    def __init__(self, game: Game[Any, Any], file: Path | None, texts: Mapping[str, str] = {}) -> None:
        self.game = game
        self._texts = texts
        pictures = (load_yaml(file.read_text(encoding="utf-8")) or {}) if file else {}
        if not isinstance(pictures, dict):
            raise ContentError(f"{game.slug}: the pictures must be a list of names and pictures")
        self._defaults: Mapping[str, Any] = pictures.pop(DEFAULTS, None) or {}
        self._entries: dict[str, Any] = pictures

    @property
    def names(self) -> list[str]:
        """The names of the pictures, as ``{{ picture NAME }}`` has them."""
        return list(self._entries)

    def seating(self) -> str:
        """The Markdown of the seating at a usual table."""
        counts = player_counts(self.game)
        return to_markdown(seating_data(self.game, self._defaults.get("players") or usual_players(self.game, counts)))

    def ladder(self) -> str:
        """The Markdown of the ladders of the cards, ``""`` if cards have no order."""
        options = self.game.Options()
        orders = self.game.strength(options)
        if not orders:
            return ""
        without = self._defaults.get("no_points", [])
        if without is True:
            without = [order.where for order in orders]
        language = current_language(self.game.slug)
        data = ladder_data(orders, self.game.card_values(options), language, without)
        pack = home_pack(self.game)
        return to_markdown({**data, "pack": pack} if pack else data)

    def markdown(self, name: str) -> str:
        """The Markdown of a picture. Raises KeyError, ContentError."""
        return to_markdown(self.data(name))

    def data(self, name: str) -> dict[str, Any]:
        """The data of a picture, worked out by the calculator. Raises KeyError, ContentError."""
        entry = self._entries[name]
        where = f"{self.game.slug}, picture {name}"
        if not isinstance(entry, dict) or entry.get("kind") not in KINDS:
            raise ContentError(f"{where}: kind is one of {', '.join(KINDS)}")
        kind = entry["kind"]
        entry = {key: value for key, value in entry.items() if key != "kind"}
        unknown = set(entry) - _FIELDS[kind]
        if unknown or not entry.get("caption"):
            wrong = f"there is no {', '.join(sorted(unknown))}" if unknown else "a caption is needed"
            raise ContentError(f"{where}: {wrong}")
        work_out = {"trick": self._trick, "board": self._board, "layout": self._layout, "suits": self._suits}[kind]
        try:
            return {"kind": kind, "caption": self._text(entry["caption"]), **work_out(entry)}
        except Refusal as refusal:
            raise ContentError(f"{where} is refused: {refusal}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ContentError(f"{where}: {type(error).__name__}: {error}") from None

    def _text(self, english: str) -> str:
        """A text of the file in the language of the page."""
        return self._texts.get(english, english)

    def _players(self, entry: Mapping[str, Any]) -> int:
        return int(
            entry.get("players") or self._defaults.get("players") or usual_players(self.game, player_counts(self.game))
        )

    def _trick(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        game = self.game
        if game.Lookup is None:
            raise ValueError("the game has no tricks")
        players = self._players(entry)
        match = open_match(game, players, entry.get("options") or {}, {})
        leader = entry.get("leader", 1 % players)
        codes = [None if code == "XX" else parse(code) for code in entry["plays"]]
        plays = [((leader + number) % players, code) for number, code in enumerate(codes)]
        fields = dict(entry.get("trick") or {})
        query: dict[str, Any] = {
            **fields,
            "plays": [
                {"seat": seat, "card": code} if code else {"seat": seat, "card": None, "face_down": True}
                for seat, code in plays
            ],
        }
        if "hand" in entry:
            query["hand"] = [parse(code) for code in entry["hand"]]
        result = game.trick(match.setup, validate(game.Lookup, query))
        notes = {str(seat): self._text(str(note)) for seat, note in (entry.get("notes") or {}).items()}
        if any(len(note) > _NOTE for note in notes.values()):
            raise ValueError(f"a note has at most {_NOTE} letters")
        names = example_names(players)
        sides = [current_language().side_name([names[seat] for seat in side]) for side in match.setup.sides]
        trump = next((fields[name] for name in ("trump", "game") if fields.get(name) in SUITS), None)
        up = entry.get("up") or fields.get(game.Lookup.turned_up)
        data: dict[str, Any] = {
            "names": list(names),
            "turn": turn_of(game.direction),
            "plays": [[seat, code or "XX"] for seat, code in plays],
            "why": fill_names(render(result.why, current_language(game.slug)), names, sides),
            "trump": trump,
            "trump_in_caption": _names_trump(entry["caption"], trump) or None,
            "up": parse(up) if up else None,
            "label": self._text(entry["label"]) if entry.get("label") else None,
            "together": entry.get("together"),
            "pack": entry.get("pack") or home_pack(game),
            "notes": notes or None,
        }
        data = {key: value for key, value in data.items() if value is not None}
        if isinstance(result, LegalPlays):
            if "hand" not in entry:
                raise ValueError("the trick is not finished, and there is no hand")
            on_turn = (leader + len(plays)) % players
            return {**data, "hand": query["hand"], "legal": list(result.cards), "turn_of": on_turn, "bottom": on_turn}
        if "hand" in entry:
            raise ValueError("the trick is finished: a hand has nothing to say")
        if len(plays) < players and result.winner is not None:
            raise ValueError("the trick is not finished, and there is no hand")
        tied = _tied(result, plays) if result.winner is None else []
        return {**data, "winner": result.winner, **({"tied": tied} if tied else {})}

    def _board(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        players = self._players(entry)
        replay = Replay(open_match(self.game, players, entry.get("options") or {}, entry.get("start") or {}))
        extend(replay, entry.get("hands") or [])
        setup = replay.open_match.setup
        names = example_names(players)
        sides = [current_language().side_name([names[seat] for seat in side]) for side in setup.sides]
        data = board_data(self.game.board(setup, replay.state), names, sides, current_language(self.game.slug))
        return {**data, "slate": True} if entry.get("slate") else data

    def _layout(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        rows = []
        for row in entry["rows"]:
            cells = []
            for cell in row:
                codes = [code if code == "XX" else parse(code) for code in (cell or {}).get("cards", [])]
                label = {"label": self._text(cell["label"])} if cell and cell.get("label") else {}
                cells.append({**cell, **label, "cards": codes} if cell else None)
            rows.append(cells)
        return {"rows": rows}

    def _suits(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        if entry.get("pack") not in ("german", "spanish", "italian"):
            raise ValueError("pack is german, spanish or italian")
        return {"pack": entry["pack"]}


def home_pack(game: Game[Any, Any]) -> str | None:
    """Returns the pack of the game's players who read this language, None if it is the French one."""
    return game.national_signs.get(current_language().code)


def _names_trump(caption: str, trump: str | None) -> bool:
    """Whether an English caption already names the trump suit."""
    text = caption.lower()
    return bool(trump) and "trump" in text and SUIT_NAMES[trump or ""] in text


def _tied(result: TrickResult, plays: Sequence[tuple[int, str | None]]) -> list[int]:
    """The seats whose cards the reason for a tied trick names."""
    codes_in_reason: set[str] = set()
    for value in result.why.params.values():
        for term in value if isinstance(value, list) else [value]:
            if isinstance(term, Term) and term.kind in ("card", "cards"):
                codes_in_reason |= {term.value} if isinstance(term.value, str) else set(term.value)
    return [seat for seat, code in plays if code in codes_in_reason]

"""A hand of Skat in one line of the list: the game, and what it brought or cost."""

from __future__ import annotations

from typing import Any

from scoring.engine.cards import SYMBOLS
from scoring.engine.game import SheetEntry
from scoring.engine.messages import Message, say

ANNOUNCED = {"schneider": say("schneider"), "schwarz": say("schwarz"), "open": say("open")}
DOUBLED = {"kontra": say("Kontra"), "re": say("Re")}


def sheet_entry(hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
    """Returns the game with its announcements, and the points of the declarer; in Ramsch those of the player who
    scored.

    hand: as it was entered. result: as it is stored, with ``points`` by seat.
    """
    points = result["points"]
    declarer = hand.get("declarer")
    value = next((change for change in points if change), None) if declarer is None else points[declarer]
    reached = result.get("details", {})
    more = [ANNOUNCED[name] for name in ("schwarz", "schneider") if reached.get(name)][:1]
    more += [DOUBLED[call] for call in (hand.get("kontra"),) if call in DOUBLED]
    more += [say("Bock")] if reached.get("bock") else []
    return SheetEntry(_game(hand, reached), value, reasons=more)


def _game(hand: dict[str, Any], reached: dict[str, Any]) -> Message:
    match hand["kind"]:
        case "suit":
            name: Message | str = SYMBOLS[hand["trump"]]
        case "grand":
            name = say("Grand")
        case "null":
            name = say("Null open") if hand.get("open") else say("Null")
        case "ramsch":
            return say("Ramsch")
        case _:
            return say("Passed in")
    calls = [say("Hand")] if hand.get("hand") else []
    calls += [ANNOUNCED[call] for call in (hand.get("announced"),) if call in ANNOUNCED]
    if not hand.get("announced") and hand["kind"] != "null":
        calls += [ANNOUNCED[name] for name in ("schwarz", "schneider") if reached.get(name)][:1]
    calls += [DOUBLED[call] for call in (hand.get("kontra"),) if call in DOUBLED]
    return say("{game} {calls}", game=name, calls=calls) if calls else say("{game}", game=name)

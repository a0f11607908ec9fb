"""Pictures of a trick on the table, and of the small tricks of worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.utils.translation import gettext, pgettext

from rulesref.lookup.pack import FACE_DOWN
from rulesref.pictures.cards import card, card_text, in_words, space
from rulesref.pictures.places import place_of
from rulesref.pictures.signs import sign
from rulesref.pictures.svg import element, picture, text
from rulesref.reading import one_of
from scoring.languages import current_language

_WIDTH = 288
#: The width of a letter of a note, about.
_NOTE_LETTER = 7


# -- in words ------------------------------------------------------------------------------------------


def trick_words(data: Mapping[str, Any]) -> list[str]:
    """A trick in words: the caption, then the cards in the order of play and who takes it."""
    return [" ".join(filter(None, (data.get("caption", ""), cards_words(data), result_words(data))))]


def cards_words(data: Mapping[str, Any]) -> str:
    """The cards in words, in the order of play."""
    names, language = data["names"], current_language()
    words = []
    if data.get("trump") and not data.get("trump_in_caption"):
        words.append(gettext("Trumps: {suit}.").format(suit=language.suit(data["trump"])))
    if data.get("up"):
        words.append(gettext("Turned up: {card}.").format(card=card_text(data["up"])))
    if not data["plays"]:
        words.append(gettext("Nobody has played yet."))
    else:
        sentence = (
            gettext("Cards shown: {cards}.") if data.get("together") else gettext("In the order of play: {cards}.")
        )
        words.append(
            sentence.format(
                cards=language.join_texts(f"{names[seat]} {card_text(code)}" for seat, code in data["plays"])
            )
        )
    if "hand" in data:
        cards = language.cards(map(card_text, data["hand"]))
        words.append(gettext("{name} holds {cards}.").format(name=names[data["turn_of"]], cards=cards))
    return " ".join(words)


def result_words(data: Mapping[str, Any]) -> str:
    """Who takes the trick, or what may be played, and why."""
    names, why = data["names"], data["why"]
    if "hand" in data:
        legal, name = data["legal"], names[data["turn_of"]]
        if len(legal) == 1:
            return gettext("{name} must play {card}: {why}.").format(name=name, card=card_text(legal[0]), why=why)
        if len(legal) == len(data["hand"]):
            return gettext("{name} may play any card: {why}.").format(name=name, why=why)
        may = one_of(list(map(card_text, legal)))
        return gettext("{name} may play {cards}: {why}.").format(name=name, cards=may, why=why)
    if data["winner"] is None:
        return gettext("Nobody takes it: {why}.").format(why=why)
    return gettext("{name} takes it: {why}.").format(name=names[data["winner"]], why=why)


# -- a large trick -------------------------------------------------------------------------------------


def draw_trick(data: Mapping[str, Any], label: str) -> str:
    """The drawing: the cards before their players, numbered in the order of play, the winner's framed."""
    names: Sequence[str] = data["names"]
    players = len(names)
    bottom = data.get("bottom", 0)
    wide = players > 4
    card_width = 34 if wide else 38
    across, down = {2: (0, 44), 3: (66, 42), 4: (64, 46)}.get(players, (98, 62))
    middle = 38 + down + card_width * 0.2
    if players == 3:
        middle += 16 if data.get("trump") or data.get("up") else -10
    height = middle + down + card_width * 0.7 + 32
    pack = data.get("pack", "french")
    played = {seat: (number, code) for number, (seat, code) in enumerate(data["plays"], 1)}
    parts = [element("ellipse", cx=144, cy=middle, rx=max(across + 20, 60), ry=down + 14, class_="felt")]
    for seat in range(players):
        x, y = place_of(seat, bottom, players, data["turn"])
        at = 144 + x * across, middle + y * down
        number, code = played.get(seat, (0, None))
        parts.append(_play(data, seat, number, code, at, card_width, pack))
        parts.append(_name(data, seat, at, (x, y), card_width, number))
    parts += _corners(data, pack)
    if "hand" in data:
        parts += _hand(data, height, pack)
        height += 84
    return picture(parts, _WIDTH, height, label, "centered")


def _play(
    data: Mapping[str, Any], seat: int, number: int, code: str | None, at: tuple[float, float], width: float, pack: str
) -> str:
    """A card on the table, with its number and, round the winner's, a frame."""
    x, y = at
    if not number:
        return space(x, y, width) if seat == data.get("turn_of") else ""
    parts = [card(code or FACE_DOWN, x, y, width, pack=pack)]
    height = width * 1.4
    if seat == data.get("winner") or seat in data.get("tied", ()):
        parts.append(
            element(
                "rect", x=x - width / 2 - 3, y=y - height / 2 - 3, width=width + 6, height=height + 6, rx=6,
                class_="ring" if seat == data.get("winner") else "ring tied",
            )
        )  # fmt: skip
    if data.get("together"):
        return "".join(parts)
    corner_x, corner_y = x - width / 2 + 1, y - height / 2 + 1
    parts += [
        element("circle", cx=corner_x, cy=corner_y, r=8.5, class_="badge"),
        text(str(number), corner_x, corner_y + 4.2, "badge-number"),
    ]
    return "".join(parts)


def _name(
    data: Mapping[str, Any], seat: int, at: tuple[float, float], out: tuple[float, float], width: float, number: int
) -> str:
    """The name of a player outside the card, and below it a note, or that the player wins."""
    x, y = at
    half = width * 0.7
    wins = seat == data.get("winner")
    leads = pgettext("beside a card", "leads") if number == 1 and not data.get("together") else ""
    note = data.get("notes", {}).get(str(seat), leads)
    name = data["names"][seat]
    if abs(out[0]) < 0.3:
        above = out[1] < 0
        base = y - half - 11 if above else y + half + 20
        parts = [text(name, x, base, "player")]
        side = x + len(name) * 4.2 + 10
        if wins:
            width = _wins_width()
            parts.append(_wins(side + width / 2, base - 5))
            side += width + 10
        if note:
            parts.append(text(note, side, base, "note", "start"))
        return "".join(parts)
    left = out[0] < 0
    edge = x - width / 2 - 8 if left else x + width / 2 + 8
    anchor = "end" if left else "start"
    base = y - 4 if wins or note else y + 5
    parts = [text(name, edge, base, "player", anchor)]
    if wins:
        half_pill = _wins_width() / 2
        parts.append(_wins(edge - half_pill if left else edge + half_pill, base + 15))
    if note:
        below = base + (37 if wins else 17)
        if left or edge + _NOTE_LETTER * len(note) < _WIDTH - 2:
            parts.append(text(note, edge, below, "note", anchor))
        else:
            parts.append(text(note, _WIDTH - 2, below, "note", "end"))
    return "".join(parts)


def _wins(x: float, y: float) -> str:
    """The mark of the winner."""
    width = _wins_width()
    pill = element("rect", x=x - width / 2, y=y - 9.5, width=width, height=19, rx=9.5, class_="pill")
    return pill + text(gettext("wins"), x, y + 4.4, "pill-word")


def _wins_width() -> float:
    """The width of that mark, which depends on its word."""
    return max(40, 8 * len(gettext("wins")) + 10)


def _corners(data: Mapping[str, Any], pack: str) -> list[str]:
    """The trump suit at the left, the card turned up at the right."""
    parts = []
    if data.get("trump"):
        parts += [text(gettext("trumps"), 6, 16, "note", "start"), sign(data["trump"], 26, 36, 24, pack)]
    elif data.get("label"):
        parts.append(text(data["label"], 6, 16, "note", "start"))
    if data.get("up"):
        parts += [text(gettext("turned up"), 282, 16, "note", "end"), card(data["up"], 262, 46, 30, pack=pack)]
    return parts


def _hand(data: Mapping[str, Any], top: float, pack: str) -> list[str]:
    """The hand of the player whose turn it is: a tick below what may be played, a cross below what may not."""
    codes, legal = data["hand"], data["legal"]
    width = 32 if len(codes) <= 8 else 26
    gap = 5 if len(codes) <= 8 else 3
    left = 144 - (len(codes) * (width + gap) - gap) / 2 + width / 2
    parts = [element("path", d=f"M20 {top + 1}H268", class_="rule")]
    for place, code in enumerate(codes):
        x, may = left + place * (width + gap), code in legal
        y = top + 35
        parts.append(card(code, x, y, width, class_="" if may else "not-allowed", pack=pack))
        under = y + width * 0.7 + 13
        if may:
            parts.append(element("path", d=f"M{x - 6} {under}l4.5 5l8-10", class_="tick"))
        else:
            parts.append(element("path", d=f"M{x - 4.5} {under - 4.5}l9 9m0-9l-9 9", class_="cross"))
    return parts


# -- small tricks --------------------------------------------------------------------------------------


def draw_tricks(data: Mapping[str, Any], lines: Sequence[str]) -> str:
    """The tricks of a worked example, each a small drawing with its sentence as text alternative."""
    drawings = (
        _small(data["names"], data["turn"], number, trick, escape(in_words(line.removeprefix("- ")), quote=False))
        for number, (trick, line) in enumerate(zip(data["tricks"], lines, strict=True), 1)
    )
    return f'<ol class="tricks">{"".join(f"<li>{one}</li>" for one in drawings)}</ol>'


def _small(names: Sequence[str], turn: str, number: int, trick: Mapping[str, Any], label: str) -> str:
    from html import unescape

    players = len(names)
    width = 26
    across, down = {2: (24, 0), 3: (36, 20), 4: (40, 28)}.get(players, (46, 40))
    middle = 34 + down + 4
    height = middle + down + 38
    parts = [text(f"{number}.", 4, 14, "trick-number", "start")]
    played = {seat: (turn_number, code) for turn_number, (seat, code) in enumerate(trick["cards"], 1)}
    for seat in range(players):
        if seat not in played:
            continue
        x, y = place_of(seat, 0, players, turn)
        if players == 2:
            x, y = (-1, 0) if seat == 0 else (1, 0)
        at_x, at_y = 68 + x * across, middle + y * down
        parts.append(card(played[seat][1] or FACE_DOWN, at_x, at_y, width))
        if seat == trick["winner"]:
            parts.append(
                element(
                    "rect", x=at_x - width / 2 - 2.5, y=at_y - width * 0.7 - 2.5, width=width + 5,
                    height=width * 1.4 + 5, rx=5, class_="ring",
                )
            )  # fmt: skip
        corner_x, corner_y = at_x - width / 2 + 1, at_y - width * 0.7 + 1
        parts += [
            element("circle", cx=corner_x, cy=corner_y, r=6.5, class_="badge"),
            text(str(played[seat][0]), corner_x, corner_y + 3.4, "badge-number small-number"),
        ]
        parts.append(_small_name(names[seat], seat == trick["winner"], at_x, at_y, x, y))
    if trick.get("turned"):
        parts.append(card(trick["turned"], 122, 18, 20))
    return picture(parts, 136, height, unescape(label), "centered")


def _small_name(name: str, wins: bool, x: float, y: float, out_x: float, out_y: float) -> str:
    class_ = "small-name small-winner" if wins else "small-name"
    label = ("✓ " if wins else "") + name
    if abs(out_x) < 0.3:
        return text(label, x, y - 23 if out_y < 0 else y + 32, class_)
    return text(label, x, y + 32 if out_y > -0.1 else y - 23, class_)

"""Tables for the rules page: the scoring cards of Gong Zhu, scored by the calculator."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scoring.engine.game import Cell, Grid
from scoring.engine.marking import _
from scoring.engine.messages import Message, Number, card, say, signed
from scoring.games.gong_zhu.cards import DOUBLER, EXPOSABLE, HEART_ACE, HEARTS, PIG, SHEEP
from scoring.games.gong_zhu.models import GongZhuOptions
from scoring.games.gong_zhu.piles import score_pile


def make_tables(options: GongZhuOptions) -> dict[str, Grid]:
    """Returns what each scoring card counts, and the scores of some piles (rules: object, exposing, scoring)."""
    return {"cards": _cards(options), "piles": _piles(options)}


def _pile_score(options: GongZhuOptions, *pile: str, exposed: Sequence[str] = ()) -> int:
    return score_pile(options, pile, exposed)[0]


def _points(value: Number) -> Message:
    return say("{n}", n=signed(value))


def _cards(options: GongZhuOptions) -> Grid:
    rows: list[list[Cell]] = []
    for code, name in ((PIG, say("the pig 猪")), (SHEEP, say("the sheep 羊 (also the goat)"))):
        exposed = _pile_score(options, code, exposed=(code,))
        rows.append([say("{card}", card=card(code)), name, _points(_pile_score(options, code)), _points(exposed)])
    doubler = [_doubler(options, exposed) for exposed in ((), (DOUBLER,))]
    rows.append([say("{card}", card=card(DOUBLER)), say("the doubler 变压器 (transformer)"), *doubler])
    for plain, group in groupby(HEARTS, key=lambda code: _pile_score(options, code)):
        codes = list(group)
        doubled = _pile_score(options, codes[-1], exposed=(HEART_ACE,))
        names = say("{first}", first=card(codes[0]))
        if len(codes) > 1:
            names = say("{first} to {last}", first=card(codes[0]), last=card(codes[-1]))
        text = _("{n}, and every other heart counts double too") if codes == [HEART_ACE] else _("{n} with {ace}")
        worth = say(text, n=signed(doubled), ace=card(HEART_ACE))
        rows.append([names, say("each") if len(codes) > 1 else "", _points(plain), worth])
    return Grid([say("card"), say("its name"), say("plain"), say("exposed")], rows, say("Scoring cards"))


def _doubler(options: GongZhuOptions, exposed: Sequence[str]) -> Message:
    """By how much the doubler multiplies, and what it is worth alone."""
    factor = _pile_score(options, SHEEP, DOUBLER, exposed=exposed) // _pile_score(options, SHEEP)
    return say("× {n}; alone {alone}", n=factor, alone=signed(_pile_score(options, DOUBLER, exposed=exposed)))


def _piles(options: GongZhuOptions) -> Grid:
    low_hearts = HEARTS[:-1]
    piles: tuple[tuple[Message, Sequence[str]], ...] = (
        (say("all thirteen hearts"), HEARTS),
        (say("and the pig"), (*HEARTS, PIG)),
        (say("and the sheep"), (*HEARTS, PIG, SHEEP)),
        (say("and the doubler: all sixteen cards"), (*HEARTS, PIG, SHEEP, DOUBLER)),
        (
            say("all hearts but a {a}, {b} or {c}, and the pig", a=card("2H"), b=card("3H"), c=card("4H")),
            (*low_hearts, PIG),
        ),
        (say("and the doubler"), (*low_hearts, PIG, DOUBLER)),
        (say("the doubler alone"), (DOUBLER,)),
    )
    rows: list[list[Cell]] = [
        [name, _points(_pile_score(options, *pile)), _points(_pile_score(options, *pile, exposed=EXPOSABLE))]
        for name, pile in piles
    ]
    head = say("what one player took"), say("nothing exposed"), say("all four exposed")
    return Grid([*head], rows, say("Piles"))

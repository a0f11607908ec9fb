"""Buried Treasure: bury four cards, and make the piles of their suits grow.

``models`` is what is entered, ``piles`` what the piles are worth and whether they can be so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.engine.captured import check_in_pack
from scoring.engine.cards import SUITS, SYMBOLS, cards_of, rank_of, suit_of
from scoring.engine.form import Choice, Control, Data, Form, Option, Pick, Row, Sent
from scoring.engine.form_groups import Groups
from scoring.engine.game import (
    Example,
    Game,
    Grid,
    HandResult,
    Setup,
    Upcoming,
    Verdict,
    ended_by_table,
    leading_sides,
    next_state,
)
from scoring.engine.match_end import length_of_match
from scoring.engine.messages import Line, Message, Number, card, line, plural, say, seat, side, suit, trim_number
from scoring.engine.refusal import refuse
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.buried_treasure.models import (
    BuriedTreasureLookup,
    BuriedTreasureOptions,
    BuriedTreasurePilesHand,
    BuriedTreasureState,
    BuriedTreasureValuesHand,
)
from scoring.games.buried_treasure.piles import (
    BURIED,
    DEALT,
    RANKS,
    SUIT_VALUE,
    VALUES,
    check_buried,
    decks_of,
    pack_of,
    values_of,
)
from scoring.games.buried_treasure.tables import treasure_tables

ELEVEN = 11
FACES = ("J", "Q", "K")


class BuriedTreasure(Game[BuriedTreasureOptions, BuriedTreasureState]):
    """Four buried cards each bring the value that the pile of their suit has at the end."""

    slug = "buried-treasure"
    name = "Buried Treasure"
    family = "Collecting and melding"
    summary = "Bury four cards; each brings what the pile of its suit is worth at the end."
    players = (2, 3, 4, 5, 6, 7, 8)
    deck = "52 cards; two packs for six or more"
    Options = BuriedTreasureOptions
    State = BuriedTreasureState
    hands = (BuriedTreasureValuesHand, BuriedTreasurePilesHand)
    Lookup = BuriedTreasureLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="By the values of the piles",
            players=3,
            hands=[
                {
                    "kind": "values",
                    "suits": {"C": 19, "D": 38, "H": 23, "S": 26},
                    "buried": [["D", "D", "C", "S"], ["H", "H", "H", "H"], ["C", "C", "S", "H"]],
                }
            ],
            expect=[121, 92, 87],
        ),
        Example(
            title="By the cards in the piles",
            players=2,
            hands=[
                {
                    "kind": "piles",
                    "piles": {"C": ["4C", "KC", "9C", "2C"], "D": [], "H": ["AH", "10H", "7H"], "S": ["8S", "QS"]},
                    "buried": [["QD", "JD", "9H", "5S"], ["C", "C", "H", "D"]],
                }
            ],
            expect=[26, 48],
        ),
    )

    def check_start(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> None:
        if state.tie_break and not _tied_at_end(setup, state):
            text = "With these totals no tie-break comes: the highest is not tied, or the match goes on anyway."
            raise refuse("/tie_break", "no_tie", text, rule="tie")

    # -- a hand ---------------------------------------------------------------------------------

    def apply(
        self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState, hand: Any
    ) -> HandResult[BuriedTreasureState]:
        graves = check_buried(setup, hand.buried)
        values, lines = values_of(setup, hand, graves)
        points = []
        for who, entries in enumerate(hand.buried):
            score, told = _treasure(who, entries, values)
            points.append(score)
            lines += told
        after = next_state(setup, state, points)
        after = after.model_copy(update={"tie_break": _tied_at_end(setup, after)})
        return HandResult(
            points=points,
            state=after,
            lines=lines,
            summary=say("{values}", values=[f"{SYMBOLS[letter]} {value}" for letter, value in values.items()]),
            details={"suit_values": values},
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> Upcoming:
        options, first = setup.options, setup.after(state.dealer)
        decks, tie = decks_of(setup.players), _tied_at_end(setup, state)
        target = None if options.hands is not None else _target(setup)
        deal = (
            "{who} deals {n} cards to each from one pack"
            if decks == 1
            else "{who} deals {n} cards to each from two packs"
        )
        length = (
            [line("A tie for the highest total: one more hand for everybody", rule="tie")]
            if tie
            else length_of_match(state, options.hands, target)
        )
        notices = [
            *length,
            line(deal, who=seat(state.dealer), n=DEALT, rule="setup"),
            line("Bury three of them unseen, the fourth later", rule="burying"),
            line("{who} plays first", who=seat(first), rule="play"),
        ]
        details = {
            "first": first,
            "tie_break": tie,
            "hand": state.hands_played + 1,
            "target": target,
            "decks": decks,
            "stock": len(pack_of(setup.players)) - DEALT * setup.players,
        }
        return Upcoming(dealer=state.dealer, leads=first, notices=notices, details=details)

    def verdict(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState, ended: bool = False) -> Verdict:
        if ended:
            return ended_by_table(state)
        leaders = leading_sides(state.totals)
        if not _reached(setup, state) or len(leaders) > 1:
            return Verdict(False)
        if setup.options.hands is not None:
            reason = plural(state.hands_played, "{n} hand was played", "{n} hands were played")
        else:
            top = trim_number(state.totals[leaders[0]])
            text = "{who} has the highest total, {total}, and {target} were needed"
            reason = say(text, who=side(leaders[0]), total=top, target=_target(setup))
        return Verdict(True, leaders, reason)

    # -- a move ---------------------------------------------------------------------------------

    def trick(self, setup: Setup[BuriedTreasureOptions], lookup: BuriedTreasureLookup) -> TrickResult | LegalPlays:
        """Whether a card and the top card of a pile make eleven; there are no tricks in this game."""
        if lookup.plays:
            raise refuse("/plays", "no_tricks", "This game has no tricks: give top and play.", rule="play")
        shown = [] if lookup.top is None else [("/top", lookup.top)]
        check_in_pack(pack_of(setup.players), [*shown, ("/play", lookup.play)])
        eleven, why = _eleven(lookup.top, lookup.play)
        return TrickResult(None, None, why, "eleven", None, {"eleven": eleven})

    def card_values(self, options: BuriedTreasureOptions) -> dict[str, Number]:
        return dict(VALUES)

    # -- the form -------------------------------------------------------------------------------

    def tables(self, options: BuriedTreasureOptions) -> dict[str, Grid]:
        return treasure_tables(self.players)

    def form(self, setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> Form:
        decks = decks_of(setup.players)
        way = Choice(
            name="way",
            label=say("The piles, entered by"),
            options=[
                Option("values", say("What they are worth"), {"kind": "values"}),
                Option("piles", say("Their cards"), {"kind": "piles"}),
            ],
            default="values",
            rule="suit-value",
        )
        return Form([way, _value_control(decks), *_pile_controls(decks), _buried_control(setup)])


@dataclass(frozen=True, kw_only=True)
class _Copies(Pick):
    """Cards to pick where a card may be there twice: the second copy has an option of its own, ``9D.2``."""

    @property
    def template(self) -> str:
        return "pick"

    def show(self, hand: Mapping[str, Any]) -> Sent:
        cards = (hand.get("piles") or {}).get(self.path.rpartition(".")[2], [])
        left = Counter(cards)
        shown = []
        for option in self.options:
            code = option.value.partition(".")[0]
            if left[code]:
                left[code] -= 1
                shown.append(option.value)
        return {self.name: shown} if shown else {}


@dataclass(frozen=True, kw_only=True)
class _Worth(Row):
    """A row with a number for each suit, written as an object."""

    @property
    def template(self) -> str:
        return "row"

    def read(self, data: Data) -> dict[str, Any]:
        values = super().read(data).get(self.name)
        if values is None:
            return {}
        return {self.name: {letter: value for letter, value in zip(SUITS, values, strict=True) if value is not None}}

    def show(self, hand: Mapping[str, Any]) -> Sent:
        values = hand.get(self.name)
        return super().show({self.name: [values.get(letter) for letter in SUITS]} if values else {})


def _value_control(decks: int) -> Control:
    return _Worth(
        name="suits",
        label=say("What is each pile worth?"),
        labels=[SYMBOLS[letter] for letter in SUITS],
        least=0,
        most=decks * SUIT_VALUE,
        rule="suit-value",
        when={"way": "values"},
    )


def _pile_controls(decks: int) -> list[Control]:
    controls: list[Control] = []
    for letter in SUITS:
        codes = [code for code in cards_of(RANKS, letter) for _ in range(decks)]
        options = [
            Option(code if place % decks == 0 else f"{code}.2", card(code), {"": code})
            for place, code in enumerate(codes)
        ]
        label = say("{sign} in the pile", sign=SYMBOLS[letter])
        controls.append(
            _Copies(
                name=f"pile_{letter}",
                path=f"piles.{letter}",
                label=label,
                options=options,
                always=True,
                rule="suit-value",
                when={"way": "piles"},
            )
        )
    return controls


def _buried_control(setup: Setup[BuriedTreasureOptions]) -> Control:
    names = [seat(who) for who in range(setup.players)]
    return Groups(
        name="buried",
        label=say("Buried, four for each player"),
        help=say("In this order: {names}. Only the suits count.", names=names),
        size=BURIED,
        quick=[Option(letter, SYMBOLS[letter], {"": letter}) for letter in SUITS],
        describe=_tell_buried,
        rule="burying",
    )


def _tell_buried(entry: str) -> Message:
    return say("{entry}", entry=SYMBOLS[entry] if entry in SUITS else card(entry))


def _treasure(who: int, entries: Sequence[str], values: Mapping[str, int]) -> tuple[int, list[Line]]:
    """What the buried cards of a player bring, a line for each suit and one for the sum."""
    letters = sorted((entry if entry in SUITS else suit_of(entry) for entry in entries), key=SUITS.index)
    each = [values[letter] for letter in letters]
    lines = []
    for letter, n in Counter(letters).items():
        told: dict[str, Any] = {"who": seat(who), "suit": suit(letter)}
        parts = " + ".join([str(values[letter])] * n)
        one, many = "{who}: {n} card of {suit}, {parts}", "{who}: {n} cards of {suit}, {parts}"
        lines.append(Line(plural(n, one, many, parts=parts, **told), n * values[letter], "treasure"))
    if len(lines) > 1:
        parts = " + ".join(map(str, each))
        lines.append(line("{who}: {parts}", who=seat(who), parts=parts, value=sum(each), rule="treasure"))
    return sum(each), lines


def _eleven(top: str | None, play: str) -> tuple[bool, Message]:
    """Whether these two make eleven, and why."""
    if top is None:
        return False, say("The pile is empty: there is nothing to clear")
    face = next((code for code in (top, play) if rank_of(code) in FACES), None)
    if face is not None:
        return False, say("{card} is a face card and makes no eleven", card=card(face))
    values = VALUES[rank_of(top)], VALUES[rank_of(play)]
    told: dict[str, Any] = {"top": values[0], "play": values[1], "sum": sum(values)}
    if sum(values) == ELEVEN:
        return True, say("{top} + {play} = {sum}: both may be discarded", **told)
    return False, say("{top} + {play} = {sum}, not eleven", **told)


def _target(setup: Setup[BuriedTreasureOptions]) -> int:
    if setup.options.target is not None:
        return setup.options.target
    return 300 if setup.players <= 6 else 500


def _reached(setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> bool:
    """Whether the match ends as soon as one player alone has the highest total."""
    if setup.options.hands is not None:
        return state.hands_played >= setup.options.hands
    return max(state.totals) >= _target(setup)


def _tied_at_end(setup: Setup[BuriedTreasureOptions], state: BuriedTreasureState) -> bool:
    return _reached(setup, state) and len(leading_sides(state.totals)) > 1


game = BuriedTreasure()

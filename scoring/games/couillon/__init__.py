"""Couillon: two pairs, four tricks, and a slate on which winners rub out their own lines."""

from __future__ import annotations

from typing import Any, ClassVar

from scoring.engine.form import Form
from scoring.engine.game import (
    Board,
    Example,
    Figure,
    Game,
    HandResult,
    Marks,
    Order,
    Setup,
    SheetColumns,
    SheetEntry,
    Upcoming,
    Verdict,
    check_totals,
    ended_by_table,
)
from scoring.engine.lookups import winner_or_legal_plays
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, say, seat, side, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks import TRUMP, LegalPlays, TrickResult
from scoring.games.couillon.form import make_form
from scoring.games.couillon.models import (
    VALUES,
    CouillonCardsHand,
    CouillonDetails,
    CouillonOptions,
    CouillonPointsHand,
    CouillonState,
    CouillonTrick,
    ranking,
    times_text,
)
from scoring.games.couillon.result import score_hand


class Couillon(Game[CouillonOptions, CouillonState]):
    """Four players in pairs; more card points in four tricks rub out a line, and the last line wins the match."""

    slug = "couillon"
    name = "Couillon"
    native_names: ClassVar[dict[str, str]] = {"fr": "Couillon", "nl": "Kwajongen", "lb": "Kujong"}
    aliases = ("Kwajongen", "Kujong", "Troeven")
    family = "Point-trick games"
    summary = "Two pairs and four tricks: accept the trump suit or decline it, and rub out your lines first."
    players = (4,)
    follows_people = ("lines", "marks")
    stays_at_table = ("factor",)
    partnerships = True
    deck = "24 cards, A K Q J 10 9"
    settles_by = "stake"
    lower_wins = True
    Options = CouillonOptions
    State = CouillonState
    Details = CouillonDetails
    hands = (CouillonPointsHand, CouillonCardsHand)
    Lookup = CouillonTrick
    sheet_columns = SheetColumns(say("Points"))
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "The accepting side wins",
            [{"kind": "points", "accepted_by": 1, "points": [12, 15]}],
            [0, -1],
        ),
        Example(
            "A draw, then the accepting side loses a double hand",
            [
                {"kind": "points", "accepted_by": 3, "points": [14, 14]},
                {"kind": "points", "accepted_by": 1, "up_card": "9H", "points": [17, 8]},
            ],
            [-2, 2],
        ),
        Example(
            "The piles counted, all declined",
            [
                {
                    "kind": "cards",
                    "accepted_by": None,
                    "up_card": "AS",
                    "bottom_card": "KS",
                    "captured": [
                        ["AH", "KH", "9H", "10H", "QS", "JS", "9S", "AC"],
                        ["KC", "QC", "9C", "JC", "AD", "KD", "10D", "QD"],
                    ],
                }
            ],
            [0, -1],
        ),
        Example(
            "Trick by trick",
            [
                {
                    "kind": "cards",
                    "accepted_by": 0,
                    "tricks": [
                        {"winner": 0, "cards": ["AH", "KH", "9H", "10H"]},
                        {"winner": 0, "cards": ["QS", "JS", "9S", "AC"]},
                        {"winner": 1, "cards": ["KC", "QC", "9C", "JC"]},
                        {"winner": 1, "cards": ["AD", "KD", "10D", "QD"]},
                    ],
                }
            ],
            [1, -1],
        ),
    )

    def initial(self, setup: Setup[CouillonOptions]) -> CouillonState:
        lines = [setup.options.lines] * 2
        return CouillonState(totals=list(lines), lines=lines, marks=[0, 0])

    def complete_start(
        self, setup: Setup[CouillonOptions], state: CouillonState, given: frozenset[str]
    ) -> CouillonState:
        """Computes totals from lines and marks, or lines and marks from totals, whichever were entered."""
        if given & {"lines", "marks"}:
            left = [lines + marks for lines, marks in zip(state.lines, state.marks, strict=True)]
            return state if "totals" in given else state.model_copy(update={"totals": left})
        if any(total % 1 for total in state.totals):
            return state
        lines = [min(int(total), setup.options.lines) for total in state.totals]
        marks = [int(total) - line for total, line in zip(state.totals, lines, strict=True)]
        return state.model_copy(update={"lines": lines, "marks": marks})

    def check_start(self, setup: Setup[CouillonOptions], state: CouillonState) -> None:
        check_totals(state, least=0, rule="rubbing-out")
        for number in range(2):
            lines, marks = state.lines[number], state.marks[number]
            if not 0 <= lines <= setup.options.lines:
                text = _("{n} lines are not possible: {most} were drawn.")
                raise refuse(
                    f"/lines/{number}", "lines_impossible", text, rule="setup", n=lines, most=setup.options.lines
                )
            if marks < 0 or (marks and not lines):
                text = _("{n} marks are not possible: a mark belongs to a line.")
                raise refuse(f"/marks/{number}", "marks_impossible", text, rule="penalty", n=marks)
            if state.totals[number] != lines + marks:
                text = _("{total} is not what is left: {lines} lines and {marks} marks.")
                params: dict[str, Any] = {"total": state.totals[number], "lines": lines, "marks": marks}
                raise refuse(f"/totals/{number}", "disagree", text, rule="rubbing-out", **params)
        if not any(state.totals):
            text = _("Only one side can have rubbed out all its lines.")
            raise refuse("/totals", "two_winners", text, rule="end")
        if state.factor > 2 and setup.options.ties == "double":
            text = _("After draws a hand counts double, not {n} times.")
            raise refuse("/factor", "factor_impossible", text, rule="draws", n=state.factor)

    def apply(
        self,
        setup: Setup[CouillonOptions],
        state: CouillonState,
        hand: CouillonPointsHand | CouillonCardsHand,
    ) -> HandResult[CouillonState]:
        return score_hand(setup, state, hand)

    def upcoming(self, setup: Setup[CouillonOptions], state: CouillonState) -> Upcoming:
        first = setup.after(state.dealer)
        notices = [line("{who} speaks first and leads", who=seat(first), rule="accepting", code="seats")]
        if state.factor > 1:
            text = _("This hand counts {times} if it is won")
            notices.append(line(text, times=times_text(state.factor), rule="draws", code="board"))
        notices += [_slate_notice(state, number) for number in range(2)]
        return Upcoming(
            dealer=state.dealer,
            leads=first,
            notices=notices,
            details={
                "first_speaker": first,
                "factor": state.factor,
                "lines": list(state.lines),
                "marks": list(state.marks),
                "left": [int(total) for total in state.totals],
            },
        )

    def verdict(self, setup: Setup[CouillonOptions], state: CouillonState, ended: bool = False) -> Verdict:
        winner = next((number for number, total in enumerate(state.totals) if not total), None)
        if winner is not None:
            return Verdict(True, [winner], say("{who} have rubbed out everything", who=side(winner)))
        return ended_by_table(state, lowest=True) if ended else Verdict(False)

    def trick(self, setup: Setup[CouillonOptions], lookup: CouillonTrick) -> TrickResult | LegalPlays:
        return winner_or_legal_plays(setup, setup.options.pack, ranking(lookup.trump), lookup, lambda: _legal(lookup))

    def strength(self, options: CouillonOptions) -> tuple[Order, ...]:
        return (Order("Every suit", options.ranks),)

    def card_values(self, options: CouillonOptions) -> dict[str, Number]:
        return {rank: VALUES[rank] for rank in options.ranks}

    def board(self, setup: Setup[CouillonOptions], state: CouillonState) -> Board:
        """Returns the slate: every line drawn at first, those that are still there, and the marks on them."""
        slate: list[Marks | Figure] = []
        for number in range(2):
            slate.append(Marks(number, "line", state.lines[number], setup.options.lines))
            if state.marks[number]:
                slate.append(Marks(number, "chip", state.marks[number]))
        if state.factor > 1:
            slate.append(Figure(say("The next win counts"), f"× {state.factor}", ahead=True))
        return slate

    def sheet_entry(self, setup: Setup[CouillonOptions], hand: dict[str, Any], result: dict[str, Any]) -> SheetEntry:
        """Returns the card points, and the slate after the hand: lines, and the marks on them."""
        details = result["details"]
        won, factor = details.get("hand_points", ["", ""]), details.get("factor", 1)
        text = _("{a} : {b}") if factor == 1 else _("{a} : {b}, × {factor}")
        slate = [
            Marks(number, symbol, count)
            for symbol, counts in (("line", details.get("lines", [])), ("chip", details.get("marks", [])))
            for number, count in enumerate(counts)
        ]
        return SheetEntry(say(text, a=won[0], b=won[1], factor=factor), marks=slate)

    def form(self, setup: Setup[CouillonOptions], state: CouillonState) -> Form:
        return make_form(setup, state)


def _slate_notice(state: CouillonState, number: int) -> Line:
    params: dict[str, Any] = {"who": side(number), "lines": state.lines[number], "marks": state.marks[number]}
    if state.marks[number]:
        text = _("{who}: lines {lines}, marks {marks}, to rub out {left}")
        return line(text, **params, left=state.lines[number] + state.marks[number], rule="rubbing-out", code="board")
    return line("{who}: lines to rub out {lines}", **params, rule="rubbing-out", code="board")


def _legal(lookup: CouillonTrick) -> LegalPlays:
    """A trump or a card of the suit led; without the suit, anything. If a trump was led, a trump must follow."""
    hand, order = list(lookup.hand or []), ranking(lookup.trump)
    if not lookup.plays:
        return LegalPlays(hand, say("The leader may lead any card"), "play")
    led = order.effective_suit(lookup.plays[0].card)
    following = order.following(hand, lookup.plays)
    if led == TRUMP:
        if following:
            return LegalPlays(following, say("A trump was led: a trump must follow"), "play")
        return LegalPlays(hand, say("No trump to follow with: any card goes"), "play")
    if following:
        legal = [code for code in hand if code in following or order.effective_suit(code) == TRUMP]
        return LegalPlays(legal, say("Follow {suit}, or trump, which is always allowed", suit=suit(led)), "play")
    return LegalPlays(
        hand, say("No {suit} to follow with: any card goes, trumping is not required", suit=suit(led)), "play"
    )


game = Couillon()

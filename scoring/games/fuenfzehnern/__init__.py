"""Fünfzehnern, or Fifteens: no trumps, a rule about leading, and every card point above fifteen counts."""

from __future__ import annotations

from typing import ClassVar

from scoring.engine.captured import complete_figures, complete_piles, count_card_points
from scoring.engine.form import Choice, Form, Option, Row, Share
from scoring.engine.game import (
    Example,
    Game,
    HandResult,
    Order,
    Setup,
    Upcoming,
    Verdict,
    after_deals,
    check_per_seat,
    check_totals,
    ended_by_table,
    hand_number,
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Number, line, plural, say, seat, signed, suit
from scoring.engine.tricks import LegalPlays, TrickResult
from scoring.games.fuenfzehnern.models import (
    PAR,
    RANKS,
    VALUES,
    FuenfzehnernCardsHand,
    FuenfzehnernDetails,
    FuenfzehnernOptions,
    FuenfzehnernPointsHand,
    FuenfzehnernState,
    FuenfzehnernTrick,
    pack_of,
)
from scoring.games.fuenfzehnern.tricks import look_up


class Fuenfzehnern(Game[FuenfzehnernOptions, FuenfzehnernState]):
    """Four or three players, each alone: card points in tricks, less fifteen."""

    slug = "fuenfzehnern"
    name = "Fünfzehnern"
    native_names: ClassVar[dict[str, str]] = {"de": "Fünfzehnern"}
    aliases = ("Fifteens", "Fuenfzehnern")
    family = "Point-trick games"
    summary = "Each alone for card points without trumps; the winner of a trick must go on in that suit."
    players = (3, 4)
    ends_after = "deals"
    settles_by = "mean"
    deck = "32 cards, A K Q J 10 9 8 7; with three players one suit is left out"
    Options = FuenfzehnernOptions
    State = FuenfzehnernState
    Details = FuenfzehnernDetails
    hands = (FuenfzehnernPointsHand, FuenfzehnernCardsHand)
    Lookup = FuenfzehnernTrick
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            "Four players, counted at the table", [{"kind": "points", "points": [22, 8, 19, 11]}], [7, -7, 4, -4], 4
        ),
        Example("Three players, one without a trick", [{"kind": "points", "points": [17, 28, 0]}], [2, 13, -15], 3),
        Example("One seat left to the app", [{"kind": "points", "points": [20, 10, 18, None]}], [5, -5, 3, -3], 4),
        Example(
            "Two piles tapped, the rest is the third",
            [
                {
                    "kind": "cards",
                    "captured": [["AC", "KC", "QC", "JC", "10C", "9C"], None, ["AS", "AH", "7H"]],
                }
            ],
            [0, 5, -5],
            3,
        ),
    )

    def check_start(self, setup: Setup[FuenfzehnernOptions], state: FuenfzehnernState) -> None:
        check_totals(state)

    def apply(
        self,
        setup: Setup[FuenfzehnernOptions],
        state: FuenfzehnernState,
        hand: FuenfzehnernPointsHand | FuenfzehnernCardsHand,
    ) -> HandResult[FuenfzehnernState]:
        lines: list[Line] = []
        if isinstance(hand, FuenfzehnernPointsHand):
            check_per_seat(setup, hand.points, "/points", rule="card-strength")
            counts = complete_figures(hand.points, PAR * setup.players, "/points", rule="card-strength")
        else:
            check_per_seat(setup, hand.captured, "/captured", rule="play")
            piles = complete_piles(pack_of(setup), hand.captured, "/captured", trick=setup.players)
            counts, lines = count_card_points(None, piles, VALUES, seat, "/captured")
        points: list[Number] = [n - PAR for n in counts]
        chips = setup.options.score_style == "chips"
        lines += [(_chips_line if chips else _paper_line)(number, n) for number, n in enumerate(counts)]
        return HandResult(
            points=points,
            state=next_state(setup, state, points),
            lines=lines,
            summary=say("Card points {points}", points=counts),
            details=FuenfzehnernDetails(card_points=counts),
        )

    def upcoming(self, setup: Setup[FuenfzehnernOptions], state: FuenfzehnernState) -> Upcoming:
        number, leader = state.hands_played + 1, setup.after(state.dealer)
        out = setup.options.removed_suit if setup.players == 3 else None
        notices = [
            hand_number(number, setup.options.deals),
            line("{who} leads any card", who=seat(leader), rule="lead", code="seats"),
        ]
        if out is not None:
            notices.append(line("The {suit} are out of play", suit=suit(out), rule="setup"))
        if sum(state.totals):
            text = _("The totals should add up to 0 but make {n}: something was miscounted")
            notices.append(line(text, n=sum(state.totals), rule="fifteen"))
        return Upcoming(
            dealer=state.dealer,
            leads=leader,
            notices=notices,
            details={"hand": number, "hands": setup.options.deals, "removed_suit": out},
        )

    def verdict(self, setup: Setup[FuenfzehnernOptions], state: FuenfzehnernState, ended: bool = False) -> Verdict:
        return ended_by_table(state) if ended else after_deals(state, setup.options.deals)

    def trick(self, setup: Setup[FuenfzehnernOptions], lookup: FuenfzehnernTrick) -> TrickResult | LegalPlays:
        return look_up(setup, lookup)

    def strength(self, options: FuenfzehnernOptions) -> tuple[Order, ...]:
        return (Order("Every suit", RANKS),)

    def card_values(self, options: FuenfzehnernOptions) -> dict[str, Number]:
        return dict(VALUES)

    def form(self, setup: Setup[FuenfzehnernOptions], state: FuenfzehnernState) -> Form:
        labels = [seat(number) for number in range(setup.players)]
        whole = PAR * setup.players
        return Form(
            [
                Choice(
                    name="kind",
                    label=say("Enter"),
                    options=[
                        Option("points", say("Card points"), {"kind": "points"}),
                        Option("cards", say("The cards"), {"kind": "cards"}),
                    ],
                    default="points",
                    fold=True,
                    rule="card-strength",
                ),
                Row(
                    name="points",
                    label=say("Card points in tricks"),
                    help=say("One may stay empty: that player has the rest of the {n}.", n=whole),
                    labels=labels,
                    least=0,
                    most=whole,
                    sum_to=whole,
                    when={"kind": "points"},
                    rule="card-strength",
                ),
                Share(
                    name="captured",
                    label=say("The cards each won"),
                    labels=labels,
                    cards=pack_of(setup).cards,
                    rest_null=True,
                    when={"kind": "cards"},
                    rule="card-strength",
                ),
            ]
        )


def _paper_line(number: int, n: int) -> Line:
    text = _("{who}: {n} − {par} = {points}")
    return line(text, who=seat(number), n=n, par=PAR, points=signed(n - PAR), value=n - PAR, rule="fifteen")


def _chips_line(number: int, n: int) -> Line:
    chips = plural(abs(n - PAR), "{n} chip", "{n} chips")
    if n > PAR:
        text = _("{who} has {n} and takes {chips} from the pot")
    elif n < PAR:
        text = _("{who} has {n} and pays {chips} into the pot")
    else:
        return line("{who} has {n}: nothing to pay or to take", who=seat(number), n=n, rule="fifteen")
    return line(text, who=seat(number), n=n, chips=chips, value=n - PAR, rule="fifteen")


game = Fuenfzehnern()

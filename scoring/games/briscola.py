"""Briscola: 120 card points a hand, no duty to follow suit, and the three ranks above the king."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, NotRequired

from pydantic import Field

from scoring.engine.bounds import between, entries
from scoring.engine.captured import complete_figures, count_card_points, impossible_figures, scoring_piles
from scoring.engine.cards import Card, Pack, Suit, card_points, cards_of, pack
from scoring.engine.form import Choice, Form, Option, Row, Share
from scoring.engine.game import (
    Cell,
    Example,
    Game,
    Grid,
    HandDetails,
    HandModel,
    HandResult,
    LookupModel,
    OptionsModel,
    Order,
    Setup,
    StateModel,
    Upcoming,
    Verdict,
    check_per_side,
    check_totals,
    check_trick,
    ended_by_table,
    hand_number,
    leading_sides,
    next_state,
)
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, card, line, plural, say, side
from scoring.engine.refusal import refuse
from scoring.engine.tricks import Ranking, TrickResult, trick_result

RANKS = ("A", "3", "K", "Q", "J", "7", "6", "5", "4", "2")
VALUES = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
PACK_40 = pack(RANKS)
DEALT = 3
SCORING = cards_of(VALUES)

BriscolaCard = Annotated[Card, PACK_40.card_schema]


class BriscolaOptions(OptionsModel):
    """House rules."""

    match: Literal["total", "hands_won"] = Field(
        "total",
        title="Match",
        description="Whether the most points over all hands win, or the first to win a number of hands.",
        json_schema_extra={
            "labels": {"total": "most points in all hands", "hands_won": "first to win a number of hands"}
        },
    )
    hands_to_win: int = Field(
        2,
        ge=1,
        le=5,
        title="Hands to win",
        description="The number of hands that wins the match, if hands won are counted.",
    )
    deals: Annotated[int, Field(ge=1, le=12)] | None = Field(
        None,
        title="Hands in a match",
        description="The number of hands, if points are added up. If it is left out: two, or three with three players.",
    )
    removed_two: Literal["2C", "2D", "2H", "2S"] = Field(
        "2C", title="The two left out", description="Which two is left out of the pack if three play."
    )


class BriscolaState(StateModel):
    """Totals, dealer, number of hands, hands won, and who can still win in a tie-break."""

    wins: list[Annotated[int, Field(ge=0)]] = Field(
        default=[], title="Hands won", description="How many hands each side has won."
    )
    tie_break: list[Annotated[int, between(0, 2)]] = Field(
        default=[],
        title="Tie-break",
        description="The sides that can still win a tie-break; empty during the regular hands.",
    )


class BriscolaDetails(HandDetails):
    """Figures of a hand. tie_break: the sides that played off a tie. winner: of the match. wins: hands won, by side."""

    hand_points: list[int]
    tie_break: list[int]
    dealer: int
    next_dealer: int
    winner: int | None
    wins: NotRequired[list[int]]


class BriscolaPointsHand(HandModel):
    """One hand by its card points."""

    kind: Literal["points"] = "points"
    points: Annotated[list[Annotated[int, between(0, ALL_POINTS)] | None], entries(2, 3)] = Field(
        title="Card points",
        description="For each side what it captured, 120 in all. One of them may be null: what the others leave.",
    )


class BriscolaCardsHand(HandModel):
    """One hand by the cards that were captured."""

    kind: Literal["cards"] = "cards"
    captured: Annotated[list[list[BriscolaCard] | None], entries(2, 3)] = Field(
        title="Captured cards",
        description="For each side its cards; worthless ones may be left out. One list may be null: all the rest.",
    )


class BriscolaLookup(LookupModel):
    """A whole trick and the trump of the hand."""

    pack: ClassVar[Pack] = PACK_40

    trump: Suit = Field(title="Trump", description="The suit of the card that was turned up.")


class Briscola(Game[BriscolaOptions, BriscolaState]):
    """Two or three alone, or two pairs; everybody may play any card at any time."""

    slug = "briscola"
    name = "Briscola"
    native_names: ClassVar[dict[str, str]] = {"it": "Briscola"}
    aliases = ("Brisca", "Bríscula")
    family = "Point-trick games"
    summary = "120 points in the cards, a trump suit turned up, and no duty to follow suit."
    players = (2, 3, 4)
    deck = "40 cards: ace, king, queen, jack and seven to two in each suit; with three players a two less"
    Options = BriscolaOptions
    State = BriscolaState
    Details = BriscolaDetails
    hands = (BriscolaPointsHand, BriscolaCardsHand)
    Lookup = BriscolaLookup
    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            title="One side counted its pile",
            players=2,
            hands=[{"kind": "points", "points": [41, None]}],
            expect=[41, 79],
        ),
        Example(
            title="The cards of one player named, the other has the rest",
            players=2,
            hands=[{"kind": "cards", "captured": [["AC", "3C", "KD", "QD", "JD", "AH", "7S"], None]}],
            expect=[41, 79],
        ),
        Example(
            title="Three players",
            players=3,
            hands=[
                {"kind": "points", "points": [50, 40, 30]},
                {"kind": "points", "points": [21, 64, None]},
                {"kind": "points", "points": [62, 20, 38]},
            ],
            expect=[62, 20, 38],
        ),
    )

    def sides(self, players: int, options: BriscolaOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if players == 4 else super().sides(players, options)

    def initial(self, setup: Setup[BriscolaOptions]) -> BriscolaState:
        return BriscolaState(totals=[0] * len(setup.sides), wins=[0] * len(setup.sides))

    def complete_start(
        self, setup: Setup[BriscolaOptions], state: BriscolaState, given: frozenset[str]
    ) -> BriscolaState:
        if "hands_played" in given or sum(state.totals) % ALL_POINTS:
            return state
        return state.model_copy(update={"hands_played": int(sum(state.totals)) // ALL_POINTS})

    def check_start(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> None:
        check_totals(state, least=0)
        check_per_side(setup, state.wins, "/wins", rule="hands-won")
        for place, number in enumerate(state.tie_break):
            if not 0 <= number < len(setup.sides) or number in state.tie_break[:place]:
                text = _("A tie-break names each side once at most, by its number from 0 to {last}.")
                raise refuse(f"/tie_break/{place}", "side_unknown", text, rule="tie-break", last=len(setup.sides) - 1)

    # -- a hand ---------------------------------------------------------------------------------

    def apply(self, setup: Setup[BriscolaOptions], state: BriscolaState, hand: Any) -> HandResult[BriscolaState]:
        if isinstance(hand, BriscolaPointsHand):
            taken_points, lines = _from_points(setup, hand)
        else:
            taken_points, lines = _from_cards(setup, hand)
        playing_off = _level(setup, state)
        level = _best_of(playing_off, taken_points)
        wins = list(state.wins)
        if setup.options.match == "hands_won":
            lines.append(_count_win(taken_points, wins))
        if playing_off:
            text = _("Level again in the tie-break: {who}") if len(level) > 1 else _("{who} won the tie-break")
            lines.append(line(text, who=[side(i) for i in level], rule="tie-break"))
        counts: list[Number] = [0] * len(setup.sides) if playing_off else list(taken_points)
        after = next_state(setup, state, counts, wins=wins, tie_break=level)
        verdict = self.verdict(setup, after)
        details = BriscolaDetails(
            hand_points=taken_points,
            tie_break=playing_off,
            dealer=state.dealer,
            next_dealer=after.dealer,
            winner=verdict.winners[0] if len(verdict.winners) == 1 else None,
        )
        if setup.options.match == "hands_won":
            details["wins"] = wins
        return HandResult(
            points=counts,
            state=after,
            lines=lines,
            summary=_summary(taken_points, bool(playing_off)),
            details=details,
        )

    # -- before and after -----------------------------------------------------------------------

    def upcoming(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> Upcoming:
        options, level = setup.options, _level(setup, state)
        number, deals = state.hands_played + 1, _deals(setup)
        details: dict[str, Any] = {"hand": number, "tie_break": level}
        if options.match == "hands_won":
            text = _("Hand {n}; {hands} hands win the match. Won so far: {wins}")
            if options.hands_to_win == 1:
                text = _("Hand {n}; the first hand won wins the match")
            wins = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(state.wins)]
            notices = [line(text, n=number, hands=options.hands_to_win, wins=wins, rule="hands-won")]
            details["wins"] = state.wins
        elif level:
            text = _("Tie-break between {who}: only they can win it, and its points do not count in the totals")
            notices = [line(text, who=[side(i) for i in level], rule="tie-break")]
        else:
            details["deals"] = deals
            notices = [hand_number(number, deals)]
            notices += _out_of_reach(state, deals - state.hands_played)
        if setup.players == 3:
            details["removed_two"] = options.removed_two
            notices.append(line("{card} is left out", card=card(options.removed_two), rule="setup"))
        return Upcoming(dealer=state.dealer, leads=setup.after(state.dealer), notices=notices, details=details)

    def verdict(self, setup: Setup[BriscolaOptions], state: BriscolaState, ended: bool = False) -> Verdict:
        if setup.options.match == "hands_won":
            return _by_hands_won(setup.options.hands_to_win, state, ended)
        level = _level(setup, state)
        if len(level) == 1:
            return Verdict(True, level, say("{who} won the tie-break", who=side(level[0])))
        if not level and state.hands_played >= (deals := _deals(setup)):
            reason = plural(deals, "{n} hand was played", "{n} hands were played")
            return Verdict(True, leading_sides(state.totals), reason)
        if ended and level:
            return Verdict(True, level, say("The table ended the match"))
        return ended_by_table(state) if ended else Verdict(False)

    # -- tricks, cards, form --------------------------------------------------------------------

    def trick(self, setup: Setup[BriscolaOptions], lookup: BriscolaLookup) -> TrickResult:
        check_trick(setup, _pack(setup), lookup, rule="play", whole=True)
        ranking = Ranking(cards_of(RANKS, lookup.trump), RANKS)
        answer = trick_result(ranking, lookup.plays, setup.players, "play")
        worth = card_points((play.card for play in lookup.plays), VALUES)
        return replace(answer, extra={"winner_seat": answer.winner, "points": worth})

    def strength(self, options: BriscolaOptions) -> tuple[Order, ...]:
        return (Order("every suit, trump or not", RANKS),)

    def card_values(self, options: BriscolaOptions) -> dict[str, Number]:
        return {rank: VALUES.get(rank, 0) for rank in RANKS}

    def tables(self, options: BriscolaOptions) -> dict[str, Grid]:
        rows: list[list[Cell]] = []
        for players in self.players:
            tricks = len(PACK_40) // players
            drawn = say("{n}, {each} each", n=(tricks - DEALT) * players, each=tricks - DEALT)
            rows.append([players, DEALT * players, drawn, tricks])
        head = say("players"), say("dealt"), say("drawn"), say("tricks")
        return {"deal": Grid([*head], rows, say("The deal"))}

    def form(self, setup: Setup[BriscolaOptions], state: BriscolaState) -> Form:
        labels = [side(number) for number in range(len(setup.sides))]
        return Form(
            [
                Choice(
                    name="kind",
                    label=say("How was it counted?"),
                    options=[
                        Option("points", say("Points"), {"kind": "points"}),
                        Option("cards", say("Tap the cards"), {"kind": "cards"}),
                    ],
                    default="points",
                    fold=True,
                    rule="scoring",
                ),
                Row(
                    name="points",
                    label=say("Card points"),
                    help=say("Leave one empty: that side has the rest of the {all}.", all=ALL_POINTS),
                    labels=labels,
                    least=0,
                    most=ALL_POINTS,
                    sum_to=ALL_POINTS,
                    when={"kind": "points"},
                    rule="card-strength",
                ),
                Share(
                    name="captured",
                    label=say("Who captured what?"),
                    help=say("Tap the cards of all sides but one; that one has all the others."),
                    labels=labels,
                    cards=SCORING,
                    rest_null=True,
                    when={"kind": "cards"},
                    rule="card-strength",
                ),
            ]
        )


def _pack(setup: Setup[BriscolaOptions]) -> Pack:
    """The pack of this table: with three players without one two."""
    if setup.players != 3:
        return PACK_40
    return Pack(tuple(code for code in PACK_40.cards if code != setup.options.removed_two))


def _deals(setup: Setup[BriscolaOptions]) -> int:
    """The regular hands of a match in which points are added up."""
    return setup.options.deals or (3 if setup.players == 3 else 2)


def _level(setup: Setup[BriscolaOptions], state: BriscolaState) -> list[int]:
    """The sides that can still win a tie-break; empty if none is played."""
    if state.tie_break or setup.options.match == "hands_won" or state.hands_played < _deals(setup):
        return state.tie_break
    leaders = leading_sides(state.totals)
    return leaders if len(leaders) > 1 else []


def _best_of(level: list[int], points: list[int]) -> list[int]:
    """The sides that are still level after a tie-break hand, or the one that won it."""
    return [i for i in level if points[i] == max(points[j] for j in level)]


def _from_points(setup: Setup[BriscolaOptions], hand: BriscolaPointsHand) -> tuple[list[int], list[Line]]:
    check_per_side(setup, hand.points, "/points", rule="setup")
    points = complete_figures(hand.points, ALL_POINTS, "/points", never=impossible_figures(ALL_POINTS))
    lines = []
    for number, value in enumerate(points):
        if hand.points[number] is None:
            others = " − ".join(str(other) for i, other in enumerate(points) if i != number)
            text = _("{who}: the rest, {all} − {others}")
            lines.append(line(text, who=side(number), all=ALL_POINTS, others=others, value=value, rule="scoring"))
        else:
            lines.append(line("{who} counted {n}", who=side(number), n=value, value=value, rule="scoring"))
    return points, lines


def _from_cards(setup: Setup[BriscolaOptions], hand: BriscolaCardsHand) -> tuple[list[int], list[Line]]:
    check_per_side(setup, hand.captured, "/captured", rule="setup")
    piles = scoring_piles(_pack(setup), hand.captured, VALUES, "/captured")
    return count_card_points(None, piles, VALUES, side, "/captured", rule="scoring")


def _count_win(points: list[int], wins: list[int]) -> Line:
    """Counts the hand for its winner, with a line; if the most points are shared, it counts for nobody."""
    leaders = leading_sides(points)
    if len(leaders) > 1:
        return line("{n} each: the hand counts for nobody", n=points[leaders[0]], rule="hands-won")
    wins[leaders[0]] += 1
    won = plural(wins[leaders[0]], "{n} hand", "{n} hands")
    text = _("{who} won the hand with {n}, and {won} so far")
    return line(text, who=side(leaders[0]), n=points[leaders[0]], won=won, rule="hands-won")


def _by_hands_won(needed: int, state: BriscolaState, ended: bool) -> Verdict:
    leaders = leading_sides(state.wins)
    if state.wins[leaders[0]] >= needed:
        reason = plural(state.wins[leaders[0]], "{who} won {n} hand", "{who} won {n} hands", who=side(leaders[0]))
        return Verdict(True, leaders, reason)
    if ended:
        return Verdict(True, leaders if state.hands_played else [], say("The table ended the match"))
    return Verdict(False)


def _out_of_reach(state: BriscolaState, left: int) -> list[Line]:
    """A notice if the leader can no longer be caught; the remaining hands are still played."""
    first, second = sorted(state.totals, reverse=True)[:2]
    if first - second <= ALL_POINTS * left:
        return []
    leader = leading_sides(state.totals)[0]
    return [line("{who} can no longer be caught", who=side(leader), rule="end")]


def _summary(points: list[int], playing_off: bool) -> Message:
    parts = [say("{who} {n}", who=side(i), n=n) for i, n in enumerate(points)]
    return say(_("Tie-break: {parts}") if playing_off else _("{parts}"), parts=parts)


game = Briscola()

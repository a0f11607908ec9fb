"""What a hand of Tyzicha scores: hand values against the contract, and the cap."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.captured import complete_figures, complete_piles, count_card_points, impossible_figures
from scoring.engine.checks import check_entered, check_left_out
from scoring.engine.game import HandResult, Setup, check_per_seat, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, say, seat, signed, suit
from scoring.engine.refusal import refuse
from scoring.games.tyzicha.house_rules import ceiling, settle_barrel, without_trick, write_bolts
from scoring.games.tyzicha.models import (
    ALL_POINTS,
    CONCESSION,
    FORCED,
    HIGHEST,
    LOWEST,
    MARRIAGES,
    PACK,
    STEP,
    VALUES,
    TyzichaConcededHand,
    TyzichaContract,
    TyzichaDetails,
    TyzichaOptions,
    TyzichaPlayedHand,
    TyzichaState,
)


def score_played(
    setup: Setup[TyzichaOptions], state: TyzichaState, hand: TyzichaPlayedHand
) -> HandResult[TyzichaState]:
    """Returns the result of a played hand: the contract up or down for the declarer, hand values for the others if they
    count.

    Raises Refusal if contract, card points, cards or marriages are not possible.
    """
    _check_contract(setup, state, hand)
    cards, without, lines = _card_points(setup, hand)
    values = list(cards)
    for marriage in hand.marriages:
        worth = MARRIAGES[marriage.suit]
        values[marriage.seat] += worth
        text = _("{who} showed the marriage in {suit}")
        lines.append(line(text, who=seat(marriage.seat), suit=suit(marriage.suit), value=worth, rule="marriages"))
    reached, who = values[hand.declarer], seat(hand.declarer)
    made = reached > hand.contract if setup.options.make_contract == "exceed" else reached >= hand.contract
    text = (
        _("The contract of {contract} is made: {who} has {n}")
        if made
        else (_("The contract of {contract} is broken: {who} has {n}"))
    )
    if not made and reached == hand.contract:
        text = _("The contract of {contract} is broken: {who} has {n}, and more is needed here")
    lines.append(line(text, who=who, n=reached, contract=hand.contract, value=reached, rule="contract"))
    gains: list[int] = [0] * setup.players
    if not made or setup.options.opponents_score == "always":
        gains = [0 if number == hand.declarer else value for number, value in enumerate(values)]
    gains[hand.declarer] = hand.contract if made else -hand.contract
    text = _("{who}: {contract} made with {n}") if made else _("{who}: {contract} broken with {n}")
    summary = say(text, who=who, contract=hand.contract, n=reached)
    details = TyzichaDetails(hand_values=values, card_points=cards, contract=hand.contract, made=made, lost_to_cap=[])
    if setup.options.bolt_penalty is not None:
        details["no_trick"] = without
    return _result(setup, state, hand.declarer, gains, without, lines, summary, details)


def score_conceded(
    setup: Setup[TyzichaOptions], state: TyzichaState, hand: TyzichaConcededHand
) -> HandResult[TyzichaState]:
    """Returns the result of a conceded hand: the contract down, 40 for each opponent.

    Raises Refusal if it is not possible.
    """
    _check_contract(setup, state, hand)
    text = _("A conceded hand was not played: there are no card points and no marriages.")
    check_left_out(hand, ("card_points", "captured", "marriages"), "conceded", text, rule="conceding")
    gains = [CONCESSION] * setup.players
    gains[hand.declarer] = -hand.contract
    who = seat(hand.declarer)
    lines = [
        line("{who} concedes the contract of {n}", who=who, n=hand.contract, value=hand.contract, rule="conceding")
    ]
    summary = say("{who}: {n} conceded", who=who, n=hand.contract)
    details = TyzichaDetails(hand_values=None, contract=hand.contract, made=False, lost_to_cap=[])
    return _result(setup, state, hand.declarer, gains, [], lines, summary, details)


def _result(
    setup: Setup[TyzichaOptions],
    state: TyzichaState,
    declarer: int,
    gains: Sequence[int],
    without: Sequence[int],
    lines: list[Line],
    summary: Message,
    details: TyzichaDetails,
) -> HandResult[TyzichaState]:
    """The result after cap, bolts and barrel. gains: before them, by seat. without: the seats without a trick."""
    points, lost, cap_lines = _apply_cap(setup, state, declarer, gains)
    points, bolts, bolt_lines = write_bolts(setup, state, points, without)
    points, barrel, barrel_lines = settle_barrel(setup, state, declarer, points)
    return HandResult(
        points=points,
        state=next_state(setup, state, points, bolts=bolts, barrel=barrel),
        lines=[*lines, *cap_lines, *bolt_lines, *barrel_lines],
        summary=summary,
        details={**details, "lost_to_cap": lost},
    )


def _check_contract(setup: Setup[TyzichaOptions], state: TyzichaState, hand: TyzichaContract) -> None:
    check_seat(setup, hand.declarer, "/declarer", rule="bidding")
    contract, bid = hand.contract, hand.bid
    if contract % STEP:
        text = _("Contracts are multiples of ten: {n} is not possible.")
        raise refuse("/contract", "not_a_multiple", text, rule="bidding", n=contract)
    if hand.forced_hundred:
        if contract != FORCED:
            text = _("The forced contract of 100 is never raised, so {n} is not possible.")
            raise refuse("/contract", "forced_is_hundred", text, rule="forced", n=contract)
        left = setup.after(state.dealer)
        if hand.declarer != left:
            text = _("Only {who}, left of the dealer, can be forced.")
            raise refuse("/declarer", "not_forced", text, rule="forced", who=seat(left))
        if bid not in (None, FORCED):
            text = _("A player who was forced to 100 did not bid {n}.")
            raise refuse("/bid", "forced_is_hundred", text, rule="forced", n=bid)
        return
    if contract < LOWEST:
        text = _("The lowest contract is 110; only a forced player plays for 100.")
        raise refuse("/contract", "contract_too_low", text, rule="bidding")
    if contract > HIGHEST:
        text = _("No hand is worth more than {most}: all card points and all four marriages.")
        raise refuse("/contract", "contract_too_high", text, rule="marriages", most=HIGHEST)
    if bid is not None:
        if bid % STEP or bid < LOWEST:
            text = _("The bidding opens at 110 and goes up by tens: {n} is not a bid.")
            raise refuse("/bid", "bid_unknown", text, rule="bidding", n=bid)
        if contract < bid:
            text = _(
                "The contract may be raised after the exchange, never lowered: {contract} is below the bid, {bid}."
            )
            raise refuse("/contract", "below_bid", text, rule="raising", contract=contract, bid=bid)


def _card_points(setup: Setup[TyzichaOptions], hand: TyzichaPlayedHand) -> tuple[list[int], list[int], list[Line]]:
    """Returns the card points by seat, the seats without a trick where that counts, and the lines."""
    ways = {"card_points": _("the card points of each player"), "captured": _("the cards each won")}
    check_entered(hand, ways, rule="card-strength")
    points: list[int] | None = None
    if hand.card_points is not None:
        check_per_seat(setup, hand.card_points, "/card_points", rule="card-strength")
        impossible = impossible_figures(ALL_POINTS)
        points = complete_figures(
            hand.card_points, ALL_POINTS, "/card_points", rule="card-strength", impossible=impossible
        )
    piles: list[list[str]] | None = None
    if hand.captured is not None:
        check_per_seat(setup, hand.captured, "/captured", rule="play")
        piles = complete_piles(PACK, hand.captured, "/captured", trick=setup.players)
    _check_marriages(setup, hand, piles)
    cards, lines = count_card_points(points, piles, VALUES, seat, "/card_points")
    return cards, without_trick(setup, hand, cards, piles), lines


def _check_marriages(setup: Setup[TyzichaOptions], hand: TyzichaPlayedHand, piles: list[list[str]] | None) -> None:
    suits: list[str] = []
    for place, marriage in enumerate(hand.marriages):
        check_seat(setup, marriage.seat, f"/marriages/{place}/seat", rule="marriages")
        if marriage.suit in suits:
            text = _("There is one marriage in {suit}, and it was shown before.")
            raise refuse(f"/marriages/{place}/suit", "marriage_twice", text, rule="marriages", suit=suit(marriage.suit))
        suits.append(marriage.suit)
        if piles is None:
            continue
        leads = len(piles[marriage.seat]) // setup.players + (marriage.seat == hand.declarer)
        so_far = sum(other.seat == marriage.seat for other in hand.marriages[: place + 1])
        if so_far > leads:
            text = (
                _("{who} led {leads} times at most, and each marriage is shown by leading one of its cards.")
                if leads > 1
                else _("{who} led once at most, and each marriage is shown by leading one of its cards.")
                if leads
                else _("{who} won no trick, so never had the lead to show a marriage.")
            )
            params = {"who": seat(marriage.seat), "leads": leads}
            raise refuse(f"/marriages/{place}/seat", "never_led", text, rule="marriages", **params)


def _apply_cap(
    setup: Setup[TyzichaOptions], state: TyzichaState, declarer: int, gains: Sequence[int]
) -> tuple[list[Number], list[Number], list[Line]]:
    """Returns the points after the cap, the points lost by it, and their lines."""
    cap = ceiling(setup.options)
    points: list[Number] = []
    lines = []
    for number, gain in enumerate(gains):
        total = state.totals[number]
        scored = gain if number == declarer else min(total + gain, max(cap, total)) - total
        points.append(scored)
        if not gain and number != declarer:
            lines.append(line("{who} scores nothing", who=seat(number), rule="contract"))
        elif scored == gain:
            lines.append(line("{who} {points}", who=seat(number), points=signed(scored), value=scored, rule="contract"))
        else:
            text = _("Without the contract nobody rises above {cap}: {lost} are lost, {who} {points}")
            lines.append(
                line(
                    text,
                    who=seat(number),
                    points=signed(scored),
                    cap=cap,
                    lost=gain - scored,
                    value=scored,
                    rule="cap",
                )
            )
    return points, [gain - scored for gain, scored in zip(gains, points, strict=True)], lines

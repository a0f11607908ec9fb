"""A hand of Solo: is it possible, were the tricks made, who scores."""

from __future__ import annotations

from scoring.engine.checks import check_entered, check_left_out
from scoring.engine.game import HandResult, Setup, check_seat, next_state
from scoring.engine.marking import _
from scoring.engine.messages import Line, Message, Number, line, plural, say, seat, signed, suit
from scoring.engine.refusal import refuse
from scoring.engine.tricks_won import tricks_by_seat
from scoring.games.solo.models import GAMES, NEEDED, STEPS, TRICKS, SoloDetails, SoloHand, SoloOptions, SoloState

#: The ways to enter the tricks.
WAYS = {
    "tricks": _("the tricks of the declaring side"),
    "tricks_by_seat": _("the tricks of each player"),
    "trick_winners": _("the winners of the tricks"),
}


def score_hand(setup: Setup[SoloOptions], state: SoloState, hand: SoloHand) -> HandResult[SoloState]:
    """Returns what a hand scores: the worth of its game, up or down, for the declarer and for a partner.

    Raises Refusal if the bidding, the partner or the tricks are not possible.
    """
    check_seat(setup, hand.declarer, "/declarer", rule="bidding")
    _check_partner(setup, hand)
    step = f"{hand.game}_{'color' if hand.trump == state.color else 'suit'}"
    _check_bidding(hand, step)
    declaring_side = [hand.declarer] if hand.partner is None else [hand.declarer, hand.partner]
    won = _tricks_won(setup, hand, declaring_side)
    worth, name = GAMES[step]
    needed = NEEDED[hand.game]
    made = won >= needed
    change = worth if made else -worth
    points: list[Number] = [change if number in declaring_side else 0 for number in range(setup.players)]
    return HandResult(
        points=points,
        state=next_state(setup, state, points),
        lines=_lines(hand, name, worth, needed, won, made),
        summary=_summary(hand, name, needed, won),
        details=SoloDetails(game=step, worth=worth, needed=needed, taken=won, made=made, partner=hand.partner),
    )


def _check_partner(setup: Setup[SoloOptions], hand: SoloHand) -> None:
    if hand.game != "simple":
        text = _("In a solo or a tout the declarer plays alone: no ace is called, nobody is partner.")
        check_left_out(hand, ("partner", "called_ace"), "plays_alone", text, rule="called-ace")
        return
    if "partner" not in hand.model_fields_set:
        text = _("Say who held the called ace; nobody if it was the declarer.")
        raise refuse("/partner", "partner_missing", text, rule="called-ace")
    check_seat(setup, hand.partner, "/partner", rule="called-ace")
    if hand.partner == hand.declarer:
        text = _("{who} cannot be their own partner: after calling an ace of their own a declarer has none.")
        raise refuse("/partner", "own_partner", text, rule="called-ace", who=seat(hand.declarer))


def _check_bidding(hand: SoloHand, step: str) -> None:
    if hand.forced:
        if hand.game != "simple":
            text = _("When all have passed, the queen of clubs plays a simple game and no other.")
            raise refuse("/game", "forced_simple", text, rule="all-passed")
        if hand.both_queens:
            text = _("A player with both black queens may not pass, so not everybody has passed.")
            raise refuse("/both_queens", "queens_never_pass", text, rule="black-queens")
        if hand.bid is not None:
            raise refuse("/bid", "nobody_bid", "When all have passed there was no bid.", rule="all-passed")
    if hand.both_queens and hand.game == "simple":
        text = _("With both black queens at least a solo in suit must be played.")
        raise refuse("/game", "queens_need_solo", text, rule="black-queens")
    if hand.bid is not None and STEPS.index(step) < STEPS.index(hand.bid):
        text = _("{named} ranks below {bid}, the bid that won.")
        raise refuse("/game", "below_bid", text, rule="games", named=GAMES[step][1], bid=GAMES[hand.bid][1])


def _tricks_won(setup: Setup[SoloOptions], hand: SoloHand, declaring_side: list[int]) -> int:
    """Returns the tricks of the declaring side, from their number or from the winners.

    Raises Refusal if two entries disagree.
    """
    check_entered(hand, WAYS, rule="result")
    stopped_early = hand.trick_winners is not None and _stopped_early(setup, hand, hand.trick_winners)
    total = len(hand.trick_winners or ()) if stopped_early else TRICKS
    pointers = ("/tricks_by_seat", "/trick_winners")
    by_seat = tricks_by_seat(setup, hand.tricks_by_seat, hand.trick_winners, total, pointers, rule="play")
    if by_seat is None:
        return hand.tricks or 0
    won = sum(by_seat[number] for number in declaring_side)
    if hand.tricks is not None and hand.tricks != won:
        text = _("Trick by trick it is {won}, not {entered}.")
        raise refuse("/tricks", "disagree", text, rule="result", won=won, entered=hand.tricks)
    return won


def _stopped_early(setup: Setup[SoloOptions], hand: SoloHand, winners: list[int]) -> bool:
    """Whether a lost tout stopped before the last trick. Raises Refusal if another hand has too few winners."""
    for place, winner in enumerate(winners):
        check_seat(setup, winner, f"/trick_winners/{place}", rule="play")
    if len(winners) >= TRICKS:
        return False
    if hand.game == "tout" and winners and winners[-1] != hand.declarer:
        return True
    text = _("{given} tricks are not a whole hand: only a tout may stop early, when a trick is lost.")
    raise refuse("/trick_winners", "tricks_missing", text, rule="result", unfinished=True, given=len(winners))


def _lines(hand: SoloHand, name: Message, worth: int, needed: int, won: int, made: bool) -> list[Line]:
    who = seat(hand.declarer)
    text = _("{who}: {game}, {suit} trumps, worth {n}")
    if hand.forced:
        text = _("{who} has to play, as all passed: {game}, {suit} trumps, worth {n}")
    lines = [line(text, who=who, game=name, suit=suit(hand.trump), n=worth, value=worth, rule="games")]
    if hand.partner is not None:
        lines.append(line("{partner} held the called ace", partner=seat(hand.partner), rule="called-ace"))
    elif hand.game == "simple":
        lines.append(line("{who} held the called ace and plays without a partner", who=who, rule="called-ace"))
    text = _("Tricks needed {needed}, won {won}: made") if made else _("Tricks needed {needed}, won {won}: failed")
    lines.append(line(text, needed=needed, won=won, value=won, rule="result"))
    change = worth if made else -worth
    if hand.partner is None:
        lines.append(line("{who} {change}", who=who, change=signed(change), value=change, rule="result"))
    else:
        text = _("{who} and {partner} {change} each")
        partner = seat(hand.partner)
        lines.append(line(text, who=who, partner=partner, change=signed(change), value=change, rule="result"))
    return lines


def _summary(hand: SoloHand, name: Message, needed: int, won: int) -> Message:
    who, suit_name, score = seat(hand.declarer), suit(hand.trump), plural(won, "{n} trick", "{n} tricks")
    ending = say("made, {score}", score=score) if won >= needed else say("failed, {score}", score=score)
    if hand.partner is None:
        return say("{who}: {game} ({suit}), {ending}", who=who, game=name, suit=suit_name, ending=ending)
    text = _("{who} and {partner}: {game} ({suit}), {ending}")
    return say(text, who=who, partner=seat(hand.partner), game=name, suit=suit_name, ending=ending)

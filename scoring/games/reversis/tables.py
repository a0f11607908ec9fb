"""Tables for the rules page: the payments of Reversis."""

from __future__ import annotations

from scoring.engine.game import Cell, Grid
from scoring.engine.messages import card, cards, say
from scoring.games.reversis.ledger import FORCED_QUINOLA, OTHERS_PAY, THROWN_QUINOLA, ace_price
from scoring.games.reversis.models import ACES, QUINOLA
from scoring.games.reversis.party_hand import PARTY
from scoring.games.reversis.reversis_hand import BROKEN_WITH_QUINOLA, FROM_A_NEIGHBOUR, FROM_ACROSS, WHOLE


def make_tables() -> dict[str, Grid]:
    """Returns who pays whom for what (rules: aces, quinola, claims, party, reversis)."""
    plain = min(map(ace_price, ACES))
    dear = [code for code in ACES if ace_price(code) > plain]
    ace = say("{n}, for {dear} {m}", n=plain, dear=cards(dear), m=ace_price(dear[0]))
    quinola = {"card": card(QUINOLA), "n": FORCED_QUINOLA, "m": OTHERS_PAY}
    rows: list[list[Cell]] = [
        [say("ace thrown on another suit"), say("the winner of the trick pays its player {ace}", ace=ace)],
        [say("ace played to a lead of its suit"), say("its player pays the leader {ace}", ace=ace)],
        [say("ace led"), say("nothing at once; to the winner of the party, if claimed, {ace}", ace=ace)],
        [
            say("{card} thrown on another suit", **quinola),
            say("the winner of the trick pays its player {n}, who also takes the newest pot", n=THROWN_QUINOLA),
        ],
        [
            say("{card} played to a heart lead", **quinola),
            say(
                "its player pays the leader {n}, the two others pay the leader {m} each; its player also pays a remise",
                **quinola,
            ),
        ],
        [
            say("{card} led", **quinola),
            say("nothing at once; {n} and twice {m} to the winner of the party, if claimed", **quinola),
        ],
        [
            say("party"),
            say("the loser pays the winner {n} plus the points of the talon; across the table, twice that", n=PARTY),
        ],
        [
            say("reversis made"),
            say(
                "{n} from across, {m} from each neighbour; also the newest pot, if {card} was played in "
                "the first nine tricks",
                n=FROM_ACROSS,
                m=FROM_A_NEIGHBOUR,
                card=card(QUINOLA),
            ),
        ],
        [
            say("reversis broken"),
            say(
                "its player pays the breaker {n}, or {m} if {card} broke it",
                n=WHOLE,
                m=BROKEN_WITH_QUINOLA,
                card=card(QUINOLA),
            ),
        ],
    ]
    return {"payments": Grid([say("what happens"), say("who pays whom")], rows, say("Payments"))}

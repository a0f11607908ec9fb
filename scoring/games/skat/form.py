"""The form of a hand of Skat: who, which game, and then only what is unusual.

A won game with one matador takes two taps and the save button; matadors, result and hand game take one more each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.engine.cards import PACK_32, SUITS, SYMBOLS
from scoring.engine.controls import last_value
from scoring.engine.form import Amount, Choice, Control, Data, Form, FormValues, Option, Pick, Toggle, cards_to_pick
from scoring.engine.messages import say, seat
from scoring.games.skat.bid_form import any_bid, bids_that_matter
from scoring.games.skat.cards import ALL_POINTS, HAND, SKAT, TRICKS, TRUMPS
from scoring.games.skat.matadors import Matadors
from scoring.games.skat.options import Setup, SkatOptions, SkatState
from scoring.games.skat.ramsch_form import RAMSCH, ramsch_controls
from scoring.games.skat.value import ANNOUNCED, against_bid, value_of

When = dict[str, str | Sequence[str]]

#: Matadors in sight; more are behind one further tap.
FEW = range(1, 5)
MANY = range(5, 12)

SUIT_GAMES: When = {"game": SUITS}
TRUMP_GAMES: When = {"game": (*SUITS, "grand")}
NULL: When = {"game": "null"}


def make_form(setup: Setup, state: SkatState) -> Form:
    """Returns the form of the next hand, the same one whenever the same three play."""
    active = sorted(setup.after(state.dealer, steps) for steps in (1, 2, 3))
    return _form(setup.sides, setup.options.model_dump_json(), tuple(active))


@lru_cache(maxsize=64)
def _form(sides: tuple[tuple[int, ...], ...], options: str, active: Sequence[int]) -> Form:
    """options: as JSON."""
    setup = Setup(len(sides), SkatOptions.model_validate_json(options), sides)
    # Also with the dealer, who may play a hand that is entered while earlier ones wait on the phone.
    with_declarer: When = {"declarer": [str(number) for side in sides for number in side]}
    controls = [
        _declarer(setup, active),
        _game(with_declarer),
        *_ways(setup, with_declarer),
        *_matadors(with_declarer),
        _result(setup, with_declarer),
        *_null(with_declarer),
        Toggle(name="hand", label=say("Hand game"), when=with_declarer, inline=True, rule="hand-games"),
        *bids_that_matter(with_declarer),
        *_announced(with_declarer),
    ]
    if setup.options.doublings:
        controls.append(_kontra(setup, with_declarer))
    controls += [*_by_card_points(with_declarer), *_trumps_held(with_declarer)]
    if setup.options.ramsch:
        controls += ramsch_controls(setup, active)
    return Form(controls)


def _declarer(setup: Setup, active: Iterable[int]) -> Choice:
    # With four players one sits out: the place of that name stays, so that the other names keep theirs.
    options = [
        Option(str(number), seat(number), {"declarer": number}, disabled=number not in active)
        for number in range(setup.players)
    ]
    if setup.options.ramsch:
        options.append(Option("ramsch", say("Nobody"), {"kind": "ramsch"}, note=say("Ramsch")))
    else:
        options.append(Option("passed_in", say("Nobody"), {"kind": "passed_in"}, note=say("passed in")))
    return Choice(name="declarer", label=say("Who played?"), options=options, rule="bidding")


def _game(with_declarer: When) -> Choice:
    options = [Option(letter, SYMBOLS[letter], {"kind": "suit", "trump": letter}) for letter in SUITS]
    options.append(Option("grand", say("Grand"), {"kind": "grand"}))
    options.append(Option("null", say("Null"), {"kind": "null"}))
    return Choice(name="game", label=say("Which game?"), options=options, when=with_declarer, rule="game-value")


def _ways(setup: Setup, with_declarer: When) -> list[Control]:
    """Rare entries, in one fold: the bid, other ways of entry, a Bock round."""
    controls: list[Control] = [
        any_bid(with_declarer),
        Choice(
            name="matadors_by",
            label=say("Matadors entered"),
            options=[
                Option("number", say("By number")),
                Option("trumps", say("By the trumps held")),
                Option("cards", say("By the cards dealt")),
            ],
            default="number",
            when={**with_declarer, **TRUMP_GAMES},
            fold=True,
            rule="matadors",
        ),
        # The counts come first: if a hand has both, the form shows the count.
        Choice(
            name="result_by",
            label=say("Result entered"),
            options=[
                Option("points", say("By card points")),
                Option("declarer", say("By the declarer's cards")),
                Option("defenders", say("By the defenders' cards")),
                Option("outcome", say("Won or lost only")),
            ],
            default="outcome",
            when={**with_declarer, **TRUMP_GAMES},
            fold=True,
            rule="made",
        ),
    ]
    if setup.options.ramsch:
        controls.append(
            Choice(
                name="ramsch_by",
                label=say("Ramsch entered"),
                options=[Option("points", say("By card points")), Option("cards", say("By the cards won"))],
                default="points",
                when=RAMSCH,
                fold=True,
                rule="ramsch",
            )
        )
    if setup.options.bock == "on":
        controls.append(Toggle(name="start_bock", label=say("A Bock round begins"), fold=True, rule="bock"))
    return controls


# -- matadors ----------------------------------------------------------------------------------------


def _matadors(with_declarer: When) -> list[Control]:
    """With or against a number, with 1 at first; long runs take one more tap."""
    by_number: When = {**with_declarer, "matadors_by": "number"}
    return [
        _Matadors(
            name="matadors",
            label=say("Matadors"),
            options=[
                *_with(FEW),
                Option("with_more", say("With 5+")),
                *_against(FEW),
                Option("against_more", say("Against 5+")),
            ],
            default="with1",
            rows=2,
            when={**by_number, **SUIT_GAMES},
            rule="matadors",
        ),
        Choice(
            name="matadors_with",
            label=say("With how many?"),
            options=_with(MANY),
            when={**by_number, **SUIT_GAMES, "matadors": "with_more"},
            rule="matadors",
        ),
        Choice(
            name="matadors_against",
            label=say("Against how many?"),
            options=_against(MANY),
            when={**by_number, **SUIT_GAMES, "matadors": "against_more"},
            rule="matadors",
        ),
        Choice(
            name="matadors_grand",
            label=say("Matadors"),
            options=[*_with(FEW), *_against(FEW)],
            default="with1",
            rows=2,
            when={**by_number, "game": "grand"},
            rule="matadors",
        ),
    ]


@dataclass(frozen=True, kw_only=True)
class _Matadors(Choice):
    """The matadors; of five and more, which are chosen below, only whether they were held."""

    def show(self, hand: Mapping[str, Any]) -> FormValues:
        matadors = hand.get("matadors") or {}
        more = next((side for side in ("with", "against") if (matadors.get(side) or 0) in MANY), None)
        return {self.name: [f"{more}_more"]} if more else super().show(hand)


def _with(counts: Iterable[int]) -> list[Option]:
    return [Option(f"with{n}", say("With {n}", n=n), {"matadors.with": n}) for n in counts]


def _against(counts: Iterable[int]) -> list[Option]:
    return [Option(f"against{n}", say("Against {n}", n=n), {"matadors.against": n}) for n in counts]


def _trumps_held(with_declarer: When) -> list[Control]:
    by_trumps: When = {**with_declarer, "matadors_by": "trumps"}
    controls: list[Control] = [
        Pick(
            name=f"trumps_{game}",
            label=say("All trumps in hand and skat"),
            options=cards_to_pick(trumps),
            path="trumps_held",
            always=True,
            when={**by_trumps, "game": game},
            rule="matadors",
        )
        for game, trumps in TRUMPS.items()
    ]
    for name, label, most in (
        ("cards", say("The ten cards dealt"), HAND),
        ("skat", say("The two cards dealt to the skat"), SKAT),
    ):
        controls.append(
            Pick(
                name=name,
                label=label,
                options=cards_to_pick(PACK_32.cards),
                most=most,
                when={**with_declarer, **TRUMP_GAMES, "matadors_by": "cards"},
                rule="matadors",
            )
        )
    return controls


# -- announcement, result ----------------------------------------------------------------------------


def _announced(with_declarer: When) -> list[Control]:
    names = {
        "none": say("Nothing"),
        "schneider": say("Schneider"),
        "schwarz": say("Schwarz"),
        "open": say("Open"),
    }
    return [
        Choice(
            name="announced",
            label=say("Announced"),
            options=[
                Option(name, label, {} if name == "none" else {"announced": name}) for name, label in names.items()
            ],
            default="none",
            when={**with_declarer, **TRUMP_GAMES, "hand": "1"},
            rule="announcing",
        ),
        Toggle(name="open", label=say("Open"), when={**with_declarer, **NULL}, rule="null-values"),
    ]


def _result(setup: Setup, with_declarer: When) -> Choice:
    """Won or lost, and what was reached, in one tap; the default is won."""
    options = [
        Option("won", say("Won"), {"outcome.won": True}),
        Option("won_schneider", say("Won, schneider"), _reached(True, "schneider")),
        Option("won_schwarz", say("Won, schwarz"), _reached(True, "schwarz")),
        Option("conceded", say("Given up"), {"conceded": True}),
        Option("lost", say("Lost"), {"outcome.won": False}),
        Option("lost_schneider", say("Lost, schneider"), _reached(False, "schneider")),
        Option("lost_schwarz", say("Lost, schwarz"), _reached(False, "schwarz")),
    ]
    if setup.options.bock == "on" and "sixty" in setup.options.bock_after:
        options.append(Option("sixty", say("Lost with 60"), {"declarer_points": 60}, note=say("Bock")))
    return _Result(
        name="result",
        label=say("Result"),
        options=options,
        default="won",
        when={**with_declarer, **TRUMP_GAMES, "result_by": "outcome"},
        rule="made",
    )


@dataclass(frozen=True, kw_only=True)
class _Result(Choice):
    """The result. A game that does not reach its bid is lost, whether or not somebody said so."""

    def read(self, data: Data) -> dict[str, Any]:
        found = super().read(data)
        if found.get("outcome.won") and _is_overbid(data, found.get("outcome.level", "plain")):
            return {**found, "outcome.won": False}
        return found


def _is_overbid(data: Data, level: str) -> bool:
    """Whether the bid is above the value, as far as the form has numbers. level: that was reached."""
    game = last_value(data, "game")
    bids = [last_value(data, name) for name in (f"bid_{game}", "bid")]
    bid = next((text for text in bids if text.isdecimal()), "")
    matadors = last_value(data, "matadors_grand" if game == "grand" else "matadors")
    if matadors.endswith("_more"):
        matadors = last_value(data, f"matadors_{matadors.removesuffix('_more')}")
    count = matadors.removeprefix("with").removeprefix("against")
    if not bid or not count.isdecimal() or last_value(data, "matadors_by") in ("trumps", "cards"):
        return False
    hand = bool(last_value(data, "hand"))
    announced = last_value(data, "announced") if hand else ""
    run = Matadors(matadors.startswith("with"), int(count))
    reached = level in ("schneider", "schwarz"), level == "schwarz"
    worth = value_of(game, run, hand, announced if announced in ANNOUNCED else "none", *reached)
    return against_bid(game, worth, int(bid)).overbid


def _reached(won: bool, level: str) -> Mapping[str, Any]:
    return {"outcome.won": won, "outcome.level": level}


def _by_card_points(with_declarer: When) -> list[Control]:
    """The count, if the table wants one: card points, or a pile of cards."""
    counted: When = {**with_declarer, **TRUMP_GAMES}
    return [
        Amount(
            name="declarer_points",
            label=say("The declarer's card points"),
            help=say("Including the skat, or the two cards laid away."),
            least=0,
            most=ALL_POINTS,
            quick=(30, 31, 60, 61, 89, 90, 120),
            when={**counted, "result_by": "points"},
            rule="card-points",
        ),
        Amount(
            name="declarer_tricks",
            label=say("The declarer's tricks"),
            help=say("Needed with all 120 card points, or with 22 or fewer."),
            least=0,
            most=TRICKS,
            when={**counted, "result_by": "points"},
            fold=True,
            rule="schwarz",
        ),
        Pick(
            name="declarer_cards",
            label=say("All cards that the declarer won, and the skat"),
            options=cards_to_pick(PACK_32.cards),
            when={**counted, "result_by": "declarer"},
            rule="card-points",
        ),
        Pick(
            name="defender_cards",
            label=say("All cards that the defenders won"),
            options=cards_to_pick(PACK_32.cards),
            always=True,
            when={**counted, "result_by": "defenders"},
            rule="card-points",
        ),
    ]


def _null(with_declarer: When) -> list[Control]:
    return [
        Choice(
            name="null_result",
            label=say("Result"),
            options=[
                Option("won", say("Won"), {"outcome.won": True}, note=say("no trick")),
                Option("lost", say("Lost"), {"outcome.won": False}, note=say("a trick")),
            ],
            default="won",
            when={**with_declarer, **NULL},
            rule="null",
        ),
        Amount(
            name="null_tricks",
            label=say("The declarer's tricks"),
            path="declarer_tricks",
            least=0,
            most=TRICKS,
            when={**with_declarer, **NULL},
            fold=True,
            rule="null",
        ),
    ]


def _kontra(setup: Setup, with_declarer: When) -> Choice:
    options = [Option("none", say("None"))]
    names = {"kontra": say("Kontra"), "re": say("Re")}
    options += [Option(name, names[name], {"kontra": name}) for name in setup.options.doublings]
    return Choice(
        name="kontra", label=say("Kontra"), options=options, default="none", when=with_declarer, rule="kontra"
    )

"""The form of a hand of Truco: one tap for a plain hand, two for a raised one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.form import Choice, Control, Event, Events, Form, Option, Toggle, cards_to_choose, sides_to_choose
from scoring.engine.game import Setup
from scoring.engine.marking import _
from scoring.engine.messages import Message, card, say, side
from scoring.games.truco.models import PACK, HandType, TrucoOptions, TrucoState
from scoring.games.truco.result import OFFENCES, leaders, special_name
from scoring.games.truco.stakes import Stakes, call_name, hand_type, highest_call, reachable, stakes_of

QUICK: dict[str, str] = {"entry": "summary"}
BY_EVENTS: dict[str, str] = {"entry": "events"}


def make_form(setup: Setup[TrucoOptions], state: TrucoState) -> Form:
    """Returns the form of the next hand; the kind of hand follows from the totals."""
    stakes = stakes_of(setup.options)
    kind = hand_type(stakes, state.totals)
    controls: list[Control] = [_entry()]
    if kind == "normal":
        controls += _stake(stakes, state)
    controls += [_winner(stakes, state, kind), _events(stakes, state, kind)]
    if setup.options.manilhas == "vira":
        controls.append(_vira())
    return Form([*controls, _irregularities()])


def _entry() -> Choice:
    return Choice(
        name="entry",
        label=say("What to write down"),
        options=[
            Option("summary", say("Result"), {"kind": "summary"}),
            Option("events", say("Calls and tricks"), {"kind": "events"}),
            Option("void", say("Void deal"), {"kind": "void"}),
        ],
        default="summary",
        fold=True,
        rule="scoring",
    )


def _stake(stakes: Stakes, state: TrucoState) -> list[Control]:
    """The stakes that calls can lead to at these totals, the plain one chosen, and whether the losers ran."""
    within = [step for step in range(len(stakes)) if reachable(stakes, [state.totals], step)]
    raised = [step for step in within if step and reachable(stakes, [state.totals], step + 1)]
    return [
        Choice(
            name="stake",
            label=say("Stake in force"),
            options=[
                Option(
                    str(stakes[step]),
                    say("{n}", n=stakes[step]),
                    {"stake": stakes[step]},
                    note=call_name(stakes, step) if step else say("plain"),
                    disabled=step not in within,
                )
                for step in range(len(stakes))
            ],
            default=str(stakes[0]),
            when=QUICK,
            rule="raising",
        ),
        Toggle(
            name="ran",
            label=say("They ran from the next call"),
            help=say("Scored for a refused call: {calls}", calls=[_refused(stakes, step) for step in (0, *raised)]),
            when={**QUICK, "stake": [str(stakes[step]) for step in (0, *raised)]},
            rule="running",
        ),
    ]


def _refused(stakes: Stakes, step: int) -> Message:
    """The call above this step, and what it brings if it is refused."""
    return say("{call} ({n})", call=call_name(stakes, step + 1), n=stakes[step])


def _winner(stakes: Stakes, state: TrucoState, kind: HandType) -> Choice:
    """Returns the choice of the winner, which saves the hand.

    In a hand of eleven it also decides whether it was played.
    """
    played = {"eleven_choice": "play"} if kind == "eleven" else {}
    options = [Option(str(number), side(number), {**played, "winner": number}) for number in (0, 1)]
    options.append(Option("tied", say("All tied"), {**played, "winner": None}))
    if kind == "eleven":
        text = say("{who} ran", who=side(leaders(stakes, state.totals)))
        options.append(Option("run", text, {"eleven_choice": "run"}, own_row=True))
    labels = {
        "normal": say("Who won the hand?"),
        "eleven": say("{hand}: who won it?", hand=special_name(stakes)),
        "iron": say("Iron hand: who won it?"),
    }
    rules = {"normal": "hand", "eleven": "eleven", "iron": "iron"}
    return Choice(name="winner", label=labels[kind], options=options, submits=True, when=QUICK, rule=rules[kind])


def _events(stakes: Stakes, state: TrucoState, kind: HandType) -> Events:
    """Buttons for everything that can happen: tricks first, then the calls that each side may make."""
    quick = []
    if kind == "eleven":
        quick += [
            Option("play", say("Play"), {"kind": "eleven", "choice": "play"}),
            Option("run", say("Run"), {"kind": "eleven", "choice": "run"}),
        ]
    quick += [Option(f"trick{number}", _trick(number), {"kind": "trick", "winner": number}) for number in (0, 1)]
    quick.append(Option("tied", _trick(None), {"kind": "trick", "winner": None}))
    for number in (0, 1) if kind == "normal" else ():
        quick += [
            Option(
                f"call{number}.{step}",
                _call(stakes, number, step),
                {"kind": "raise", "side": number, "to": stakes[step]},
            )
            for step in range(1, highest_call(stakes, state.totals[number]) + 1)
        ]
        quick += [
            Option(f"accept{number}", say("{who} accept", who=side(number)), {"kind": "accept", "side": number}),
            Option(f"run{number}", say("{who} run", who=side(number)), {"kind": "run", "side": number}),
        ]
    irregularity_event = Event("irregularity", say("Irregularity"), _offence(), {"kind": "irregularity"})

    def event_label(event: Mapping[str, Any]) -> Message:
        return event_name(stakes, event)

    return Events(
        name="events",
        label=say("The hand as it went"),
        help=say("Up to the trick or the answer that decided it."),
        describe=event_label,
        quick=quick,
        kinds=[irregularity_event],
        when=BY_EVENTS,
        rule="hand",
    )


def _vira() -> Choice:
    return Choice(
        name="vira",
        label=say("Turned card"),
        options=cards_to_choose(PACK.cards, "vira"),
        when=BY_EVENTS,
        fold=True,
        rule="vira",
    )


def _irregularities() -> Events:
    return Events(
        name="irregularities",
        label=say("Irregularities"),
        describe=_irregularity_label,
        kinds=[Event("irregularity", say("Irregularity"), _offence())],
        when={"entry": ("summary", "void")},
        fold=True,
        rule="irregularities",
    )


def _offence() -> list[Control]:
    return [
        Choice(name="side", label=say("Who broke a rule?"), options=sides_to_choose(2, "side")),
        Choice(
            name="offence",
            label=say("What happened?"),
            options=[Option(code, text, {"offence": code}) for code, text in OFFENCES.items()],
        ),
    ]


def event_name(stakes: Stakes, event: Mapping[str, Any]) -> Message:
    """Returns the label of an event in the list. Events come from the form or from a recorded hand."""
    match event:
        case {"kind": "eleven", "choice": "play"}:
            return say("Play")
        case {"kind": "eleven"}:
            return say("Run")
        case {"kind": "raise", "side": 0 | 1 as number, "to": int() as to} if to in stakes[1:]:
            return _call(stakes, number, stakes.index(to))
        case {"kind": "accept", "side": 0 | 1 as number}:
            return say("{who} accept", who=side(number))
        case {"kind": "run", "side": 0 | 1 as number}:
            return say("{who} run", who=side(number))
        case {"kind": "trick", "plays": list() as plays}:
            return say("Trick: {plays}", plays=[_play_name(play) for play in plays])
        case {"kind": "trick", "winner": 0 | 1 as number}:
            return _trick(number)
        case {"kind": "trick"}:
            return _trick(None)
        case _:
            return _irregularity_label(event)


def _play_name(play: Mapping[str, Any]) -> Any:
    code = play.get("card")
    return card(code) if code else say("face down")


def _irregularity_label(event: Mapping[str, Any]) -> Message:
    match event:
        case {"side": 0 | 1 as number, "offence": str() as offence} if offence in OFFENCES:
            return say("{who}: {offence}", who=side(number), offence=OFFENCES[offence])
        case _:
            return say("Irregularity: say who and what")


def _trick(number: int | None) -> Message:
    return say("Trick tied") if number is None else say("Trick: {who}", who=side(number))


def _call(stakes: Stakes, number: int, step: int) -> Message:
    text = _("{who} call {call} ({to})")
    return say(text, who=side(number), call=call_name(stakes, step), to=stakes[step])

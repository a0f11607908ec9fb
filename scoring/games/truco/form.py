"""What the phone asks for a hand of Truco: one tap for a plain hand, two for a raised one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.form import Choice, Control, Event, Events, Form, Option, Toggle, sides_to_choose
from scoring.engine.game import Setup
from scoring.engine.messages import Message, card, say, side
from scoring.games.truco.models import PACK, TrucoOptions, TrucoState
from scoring.games.truco.result import OFFENCES, leaders, special_name
from scoring.games.truco.stakes import HandType, Ladder, call_name, hand_type, highest_call, ladder, reachable

QUICK: dict[str, str] = {"entry": "summary"}
BY_EVENTS: dict[str, str] = {"entry": "events"}


def make_form(setup: Setup[TrucoOptions], state: TrucoState) -> Form:
    """The form for the coming hand: its kind follows from the totals."""
    rungs = ladder(setup.options)
    kind = hand_type(rungs, state.totals)
    controls: list[Control] = [_entry()]
    if kind == "normal":
        controls += _stake(rungs, state)
    controls += [_winner(rungs, state, kind), _events(rungs, state, kind)]
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


def _stake(rungs: Ladder, state: TrucoState) -> list[Control]:
    """The stakes that calls can lead to at these totals, the plain one chosen, and whether the losers ran."""
    within = [rung for rung in range(len(rungs)) if reachable(rungs, state.totals, rung)]
    refusable = [str(rungs[rung]) for rung in within if rung and reachable(rungs, state.totals, rung + 1)]
    return [
        Choice(
            name="stake",
            label=say("Stake in force"),
            options=[
                Option(
                    str(rungs[rung]),
                    say("{n}", n=rungs[rung]),
                    {"stake": rungs[rung]},
                    note=call_name(rungs, rung) if rung else say("plain"),
                )
                for rung in within
            ],
            default=str(rungs[0]),
            when=QUICK,
            rule="raising",
        ),
        Toggle(
            name="ran",
            label=say("They ran from the next call"),
            help=say("The stake is the one before the call that was refused."),
            when={**QUICK, "stake": [str(rungs[0]), *refusable]},
            fold=True,
            rule="running",
        ),
    ]


def _winner(rungs: Ladder, state: TrucoState, kind: HandType) -> Choice:
    """Who won: tapping it saves the hand. With eleven the same tap says whether it was played."""
    played = {"eleven_choice": "play"} if kind == "eleven" else {}
    options = [Option(str(number), side(number), {**played, "winner": number}) for number in (0, 1)]
    options.append(Option("tied", say("All tied"), {**played, "winner": None}))
    if kind == "eleven":
        text = say("{who} ran", who=side(leaders(rungs, state.totals)))
        options.append(Option("run", text, {"eleven_choice": "run"}))
    labels = {
        "normal": say("Who won the hand?"),
        "eleven": say("{hand}: who won it?", hand=special_name(rungs)),
        "iron": say("Iron hand: who won it?"),
    }
    rules = {"normal": "hand", "eleven": "eleven", "iron": "iron"}
    return Choice(name="winner", label=labels[kind], options=options, submits=True, when=QUICK, rule=rules[kind])


def _events(rungs: Ladder, state: TrucoState, kind: HandType) -> Events:
    """Buttons for everything that can happen: tricks first, then the calls that each side may make."""
    quick = []
    if kind == "eleven":
        quick += [
            Option("play", say("Play"), {"e": "eleven", "choice": "play"}),
            Option("run", say("Run"), {"e": "eleven", "choice": "run"}),
        ]
    quick += [Option(f"trick{number}", _trick(number), {"e": "trick", "winner": number}) for number in (0, 1)]
    quick.append(Option("tied", _trick(None), {"e": "trick", "winner": None}))
    for number in (0, 1) if kind == "normal" else ():
        quick += [
            Option(
                f"call{number}.{rung}", _call(rungs, number, rung), {"e": "raise", "side": number, "to": rungs[rung]}
            )
            for rung in range(1, highest_call(rungs, state.totals[number]) + 1)
        ]
        quick += [
            Option(f"accept{number}", say("{who} accept", who=side(number)), {"e": "accept", "side": number}),
            Option(f"run{number}", say("{who} run", who=side(number)), {"e": "run", "side": number}),
        ]
    broken = Event("irregularity", say("Irregularity"), _offence(), {"e": "irregularity"})

    def tell(event: Mapping[str, Any]) -> Message:
        return tell_event(rungs, event)

    return Events(
        name="events",
        label=say("The hand as it went"),
        help=say("Up to the trick or the answer that decided it."),
        describe=tell,
        quick=quick,
        kinds=[broken],
        when=BY_EVENTS,
        rule="hand",
    )


def _vira() -> Choice:
    return Choice(
        name="vira",
        label=say("Turned card"),
        options=[Option(code, card(code), {"vira": code}) for code in PACK.cards],
        when=BY_EVENTS,
        fold=True,
        rule="vira",
    )


def _irregularities() -> Events:
    return Events(
        name="irregularities",
        label=say("Irregularities"),
        describe=_tell_offence,
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


def tell_event(rungs: Ladder, event: Mapping[str, Any]) -> Message:
    """What an event is called in the list of the form. Events come from the form itself or from the record."""
    match event:
        case {"e": "eleven", "choice": "play"}:
            return say("Play")
        case {"e": "eleven"}:
            return say("Run")
        case {"e": "raise", "side": 0 | 1 as number, "to": int() as to} if to in rungs[1:]:
            return _call(rungs, number, rungs.index(to))
        case {"e": "accept", "side": 0 | 1 as number}:
            return say("{who} accept", who=side(number))
        case {"e": "run", "side": 0 | 1 as number}:
            return say("{who} run", who=side(number))
        case {"e": "trick", "plays": list() as plays}:
            return say("Trick: {plays}", plays=[_tell_play(play) for play in plays])
        case {"e": "trick", "winner": 0 | 1 as number}:
            return _trick(number)
        case {"e": "trick"}:
            return _trick(None)
        case _:
            return _tell_offence(event)


def _tell_play(play: Mapping[str, Any]) -> Any:
    code = play.get("card")
    return card(code) if code else say("face down")


def _tell_offence(event: Mapping[str, Any]) -> Message:
    match event:
        case {"side": 0 | 1 as number, "offence": str() as offence} if offence in OFFENCES:
            return say("{who}: {offence}", who=side(number), offence=OFFENCES[offence])
        case _:
            return say("Irregularity: say who and what")


def _trick(number: int | None) -> Message:
    return say("Trick tied") if number is None else say("Trick: {who}", who=side(number))


def _call(rungs: Ladder, number: int, rung: int) -> Message:
    text = "{who} call {call} ({to})"
    return say(text, who=side(number), call=call_name(rungs, rung), to=rungs[rung])

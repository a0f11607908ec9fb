"""The examples of the OpenAPI document: an evening at one table, and a match of every game, played through the API.

What is sent and answered there is compared with ``scoring/api/openapi/examples.json``. ``make openapi-examples`` writes
the file again: read the difference before committing it.
"""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from companion.http.problems import Problem
from scoring.api.game_examples import examples_of
from scoring.api.openapi.examples import FILE
from scoring.api.scoring import look_up_trick
from scoring.api.views.documentation import document
from scoring.games import all_games, get
from scoring.match_code import encoded_size
from scoring.selectors.match_snapshot import load_match
from scoring.services import match_codes
from scoring.webhooks.claims import claim_due, finish_job, next_job
from scoring.webhooks.outgoing import PostResult
from tests.api.conftest import Api, json_of

CODES = Path(__file__).parents[2] / "docs" / "match-code-examples.json"
NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"]
#: In the place of ids that are made by chance. The parts of paths have them as examples, too.
IDS = {
    "table": "k3v9x2m7q4wt8hzn",
    "match": "k3v9x2m7q4wt8hznp6d2r8s5y3bg",
    "webhook": "w9f4t6k2m8xb3qzn",
    "message": "m4s7v2d9y5ch8gjr",
    "event": "e5r8t3k7m2xq9wzn",
    "season": "s4k8w2n6x9tq3rzh",
}
PLAYER_IDS = [f"a4n7c2xq9wt5hzk{number}" for number in range(2, 10)]
KEYS = {role: f"{role[0]}7h2k9m4x6qv3wzt.EXAMPLE-secret-of-the-{role}" for role in ("scorer", "viewer")}
EVENT_KEY = "v7h2k9m4x6qw3wzt.EXAMPLE-secret-of-the-organiser"
SECRET, TOKEN = "whsec_RVhBTVBMRS1zZWNyZXQtb2YtdGhlLXdlYmhvb2stMTI=", "EXAMPLE:1tAbCd:EXAMPLE-signature"
DAY, TIME = "2026-05-01", "2026-05-01T20:15:00.000Z"
HAND = {"kind": "round", "scores": [20, -5, 12]}
OPTIONS = {"target": 50}
#: What some games need to know of a trick besides the cards played.
FACTS = {"trump": "C", "game": "C", "up_card": "7D", "play": "7D"}
HEARTS = ("KH", "AH", "QH", "JH", "10H", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H")


@cache
def core() -> dict[str, Any]:
    return document("core")


def operation_of(method: str, path: str) -> Any:
    """The operation of the document at a path: the one with the fewest variables."""
    asked = f"/api/v1{path.removeprefix('/api/v1').partition('?')[0]}"
    templates = sorted(core()["paths"], key=lambda template: template.count("{"))
    found = next(one for one in templates if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one), asked))
    return core()["paths"][found][method.lower()]


def component_of(body: dict[str, Any]) -> str:
    """The name of the component that describes a request or an answer."""
    schema = body["content"]["application/json"]["schema"]
    return str(schema.get("anyOf", [schema])[0]["$ref"].rpartition("/")[2])


class Recorder(Api):
    """A program that keeps what it sends and gets, by component: the last of each.

    stable: what takes the place of the texts that are different each time.
    """

    def __init__(self) -> None:
        super().__init__()
        self.examples: dict[str, Any] = {}
        self.stable: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> HttpResponse:
        response = super().ask(method, path, body, **headers)
        operation = operation_of(method, path)
        if body is not None:
            self.examples[component_of(operation["requestBody"])] = body
        if response.status_code < 300:
            described = operation["responses"][str(response.status_code)]
            self.examples[component_of(described)] = json_of(response, response.status_code)
        return response

    def fail(self, response: HttpResponse) -> None:
        """Keeps a problem, by its kind."""
        problem = json.loads(response.content)
        self.stable[problem["request_id"]] = "4bf92f3577b34da6a3ce929d0e0e4736"
        self.examples[problem["type"].rpartition("/")[2]] = problem

    def make_table(self, players: list[Any], **further: Any) -> str:
        """The path of a new table. The scorer's key is used from now on."""
        made = json_of(self.post("/tables", {"name": "Thursday", "players": players, **further}), 201)
        self.stable |= {made["id"]: IDS["table"], **{made["keys"][role]: key for role, key in KEYS.items()}}
        self.stable |= {one["id"]: stable for one, stable in zip(made["players"], PLAYER_IDS, strict=False)}
        self.headers["Authorization"] = f"Bearer {made['keys']['scorer']}"
        return f"/tables/{made['id']}"

    def start_match(self, table: str, body: dict[str, Any]) -> str:
        """The path of a new match."""
        made = json_of(self.post(f"{table}/matches", body), 201)
        self.stable[made["id"]] = IDS["match"]
        return f"/matches/{made['id']}"

    def recorded(self) -> dict[str, Any]:
        """The examples in the order of their names, with stable texts."""
        text = json.dumps(dict(sorted(self.examples.items())), ensure_ascii=False)
        for made in sorted(self.stable, key=len, reverse=True):  # a match's id begins with that of its table
            text = text.replace(made, self.stable[made])
        text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", TIME, text)
        found: dict[str, Any] = json.loads(re.sub(r'"\d{4}-\d\d-\d\d"', f'"{DAY}"', text))
        return found


def play_match(recorder: Recorder, slug: str) -> None:
    """What differs by game: a match with the hands of its first example, and a trick."""
    request = examples_of(get(slug))[0]["request"]
    request = {**request, "players": NAMES[: request["players"]]}
    if slug == "points":
        request = {"players": NAMES[:3], "options": OPTIONS, "hands": [HAND]}
    table = recorder.make_table(NAMES[: len(request["players"])])
    first, *others = request["players"]
    body = {"game": slug, "players": [first, *({"name": name} for name in others)]}
    match = recorder.start_match(
        table, body | {name: request[name] for name in ("options", "start") if name in request}
    )
    for number, hand in enumerate(request["hands"], 1):
        json_of(recorder.post(f"{match}/hands", hand), 201)
        recorder.get(f"{match}/hands/{number}")
    recorder.get(f"{match}/hands")
    recorder.get(match)
    if get(slug).Lookup:
        recorder.post(f"/games/{slug}/trick", trick_of(slug))


def trick_of(slug: str) -> dict[str, Any]:
    """Everybody plays a heart, the second player the ace. As many play as can."""
    game: Any = get(slug)
    fields = game.Lookup.model_fields
    needed = {name for name in fields if fields[name].is_required() or name == "trump"}
    facts = {name: value for name, value in FACTS.items() if name in needed}
    for players in reversed(game.players):
        plays = [{"seat": seat, "card": card} for seat, card in enumerate(HEARTS[:players])]
        sent = {"players": players, **({} if "play" in facts else {"plays": plays}), **facts}
        with suppress(Problem):
            look_up_trick(game, game.Lookup, sent)
            return sent
    raise LookupError(slug)


def play_evening(recorder: Recorder) -> None:
    """An evening with everything that does not depend on the game."""
    players = [{"name": "Ada", "color": "#1f6f54"}, {"name": "Ben", "color": "#b3261e"}, "Cleo"]
    table = recorder.make_table(players, options={"points": OPTIONS})
    recorder.get("/api/v1")
    hook = register_webhook(recorder, table)
    match = recorder.start_match(table, {"game": "points", "players": NAMES[:3]})
    recorder.post(f"{match}/hands", HAND)
    recorder.get(f"{match}/history")
    recorder.fail(recorder.get("/matches/another"))
    recorder.fail(recorder.post(f"{match}/hands", {"kind": "round"}))
    recorder.fail(recorder.post(f"{match}/hands", {"kind": "round", "scores": [20, -5]}))
    recorder.fail(recorder.post(f"{match}/redo"))
    recorder.fail(recorder.delete(match))
    read_deliveries(recorder, hook)
    for watched in (match, table):
        token = json_of(recorder.post(f"{watched}/events/token"), 201)["token"]
        recorder.stable |= {token: TOKEN, token.replace(":", "%3A"): TOKEN.replace(":", "%3A")}

    rules = {"word": "cents", "method": "differences", "value": "1/4", "cap": 500}
    json_of(recorder.put(f"{match}/settlement", rules, "*"))
    recorder.post(f"{table}/kitty", {"amount": -500, "word": "cents", "note": "A round for everybody"})
    go_on_with_others(recorder, match)
    recorder.patch(match, {"ended": True}, 3)
    for path in ("settlement", "kitty", "standings", "matches"):
        recorder.get(f"{table}/{path}")

    exported = json_of(recorder.get(f"{match}/export"))
    known = exported["matches"][0]
    new = {name: value for name, value in known.items() if name != "id"} | {"created_at": "2026-04-24T20:15:00Z"}
    for one in json_of(recorder.post(f"{table}/import", {**exported, "matches": [new, known]}), 201)["matches"]:
        recorder.stable[one["id"]] = IDS["match"]
    make_and_read_codes(recorder, table, match)
    recorder.post(f"{match}/copy", json_of(recorder.get(f"{match}/copy")))
    recorder.patch(table, {"name": "Friday", "options": {"points": {"target": 100}, "skat": None}}, 2)
    recorder.stable[json_of(recorder.post(f"{table}/keys/viewer"), 201)["key"]] = KEYS["viewer"]

    recorder.post("/games/points/score", {"players": NAMES[:3], "options": OPTIONS, "hands": [HAND]})
    recorder.post("/games/points/read", {"text": "Ada 20, Ben minus 5, Cleo 12", "players": NAMES[:3]})
    recorder.post("/games/skat/trick", trick_of("skat"))
    recorder.get("/games/points")
    first = json_of(recorder.get("/games"))["games"][:1]  # one is enough to see what a game has
    recorder.examples["GameList"] = {"games": first}


def play_event(recorder: Recorder) -> None:
    """An event of three players: a round, from the draw to the prizes."""
    rules = {
        "rounds": 2,
        "self_entry": "before_draw",
        "money": {"entry_fee": 1000, "fees": [{"up_to": 3, "each": 50}, {"each": 100}], "prizes": [2, 1]},
    }
    made = json_of(recorder.post("/events", {"name": "Club evening", "game": "points", "rules": rules}), 201)
    recorder.stable |= {made["id"]: IDS["event"], made["key"]: EVENT_KEY}
    recorder.headers["Authorization"] = f"Bearer {made['key']}"
    event = f"/events/{made['id']}"
    recorder.stable[json_of(recorder.post(f"{event}/keys/viewer"), 201)["key"]] = EVENT_KEY
    recorder.post(f"{event}/entries", {"entries": [{"name": name, "club": "North"} for name in NAMES[:3]]})
    recorder.stable[json_of(recorder.post(f"{event}/entries/2/key"), 201)["key"]] = EVENT_KEY
    enter_twice(recorder, event, made["key"])
    recorder.patch(f"{event}/entries/3", {"team": "Kings"}, "*")
    recorder.get(f"{event}/entries")
    recorder.patch(event, {"name": "Friday"}, "*")
    recorder.post(f"{event}/rounds", {"seed": "altes rathaus"})
    recorder.get(f"{event}/rounds")
    kept = dict(recorder.examples)
    follow_event(recorder, event)
    # The examples of webhooks are those of a table.
    recorder.examples |= {name: kept[name] for name in kept if name.startswith(("Webhook", "Deliver"))}
    started = json_of(recorder.post(f"{event}/rounds/1/start"))
    (sitting,) = started["sittings"]
    recorder.stable |= {sitting["table_id"]: IDS["table"], sitting["match_ids"][0]: IDS["match"]}
    table = f"{event}/rounds/1/sittings/1"
    recorder.post(f"{event}/rounds/1/clock", {"time_limit": 120, "add_minutes": 15})
    recorder.get(f"{event}/silent")
    own = match_codes.codes_of(load_match(sitting["match_ids"][0]))
    recorder.post(f"{event}/lists", {"codes": own})
    shown = json.loads(CODES.read_text(encoding="utf-8"))["matches"][2]
    recorder.examples["ListBody"] = {"codes": shown["codes"]}
    recorder.examples["SilentTables"] = {
        "results": [{"round": 1, "table_number": 1, "entries": sitting["entries"], "since": TIME}]
    }
    (late,) = json_of(recorder.post(f"{event}/entries", {"entries": [{"name": NAMES[3], "club": "South"}]}), 201)[
        "results"
    ]
    joined = json_of(recorder.post(f"{table}/join", {"entry": late["number"]}))
    recorder.stable |= {joined["lists"][0][1]: "n5c8w3t7k2xg9rdh"}
    recorder.stable[json_of(recorder.post(f"{table}/key"), 201)["key"]] = KEYS["scorer"]
    scores = [
        {"entry": n, "points": p, "won": 12, "lost": 1}
        for n, p in zip(joined["entries"], (320, 95, -40, 50), strict=True)
    ]
    recorder.put(f"{table}/result", {"scores": scores, "passed_in": 1}, "*")
    recorder.post(f"{table}/dispute", {"entry": 2, "deal": 31, "text": "That grand was announced schneider"})
    recorder.post(f"{table}/confirm", {"ruling": "It stands"})
    recorder.post(f"{event}/adjustments", {"entry": 2, "points": -20, "reason": "Came late", "round": 1})
    recorder.post(f"{event}/cash", {"kind": "entry_fee", "amount": 1000, "entry": 1})
    recorder.post(f"{event}/rounds/1/close")
    recorder.post(f"{event}/rounds/1/reopen", {"reason": "List 1 was wrong"})
    recorder.patch(table, {"by_default": None}, "*")
    recorder.post(f"{event}/rounds/1/close")
    recorder.post(f"{event}/lots")
    play_season(recorder, made)
    recorder.headers["Authorization"] = f"Bearer {made['key']}"
    recorder.get(f"{event}/export")
    for path in ("adjustments", "cash", "checks", "standings", "history?limit=3", "rounds/1", "entries/2/overview"):
        recorder.get(f"{event}/{path}")


def enter_twice(recorder: Recorder, event: str, organiser: str) -> None:
    """A player enters on the own phone, but is in the list already."""
    entrant = json_of(recorder.post(f"{event}/keys/entrant"), 201)["key"]
    recorder.stable[entrant] = EVENT_KEY
    recorder.headers["Authorization"] = f"Bearer {entrant}"
    entry = json_of(recorder.post(f"{event}/enter", {"name": f"{NAMES[2]} Lane", "club": "North"}), 201)
    recorder.stable[entry["key"]] = EVENT_KEY
    recorder.headers["Authorization"] = f"Bearer {organiser}"
    recorder.post(f"{event}/entries/{entry['number']}/merge", {"into": 3})


def play_season(recorder: Recorder, event: Any) -> None:
    """A season with this event."""
    made = json_of(recorder.post("/seasons", {"name": "Winter", "rules": {"best": 7}}), 201)
    recorder.stable |= {made["id"]: IDS["season"], made["key"]: EVENT_KEY}
    recorder.headers["Authorization"] = f"Bearer {made['key']}"
    season = f"/seasons/{made['id']}"
    recorder.stable[json_of(recorder.post(f"{season}/keys/viewer"), 201)["key"]] = EVENT_KEY
    recorder.post(f"{season}/events", {"event": event["id"], "key": event["key"]})
    recorder.patch(season, {"same": [["Ada", "Ada L."]]}, "*")
    recorder.get(f"{season}/standings")


def follow_event(recorder: Recorder, event: str) -> None:
    """What a webhook of the event is told of the round that is published."""
    new = {"url": "https://club.example/companion", "events": ["round.published", "result.entered"]}
    made = json_of(recorder.post(f"{event}/webhooks", new), 201)
    recorder.stable |= {made["id"]: IDS["webhook"], made["secret"]: SECRET}
    path = f"{event}/webhooks/{made['id']}"
    recorder.patch(path, {"events": new["events"]}, 1)
    recorder.post(f"{event}/rounds/1/publish")
    (sent,) = json_of(recorder.get(f"{path}/deliveries"))["results"]
    recorder.stable[sent["id"]] = IDS["message"]
    recorder.examples["ClubMessage"] = json_of(recorder.get(f"{path}/deliveries/{sent['id']}"))["message"]


def make_and_read_codes(recorder: Recorder, table: str, match: str) -> None:
    """The codes of the match are kept again; those that are shown are always the same ones."""
    own = json_of(recorder.get(f"{match}/code"))
    recorder.post(f"{table}/codes", {"codes": own["codes"]})
    shown = json.loads(CODES.read_text(encoding="utf-8"))["matches"][2]
    recorder.post("/codes/decode", {"codes": shown["codes"]})
    addresses = [f"https://cards.example/phone/#m={code}" for code in shown["codes"]]
    size = encoded_size(shown["codes"])
    fixed = {"codes": shown["codes"], "addresses": addresses, "bytes": size, "digest": shown["digest"]}
    assert fixed.keys() == own.keys()
    recorder.examples["MatchCodes"] = fixed


def go_on_with_others(recorder: Recorder, match: str) -> None:
    """Dan joins; that is taken back."""
    made = json_of(recorder.post(f"{match}/continue", {"players": NAMES[:4]}), 201)
    recorder.stable[made["id"]] = "n5c8w3t7k2xg9rdh"
    recorder.stable[made["players"][3]["player"]] = PLAYER_IDS[3]
    recorder.post(f"{match}/undo")


def register_webhook(recorder: Recorder, table: str) -> str:
    """The path of a webhook. Its secret was replaced, and it was changed to what it was."""
    new = {"url": "https://club.example/companion", "events": ["hand.recorded", "match.finished"]}
    made = json_of(recorder.post(f"{table}/webhooks", new), 201)
    recorder.stable |= {made["id"]: IDS["webhook"], made["secret"]: SECRET}
    path = f"{table}/webhooks/{made['id']}"
    recorder.patch(path, {"events": new["events"]}, 1)
    recorder.get(f"{table}/webhooks")
    recorder.stable[json_of(recorder.post(f"{path}/secret"), 201)["secret"]] = SECRET
    return path


def read_deliveries(recorder: Recorder, webhook: str) -> None:
    """What was sent of a hand, and what a test sends."""
    now = timezone.now()
    (claim,) = claim_due(now, 1)
    job = next_job(claim, now)
    assert job
    finish_job(claim, job, PostResult(204, milliseconds=87), now, now)
    (of_hand,) = json_of(recorder.get(f"{webhook}/deliveries"))["results"]
    of_test = json_of(recorder.post(f"{webhook}/test"), 201)
    for name, delivery in (("TestMessage", of_test), ("WebhookMessage", of_hand)):
        recorder.stable[delivery["id"]] = IDS["message"]
        shown = json_of(recorder.get(f"{webhook}/deliveries/{delivery['id']}"))
        recorder.examples[name] = shown["message"]
    recorder.post(f"{webhook}/deliveries/{of_hand['id']}/send_again")


def recorded_examples() -> dict[str, dict[str, Any]]:
    """By game what differs by game; under ``""`` the rest. Both by component of the document without games."""
    evening = Recorder()
    play_evening(evening)
    play_event(evening)
    found = {"": evening.recorded()}
    for slug in all_games():
        match = Recorder()
        play_match(match, slug)
        found[slug] = match.recorded()
        del found[slug]["TableBody"], found[slug]["TableWithKeys"]
    found[""] = {name: value for name, value in found[""].items() if name not in found["points"]}
    return found


def as_text(examples: dict[str, dict[str, Any]]) -> str:
    """JSON with a line for each example."""
    parts = []
    for slug, found in examples.items():
        lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in found.items())
        parts.append(f"{json.dumps(slug)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_the_examples_of_the_document_are_what_is_sent_and_answered(db: None) -> None:
    text = as_text(recorded_examples())
    if os.environ.get("EXAMPLES") == "write":
        FILE.write_text(text, encoding="utf-8")
    assert json.loads(text) == json.loads(FILE.read_text(encoding="utf-8"))


def test_parts_of_paths_are_those_of_the_examples() -> None:
    for path, name in {
        "/tables/{id}": "table",
        "/matches/{id}": "match",
        "/events/{id}": "event",
        "/seasons/{id}": "season",
    }.items():
        (part,) = (one for one in core()["paths"][f"/api/v1{path}"]["get"]["parameters"] if one["in"] == "path")
        assert part["example"] == IDS[name]

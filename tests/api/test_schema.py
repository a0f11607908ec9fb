"""The OpenAPI document: valid, complete, correct, and in a form that generators can read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate

from scoring.api.views.documentation import document
from scoring.games import all_games
from tests.api.conftest import Api, Evening, json_of, problem, round_of
from tests.json_schema import Validator

METHODS = ("get", "post", "put", "patch", "delete")
#: Those of JSON Schema that we use; every other begins with ``x-``.
KEYWORDS = frozenset(
    """$defs $ref $schema additionalProperties allOf anyOf const default description enum examples exclusiveMaximum
    exclusiveMinimum format items maxItems maxLength maximum minItems minLength minProperties minimum multipleOf not
    oneOf pattern patternProperties prefixItems properties propertyNames required title type uniqueItems""".split()  # noqa: SIM905
)


@cache
def doc() -> dict[str, Any]:
    openapi: dict[str, Any] = json.loads(json.dumps(document()))
    return openapi


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in doc()["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield path, method, operation


def check(schema: dict[str, Any], value: Any, where: str) -> None:
    """The value is as the schema says."""
    whole = {**schema, "components": doc()["components"]}
    errors = [f"{error.json_path}: {error.message[:300]}" for error in OAS31Validator(whole).iter_errors(value)]
    assert not errors, f"{where}: {errors}"


def test_it_works(api: Api) -> None:
    response = api.get("/openapi.json")
    answer = json_of(response)
    assert answer["openapi"].startswith("3.1")
    again = api.get("/openapi.json", If_None_Match=response.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_it_is_valid() -> None:
    validate(doc())


def test_everything_of_the_contract_is_there() -> None:
    open_calls = {("get", "/games"), ("get", "/games/{slug}"), ("get", "/rules"), ("get", "/rules/{slug}")}
    open_calls |= {
        ("get", "/rules/{slug}/{section}"),
        ("get", "/rules/search"),
        ("post", "/tables"),
        ("post", "/codes/decode"),
        ("post", "/events"),
        ("post", "/seasons"),
    }
    for slug, game in all_games().items():
        open_calls.add(("post", f"/games/{slug}/score"))
        if game.Lookup:
            open_calls.add(("post", f"/games/{slug}/trick"))
    keyed = {(method, "/tables/{id}") for method in ("get", "patch", "delete")}
    keyed |= {("post", "/tables/{id}/keys/{role}"), ("get", "/tables/{id}/standings"), ("post", "/tables/{id}/import")}
    keyed |= {("get", "/tables/{id}/matches"), ("post", "/tables/{id}/matches")}
    keyed |= {(method, "/matches/{id}") for method in ("get", "patch", "delete")}
    keyed |= {(method, "/matches/{id}/settlement") for method in ("get", "put", "delete")}
    keyed |= {("get", "/tables/{id}/settlement"), ("get", "/tables/{id}/kitty"), ("post", "/tables/{id}/kitty")}
    keyed |= {("get", "/matches/{id}/hands"), ("post", "/matches/{id}/hands")}
    keyed |= {(method, "/matches/{id}/hands/{number}") for method in ("get", "put", "delete")}
    keyed |= {("post", f"/matches/{{id}}/{what}") for what in ("continue", "undo", "redo")}
    keyed |= {("post", f"/{what}/{{id}}/events/token") for what in ("matches", "tables")}
    keyed.add(("get", "/tables/{id}/events"))
    keyed |= {("get", f"/matches/{{id}}/{what}") for what in ("history", "events", "export", "code")}
    keyed.add(("post", "/tables/{id}/codes"))
    keyed |= {(method, "/matches/{id}/copy") for method in ("get", "post")}
    hooks, hook = "/tables/{id}/webhooks", "/tables/{id}/webhooks/{webhook}"
    keyed |= {("get", hooks), ("post", hooks), ("get", hook), ("patch", hook), ("delete", hook)}
    keyed |= {("post", f"{hook}/secret"), ("post", f"{hook}/test"), ("get", f"{hook}/deliveries")}
    keyed |= {("get", f"{hook}/deliveries/{{delivery}}"), ("post", f"{hook}/deliveries/{{delivery}}/send_again")}
    event, sitting = "/events/{id}", "/events/{id}/rounds/{round_number}/sittings/{table_number}"
    keyed |= {(method, event) for method in ("get", "patch", "delete")}
    keyed |= {(method, f"{event}/keys/{{role}}") for method in ("post", "delete")}
    keyed |= {(method, f"{event}/entries/{{number}}") for method in ("get", "patch", "delete")}
    keyed |= {
        (method, f"{event}/{w}") for w in ("entries", "rounds", "adjustments", "cash") for method in ("get", "post")
    }
    keyed |= {("get", f"{event}/{what}") for what in ("history", "standings", "checks", "rounds/{round_number}")}
    keyed |= {("get", f"{event}/stream"), ("post", f"{event}/stream/token")}
    keyed |= {("post", f"{event}/lots"), ("post", f"{event}/lists"), ("delete", f"{event}/entries/{{number}}/name")}
    entry = f"{event}/entries/{{number}}"
    keyed |= {("post", f"{entry}/key"), ("delete", f"{entry}/key"), ("get", f"{entry}/overview")}
    keyed |= {("post", f"{event}/enter"), ("post", f"{entry}/merge")}
    keyed |= {("get", f"{event}/silent"), ("post", f"{sitting}/join")}
    steps = ("publish", "start", "close", "reopen", "withdraw", "clock")
    keyed |= {("post", f"{event}/rounds/{{round_number}}/{step}") for step in steps}
    keyed |= {("get", sitting), ("patch", sitting), ("put", f"{sitting}/result")}
    keyed |= {("post", f"{sitting}/{what}") for what in ("confirm", "dispute", "key")}
    season = "/seasons/{id}"
    keyed |= {(method, season) for method in ("get", "patch", "delete")}
    keyed |= {("post", f"{season}/keys/{{role}}"), ("post", f"{season}/events"), ("get", f"{season}/standings")}
    keyed |= {("delete", f"{season}/events/{{event}}"), ("get", f"{event}/export")}
    hooks, hook = f"{event}/webhooks", f"{event}/webhooks/{{webhook}}"
    keyed |= {("get", hooks), ("post", hooks), ("get", hook), ("patch", hook), ("delete", hook)}
    keyed |= {("post", f"{hook}/secret"), ("post", f"{hook}/test"), ("get", f"{hook}/deliveries")}
    keyed |= {("get", f"{hook}/deliveries/{{delivery}}"), ("post", f"{hook}/deliveries/{{delivery}}/send_again")}
    calls = {(method, path.removeprefix("/api/v1")): operation for path, method, operation in operations()}
    assert open_calls | keyed <= set(calls)
    assert {call for call in calls if calls[call].get("security")} == keyed


def test_every_operation_has_an_example_and_a_name_of_its_own() -> None:
    names = set()
    for path, method, operation in operations():
        assert operation["operationId"].isidentifier()
        assert operation["operationId"] not in names
        names.add(operation["operationId"])
        assert operation["summary"], (path, method)
        assert '"examples"' in json.dumps(operation) or '"example"' in json.dumps(operation), (path, method)
        for content in _contents(operation.get("requestBody", {})):
            assert content["examples"], (path, method)
    assert {"skat_score", "skat_trick", "gong_zhu_score", "points_score"} <= names


def _contents(body: dict[str, Any]) -> list[dict[str, Any]]:
    return list(body.get("content", {}).values())


def test_every_example_is_as_its_schema_says() -> None:
    for path, method, operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (content for body in bodies for content in _contents(body)):
            for name, example in content.get("examples", {}).items():
                check(content["schema"], example["value"], f"{method} {path}, {name}")


def test_every_answer_but_the_rules_own_tells_of_problems_and_limits() -> None:
    for path, method, operation in operations():
        for response in operation["responses"].values():
            streams = "text/event-stream" in response.get("content", {})
            assert streams or {"RateLimit", "RateLimit-Policy"} <= set(response["headers"])
        if "/rules" not in path:
            assert "429" in operation["responses"], (path, method)
            for status, response in operation["responses"].items():
                if status >= "400":
                    assert list(response["content"]) == ["application/problem+json"]


def schemas() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema in the components, inner ones too, with the name of the component."""

    def inner(name: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        if isinstance(value, dict):
            yield name, value
            for key, item in value.items():
                if key not in ("default", "example", "examples"):
                    yield from inner(name, item)
        elif isinstance(value, list):
            for item in value:
                yield from inner(name, item)

    for name, schema in doc()["components"]["schemas"].items():
        yield from inner(name, schema)


def test_no_enumeration_may_be_null() -> None:
    for name, schema in schemas():
        if isinstance(schema.get("enum"), list):
            assert None not in schema["enum"], name
            assert schema.get("type") in ("string", "integer"), name
        for union in ("anyOf", "oneOf"):
            branches = schema.get(union, [])
            if {"type": "null"} in branches:
                assert not any("enum" in branch for branch in branches), name


@pytest.mark.parametrize("trump", ["C", "H", None])
def test_a_suit_that_is_only_noted_may_be_null(trump: str | None) -> None:
    hand = {"kind": "played", "bids": [4, "pass", 3, 2], "tricks": [8, 5], "trump": trump}
    check(doc()["components"]["schemas"]["BackAlleyPlayedHand"], hand, "a hand of Back Alley")


def test_unions_of_kinds_are_told_apart_by_a_word() -> None:
    seen = 0
    for name, schema in schemas():
        if isinstance(schema.get("oneOf"), list) and all("$ref" in one for one in schema["oneOf"]):
            tag = schema["discriminator"]["propertyName"]
            for value, target in schema["discriminator"]["mapping"].items():
                kind = doc()["components"]["schemas"][target.rpartition("/")[2]]
                own = kind["properties"][tag]
                assert value in own.get("enum", [own.get("const")])
                assert tag in kind["required"], name
            seen += 1
    assert seen >= len([game for game in all_games().values() if len(game.hands) > 1])


def test_what_is_sent_and_what_is_answered_share_no_component() -> None:
    requests, answers = set(), set()
    for _, _, operation in operations():
        requests |= _reached(operation.get("requestBody", {}))
        answers |= _reached(operation["responses"])
    assert not requests & answers
    assert all("__" not in name and "-" not in name for name in requests | answers)


def _reached(value: Any) -> set[str]:
    names: set[str] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            name = str(item.get("$ref", "")).removeprefix("#/components/schemas/")
            name = "" if name.startswith("#") else name
            if name and name not in names:
                names.add(name)
                waiting.append(doc()["components"]["schemas"][name])
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return names


def test_a_games_own_score_takes_its_own_models() -> None:
    body = doc()["paths"]["/api/v1/games/truco/score"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    components = doc()["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    assert components["properties"]["hands"]["items"]["$ref"].endswith("/TrucoHand")
    hand = doc()["components"]["schemas"]["TrucoHand"]
    assert set(hand["discriminator"]["mapping"]) == set(all_games()["truco"].kinds)


ANSWERS: dict[str, Any] = {
    "/tables/{id}": lambda evening, match: evening.viewer.get(evening.path),
    "/tables/{id}/matches": lambda evening, match: evening.viewer.get(f"{evening.path}/matches"),
    "/tables/{id}/standings": lambda evening, match: evening.viewer.get(f"{evening.path}/standings"),
    "/matches/{id}": lambda evening, match: evening.viewer.get(match),
    "/matches/{id}/hands": lambda evening, match: evening.viewer.get(f"{match}/hands"),
    "/matches/{id}/hands/{number}": lambda evening, match: evening.viewer.get(f"{match}/hands/1"),
    "/matches/{id}/history": lambda evening, match: evening.viewer.get(f"{match}/history"),
    "/matches/{id}/export": lambda evening, match: evening.viewer.get(f"{match}/export"),
    "/matches/{id}/settlement": lambda evening, match: _settled(evening, match, match),
    "/tables/{id}/settlement": lambda evening, match: _settled(evening, match, evening.path),
    "/tables/{id}/kitty": lambda evening, match: evening.viewer.get(f"{evening.path}/kitty"),
    "/games": lambda evening, match: evening.viewer.get("/games"),
    "/games/{slug}": lambda evening, match: evening.viewer.get("/games/truco"),
}


def _settled(evening: Evening, match: str, path: str) -> Any:
    json_of(evening.scorer.put(f"{match}/settlement", {"value": "1/4"}, "*"))
    json_of(evening.scorer.post(f"{evening.path}/kitty", {"amount": 5, "word": "beans"}), 201)
    return evening.viewer.get(f"{path}/settlement")


@pytest.mark.parametrize("path", sorted(ANSWERS))
def test_answers_are_as_the_document_says(evening: Evening, match: str, path: str) -> None:
    evening.record(match, 1, 2, None)
    json_of(evening.scorer.put(f"{match}/hands/1", round_of(3, 2, None), 1))
    json_of(evening.scorer.post(f"{match}/undo"))
    response = doc()["paths"][f"/api/v1{path}"]["get"]["responses"]["200"]
    answer = json_of(ANSWERS[path](evening, match))
    check(response["content"]["application/json"]["schema"], answer, path)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_every_games_calculation_is_as_the_document_says(api: Api, slug: str) -> None:
    score = doc()["paths"][f"/api/v1/games/{slug}/score"]["post"]
    (request,), (answered,) = _contents(score["requestBody"]), _contents(score["responses"]["200"])
    for example in json_of(api.get(f"/games/{slug}"))["examples"]:
        check(request["schema"], example["request"], slug)
        answer = json_of(api.post(f"/games/{slug}/score", example["request"]))
        check(answered["schema"], answer, slug)
        check(api_start(slug), answer["state"], f"{slug}: the state goes back as start")


def api_start(slug: str) -> dict[str, Any]:
    name = all_games()[slug].start_model.__name__
    return {"$ref": f"#/components/schemas/{name}"}


def test_problems_are_as_the_document_says(evening: Evening, match: str) -> None:
    post = doc()["paths"]["/api/v1/matches/{id}/hands"]["post"]["responses"]
    for body, key, status in (({}, evening.scorer, 400), (round_of(1), evening.scorer, 422), ({}, evening.viewer, 403)):
        (content,) = _contents(post[str(status)])
        check(content["schema"], json_of(key.post(f"{match}/hands", body), status), str(status))


@pytest.mark.parametrize(
    ("path", "status", "kinds"),
    [
        ("/matches/{id}/hands", "422", {"refused", "key-reused"}),
        ("/matches/{id}/undo", "409", {"conflict", "in-work"}),
        ("/tables/{id}/webhooks/{webhook}/test", "409", {"conflict", "in-work"}),
        ("/tables/{id}/keys/{role}", "422", {"key-reused"}),
        ("/tables/{id}/keys/{role}", "409", {"in-work"}),
    ],
)
def test_each_kind_of_problem_with_a_status_has_an_example(path: str, status: str, kinds: set[str]) -> None:
    (content,) = _contents(doc()["paths"][f"/api/v1{path}"]["post"]["responses"][status])
    assert set(content["examples"]) == kinds


def test_the_page_shows_the_document_without_inline_scripts(api: Api) -> None:
    page = api.get("/api/docs", Accept="text/html")
    text = page.content.decode()
    assert "swagger-ui-bundle.js" in text
    assert "<script>" not in text
    assert "style=" not in text
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    for address in [part.split('"')[0] for part in text.split('src="')[1:]] + ["/api/v1/openapi.json"]:
        assert api.http.get(address).status_code == 200, address


@pytest.mark.parametrize(("game", "shown"), [("", "openapi/core"), ("skat", "openapi/skat"), ("all", "openapi")])
def test_the_page_shows_the_document_of_a_game(api: Api, game: str, shown: str) -> None:
    page = api.get(f"/api/docs?game={game}", Accept="text/html").content.decode()
    assert f'data-document="/api/v1/{shown}.json"' in page
    (selected,) = re.findall(r'<option value="(\w+)" selected>', page) or [""]
    assert selected == game


def test_there_is_no_page_for_an_unknown_game(api: Api) -> None:
    problem(api.get("/api/docs?game=chess", Accept="text/html"), 404, "not-found")


def test_the_sheet_is_described_where_it_is_served() -> None:
    export = doc()["paths"]["/api/v1/matches/{id}/export"]["get"]["responses"]["200"]["content"]
    assert export["text/csv"]["schema"] == {"type": "string"}
    assert export["text/csv"]["examples"]
    assert export["application/json"]["schema"]["$ref"]


def test_suits_are_maps_and_no_field_has_the_name_of_one() -> None:
    for name, schema in schemas():
        fields = schema.get("properties", {})
        assert not ({"C", "D", "H", "S"} & set(fields) and "propertyNames" not in schema), name
    piles = doc()["components"]["schemas"]["DemocracyPoints"]
    assert sorted(piles["propertyNames"]["enum"]) == ["C", "D", "H", "S"]
    assert piles["additionalProperties"]["type"] == "number"


def test_times_are_times() -> None:
    answered = doc()["components"]["schemas"]
    for model, field in (("SkatMatch", "created_at"), ("SkatListedHand", "recorded_at"), ("HistoryEntry", "when")):
        assert answered[model]["properties"][field]["format"] == "date-time"
    assert answered["ExportedHand"]["properties"]["recorded_at"]["format"] == "date-time"


def test_the_current_state_of_a_stale_change_is_typed() -> None:
    for path, model in (("/matches/{id}", "Match"), ("/tables/{id}", "Table")):
        (content,) = _contents(doc()["paths"][f"/api/v1{path}"]["patch"]["responses"]["412"])
        stale = doc()["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        assert stale["properties"]["current"]["$ref"].endswith(f"/{model}")


def test_bounds_are_in_the_schema() -> None:
    request = doc()["components"]["schemas"]
    assert request["TableBody"]["properties"]["name"]["maxLength"] == 80
    assert request["PersonBody"]["properties"]["name"]["maxLength"] == 40
    players = request["GongZhuMatchBody"]["properties"]["players"]
    assert (players["minItems"], players["maxItems"]) == (4, 8)
    number, names = request["SkatScoreRequest"]["properties"]["players"]["oneOf"]
    names = request[names["$ref"].rpartition("/")[2]]
    assert (number["minimum"], number["maximum"]) == (names["minItems"], names["maxItems"]) == (3, 4)


@pytest.mark.parametrize("slug", sorted(all_games()))
def test_the_schemas_of_a_game_are_plain_json_schema(api: Api, slug: str) -> None:
    game = json_of(api.get(f"/games/{slug}"))
    for name in ("options", "start", "hand", "trick"):
        if name not in game:
            continue
        jsonschema_rs.meta.validate(game[name])
        assert game[name]["$schema"].endswith("2020-12/schema")
        unknown = {word for word in _keywords(game[name]) if word not in KEYWORDS and not word.startswith("x-")}
        assert not unknown, (slug, name)
    for example in game["examples"]:
        assert Validator(game["hand"]).errors(example["hand"]) == [], slug


def _keywords(schema: Any) -> Iterator[str]:
    for word, value in schema.items():
        yield word
        if word in ("properties", "patternProperties", "$defs"):
            for inner in value.values():
                yield from _keywords(inner)
        elif word in ("items", "additionalProperties", "propertyNames") and isinstance(value, dict):
            yield from _keywords(value)
        elif word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for inner in value:
                yield from _keywords(inner)


def test_matches_have_the_options_that_count(evening: Evening, match: str) -> None:
    whole, (brief,) = (
        json_of(evening.viewer.get(match)),
        json_of(evening.viewer.get(f"{evening.path}/matches"))["results"],
    )
    options = json_of(Api().get("/games/points"))["options"]["properties"]
    for body in (whole, brief):
        assert body["options"] == {}
        assert set(body["effective_options"]) == set(options)


def test_an_object_with_a_field_for_each_suit_is_a_map() -> None:
    suits = {"C", "S", "H", "D"}
    names = {name for name, schema in schemas() if set(schema.get("propertyNames", {}).get("enum", ())) == suits}
    assert {"BuriedTreasurePiles", "CardStockMarketLimits", "CardStockMarketPrices", "DemocracyPoints"} <= names
    points = doc()["components"]["schemas"]["DemocracyPoints"]
    check(points, {"C": 14, "D": 3, "H": 12, "S": 0}, "all four suits")
    for wrong in ({"C": 14, "D": 3, "H": 12}, {"C": 14, "D": 3, "H": 12, "X": 0}):
        assert not OAS31Validator(points).is_valid(wrong)
    assert OAS31Validator(doc()["components"]["schemas"]["BuriedTreasurePiles"]).is_valid({"D": []})


@pytest.mark.parametrize("preferred", ["return=minimal", "return=representation"])
def test_a_recorded_hand_is_one_type_whatever_a_client_prefers(evening: Evening, match: str, preferred: str) -> None:
    path = "/api/v1/matches/{id}/hands"
    paths = doc()["paths"]
    recorded = evening.scorer.post(f"{match}/hands", round_of(5, 0, 7), Prefer=preferred)
    corrected = evening.scorer.put(f"{match}/hands/1", round_of(1, 2, 3), 1, Prefer=preferred)
    for operation, status, response in (
        (paths[path]["post"], "201", recorded),
        (paths[f"{path}/{{number}}"]["put"], "200", corrected),
    ):
        described = operation["responses"][status]
        schema = described["content"]["application/json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/RecordedHand"}
        answer = json_of(response, int(status))
        check(schema, answer, preferred)
        assert ("hands" in answer) == (preferred == "return=representation")
        assert {"Preference-Applied", "ETag", "Content-Language", "Idempotency-Replayed"} <= set(described["headers"])


def test_answers_are_open_and_requests_are_closed() -> None:
    """Fields and words may be added to answers; only cards and what tells kinds apart stay enumerations."""
    requests, answers = set(), set()
    for _, _, operation in operations():
        requests |= _reached(operation.get("requestBody", {}))
        answers |= _reached(operation["responses"])
    tags = {schema["discriminator"]["propertyName"] for _, schema in schemas() if "discriminator" in schema}
    for name in answers | _reached(doc()["webhooks"]):
        schema = doc()["components"]["schemas"][name]
        assert schema.get("additionalProperties") is not False, name
        for field, part in schema.get("properties", {}).items():
            words = [str(word) for word in part.get("enum", ())]
            assert field in tags or all(re.fullmatch("([A2-9JQKT]|10)?[CSHD]?", word) for word in words), (name, field)
    assert doc()["components"]["schemas"]["SkatOptions"]["additionalProperties"] is False
    assert doc()["components"]["schemas"]["SkatOptions"]["properties"]["scoring"]["enum"]
    assert doc()["components"]["schemas"]["FieldProblem"]["properties"]["code"]["x-extensible-enum"]


def test_what_is_sent_to_webhooks_has_a_tag_of_its_own() -> None:
    sent = {tag for methods in doc()["webhooks"].values() for one in methods.values() for tag in one["tags"]}
    assert not sent & {tag for _, _, operation in operations() for tag in operation["tags"]}
    assert sent <= {tag["name"] for tag in doc()["tags"]}


def test_open_operations_say_that_they_need_no_key() -> None:
    assert all("security" in operation for _, _, operation in operations())


def test_lang_is_described_by_the_tags_of_the_languages() -> None:
    (lang,) = [one for one in doc()["paths"]["/api/v1/rules"]["get"]["parameters"] if one["name"] == "lang"]
    assert {"en", "de", "pt-BR", "zh-Hans"} <= set(lang["schema"]["enum"])


@pytest.mark.parametrize("path", sorted(ANSWERS))
def test_answers_write_whole_numbers_without_a_fraction(evening: Evening, match: str, path: str) -> None:
    evening.record(match, 1, 2, None)
    assert not re.search(rb"[\[,:]-?\d+\.0\b", ANSWERS[path](evening, match).content)


def test_an_idempotency_key_that_is_refused_is_not_right_by_the_document() -> None:
    undo = doc()["paths"]["/api/v1/matches/{id}/undo"]["post"]
    (key,) = [one["schema"] for one in undo["parameters"] if one["name"] == "Idempotency-Key"]
    assert OAS31Validator(key).is_valid("5f0c1f7e 4b0e")
    for wrong in ("", "é", "x" * 256, "a\tb"):
        assert not OAS31Validator(key).is_valid(wrong)
    assert "400" in undo["responses"]


def test_a_choice_that_may_be_null_names_its_values() -> None:
    signs = doc()["components"]["schemas"]["CopiedTable"]["properties"]["signs"]
    for right in ("german", None):
        assert OAS31Validator(signs).is_valid(right)
    for wrong in ("", "germane", 1):
        assert not OAS31Validator(signs).is_valid(wrong)


@pytest.mark.parametrize("part", ["core", "", "skat"])
def test_every_field_has_a_description_that_says_more_than_its_name(part: str) -> None:
    """A field that is another component may leave it to that one."""
    schemas = doc()["components"]["schemas"] if part == "" else document(part)["components"]["schemas"]
    wanting = []
    for name, schema in schemas.items():
        for field, own in schema.get("properties", {}).items():
            whole = {**schemas[own["$ref"].rpartition("/")[2]], **own} if "$ref" in own else own
            text = whole.get("description", "")
            first = re.split(r"[.:;] |\.$", text)[0]
            if not text or re.sub(r"\W|_", "", first.lower()) == field.replace("_", ""):
                wanting.append((name, field, text))
    assert wanting == []

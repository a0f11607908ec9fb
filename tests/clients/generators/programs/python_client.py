"""Sends each hand of hands.json through the client of openapi-generator: python python_client.py ADDRESS."""

import json
import sys
from pathlib import Path

import openapi_client

configuration = openapi_client.Configuration(host=sys.argv[1])
api = openapi_client.ScoringApi(openapi_client.ApiClient(configuration))
for hand in json.loads(Path("hands.json").read_text()):
    line = {"game": hand["game"]}
    try:
        typed = getattr(openapi_client, f"{hand['model']}Request").from_dict(hand["request"])
        line["sent"] = json.loads(json.dumps(openapi_client.ApiClient().sanitize_for_serialization(typed)))
        line["totals"] = getattr(api, hand["operation"])(typed).totals
    except Exception as error:  # whatever generated code raises
        line["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(line, default=float))

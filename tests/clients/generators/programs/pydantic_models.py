"""Sends each hand of hands.json through the models of models.py: python pydantic_models.py ADDRESS."""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

import models

for hand in json.loads(Path("hands.json").read_text()):
    line = {"game": hand["game"]}
    try:
        typed = getattr(models, f"{hand['model']}Request").model_validate(hand["request"])
        body = typed.model_dump_json(by_alias=True, exclude_unset=True)
        line["sent"] = json.loads(body)
        address = f"{sys.argv[1]}/api/v1/games/{hand['game']}/score"
        request = urllib.request.Request(address, body.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            line["totals"] = getattr(models, hand["model"]).model_validate_json(answer.read()).totals
    except Exception as error:  # whatever generated code raises
        line["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(line, default=float))

"""The collection for Bruno, ``clients/bruno``: an evening and a hand of every game, from the recorded examples.

``python -m clients.collection`` writes it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("bruno")
EXAMPLES = Path(__file__).parents[1] / "scoring" / "api" / "openapi" / "examples.json"


@dataclass(frozen=True)
class Step:
    """A request and what must come. keeps: variable to the field of the answer. checks: expression to value."""

    name: str
    method: str
    path: str
    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    keeps: dict[str, str] = field(default_factory=dict)
    checks: dict[str, str] = field(default_factory=dict)


def steps() -> Iterator[Step]:
    """Yields all requests in their order, each with what the ones before it kept."""
    recorded = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    general, points = recorded[""], recorded["points"]
    yield Step("Where everything is", "get", "/api/v1", checks={"res.body.version": "eq v1"})
    yield Step("All games", "get", "/api/v1/games")
    yield Step("Search the rules", "get", "/api/v1/rules/search?q=matadors&game=skat")
    yield Step("A section of the rules", "get", "/api/v1/rules/skat/matadors")
    for slug, examples in recorded.items():
        if slug and "TrickBody" in examples:
            yield Step(f"A trick of {slug}", "post", f"/api/v1/games/{slug}/trick", examples["TrickBody"])
    checks = {f"res.body.totals[{side}]": f"eq {total}" for side, total in enumerate(general["Score"]["totals"])}
    yield Step("Score a hand", "post", "/api/v1/games/points/score", general["ScoreBody"], checks=checks)
    keeps = {"table": "res.body.id", "key": "res.body.keys.scorer"}
    yield Step("Create a table", "post", "/api/v1/tables", general["TableBody"], 201, keeps=keeps)
    table, key = "/api/v1/tables/{{table}}", {"Authorization": "Bearer {{key}}"}
    yield Step("Read the table", "get", table, headers=key)
    keeps = {"match": "res.body.id"}
    yield Step("Start a match", "post", f"{table}/matches", points["MatchBody"], 201, key, keeps)
    match = "/api/v1/matches/{{match}}"
    hand = points["HandEntry"]
    yield Step("Try a hand", "post", f"{match}/hands?dry_run=true", hand, headers=key)
    yield Step("Record a hand", "post", f"{match}/hands", hand, 201, key, {"version": "res.body.version"})
    yield Step("Read the match", "get", match, headers=key)
    yield Step("Correct the hand", "put", f"{match}/hands/1", hand, headers={**key, "If-Match": '"{{version}}"'})
    yield Step("Take the change back", "post", f"{match}/undo", headers=key)
    for name, path in (
        ("The hands", f"{match}/hands"),
        ("The history", f"{match}/history"),
        ("Export the match", f"{match}/export?format=json"),
        ("The settlement", f"{match}/settlement"),
        ("The matches of the table", f"{table}/matches"),
        ("Standings", f"{table}/standings"),
    ):
        yield Step(name, "get", path, headers=key)
    yield Step("Without a key", "get", match, status=401)
    yield Step("Delete the table", "delete", table, status=204, headers={**key, "If-Match": "*"})


def files() -> dict[str, str]:
    """Returns the files of the collection by name."""
    found = {
        "bruno.json": json.dumps({"version": "1", "name": "Companion", "type": "collection"}, indent=2) + "\n",
        "environments/local.bru": "vars {\n  url: http://localhost:8000\n}\n",
    }
    for number, step in enumerate(steps(), 1):
        found[f"{number:02}-{step.name.lower().replace(' ', '-')}.bru"] = _bru(number, step)
    return found


def _bru(number: int, step: Step) -> str:
    has_body = step.body is not None
    blocks = [
        ("meta", {"name": step.name, "type": "http", "seq": str(number)}),
        (step.method, {"url": "{{url}}" + step.path, "body": "json" if has_body else "none", "auth": "none"}),
        ("headers", step.headers),
    ]
    text = [_block(name, values) for name, values in blocks if values]
    if has_body:
        body = json.dumps(step.body, ensure_ascii=False, indent=2).replace("\n", "\n  ")
        text.append(f"body:json {{\n  {body}\n}}\n")
    text += [_block("vars:post-response", step.keeps)] if step.keeps else []
    text.append(_block("assert", {"res.status": f"eq {step.status}", **step.checks}))
    return "\n".join(text)


def _block(name: str, values: dict[str, str]) -> str:
    lines = "".join(f"  {key}: {value}\n" for key, value in values.items())
    return f"{name} {{\n{lines}}}\n"


def main() -> None:
    """Writes the collection."""
    for old in FOLDER.rglob("*.bru"):
        old.unlink()
    for name, text in files().items():
        file = FOLDER / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

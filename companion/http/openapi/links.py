"""OpenAPI links: what may follow an operation, with the parameters that its answer gives."""

from __future__ import annotations

import re
from typing import Any

_VARIABLE = re.compile(r"\{(\w+)\}")


def add_links(paths: dict[str, dict[str, Any]]) -> None:
    """Links each operation to those of the same table or match whose required parameters are known after it.

    A list, or another part that is read, leads to its own address and further down only. A change that needs If-Match
    follows an answer with the ETag of its own address.
    """
    operations = [(path, *one) for path, methods in paths.items() for one in methods.items()]
    for path, method, operation in operations:
        status = next((one for one in ("201", "200") if one in operation["responses"]), None)
        address = _made_by(path, paths) if status == "201" else path
        values = {name: f"$request.path.{name}" for name in _VARIABLE.findall(path)}
        if address != path:
            name = _VARIABLE.findall(address)[-1]
            values[name] = f"$response.body#/{'number' if name == 'number' else 'id'}"
        top = path if method == "get" and not path.endswith("}") else "/".join(address.split("/")[:5])
        links = {}
        for other, _, follower in operations:
            required = [one for one in follower.get("parameters", ()) if one.get("required")]
            names = [one["name"] if one["in"] == "path" else f"{one['in']}.{one['name']}" for one in required]
            known = values | ({"header.If-Match": "$response.header.ETag"} if other in (path, address) else {})
            is_new = follower is not operation or method != "get"
            if is_new and other.startswith(top) and known.keys() >= set(names):
                parameters = {name: known[name] for name in names}
                links[follower["operationId"]] = {"operationId": follower["operationId"], "parameters": parameters}
        if status and links:
            operation["responses"][status]["links"] = links


def _made_by(path: str, paths: dict[str, Any]) -> str:
    """The address of what a POST to this path makes, below it or at the top; the path, if it has none."""
    top = f"/api/v1/{path.rpartition('/')[2]}/{{id}}"
    return next((one for one in paths if one == top or re.fullmatch(rf"{re.escape(path)}/\{{\w+\}}", one)), path)

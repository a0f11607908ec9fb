"""OpenAPI links: what may follow an operation, with the parameters that its answer gives."""

from __future__ import annotations

import re
from typing import Any

_VARIABLE = re.compile(r"\{(\w+)\}")


def add_links(paths: dict[str, dict[str, Any]]) -> None:
    """Links each operation to those of the same table or match whose variables are known after it.

    A list, or another part that is read, leads to its own address and further down only.
    """
    for path, operations in paths.items():
        for method, operation in operations.items():
            status = next((one for one in ("201", "200") if one in operation["responses"]), "")
            values = {name: f"$request.path.{name}" for name in _VARIABLE.findall(path)}
            address = path
            if status == "201" and (made := _made_by(path, paths)):
                address, name = made, _VARIABLE.findall(made)[-1]
                values[name] = f"$response.body#/{'number' if name == 'number' else 'id'}"
            part = method == "get" and not path.endswith("}")
            top = path if part else "/".join(address.split("/")[:5])
            links = {}
            for other, followers in paths.items():
                for follower in followers.values():
                    parameters = _parameters(follower, other, values, other in (path, address))
                    again = method == "get" and follower is operation
                    if "{" in top and other.startswith(top) and parameters is not None and not again:
                        name = follower["operationId"]
                        links[name] = {"operationId": name, "parameters": parameters}
            if status and links:
                operation["responses"][status]["links"] = links


def _made_by(path: str, paths: dict[str, Any]) -> str | None:
    """The address of what a POST to this path makes: below it, or at the top."""
    top = f"/api/v1/{path.rpartition('/')[2]}/{{id}}"
    return next((one for one in paths if one == top or re.fullmatch(rf"{re.escape(path)}/\{{\w+\}}", one)), None)


def _parameters(operation: dict[str, Any], path: str, values: dict[str, str], seen: bool) -> dict[str, str] | None:
    """The parameters of an operation that follows; None if a variable is unknown.

    seen: whether the answer before has the ETag of this address; without it a change that needs If-Match cannot follow.
    """
    names = _VARIABLE.findall(path)
    needs_tag = any(one["name"] == "If-Match" and one.get("required") for one in operation.get("parameters", ()))
    if not values.keys() >= set(names) or (needs_tag and not seen):
        return None
    return {name: values[name] for name in names} | ({"header.If-Match": "$response.header.ETag"} if needs_tag else {})

"""YAML files, read with the C parser if PyYAML has it."""

from __future__ import annotations

from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(text: str) -> Any:
    """Plain data from YAML. Raises yaml.YAMLError."""
    return yaml.load(text, _LOADER)  # noqa: S506 - both loaders are the safe ones

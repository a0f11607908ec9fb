"""datamodel-code-generator: pydantic models without a client."""

from __future__ import annotations

from tests.clients.generators import tools
from tests.clients.generators.generator import Generator, pinned


class PydanticModels(Generator):
    """The requests are sent by the standard library."""

    name = "datamodel-code-generator"

    def version(self) -> str:
        tools.python()
        return pinned("datamodel-code-generator")

    def generate(self) -> str:
        command = (tools.python().with_name("datamodel-codegen"), "--input", "openapi.json", "--output", "models.py")
        options = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel", "--use-annotated")
        forms = ("--enum-field-as-literal", "all", "--target-python-version", "3.11", "--formatters", "builtin")
        tools.run(self.folder, *command, *options, *forms)
        return ""

    def check(self) -> str:
        self.program("pydantic_models.py")
        tools.run(self.folder, tools.python(), "-c", "import models")
        return tools.mypy(self.folder, "models.py")

    def send(self) -> str:
        return tools.run(self.folder, tools.python(), "pydantic_models.py", self.url)

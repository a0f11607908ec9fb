"""openapi-generator for Java and for Python. Its jar has the Jackson that clients in Java need."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.generators import tools
from tests.clients.generators.generator import Generator, pinned

#: Not in the jar; the client needs only the name.
_GENERATED = """package javax.annotation;
public @interface Generated { String[] value(); String comments() default ""; String date() default ""; }"""


class OpenApiGenerator(Generator):
    """What it is for any language. options: of the command."""

    language = ""
    options: tuple[str, ...] = ()

    def version(self) -> str:
        tools.java()
        tools.python()
        return pinned("openapi-generator-cli")

    def generate(self) -> str:
        return self.make()

    def make(self, *more: str) -> str:
        """more: options that depend on the document."""
        only = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
        command = (tools.java(), "-Xmx2g", "-jar", tools.jar(), "generate", "-i", "openapi.json", "-o", "client")
        tools.run(self.folder, *command, "-g", self.language, "--global-property", only, *self.options, *more)
        return ""


class Java(OpenApiGenerator):
    """java, native: the client needs Jackson only."""

    name = "openapi-generator, java (native)"
    language = "java"
    options = ("--library", "native", "--additional-properties", "openApiNullable=false,containerDefaultToNull=true")

    def generate(self) -> str:
        """Lists that are one of several types become ``List``: for ``List<String>`` the generator writes no Java."""
        schemas = json.loads((self.folder / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
        lists = [name for name, schema in schemas.items() if schema.get("type") == "array"]
        mapped = ",".join(f"{name}=List" for name in lists)
        return self.make("--import-mappings", "List=java.util.List", "--schema-mappings", mapped)

    def check(self) -> str:
        stub = self.folder / "Generated.java"
        stub.write_text(_GENERATED, encoding="utf-8")
        files = [stub, self.program("RoundTrip.java"), *self.folder.glob("client/src/main/java/**/*.java")]
        (self.folder / "files").write_text("\n".join(f'"{file}"' for file in files), encoding="utf-8")
        options = ("-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", "classes", "-cp", tools.jar())
        tools.run(self.folder, tools.java("javac"), "-J-Xmx2g", *options, "@files")
        return ""

    def send(self) -> str:
        return tools.run(self.folder, tools.java(), "-cp", f"classes:{tools.jar()}", "RoundTrip", self.url)


class Python(OpenApiGenerator):
    """python: pydantic models; imported, and checked by mypy."""

    name = "openapi-generator, python"
    language = "python"
    options = ("--ignore-file-override", "ignored")

    def generate(self) -> str:
        """Without what is sent to webhooks: the generator writes no Python for the ``webhooks`` of OpenAPI 3.1."""
        (self.folder / "ignored").write_text("**/events_api.py\n", encoding="utf-8")
        return super().generate()

    def check(self) -> str:
        program: Path = self.program("python_client.py")
        (self.folder / "openapi_client").symlink_to("client/openapi_client")
        tools.run(self.folder, tools.python(), "-m", "compileall", "-q", "openapi_client/models", program)
        tools.run(self.folder, tools.python(), "-c", "import openapi_client.models, openapi_client.api")
        return tools.mypy(self.folder, "-p", "openapi_client")

    def send(self) -> str:
        return tools.run(self.folder, tools.python(), "python_client.py", self.url)

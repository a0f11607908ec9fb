"""Generators of TypeScript. A program is compiled with the client, one line for the hand of each game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.clients.generators import tools
from tests.clients.generators.generator import Generator, npm_pinned
from tests.clients.generators.hands import Hand
from tests.clients.generators.openapi_generator import OpenApiGenerator

_OPTIONS = ("--strict", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom,dom.iterable")
_ERROR = re.compile(r"program\.ts\((\d+),\d+\): error (.*)")
_SEND = """
declare const process: { argv: string[] };
const calls: (() => Promise<void>)[] = [];
async function send(game: string, call: () => Promise<object>): Promise<void> {
  try { console.log(JSON.stringify({ game, ...(await call()) })); }
  catch (error) { console.log(JSON.stringify({ game, error: String(error) })); }
}
""".replace("\n", " ")


class TypeScript(Generator):
    """A client in TypeScript in the folder ``client``."""

    #: npm package.
    package = ""
    #: Before the calls: imports and settings.
    head = ""

    def version(self) -> str:
        tools.npm()
        return npm_pinned(self.package)

    def call(self, hand: Hand) -> str:
        """An expression: a promise of what is printed of a hand."""
        raise NotImplementedError

    def program_lines(self) -> Iterator[str]:
        """The program: the first line is for all games, then there is one for each."""
        yield self.head + _SEND
        for hand in self.hands:
            yield f"calls.push(() => send({json.dumps(hand.game)}, async () => {self.call(hand)}));"
        yield "(async () => { for (const one of calls) await one(); })();"

    def check(self) -> str:
        """tsc writes JavaScript even where types are wrong. Wrong types of a hand count for its game alone."""
        program = self.folder / "program.ts"
        program.write_text("\n".join(self.program_lines()), encoding="utf-8")
        if not (self.folder / "node_modules").exists():
            (self.folder / "node_modules").symlink_to(tools.npm())
        tsc = tools.npm() / "typescript" / "bin" / "tsc"
        try:
            tools.run(self.folder, "node", "--max-old-space-size=4096", tsc, *_OPTIONS, "program.ts")
        except tools.FailedError as error:
            for line, text in _ERROR.findall(str(error)):
                if 0 < int(line) - 1 <= len(self.hands):
                    self.refused[self.hands[int(line) - 2].game] = text
            others = [one for one in str(error).splitlines() if "error TS" in one and not _ERROR.match(one)]
            if others or not self.refused:
                raise tools.FailedError("\n".join(others) or str(error)) from error
        return ""

    def send(self) -> str:
        return tools.run(self.folder, "node", "program.js", self.url)


class HeyApi(TypeScript):
    """@hey-api/openapi-ts with the client that it brings."""

    name = package = "@hey-api/openapi-ts"
    head = 'import { client } from "./client/client.gen"; import * as sdk from "./client/sdk.gen";' + (
        "client.setConfig({ baseUrl: process.argv[2] });"
    )

    def generate(self) -> str:
        program = tools.npm() / self.package / "bin" / "run.js"
        tools.run(self.folder, "node", program, "-i", "openapi.json", "-o", "client")
        return ""

    def call(self, hand: Hand) -> str:
        body = json.dumps(hand.request)
        return f"({{ totals: (await sdk.{hand.function}({{ body: {body}, throwOnError: true }})).data.totals }})"


class Orval(TypeScript):
    """orval with fetch, all in one file."""

    name = package = "orval"
    head = 'import * as api from "./client/api";'

    def generate(self) -> str:
        output = {"target": "./client/api.ts", "client": "fetch", "mode": "single", "baseUrl": self.url}
        config = {"companion": {"input": "./openapi.json", "output": output}}
        (self.folder / "orval.config.mjs").write_text(f"export default {json.dumps(config)};", encoding="utf-8")
        if not (self.folder / "node_modules").exists():
            (self.folder / "node_modules").symlink_to(tools.npm())
        tools.run(self.folder, "node", tools.npm() / "orval" / "dist" / "bin" / "orval.mjs")
        return ""

    def call(self, hand: Hand) -> str:
        body = json.dumps(hand.request)
        read = "if (answer.status !== 200) throw new Error(JSON.stringify(answer.data)); return"
        return f"{{ const answer = await api.{hand.function}({body}); {read} {{ totals: answer.data.totals }}; }}"


class TypeScriptFetch(OpenApiGenerator, TypeScript):
    """openapi-generator's typescript-fetch: its functions make typed objects of JSON and JSON of these."""

    name = "openapi-generator, typescript-fetch"
    language = "typescript-fetch"
    head = 'import * as client from "./client/index";' + (
        "const api = new client.ScoringApi(new client.Configuration({ basePath: process.argv[2] }));"
    )

    def call(self, hand: Hand) -> str:
        typed = f"client.{hand.model}RequestFromJSON({json.dumps(hand.request)})"
        sent = f"client.{hand.model}RequestToJSON(typed)"
        body = f"{{ {hand.function}Request: typed }}"
        answer = f"await api.{hand.function}({body})"
        return f"{{ const typed = {typed}; return {{ sent: {sent}, totals: ({answer}).totals }}; }}"

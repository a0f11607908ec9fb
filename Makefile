PYTHON ?= python3
BIN := .venv/bin
# The server on which `make faults` makes its databases.
FAULTS_DATABASE_URL ?= postgresql://postgres@127.0.0.1:5432/postgres

.PHONY: run phone clients generators test check pictures mutants code-mutants browsers examples bench bench-full evening taps lighthouse phone-bench golden openapi-examples messages new-game game faults fuzz fuzz-codes match-codes match-code-examples dictionaries volume lock setup dev

setup: .venv/run.stamp
dev: .venv/dev.stamp

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements/run.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/run.txt
	@touch $@

# uv takes a second of CPU where pip takes 40, but does not know indexes that only pip's settings name.
.venv/dev.stamp: requirements/uv.txt requirements/dev.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.txt
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes -r requirements/dev.txt || \
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@ .venv/run.stamp

run: setup  ## set up, migrate and serve on the local network
	$(BIN)/python manage.py serve

phone: setup  ## build the folder that makes any web server a complete Companion for phones (needs npm)
	$(BIN)/python manage.py build_phone

clients: dev  ## build the packages of the Python and the TypeScript client in dist/clients (needs npm)
	$(BIN)/python -m clients

generators: dev  ## try other generators of clients on the OpenAPI document, with a hand of every game (needs Java, node and npm)
	$(BIN)/python -m tests.clients.generators $(GENERATORS)

test: dev  ## run the whole suite, on SQLite and PostgreSQL, and on every supported Python of this machine
	$(BIN)/python -m tests

check: dev  ## check lint, format, types (of scripts too), import contracts, what older browsers do not know (needs npm)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python -m tests.linters

examples: dev  ## run every worked example of every game, listed by game
	$(BIN)/python -m pytest -vv --no-header tests/games/test_examples.py

bench: dev  ## measure times, beside the fastest possible ones and other frameworks (in build/bench)
	$(BIN)/python -m benchmarks --json build/bench.jsonl

bench-full: dev  ## measure with more rounds, a million hands and a day's traffic; writes the figures of docs/performance.md
	$(BIN)/python -m benchmarks --full --json build/bench-full.jsonl
	$(BIN)/python -m benchmarks.report build/bench-full.jsonl

evening: dev  ## play 60 tables with 180 streams for three minutes, with a SIGKILL in the middle and an audit at the end (DATABASE_URL: on PostgreSQL; EVENING="--tables 600 --every 60 --seconds 600")
	$(BIN)/python -m benchmarks.evening $(EVENING)

taps: dev  ## count taps, scrolls and typed characters for a hand of each game (needs Chromium)
	$(BIN)/python -m benchmarks.taps

lighthouse: dev  ## measure performance, accessibility and best practices of the main pages by Lighthouse (needs Chromium, node and npm)
	$(BIN)/python -m benchmarks.lighthouse

pictures: dev  ## write the reference pictures of pages and forms again (look at them before they are committed)
	PICTURES=write $(BIN)/python -m pytest -n 4 --dist worksteal tests/looks/test_forms.py tests/looks/test_pages.py

mutants: dev  ## plant eleven faults of the screen, one at a time, and see whether the tests that look find them
	$(BIN)/python -m tests.looks.mutants

code-mutants: dev  ## change our code at random places, one at a time, and see whether a test notices (MUTANTS="--rooms tables --number 20")
	$(BIN)/python -m tests.code_mutants $(MUTANTS)

browsers: dev  ## play the main flow in Chromium, Firefox and WebKit, also kept on the phone; writes the table of docs/browsers.md
	$(BIN)/python -m tests.browsers

phone-bench: dev  ## measure size, start, page times and memory of the Companion on the phone alone (needs Chromium and npm)
	$(BIN)/python -m benchmarks.phone

faults: dev  ## kill, restart and fail over servers and databases under load, with a checker (an hour; needs PostgreSQL's programs, patroni, etcd and haproxy)
	$(BIN)/python -m tests.reliability.faults --kills 100 --processes 1
	$(BIN)/python -m tests.reliability.faults --kills 100 --processes 2
	DATABASE_URL=$(FAULTS_DATABASE_URL) $(BIN)/python -m tests.reliability.faults --kills 100 --processes 1
	DATABASE_URL=$(FAULTS_DATABASE_URL) $(BIN)/python -m tests.reliability.faults --kills 100 --processes 2
	$(BIN)/python -m tests.reliability.faults --restarts 20
	$(BIN)/python -m tests.reliability.faults --failovers 3
	$(BIN)/python -m tests.reliability.faults --failovers 3 --asynchronous
	$(BIN)/python -m tests.reliability.faults --patroni 10

fuzz: dev  ## send random requests to every operation of the API, made from its document (DATABASE_URL: on PostgreSQL; FUZZ="--seed 1")
	$(BIN)/python -m tests.fuzz $(FUZZ)

volume: dev  ## score thousands of random hands of every game (VOLUME="--hands 500 --games skat truco --seed 1")
	$(BIN)/python -m tests.volume $(VOLUME)

fuzz-codes: dev  ## throw 100,000 changed codes of matches at the decoder (CODES="--payloads 5000 --seed 2")
	$(BIN)/python -m tests.match_code fuzz $(CODES)

match-codes: dev  ## measure codes of matches: bytes, QR versions, times, for 1,000 random matches of each game (CODES="--matches 100")
	$(BIN)/python -m tests.match_code measure $(CODES)

match-code-examples: dev  ## write the codes for other programs: docs/match-code-examples.json
	$(BIN)/python -m tests.match_code examples

dictionaries: dev  ## add a dictionary for codes of each game that has none
	$(BIN)/python -m scoring.match_code

golden: dev  ## write the golden score sheets from the calculators
	GOLDEN=write $(BIN)/python -m pytest tests/games/test_golden.py

openapi-examples: dev  ## write the examples of the OpenAPI document from an evening that is played through the API
	EXAMPLES=write $(BIN)/python -m pytest tests/api/test_recorded_examples.py

new-game: dev  ## make a small game that works, with all its files, to be changed (SLUG=my-game; docs/adding-a-game.md)
	$(BIN)/python -m tests.game_files new "$(SLUG)"

game: dev  ## write what follows from a game: error codes, texts, golden files, examples of the API; list what is in English still
	$(BIN)/python -m tests.game_files write "$(SLUG)"

messages: dev  ## collect the texts to translate and bring the catalogues of every language up to date
	$(BIN)/python -m tests.messages.catalogues

lock: dev  ## pin every dependency at its newest version
	$(BIN)/uv pip compile pyproject.toml --extra redis --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet --upgrade -o requirements/run.txt
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet --upgrade -o requirements/dev.txt
	echo uv | $(BIN)/uv pip compile - --constraint requirements/dev.txt --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements/uv.txt
	$(BIN)/uv pip compile pyproject.toml --extra test --constraint requirements/dev.txt --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements/test.txt
	$(BIN)/uv pip compile pyproject.toml --extra bench --constraint requirements/dev.txt --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements/bench.txt
	$(BIN)/uv pip compile pyproject.toml --extra generators --constraint requirements/dev.txt --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements/generators.txt
	cd requirements/pyodide && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/clients && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/lighthouse && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/assistants && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/collection && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/linters && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/pictures && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd requirements/generators && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

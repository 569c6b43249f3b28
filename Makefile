# `make play` to play, `make test` to check everything. Both install what they need.
PYTHON ?= python3
BIN := .venv/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The tests start hundreds of processes; none should compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: postgresql nodejs play pocket play-pocket quick test everything check coverage soak soak-hour bench bench-load siege docs pictures screenshots dist matrix clean
.PHONY: check-style check-types check-imports check-client

play: .venv/.play
	@$(BIN)/ludotheque serve

# The games as files, for any static host; Python comes with them.
POCKET := build/pocket

pocket: .venv/.play node_modules/.made
	@$(BIN)/ludotheque export $(POCKET)

play-pocket: pocket
	@echo "http://127.0.0.1:8080/"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory $(POCKET) 8080

# The shell starts sooner; only the whole browser shows messages while no page is open.
CHROMIUM := /usr/bin/chromium-headless-shell /usr/bin/chromium

DICTIONARY := /usr/share/hunspell/fr.dic

# Any version of PostgreSQL will do; its programs lie in a folder of their version.
POSTGRES := $(or $(firstword $(wildcard /usr/lib/postgresql/*/bin/postgres)),postgresql)

# The checks of the browser client and the load benchmark need it; the site does not.
NODE := $(or $(shell command -v npm),nodejs)

# Our own tests, and for all games the suite that any package can run for its own.
EVERYTHING := tests --ludotheque all

# Says at its end how much processor time it took.
test: .venv/.test
	@$(BIN)/python -m tools.cost $(MAKE) --no-print-directory everything

# Four workers for two cores: some of them wait for a browser, or for a server to start. The
# order of files is that of tests/conftest.py, not that of how many tests they hold.
everything: check $(CHROMIUM) /usr/bin/hunspell $(DICTIONARY) $(POSTGRES)
	node --test tests/client/*/*.test.js
	$(BIN)/pytest $(EVERYTHING) --numprocesses 4 --dist loadfile --no-loadscope-reorder

# Leaves out what needs a site, a browser, a database server or compilation (tests/needs.py).
quick: .venv/.test
	$(BIN)/pytest $(EVERYTHING) --quick --quiet --numprocesses 2 --dist worksteal -r fE

coverage: .venv/.test $(CHROMIUM) /usr/bin/hunspell $(DICTIONARY) $(POSTGRES)
	$(BIN)/pytest $(EVERYTHING) --numprocesses 2 --dist loadfile --cov --cov-report term --cov-report html

soak: .venv/.test $(POSTGRES)
	LUDOTHEQUE_KILLS=1000 $(BIN)/pytest --timeout 0 tests/site/storage/test_crash.py tests/site/storage/test_crash_postgresql.py
	LUDOTHEQUE_PROBLEMS=1000 $(BIN)/pytest --timeout 0 --ludotheque all tests/conformance -k test_problems
	LUDOTHEQUE_SOAK=1 $(BIN)/pytest tests/adapters tests/games tests/site/http/test_schema.py

CHECKS := check-style check-types check-imports check-client

check: .venv/.test node_modules/.made
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target $(CHECKS)

check-style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types:
	$(BIN)/mypy

check-imports:
	$(BIN)/lint-imports --no-logo

check-client:
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc --project jsconfig.json

bench: .venv/.bench
	$(BIN)/python -m benchmarks

bench-load: .venv/.test $(POSTGRES) | $(NODE)
	$(BIN)/python -m benchmarks.load --highest

siege: .venv/.test $(POSTGRES) /usr/sbin/nginx
	$(BIN)/python -m benchmarks.siege

soak-hour: .venv/.test $(POSTGRES)
	$(BIN)/python -m benchmarks.load --server postgresql:2 --rate 100 --seconds 3600

# The documentation as a site in build/docs/site, in English and in French.
docs: .venv/.docs
	$(BIN)/python -m tools.docs

pictures: .venv/.test
	$(BIN)/python -m tools.pictures

screenshots: .venv/.test $(CHROMIUM)
	$(BIN)/python -m tools.screenshots

# The same files for everybody who builds the same commit (tests/repository/test_distribution.py).
dist: .venv/.test
	rm -rf dist
	$(BIN)/python -m hatchling build
	$(BIN)/twine check --strict dist/*
	$(BIN)/check-wheel-contents dist/*.whl

# Every supported Python of this machine; PYTHONS="3.12 …" names others.
matrix: .venv/.test
	$(BIN)/python -m tools.matrix

clean:
	rm -rf .venv build dist node_modules benchmarks/boardgame/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache htmlcov .coverage

$(CHROMIUM) &:
	@bash tools/debian.sh chromium-headless-shell chromium

nodejs:
	@bash tools/debian.sh nodejs npm

# The lock file holds what every package must hash to, and is not written here.
node_modules/.made: package.json package-lock.json | $(NODE)
	@npm install --no-save --no-audit --no-fund --silent
	@touch $@

/usr/sbin/nginx:
	@bash tools/debian.sh nginx-light

postgresql:
	@bash tools/debian.sh postgresql

/usr/bin/hunspell $(DICTIONARY) &:
	@bash tools/debian.sh hunspell hunspell-fr-comprehensive

.venv/.made: tools/venv.sh tools/debian.sh
	@bash tools/venv.sh $(PYTHON)
	@touch $@

.venv/.play: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable '.[kernels,print,site]'
	@$(BIN)/ludotheque solve plus4 > /dev/null || true  # for the perfect player
	@touch $@

.venv/.test: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

.venv/.docs: .venv/.test
	@$(BIN)/pip install --quiet --editable '.[docs]'
	@touch $@

.venv/.bench: .venv/.test
	@$(BIN)/pip install --quiet --editable '.[bench]'
	@touch $@

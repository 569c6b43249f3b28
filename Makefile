# `make play` to play, `make test` to check everything. Both install what they need.
PYTHON ?= python3
BIN := .venv/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test check soak bench pictures screenshots clean

play: .venv/.play
	@$(BIN)/ludotheque serve

DICTIONARIES := /usr/share/hunspell/fr.dic /usr/share/hunspell/en_US.dic

test: check /usr/bin/chromium /usr/bin/hunspell $(DICTIONARIES)
	$(BIN)/pytest --numprocesses 2 --dist loadfile

soak: .venv/.test
	LUDOTHEQUE_KILLS=1000 $(BIN)/pytest tests/server/test_crash.py

check: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: .venv/.bench
	$(BIN)/python -m benchmarks

pictures: .venv/.test
	$(BIN)/python -m tools.pictures

screenshots: .venv/.test /usr/bin/chromium
	$(BIN)/python -m tools.screenshots

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

/usr/bin/chromium:
	@bash tools/debian.sh chromium

/usr/bin/hunspell $(DICTIONARIES) &:
	@bash tools/debian.sh hunspell hunspell-fr-comprehensive hunspell-en-us

.venv/.made: tools/venv.sh tools/debian.sh
	@bash tools/venv.sh $(PYTHON)
	@touch $@

.venv/.play: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable '.[kernels,site]'
	@$(BIN)/ludotheque solve plus4 > /dev/null || true  # for the perfect player
	@touch $@

.venv/.test: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.test
	@$(BIN)/pip install --quiet --editable '.[bench]'
	@touch $@

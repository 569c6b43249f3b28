# `make play` to play, `make test` to check everything. Both install what they need into .venv.
PYTHON ?= python3
BIN := .venv/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test check bench pictures clean

play: .venv/.play
	@$(BIN)/ludotheque play

test: check
	$(BIN)/pytest

check: .venv/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: .venv/.test
	$(BIN)/python -m benchmarks

pictures: .venv/.test
	$(BIN)/python -m tools.pictures

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.made: tools/venv.sh
	@bash tools/venv.sh $(PYTHON)
	@touch $@

.venv/.play: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable .
	@touch $@

.venv/.test: .venv/.made pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

# Two commands are enough: `make demo` and `make test`.
# Windows: use `python -m venv .venv`, install requirements.lock and run `.venv\Scripts\unotable demo`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LOCK = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
       --no-annotate --no-header --no-emit-index-url --no-emit-find-links -q --group install --extra desk --extra web --extra png --extra hall

.PHONY: install install-dev demo test soak mutate check format lock clean

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

$(VENV)/.installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

demo: install            ## a whole table without hardware
	@$(BIN)/unotable demo

test: install-dev        ## the whole suite, on every core
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: install-dev        ## the slow ones
	$(BIN)/python -m pytest -m slow --timeout 900

mutate: install-dev      ## flip every comparison of the rules: does a test notice? (many minutes)
	$(BIN)/python tests/game/mutate.py

check: install-dev       ## lint, types, import contracts, firmware compile, stale docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.checks

format: install-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock:                    ## pin every dependency by hash (needs uv)
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis

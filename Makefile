# Two commands are enough: `make demo` and `make test`.
# Windows: use `python -m venv .venv`, install requirements.lock and run `.venv\Scripts\unotable demo`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIN = uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header \
      --no-emit-index-url --no-emit-find-links -q
LOCK = $(PIN) pyproject.toml --group install --extra desk --extra web --extra png --extra hall --extra flash

READERS := .venv-hardware
SOLIDS := .venv-enclosure

.PHONY: install install-dev demo test soak cold chaos bench mutate check pictures hardware hardware-files enclosure format lock clean

install: $(VENV)/.installed
install-dev: $(VENV)/.installed-dev

# `venv` leaves a folder with a Python and no pip where Debian's python3-venv is missing: then it is made again.
$(VENV)/.installed: requirements.lock pyproject.toml
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
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

soak: install-dev        ## the slow ones that are not named below
	$(BIN)/python -m pytest -m slow --timeout 900 --ignore tests/test_wheel.py --ignore tests/test_chaos.py

cold: install-dev        ## what strangers install: the wheel in an empty environment and by pipx, each step timed
	$(BIN)/python -m pytest tests/test_wheel.py -m slow -s --timeout 900

bench: install-dev       ## what it costs, beside the run that is kept, as ratios (KEEP=1 keeps this one)
	$(BIN)/python -m tests.bench.budget $(if $(KEEP),--keep)

chaos: install-dev       ## ten boards while everything goes wrong, for 15 minutes (UNOTABLE_CHAOS_S=60 for one)
	$(BIN)/python -m pytest tests/test_chaos.py -m slow -s

mutate: install-dev      ## flip every comparison of the rules: does a test notice? (many minutes)
	$(BIN)/python tests/game/mutate.py

check: install-dev       ## lint, types, import contracts, firmware compile, stale docs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.checks

# Needs KiCad 9 and ngspice; hardware/README.md says how to install them.
hardware: install-dev $(READERS)/.installed  ## every check of the boards and boxes; those without KiCad come first
	$(BIN)/python -m pytest tests/hardware
	$(BIN)/python -m pytest -m hardware -n 2 --durations 5 tests/hardware

$(READERS)/.installed: hardware/requirements.lock
	test -x $(READERS)/bin/pip || $(PYTHON) -m venv $(READERS)
	$(READERS)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r hardware/requirements.lock
	@touch $@

hardware-files: install-dev  ## make the seat board's files anew (KiCad 9)
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --target build/ibom InteractiveHtmlBom==2.12.0
	PYTHONPATH=build/ibom $(BIN)/python hardware/seat-board/make.py --pictures

enclosure: $(SOLIDS)/.installed  ## make the boxes anew from exact solids and try that all fits (a GB of packages)
	$(SOLIDS)/bin/python hardware/enclosure/make.py

$(SOLIDS)/.installed: hardware/enclosure/requirements.lock
	test -x $(SOLIDS)/bin/pip || $(PYTHON) -m venv $(SOLIDS)
	$(SOLIDS)/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

pictures: install-dev    ## the READMEs' pictures, from real runs (some minutes)
	$(BIN)/python docs/pictures/make.py

format: install-dev
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lock:                    ## pin every dependency by hash (needs uv)
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock
	$(PIN) hardware/requirements.in -o hardware/requirements.lock
	$(PIN) hardware/enclosure/requirements.in -o hardware/enclosure/requirements.lock

clean:
	rm -rf $(VENV) $(READERS) $(SOLIDS) build dist .mypy_cache .ruff_cache .hypothesis

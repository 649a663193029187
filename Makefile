# `make` alone lists what there is. Only python3 (3.11 or newer) and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/pip install --quiet
JOBS ?= 2

.DEFAULT_GOAL := help
.PHONY: help play test check bench clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.ready ## set everything up and play
	@$(BIN)/tablee play

test: $(VENV)/.ready-dev ## set everything up and run the tests
	$(BIN)/pytest -q -n $(JOBS) --cov --cov-report=term

check: $(VENV)/.ready-dev ## style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready-dev ## measure speed, beside OpenSpiel if it is installed
	$(BIN)/python -m bench

clean: ## remove everything that was set up or built
	rm -rf $(VENV) build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Tablée needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make PYTHON=python3.12 …"; exit 1; }
	@echo "Setting up in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(PIP) -e .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.ready

# Everything this project can do from a fresh checkout, with Python 3.11 to 3.14 and nothing else.
# Each environment keeps stamp files: it is filled once, and again when the pins or pyproject.toml change.

.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
MADE := $(VENV)/.made
WEB := $(VENV)/.web
DEV := $(VENV)/.dev
RL := $(VENV)/.rl

# Where to look for the other Pythons of `test-pythons`, the newest first: on the path, and among those of pyenv, whose
# shims exist but fail for a version that is not switched on.
PYENV_ROOT ?= $(HOME)/.pyenv
PYTHONS ?= $(foreach version,3.14 3.13 3.12,python$(version) $(wildcard $(PYENV_ROOT)/versions/$(version).*/bin/python))

# A file's tests stay in one process, so that two processes seldom compile the same kernels at once.
PYTEST := $(BIN)/python -m pytest
PARALLEL := -n auto --maxprocesses 4 --dist loadfile

# Prints the version of a Python that runs, is one of ours and can make environments; fails otherwise.
usable := -c 'import ensurepip, sys, venv; v = sys.version_info[:2]; v in ((3, 11), (3, 12), (3, 13), (3, 14)) or sys.exit(1); print("%d.%d" % v)' </dev/null 2>/dev/null


.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))


# --- to use ----------------------------------------------------------------------------------------

.PHONY: play setup
play: $(WEB) ## set up and open the page: play, hand over, see how agents think
	@$(BIN)/wellplayed play

setup: $(RL) ## set up everything a contributor needs in .venv


# --- to test ---------------------------------------------------------------------------------------

.PHONY: test suite test-pure test-slow test-bounds test-pythons chromium
test: $(RL) chromium ## contracts, the suite, the pure tests, and games and commands on the newest Python found
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory suite
	@$(MAKE) --no-print-directory test-pure
	@$(MAKE) --no-print-directory test-pythons ENOUGH=1

# The environment that the suite needs; one without torch will do, and its tests are skipped.
LEARNERS ?= $(RL)
suite: $(LEARNERS) ## the normal suite alone
	$(PYTEST) $(PARALLEL) $(CASES)

test-pure: $(DEV) ## the tests marked pure, as plain Python, with coverage
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m "pure and not slow"
	$(BIN)/coverage report

test-slow: $(RL) chromium ## the tests marked slow
	$(PYTEST) $(PARALLEL) -m slow

test-bounds: $(RL) ## the normal suite with bounds checks in every kernel
	WELLPLAYED_BOUNDSCHECK=1 $(PYTEST) $(PARALLEL)

# A Python may change whether things import, compile and run. So on the others the suite plays whole games, runs every
# command, reads every format and serves the page, with one set of parameters of each test; what a browser shows, what
# networks learn (torch alone is larger than all the rest) and every twin are looked at once, by the main suite.
# `make test-pythons ACROSS=` runs it all, and ENOUGH=1 ends after the newest: `make test` looks at both ends of the range.
ACROSS ?= --cases 1 tests/playthroughs tests/interfaces/test_*.py tests/interfaces/web/test_play.py \
	tests/formats tests/envs tests/tuning tests/test_*.py
test-pythons: ## the suite's games, commands and formats on each other Python found, in an environment of its own
	@seen=" $$($(BIN)/python $(usable)) "; \
	for python in $(PYTHONS); do \
		version=$$("$$python" $(usable)) || continue; \
		case "$$seen" in *" $$version "*) continue ;; esac; \
		seen="$$seen$$version "; \
		echo "Python $$version"; \
		CHROMIUM=none $(MAKE) --no-print-directory suite VENV=.venvs/$$version PYTHON="$$python" CASES='$(ACROSS)' LEARNERS=.venvs/$$version/.dev || exit 1; \
		[ -z "$(ENOUGH)" ] || break; \
	done

# The page is tested in Debian's browser. Where it is missing and may not be installed, those tests skip and say so.
chromium:
	@if [ -z "$$CHROMIUM" ] && [ ! -x /usr/bin/chromium ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing chromium for the tests of the page."; \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium; } \
			>/dev/null 2>&1 || echo "It cannot be installed here, so the tests in a browser will be skipped."; \
	fi


# --- to check, measure and document ----------------------------------------------------------------

.PHONY: check format bench docs
check: $(RL) ## formatting, lint, types and import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV) ## format, and mend what the linter can mend
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format

bench: $(RL) ## run the benchmarks
	$(BIN)/python -m benchmarks

docs: $(DEV) ## build the documentation into build/docs
	$(BIN)/sphinx-build -W --keep-going -q -b html docs build/docs
	@echo "build/docs/index.html"


# --- environments ----------------------------------------------------------------------------------

$(MADE):
	@for python in $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 python; do \
		version=$$("$$python" $(usable)) || continue; \
		echo "Setting up $(VENV) with Python $$version; the first time takes a minute or two."; \
		"$$python" -m venv --clear $(VENV) && touch $@; \
		exit; \
	done; \
	echo "wellplayed needs Python 3.11 to 3.14 with its venv module, and found none: install one, or name it with PYTHON=/path/to/python." >&2; \
	exit 1

# $(1): the name of a pinned list. The checkout is installed with the pinned build backend, so nothing else is fetched.
define install
	@$(PIP) install -qq --require-hashes --requirement requirements/$(1).txt
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@touch $@
endef

$(WEB): requirements/web.txt pyproject.toml $(MADE)
	$(call install,web)

$(DEV): requirements/dev.txt pyproject.toml $(MADE)
	$(call install,dev)

$(RL): requirements/rl.txt $(DEV)
	@$(PIP) install -qq --requirement requirements/rl.txt
	@touch $@


# --- housekeeping ----------------------------------------------------------------------------------

# All lists are resolved together first, so that they agree; each is then cut out of that one answer.
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--no-header --no-annotate
LISTS := base web dev

.PHONY: requirements clean
requirements: $(MADE) ## pin the newest versions that fit together
	@$(PIP) install -qq uv
	@mkdir -p build && rm -f build/pins.txt
	$(COMPILE) $(LISTS:%=requirements/%.in) --output-file build/pins.txt
	for list in $(LISTS); do \
		$(COMPILE) --generate-hashes --constraint build/pins.txt requirements/$$list.in \
			--output-file requirements/$$list.txt || exit 1; \
	done

clean: ## remove the environments and everything built
	rm -rf .venv .venvs build dist .coverage .benchmarks .hypothesis
	rm -rf .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

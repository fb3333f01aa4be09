# Each command is complete by itself: on a fresh machine with Python 3.11 or later it first makes a
# virtual environment in .venv and installs the exact versions of constraints.txt.
#
#   make test    the quick tests: lint, types and layers; rules uncompiled; compiled code with bounds checked; the rest as
#                shipped (nine minutes on two cores, compiling included)
#   make test-all  all tests, the slow ones and the notebooks too (twenty minutes); what continuous integration runs
#   make lint    lint, types and layers only
#   make oracle  3000 games of each game that has a second engine in plain Python, every decision compared
#   make secrecy 100 games at every decision of which all that a player can't know is dealt anew (ten minutes)
#   make fuzz    20000 wrong inputs: each is refused in words, or valid (three minutes)
#   make trust   oracle, secrecy, fuzz, mutants; docs/trust.md says what each is good for
#   make golden  play the golden games of tests/ anew, after a change of the rules that was meant
#   make same-rules  after a change of the sources of rules that was not meant to change a game: plays the golden games,
#                the oracle's and the tests; where all are as they were, results of earlier sources stay valid
#   make mutants breaks the code one place at a time; names each break that no test notices (an hour)
#   make check-others  our strict checker on PettingZoo's own games and ours (five minutes); writes docs/checker.md
#   make test-lowest  the fast tests with the lowest versions that pyproject.toml allows; make test-newest: with the newest.
#                Environments of their own; `PYTHON=python3.12` for another Python; writes the tables of docs/versions.md.
#                `VERSIONS=package` runs that part alone
#   make package builds the package as it would be published, installs the wheel with each extra into an empty environment,
#                type-checks a user's scripts there and runs them. `PACKAGE="none render"` does less
#   make clients runs a script for each library of the field (Stable-Baselines3, TorchRL, Tianshou ...), each in a virtual
#                environment of its own (half an hour); writes the table of docs/clients.md
#   make train   trains an agent in two minutes, by imitation and self-play, measures it, writes a report in runs/.
#                `make train TRAIN="--minutes 60"` trains longer; `.venv/bin/ow train --help` tells the rest
#   make docs    builds the documentation site (two minutes); its first page is build/docs/html/index.html
#   make pictures  pictures of the boards and pages for the site, with a Chromium (80 s); writes docs/pictures/
#   make load    fifty games at once on one server of `ow play`, then beside a greedy visitor: how long an answer takes, how
#                long a newcomer waits, whether memory stays flat
#   make docs-links  asks for every external address that the pages link to; needs the network
#   make bench   how fast games are played, agents choose, search and learn, and all of it is compiled, beside other
#                libraries (half an hour); writes docs/benchmark.* and the README's figures.
#                `make bench BENCH="--quick --only batch pgx"` measures less
#   make clean   remove what the above has made

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := test
.PHONY: test test-all passes lint oracle secrecy fuzz trust mutants golden same-rules check-others test-lowest test-newest package clients train docs docs-links pictures load bench clean

PYTHON ?= python3
WORKERS ?= auto
TRAIN ?=
ORACLE_GAMES ?= 3000
SECRECY_GAMES ?= 100
FUZZ_INPUTS ?= 20000
GOLDEN ?=
MUTANTS ?=
BENCH ?=
VERSIONS ?=
PACKAGE ?=
PEERS := numba pgx essence-wars pettingzoo pygame-ce rlcard
OTHERS := 'pettingzoo[classic,butterfly]==1.27.0' chess==1.11.2 open_spiel==2.0.2 pygame-ce==2.5.8 pymunk==7.3.1 \
	rlcard==1.2.0 shimmy==2.0.1
PIP := .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# What Python and pytest make of the sources is kept for the next process, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE
# A worker for each core: libraries that calculate with threads of their own would wait for each other.
# Tests of one game go to one worker, which plays the games of the contract suite once.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup \
	-o faulthandler_exit_on_timeout=true
QUICK := and not slow
SHIPPED := open_worlds_agents open_worlds_decklab goofspiel_search network
# Where something is tried uncompiled: collecting the rest takes longer than these tests.
UNCOMPILED_IN = $(filter-out tests/training/ tests/adapters/ tests/docs/,$(wildcard tests/*/)) tests/training/test_compile.py ow_env/testing

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.core: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

.venv/.test: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[test,llm]'
	@touch $@ .venv/.core

.venv/.docs: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e '.[docs]'
	@touch $@ .venv/.core

# What training plays with is compiled while torch, by far the largest package, is fetched and unpacked.
.venv/.train: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) -e .
	@mkdir -p build
	.venv/bin/python -m training.cli compile open_worlds_agents network > build/compile.log 2>&1 & \
		$(PIP) -e '.[train]'; wait
	@touch $@ .venv/.core

# Other libraries never share our virtual environment; one that has no wheel here is left out.
.venv-peers/.done: docs/benchmark/peers/constraints.txt
	$(PYTHON) -m venv .venv-peers
	for peer in $(PEERS); do .venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -c $< $$peer \
		|| echo "$$peer can't be installed here and is left out"; done
	@touch $@

# PettingZoo's own games and what they need, in an environment of their own.
.venv-others/.done: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv-others
	.venv-others/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e . $(OTHERS)
	@touch $@

lint: .venv/.test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo

# Three passes, none of which repeats another: pyproject.toml says which marker sends a test where.
test: passes
test-all: QUICK :=
test-all: UNCOMPILED := or contract
test-all: ROWS := or rule
test-all: SHIPPED :=
test-all: NOTEBOOKS := --nbmake notebooks
test-all: REPORT := --durations=20
test-all: SLOWEST = echo; echo 'the slowest twenty:'; cat build/test-bounds.log build/test.log | grep -E '^ *[0-9.]+s (call|setup) ' \
	| sort -rn | sed -n 1,20p
test-all: passes

passes: .venv/.test
	@mkdir -p build; failed=0
	echo 'lint, types and layers, and beside them the rules uncompiled:'
	$(MAKE) --no-print-directory lint > build/lint.log 2>&1 & lint=$$!
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m '(rule or uncompiled $(UNCOMPILED)) $(QUICK)' $(UNCOMPILED_IN) \
		2>&1 | tee build/test-uncompiled.log || failed=1
	wait $$lint || { cat build/lint.log; failed=1; }
	echo 'compiled, with array bounds checked:'
	NUMBA_BOUNDSCHECK=1 .venv/bin/ow compile
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m '(bounds $(ROWS)) $(QUICK)' $(REPORT) tests ow_env/testing 2>&1 | tee build/test-bounds.log || failed=1
	echo 'as shipped:'
	.venv/bin/ow compile $(SHIPPED)
	$(PYTEST) -m '(shipped or not (rule or uncompiled or bounds)) $(QUICK)' $(REPORT) tests ow_env/testing $(NOTEBOOKS) \
		2>&1 | tee build/test.log || failed=1
	$(SLOWEST)
	echo; echo 'lint; uncompiled, bounds-checked, as shipped:'
	tail -qn 1 build/lint.log build/test-uncompiled.log build/test-bounds.log build/test.log
	exit $$failed

oracle: .venv/.test
	.venv/bin/python -m tests.contract.oracle --games $(ORACLE_GAMES)

secrecy: .venv/.test
	.venv/bin/python -m tests.contract.secrecy --games $(SECRECY_GAMES)

fuzz: .venv/.test
	.venv/bin/python -m tests.fuzz --inputs $(FUZZ_INPUTS)

trust: oracle secrecy fuzz mutants

golden: .venv/.test
	.venv/bin/python -m tests.contract.golden $(GOLDEN)

same-rules: .venv/.test
	.venv/bin/python -m tests.same_rules

mutants: .venv/.test
	.venv/bin/python tests/mutants.py $(MUTANTS)

check-others: .venv-others/.done
	.venv-others/bin/python -m docs.checker

test-lowest test-newest:
	$(PYTHON) -m docs.versions $(@:test-%=%) $(VERSIONS) --workers $(WORKERS)

package:
	$(PYTHON) -m tests.package $(PACKAGE)

clients: .venv/.core
	.venv/bin/python -m docs.clients

train: .venv/.train
	.venv/bin/ow train $(TRAIN)

docs: .venv/.docs
	.venv/bin/python -m docs.site

pictures: .venv/.test
	.venv/bin/python -m tests.training.play.browser.pictures docs/pictures

load: .venv/.test
	.venv/bin/python -m tests.training.play.load --games 50 --total 1000
	.venv/bin/python -m tests.training.play.load --games 50 --total 100000 --seconds 120 --greedy 60

docs-links: .venv/.docs
	.venv/bin/python -m docs.site --links

bench: .venv/.train .venv-peers/.done
	.venv/bin/python -m docs.benchmark --game all --out docs/benchmark.json $(BENCH)
	.venv/bin/python -m docs.benchmark --pages

clean:
	rm -rf .venv .venv-clients .venv-lowest-* .venv-newest-* .venv-others .venv-package .venv-peers build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

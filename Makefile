# Needs make and Python 3.11 or newer; everything else is installed into .venv by itself.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Other arguments for pytest: make test ARGS='-k rope'; or for make words
ARGS ?=
# The Debian package whose text make lab reads: make lab TEXT=…, where there is no apt-get
TEXT ?= .lab/bible-kjv-text.deb

UV_VERSION := 0.13.9
PY := .venv/bin/python
# A virtual environment that happens to be active must not be changed.
UV := env -u VIRTUAL_ENV UV_PROJECT_ENVIRONMENT=.venv UV_PYTHON_DOWNLOADS=never $(PY) -m uv
SYNC := $(UV) sync --quiet --frozen --inexact --extra model

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: .venv/.run ## Serve on http://127.0.0.1:8000 (HOST=… PORT=… change that)
	exec env OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=2 $(PY) -m uvicorn --factory app.main:create_app --host '$(HOST)' --port '$(PORT)'

.PHONY: install
install: .venv/.run ## Install what running needs

# Three workers for two cores: each has a browser of its own, and waits for it a third of the time.
WORKERS ?= 3
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal
# Chromium's path, for what drives it.
BROWSER := CHROMIUM_BIN="$$(.ci/browser)" && export CHROMIUM_BIN

.PHONY: test
test: .venv/.dev ## Run the tests: all that is computed, and every figure in a browser
	$(BROWSER) && $(if $(ARGS),$(PY) -m pytest $(ARGS),$(PYTEST) --ignore=tests/browser && $(PYTEST) tests/browser)

.PHONY: check
check: ## Run all there is: lint, make test, every language, coverage, the API at random, what needs PyTorch (1.2 GB)
	.ci/check

# What `make test` leaves out. Each is a step of .ci/check, and can be run alone.

.PHONY: languages
languages: .venv/.dev
	$(BROWSER) && $(PYTEST) --languages=other tests/browser

.PHONY: coverage
coverage: .venv/.dev
	$(PYTEST) --cov --ignore=tests/browser

.PHONY: fuzz
fuzz: .venv/.dev
	$(PY) -m pytest tests/fuzz

.PHONY: lint
lint: .venv/.dev .ci/js/node_modules/.installed ## Check style and types, Python and JavaScript
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) .ci/js/node.py node node_modules/typescript/bin/tsc --project .

.PHONY: format
format: .venv/.dev ## Put Python code into the one format
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

.PHONY: parity
parity: .ci/torch-venv/.installed ## Compare with PyTorch, transformers and others, live (1.2 GB), and renew the golden values
	.ci/torch-venv/bin/python .ci/parity.py

.PHONY: lab
lab: .ci/torch-venv/.installed $(TEXT) ## Train the models of app/lab again; what was interrupted goes on
	.ci/torch-venv/bin/python -m app.lab.extrapolation --package $(TEXT)

# What needs PyTorch stands in tests/lab. The tests' common fixtures need the web framework: they stay outside.
.PHONY: lab-test
lab-test: .ci/torch-venv/.installed ## Run the tests of app/lab, with small models that they train
	.ci/torch-venv/bin/python -m pytest --confcutdir=tests/lab tests/lab

.PHONY: faults
faults: .venv/.dev ## Put deliberate faults into copies; the tests must catch each (ARGS='maths')
	$(BROWSER) && $(PY) .ci/faults.py $(ARGS)

.PHONY: bench
bench: .venv/.bench ## Measure speed
	$(BROWSER) && .ci/bench

.PHONY: results
results: .venv/.run ## Compute the committed results of the pretrained model again
	$(PY) .ci/model_results.py

.PHONY: formulas
formulas: .venv/.dev .ci/js/node_modules/.installed ## Make the MathML of templates/partials/formulas again
	$(PY) .ci/js/node.py node formulas.mjs

.PHONY: words
words: .venv/.dev ## Bring the catalogs in line with code and templates (ARGS='--new fr' begins one)
	$(PY) -m app.i18n.update $(ARGS)

.PHONY: lock
lock: .venv/.uv ## Bring uv.lock in line with pyproject.toml
	$(UV) lock

.PHONY: vendor
vendor: .venv/.dev ## Fetch the files listed in static/vendor/vendor.toml again
	$(PY) .ci/vendor.py

.PHONY: clean
clean: ## Remove everything that make has made
	rm -rf .venv .ci/torch-venv .lab .ci/js/node_modules .coverage htmlcov .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps: each says that .venv holds what uv.lock asks for.

.venv/.uv: Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || \
		{ rm -rf .venv; echo "Python's venv module is incomplete (Debian: apt install python3-venv)" >&2; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

.venv/.run: .venv/.uv uv.lock
	$(SYNC)
	@touch $@

.venv/.dev: .venv/.uv uv.lock
	$(SYNC) --group dev
	@touch $@ .venv/.run

.venv/.bench: .venv/.uv uv.lock
	$(SYNC) --group dev --group bench
	@touch $@ .venv/.dev .venv/.run

# A virtual environment of its own: the product needs none of it, and it is large.
.ci/torch-venv/.installed: .ci/torch-requirements.txt
	$(PYTHON) -m venv --clear .ci/torch-venv
	.ci/torch-venv/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.lab/bible-kjv-text.deb:
	@mkdir -p .lab
	cd .lab && apt-get download bible-kjv-text && mv bible-kjv-text_*.deb bible-kjv-text.deb

.ci/js/node_modules/.installed: .ci/js/package-lock.json | .venv/.dev
	$(PY) .ci/js/node.py npm ci --ignore-scripts
	@touch $@

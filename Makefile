# Two commands matter: `make demo` and `make test`. Each makes the environment it needs.

PYTHON ?= python3
# Another interpreter gets an environment of its own: .venv-python3.13 beside .venv.
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
DEMO := .venv-demo
# Of its own, as it holds packages that the tests must do without.
BENCH := .venv-bench
CORE := -e .
DJANGO := -e integrations/django-iri
FLASK := -e integrations/flask-iri
PROJECTS := pyproject.toml $(wildcard integrations/*/pyproject.toml)

.DEFAULT_GOAL := help
.PHONY: help demo demo-flask test pytest lint format bench conformance fuzz build clean

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: PORT ?= 8000
demo: $(DEMO)/.django ## Serve the Django example on http://127.0.0.1:8000/ (or PORT=)
	@echo "Preparing the database of example_projects/django_links"
	cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py migrate --verbosity 0
	cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py seed
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py runserver 127.0.0.1:$(PORT) --noreload

demo-flask: PORT ?= 5000
demo-flask: $(DEMO)/.flask ## Serve the Flask example on http://127.0.0.1:5000/ (or PORT=)
	@echo "Preparing the database of example_projects/flask_links"
	cd example_projects/flask_links && ../../$(DEMO)/bin/flask --app flask_links seed
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	cd example_projects/flask_links && ../../$(DEMO)/bin/flask --app flask_links run --port $(PORT)

test: lint ## Check everything: lint, types, tests with coverage
	@echo "Running the tests"
	$(BIN)/pytest --cov

pytest: $(BIN)/.installed ## Run the tests alone
	$(BIN)/pytest

lint: $(BIN)/.installed ## Check style and types
	@echo "Checking style and types"
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	PYTHONPATH=example_projects/django_links $(BIN)/mypy

format: $(BIN)/.installed ## Mend what can be mended by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(BENCH)/.installed ## Print speed and memory beside those of other packages
	$(BENCH)/bin/python -m benchmarks

conformance: $(BENCH)/.installed ## Write docs/conformance.md anew
	$(BENCH)/bin/python -m benchmarks.conformance

fuzz: MINUTES ?= 5
fuzz: $(BENCH)/.installed ## Fuzz each function of the core for MINUTES=5
	$(BENCH)/bin/python -m pip install --quiet -r fuzz/requirements.txt
	$(BENCH)/bin/python -m fuzz --minutes $(MINUTES)

build: $(BIN)/.installed ## Build the three distributions into dist/
	for project in . integrations/django-iri integrations/flask-iri; do \
		$(BIN)/python -m build --no-isolation --outdir dist $$project || exit 1; done

clean: ## Remove what was built (environments stay: rm -r .venv*)
	rm -rf dist .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(BIN)/.installed: $(PROJECTS) requirements/test.txt
	@echo "Creating $(VENV): the three distributions and the test tools (some minutes at first)"
	test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install $(CORE) $(DJANGO) $(FLASK) -r requirements/test.txt
	@touch $@

$(BENCH)/.installed: pyproject.toml benchmarks/requirements.txt
	@echo "Creating $(BENCH): the core and what it is measured against (a minute at first)"
	test -x $(BENCH)/bin/pip || $(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install $(CORE) -r benchmarks/requirements.txt
	@touch $@

$(DEMO)/.django: PLUGIN = $(DJANGO)
$(DEMO)/.flask: PLUGIN = $(FLASK)
$(DEMO)/.django $(DEMO)/.flask: $(PROJECTS)
	@echo "Creating $(DEMO): the packages and the framework (a minute at first)"
	test -x $(DEMO)/bin/pip || $(PYTHON) -m venv $(DEMO)
	$(DEMO)/bin/python -m pip install $(CORE) $(PLUGIN)
	@touch $@

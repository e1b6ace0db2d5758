# Two commands matter: `make demo` and `make test`. Each makes the environment it needs.
# `make check` is everything.

PYTHON ?= python3
# Another interpreter gets an environment of its own: .venv-python3.13 beside .venv.
VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(notdir $(PYTHON)))
BIN := $(VENV)/bin
# A process for each core, busy to the end.
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
QUICK := -m "not slow and not server" --hypothesis-profile=quick
DEMO := .venv-demo
RELEASE := .venv-release
# Of its own, as it holds packages that the tests must do without.
BENCH := .venv-bench
NIQUESTS := .venv-niquests
DOCS := .venv-docs
# The distributions are the core and each folder of integrations/.
CORE := -e .
PLUG_INS := $(patsubst %,-e %,$(wildcard integrations/*-iri))
PROJECTS := pyproject.toml $(wildcard integrations/*/pyproject.toml)
# The version of everything that is installed, and of the tools that build it: older pips read the
# first variable for both, pip 25.3 and newer ones read the second for the tools.
CONSTRAINTS := requirements/constraints.txt
PINNED := PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS)
# Only errors are shown. Python compiles what is imported: pip would compile all, in half a minute.
QUIET := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=2 PIP_COMPILE=0
# pyright runs on Node.
NODE := $(shell command -v node)
NO_NODE := echo "Node is not here: types are not checked with pyright"
install = $(PINNED) $(QUIET) $(1)/bin/python -m pip install

.DEFAULT_GOAL := help
.PHONY: help demo demo-port demo-flask demo-flask-port demo-starlette demo-starlette-port demo-check \
	screenshots test check pytest test-databases test-django-suite matrix lowest lint types format docs docs-serve \
	docs-serve-port messages static bench bench-web \
	conformance fuzz build release-check addresses data pins clean

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: PORT ?= 8000
demo: demo-port $(DEMO)/.django ## Serve the Django example on http://127.0.0.1:8000/ (or PORT=)
	@echo "Preparing the database of example_projects/django_links"
	@cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py migrate --verbosity 0
	@cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py seed
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	@cd example_projects/django_links && ../../$(DEMO)/bin/python manage.py runserver 127.0.0.1:$(PORT) --noreload

demo-flask: PORT ?= 5000
demo-flask: demo-flask-port $(DEMO)/.flask ## Serve the Flask example on http://127.0.0.1:5000/ (or PORT=)
	@echo "Preparing the database of example_projects/flask_links"
	@cd example_projects/flask_links && ../../$(DEMO)/bin/flask --app flask_links seed
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	@cd example_projects/flask_links && ../../$(DEMO)/bin/flask --app flask_links run --port $(PORT)

demo-starlette: PORT ?= 8001
demo-starlette: demo-starlette-port $(DEMO)/.starlette ## Serve the FastAPI example on http://127.0.0.1:8001/ (or PORT=)
	@echo "Preparing the database of example_projects/starlette_links"
	@cd example_projects/starlette_links && ../../$(DEMO)/bin/python -m starlette_links.seed
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	@cd example_projects/starlette_links && ../../$(DEMO)/bin/uvicorn starlette_links.app:app --port $(PORT)

demo-check: $(BIN)/.installed $(DEMO)/.django $(DEMO)/.flask $(DEMO)/.starlette ## Start the three examples as above, use each, and press Ctrl-C
	$(BIN)/python tests/demos.py

demo-port demo-flask-port demo-starlette-port docs-serve-port:
	@$(PYTHON) example_projects/free_port.py "make $(@:-port=)" $(PORT)

screenshots: FOLDER ?= build/screenshots
screenshots: $(BIN)/.installed ## Write screens of the Django example to FOLDER=build/screenshots, and those of the documentation
	PYTHONPATH=tests $(BIN)/python example_projects/screenshots.py $(FOLDER)

# What a clone alone can do, quickly: no slow test, browser, Node, server or data of others, and few
# examples of Hypothesis.
test: $(BIN)/.installed ## Run the quick tests, in about 90 seconds
	@echo "Running the quick tests (about 90 seconds on two idle processors)"
	@$(PYTEST) $(QUICK) || { echo "FAILED: see the lines above that begin with FAILED or ERROR."; exit 1; }
	@echo "The quick tests passed. \`make check\` runs all tests, with coverage, style and types."

# Each part runs, even if one before it has failed. Style and types are checked beside the tests, and
# leave the processors to them.
check: $(BIN)/.icu ## Check everything: all tests with coverage, style, types (about 20 minutes)
	@echo "Running all tests (about 20 minutes on two idle processors), and the checks of style and types"
	@nice -n 19 $(MAKE) --no-print-directory lint >$(VENV)/lint.txt 2>&1 & lint=$$!; \
	trap 'kill $$lint; exit 130' INT; failed=; \
	$(PYTEST) --cov --cov-report= --cov-fail-under=0 || failed="$$failed, the tests"; \
	$(BIN)/coverage report || failed="$$failed, the coverage"; \
	wait $$lint || failed="$$failed, style or types"; \
	cat $(VENV)/lint.txt; \
	test -z "$$failed" || { echo "FAILED: $${failed#, }. See the lines above."; exit 1; }; \
	echo "All tests passed, with full coverage; so did the checks of style and types."

pytest: $(BIN)/.installed ## Run all tests, without coverage
	$(PYTEST)

# PostgreSQL and MariaDB must answer on 127.0.0.1.
test-databases: DATABASES ?= sqlite postgresql mariadb
test-databases: $(BIN)/.installed ## Run the tests of django-iri on SQLite, PostgreSQL and MariaDB
	for database in $(DATABASES); do \
		DJANGO_IRI_DATABASE=$$database $(PYTEST) tests/test_django_iri || exit 1; done

test-django-suite: $(BIN)/.installed ## Run Django's own tests with our validator and middleware in place
	$(BIN)/python tests/django_suite/run.py

matrix: ## Run the tests of django-iri on each pair of Django and Python
	.ci/matrix

lowest: ## Run the tests of the plug-ins on the oldest versions that they support
	.ci/lowest

lint: $(BIN)/.installed ## Check style and types
	@echo "Checking style and types"
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/zizmor --offline --no-progress --persona=auditor .github
	PYTHONPATH=example_projects/django_links $(BIN)/mypy
	@$(MAKE) --no-print-directory types

types: $(BIN)/.installed ## Check what the type checkers of users see: mypy, ty and pyright
	@echo "Checking tests/typed_project with mypy, ty and pyright"
	cd tests/typed_project && $(abspath $(BIN))/mypy
	cd tests/typed_project && $(abspath $(BIN))/ty check --no-progress --python $(abspath $(BIN))/python
	$(if $(NODE),cd tests/typed_project && $(abspath $(BIN))/pyright --pythonpath $(abspath $(BIN))/python,@$(NO_NODE))

format: $(BIN)/.installed ## Mend what can be mended by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Every page is read each time: Sphinx warns only of the pages that it reads.
docs: $(DOCS)/.installed ## Build the documentation into build/site/
	$(DOCS)/bin/python -m sphinx --builder html --nitpicky --fail-on-warning --keep-going --quiet \
		--fresh-env --doctree-dir build/doctrees docs build/site
	@if node=$$(.ci/node); then \
		IRI3987_NODE=$$node $(DOCS)/bin/python docs/playground/build.py build/site/playground; \
	else \
		echo "The playground will not start, as its engine comes with npm (.ci/node). All else is built." && \
		$(DOCS)/bin/python docs/playground/build.py --without-engine build/site/playground; \
	fi

docs-serve: PORT ?= 8002
docs-serve: docs-serve-port docs ## Serve the documentation on http://127.0.0.1:8002/ (or PORT=)
	@echo "Serving http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	@$(DOCS)/bin/python -m http.server --bind 127.0.0.1 --directory build/site $(PORT)

messages: $(BIN)/.installed ## Compile the translations (msgfmt is gettext's), and say which texts a language lacks
	for source in src/iri3987/messages/locale/*/LC_MESSAGES/*.po integrations/*/src/*/locale/*/LC_MESSAGES/*.po \
		example_projects/*/*/locale/*/LC_MESSAGES/*.po; do \
		msgfmt --check-format --no-hash --output-file="$${source%.po}.mo" "$$source" || exit 1; done
	$(BIN)/python tests/translations.py

static: ## Copy the script of the inputs to where Django looks for it
	cp src/iri3987/html/static/* integrations/django-iri/src/django_iri/static/django_iri/

bench: $(BENCH)/.installed ## Print speed and memory beside those of other packages
	$(BENCH)/bin/python -m benchmarks

bench-web: $(BENCH)/.installed ## Print the second report of bench alone: what the web calls
	$(BENCH)/bin/python -m benchmarks.web

conformance: $(BENCH)/.installed $(NIQUESTS)/.installed ## Compare with other packages and HTTP clients: writes two pages of docs/
	IRI3987_NODE=$$(.ci/node) $(BENCH)/bin/python -m benchmarks.conformance
	$(BENCH)/bin/python -m benchmarks.clients

fuzz: MINUTES ?= 5
fuzz: $(BENCH)/.installed ## Fuzz each function of the core for MINUTES=5
	@$(call install,$(BENCH)) -r fuzz/requirements.txt
	$(BENCH)/bin/python -m fuzz --minutes $(MINUTES)

build: $(BIN)/.installed ## Build the distributions into dist/
	for project in . integrations/*-iri; do \
		$(BIN)/python -m build --no-isolation --outdir dist $$project || exit 1; done

release-check: $(RELEASE)/.installed ## Build and try each distribution as the index will have it (TAG=v1.2.3)
	$(RELEASE)/bin/python -m release.check $(TAG)

addresses: ## Write the addresses of release/site.toml into metadata and documents
	$(PYTHON) -m release.addresses

data: ## Fetch what the tests compare with: data of Unicode and of other projects
	$(PYTHON) -m data.fetch

pins: ## Renew the pinned versions in requirements/
	$(PYTHON) requirements/renew.py

clean: ## Remove what was built (environments stay: rm -r .venv*)
	rm -rf build dist docs/reference/api .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(BIN)/.installed: $(PROJECTS) requirements/test.txt $(CONSTRAINTS)
	@echo "Creating $(VENV): the distributions and the test tools (some minutes at first)"
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(call install,$(VENV)) $(CORE) $(PLUG_INS) -r requirements/test.txt
	@touch $@

# The tests compare with what ICU 72 says, the one of Debian 12. PyICU takes minutes to compile.
$(BIN)/.icu: $(BIN)/.installed requirements/icu.txt
	@if pkg-config --exists "icu-i18n >= 72 icu-i18n < 73" 2>/dev/null; then \
		echo "Compiling PyICU (some minutes)"; \
		PIP_USE_PEP517=1 $(call install,$(VENV)) -r requirements/icu.txt >$(VENV)/icu.txt 2>&1 || \
		echo "PyICU could not be compiled, and its tests will skip: see $(VENV)/icu.txt"; fi
	@touch $@

$(RELEASE)/.installed: requirements/release.txt $(CONSTRAINTS)
	@echo "Creating $(RELEASE): the tools that build and check (a minute at first)"
	@test -x $(RELEASE)/bin/pip || $(PYTHON) -m venv $(RELEASE)
	@$(call install,$(RELEASE)) -r requirements/release.txt
	@touch $@

$(BENCH)/.installed: $(PROJECTS) benchmarks/requirements.txt $(CONSTRAINTS)
	@echo "Creating $(BENCH): the packages and what they are measured against (a minute at first)"
	@test -x $(BENCH)/bin/pip || $(PYTHON) -m venv $(BENCH)
	@$(call install,$(BENCH)) $(CORE) $(PLUG_INS) -r benchmarks/requirements.txt
	@touch $@

$(NIQUESTS)/.installed: benchmarks/niquests.txt $(CONSTRAINTS)
	@echo "Creating $(NIQUESTS): an HTTP client that replaces urllib3"
	@test -x $(NIQUESTS)/bin/pip || $(PYTHON) -m venv $(NIQUESTS)
	@$(call install,$(NIQUESTS)) $(CORE) -r benchmarks/niquests.txt
	@touch $@

$(DOCS)/.installed: $(PROJECTS) requirements/docs.txt $(CONSTRAINTS)
	@echo "Creating $(DOCS): the packages and Sphinx (a minute at first)"
	@test -x $(DOCS)/bin/pip || $(PYTHON) -m venv $(DOCS)
	@$(call install,$(DOCS)) $(CORE) $(PLUG_INS) -r requirements/docs.txt
	@touch $@

$(DEMO)/.django: PLUGIN = -e integrations/django-iri -e example_projects/django_links
$(DEMO)/.flask: PLUGIN = -e integrations/flask-iri -e integrations/sqlalchemy-iri -e example_projects/flask_links
$(DEMO)/.starlette: PLUGIN = -e integrations/starlette-iri -e integrations/sqlalchemy-iri -e example_projects/starlette_links
$(DEMO)/.django: example_projects/django_links/pyproject.toml
$(DEMO)/.flask: example_projects/flask_links/pyproject.toml
$(DEMO)/.starlette: example_projects/starlette_links/pyproject.toml
$(DEMO)/.django $(DEMO)/.flask $(DEMO)/.starlette: $(PROJECTS) $(CONSTRAINTS)
	@echo "Creating $(DEMO): the packages and the framework (a minute at first)"
	@test -x $(DEMO)/bin/pip || $(PYTHON) -m venv $(DEMO)
	@$(call install,$(DEMO)) $(CORE) $(PLUGIN)
	@touch $@

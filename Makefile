# Two commands matter: `make run` and `make test`. PORT, HOST, DATA_DIR, DATABASE_URL and REDIS_URL may be given to
# every target that touches data, on the command line or in the environment: `make run PORT=8123 DATA_DIR=/tmp/league`.

PYTHON ?= python3
BIN := .venv/bin
BOOTSTRAP = @$(PYTHON) config/ops/bootstrap.py
MANAGE = $(BIN)/python manage.py
SEED ?=

.DEFAULT_GOAL := help
.PHONY: help run test lint fmt bench soak demo backup restore clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: ## start everything (PORT=8000 HOST=127.0.0.1 DATA_DIR=data); Ctrl-C stops it
	$(BOOTSTRAP) requirements.txt
	@exec $(BIN)/python -m config.ops.run

test: ## every check and every test, on SQLite and on PostgreSQL
	$(BOOTSTRAP) requirements-dev.txt
	@exec $(BIN)/python -m config.ops.testing

lint: ## the checks of `make test`, without the tests
	$(BOOTSTRAP) requirements-dev.txt
	@exec $(BIN)/python -m config.ops.testing --only-checks

fmt: ## format the code, and mend what can be mended mechanically
	$(BOOTSTRAP) requirements-dev.txt
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

bench: ## measure, and write docs/benchmarks.md
	$(BOOTSTRAP) requirements-dev.txt
	@exec $(BIN)/python -m tests.bench

soak: ## the large numbers (SEED=...); results go to docs/benchmarks.md
	$(BOOTSTRAP) requirements-dev.txt
	@exec $(BIN)/python -m config.ops.soak $(SEED)

demo: ## load the demo league into DATA_DIR; needs no Redis
	$(BOOTSTRAP) requirements.txt
	@exec $(BIN)/python -m config.ops.preparation

backup: ## back the database up into DATA_DIR/backups
	$(BOOTSTRAP) requirements.txt
	@$(MANAGE) backup

restore: ## put a backup back: FILE=data/backups/...; what was there is kept
	$(if $(FILE),,$(error Name the backup: make restore FILE=data/backups/...))
	$(BOOTSTRAP) requirements.txt
	@$(MANAGE) restore "$(FILE)"

clean: ## remove what can be made again; never the data
	rm -rf .venv .static .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.DEFAULT_GOAL := help
.PHONY: help quick test soak browser docs bench bench-exact bench-explain bench-generate bench-compose bench-boards bench-web bench-play bench-site site-tests bench-lab bench-report bench-history mutants papers clean lock dev-tools bench-tools rivals

BIN := .venv/bin
# One more than there are processors: many tests wait for a browser or for another process.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# What these say is meant for another environment than .venv.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV
# Without bytecode every process under test compiles the whole package anew.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo 'make quick   the tests that start nothing and take a moment'
	@echo 'make test    lint, check the layers and the types, run the tests'
	@echo 'make soak    run all tests with fresh random examples, and the long ones'
	@echo 'make docs    build the documentation into build/docs'
	@echo 'make mutants change the code in small ways and see whether the tests notice (hours)'
	@echo 'make bench   compare the search with another library'
	@echo 'make bench-exact  compare the exact engine with other solvers (needs sgt-puzzles)'
	@echo 'make bench-explain   check and time explanations (needs sgt-puzzles for most of it)'
	@echo 'make bench-generate  compare the making of boards (needs sgt-puzzles)'
	@echo 'make bench-compose   how long complete, harder and easier take'
	@echo 'make bench-boards    make many boards of every difficulty and check them'
	@echo 'make bench-web       the server of the browser app under load'
	@echo 'make bench-play      how fast the browser app answers the hand, in a real browser'
	@echo 'make bench-site      the app without a server beside the app with one'
	@echo 'make site-tests      the tests of the pages once more, against the app without a server (long)'
	@echo 'make bench-film      what recording a search costs, and how a large film plays'
	@echo 'make bench-lab       what the lab costs around a run, here and on a cluster'
	@echo 'make bench-report    a report on a million runs'
	@echo 'make bench-history   this masume beside an earlier commit, run by run'
	@echo 'make papers          docs/papers.md anew: the experiments of the five papers'
	@echo 'make lock    write requirements.lock, with hashes, for pyproject.toml and constraints.txt'
	@echo 'make clean   remove .venv, caches and builds'
	@echo
	@echo 'WORKERS=n sets how many processes the tests take (otherwise one more than there are processors).'

quick: dev-tools
	$(BIN)/pytest -q -n $(WORKERS) -m 'not (process or long or soak)'

# What a site needs is fetched and compiled meanwhile, or several tests would wait for it; if it
# cannot be, they say so. In a new clone the tests are looked through once before, or every process
# would compile all of them.
test: dev-tools browser
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo
	@mkdir -p build
	$(BIN)/mypy > build/types.txt 2>&1 & types=$$!; \
	$(BIN)/python -m masume site --no-docs --packages build/site-packages -o build/site \
		> build/site.txt 2>&1 & site=$$!; \
	test -d tests/__pycache__ || $(BIN)/pytest --collect-only -q > build/compiled.txt; \
	$(BIN)/pytest -n $(WORKERS); tests=$$?; \
	wait $$site; wait $$types; types=$$?; cat build/types.txt; exit $$((tests + types))

soak: dev-tools browser
	HYPOTHESIS_PROFILE=random $(BIN)/pytest -m 'soak or not soak'

docs:
	@MASUME_EXTRAS=docs,web ./masume docs

bench: bench-tools
	$(BIN)/python bench/search.py

bench-exact: rivals
	$(BIN)/python bench/exact.py $(BENCH_OPTIONS)

bench-explain: dev-tools
	$(BIN)/python bench/sentences.py
	$(BIN)/python bench/explain.py $(BENCH_OPTIONS)

bench-generate: dev-tools
	$(BIN)/python bench/generate.py $(BENCH_OPTIONS)

bench-compose: dev-tools
	$(BIN)/python bench/compose.py $(BENCH_OPTIONS)

bench-boards: dev-tools
	$(BIN)/python bench/boards.py $(BENCH_OPTIONS)

bench-web: dev-tools
	$(BIN)/python bench/web.py $(BENCH_OPTIONS)

bench-play: dev-tools
	$(BIN)/python bench/play.py $(BENCH_OPTIONS)

bench-site: dev-tools
	$(BIN)/python bench/site.py $(BENCH_OPTIONS)

# Python begins anew in every page, which takes a watched browser ten seconds.
site-tests: dev-tools browser
	MASUME_EDITION=site $(BIN)/pytest -n $(WORKERS) -m 'soak or not soak' tests/front/web/test_site.py
	MASUME_EDITION=site $(BIN)/pytest -n $(WORKERS) tests/front/web/test_browser.py \
		tests/front/web/test_browser_views.py tests/front/web/test_browser_compose.py \
		tests/front/web/test_browser_library.py tests/front/web/test_browser_watch.py

bench-film: dev-tools browser
	$(BIN)/python bench/film.py $(BENCH_OPTIONS)

bench-lab: dev-tools
	$(BIN)/python bench/lab.py $(BENCH_OPTIONS)

bench-report: dev-tools
	$(BIN)/python bench/report.py $(BENCH_OPTIONS)

bench-history: dev-tools
	$(BIN)/python bench/history.py $(BENCH_OPTIONS)

# mutmut knows pytest 8 only, so it has an environment of its own.
mutants: build/mutants/bin/mutmut
	build/mutants/bin/python tools/mutants.py --run --max-children $(WORKERS) $(MUTANTS)

build/mutants/bin/mutmut: pyproject.toml constraints.txt
	$${MASUME_PYTHON:-python3} -m venv build/mutants
	grep -v '^pytest==' constraints.txt > build/mutants/constraints.txt
	build/mutants/bin/pip install -q -c build/mutants/constraints.txt -e '.[dev,all]' mutmut 'pytest<9'
	touch $@

papers: dev-tools
	$(BIN)/python -m studies.papers -o docs/papers.md --into build/papers

# For every supported Python and platform; pins come from constraints.txt, the rest is resolved.
lock: build/uv/bin/uv
	build/uv/bin/uv pip compile --quiet --universal --generate-hashes --python-version 3.11.5 --all-extras \
		--system-certs --no-header --no-emit-index-url -c constraints.txt -o requirements.lock pyproject.toml

build/uv/bin/uv:
	$${MASUME_PYTHON:-python3} -m venv build/uv
	build/uv/bin/pip install -q uv

dev-tools:
	@MASUME_EXTRAS=dev MASUME_INSTALL_ONLY=1 ./masume

browser:
	@tests/get_browser.sh

bench-tools:
	@MASUME_EXTRAS=bench MASUME_INSTALL_ONLY=1 ./masume

rivals:
	@MASUME_EXTRAS=rivals MASUME_INSTALL_ONLY=1 ./masume

clean:
	rm -rf .venv .venv.lock build dist mutants
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

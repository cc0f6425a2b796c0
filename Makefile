.DEFAULT_GOAL := help
.PHONY: help quick test soak browser docs readme-images page-images editor bench bench-teach bench-exact bench-explain bench-generate bench-compose bench-boards bench-web bench-play bench-site site-tests bench-film bench-lab bench-report bench-history bench-puzzles bench-published mutants papers textbook clean lock dev-tools bench-tools rivals

BIN := .venv/bin
# One more than the processors, since many tests wait for a browser or another process.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# These variables apply to an environment other than .venv.
unexport PYTHONHOME PYTHONPATH VIRTUAL_ENV
# Without bytecode, every tested process would compile the whole package.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo 'make quick           run the fast tests that start no process'
	@echo 'make test            lint, check imports and types, run the tests'
	@echo 'make soak            run all tests, including long ones, with new random examples'
	@echo 'make site-tests      run the browser tests against the static website (long)'
	@echo 'make mutants         run mutation tests (hours)'
	@echo
	@echo 'make docs            build the documentation in build/docs'
	@echo 'make readme-images   draw the animations of the README and the architecture diagram'
	@echo 'make page-images     take the screenshots of the pages'
	@echo 'make editor          bundle the code editor of the Assignment page (needs npm)'
	@echo 'make papers          regenerate docs/papers.md: the experiments of the five papers'
	@echo 'make textbook        run studies/textbook.toml and write docs/textbook-study.md'
	@echo
	@echo 'make bench           compare the search with another library'
	@echo 'make bench-teach     compare all algorithms with another library, on course problems'
	@echo 'make bench-exact     compare the exact engine with other solvers (needs sgt-puzzles)'
	@echo 'make bench-explain   check and time explanations (needs sgt-puzzles for most of it)'
	@echo 'make bench-generate  compare board generation (needs sgt-puzzles)'
	@echo 'make bench-compose   time complete, harder and easier'
	@echo 'make bench-boards    generate many boards of every level and check them'
	@echo 'make bench-web       load-test the server of the browser app'
	@echo 'make bench-play      measure the input latency of the browser app'
	@echo 'make bench-site      compare the static website with the server edition'
	@echo 'make bench-film      measure the cost of recording and of playing large films'
	@echo 'make bench-lab       measure the overhead of studies, locally and on a cluster'
	@echo 'make bench-report    time the report on a million runs'
	@echo 'make bench-puzzles   measure the puzzles whose hints and boards are derived'
	@echo 'make bench-published read, solve and check published boards: FILES="…"'
	@echo 'make bench-history   compare the speed with an earlier commit'
	@echo
	@echo 'make lock            update requirements.lock from pyproject.toml and constraints.txt'
	@echo 'make clean           remove .venv, caches and builds'
	@echo
	@echo 'WORKERS=n sets the number of test processes (default: processors + 1).'

quick: dev-tools
	$(BIN)/pytest -q -n $(WORKERS) -m 'not (process or long or soak)'

# The packages of the static website are downloaded and compiled in parallel, since several tests
# need them; if that fails, these tests report it. In a new clone the tests are collected once, so
# that not every process compiles them.
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

readme-images: dev-tools
	$(BIN)/python tools/readme_images.py
	$(BIN)/python tools/architecture_diagram.py

page-images: dev-tools browser
	$(BIN)/python tools/page_images.py

# Needs Node.js and npm; see tools/codemirror/README.md.
editor:
	cd tools/codemirror && npm install --no-package-lock --silent && npm run --silent build
	(echo '// @ts-nocheck'; echo '/* CodeMirror 6 and Lezer, MIT licence: see LICENSE. Built by make editor. */'; \
		cat tools/codemirror/editor.min.js) > src/masume/front/web/static/vendor/editor.js

bench: bench-tools
	$(BIN)/python bench/search.py

bench-teach: bench-tools
	$(BIN)/python bench/teach.py $(BENCH_OPTIONS)

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

bench-puzzles: dev-tools
	$(BIN)/python bench/new_puzzles.py $(BENCH_OPTIONS)

bench-published: dev-tools
	$(BIN)/python bench/published.py $(BENCH_OPTIONS) $(FILES)

bench-web: dev-tools
	$(BIN)/python bench/web.py $(BENCH_OPTIONS)

bench-play: dev-tools
	$(BIN)/python bench/play.py $(BENCH_OPTIONS)

bench-site: dev-tools
	$(BIN)/python bench/site.py $(BENCH_OPTIONS)

# Every page starts Python, which takes ten seconds in a controlled browser.
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

# mutmut requires pytest 8 and therefore a separate environment.
mutants: build/mutants/bin/mutmut
	build/mutants/bin/python tools/mutants.py $(SAMPLE) --run --max-children $(WORKERS) $(MUTANTS)

build/mutants/bin/mutmut: pyproject.toml constraints.txt
	$${MASUME_PYTHON:-python3} -m venv build/mutants
	grep -v '^pytest==' constraints.txt > build/mutants/constraints.txt
	build/mutants/bin/pip install -q -c build/mutants/constraints.txt -e '.[dev,all]' mutmut 'pytest<9'
	touch $@

papers: dev-tools
	$(BIN)/python -m studies.papers -o docs/papers.md --into build/papers

textbook: dev-tools
	$(BIN)/python studies/textbook.py

# For every supported Python and platform, with the pins of constraints.txt.
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

# The verbs of this project; CI uses the same ones. `make demo` and `make test` are all that a newcomer needs.
JOBS ?= $(shell nproc)
RELEASE := build/release
SOURCES = $(shell find src apps tests fuzz bench eval -name '*.h' -o -name '*.cc')
export NINJA_STATUS ?= [%f/%t %es] 
.DEFAULT_GOAL := build
.PHONY: deps tools browser build test test-all demo bench eval format tidy fuzz sanitize coverage run clean

deps:
	@deps/bootstrap.sh

tools:
	@deps/bootstrap.sh tools

# What the tests of the web UI are run in.
browser:
	@deps/bootstrap.sh browser

# A preset is configured once; afterwards ninja itself sees when CMake has to run again.
build/%/build.ninja: CMakePresets.json | deps
	@echo "configuring $*"; mkdir -p build
	@cmake --preset $* >build/$*.log 2>&1 || { cat build/$*.log; exit 1; }

build: deps $(RELEASE)/build.ninja
	@cmake --build --preset release -j $(JOBS)

test: build
	@ctest --preset release -LE slow -j $(JOBS)

test-all: build tidy browser
	@ctest --preset release -j $(JOBS)
	@$(MAKE) --no-print-directory fuzz SECONDS_EACH=2

demo: deps $(RELEASE)/build.ninja
	@cmake --build --preset release -j $(JOBS) --target grove
	@samples/demo.sh $(RELEASE)/bin/grove

bench: build
	@bench/run.sh $(RELEASE)

eval: build
	@eval/run.sh $(RELEASE)/bin/grove

format: deps
	@clang-format-19 -i $(SOURCES)

tidy: tools build
	@tests/clang_tidy.sh $(RELEASE) $(JOBS)

fuzz: tools build/fuzz/build.ninja
	@cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	@fuzz/run.sh build/fuzz/bin $${SECONDS_EACH:-10}

# Address and undefined-behaviour sanitizers, then the thread sanitizer, over all the tests.
sanitize: deps build/asan-ubsan/build.ninja build/tsan/build.ninja
	@for preset in asan-ubsan tsan; do cmake --build --preset $$preset -j $(JOBS) && ctest --preset $$preset -j $(JOBS) || exit 1; done

coverage: deps build/coverage/build.ninja
	@cmake --build --preset coverage -j $(JOBS) && ctest --preset coverage -j $(JOBS) -LE slow
	@tests/coverage.sh build/coverage

run: deps $(RELEASE)/build.ninja
	@cmake --build --preset release -j $(JOBS) --target grove
	@$(RELEASE)/bin/grove $(ARGS)

clean:
	@rm -rf build

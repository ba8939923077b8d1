#include "graph/resolve/library_containers.h"

#include <algorithm>
#include <array>
#include <span>

namespace grove::graph {
namespace {

constexpr auto kGiving = std::to_array<std::string_view>({"all",
                                                          "allMatch",
                                                          "any",
                                                          "anyMatch",
                                                          "associate",
                                                          "associateBy",
                                                          "associateWith",
                                                          "concatMap",
                                                          "count",
                                                          "delayUntil",
                                                          "distinctBy",
                                                          "doOnNext",
                                                          "doOnSuccess",
                                                          "dropWhile",
                                                          "expand",
                                                          "filter",
                                                          "filterNot",
                                                          "filterWhen",
                                                          "find",
                                                          "findLast",
                                                          "first",
                                                          "firstOrNull",
                                                          "flatMap",
                                                          "flatMapIterable",
                                                          "flatMapMany",
                                                          "flatMapSequential",
                                                          "flatMapSingle",
                                                          "forEach",
                                                          "forEachOrdered",
                                                          "groupBy",
                                                          "handle",
                                                          "ifAvailable",
                                                          "ifPresent",
                                                          "ifPresentOrElse",
                                                          "ifUnique",
                                                          "invoke",
                                                          "last",
                                                          "lastOrNull",
                                                          "map",
                                                          "mapMulti",
                                                          "mapNotNull",
                                                          "mapToDouble",
                                                          "mapToInt",
                                                          "mapToLong",
                                                          "mapToObj",
                                                          "max",
                                                          "maxBy",
                                                          "maxByOrNull",
                                                          "maxOf",
                                                          "min",
                                                          "minBy",
                                                          "minByOrNull",
                                                          "minOf",
                                                          "none",
                                                          "noneMatch",
                                                          "onEach",
                                                          "partition",
                                                          "peek",
                                                          "reduce",
                                                          "removeIf",
                                                          "single",
                                                          "singleOrNull",
                                                          "sort",
                                                          "sortBy",
                                                          "sorted",
                                                          "sortedBy",
                                                          "sortedByDescending",
                                                          "subscribe",
                                                          "sumBy",
                                                          "sumOf",
                                                          "switchMap",
                                                          "takeUntil",
                                                          "takeWhile",
                                                          "thenAccept",
                                                          "thenAcceptAsync",
                                                          "thenApply",
                                                          "thenApplyAsync",
                                                          "thenCompose",
                                                          "thenComposeAsync",
                                                          "whenComplete"});

constexpr auto kChanging = std::to_array<std::string_view>({"as",
                                                            "associate",
                                                            "associateBy",
                                                            "associateWith",
                                                            "buffer",
                                                            "bufferTimeout",
                                                            "cast",
                                                            "chunked",
                                                            "collect",
                                                            "collectList",
                                                            "collectMap",
                                                            "collectMultimap",
                                                            "collectSortedList",
                                                            "concatMap",
                                                            "entries",
                                                            "entrySet",
                                                            "expand",
                                                            "flatMap",
                                                            "flatMapIterable",
                                                            "flatMapMany",
                                                            "flatMapSequential",
                                                            "flatMapSingle",
                                                            "flatten",
                                                            "fold",
                                                            "groupBy",
                                                            "groupingBy",
                                                            "handle",
                                                            "index",
                                                            "keySet",
                                                            "keys",
                                                            "let",
                                                            "map",
                                                            "mapIndexed",
                                                            "mapMulti",
                                                            "mapNotNull",
                                                            "mapToDouble",
                                                            "mapToInt",
                                                            "mapToLong",
                                                            "mapToObj",
                                                            "materialize",
                                                            "ofType",
                                                            "partition",
                                                            "run",
                                                            "scan",
                                                            "switchMap",
                                                            "then",
                                                            "thenApply",
                                                            "thenApplyAsync",
                                                            "thenCombine",
                                                            "thenCompose",
                                                            "thenComposeAsync",
                                                            "thenMany",
                                                            "thenReturn",
                                                            "timestamp",
                                                            "toMap",
                                                            "transform",
                                                            "transformDeferred",
                                                            "window",
                                                            "windowed",
                                                            "withIndex",
                                                            "zip",
                                                            "zipWhen",
                                                            "zipWith"});

constexpr auto kGivingNothing = std::to_array<std::string_view>({"apply",           "async",        "buildList",   "buildMap",
                                                                 "buildSet",        "buildString",  "check",       "coroutineScope",
                                                                 "launch",          "lazy",         "measureTime", "measureTimeMillis",
                                                                 "require",         "run",          "runBlocking", "runCatching",
                                                                 "supervisorScope", "synchronized", "transaction", "with",
                                                                 "withContext",     "withLock"});

constexpr auto kWrapping = std::to_array<std::string_view>({"Arrays.asList", "Collections.singleton", "Collections.singletonList",
                                                            "CompletableFuture.completedFuture", "Flux.just", "List.of", "Mono.just",
                                                            "Mono.justOrEmpty", "Optional.of", "Optional.ofNullable", "Set.of", "Stream.of",
                                                            "Stream.ofNullable", "listOf", "listOfNotNull", "mutableListOf", "setOf"});

constexpr auto kPassingOn = std::to_array<std::string_view>(
    {"ArrayList", "Arrays.stream", "Flux.from", "Flux.fromArray", "Flux.fromIterable", "Flux.fromStream", "HashSet", "List.copyOf",
     "Mono.from", "Mono.fromFuture", "Mono.justOrEmpty", "Optional.of", "Optional.ofNullable", "Set.copyOf"});

constexpr auto kFunctionInterfaces = std::to_array<std::string_view>(
    {"Action1", "BiConsumer", "BiFunction", "BiPredicate", "BinaryOperator", "CheckedConsumer", "CheckedFunction", "Consumer", "Func1",
     "Function", "Predicate", "ToDoubleFunction", "ToIntFunction", "ToLongFunction", "UnaryOperator"});

static_assert(std::ranges::is_sorted(kGiving));
static_assert(std::ranges::is_sorted(kChanging));
static_assert(std::ranges::is_sorted(kGivingNothing));
static_assert(std::ranges::is_sorted(kWrapping));
static_assert(std::ranges::is_sorted(kPassingOn));
static_assert(std::ranges::is_sorted(kFunctionInterfaces));

/// `words` in order.
bool is_one_of(std::span<const std::string_view> words, std::string_view word) { return std::ranges::binary_search(words, word); }

}  // namespace

bool gives_content(std::string_view function) { return is_one_of(kGiving, function); }

bool changes_content(std::string_view function) { return is_one_of(kChanging, function); }

bool gives_itself(std::string_view function) {
  return function == "let" || function == "also" || function == "takeIf" || function == "takeUnless" || function == "use";
}

bool gives_nothing(std::string_view function) { return is_one_of(kGivingNothing, function); }

bool wraps_argument(std::string_view function) { return is_one_of(kWrapping, function); }

bool passes_content_on(std::string_view function) { return is_one_of(kPassingOn, function); }

bool is_function_interface(std::string_view type) { return is_one_of(kFunctionInterfaces, type); }

}  // namespace grove::graph

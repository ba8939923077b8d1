#include "graph/resolve/library_containers.h"

#include <unordered_set>

namespace grove::graph {
namespace {

using Words = std::unordered_set<std::string_view>;

}  // namespace

bool gives_content(std::string_view function) {
  static const Words words = {"all",
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
                              "flatMapMany",
                              "flatMapIterable",
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
                              "whenComplete"};
  return words.contains(function);
}

bool changes_content(std::string_view function) {
  static const Words words = {"as",
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
                              "zipWith"};
  return words.contains(function);
}

bool gives_itself(std::string_view function) {
  return function == "let" || function == "also" || function == "takeIf" || function == "takeUnless" || function == "use";
}

bool gives_nothing(std::string_view function) {
  static const Words words = {"apply",           "async",        "buildList",   "buildMap",
                              "buildSet",        "buildString",  "check",       "coroutineScope",
                              "launch",          "lazy",         "measureTime", "measureTimeMillis",
                              "require",         "run",          "runBlocking", "runCatching",
                              "supervisorScope", "synchronized", "transaction", "with",
                              "withContext",     "withLock"};
  return words.contains(function);
}

bool wraps_argument(std::string_view function) {
  static const Words words = {"Arrays.asList",
                              "CompletableFuture.completedFuture",
                              "Collections.singleton",
                              "Collections.singletonList",
                              "Flux.just",
                              "List.of",
                              "Mono.just",
                              "Mono.justOrEmpty",
                              "Optional.of",
                              "Optional.ofNullable",
                              "Set.of",
                              "Stream.of",
                              "Stream.ofNullable",
                              "listOf",
                              "listOfNotNull",
                              "mutableListOf",
                              "setOf"};
  return words.contains(function);
}

bool passes_content_on(std::string_view function) {
  static const Words words = {"ArrayList",   "Flux.from",           "Flux.fromArray", "Flux.fromIterable", "Flux.fromStream",
                              "HashSet",     "List.copyOf",         "Mono.from",      "Mono.fromFuture",   "Mono.justOrEmpty",
                              "Optional.of", "Optional.ofNullable", "Arrays.stream",  "Set.copyOf"};
  return words.contains(function);
}

bool is_function_interface(std::string_view type) {
  static const Words words = {"BiConsumer", "BiFunction",       "BiPredicate",    "BinaryOperator", "Consumer",      "Function",
                              "Predicate",  "ToDoubleFunction", "ToIntFunction",  "ToLongFunction", "UnaryOperator", "Action1",
                              "Func1",      "CheckedConsumer",  "CheckedFunction"};
  return words.contains(type);
}

}  // namespace grove::graph

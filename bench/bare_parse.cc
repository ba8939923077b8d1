#include <fmt/format.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "source/file_source.h"
#include "syntax/parser.h"
#include "syntax/tree_parser.h"

// usage: bench_bare_parse FOLDER [--read-only | --list] [--threads N]
// The limit for indexing: reads the files that Grove would read and parses each with its grammar, and keeps nothing. `--read-only` stops
// before parsing; `--list` prints the paths.
namespace grove::bench {
namespace {

struct Totals {
  std::atomic<std::uint64_t> files = 0;
  std::atomic<std::uint64_t> parsed_bytes = 0;
  std::atomic<std::uint64_t> read_bytes = 0;
};

using Parser = std::unique_ptr<TSParser, decltype(&ts_parser_delete)>;
using Tree = std::unique_ptr<TSTree, decltype(&ts_tree_delete)>;

const TSLanguage* grammar_of(Language language) {
  for (const syntax::LanguageDefinition* definition : syntax::language_definitions()) {
    if (definition->language == language) return definition->grammar();
  }
  return nullptr;
}

void parse(TSParser* parser, const std::string& path, const std::string& text, Totals& totals) {
  const TSLanguage* grammar = grammar_of(syntax::detect_language(path, std::string_view(text).substr(0, 4096)));
  if (grammar == nullptr || !ts_parser_set_language(parser, grammar)) return;
  const Tree tree(ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size())), &ts_tree_delete);
  totals.parsed_bytes += text.size();
}

struct Work {
  std::string root;
  std::vector<std::string> paths;
  bool read_only = false;
};

void run_worker(const Work& work, std::atomic<std::size_t>& next, Totals& totals) {
  const Parser parser(ts_parser_new(), &ts_parser_delete);
  for (std::size_t i = next++; i < work.paths.size(); i = next++) {
    std::ifstream in(work.root + "/" + work.paths[i], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    ++totals.files;
    totals.read_bytes += text.size();
    if (!work.read_only) parse(parser.get(), work.paths[i], text, totals);
  }
}

Result<std::vector<std::string>> list_files(const std::string& root) {
  GROVE_ASSIGN_OR_RETURN(const auto tree, source::open_working_tree(root, {}));
  std::vector<std::string> paths;
  const auto keep = [&](const source::FileEntry& entry) {
    if (entry.state == FileState::kIndexed) paths.push_back(entry.path);
  };
  GROVE_RETURN_IF_ERROR(tree->list(keep, {}));
  return paths;
}

void run(const Work& work, std::size_t threads) {
  Totals totals;
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (std::size_t i = 0; i < threads; ++i) workers.emplace_back([&] { run_worker(work, next, totals); });
  }
  fmt::print("{} files, {} bytes read, {} bytes parsed, {} threads\n", totals.files.load(), totals.read_bytes.load(),
             totals.parsed_bytes.load(), threads);
}

}  // namespace
}  // namespace grove::bench

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.empty()) {
    std::fputs("usage: bench_bare_parse FOLDER [--read-only | --list] [--threads N]\n", stderr);
    return 2;
  }
  auto paths = grove::bench::list_files(words.front());
  if (!paths) {
    fmt::print(stderr, "{}\n", grove::describe(paths.error()));
    return 1;
  }
  const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
  if (has("--list")) {
    for (const std::string& path : *paths) fmt::print("{}/{}\n", words.front(), path);
    return 0;
  }
  const auto named = std::ranges::find(words, "--threads");
  const std::size_t threads =
      named != words.end() && named + 1 != words.end() ? std::stoul(*(named + 1)) : std::thread::hardware_concurrency();
  grove::bench::run({words.front(), std::move(*paths), has("--read-only")}, std::max<std::size_t>(threads, 1));
}

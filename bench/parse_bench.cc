// What reading facts costs beside bare parsing, and how large they are: bench_parse PATH…
#include <tree_sitter/api.h>

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "corpus/facts_codec.h"
#include "syntax/parser.h"
#include "syntax/tree/rules.h"
#include "syntax/tree_parser.h"

namespace grove {
namespace {

constexpr std::uintmax_t kLargestFile = 2'000'000;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Sums over the files of one language.
struct Tally {
  std::size_t files = 0;
  std::size_t bytes = 0;
  double bare = 0;
  double facts = 0;
  std::size_t blob = 0;
  std::size_t units = 0;
  std::size_t symbols = 0;
  std::size_t bindings = 0;
  std::size_t calls_kept = 0;
  std::size_t expressions = 0;
  std::size_t strings = 0;
  std::array<std::size_t, 6> references{};
  std::array<std::size_t, 5> states{};
};

class ParseBench {
 public:
  ParseBench() : parser_(syntax::make_parser()) {
    for (const syntax::LanguageDefinition* definition : syntax::language_definitions())
      grammars_[static_cast<std::size_t>(definition->language)] = definition->grammar();
  }

  void measure(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::file_size(path, error) > kLargestFile || error) return;
    std::ifstream in(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const Language language = syntax::detect_language(path.filename().string(), std::string_view(text).substr(0, 4096));
    const auto index = static_cast<std::size_t>(language);
    if (grammars_[index] == nullptr) return;
    Tally& tally = tallies_[index];
    ++tally.files;
    tally.bytes += text.size();
    const double begin = cpu_seconds();
    parse_bare(index, text);
    const double middle = cpu_seconds();
    const Facts facts = parser_->parse({.path = path.string(), .language = language, .text = text, .limits = {}, .cancel = {}});
    const double end = cpu_seconds();
    tally.bare += middle - begin;
    tally.facts += end - middle;
    count(facts, tally);
  }

  void print() const {
    fmt::print("{:<12}{:>7}{:>8}{:>10}{:>10}{:>7}{:>8} | per KB: {:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}\n",
               "language", "files", "MB", "bare MB/s", "facts MB/s", "ratio", "blob %", "unit", "symb", "call", "type", "imp", "read",
               "writ", "inh", "bind", "kept", "expr", "str");
    for (std::size_t i = 0; i < tallies_.size(); ++i)
      if (tallies_[i].files != 0) print(language_name(static_cast<Language>(i)), tallies_[i]);
  }

 private:
  void parse_bare(std::size_t language, const std::string& text) {
    if (!bare_) bare_.reset(ts_parser_new());
    ts_parser_set_language(bare_.get(), grammars_[language]);
    ts_tree_delete(ts_parser_parse_string(bare_.get(), nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
  }

  void count(const Facts& facts, Tally& tally) {
    tally.blob += encoder_.encode(facts).size();
    tally.units += facts.units.size();
    tally.symbols += facts.symbols.size();
    tally.bindings += facts.bindings.size();
    tally.calls_kept += facts.call_arguments.size();
    tally.expressions += facts.expressions.size();
    tally.strings += facts.strings.size();
    for (const Reference& reference : facts.references) ++tally.references[static_cast<std::size_t>(reference.role)];
    ++tally.states[static_cast<std::size_t>(facts.state)];
  }

  static void print(std::string_view name, const Tally& tally) {
    const double megabytes = static_cast<double>(tally.bytes) / 1e6;
    const auto per_kb = [&](std::size_t number) { return static_cast<double>(number) * 1000 / static_cast<double>(tally.bytes); };
    fmt::print("{:<12}{:>7}{:>8.1f}{:>10.2f}{:>10.2f}{:>7.2f}{:>8.1f} |        ", name, tally.files, megabytes, megabytes / tally.bare,
               megabytes / tally.facts, tally.facts / tally.bare,
               100.0 * static_cast<double>(tally.blob) / static_cast<double>(tally.bytes));
    for (const std::size_t number :
         {tally.units, tally.symbols, tally.references[0], tally.references[1], tally.references[2], tally.references[3],
          tally.references[4], tally.references[5], tally.bindings, tally.calls_kept, tally.expressions, tally.strings})
      fmt::print("{:>6.1f}", per_kb(number));
    fmt::print("  complete {} partial {} timed out {} too deep {}\n", tally.states[0], tally.states[1], tally.states[3], tally.states[4]);
  }

  struct ParserDeleter {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
  };
  std::unique_ptr<syntax::LanguageParser> parser_;
  corpus::FactsEncoder encoder_;
  std::unique_ptr<TSParser, ParserDeleter> bare_;
  std::array<const TSLanguage*, kLanguageCount> grammars_{};
  std::array<Tally, kLanguageCount> tallies_{};
};

}  // namespace
}  // namespace grove

int main(int count, char** arguments) {
  grove::ParseBench bench;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i]))
      if (entry.is_regular_file()) bench.measure(entry.path());
  bench.print();
  return 0;
}

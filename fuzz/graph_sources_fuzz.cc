#include <string>
#include <vector>

#include "fuzz/fuzz_input.h"
#include "graph/declare.h"
#include "graph/resolver.h"
#include "syntax/parser.h"

// The first byte names a language; the rest are the texts of up to three files, each after a line of five dashes. They are parsed and
// resolved among each other.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove;
  if (size < 2) return 0;
  static const auto parser = syntax::make_parser();
  const auto language = static_cast<Language>(data[0] % kLanguageCount);
  std::string_view rest = fuzz::as_text(data + 1, size - 1);
  std::vector<std::pair<std::string, Facts>> files;
  for (const char* path : {"src/a.x", "src/b.x", "lib/c.x"}) {
    constexpr std::string_view kBetween = "\n-----\n";
    const auto end = rest.find(kBetween);
    syntax::ParseRequest request{.path = path, .language = language, .text = rest.substr(0, end), .limits = {}, .cancel = {}};
    request.limits.time = std::chrono::milliseconds(200);
    files.emplace_back(path, parser->parse(request));
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + kBetween.size());
  }
  const auto declared = graph::declare(files);
  const auto resolver = graph::Resolver::make(*declared);
  for (const auto& [path, facts] : files) {
    const auto id = declared->find_file(path);
    fuzz::require(id.has_value());
    for (const auto& one : resolver->resolve(*id, facts).resolved) fuzz::require(one.target < declared->symbol_limit());
  }
  return 0;
}

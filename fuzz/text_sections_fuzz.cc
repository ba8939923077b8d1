#include "fuzz/fuzz_input.h"
#include "syntax/parser.h"

// Whatever the text, all of it lies in units, in order.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  static const auto parser = grove::syntax::make_text_parser();
  grove::syntax::ParseRequest request;
  request.path = "notes/fuzzed.txt";
  request.text = text;
  request.language = grove::syntax::detect_language(request.path, text.substr(0, 512));
  const grove::Facts facts = parser->parse(request);
  std::uint32_t last = 0;
  for (const auto& unit : facts.units) {
    grove::fuzz::require(unit.range.begin <= unit.range.end && unit.range.end <= size && unit.range.begin >= last);
    last = unit.range.begin;
  }
  return 0;
}

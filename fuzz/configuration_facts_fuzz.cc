#include <array>

#include "fuzz/fuzz_input.h"
#include "syntax/config/read_properties.h"

// The first byte chooses the format.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using grove::Language;
  constexpr std::array kFormats = {Language::kYaml, Language::kProperties, Language::kToml,     Language::kIni,
                                   Language::kJson, Language::kXml,        Language::kPlainText};
  if (size == 0) return 0;
  const auto text = grove::fuzz::as_text(data + 1, size - 1);
  grove::Facts facts;
  grove::syntax::read_properties(text, kFormats[data[0] % kFormats.size()], facts);
  for (const auto& property : facts.properties) grove::fuzz::require(!facts.text(property.key).empty() || size > 1);
  return 0;
}

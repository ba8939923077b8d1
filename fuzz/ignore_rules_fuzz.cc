#include "fuzz/fuzz_input.h"
#include "source/ignore_rules.h"

// Up to the first NUL: an ignore file; after it: a path.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using grove::source::EntryType;
  const auto input = grove::fuzz::as_text(data, size);
  const auto end = input.find('\0');
  const auto path = end == std::string_view::npos ? std::string_view("src/a.cc") : input.substr(end + 1);
  const grove::source::IgnoreRules rules(input.substr(0, end));
  const auto of_file = rules.match(path, EntryType::kFile);
  const auto of_folder = rules.match(path, EntryType::kFolder);
  // Whatever fits a file fits a folder of that name, though a rule for folders may overrule it.
  grove::fuzz::require(!of_file || of_folder);
  grove::fuzz::require(!rules.empty() || !of_folder);
  rules.without_catch_alls().match(path, EntryType::kFile);
  return 0;
}

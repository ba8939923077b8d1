#include "base/settings_files.h"
#include "fuzz/fuzz_input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = grove::fuzz::as_text(data, size);
  for (const auto& parsed : {grove::parse_env_file(text, "fuzzed.env"), grove::parse_config_file(text, "fuzzed.toml")}) {
    if (!parsed) grove::fuzz::require(parsed.error().message.find("fuzzed.") != std::string::npos);
  }
  return 0;
}

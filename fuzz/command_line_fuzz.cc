#include "apps/grove/parse.h"
#include "fuzz/fuzz_input.h"

// A word a line. What is accepted keeps to the table; what isn't gets a message.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> words(1);
  for (const char c : grove::fuzz::as_text(data, size)) {
    if (c == '\n')
      words.emplace_back();
    else if (c != '\0')
      words.back() += c;
  }
  const auto invocation = grove::cli::parse_command_line(words);
  (void)grove::cli::asks_for_json(words);
  if (!invocation) {
    grove::fuzz::require(!invocation.error().message.empty());
    return 0;
  }
  std::vector<const grove::cli::OptionSpec*> known;
  for (const auto& option : grove::cli::global_options()) known.push_back(&option);
  if (invocation->command != nullptr)
    for (const auto& option : invocation->command->options) known.push_back(&option);
  for (const auto* option : known) {
    if (option->type != grove::cli::OptionType::kInteger || !invocation->has(option->name)) continue;
    const std::int64_t number = invocation->integer(option->name, option->least);
    grove::fuzz::require(number >= option->least && number <= option->most);
  }
  return 0;
}

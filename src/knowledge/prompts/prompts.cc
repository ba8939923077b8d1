#include "knowledge/prompts/prompts.h"

#include "base/hash.h"

namespace grove::knowledge {

std::string filled(Prompt prompt, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string_view rest = prompt_text(prompt);
  std::string out;
  for (std::size_t open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    const std::size_t close = rest.find("}}", open);
    if (close == std::string_view::npos) break;
    const std::string_view name = rest.substr(open + 2, close - open - 2);
    out += rest.substr(0, open);
    for (const auto& [key, value] : values)
      if (key == name) out += value;
    rest.remove_prefix(close + 2);
  }
  return out.append(rest);
}

std::string fenced(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  const std::string mark = to_hex(sha256(text)).substr(0, kDigits);
  std::string out = "BEGIN " + mark + '\n';
  out += text;
  return out + "\nEND " + mark + '\n';
}

}  // namespace grove::knowledge

#include "engine/answering/citations.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace grove::engine {
namespace {

std::optional<std::size_t> number_of(std::string_view text) {
  text = trim(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The numbers between brackets: `1, 4`, `2-5`; nothing where it is no list of them.
std::optional<std::vector<std::size_t>> numbers_of(std::string_view inside) {
  constexpr std::size_t kLongestRange = 50;
  std::vector<std::size_t> numbers;
  for (const std::string_view part : split(inside, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = number_of(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_of(part.substr(dash + 1));
    if (!first || !last || *last < *first || *last - *first > kLongestRange) return std::nullopt;
    for (std::size_t number = *first; number <= *last; ++number) numbers.push_back(number);
  }
  return numbers;
}

class Checker {
 public:
  Checker(std::string_view text, const std::set<std::size_t>& known) : text_(text), known_(known) {}

  CheckedAnswer check() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (text_[at] == '`') {
        at = copy_code(at);
      } else if (text_[at] == '[' && !follows_word(at)) {
        at = check_bracket(at);
      } else {
        answer_.text += text_[at++];
      }
    }
    answer_.cited.assign(cited_.begin(), cited_.end());
    return std::move(answer_);
  }

 private:
  bool follows_word(std::size_t at) const {
    return at > 0 && (std::isalnum(static_cast<unsigned char>(text_[at - 1])) != 0 || text_[at - 1] == '_');
  }

  /// From one run of backticks to the next one of that length.
  std::size_t copy_code(std::size_t at) {
    std::size_t ticks = at;
    while (ticks < text_.size() && text_[ticks] == '`') ++ticks;
    const std::size_t close = text_.find(text_.substr(at, ticks - at), ticks);
    const std::size_t end = close == std::string_view::npos ? ticks : close + (ticks - at);
    answer_.text += text_.substr(at, end - at);
    return end;
  }

  std::size_t check_bracket(std::size_t at) {
    const std::size_t close = text_.find(']', at);
    const auto numbers = close == std::string_view::npos ? std::nullopt : numbers_of(text_.substr(at + 1, close - at - 1));
    if (!numbers) {
      answer_.text += '[';
      return at + 1;
    }
    std::vector<std::string> kept;
    for (const std::size_t number : *numbers) {
      if (known_.contains(number)) {
        kept.push_back(std::to_string(number));
        cited_.insert(number);
      } else {
        note("[" + std::to_string(number) + "]");
      }
    }
    if (kept.size() == numbers->size()) {
      answer_.text += text_.substr(at, close + 1 - at);
    } else if (!kept.empty()) {
      answer_.text += "[" + join(kept, ", ") + "]";
    } else if (answer_.text.ends_with(' ')) {
      answer_.text.pop_back();
    }
    return close + 1;
  }

  void note(const std::string& citation) {
    if (std::ranges::find(answer_.unfounded, citation) == answer_.unfounded.end()) answer_.unfounded.push_back(citation);
  }

  std::string_view text_;
  const std::set<std::size_t>& known_;
  std::set<std::size_t> cited_;
  CheckedAnswer answer_;
};

}  // namespace

CheckedAnswer check_citations(const std::string& text, const std::set<std::size_t>& known) { return Checker(text, known).check(); }

}  // namespace grove::engine

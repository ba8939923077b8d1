#include "base/glob.h"

#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace grove {
namespace {

// The C locale's classes, as Git has them.
bool in_named_class(std::string_view name, unsigned char c, bool& known) {
  const bool lower = c >= 'a' && c <= 'z';
  const bool upper = c >= 'A' && c <= 'Z';
  const bool digit = c >= '0' && c <= '9';
  const bool graph = c > 0x20 && c < 0x7F;
  known = true;
  if (name == "alnum") return lower || upper || digit;
  if (name == "alpha") return lower || upper;
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "cntrl") return c < 0x20 || c == 0x7F;
  if (name == "digit") return digit;
  if (name == "graph") return graph;
  if (name == "lower") return lower;
  if (name == "print") return graph || c == ' ';
  if (name == "punct") return graph && !lower && !upper && !digit;
  if (name == "space") return c == ' ' || (c >= '\t' && c <= '\r');
  if (name == "upper") return upper;
  if (name == "xdigit") return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  known = false;
  return false;
}

bool add_named_class(std::string_view name, std::bitset<256>& members) {
  bool known = false;
  for (unsigned c = 0; c < 256; ++c)
    if (in_named_class(name, static_cast<unsigned char>(c), known)) members.set(c);
  return known;
}

}  // namespace

/// Reads a pattern byte by byte.
class Glob::Compiler {
 public:
  Compiler(std::string_view pattern, Glob& glob) : pattern_(pattern), glob_(glob) {}

  void run() {
    while (at_ < pattern_.size() && !glob_.malformed_at_) {
      begin_ = at_;
      switch (const char c = pattern_[at_++]) {
        case '\\': escaped(); break;
        case '?': push(Op::kAny); break;
        case '*': star(); break;
        case '[': character_class(); break;
        default: push(Op::kByte, c);
      }
    }
  }

 private:
  void push(Op op, char byte = 0) { glob_.tokens_.push_back({.op = op, .byte = byte}); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0'; }

  void escaped() {
    if (at_ == pattern_.size()) return void(glob_.malformed_at_ = begin_);
    push(Op::kByte, pattern_[at_++]);
  }

  void star() {
    const std::size_t first = at_ - 1;
    while (peek() == '*') ++at_;
    const bool several = at_ - first > 1;
    const bool after_slash = first == 0 || pattern_[first - 1] == '/';
    const bool before_slash = peek() == '/' || (peek() == '\\' && peek(1) == '/');
    if (!several || !after_slash || (at_ != pattern_.size() && !before_slash)) return push(Op::kStar);
    if (peek() != '/') return push(Op::kAll);
    ++at_;
    push(Op::kFolders);
  }

  /// One member byte, after an optional backslash; nothing at the end of the pattern.
  std::optional<char> member() {
    if (peek() == '\\') ++at_;
    if (at_ >= pattern_.size()) return std::nullopt;
    return pattern_[at_++];
  }

  void character_class() {
    const bool negated = peek() == '!' || peek() == '^';
    if (negated) ++at_;
    std::bitset<256> members;
    if (!class_members(members)) return void(glob_.malformed_at_ = begin_);
    if (negated) members.flip();
    members.reset('/');
    glob_.tokens_.push_back({.op = Op::kClass, .class_index = static_cast<std::uint32_t>(glob_.classes_.size())});
    glob_.classes_.push_back(members);
  }

  /// Up to and with the closing bracket; one that stands first is a member.
  bool class_members(std::bitset<256>& members) {
    int previous = -1;  // the member before, where a range may begin there
    for (bool first = true; first || peek() != ']'; first = false) {
      if (at_ >= pattern_.size()) return false;
      if (peek() == '-' && previous >= 0 && at_ + 1 < pattern_.size() && peek(1) != ']') {
        ++at_;
        const auto last = member();
        if (!last) return false;
        for (int c = previous; c <= static_cast<unsigned char>(*last); ++c) members.set(static_cast<std::size_t>(c));
        previous = -1;
        continue;
      }
      if (peek() == '[' && peek(1) == ':') {
        switch (named_class(members)) {
          case Named::kTaken: previous = -1; continue;
          case Named::kMalformed: return false;
          case Named::kPlainBracket: break;
        }
      }
      const auto byte = member();
      if (!byte) return false;
      members.set(static_cast<unsigned char>(*byte));
      previous = static_cast<unsigned char>(*byte);
    }
    ++at_;
    return true;
  }

  enum class Named { kTaken, kMalformed, kPlainBracket };
  Named named_class(std::bitset<256>& members) {
    const auto close = pattern_.find(']', at_ + 2);
    if (close == std::string_view::npos) return Named::kMalformed;
    if (close < at_ + 3 || pattern_[close - 1] != ':') return Named::kPlainBracket;
    const std::string_view name = pattern_.substr(at_ + 2, close - 1 - (at_ + 2));
    at_ = close + 1;
    return add_named_class(name, members) ? Named::kTaken : Named::kMalformed;
  }

  std::string_view pattern_;
  Glob& glob_;
  std::size_t begin_ = 0;  // of the token that is read
  std::size_t at_ = 0;
};

/// Backtracks to the last `*`, or to the last `**` where that is exhausted. Older ones need no second try: what follows a star may begin
/// at its first fit, since a later star takes up any later beginning.
class Glob::Matcher {
 public:
  Matcher(const Glob& glob, std::string_view text) : tokens_(glob.tokens_), classes_(glob.classes_), text_(text) {}

  bool run() {
    for (;;) {
      if (token_ == tokens_.size() && at_ == text_.size()) return true;
      if (token_ < tokens_.size() && step()) continue;
      if (!retry_star() && !retry_all()) return false;
    }
  }

 private:
  struct Mark {
    std::size_t token = 0;  // after the star
    std::size_t at = 0;     // where the rest was tried last
    bool set = false;
  };

  bool step() {
    const Token& token = tokens_[token_];
    switch (token.op) {
      case Op::kStar: star_ = {.token = ++token_, .at = at_, .set = true}; return true;
      case Op::kAll:
      case Op::kFolders:
        all_ = {.token = ++token_, .at = at_, .set = true};
        star_.set = false;
        return true;
      default: break;
    }
    if (at_ == text_.size() || !takes(token, text_[at_])) return false;
    ++token_, ++at_;
    return true;
  }

  bool takes(const Token& token, char c) const {
    if (token.op == Op::kByte) return token.byte == c;
    if (token.op == Op::kAny) return c != '/';
    return classes_[token.class_index].test(static_cast<unsigned char>(c));
  }

  bool retry_star() {
    if (!star_.set || star_.at == text_.size() || text_[star_.at] == '/') return false;
    at_ = ++star_.at;
    token_ = star_.token;
    return true;
  }

  bool retry_all() {
    if (!all_.set || all_.at == text_.size()) return false;
    if (tokens_[all_.token - 1].op == Op::kFolders) {
      const auto slash = text_.find('/', all_.at);
      if (slash == std::string_view::npos) return false;
      all_.at = slash;
    }
    at_ = ++all_.at;
    token_ = all_.token;
    star_.set = false;
    return true;
  }

  const std::vector<Token>& tokens_;
  const std::vector<std::bitset<256>>& classes_;
  std::string_view text_;
  std::size_t token_ = 0;
  std::size_t at_ = 0;
  Mark star_;
  Mark all_;
};

Glob::Glob(std::string_view pattern) { Compiler(pattern, *this).run(); }

bool Glob::matches(std::string_view path) const { return !malformed_at_ && Matcher(*this, path).run(); }

Status check_glob(std::string_view what, std::string_view pattern) {
  // A slash at the end only says that a folder is meant.
  const std::string_view names = pattern.substr(0, pattern.size() - (pattern.ends_with('/') ? 1 : 0));
  const auto place = Glob(names).malformed_at();
  if (!place) return {};
  const std::string_view problem = pattern[*place] == '[' ? "its `[` is never closed, or names no class" : "nothing follows its `\\`";
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("the {} pattern `{}` is malformed at byte {}: {}", what, pattern, *place + 1, problem),
              "A `\\` before a character makes it stand for itself.");
}

PathFilter::PathFilter(std::string_view pattern)
    : glob_(pattern.substr(pattern.starts_with('/') ? 1 : 0, pattern.ends_with('/') && pattern.size() > 1
                                                                 ? pattern.size() - 1 - (pattern.starts_with('/') ? 1 : 0)
                                                                 : std::string_view::npos)),
      anchored_(pattern.substr(0, pattern.size() - (pattern.ends_with('/') ? 1 : 0)).find('/') != std::string_view::npos) {}

bool PathFilter::matches(std::string_view path) const {
  for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
    end = path.find('/', begin);
    const std::string_view subject =
        anchored_ ? path.substr(0, end) : path.substr(begin, end == std::string_view::npos ? end : end - begin);
    if (glob_.matches(subject)) return true;
  }
  return false;
}

}  // namespace grove

#include "inference/static/word_piece.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <span>
#include <string>

// Under the thread sanitizer the function that chooses a clone would run before the sanitizer is there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define GROVE_WITH_POPCOUNT __attribute__((target_clones("popcnt", "default")))
#else
#define GROVE_WITH_POPCOUNT
#endif

namespace grove::inference {
namespace {

constexpr std::uint32_t kNoToken = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMaxWordBytes = 40;
constexpr unsigned kLetters = 36;
constexpr std::uint64_t kChildMask = (std::uint64_t{1} << kLetters) - 1;
constexpr std::uint8_t kNotALetter = 0xff;
constexpr std::uint32_t kWordRoot = 0;
constexpr std::uint32_t kContinuationRoot = 1;

enum class Class : std::uint8_t { kOther, kLower, kUpper, kDigit };

constexpr std::array<Class, 256> kClasses = [] {
  std::array<Class, 256> classes{};
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = Class::kLower;
  for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = Class::kUpper;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = Class::kDigit;
  return classes;
}();

// a-z and A-Z: 0..25, 0-9: 26..35.
constexpr std::array<std::uint8_t, 256> kLetterOf = [] {
  std::array<std::uint8_t, 256> letters{};
  letters.fill(kNotALetter);
  for (unsigned i = 0; i < 26; ++i) letters['a' + i] = letters['A' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 10; ++i) letters['0' + i] = static_cast<std::uint8_t>(26 + i);
  return letters;
}();

inline Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
inline unsigned letter_of(char c) { return kLetterOf[static_cast<unsigned char>(c)]; }

struct Entry {
  std::uint64_t prefix = 0;  // whether it continues, then its first ten letters, six bits each: sorts most pairs with one comparison
  std::string_view letters;
  std::uint32_t id = 0;
  bool continues = false;
};

std::uint64_t prefix_of(std::string_view letters, bool continues) {
  constexpr std::size_t kPrefixLetters = 10;
  std::uint64_t prefix = continues ? 1 : 0;
  for (std::size_t i = 0; i < kPrefixLetters; ++i) prefix = (prefix << 6U) | (i < letters.size() ? letter_of(letters[i]) + 1 : 0);
  return prefix;
}

std::optional<Entry> parse_token(std::string_view token, std::uint32_t id) {
  if (token == "[PAD]" || token == "[UNK]") return std::nullopt;
  const bool continues = token.starts_with("##");
  if (continues) token.remove_prefix(2);
  return Entry{prefix_of(token, continues), token, id, continues};
}

bool is_spellable(std::string_view letters) {
  return !letters.empty() && letters.size() <= kMaxWordBytes &&
         std::ranges::all_of(letters, [](char c) { return class_of(c) == Class::kLower || class_of(c) == Class::kDigit; });
}

/// Order of the trie: by letter codes, digits after letters.
struct SpelledBefore {
  bool operator()(const Entry& a, const Entry& b) const {
    if (a.prefix != b.prefix) return a.prefix < b.prefix;
    return std::ranges::lexicographical_compare(a.letters, b.letters, {}, letter_of, letter_of);
  }
};

/// Entries `[first, last)` share their first `depth` letters, which lead to `node`.
struct Branch {
  std::uint32_t node = 0;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t depth = 0;
};

/// Lays the trie out breadth first, so that the children of a node stand together.
class TrieBuilder {
 public:
  TrieBuilder(std::span<const Entry> entries, std::vector<std::uint64_t>& nodes, std::vector<std::uint32_t>& ids)
      : entries_(entries), nodes_(nodes), ids_(ids) {}

  void build() {
    const auto words = static_cast<std::uint32_t>(std::ranges::count_if(entries_, [](const Entry& entry) { return !entry.continues; }));
    constexpr std::size_t kNodesPerEntry = 3;  // about; saves growing
    nodes_.reserve(entries_.size() * kNodesPerEntry);
    ids_.reserve(entries_.size() * kNodesPerEntry);
    queue_.reserve(entries_.size() * kNodesPerEntry);
    nodes_.assign(2, 0);
    ids_.assign(2, kNoToken);
    queue_.push_back({kWordRoot, 0, words, 0});
    queue_.push_back({kContinuationRoot, words, static_cast<std::uint32_t>(entries_.size()), 0});
    for (std::size_t next = 0; next < queue_.size(); ++next) expand(queue_[next]);
  }

 private:
  void expand(Branch branch) {
    while (branch.first < branch.last && entries_[branch.first].letters.size() == branch.depth) {
      ids_[branch.node] = entries_[branch.first++].id;
    }
    if (branch.first == branch.last) return;
    std::uint64_t node = static_cast<std::uint64_t>(nodes_.size()) << kLetters;
    while (branch.first < branch.last) {
      const unsigned letter = letter_of(entries_[branch.first].letters[branch.depth]);
      std::uint32_t end = branch.first + 1;
      while (end < branch.last && letter_of(entries_[end].letters[branch.depth]) == letter) ++end;
      node |= std::uint64_t{1} << letter;
      queue_.push_back({static_cast<std::uint32_t>(nodes_.size()), branch.first, end, branch.depth + 1});
      nodes_.push_back(0);
      ids_.push_back(kNoToken);
      branch.first = end;
    }
    nodes_[branch.node] = node;
  }

  std::span<const Entry> entries_;
  std::vector<std::uint64_t>& nodes_;
  std::vector<std::uint32_t>& ids_;
  std::vector<Branch> queue_;
};

/// The longest token that `text` begins with below `root`; its end, or null where there is none.
inline const char* longest(const std::uint64_t* nodes, const std::uint32_t* ids, std::uint32_t root, std::string_view text,
                           std::uint32_t& id) {
  const char* end = nullptr;
  std::uint64_t node = nodes[root];
  for (const char& c : text) {
    const unsigned letter = letter_of(c);
    if (((node >> letter) & 1U) == 0) break;
    const std::uint64_t before = node & ((std::uint64_t{1} << letter) - 1);
    const auto child = static_cast<std::size_t>(node >> kLetters) + static_cast<std::size_t>(std::popcount(before));
    node = nodes[child];
    if (ids[child] == kNoToken) continue;
    id = ids[child];
    end = &c + 1;
  }
  return end;
}

/// Where the word that begins at `begin` (a letter or digit) ends.
inline std::size_t word_end(std::string_view text, std::size_t begin) {
  const Class first = class_of(text[begin]);
  std::size_t end = begin + 1;
  while (end < text.size() && class_of(text[end]) == first) ++end;
  if (first != Class::kUpper || end == text.size() || class_of(text[end]) != Class::kLower) return end;
  if (end - begin >= 2) return end - 1;  // the last capital belongs to the next word
  while (end < text.size() && class_of(text[end]) == Class::kLower) ++end;
  return end;
}

}  // namespace

Result<WordPiece> WordPiece::build(std::string_view vocabulary) {
  WordPiece result;
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(std::ranges::count(vocabulary, '\n')) + 1);
  while (!vocabulary.empty()) {
    const std::size_t line_end = std::min(vocabulary.find('\n'), vocabulary.size());
    const std::string_view token = vocabulary.substr(0, line_end);
    vocabulary.remove_prefix(std::min(line_end + 1, vocabulary.size()));
    if (const auto entry = parse_token(token, result.tokens_)) {
      if (!is_spellable(entry->letters)) {
        return fail(ErrorCode::kCorrupt,
                    "cannot read vocabulary: line " + std::to_string(result.tokens_ + 1) + " is no token of letters a-z and digits");
      }
      entries.push_back(*entry);
    }
    ++result.tokens_;
  }
  std::ranges::sort(entries, SpelledBefore());
  TrieBuilder(entries, result.nodes_, result.ids_).build();
  return result;
}

GROVE_WITH_POPCOUNT
void WordPiece::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  const std::uint64_t* const nodes = nodes_.data();
  for (std::size_t at = 0; at < text.size();) {
    if (class_of(text[at]) == Class::kOther) {
      ++at;
      continue;
    }
    const std::size_t end = word_end(text, at);
    std::string_view rest = text.substr(at, end - at);
    at = end;
    if (rest.size() > kMaxWordBytes) continue;
    const std::size_t before = ids.size();
    for (std::uint32_t root = kWordRoot; !rest.empty(); root = kContinuationRoot) {
      std::uint32_t id = 0;
      const char* const piece_end = longest(nodes, ids_.data(), root, rest, id);
      if (piece_end == nullptr) {
        ids.resize(before);
        break;
      }
      ids.push_back(id);
      rest.remove_prefix(static_cast<std::size_t>(piece_end - rest.data()));
    }
  }
}

}  // namespace grove::inference

#include "search/query_analysis.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "index/lexical/tokenizer.h"

namespace grove::search {
namespace {

using WordSet = std::unordered_set<std::string_view>;

/// Words that carry no topic in a question about code.
const WordSet& stopwords() {
  static const WordSet words = {
      "a",     "about",  "all",     "an",     "and",      "any",     "are",    "as",    "at",      "be",     "been",  "being",  "by",
      "can",   "could",  "did",     "do",     "does",     "done",    "each",   "for",   "from",    "get",    "gets",  "given",  "had",
      "has",   "have",   "how",     "i",      "if",       "in",      "into",   "is",    "it",      "its",    "like",  "made",   "make",
      "makes", "me",     "my",      "of",     "on",       "one",     "or",     "other", "our",     "over",   "out",   "per",    "should",
      "show",  "so",     "some",    "such",   "than",     "that",    "the",    "their", "them",    "then",   "there", "these",  "they",
      "this",  "those",  "through", "to",     "up",       "upon",    "us",     "use",   "used",    "uses",   "using", "via",    "was",
      "we",    "were",   "what",    "when",   "where",    "which",   "while",  "who",   "why",     "will",   "with",  "within", "without",
      "work",  "works",  "would",   "you",    "your",     "happens", "happen", "find",  "explain", "please", "not",   "no",     "between",
      "after", "before", "against", "during", "different"};
  return words;
}

/// Words about code in general: they narrow little.
const WordSet& meta_words() {
  static const WordSet words = {
      "implementation", "implementations", "implemented", "implement",  "implements", "definition", "definitions", "defined", "defines",
      "define",         "function",        "functions",   "method",     "methods",    "class",      "classes",     "code",    "logic",
      "support",        "supports",        "supported",   "handling",   "handle",     "handled",    "handles",     "handler", "system",
      "helper",         "helpers",         "utility",     "utilities",  "core",       "main",       "module",      "modules", "type",
      "types",          "interface",       "interfaces",  "object",     "objects",    "struct",     "structs",     "library", "api",
      "feature",        "mechanism",       "process",     "management", "custom",     "based",      "specific",    "general", "internal",
      "structure",      "provided",        "provides"};
  return words;
}

bool is_word_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

/// The word without punctuation around it.
std::string_view trim_punctuation(std::string_view word) {
  while (!word.empty() && !is_word_byte(word.front()) && word.front() != '~' && word.front() != '@') word.remove_prefix(1);
  while (!word.empty() && !is_word_byte(word.back()) && word.back() != '=' && word.back() != '!') word.remove_suffix(1);
  return word;
}

/// `verify_token`, `HttpClient`, `getUser`, `Rack::Response`, `a.b.c`, `foo#bar`, `MAX_SIZE`: more than a word of prose.
bool looks_like_identifier(std::string_view word) {
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word.front()))) return false;
  bool lower_seen = false;
  bool inner_capital = false;
  bool joined = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (std::isupper(static_cast<unsigned char>(c)) && i > 0 && lower_seen) inner_capital = true;
    if (std::islower(static_cast<unsigned char>(c))) lower_seen = true;
    if ((c == '_' || c == '.' || c == '#' || c == '\\' || c == ':') && i > 0 && i + 1 < word.size()) joined = true;
    if (!is_word_byte(c) && c != '.' && c != '#' && c != ':' && c != '\\' && c != '~' && c != '@') return false;
  }
  return inner_capital || joined || word.front() == '_' || word.front() == '$' || word.front() == '@';
}

bool looks_like_path(std::string_view word) {
  const auto slash = word.find('/');
  const auto dot = word.rfind('.');
  const bool extension = dot != std::string_view::npos && dot > 0 && word.size() - dot <= 6 && word.size() - dot > 1;
  return slash != std::string_view::npos && (extension || std::ranges::count(word, '/') > 1) && word.find("//") == std::string_view::npos;
}

/// Words whose presence means that the reader wants that sort of file.
bool mentions(const std::vector<std::string_view>& words, std::initializer_list<std::string_view> sought) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return std::ranges::count(sought, to_lower_ascii(trim_punctuation(word))) > 0; });
}

Intent intent_of(const std::vector<std::string_view>& words, std::size_t identifiers) {
  if (words.size() == 1 && looks_like_path(words.front())) return Intent::kPath;
  if (words.size() == 1) return Intent::kSymbol;
  if (words.size() <= 2 && identifiers == words.size()) return Intent::kSymbol;
  const std::string first = to_lower_ascii(words.front());
  if (first == "how" || first == "why" || first == "explain" || (first == "what" && mentions(words, {"happens", "happen"})))
    return Intent::kArchitecture;
  if (mentions(words, {"architecture", "lifecycle", "pipeline", "flow", "overview"})) return Intent::kArchitecture;
  return Intent::kSemantic;
}

double word_weight(std::string_view word, const Tuning& tuning) {
  const std::string folded = to_lower_ascii(word);
  if (stopwords().contains(folded)) return tuning.stopword_weight;
  if (meta_words().contains(folded)) return tuning.meta_weight;
  return 1;
}

class TermCollector {
 public:
  explicit TermCollector(const Tuning& tuning) : tuning_(tuning) {}

  void add(std::string_view word, double weight) {
    const std::vector<std::string> terms = index::query_terms(word);
    for (const std::string& term : terms) {
      const bool whole = terms.size() > 1 && term == terms.front();
      add_term(term, whole ? weight * tuning_.whole_weight : weight, whole);
    }
  }
  std::vector<QueryTerm> take() { return std::move(terms_); }

 private:
  void add_term(const std::string& term, double weight, bool whole) {
    const auto [known, fresh] = place_.try_emplace(term, terms_.size());
    if (fresh)
      terms_.push_back({term, weight, whole});
    else
      terms_[known->second].weight = std::max(terms_[known->second].weight, weight);
  }
  const Tuning& tuning_;
  std::vector<QueryTerm> terms_;
  std::unordered_map<std::string, std::size_t> place_;
};

}  // namespace

std::string_view intent_name(Intent intent) {
  constexpr std::array<std::string_view, 4> kNames = {"symbol", "path", "semantic", "architecture"};
  return kNames[static_cast<std::size_t>(intent)];
}

QueryAnalysis analyze_query(std::string_view query, const Tuning& tuning) {
  QueryAnalysis analysis;
  const std::vector<std::string_view> words = split_words(query);
  if (words.empty()) return analysis;
  for (std::string_view word : words) {
    word = trim_punctuation(word);
    if (looks_like_identifier(word) && !looks_like_path(word)) analysis.identifiers.emplace_back(word);
  }
  analysis.intent = intent_of(words, analysis.identifiers.size());
  const std::string_view only = trim_punctuation(words.front());
  if (analysis.intent == Intent::kSymbol && analysis.identifiers.empty() && !only.empty()) analysis.identifiers.emplace_back(only);
  analysis.asks_for_tests = mentions(words, {"test", "tests", "testing", "spec", "specs", "mock", "mocks", "fixture", "fixtures"});
  analysis.asks_for_examples = mentions(words, {"example", "examples", "sample", "samples", "demo", "benchmark", "benchmarks", "tutorial"});
  analysis.asks_for_documents =
      mentions(words, {"readme", "documentation", "docs", "doc", "changelog", "license", "guide", "config", "configuration"});
  analysis.asks_for_compatibility =
      mentions(words, {"compat", "compatibility", "legacy", "deprecated", "polyfill", "backward", "backwards", "v1", "v2", "v3"});

  TermCollector collector(tuning);
  for (const std::string_view word : words) collector.add(word, word_weight(trim_punctuation(word), tuning));
  analysis.terms = collector.take();
  const bool any_topic = std::ranges::any_of(analysis.terms, [](const QueryTerm& term) { return term.weight > 0; });
  if (!any_topic)
    for (QueryTerm& term : analysis.terms) term.weight = 1;
  std::erase_if(analysis.terms, [](const QueryTerm& term) { return term.weight <= 0; });
  return analysis;
}

}  // namespace grove::search

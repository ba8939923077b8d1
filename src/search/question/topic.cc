#include "search/question/topic.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"

namespace grove::search {
namespace {

using WordSet = std::unordered_set<std::string_view>;

/// Words that ask, join or point, and name nothing in a program.
const WordSet& empty_words() {
  static const WordSet words = {
      "a",         "about",      "across",    "after",       "all",   "also",   "am",       "an",       "and",       "any",
      "are",       "as",         "at",        "available",   "be",    "been",   "before",   "behind",   "being",     "between",
      "both",      "but",        "by",        "can",         "come",  "comes",  "could",    "did",      "different", "do",
      "does",      "done",       "during",    "each",        "end",   "ends",   "every",    "exactly",  "exist",     "exists",
      "explain",   "describe",   "find",      "for",         "from",  "gets",   "give",     "go",       "goes",      "guide",
      "had",       "happen",     "happening", "happens",     "has",   "have",   "how",      "i",        "if",        "in",
      "inside",    "into",       "involved",  "is",          "it",    "its",    "lead",     "let",      "like",      "list",
      "many",      "me",         "much",      "my",          "need",  "needed", "no",       "not",      "occur",     "occurs",
      "of",        "on",         "once",      "one",         "or",    "our",    "out",      "over",     "please",    "said",
      "say",       "see",        "should",    "show",        "so",    "some",   "somebody", "someone",  "such",      "summarise",
      "summarize", "summary",    "take",      "taken",       "talk",  "tell",   "than",     "that",     "the",       "their",
      "them",      "then",       "there",     "these",       "they",  "this",   "those",    "through",  "to",        "up",
      "us",        "via",        "walk",      "walkthrough", "want",  "was",    "we",       "were",     "what",      "whats",
      "when",      "whenever",   "where",     "which",       "while", "who",    "whole",    "why",      "will",      "with",
      "within",    "without",    "would",     "work",        "works", "you",    "your",     "overview", "document",  "trace",
      "follow",    "everything", "step",      "steps",       "under", "s"};
  return words;
}

/// What every answer of a sort is, or every program.
const WordSet& kind_words() {
  static const WordSet words = {
      "api",     "apis",       "application", "call",      "called",  "calls",    "chain",         "class",    "code",       "codebase",
      "diagram", "end-to-end", "endpoint",    "endpoints", "expose",  "exposed",  "exposes",       "flow",     "flows",      "http",
      "invoke",  "invoked",    "invokes",     "lifecycle", "method",  "methods",  "offer",         "offers",   "operation",  "operations",
      "path",    "paths",      "program",     "project",   "provide", "provides", "request",       "requests", "rest",       "route",
      "routes",  "sequence",   "serve",       "served",    "serves",  "software", "step-by-step",  "system",   "url",        "urls",
      "uri",     "uris",       "use",         "used",      "uses",    "web",      "workflow",      "process",  "processing", "processed",
      "handle",  "handled",    "handles",     "handler",   "purpose", "role",     "responsibility"};
  return words;
}

const WordSet& articles() {
  static const WordSet words = {"a", "an", "the", "some", "any", "one", "each", "every", "new"};
  return words;
}

/// Who uses programs; named, they say nothing of what is done.
const WordSet& actors() {
  static const WordSet words = {"user",    "users",    "somebody", "someone",   "people",   "person",  "client",  "clients", "customer",
                                "visitor", "visitors", "caller",   "they",      "he",       "she",     "i",       "we",      "you",
                                "admin",   "guest",    "member",   "customers", "consumer", "browser", "frontend"};
  return words;
}

struct ActionWords {
  Action action;
  std::string_view words;
};
constexpr ActionWords kActions[] = {
    {Action::kCreate,
     "create creation new add addition place submit register insert save post make open book schedule upload send subscribe buy purchase "
     "issue enroll "
     "generate publish import start signup checkout pay transfer build store persist enter"},
    {Action::kRead, "get read list show view fetch find search display look retrieve load browse query lookup see download export open"},
    {Action::kUpdate, "update edit change modify patch rename set adjust move replace correct reset approve assign"},
    {Action::kDelete, "delete remove cancel drop erase unregister unsubscribe close revoke purge clear"},
};

const std::unordered_map<std::string, Action>& actions() {
  static const std::unordered_map<std::string, Action> all = [] {
    std::unordered_map<std::string, Action> made;
    for (const ActionWords& row : kActions)
      for (const std::string_view word : split_words(row.words)) made.try_emplace(word_stem(word), row.action);
    return made;
  }();
  return all;
}

bool opens_an_event(std::string_view word) {
  constexpr std::array<std::string_view, 7> kOpeners = {"when", "if", "once", "after", "whenever", "as", "for"};
  return std::ranges::find(kOpeners, word) != kOpeners.end();
}

bool is_passive_sign(std::string_view word) {
  constexpr std::array<std::string_view, 9> kSigns = {"is", "are", "was", "were", "gets", "get", "has", "been", "got"};
  return std::ranges::find(kSigns, word) != kSigns.end();
}

/// Which words only name who acts: "when a user creates", not "when a user is created".
std::vector<bool> acting(std::span<const QuestionWord> words) {
  std::vector<bool> found(words.size(), false);
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (!opens_an_event(words[at].folded)) continue;
    std::size_t noun = at + 1;
    while (noun < words.size() && articles().contains(words[noun].folded)) ++noun;
    if (noun + 1 >= words.size() || !actors().contains(words[noun].folded)) continue;
    if (!is_passive_sign(words[noun + 1].folded)) found[noun] = true;
  }
  return found;
}

/// "order" is a thing to trade with, unless it is that of something else: "the order of calls", "in which order".
bool names_sequence(std::span<const QuestionWord> words, std::size_t at) {
  const bool before = at > 0 && (words[at - 1].folded == "in" || words[at - 1].folded == "which" || words[at - 1].folded == "what");
  return before || (at + 1 < words.size() && words[at + 1].folded == "of");
}

/// What one program does to another one.
const WordSet& relations() {
  static const WordSet words = {"calls",   "call",     "invokes",  "invoke",  "uses",    "use",    "consumes", "consume", "contacts",
                                "contact", "requests", "triggers", "trigger", "depends", "depend", "talks",    "talk"};
  return words;
}

/// Where a question of who uses something names that; the number of its words where it is none.
std::size_t start_of_called(std::span<const QuestionWord> words) {
  static const WordSet askers = {"who", "which", "what"};
  if (words.empty() || !askers.contains(words.front().folded)) return words.size();
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& before = words[at - 1].folded;
    const bool is_of_subject = before == "does" || before == "do" || before == "did" || articles().contains(before);
    if (is_of_subject) return words.size();  // "what does X use" asks for the other side
    if (relations().contains(words[at].folded)) return at + 1;
  }
  return words.size();
}

/// The words between "does" and "call" of "which services does the order service call?", as places; empty for other questions.
struct WordRange {
  std::size_t first = 0, end = 0;
  bool contains(std::size_t at) const { return first <= at && at < end; }
};
WordRange caller_in(std::span<const QuestionWord> words) {
  static const WordSet askers = {"who", "whom", "which", "what"};
  static const WordSet services = {"service", "services", "microservice", "microservices", "who", "whom"};
  static const WordSet others = {"other", "others", "else", "all", "of", "the", "our"};
  if (words.empty() || !askers.contains(words.front().folded)) return {};
  const auto is_one_of = [](const WordSet& some) { return [&some](const QuestionWord& word) { return some.contains(word.folded); }; };
  const auto does = std::ranges::find_if(words, [](const QuestionWord& word) { return word.folded == "does" || word.folded == "do"; });
  const auto relation = std::find_if(does, words.end(), is_one_of(relations()));
  if (does == words.end() || relation == words.end()) return {};
  if (std::find_if(words.begin(), relation, is_one_of(services)) == relation) return {};
  // "which port does the account service use" asks for no service
  const auto asks_for_else = [&](const QuestionWord& word) { return !services.contains(word.folded) && !others.contains(word.folded); };
  if (std::find_if(words.begin() + 1, does, asks_for_else) != does) return {};
  const auto first = static_cast<std::size_t>(does - words.begin()) + 1;
  return {.first = first, .end = static_cast<std::size_t>(relation - words.begin())};
}

}  // namespace

Action action_of(std::string_view folded_word) {
  const auto found = actions().find(word_stem(folded_word));
  return found == actions().end() ? Action::kNone : found->second;
}

Agreement agreement(Action action, std::string_view http_method) {
  using enum Agreement;
  const bool posts = http_method == "POST", puts = http_method == "PUT" || http_method == "PATCH";
  switch (action) {
    case Action::kNone: return kNone;
    case Action::kCreate: return posts ? kUsual : puts ? kPossible : kNone;
    case Action::kRead: return http_method == "GET" ? kUsual : kNone;
    case Action::kUpdate: return puts ? kUsual : posts ? kPossible : kNone;
    case Action::kDelete: return http_method == "DELETE" ? kUsual : posts ? kPossible : kNone;
  }
  return kNone;
}

Topic topic_of(std::span<const QuestionWord> words) {
  Topic topic;
  const std::vector<bool> acts = acting(words);
  const std::size_t called = start_of_called(words);
  const WordRange caller = caller_in(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const QuestionWord& word = words[at];
    switch (word.form) {
      case WordForm::kVerb: topic.http_method = word.text; continue;
      case WordForm::kRoute: topic.route = word.text; continue;
      case WordForm::kIdentifier: topic.identifiers.push_back(word.text); break;
      case WordForm::kFile: topic.files.push_back(word.text); continue;
      case WordForm::kKey:
      case WordForm::kWord: break;
    }
    const bool is_sequence = word.folded == "order" && names_sequence(words, at);
    if (is_sequence || empty_words().contains(word.folded) || kind_words().contains(word.folded) || acts[at]) continue;
    if (word.form == WordForm::kWord && topic.action == Action::kNone) topic.action = action_of(word.folded);
    if (caller.contains(at)) topic.caller += (topic.caller.empty() ? "" : " ") + word.text;
    if (at >= called) topic.called += (topic.called.empty() ? "" : " ") + word.text;
    if (std::ranges::find(topic.words, word.text) == topic.words.end()) topic.words.push_back(word.text);
  }
  topic.text = join(topic.words, " ");
  return topic;
}

}  // namespace grove::search

#include "syntax/tree_parser.h"

#include <ctime>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "syntax/config/read_properties.h"
#include "syntax/mixed/mixed_parser.h"
#include "syntax/scan/scanned_languages.h"
#include "syntax/tree/damage.h"
#include "syntax/tree/finish.h"
#include "syntax/tree/grammar.h"
#include "syntax/tree/walk.h"
#include "syntax/units/unit_builder.h"

namespace grove::syntax {
namespace {

struct TreeDeleter {
  void operator()(TSTree* tree) const { ts_tree_delete(tree); }
};
struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};
using Tree = std::unique_ptr<TSTree, TreeDeleter>;

/// Raised when the facts of all languages change.
constexpr std::uint32_t kCoreVersion = 1007;

/// Time this thread has computed. Limits go by it, so that a busy machine doesn't change what a file says.
std::chrono::nanoseconds thread_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// Asked by tree-sitter every hundred or so steps.
struct Deadline {
  std::chrono::nanoseconds end{};
  const CancelToken* cancel = nullptr;
  std::uint32_t asked = 0;

  bool over() const { return thread_time() > end || cancel->cancelled(); }
  bool passed() { return ++asked % 32 == 0 && over(); }
  static bool stop(TSParseState* state) { return static_cast<Deadline*>(state->payload)->passed(); }
};

/// A text on its way into the parser. It comes in pieces, since some external scanners run to the end of the text from every place in it
/// without ever asking to stop: past the deadline the text simply ends for them.
struct TextInput {
  std::string_view text;
  Deadline* deadline = nullptr;

  static constexpr std::uint32_t kPiece = 8192;
  static const char* read(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* size) {
    auto& input = *static_cast<TextInput*>(payload);
    if (offset >= input.text.size() || input.deadline->over()) {
      *size = 0;
      return "";
    }
    // Pieces begin at their multiples, so that going back and forth reads no two overlapping ones.
    *size = std::min(static_cast<std::uint32_t>(input.text.size()), (offset / kPiece + 1) * kPiece) - offset;
    return input.text.data() + offset;
  }
};

/// The text with a CR that stands alone as LF (tree-sitter counts only those as line ends); nothing if there is none. Offsets stay.
std::optional<std::string> with_line_feeds(std::string_view text) {
  std::optional<std::string> changed;
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') continue;
    if (!changed) changed.emplace(text);
    (*changed)[at] = '\n';
  }
  return changed;
}

/// A grammar with its parser, made when the first file of the language comes.
struct Workbench {
  explicit Workbench(const LanguageDefinition& definition) : grammar(definition), parser(ts_parser_new()) {
    ts_parser_set_language(parser.get(), grammar.language());
  }
  Grammar grammar;
  std::unique_ptr<TSParser, ParserDeleter> parser;
};

class TreeParser final : public LanguageParser {
 public:
  TreeParser(std::span<const LanguageDefinition* const> definitions, std::unique_ptr<LanguageParser> fallback)
      : fallback_(std::move(fallback)) {
    for (const LanguageDefinition* definition : definitions) definitions_[static_cast<std::size_t>(definition->language)] = definition;
  }

  Facts parse(const ParseRequest& request) override {
    Workbench* const bench = bench_for(request);
    if (bench == nullptr) return fallback_->parse(request);
    const std::optional<std::string> changed = with_line_feeds(request.text);
    const std::string_view text = changed ? std::string_view(*changed) : request.text;
    const Tree tree = best_tree(*bench, text, request);
    if (!tree) {
      Facts facts = fallback_->parse(request);
      facts.language = request.language;
      facts.state = ParseState::kTimedOut;
      return facts;
    }
    return facts_of(*bench, tree.get(), text, request);
  }

  std::optional<std::uint32_t> broken_line(const ParseRequest& request) override {
    Workbench* const bench = bench_for(request);
    if (bench == nullptr) return fallback_->broken_line(request);
    const std::optional<std::string> changed = with_line_feeds(request.text);
    const std::string_view text = changed ? std::string_view(*changed) : request.text;
    const Tree tree = best_tree(*bench, text, request);
    const std::optional<std::uint32_t> at = tree ? first_error(tree.get()) : std::nullopt;
    if (!at) return std::nullopt;
    // A tree of configuration breaks at its root where one element is not closed; its reader knows the place.
    const std::optional<std::uint32_t> told = broken_property_line(text, request.language);
    return told ? told : LineIndex(text).line_of(*at);
  }

 private:
  /// Null where a text has no grammar.
  Workbench* bench_for(const ParseRequest& request) {
    const auto language = static_cast<std::size_t>(request.language);
    if (definitions_[language] == nullptr || request.text.size() >= UINT32_MAX) return nullptr;
    if (!benches_[language]) benches_[language] = std::make_unique<Workbench>(*definitions_[language]);
    return benches_[language].get();
  }

  static Tree best_tree(Workbench& bench, std::string_view text, const ParseRequest& request) {
    Tree tree = parse_tree(bench, text, request);
    if (tree) take_better(bench, text, request, tree);
    return tree;
  }

  static Tree parse_tree(Workbench& bench, std::string_view text, const ParseRequest& request) {
    Deadline deadline{thread_time() + request.limits.time, &request.cancel};
    TextInput source{text, &deadline};
    const TSInput input{&source, TextInput::read, TSInputEncodingUTF8, nullptr};
    Tree tree(ts_parser_parse_with_options(bench.parser.get(), nullptr, input, TSParseOptions{&deadline, Deadline::stop}));
    if (tree && !deadline.over()) return tree;
    ts_parser_reset(bench.parser.get());
    return nullptr;
  }

  /// Where a text didn't parse, a second try without what the grammar can't know.
  static void take_better(Workbench& bench, std::string_view text, const ParseRequest& request, Tree& tree) {
    const LanguageDefinition& definition = bench.grammar.definition();
    if (definition.without_noise == nullptr || !ts_node_has_error(ts_tree_root_node(tree.get()))) return;
    const std::uint64_t damage = tree_damage(tree.get());
    if (damage * 1000 < std::uint64_t{definition.noise_from} * text.size()) return;
    const std::optional<std::string> cleaned = definition.without_noise(text);
    if (!cleaned) return;
    Tree second = parse_tree(bench, *cleaned, request);
    if (second && tree_damage(second.get()) < damage) tree = std::move(second);
  }

  Facts facts_of(const Workbench& bench, const TSTree* tree, std::string_view text, const ParseRequest& request) {
    const LanguageDefinition& definition = bench.grammar.definition();
    const LineIndex lines(text);
    Facts facts;
    facts.language = request.language;
    facts.bytes = static_cast<std::uint32_t>(text.size());
    facts.lines = lines.count();
    facts.generated = says_generated(text);
    if (definition.module_of_path != nullptr) {
      std::string module;
      definition.module_of_path(request.path, module);
      facts.module = facts.strings.intern(module);
    }
    walk_.run(bench.grammar, tree, text, {request.limits.depth}, lines.count(), facts);
    const bool broken = ts_node_has_error(ts_tree_root_node(tree));
    facts.state = walk_.too_deep() ? ParseState::kTooDeep : broken ? ParseState::kPartial : ParseState::kComplete;
    sort_symbols(facts);
    qualify_names(facts, definition.separator);
    flag_symbols(text, facts);
    read_properties(text, request.language, facts);
    const UnitRequest units{text, &lines, [this](std::uint32_t row) { return walk_.line_depths().at(row); }, &walk_.comments().runs(),
                            request.limits.unit_bytes};
    build_units(units, facts);
    return facts;
  }

  std::array<const LanguageDefinition*, kLanguageCount> definitions_{};
  std::array<std::unique_ptr<Workbench>, kLanguageCount> benches_{};
  std::unique_ptr<LanguageParser> fallback_;
  Walk walk_;
};

}  // namespace

std::unique_ptr<LanguageParser> make_tree_parser(std::span<const LanguageDefinition* const> definitions,
                                                 std::unique_ptr<LanguageParser> fallback) {
  return std::make_unique<TreeParser>(definitions, std::move(fallback));
}

std::unique_ptr<LanguageParser> make_parser() {
  return make_mixed_parser(make_tree_parser(language_definitions(), make_scanned_parser(make_text_parser())));
}

bool facts_depend_on_path(Language language) {
  return std::ranges::any_of(language_definitions(), [language](const LanguageDefinition* definition) {
    return definition->language == language && definition->module_of_path != nullptr;
  });
}

std::uint32_t extractor_version(Language language) {
  const std::uint32_t version = kCoreVersion + properties_version(language);
  for (const LanguageDefinition* definition : language_definitions())
    if (definition->language == language) return version + definition->version + mixed_version(language);
  for (const ScannedLanguage* scanned : scanned_languages())
    if (scanned->language == language) return version + scanned->version;
  return version + mixed_version(language);
}

}  // namespace grove::syntax

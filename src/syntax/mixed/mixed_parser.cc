#include "syntax/mixed/mixed_parser.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "model/line_index.h"
#include "syntax/mixed/merge_facts.h"
#include "syntax/mixed/script_blocks.h"
#include "syntax/place_lines.h"
#include "syntax/scan/outline.h"
#include "syntax/tree/finish.h"
#include "syntax/units/indents.h"
#include "syntax/units/unit_builder.h"

namespace grove::syntax {
namespace {

bool is_component(Language language) { return language == Language::kVue || language == Language::kSvelte; }

/// `src/views/UserCard.vue` is UserCard; `routes/cart/+page.svelte` is cart/+page.
std::string component_name(std::string_view path) {
  std::string name(base_name(path));
  name.resize(std::min(name.rfind('.'), name.size()));
  const bool by_folder = name == "index" || name.starts_with('+');
  return by_folder ? std::string(base_name(parent_path(path))) + "/" + name : name;
}

/// Uses of components in markup: tags that begin with a capital.
void add_components(Outline& outline, std::string_view text, const std::vector<MarkupBlock>& blocks) {
  auto block = blocks.begin();
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    while (block != blocks.end() && at >= block->whole.end) ++block;
    const bool inside = block != blocks.end() && at >= block->content.begin && at < block->content.end;
    if (inside && block->tag != "template") continue;
    std::size_t end = at + 1;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '.')) ++end;
    if (end == at + 1 || std::isupper(static_cast<unsigned char>(text[at + 1])) == 0) continue;
    outline.facts().references.push_back({.role = Role::kType,
                                          .name = outline.intern(text.substr(at + 1, end - at - 1)),
                                          .symbol = 0,
                                          .begin = static_cast<std::uint32_t>(at + 1)});
  }
}

/// The component as a module, with its template and styles.
Facts component_facts(const ParseRequest& request, const std::vector<MarkupBlock>& blocks) {
  Facts facts;
  facts.state = ParseState::kComplete;
  Outline outline(request.text, facts);
  const auto size = static_cast<std::uint32_t>(request.text.size());
  outline.open(
      {.kind = Kind::kModule, .level = 0, .begin = 0, .name = component_name(request.path), .name_range = {}, .signature = {}, .doc = {}});
  for (const MarkupBlock& block : blocks) {
    if (block.tag == "script") continue;
    const std::uint32_t name_begin = block.whole.begin + 1;
    outline.open({.kind = Kind::kSection,
                  .level = 1,
                  .begin = block.whole.begin,
                  .name = block.tag,
                  .name_range = {name_begin, name_begin + static_cast<std::uint32_t>(block.tag.size())},
                  .signature = {block.whole.begin, block.content.begin},
                  .doc = {}});
    outline.close(1, block.whole.end);
  }
  outline.close(0, size);
  add_components(outline, request.text, blocks);
  return facts;
}

class MixedParser final : public LanguageParser {
 public:
  explicit MixedParser(std::unique_ptr<LanguageParser> inner) : inner_(std::move(inner)) {}

  Facts parse(const ParseRequest& request) override {
    Facts facts = parse_all(request);
    if (request.text.size() < UINT32_MAX) place_lines(request.text, facts);
    return facts;
  }

  std::optional<std::uint32_t> broken_line(const ParseRequest& request) override { return inner_->broken_line(request); }

 private:
  Facts parse_all(const ParseRequest& request) {
    const bool component = is_component(request.language);
    if ((!component && request.language != Language::kHtml) || request.text.size() >= UINT32_MAX) return inner_->parse(request);
    const std::vector<MarkupBlock> blocks = markup_blocks(request.text);
    Facts facts = component ? component_facts(request, blocks) : inner_->parse(request);
    const bool scripts = add_scripts(request, blocks, facts);
    if (!component && !scripts) return facts;
    const LineIndex lines(request.text);
    facts.language = request.language;
    facts.bytes = static_cast<std::uint32_t>(request.text.size());
    facts.lines = lines.count();
    facts.generated = says_generated(request.text);
    qualify_names(facts, ".");
    const std::vector<std::uint8_t> indents = indents_of(request.text, lines);
    const auto depth_of_row = [&](std::uint32_t row) { return row < indents.size() ? indents[row] : std::uint8_t{255}; };
    facts.units.clear();
    build_units({request.text, &lines, depth_of_row, &no_comments_, request.limits.unit_bytes}, facts);
    return facts;
  }

  /// Reads all scripts of one language in one go; false if there were none.
  bool add_scripts(const ParseRequest& request, const std::vector<MarkupBlock>& blocks, Facts& facts) {
    bool any = false;
    for (const Language language : {Language::kJavaScript, Language::kJsx, Language::kTypeScript, Language::kTsx}) {
      std::vector<MarkupBlock> scripts;
      for (const MarkupBlock& block : blocks) {
        const std::string_view content = request.text.substr(block.content.begin, block.content.size());
        if (block.tag == "script" && script_language(block) == language && !trim(content).empty()) scripts.push_back(block);
      }
      if (scripts.empty()) continue;
      const std::string text = only_blocks(request.text, scripts);
      ParseRequest script = request;
      script.language = language;
      script.text = text;
      const Facts more = inner_->parse(script);
      if (more.state != ParseState::kComplete) facts.state = ParseState::kPartial;
      merge_facts(facts, more);
      any = true;
    }
    return any;
  }

  std::unique_ptr<LanguageParser> inner_;
  const std::vector<ByteRange> no_comments_;
};

}  // namespace

std::unique_ptr<LanguageParser> make_mixed_parser(std::unique_ptr<LanguageParser> inner) {
  return std::make_unique<MixedParser>(std::move(inner));
}

std::uint32_t mixed_version(Language language) { return is_component(language) || language == Language::kHtml ? 3 : 0; }

}  // namespace grove::syntax

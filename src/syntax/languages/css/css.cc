#include "syntax/languages/css/stylesheet.h"
#include "syntax/languages/languages.h"

extern "C" const TSLanguage* tree_sitter_css();

namespace grove::syntax {
namespace {

constexpr Rule kRules[] = {
    {.node = "import_statement", .hook = css_import},
    {.node = "rule_set", .hook = css_rule_set},
    {.node = "media_statement", .hook = css_at_rule},
    {.node = "supports_statement", .hook = css_at_rule},
    {.node = "keyframes_statement", .hook = css_at_rule},
    {.node = "at_rule", .hook = css_at_rule},
    {.node = "declaration", .hook = css_declaration},
    {.node = "selectors", .act = Act::kSkip},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kCssLanguage = {.language = Language::kCss, .grammar = tree_sitter_css, .rules = kRules, .separator = " "};

}  // namespace grove::syntax

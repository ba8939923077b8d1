#include "corpus/string_plan.h"

#include <array>

namespace grove::corpus {
namespace {

struct Joint {
  std::string_view separator;
  bool with_receiver = false;
};
constexpr std::array<Joint, kNameRuleCount> kJoints = {
    {{"", false}, {"", false}, {".", false}, {"::", false}, {"\\", false}, {"/", false}, {"#", false}, {".", true}, {"::", true}}};

/// Whether `join_name` would make `text`, without making it.
bool makes(NameRule rule, const NameParts& parts, std::string_view text) {
  const Joint& joint = kJoints[static_cast<std::size_t>(rule)];
  const auto take = [&](std::string_view piece) {
    const bool fits = text.starts_with(piece);
    if (fits) text.remove_prefix(piece.size());
    return fits;
  };
  if (!parts.scope.empty() && !(take(parts.scope) && take(joint.separator))) return false;
  if (joint.with_receiver && !(take(parts.receiver) && take(joint.separator))) return false;
  return text == parts.name;
}

NameRule rule_for(const NameParts& parts, std::string_view text) {
  const int last = parts.receiver.empty() ? static_cast<int>(NameRule::kHash) : kNameRuleCount - 1;
  const int first = static_cast<int>(parts.scope.empty() ? NameRule::kReceiverDot : NameRule::kDot);
  for (int rule = first; rule <= last; ++rule)
    if (makes(static_cast<NameRule>(rule), parts, text)) return static_cast<NameRule>(rule);
  return NameRule::kById;
}

/// Strings that have to be there before any rule is applied.
std::vector<bool> needed_first(const Facts& facts) {
  std::vector<bool> needed(facts.strings.size(), false);
  needed[0] = true;
  needed[facts.module] = true;
  for (const Symbol& symbol : facts.symbols) {
    needed[symbol.name] = true;
    needed[symbol.receiver] = true;
  }
  return needed;
}

}  // namespace

std::string join_name(NameRule rule, const NameParts& parts) {
  const Joint& joint = kJoints[static_cast<std::size_t>(rule)];
  std::string text;
  text.reserve(parts.scope.size() + parts.receiver.size() + parts.name.size() + 2 * joint.separator.size());
  if (!parts.scope.empty()) text.append(parts.scope).append(joint.separator);
  if (joint.with_receiver) text.append(parts.receiver).append(joint.separator);
  return text.append(parts.name);
}

NameParts name_parts(const Facts& facts, Index index) {
  const Symbol& symbol = facts.symbols[index];
  const StringId scope = symbol.parent == kNone  ? facts.module
                         : symbol.parent < index ? facts.symbols[symbol.parent].qualified_name
                                                 : StringId{0};
  return {.scope = facts.text(scope), .receiver = facts.text(symbol.receiver), .name = facts.text(symbol.name)};
}

StringPlan::StringPlan(const Facts& facts) : new_ids(facts.strings.size(), 0), rules(facts.symbols.size(), NameRule::kById) {
  std::vector<bool> settled = needed_first(facts);
  std::vector<StringId> made;
  for (Index index = 0; index < facts.symbols.size(); ++index) {
    const Symbol& symbol = facts.symbols[index];
    if (symbol.qualified_name == symbol.name) rules[index] = NameRule::kLikeName;
    if (settled[symbol.qualified_name]) continue;
    settled[symbol.qualified_name] = true;  // written out, or made by this first symbol of the name
    rules[index] = rule_for(name_parts(facts, index), facts.text(symbol.qualified_name));
    if (rules[index] != NameRule::kById) made.push_back(symbol.qualified_name);
  }
  std::vector<bool> is_made(facts.strings.size(), false);
  for (const StringId id : made) is_made[id] = true;
  StringId next = 0;
  for (StringId id = 1; id < facts.strings.size(); ++id) {
    if (is_made[id]) continue;
    new_ids[id] = ++next;
    literals.push_back(id);
  }
  for (const StringId id : made) new_ids[id] = ++next;
}

}  // namespace grove::corpus

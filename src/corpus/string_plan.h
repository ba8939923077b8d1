#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/facts.h"

/// Which strings of some facts are written out, and which follow from others: most qualified names do.
namespace grove::corpus {

/// How a symbol's qualified name is written. On disk: append only.
enum class NameRule : std::uint8_t {
  kById = 0,            ///< As the id of a string.
  kLikeName = 1,        ///< It is the name.
  kDot = 2,             ///< scope `.` name, where the scope is the parent's qualified name, or the module without a parent
  kColons = 3,          ///< scope `::` name
  kBackslash = 4,       ///< scope `\` name
  kSlash = 5,           ///< scope `/` name
  kHash = 6,            ///< scope `#` name
  kReceiverDot = 7,     ///< scope `.` receiver `.` name; without a scope, receiver `.` name
  kReceiverColons = 8,  ///< scope `::` receiver `::` name; without a scope, receiver `::` name
};
inline constexpr int kNameRuleCount = 9;

/// The texts that a rule joins.
struct NameParts {
  std::string_view scope;
  std::string_view receiver;
  std::string_view name;
};
/// The qualified name that a rule (other than kById) makes.
std::string join_name(NameRule rule, const NameParts& parts);
/// The parts that stand for a symbol; the scope is empty where its parent does not stand before it.
NameParts name_parts(const Facts& facts, Index symbol);

/// Strings get new ids: first those that are written out, in their old order, then those that symbols' rules make, in the order of the
/// symbols. Planning the facts that come of that again changes nothing.
struct StringPlan {
  explicit StringPlan(const Facts& facts);

  std::vector<StringId> literals;  ///< Old ids of strings to write out, the empty one left out.
  std::vector<StringId> new_ids;   ///< By old id.
  std::vector<NameRule> rules;     ///< By symbol. A rule other than kById and kLikeName makes a new string.
};

}  // namespace grove::corpus

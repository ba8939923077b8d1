#include "knowledge/review/card_changes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "knowledge/card_index.h"
#include "knowledge/json/json.h"
#include "knowledge/merge.h"

namespace grove::knowledge {
namespace {

struct Kind {
  std::string_view prefix;
  std::string_view list;  ///< Of the card's file.
};
constexpr std::array<Kind, 5> kKinds = {{{"class", "classes"},
                                         {"datatype", "datatype_properties"},
                                         {"object", "object_properties"},
                                         {"event", "events"},
                                         {"alias", "aliases"}}};

/// An item with its id.
struct Item {
  std::string id;
  Json json;
};
/// By kind and normal id.
using Items = std::map<std::pair<std::size_t, std::string>, Item>;

std::string id_of(const Kind& kind, const Json& item) {
  std::string id = std::string(kind.prefix) + ':';
  if (kind.prefix == "alias") {
    std::vector<std::string> all = texts_at(item, "names");
    std::ranges::sort(all);
    return id + join(all, "=");
  }
  // So that `b.c` of A and `c` of `A.b` are two.
  const std::string domain = replace_all(text_at(item, "domain"), ".", "\\.");
  return id + (domain.empty() ? std::string() : domain + '.') + text_at(item, "name");
}

Json json_of(const SchemaCard& card) { return Json::parse(schema_card_json(card), nullptr, false); }

Items items_of(const Json& card) {
  Items items;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    for (const Json& item : items_at(card, kKinds[i].list)) {
      std::string id = id_of(kKinds[i], item);
      std::string key = normal_id(id);
      items.try_emplace({i, std::move(key)}, Item{std::move(id), item});
    }
  }
  return items;
}

std::string shown(const Json* value) {
  if (value == nullptr || (value->is_structured() && value->empty())) return {};
  return value->is_string() ? value->get<std::string>() : compact(*value);
}

std::vector<FieldChange> field_changes(const Json& before, const Json& after) {
  std::vector<std::string> fields;
  for (const Json* side : {&after, &before})
    for (const auto& [field, value] : side->items())
      if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  std::vector<FieldChange> changes;
  for (const std::string& field : fields) {
    FieldChange one{.field = field, .before = shown(member(before, field)), .after = shown(member(after, field))};
    if (one.before != one.after && !(field == "name" && before.empty())) changes.push_back(std::move(one));
  }
  return changes;
}

/// Where models saw terms, by normal id.
class EvidenceIndex {
 public:
  explicit EvidenceIndex(const ProposalOrAlignment* source) {
    if (source == nullptr) return;
    if (const auto* proposal = std::get_if<Proposal>(source)) {
      for (const ProposedClass& one : proposal->terms.classes) add("class:" + one.name, one.evidence);
      for (const ProposedProperty& one : proposal->terms.datatype_properties)
        add(property_id("datatype", one.domain, one.name), one.evidence);
      for (const ProposedProperty& one : proposal->terms.object_properties) add(property_id("object", one.domain, one.name), one.evidence);
      for (const ProposedEvent& one : proposal->terms.events) add("event:" + one.name, one.evidence);
      return;
    }
    const auto& alignment = std::get<Alignment>(*source);
    for (const AlignedTerm& one : alignment.classes) add("class:" + effective(one), one.evidence);
    for (const AlignedTerm& one : alignment.datatype_properties) add(aligned_id("datatype", one), one.evidence);
    for (const AlignedTerm& one : alignment.object_properties) add(aligned_id("object", one), one.evidence);
    for (const ProposedEvent& one : alignment.events) add("event:" + one.name, one.evidence);
  }
  std::vector<Evidence> of(const std::string& id) const {
    const auto found = evidence_.find(normal_id(id));
    return found == evidence_.end() ? std::vector<Evidence>{} : found->second;
  }

 private:
  static std::string property_id(std::string_view prefix, const std::string& domain, const std::string& name) {
    return std::string(prefix) + ':' + (domain.empty() ? name : domain + '.' + name);
  }
  static const std::string& effective(const AlignedTerm& term) {
    return term.action == AlignAction::kReuse ? term.baseline_name : term.induced_name;
  }
  static std::string aligned_id(std::string_view prefix, const AlignedTerm& term) {
    const bool reused = term.action == AlignAction::kReuse;
    return property_id(prefix, reused ? term.baseline_domain : term.induced_domain, effective(term));
  }
  void add(const std::string& id, const std::vector<Evidence>& evidence) {
    std::vector<Evidence>& all = evidence_[normal_id(id)];
    for (const Evidence& one : evidence)
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
  std::map<std::string, std::vector<Evidence>> evidence_;
};

/// Sixteen digits tell the proposals of one term apart.
std::string digest_of(const TermChange& change) { return to_hex(sha256(normal_id(change.id) + '\n' + change.after)).substr(0, 16); }

TermChange change_of(const Item* before, const Item* after, const EvidenceIndex& evidence) {
  TermChange change;
  change.id = after != nullptr ? after->id : before->id;
  change.kind = before == nullptr ? ChangeKind::kAdded : after == nullptr ? ChangeKind::kRemoved : ChangeKind::kChanged;
  const Json nothing = Json::object();
  change.fields = field_changes(before != nullptr ? before->json : nothing, after != nullptr ? after->json : nothing);
  change.evidence = evidence.of(change.id);
  if (before != nullptr) change.before = compact(before->json);
  if (after != nullptr) change.after = compact(after->json);
  change.digest = digest_of(change);
  return change;
}

}  // namespace

std::string_view change_name(ChangeKind kind) {
  return kind == ChangeKind::kAdded ? "added" : kind == ChangeKind::kChanged ? "changed" : "removed";
}

std::string normal_id(std::string_view id) { return normal_name(id); }

std::vector<TermChange> card_changes(const SchemaCard& approved, const SchemaCard& proposed, const ProposalOrAlignment* evidence) {
  const Items before = items_of(json_of(approved));
  const Items after = items_of(json_of(proposed));
  const EvidenceIndex seen(evidence);
  std::set<Items::key_type> keys;
  for (const Items* items : {&before, &after})
    for (const auto& [key, item] : *items) keys.insert(key);
  std::vector<TermChange> changes;
  for (const auto& key : keys) {
    const auto was = before.find(key);
    const auto is = after.find(key);
    if (was != before.end() && is != after.end() && was->second.json == is->second.json) continue;
    changes.push_back(change_of(was == before.end() ? nullptr : &was->second, is == after.end() ? nullptr : &is->second, seen));
  }
  return changes;
}

Result<SchemaCard> with_items(const SchemaCard& card, std::span<const TermItem> items, const SchemaCard& other) {
  Json object = json_of(card);
  std::map<std::string, const TermItem*> by_id;
  for (const TermItem& one : items) by_id[normal_id(one.id)] = &one;
  for (const Kind& kind : kKinds) {
    Json list = Json::array();
    for (const Json& one : items_at(object, kind.list))
      if (!by_id.contains(normal_id(id_of(kind, one)))) list.push_back(one);
    for (const auto& [id, one] : by_id) {
      if (!id.starts_with(std::string(kind.prefix) + ':') || one->item.empty()) continue;
      GROVE_ASSIGN_OR_RETURN(Json added, parse_json(one->item, "term " + one->id));
      list.push_back(std::move(added));
    }
    object[std::string(kind.list)] = std::move(list);
  }
  GROVE_ASSIGN_OR_RETURN(SchemaCard result, parse_schema_card(compact(object), "approved"));
  for (const ExternalClass& one : other.external_classes) {
    const auto same = [&](const ExternalClass& known) { return normal_name(known.name) == normal_name(one.name); };
    if (std::ranges::none_of(result.external_classes, same)) result.external_classes.push_back(one);
  }
  settle(result);
  return result;
}

}  // namespace grove::knowledge

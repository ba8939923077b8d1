#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/alignment.h"
#include "knowledge/json/items.h"
#include "knowledge/json/proposed_terms.h"

// The files of alignments, read and written.
namespace grove::knowledge {
namespace {

constexpr std::array<std::string_view, 7> kAlignmentKeys = {
    "classes", "datatype_properties", "object_properties", "events", "merge_suggestions", "warnings", "_partial"};
constexpr std::array<std::string_view, 11> kTermKeys = {"induced_name",  "induced_domain",  "induced_range",   "action",
                                                        "baseline_name", "baseline_domain", "baseline_origin", "confidence",
                                                        "rationale",     "description",     "evidence"};
constexpr std::array<std::string_view, 3> kCategories = {"classes", "datatype_properties", "object_properties"};
constexpr std::array<std::string_view, 3> kActions = {"reuse", "extend", "new"};  // in the order of AlignAction

Result<AlignAction> read_action(const Json& object, const std::string& place) {
  const std::string name = to_lower_ascii(trim(text_at(object, "action")));
  const auto found = std::ranges::find(kActions, std::string_view(name));
  if (found == kActions.end())
    return fail(ErrorCode::kCorrupt, fmt::format("{} has the action \"{}\"; there are reuse, extend and new", place, name));
  return static_cast<AlignAction>(found - kActions.begin());
}

Result<AlignedTerm> read_term(const Json& item, const std::string& place) {
  GROVE_ASSIGN_OR_RETURN(const Json object, named_item(item, "induced_name", place));
  const auto text = [&](std::string_view key) { return std::string(trim(text_at(object, key))); };
  AlignedTerm term{.induced_name = text("induced_name"), .induced_domain = text("induced_domain"), .induced_range = text("induced_range")};
  GROVE_ASSIGN_OR_RETURN(term.action, read_action(object, place));
  term.baseline_name = text("baseline_name");
  term.baseline_domain = text("baseline_domain");
  term.baseline_origin = text("baseline_origin");
  term.confidence = text("confidence");
  term.rationale = text_at(object, "rationale");
  term.description = text_at(object, "description");
  term.evidence = read_evidence(object, {});
  term.extra = extra_members(object, kTermKeys);
  if (term.action != AlignAction::kNew && term.baseline_name.empty())
    return fail(ErrorCode::kCorrupt, fmt::format("{} has the action \"{}\" and no `baseline_name`", place, action_name(term.action)));
  return term;
}

Result<Alignment> alignment_of(const Json& object) {
  Alignment alignment;
  if (std::ranges::none_of(kCategories, [&](std::string_view key) { return object.contains(std::string(key)); }))
    return fail(ErrorCode::kCorrupt, "it has none of `classes`, `datatype_properties` and `object_properties`");
  GROVE_ASSIGN_OR_RETURN(alignment.classes, read_items<AlignedTerm>(object, "classes", read_term));
  GROVE_ASSIGN_OR_RETURN(alignment.datatype_properties, read_items<AlignedTerm>(object, "datatype_properties", read_term));
  GROVE_ASSIGN_OR_RETURN(alignment.object_properties, read_items<AlignedTerm>(object, "object_properties", read_term));
  ReadTerms how;
  GROVE_ASSIGN_OR_RETURN(alignment.events, read_events(object, how));
  alignment.merge_suggestions = read_suggestions(object, "merge_suggestions");
  alignment.warnings = texts_at(object, "warnings");
  const Json* partial = member(object, "_partial");
  alignment.partial = partial != nullptr && partial->is_boolean() && partial->get<bool>();
  alignment.extra = extra_members(object, kAlignmentKeys);
  return alignment;
}

enum class TermOf { kClass, kProperty };

Json term_json(const AlignedTerm& term, TermOf of) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
  Json object = {{"induced_name", term.induced_name}};
  if (of == TermOf::kProperty) {
    object["induced_domain"] = term.induced_domain;
    object["induced_range"] = term.induced_range;
  }
  object["action"] = action_name(term.action);
  object["baseline_name"] = or_null(term.baseline_name);
  if (of == TermOf::kProperty) object["baseline_domain"] = or_null(term.baseline_domain);
  object["baseline_origin"] = or_null(term.baseline_origin);
  object["confidence"] = term.confidence;
  object["rationale"] = term.rationale;
  put_unless_empty(object, "description", term.description);
  if (!term.evidence.empty()) object["evidence"] = evidence_json(term.evidence);
  add_extra(object, term.extra);
  return object;
}

Json terms_json(const std::vector<AlignedTerm>& terms, TermOf of) {
  Json list = Json::array();
  for (const AlignedTerm& term : terms) list.push_back(term_json(term, of));
  return list;
}

bool is_alignment(const Json& object) {
  if (object.contains("_partial")) return true;
  return std::ranges::any_of(kCategories, [&](std::string_view key) {
    return std::ranges::any_of(items_at(object, key), [](const Json& item) { return member(item, "induced_name") != nullptr; });
  });
}

}  // namespace

std::string_view action_name(AlignAction action) { return kActions[static_cast<std::size_t>(action)]; }

Result<Alignment> parse_alignment(std::string_view json, std::string_view file) {
  const std::string what = "alignment " + std::string(file);
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(json, what));
  auto alignment = alignment_of(object);
  if (!alignment) return std::unexpected(std::move(alignment).error().within(what + " can't be read"));
  return alignment;
}

std::string alignment_json(const Alignment& alignment) {
  Json object = {{"classes", terms_json(alignment.classes, TermOf::kClass)},
                 {"datatype_properties", terms_json(alignment.datatype_properties, TermOf::kProperty)},
                 {"object_properties", terms_json(alignment.object_properties, TermOf::kProperty)}};
  if (!alignment.events.empty()) object["events"] = events_json(alignment.events);
  if (!alignment.merge_suggestions.empty()) object["merge_suggestions"] = suggestions_json(alignment.merge_suggestions);
  object["warnings"] = alignment.warnings;
  if (alignment.partial) object["_partial"] = true;
  add_extra(object, alignment.extra);
  return pretty(object);
}

Result<ProposalOrAlignment> parse_proposal_or_alignment(std::string_view json, std::string_view file) {
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(json, "proposal " + std::string(file)));
  if (!is_alignment(object)) return parse_proposal(json, file);
  return parse_alignment(json, file);
}

Result<ProposalOrAlignment> read_proposal_or_alignment(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  return parse_proposal_or_alignment(text, path);
}

}  // namespace grove::knowledge

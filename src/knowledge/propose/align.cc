#include "knowledge/propose/align.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "knowledge/card_index.h"
#include "knowledge/json/json.h"
#include "knowledge/prompts/prompts.h"

namespace grove::knowledge {
namespace {

using inference::ChatMessage;
constexpr std::size_t kTermsAtOnce = 30;
constexpr std::string_view kUndecided = "the model did not decide it";

/// A proposed term of any kind.
struct Term {
  std::string name, domain, range, description;
  std::vector<Evidence> evidence;
};

struct Category {
  std::string_view name;
  std::vector<AlignedTerm> Alignment::* decided;
  std::vector<Term> (*proposed)(const Proposal&);
  Json (*baseline)(const SchemaCard&);
  /// The name, domain and origin of a baseline's term, as the card has them; false where it has none.
  bool (*settle)(const CardIndex&, AlignedTerm&);
};

std::vector<Term> properties(const std::vector<ProposedProperty>& list) {
  std::vector<Term> terms;
  for (const ProposedProperty& item : list) terms.push_back({item.name, item.domain, item.range, item.description, item.evidence});
  return terms;
}

std::vector<Term> proposed_classes(const Proposal& proposal) {
  std::vector<Term> terms;
  for (const ProposedClass& item : proposal.terms.classes) terms.push_back({item.name, {}, {}, item.description, item.evidence});
  return terms;
}
std::vector<Term> proposed_datatypes(const Proposal& proposal) { return properties(proposal.terms.datatype_properties); }
std::vector<Term> proposed_objects(const Proposal& proposal) { return properties(proposal.terms.object_properties); }

Json class_list(const SchemaCard& card) {
  Json list = Json::array();
  for (const CardClass& item : card.classes)
    list.push_back({{"name", item.name}, {"origin", item.origin}, {"description", item.description}});
  return list;
}

Json property_list(const std::vector<CardProperty>& properties) {
  Json list = Json::array();
  for (const CardProperty& item : properties)
    list.push_back(
        {{"name", item.name}, {"domain", item.domain}, {"range", item.range}, {"origin", item.origin}, {"description", item.description}});
  return list;
}
Json datatype_list(const SchemaCard& card) { return property_list(card.datatype_properties); }
Json object_list(const SchemaCard& card) { return property_list(card.object_properties); }

bool settle_class(const CardIndex& index, AlignedTerm& term) {
  const CardClass* const item = index.find_class(term.baseline_name);
  if (item == nullptr) return false;
  term.baseline_name = item->name, term.baseline_origin = item->origin;
  return true;
}

/// The property of that name and domain, else the first of that name.
bool settle_property(const std::vector<CardProperty>& list, AlignedTerm& term) {
  const auto is_named = [&](const CardProperty& item) { return normal_name(item.name) == normal_name(term.baseline_name); };
  const auto is_exact = [&](const CardProperty& item) {
    return is_named(item) && normal_name(item.domain) == normal_name(term.baseline_domain);
  };
  auto found = std::ranges::find_if(list, is_exact);
  if (found == list.end()) found = std::ranges::find_if(list, is_named);
  if (found == list.end()) return false;
  term.baseline_name = found->name, term.baseline_domain = found->domain, term.baseline_origin = found->origin;
  return true;
}
bool settle_datatype(const CardIndex& index, AlignedTerm& term) { return settle_property(index.card().datatype_properties, term); }
bool settle_object(const CardIndex& index, AlignedTerm& term) { return settle_property(index.card().object_properties, term); }

constexpr Category kCategories[] = {
    {"classes", &Alignment::classes, proposed_classes, class_list, settle_class},
    {"datatype properties", &Alignment::datatype_properties, proposed_datatypes, datatype_list, settle_datatype},
    {"object properties", &Alignment::object_properties, proposed_objects, object_list, settle_object},
};

Json term_json(const Term& term) {
  return {{"name", term.name}, {"domain", term.domain}, {"range", term.range}, {"description", term.description}};
}

std::vector<Question> questions_of(const Category& category, const AlignRequest& request) {
  const std::vector<Term> terms = category.proposed(request.proposal);
  const std::string baseline = compact(category.baseline(request.baseline));
  std::vector<Question> questions;
  for (std::size_t first = 0; first < terms.size(); first += kTermsAtOnce) {
    Json list = Json::array();
    for (std::size_t i = first; i < std::min(terms.size(), first + kTermsAtOnce); ++i) list.push_back(term_json(terms[i]));
    const std::string asked =
        fmt::format("These are {}.\nThe baseline:\n{}The proposed terms:\n{}", category.name, fenced(baseline), fenced(compact(list)));
    questions.push_back({.id = fmt::format("{} {}", category.name, questions.size() + 1),
                         .request = {.messages = {{ChatMessage::Role::kSystem, std::string(prompt_text(Prompt::kAlignTerms))},
                                                  {ChatMessage::Role::kUser, asked}},
                                     .schema_name = "aligned_terms",
                                     .schema = std::string(prompt_text(Prompt::kAlignTermsSchema))}});
  }
  return questions;
}

std::string key_of(const std::string& name, const std::string& domain, const std::string& range) {
  return normal_name(name) + '\n' + normal_name(domain) + '\n' + normal_name(range);
}

AlignAction action_of(const std::string& text) {
  if (equals_ignoring_ascii_case(text, "reuse")) return AlignAction::kReuse;
  return equals_ignoring_ascii_case(text, "extend") ? AlignAction::kExtend : AlignAction::kNew;
}

/// What a model decided, by term, and by name alone for answers that leave domain or range out.
class Decisions {
 public:
  void add(const std::string& json) {
    const auto answer = parse_object(json, "the answer");
    if (!answer) return;
    for (const Json& item : items_at(*answer, "decisions")) {
      const std::string name = text_at(item, "induced_name");
      const std::string domain = text_at(item, "induced_domain"), range = text_at(item, "induced_range");
      by_term_.try_emplace(key_of(name, domain, range), item);
      if (domain.empty() && range.empty()) by_name_.try_emplace(normal_name(name), item);
    }
  }
  const Json* find(const Term& term) const {
    if (const auto found = by_term_.find(key_of(term.name, term.domain, term.range)); found != by_term_.end()) return &found->second;
    const auto found = by_name_.find(normal_name(term.name));
    return found == by_name_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::string, Json> by_term_, by_name_;
};

AlignedTerm decided(const Term& term, const Category& category, const Decisions& decisions, const CardIndex& index, Alignment& alignment) {
  AlignedTerm out{.induced_name = term.name,
                  .induced_domain = term.domain,
                  .induced_range = term.range,
                  .confidence = "low",
                  .description = term.description,
                  .evidence = term.evidence};
  const Json* const decision = decisions.find(term);
  if (decision == nullptr) {
    out.rationale = kUndecided;
    alignment.warnings.push_back(fmt::format("{}: {} was not decided by the model and stands as new.", category.name, term.name));
    return out;
  }
  out.action = action_of(text_at(*decision, "action"));
  out.confidence = to_lower_ascii(text_at(*decision, "confidence"));
  if (out.confidence != "high" && out.confidence != "medium") out.confidence = "low";
  out.rationale = text_at(*decision, "rationale");
  if (out.action == AlignAction::kNew) return out;
  out.baseline_name = text_at(*decision, "baseline_name");
  out.baseline_domain = text_at(*decision, "baseline_domain");
  if (category.settle(index, out)) return out;
  alignment.warnings.push_back(
      fmt::format("{}: {} was put to {}, which the baseline has not, and stands as new.", category.name, term.name, out.baseline_name));
  out.action = AlignAction::kNew;
  out.baseline_name.clear(), out.baseline_domain.clear();
  return out;
}

/// Whether nothing of a category is to be asked: something of it was decided before, and nothing was left without an answer. Answers that
/// there were are kept, and cost nothing again.
bool is_done(const Category& category, const AlignRequest& request) {
  const std::vector<AlignedTerm>& before = request.done.*category.decided;
  return !before.empty() && std::ranges::none_of(before, [](const AlignedTerm& term) { return term.rationale == kUndecided; });
}

/// Tells of terms that were proposed after a category was decided.
void note_new_terms(const Category& category, const AlignRequest& request, Alignment& alignment) {
  std::set<std::string> known;
  for (const AlignedTerm& one : request.done.*category.decided) {
    known.insert(key_of(one.induced_name, one.induced_domain, one.induced_range));
    if (one.induced_domain.empty() && one.induced_range.empty()) known.insert(normal_name(one.induced_name));
  }
  for (const Term& term : category.proposed(request.proposal)) {
    if (known.contains(key_of(term.name, term.domain, term.range)) || known.contains(normal_name(term.name))) continue;
    const std::string warning =
        fmt::format("{}: {} was proposed after this was aligned; without this file all is aligned anew.", category.name, term.name);
    if (std::ranges::find(alignment.warnings, warning) == alignment.warnings.end()) alignment.warnings.push_back(warning);
  }
}

/// Begins a category anew.
void forget(const Category& category, Alignment& alignment) {
  (alignment.*category.decided).clear();
  std::erase_if(alignment.warnings, [&](const std::string& one) { return one.starts_with(fmt::format("{}: ", category.name)); });
}

}  // namespace

bool has_decisions(const Alignment& alignment) {
  return std::ranges::any_of(kCategories, [&](const Category& category) {
    return std::ranges::any_of(alignment.*category.decided, [](const AlignedTerm& term) { return term.rationale != kUndecided; });
  });
}

std::vector<Question> alignment_questions(const AlignRequest& request) {
  std::vector<Question> all;
  for (const Category& category : kCategories)
    if (!is_done(category, request)) std::ranges::move(questions_of(category, request), std::back_inserter(all));
  return all;
}

Result<AlignedProposal> align_terms(const AlignRequest& request, const ModelRun& run) {
  AlignedProposal out{.alignment = request.done, .failures = {}, .spent = {}};
  Alignment& alignment = out.alignment;
  const CardIndex index(request.baseline);
  for (const Category& category : kCategories) {
    if (is_done(category, request)) {
      note_new_terms(category, request, alignment);
      continue;
    }
    forget(category, alignment);
    GROVE_ASSIGN_OR_RETURN(const AskedAll asked, ask_all(questions_of(category, request), {.required = "decisions"}, run));
    out.spent += asked.spent;
    std::ranges::move(asked.failures(), std::back_inserter(out.failures));
    Decisions decisions;
    for (const Answered& answer : asked.answers)
      if (answer.json) decisions.add(answer.json->json);
    for (const Term& term : category.proposed(request.proposal))
      (alignment.*category.decided).push_back(decided(term, category, decisions, index, alignment));
    alignment.partial = true;
    if (request.save) GROVE_RETURN_IF_ERROR(request.save(alignment));
  }
  alignment.events = request.proposal.terms.events;
  alignment.merge_suggestions = request.proposal.merge_suggestions;
  alignment.partial = !alignment.warnings.empty();
  if (request.save) GROVE_RETURN_IF_ERROR(request.save(alignment));
  return out;
}

}  // namespace grove::knowledge

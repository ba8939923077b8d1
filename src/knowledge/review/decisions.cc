#include "knowledge/review/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "knowledge/graph_view.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

using rdf::Term;

constexpr std::array<std::string_view, 3> kVerdicts = {"accepted", "rejected", "taken_back"};  // in the order of Verdict
constexpr std::array<std::string_view, 3> kChanges = {"added", "changed", "removed"};          // in the order of ChangeKind

template <class Enum>
Result<Enum> read_name(const Json& object, std::string_view key, const std::array<std::string_view, 3>& all) {
  const std::string name = text_at(object, key);
  const auto found = std::ranges::find(all, std::string_view(name));
  if (found == all.end()) return fail(ErrorCode::kCorrupt, fmt::format("its `{}` is \"{}\"", key, name));
  return static_cast<Enum>(found - all.begin());
}

std::string item_text(const Json& object, std::string_view key) {
  const Json* item = member(object, key);
  return item == nullptr ? std::string() : compact(*item);
}

Json item_json(const std::string& text) { return text.empty() ? Json(nullptr) : Json::parse(text, nullptr, false); }

Result<Decision> read_decision(std::string_view line, const std::string& what) {
  GROVE_ASSIGN_OR_RETURN(const Json object, parse_object(line, what));
  Decision one{.term = text_at(object, "term"),
               .by = text_at(object, "by"),
               .at = text_at(object, "at"),
               .reason = text_at(object, "reason"),
               .digest = text_at(object, "digest"),
               .before = item_text(object, "before"),
               .after = item_text(object, "after")};
  if (one.term.empty()) return fail(ErrorCode::kCorrupt, "it names no `term`");
  GROVE_ASSIGN_OR_RETURN(one.change, read_name<ChangeKind>(object, "change", kChanges));
  GROVE_ASSIGN_OR_RETURN(one.verdict, read_name<Verdict>(object, "verdict", kVerdicts));
  return one;
}

std::string_view status_of(const Decision& one) {
  if (one.verdict == Verdict::kRejected) return "Revoked";
  if (one.verdict == Verdict::kTakenBack) return "Proposed";
  return one.change == ChangeKind::kRemoved ? "Deprecated" : "Approved";
}

/// The IRI that the card gives the term, or one made of its id.
Result<Term> term_iri(const Decision& one, const std::string& name_space) {
  const Json item = item_json(one.after.empty() ? one.before : one.after);
  const std::string own = text_at(item, "iri");
  if (!own.empty()) return rdf::parse_iri(own);
  const std::string name = text_at(item, "name");
  return rdf::parse_iri(name_space + (name.empty() ? "term/" + rdf::iri_segment(one.term) : rdf::iri_segment(name)));
}

class DecisionGraph {
 public:
  explicit DecisionGraph(const std::string& name_space) : name_space_(name_space) {}

  Result<std::vector<rdf::Quad>> write(const std::vector<Decision>& decisions) {
    for (std::size_t i = 0; i < decisions.size(); ++i) GROVE_RETURN_IF_ERROR(put_activity(decisions[i], i + 1));
    for (const auto& [id, one] : latest_decisions(decisions)) GROVE_RETURN_IF_ERROR(put_status(*one));
    return std::move(quads_);
  }

 private:
  void put(const Term& subject, Term predicate, Term object) { quads_.push_back({subject, std::move(predicate), std::move(object)}); }

  Status put_activity(const Decision& one, std::size_t number) {
    GROVE_ASSIGN_OR_RETURN(const Term activity, rdf::parse_iri(fmt::format("{}decision/{}", name_space_, number)));
    GROVE_ASSIGN_OR_RETURN(const Term agent, rdf::parse_iri(name_space_ + "agent/" + rdf::iri_segment(one.by)));
    GROVE_ASSIGN_OR_RETURN(const Term term, term_iri(one, name_space_));
    put(activity, named(names::kRdf, "type"), named(names::kProv, "Activity"));
    put(activity, named(names::kProv, "used"), term);
    put(activity, named(kOrag, "status"), named(kOrag, status_of(one)));
    put(activity, named(names::kProv, "wasAssociatedWith"), agent);
    put(activity, named(names::kProv, "endedAtTime"), rdf::literal(one.at, std::string(names::kXsd) + "dateTime"));
    put(activity, named(names::kDcterms, "identifier"), rdf::literal(one.term));
    if (!one.reason.empty()) put(activity, named(names::kRdfs, "comment"), rdf::literal(one.reason));
    if (agents_.insert({agent, one.by}).second) {
      put(agent, named(names::kRdf, "type"), named(names::kProv, "Agent"));
      put(agent, named(names::kRdfs, "label"), rdf::literal(one.by));
    }
    return {};
  }

  Status put_status(const Decision& one) {
    GROVE_ASSIGN_OR_RETURN(const Term term, term_iri(one, name_space_));
    put(term, named(kOrag, "status"), named(kOrag, status_of(one)));
    const std::string origin = text_at(item_json(one.after.empty() ? one.before : one.after), "origin");
    if (!origin.empty()) put(term, named(kOrag, "origin"), rdf::literal(origin));
    return {};
  }

  const std::string& name_space_;
  std::map<Term, std::string> agents_;
  std::vector<rdf::Quad> quads_;
};

}  // namespace

std::string_view verdict_name(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

Result<std::vector<Decision>> parse_decisions(std::string_view jsonl, std::string_view file) {
  std::vector<Decision> decisions;
  std::size_t number = 0;
  for (const std::string_view line : split(jsonl, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    const std::string what = fmt::format("line {} of {}", number, file);
    auto one = read_decision(line, what);
    if (!one) return std::unexpected(std::move(one).error().within(what + " is no decision"));
    decisions.push_back(std::move(*one));
  }
  return decisions;
}

std::string decisions_jsonl(const std::vector<Decision>& decisions) {
  std::string text;
  for (const Decision& one : decisions) {
    text += compact({{"term", one.term},
                     {"change", change_name(one.change)},
                     {"verdict", verdict_name(one.verdict)},
                     {"by", one.by},
                     {"at", one.at},
                     {"reason", one.reason},
                     {"digest", one.digest},
                     {"before", item_json(one.before)},
                     {"after", item_json(one.after)}}) +
            '\n';
  }
  return text;
}

std::map<std::string, const Decision*> latest_decisions(const std::vector<Decision>& decisions) {
  std::map<std::string, const Decision*> latest;
  for (const Decision& one : decisions) latest[normal_id(one.term)] = &one;
  return latest;
}

Result<std::vector<rdf::Quad>> decision_quads(const std::vector<Decision>& decisions, const std::string& name_space) {
  return DecisionGraph(name_space).write(decisions);
}

}  // namespace grove::knowledge

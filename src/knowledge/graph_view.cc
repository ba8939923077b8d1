#include "knowledge/graph_view.h"

#include <algorithm>
#include <set>

namespace grove::knowledge {
namespace {

void add_once(std::vector<rdf::Term>& terms, std::set<rdf::Term>& seen, const rdf::Term& term) {
  if (seen.insert(term).second) terms.push_back(term);
}

}  // namespace

rdf::Term named(std::string_view name_space, std::string_view local) { return rdf::iri(std::string(name_space) + std::string(local)); }

GraphView::GraphView(std::span<const rdf::Quad> quads) : quads_(quads) {
  for (const rdf::Quad& quad : quads) {
    by_subject_[quad.subject].push_back(&quad);
    by_object_[quad.object].push_back(&quad);
  }
}

std::span<const rdf::Quad* const> GraphView::about(const rdf::Term& subject) const {
  const auto found = by_subject_.find(subject);
  return found == by_subject_.end() ? std::span<const rdf::Quad* const>{} : found->second;
}

std::span<const rdf::Quad* const> GraphView::pointing_to(const rdf::Term& object) const {
  const auto found = by_object_.find(object);
  return found == by_object_.end() ? std::span<const rdf::Quad* const>{} : found->second;
}

std::vector<rdf::Term> GraphView::objects(const rdf::Term& subject, const rdf::Term& predicate) const {
  std::vector<rdf::Term> terms;
  std::set<rdf::Term> seen;
  for (const rdf::Quad* quad : about(subject))
    if (quad->predicate == predicate) add_once(terms, seen, quad->object);
  return terms;
}

std::vector<rdf::Term> GraphView::subjects(const rdf::Term& predicate, const rdf::Term& object) const {
  std::vector<rdf::Term> terms;
  std::set<rdf::Term> seen;
  for (const rdf::Quad* quad : pointing_to(object))
    if (quad->predicate == predicate) add_once(terms, seen, quad->subject);
  return terms;
}

bool GraphView::has(const rdf::Term& subject, const rdf::Term& predicate, const rdf::Term& object) const {
  return std::ranges::any_of(about(subject), [&](const rdf::Quad* quad) { return quad->predicate == predicate && quad->object == object; });
}

bool GraphView::is_a(const rdf::Term& subject, const rdf::Term& type) const { return has(subject, named(names::kRdf, "type"), type); }

std::vector<rdf::Term> GraphView::list(rdf::Term head) const {
  const rdf::Term first = named(names::kRdf, "first");
  const rdf::Term rest = named(names::kRdf, "rest");
  const rdf::Term nil = named(names::kRdf, "nil");
  std::vector<rdf::Term> members;
  std::set<rdf::Term> seen;
  while (head != nil && seen.insert(head).second) {
    const std::vector<rdf::Term> member = objects(head, first);
    if (member.empty()) break;
    members.push_back(member.front());
    const std::vector<rdf::Term> next = objects(head, rest);
    if (next.empty()) break;
    head = next.front();
  }
  return members;
}

}  // namespace grove::knowledge

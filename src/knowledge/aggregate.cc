#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "base/text.h"
#include "knowledge/card_index.h"
#include "knowledge/proposal.h"

namespace grove::knowledge {
namespace {

/// Chunks in the order of their document: by what stands before `#c`, then by the number behind it.
std::tuple<std::string_view, std::uint64_t, std::string_view> chunk_order(std::string_view chunk_id) {
  const std::string_view document = chunk_id.substr(0, chunk_id.find('#'));
  const std::size_t at = chunk_id.rfind("#c");
  std::uint64_t index = 0;
  if (at != chunk_id.npos) std::from_chars(chunk_id.data() + at + 2, chunk_id.data() + chunk_id.size(), index);
  return {document, index, chunk_id};
}

/// Whether the second text says more: it is longer, or as long and first by its bytes.
bool says_more(const std::string& had, const std::string& offered) {
  return offered.size() != had.size() ? offered.size() > had.size() : offered < had;
}

void add_missing(std::vector<std::string>& names, const std::vector<std::string>& offered) {
  for (const std::string& name : offered) {
    const bool there = std::ranges::any_of(names, [&](const std::string& known) { return normal_name(known) == normal_name(name); });
    if (!there) names.push_back(name);
  }
}

void add_evidence(std::vector<Evidence>& evidence, const std::vector<Evidence>& offered) {
  for (const Evidence& one : offered)
    if (std::ranges::find(evidence, one) == evidence.end()) evidence.push_back(one);
}

std::string key_of(const ProposedClass& term) { return normal_name(term.name); }
std::string key_of(const ProposedEvent& term) { return normal_name(term.name); }
std::string key_of(const ProposedProperty& term) {
  return normal_name(term.domain) + '\n' + normal_name(term.name) + '\n' + normal_name(term.range);
}

void join_lists(ProposedEvent& had, const ProposedEvent& offered) {
  add_missing(had.actors, offered.actors);
  add_missing(had.effects, offered.effects);
}
template <class T>
void join_lists(T&, const T&) {}

/// Terms by key, in the order of their keys.
template <class T>
class Joined {
 public:
  void add(const std::vector<T>& terms) {
    for (const T& term : terms) {
      const auto [at, is_new] = terms_.try_emplace(key_of(term), term);
      if (is_new) continue;
      if (says_more(at->second.description, term.description)) at->second.description = term.description;
      add_evidence(at->second.evidence, term.evidence);
      join_lists(at->second, term);
    }
  }
  std::vector<T> take() {
    std::vector<T> all;
    for (auto& [key, term] : terms_) all.push_back(std::move(term));
    std::ranges::stable_sort(all, {}, [](const T& term) { return normal_name(term.name); });
    return all;
  }

 private:
  std::map<std::string, T> terms_;
};

}  // namespace

Proposal aggregate(std::span<const ChunkProposal> chunks) {
  std::vector<const ChunkProposal*> ordered;
  for (const ChunkProposal& chunk : chunks) ordered.push_back(&chunk);
  std::ranges::stable_sort(ordered, {}, [](const ChunkProposal* chunk) { return chunk_order(chunk->chunk_id); });
  Joined<ProposedClass> classes;
  Joined<ProposedProperty> datatype_properties;
  Joined<ProposedProperty> object_properties;
  Joined<ProposedEvent> events;
  Proposal proposal;
  for (const ChunkProposal* chunk : ordered) {
    classes.add(chunk->additions.classes);
    datatype_properties.add(chunk->additions.datatype_properties);
    object_properties.add(chunk->additions.object_properties);
    events.add(chunk->additions.events);
    for (const MergeSuggestion& one : chunk->merges)
      if (std::ranges::find(proposal.merge_suggestions, one) == proposal.merge_suggestions.end()) proposal.merge_suggestions.push_back(one);
    for (const std::string& one : chunk->warnings)
      if (std::ranges::find(proposal.warnings, one) == proposal.warnings.end()) proposal.warnings.push_back(one);
  }
  proposal.terms = {.classes = classes.take(),
                    .datatype_properties = datatype_properties.take(),
                    .object_properties = object_properties.take(),
                    .events = events.take()};
  return proposal;
}

}  // namespace grove::knowledge

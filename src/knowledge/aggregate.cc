#include <algorithm>
#include <charconv>
#include <map>
#include <set>
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

/// Values in the order they came, each once.
template <class T>
class Once {
 public:
  void add(const std::vector<T>& values) {
    for (const T& value : values)
      if (seen_.insert(value).second) values_.push_back(value);
  }
  std::vector<T> take() { return std::move(values_); }

 private:
  std::set<T> seen_;
  std::vector<T> values_;
};

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
      const auto [at, is_new] = terms_.try_emplace(key_of(term), Entry{term, {}});
      Entry& entry = at->second;
      entry.evidence.add(term.evidence);
      if (is_new) continue;
      if (says_more(entry.term.description, term.description)) entry.term.description = term.description;
      join_lists(entry.term, term);
    }
  }
  std::vector<T> take() {
    std::vector<T> all;
    for (auto& [key, entry] : terms_) {
      entry.term.evidence = entry.evidence.take();
      all.push_back(std::move(entry.term));
    }
    std::ranges::stable_sort(all, {}, [](const T& term) { return normal_name(term.name); });
    return all;
  }

 private:
  struct Entry {
    T term;
    Once<Evidence> evidence;
  };
  std::map<std::string, Entry> terms_;
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
  Once<MergeSuggestion> suggestions;
  Once<std::string> warnings;
  for (const ChunkProposal* chunk : ordered) {
    classes.add(chunk->additions.classes);
    datatype_properties.add(chunk->additions.datatype_properties);
    object_properties.add(chunk->additions.object_properties);
    events.add(chunk->additions.events);
    suggestions.add(chunk->merges);
    warnings.add(chunk->warnings);
  }
  Proposal proposal{.terms = {}, .merge_suggestions = suggestions.take(), .warnings = warnings.take()};
  proposal.terms = {.classes = classes.take(),
                    .datatype_properties = datatype_properties.take(),
                    .object_properties = object_properties.take(),
                    .events = events.take()};
  return proposal;
}

}  // namespace grove::knowledge

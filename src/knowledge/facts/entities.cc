#include "knowledge/facts/entities.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "knowledge/answers/quote.h"
#include "knowledge/ingest/dto.h"
#include "rdf/term.h"

namespace grove::knowledge {
namespace {

constexpr std::size_t kLongestSegment = 80;
constexpr std::size_t kHashDigits = 16;

/// Groups under one root each.
class Groups {
 public:
  explicit Groups(std::size_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }
  std::size_t root(std::size_t item) {
    while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
    return item;
  }
  void join(std::size_t a, std::size_t b) { parents_[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

 private:
  std::vector<std::size_t> parents_;
};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || ((byte | 0x20U) >= 'a' && (byte | 0x20U) <= 'z');
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_letter(c)) out += c;
  return fold_case(out);
}

/// "person-3" of a Person says nothing of which one.
bool says_something(const std::string& hint, const std::string& class_name) {
  constexpr std::size_t kFewLetters = 3;
  const std::string letters = letters_of(hint);
  return letters.size() >= kFewLetters && letters != letters_of(class_name) && letters != "entity" && letters != "instance" &&
         letters != "unknown";
}

struct Key {
  std::string class_name;
  std::string text;
  friend auto operator<=>(const Key&, const Key&) = default;
};

/// What an observation is called once decisions of people are heeded.
struct Named {
  std::string label;
  bool is_split = false;
};

Named named(const Observation& observation, std::span<const Split> splits) {
  for (const Split& split : splits) {
    if (split.class_name != observation.class_name || normal_label(split.label) != normal_label(observation.label)) continue;
    if (std::ranges::find(split.chunk_ids, observation.chunk_id) != split.chunk_ids.end()) return {split.as, true};
  }
  return {observation.label, false};
}

std::string segment_of(const std::string& label) {
  std::string text = replace_all(label, " ", "-");
  if (text.size() > kLongestSegment) {
    const std::string hash = to_hex(sha256(text)).substr(0, kHashDigits);
    text = text.substr(0, utf8_boundary(text, kLongestSegment)) + '-' + hash;
  }
  // "." and ".." mean other places in a path (RFC 3986, 5.2.4).
  return text == "." || text == ".." ? replace_all(text, ".", "%2E") : rdf::iri_segment(text);
}

/// The words of three letters and more in a text.
std::set<std::string> words_of(std::string_view text) {
  constexpr std::size_t kFewLetters = 3;
  std::set<std::string> words;
  std::string word;
  for (const char c : fold_case(text) + ' ') {
    if (is_letter(c)) {
      word += c;
    } else {
      if (word.size() >= kFewLetters) words.insert(word);
      word.clear();
    }
  }
  return words;
}

/// Whether a hint speaks of what a label names: "ada-lovelace" of "Countess of Lovelace", not "author" of anybody.
bool speaks_of(const std::string& hint, const std::string& label) {
  const std::set<std::string> words = words_of(label);
  return std::ranges::any_of(words_of(hint), [&](const std::string& word) { return words.contains(word); });
}

/// Labels with how many chunks use each.
using LabelCounts = std::map<std::string, std::set<std::string>>;

std::string best_label(const LabelCounts& labels) {
  const auto better = [](const auto& a, const auto& b) {
    if (a.second.size() != b.second.size()) return a.second.size() < b.second.size();
    return a.first.size() != b.first.size() ? a.first.size() < b.first.size() : a.first > b.first;
  };
  return std::ranges::max_element(labels, better)->first;
}

/// The first hint that several labels have; "" where their spelling joins them.
std::string shared_hint(const std::map<std::string, std::set<std::string>>& labels_of_hint) {
  const auto shared = std::ranges::find_if(labels_of_hint, [](const auto& one) { return one.second.size() > 1; });
  return shared == labels_of_hint.end() ? std::string() : shared->first;
}

}  // namespace

std::string normal_label(std::string_view label) {
  std::string text = fold_case(squeezed(label));
  constexpr std::string_view kMarks = "\"'`.,;:!?()[]{}<>";
  const auto first = text.find_first_not_of(kMarks);
  if (first == std::string::npos) return text;
  const auto last = text.find_last_not_of(kMarks);
  return std::string(trim(std::string_view(text).substr(first, last - first + 1)));
}

Resolution resolve_entities(std::span<const Observation> observations, std::span<const Split> splits, std::string_view name_space) {
  Groups groups(observations.size());
  std::map<Key, std::size_t> by_label, by_hint;
  std::vector<std::string> labels(observations.size());
  std::vector<bool> is_split(observations.size());
  for (std::size_t i = 0; i < observations.size(); ++i) {
    const Observation& each = observations[i];
    const Named name = named(each, splits);
    labels[i] = name.label;
    is_split[i] = name.is_split;
    // Labels that IRIs can't tell apart, "New York" and "New-York", are one; what people have told apart stays so.
    const std::string label = normal_label(name.label);
    groups.join(i, by_label.try_emplace({each.class_name, name.is_split ? '\n' + label : segment_of(label)}, i).first->second);
    const std::string hint = normal_label(each.id_hint);
    if (name.is_split || !says_something(hint, each.class_name)) continue;
    groups.join(i, by_hint.try_emplace({each.class_name, hint + '\n' + std::string(document_of(each.chunk_id))}, i).first->second);
    if (speaks_of(hint, label)) groups.join(i, by_hint.try_emplace({each.class_name, hint}, i).first->second);
  }
  struct Group {
    std::vector<std::size_t> members;
    LabelCounts labels;
    std::set<std::string> normal, chunks;
    std::map<std::string, std::set<std::string>> labels_of_hint;
  };
  std::map<std::size_t, Group> found;
  for (std::size_t i = 0; i < observations.size(); ++i) {
    Group& group = found[groups.root(i)];
    group.members.push_back(i);
    group.labels[squeezed(labels[i])].insert(observations[i].chunk_id);
    group.normal.insert(normal_label(labels[i]));
    group.chunks.insert(observations[i].chunk_id);
    if (!observations[i].id_hint.empty()) group.labels_of_hint[normal_label(observations[i].id_hint)].insert(normal_label(labels[i]));
  }
  const auto iri_of = [&](std::size_t root, const Group& group) {
    return std::string(name_space) + "entity/" + rdf::iri_segment(observations[root].class_name) + '/' + segment_of(*group.normal.begin());
  };
  std::map<std::string, int> uses;
  for (const auto& [root, group] : found) ++uses[iri_of(root, group)];
  Resolution out;
  for (auto& [root, group] : found) {
    const std::string& class_name = observations[root].class_name;
    std::string iri = iri_of(root, group);
    if (is_split[root] && uses[iri] > 1) iri += '-' + to_hex(sha256(*group.normal.begin())).substr(0, kHashDigits);
    Entity entity{.iri = std::move(iri),
                  .class_name = class_name,
                  .label = best_label(group.labels),
                  .aliases = {},
                  .observations = std::move(group.members)};
    for (const auto& [label, chunks] : group.labels)
      if (label != entity.label) entity.aliases.push_back(label);
    if (group.normal.size() > 1)
      out.merges.push_back({.iri = entity.iri,
                            .class_name = class_name,
                            .labels = {group.normal.begin(), group.normal.end()},
                            .id_hint = shared_hint(group.labels_of_hint),
                            .chunk_ids = {group.chunks.begin(), group.chunks.end()}});
    out.entities.push_back(std::move(entity));
  }
  std::ranges::sort(out.entities, {}, &Entity::iri);
  std::ranges::sort(out.merges, {}, &EntityMerge::iri);
  for (const std::string& label : labels) out.labels.push_back(squeezed(label));
  out.entity_of.resize(observations.size());
  for (std::size_t e = 0; e < out.entities.size(); ++e)
    for (const std::size_t i : out.entities[e].observations) out.entity_of[i] = e;
  return out;
}

}  // namespace grove::knowledge

#include "knowledge/stages/entity_index.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "knowledge/answers/quote.h"
#include "knowledge/facts/instance_graph.h"
#include "knowledge/facts/vocabulary.h"
#include "knowledge/json/json.h"
#include "knowledge/stages/dataset_folder.h"

namespace grove::knowledge {
namespace {

namespace v = vocabulary;

/// The run of letters and digits at a place.
std::string word_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (begins_with_letter(text, end)) end += code_point_at(text, end).size;
  return std::string(text.substr(begin, end - begin));
}

/// A name has a letter that isn't small.
bool is_name(const std::string& text) { return fold_case(text) != text; }

bool stands_at(std::string_view text, std::size_t begin, const std::string& name) {
  if (!text.substr(begin).starts_with(name)) return false;
  const std::size_t end = begin + name.size();
  return !begins_with_letter(text, end) || !ends_with_letter(name, name.size());
}

void add_once(std::vector<std::string>& list, std::string text) {
  const auto place = std::ranges::lower_bound(list, text);
  if (place == list.end() || *place != text) list.insert(place, std::move(text));
}

/// Terms of older graphs, whose vocabulary lies below each dataset's own namespace.
constexpr std::string_view kOldMention = "mcp/Mention";
constexpr std::string_view kOldChunk = "mcp/chunkId";
constexpr std::string_view kOldSource = "mcp/sourcePath";

/// What a graph says, by subject, as far as it is needed here.
class Reader {
 public:
  explicit Reader(std::span<const rdf::Quad> world) {
    for (const rdf::Quad& quad : world) read_mention(quad);
    for (const rdf::Quad& quad : world) read_entity(quad);
    for (const rdf::Quad& quad : world) describe(quad);
  }

  std::vector<IndexedEntity> take() {
    std::vector<IndexedEntity> list;
    for (auto& [iri, entity] : entities_) {
      if (entity.label.empty()) continue;
      entity.iri = iri;
      std::erase(entity.aliases, entity.label);
      for (std::vector<std::string>* sources : {&entity.sources, &entity.defined_in}) *sources = slugs_of(*sources);
      for (const std::string& mention : mentions_[iri]) take_mention(mention, entity);
      list.push_back(std::move(entity));
    }
    return list;
  }

 private:
  static bool is(const rdf::Quad& quad, std::string_view space, std::string_view name) { return quad.predicate == v::term(space, name); }

  void read_mention(const rdf::Quad& quad) {
    const std::string& subject = quad.subject.value;
    if (is(quad, v::kOrp, "inChunk")) chunk_of_mention_[subject] = quad.object.value;
    if (is(quad, v::kDcterms, "identifier")) identifiers_[subject] = quad.object.value;
    if (quad.predicate == v::rdf_type() && quad.object.value.ends_with(kOldMention)) old_mentions_.insert(subject);
    if (quad.predicate.value.ends_with(kOldChunk)) chunk_of_mention_[subject] = subject, identifiers_[subject] = quad.object.value;
    if (quad.predicate.value.ends_with(kOldSource)) path_of_mention_[subject] = quad.object.value;
  }
  void read_entity(const rdf::Quad& quad) {
    const std::string& subject = quad.subject.value;
    const bool is_derived = is(quad, v::kProv, "wasDerivedFrom") && old_mentions_.contains(quad.object.value);
    if (is(quad, v::kOrp, "attestedIn")) entities_[subject].sources.push_back(quad.object.value);
    if (is(quad, v::kOrp, "hasMention") || is_derived) mentions_[subject].push_back(quad.object.value);
    if (is_derived) entities_.try_emplace(subject);
  }
  void describe(const rdf::Quad& quad) {
    const auto found = entities_.find(quad.subject.value);
    if (found == entities_.end()) return;
    IndexedEntity& entity = found->second;
    if (is(quad, v::kOrp, "definedIn")) entity.defined_in.push_back(quad.object.value);
    if (quad.predicate == v::rdf_type()) add_once(entity.types, quad.object.value);
    const bool is_label = is(quad, v::kRdfs, "label");
    if (is_label && (entity.label.empty() || quad.object.value < entity.label)) entity.label = quad.object.value;
    if (is_label || is(quad, v::kSkos, "altLabel")) add_once(entity.aliases, quad.object.value);
  }

  std::vector<std::string> slugs_of(const std::vector<std::string>& sources) {
    std::vector<std::string> slugs;
    for (const std::string& source : sources) add_once(slugs, identifiers_[source]);
    return slugs;
  }
  void take_mention(const std::string& mention, IndexedEntity& entity) {
    const std::string id = identifiers_[chunk_of_mention_[mention]];
    if (id.empty()) return;
    entity.chunk_ids.insert(id);
    if (const auto path = path_of_mention_.find(mention); path != path_of_mention_.end())
      add_once(entity.sources, source_slug(path->second, std::string(document_of(id))));
  }

  std::map<std::string, IndexedEntity> entities_;
  std::map<std::string, std::vector<std::string>> mentions_;  // by entity
  std::map<std::string, std::string> chunk_of_mention_, path_of_mention_;
  std::map<std::string, std::string> identifiers_;  // of chunks and sources
  std::set<std::string> old_mentions_;
};

}  // namespace

std::vector<IndexedEntity> indexed_entities(std::span<const rdf::Quad> world) { return Reader(world).take(); }

std::string entities_json(std::span<const IndexedEntity> entities) {
  std::string lines;
  for (const IndexedEntity& entity : entities) {
    Json json = {{"iri", entity.iri}, {"types", entity.types}, {"label", entity.label}};
    if (!entity.aliases.empty()) json["aliases"] = entity.aliases;
    json["attestedIn"] = entity.sources;
    if (!entity.defined_in.empty()) json["definedIn"] = entity.defined_in;
    lines += compact(json) + '\n';
  }
  return lines;
}

EntityLinker::EntityLinker(std::span<const IndexedEntity> entities) : entities_(entities), documents_(entities.size()) {
  std::set<std::string> first_words;  // of names of several words
  const auto each_name = [&](auto use) {
    for (std::size_t i = 0; i < entities.size(); ++i) {
      use(entities[i].label, i);
      for (const std::string& alias : entities[i].aliases) use(alias, i);
    }
  };
  each_name([&](const std::string& text, std::size_t) {
    if (text.find(' ') != std::string::npos) first_words.insert(word_at(text, 0));
  });
  each_name([&](const std::string& text, std::size_t i) {
    const std::string name = squeezed(text);
    const std::string first = word_at(name, 0);
    if (first.empty() || !is_name(name)) return;
    const bool is_word = name.find(' ') == std::string::npos;
    names_[first].push_back({name, i, is_word && first_words.contains(name)});
  });
  for (std::size_t i = 0; i < entities.size(); ++i)
    for (const std::string& id : entities[i].chunk_ids) {
      mentions_[id].push_back(i);
      documents_[i].insert(std::string(document_of(id)));
    }
}

bool EntityLinker::is_supported(const Name& name, const ChunkDto& chunk) const {
  return !name.is_first_name || documents_[name.entity].contains(chunk.document_id);
}

std::vector<std::string> EntityLinker::links(const ChunkDto& chunk) const {
  std::set<std::string> found;
  if (const auto mine = mentions_.find(chunk.chunk_id); mine != mentions_.end())
    for (const std::size_t i : mine->second) found.insert(entities_[i].iri);
  const std::string text = squeezed(chunk.text);
  for (std::size_t at = 0; at < text.size(); at += code_point_at(text, at).size) {
    if (!begins_with_letter(text, at) || ends_with_letter(text, at)) continue;
    const auto names = names_.find(word_at(text, at));
    if (names == names_.end()) continue;
    for (const Name& name : names->second)
      if (stands_at(text, at, name.text) && is_supported(name, chunk)) found.insert(entities_[name.entity].iri);
  }
  return {found.begin(), found.end()};
}

}  // namespace grove::knowledge

#include "knowledge/stages/entity_index.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "knowledge/answers/quote.h"
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

/// What a graph says, by subject, as far as it is needed here.
struct Reader {
  std::map<std::string, IndexedEntity> entities;
  std::map<std::string, std::string> chunk_of_mention, id_of_chunk, slug_of_source;
  std::map<std::string, std::vector<std::string>> mentions;  // by entity

  void read(const rdf::Quad& quad) {
    const std::string& subject = quad.subject.value;
    const std::string& predicate = quad.predicate.value;
    const auto is = [&](std::string_view space, std::string_view name) { return predicate == std::string(space) + std::string(name); };
    if (is(v::kOrp, "attestedIn")) entities[subject].sources.push_back(quad.object.value);
    if (is(v::kOrp, "hasMention")) mentions[subject].push_back(quad.object.value);
    if (is(v::kOrp, "inChunk")) chunk_of_mention[subject] = quad.object.value;
    if (is(v::kDcterms, "identifier")) id_of_chunk[subject] = slug_of_source[subject] = quad.object.value;
  }
  void describe(const rdf::Quad& quad) {
    const auto found = entities.find(quad.subject.value);
    if (found == entities.end()) return;
    IndexedEntity& entity = found->second;
    if (quad.predicate == v::rdf_type()) add_once(entity.types, quad.object.value);
    const bool is_label = quad.predicate == v::term(v::kRdfs, "label");
    if (is_label && (entity.label.empty() || quad.object.value < entity.label)) entity.label = quad.object.value;
    if (is_label || quad.predicate == v::term(v::kSkos, "altLabel")) add_once(entity.aliases, quad.object.value);
  }
};

}  // namespace

std::vector<IndexedEntity> indexed_entities(std::span<const rdf::Quad> world) {
  Reader reader;
  for (const rdf::Quad& quad : world) reader.read(quad);
  for (const rdf::Quad& quad : world) reader.describe(quad);
  std::vector<IndexedEntity> list;
  for (auto& [iri, entity] : reader.entities) {
    if (entity.label.empty()) continue;
    entity.iri = iri;
    std::erase(entity.aliases, entity.label);
    std::vector<std::string> slugs;
    for (const std::string& source : entity.sources) add_once(slugs, reader.slug_of_source[source]);
    entity.sources = std::move(slugs);
    for (const std::string& mention : reader.mentions[iri])
      if (const std::string id = reader.id_of_chunk[reader.chunk_of_mention[mention]]; !id.empty()) entity.chunk_ids.insert(id);
    list.push_back(std::move(entity));
  }
  return list;
}

std::string entities_json(std::span<const IndexedEntity> entities) {
  std::string lines;
  for (const IndexedEntity& entity : entities) {
    Json json = {{"iri", entity.iri}, {"types", entity.types}, {"label", entity.label}};
    if (!entity.aliases.empty()) json["aliases"] = entity.aliases;
    json["attestedIn"] = entity.sources;
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

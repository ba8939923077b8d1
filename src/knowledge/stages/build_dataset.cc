#include "knowledge/stages/build_dataset.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "inference/pricing.h"
#include "knowledge/facts/instance_graph.h"
#include "knowledge/ingest/document_folder.h"
#include "knowledge/json/json.h"
#include "knowledge/stages/entity_index.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kFormat = "0.1";
constexpr std::string_view kShards = "content/chunks";
constexpr std::string_view kVectors = "embeddings/vectors";

/// One source with its chunks.
struct Source {
  std::string slug;
  DocumentDto document;
  std::vector<const ChunkDto*> chunks;
};

std::vector<std::string> headings_of(const std::string& section) {
  std::vector<std::string> path;
  for (std::size_t begin = 0; begin <= section.size();) {
    const std::size_t end = std::min(section.find(" > ", begin), section.size());
    if (end > begin) path.push_back(section.substr(begin, end - begin));
    begin = end + 3;
  }
  return path;
}

Json chunk_json(const ChunkDto& chunk, const std::string& slug, const std::vector<std::string>& entities) {
  const ProvenanceDto& provenance = chunk.provenance;
  Json json = {{"id", chunk.chunk_id}, {"doc", slug}, {"text", chunk.text}, {"seq", chunk.chunk_index}};
  json["heading_path"] = headings_of(provenance.section);
  if (provenance.page) json["page"] = *provenance.page;
  if (provenance.page_end) json["page_end"] = *provenance.page_end;
  if (!provenance.page_label.empty()) json["page_label"] = provenance.page_label;
  json["n_words"] = split_words(chunk.text).size();
  json["token_est"] = inference::estimated_tokens(chunk.text.size());
  if (!entities.empty()) json["entities"] = entities;
  return json;
}

class Builder {
 public:
  Builder(const BuildRequest& request, const CancelToken& cancel) : request_(request), folder_(request.folder), cancel_(cancel) {}

  Result<BuiltDataset> build() {
    GROVE_RETURN_IF_ERROR(read());
    GROVE_RETURN_IF_ERROR(write_chunks());
    GROVE_RETURN_IF_ERROR(folder_.write("ontology/entities.jsonl", entities_json(entities_)));
    GROVE_RETURN_IF_ERROR(write_registers());
    if (request_.embedder != nullptr) GROVE_RETURN_IF_ERROR(write_vectors());
    GROVE_RETURN_IF_ERROR(write_manifest());
    built_.sources = sources_.size(), built_.chunks = chunks_.size(), built_.entities = entities_.size();
    return built_;
  }

 private:
  Status read() {
    GROVE_ASSIGN_OR_RETURN(const std::string manifest, folder_.text("manifest.json"));
    if (!manifest.empty()) {
      GROVE_ASSIGN_OR_RETURN(manifest_, parse_object(manifest, "manifest " + folder_.path("manifest.json")));
    }
    const std::string chunks = folder_.path("content/chunks.jsonl");
    auto read = read_chunks(chunks);
    if (!read) {
      read.error().hint = "`grove kb run-stage propose` makes it";
      return std::unexpected(std::move(read).error().within("a dataset needs its chunks"));
    }
    chunks_ = std::move(*read);
    GROVE_ASSIGN_OR_RETURN(const std::string world, folder_.text("ontology/world.ttl"));
    GROVE_ASSIGN_OR_RETURN(const auto quads, rdf::parse({.text = world, .syntax = rdf::Syntax::kTurtle}));
    entities_ = indexed_entities(quads);
    return read_sources();
  }

  /// Chunks that were made elsewhere name a file of another folder: it is the one of that name here.
  std::string path_within(const std::string& source_path) const {
    std::error_code failure;
    const std::string here = "content/sources/" + std::string(base_name(source_path));
    const bool is_known = fs::path(source_path).is_relative() && fs::exists(folder_.path(source_path), failure);
    return !is_known && fs::exists(folder_.path(here), failure) ? here : source_path;
  }

  Status read_sources() {
    std::map<std::string, DocumentDto> known;
    if (auto list = DocumentFolder(folder_.path(".grove/dto")).list())
      for (DocumentDto& document : *list) known[document.document_id] = std::move(document);
    std::map<std::string, std::vector<const ChunkDto*>> by_document;
    for (const ChunkDto& chunk : chunks_) by_document[chunk.document_id].push_back(&chunk);
    std::vector<DocumentDto> documents;
    for (const auto& [id, chunks] : by_document) {
      const ProvenanceDto& provenance = chunks.front()->provenance;
      DocumentDto document{
          .document_id = id, .source_path = {}, .source_mime = provenance.source_mime, .content_hash = {}, .title = {}, .created_at = {}};
      if (const auto found = known.find(id); found != known.end()) document = found->second;
      document.source_path = path_within(provenance.source_path);
      documents.push_back(std::move(document));
    }
    const std::vector<std::string> slugs = source_slugs(documents);
    for (std::size_t i = 0; i < documents.size(); ++i) sources_.push_back({slugs[i], documents[i], by_document[documents[i].document_id]});
    std::ranges::sort(sources_, {}, &Source::slug);
    return {};
  }

  Status write_chunks() {
    const EntityLinker linker(entities_);
    for (const Source& source : sources_) {
      GROVE_RETURN_IF_ERROR(cancel_.check());
      std::string lines;
      for (const ChunkDto* const chunk : source.chunks) {
        const auto links = linker.links(*chunk);
        built_.links += links.size();
        lines += compact(chunk_json(*chunk, source.slug, links)) + '\n';
      }
      GROVE_RETURN_IF_ERROR(folder_.write(std::string(kShards) + '/' + source.slug + ".jsonl", lines));
    }
    return remove_others(kShards);
  }

  /// Shards of sources that are gone.
  Status remove_others(std::string_view shards) {
    std::error_code failure;
    for (fs::directory_iterator entry(folder_.path(shards), failure), end; !failure && entry != end; entry.increment(failure)) {
      const std::string slug = entry->path().stem().string();
      const bool is_ours = std::ranges::any_of(sources_, [&](const Source& source) { return source.slug == slug; });
      if (entry->path().extension() == ".jsonl" && !is_ours) GROVE_RETURN_IF_ERROR(remove_file(entry->path().string()));
    }
    return {};
  }

  /// The licence of all sources: what was asked for, else the manifest's.
  std::string license() const {
    if (!request_.license.empty()) return request_.license;
    const Json* const dataset = member(manifest_, "dataset");
    return dataset == nullptr ? std::string() : text_at(*dataset, "license");
  }

  /// A register as it stands; an empty one where there is none.
  Result<Json> register_in(const std::string& name) const {
    GROVE_ASSIGN_OR_RETURN(const std::string text, folder_.text(name));
    if (text.empty()) return Json::object();
    return parse_object(text, "register " + folder_.path(name));
  }

  /// The entry of a source: by its slug, else by its path, since other programs name slugs otherwise. Null for none.
  static const Json* entry_before(const Json& before, const Source& source) {
    const Json* const named = member(before, source.slug);
    if (named != nullptr) return named;
    for (const auto& [slug, entry] : before.items())
      if (entry.is_object() && text_at(entry, "path") == source.document.source_path) return &entry;
    return nullptr;
  }

  /// What people wrote into an entry stays: `kept`, and keys that aren't ours.
  static void keep(const Json* before, const std::vector<std::string>& kept, Json& entry) {
    if (before == nullptr || !before->is_object()) return;
    for (const auto& [key, value] : before->items())
      if (!entry.contains(key) || std::ranges::count(kept, key) > 0) entry[key] = value;
  }

  Status write_registers() {
    GROVE_ASSIGN_OR_RETURN(const Json sources_before, register_in("content/sources.json"));
    GROVE_ASSIGN_OR_RETURN(const Json books_before, register_in("content/books.json"));
    Json sources = Json::object(), books = Json::object();
    std::vector<std::string> kept_of_sources;
    if (request_.license.empty()) kept_of_sources.emplace_back("license");
    for (const Source& source : sources_) {
      const DocumentDto& document = source.document;
      const std::string title = document.title.empty() ? std::string(base_name(document.source_path)) : document.title;
      std::error_code failure;
      const auto bytes = fs::file_size(folder_.path(document.source_path), failure);
      sources[source.slug] = {
          {"title", title},       {"path", document.source_path}, {"document_id", document.document_id}, {"sha256", document.content_hash},
          {"license", license()}, {"status", "processed"},        {"bytes", failure ? 0 : bytes},        {"chunks", source.chunks.size()}};
      if (document.content_hash.empty()) sources[source.slug].erase("sha256");
      keep(entry_before(sources_before, source), kept_of_sources, sources[source.slug]);
      books[source.slug] = {{"title", title}, {"path", document.source_path}, {"requires", Json::array()}};
      keep(entry_before(books_before, source), {"requires"}, books[source.slug]);
    }
    GROVE_RETURN_IF_ERROR(folder_.write("content/sources.json", pretty(sources)));
    GROVE_RETURN_IF_ERROR(folder_.write("content/books.json", pretty(books)));
    Json prefixes = Json::object();
    for (const rdf::Prefix& prefix : instance_prefixes(base_iri())) prefixes[prefix.name] = prefix.iri;
    return folder_.write("ontology/prefixes.json", pretty(prefixes));
  }

  std::string base_iri() const {
    for (const auto& [section, key] : {std::pair("dataset", "base_iri"), std::pair("ontology", "base_iri")})
      if (const Json* const object = member(manifest_, section); object != nullptr && !text_at(*object, key).empty())
        return text_at(*object, key);
    return "http://ontorag.dev/ns/";
  }

  Result<std::string> vectors_of(const Source& source) {
    const std::uint32_t dimensions = request_.embedder->info().dimensions;
    std::vector<inference::Passage> passages;
    for (const ChunkDto* const chunk : source.chunks) passages.push_back({.code = chunk->text});
    std::vector<float> vectors(passages.size() * dimensions);
    GROVE_RETURN_IF_ERROR(request_.embedder->embed_passages(passages, vectors, cancel_));
    std::string lines;
    for (std::size_t i = 0; i < passages.size(); ++i) {
      Json vector = Json::array();
      for (std::uint32_t d = 0; d < dimensions; ++d) vector.push_back(vectors[i * dimensions + d]);
      lines += compact({{"id", source.chunks[i]->chunk_id}, {"vector", std::move(vector)}}) + '\n';
    }
    built_.vectors += passages.size();
    return lines;
  }

  /// What a shard of vectors was made from.
  std::string made_from(const Source& source) const {
    std::string all = request_.embedder->info().fingerprint;
    for (const ChunkDto* const chunk : source.chunks) all += '\n' + chunk->chunk_id + ' ' + to_hex(sha256(chunk->text));
    return to_hex(sha256(all));
  }

  Status write_vectors() {
    const inference::EmbedderInfo& info = request_.embedder->info();
    constexpr std::string_view kConfig = "embeddings/config.json";
    GROVE_ASSIGN_OR_RETURN(const std::string before, folder_.text(kConfig));
    const Json old = Json::parse(before, nullptr, false);
    const Json* const old_shards = member(old, "shards");
    Json shards = Json::object();
    for (const Source& source : sources_) {
      const std::string name = std::string(kVectors) + '/' + source.slug + ".jsonl";
      const std::string hash = made_from(source);
      shards[source.slug] = hash;
      const bool is_there = old_shards != nullptr && text_at(*old_shards, source.slug) == hash && is_file(folder_.path(name));
      if (is_there) continue;
      GROVE_ASSIGN_OR_RETURN(const std::string lines, vectors_of(source));
      GROVE_RETURN_IF_ERROR(folder_.write(name, lines));
    }
    GROVE_RETURN_IF_ERROR(remove_others(kVectors));
    const bool is_same = old_shards != nullptr && *old_shards == shards;
    const Json config = {{"provider", info.provider},
                         {"model", info.model},
                         {"dim", info.dimensions},
                         {"metric", "cosine"},
                         {"normalized", true},
                         {"input", "text"},
                         {"built_at", is_same ? text_at(old, "built_at") : rfc3339(unix_ms(request_.clock))},
                         {"note", "One vector a chunk, by id."},
                         {"shards", shards}};
    return folder_.write(std::string(kConfig), pretty(config));
  }

  static bool is_file(const std::string& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
  }

  /// Sets a member that isn't there yet.
  static void put_missing(Json& object, const char* key, Json value) {
    if (!object.is_object()) object = Json::object();
    if (member(object, key) == nullptr) object[key] = std::move(value);
  }

  Status write_manifest() {
    Json& manifest = manifest_;
    const std::string folder_name(base_name(fs::path(folder_.root()).lexically_normal().generic_string()));
    put_missing(manifest, "ontorag", kFormat);
    Json& dataset = manifest["dataset"];
    put_missing(dataset, "id",
                dataset.is_object() && !text_at(dataset, "slug").empty() ? text_at(dataset, "slug") : source_slug(folder_name, "dataset"));
    if (!request_.name.empty()) dataset["name"] = request_.name;
    put_missing(dataset, "name", folder_name);
    put_missing(dataset, "version", "0.1.0");
    if (!request_.license.empty()) dataset["license"] = request_.license;
    Json& ontology = manifest["ontology"];
    put_missing(ontology, "base_iri", base_iri());
    // Where this has written, whatever wrote it before.
    ontology["graph"] = "ontology/world.ttl";
    ontology["entity_index"] = "ontology/entities.jsonl";
    if (!manifest["content"].is_object()) manifest["content"] = Json::object();
    manifest["content"]["chunks_glob"] = "content/chunks/*.jsonl";
    if (request_.embedder != nullptr) {
      const inference::EmbedderInfo& info = request_.embedder->info();
      manifest["embeddings"] = {{"vectors_glob", "embeddings/vectors/*.jsonl"},
                                {"dim", info.dimensions},
                                {"metric", "cosine"},
                                {"provider", info.provider},
                                {"model", info.model},
                                {"normalized", true},
                                {"alignment", "by_id"}};
    }
    return folder_.write("manifest.json", pretty(manifest));
  }

  const BuildRequest& request_;
  const DatasetFolder& folder_;
  const CancelToken& cancel_;
  Json manifest_ = Json::object();
  std::vector<ChunkDto> chunks_;
  std::vector<IndexedEntity> entities_;
  std::vector<Source> sources_;
  BuiltDataset built_;
};

}  // namespace

Result<BuiltDataset> build_dataset(const BuildRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const FolderLock lock, request.folder.open());
  return Builder(request, cancel).build();
}

}  // namespace grove::knowledge

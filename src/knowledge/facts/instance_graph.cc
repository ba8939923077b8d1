#include "knowledge/facts/instance_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/text.h"
#include "base/utf8.h"
#include "knowledge/answers/quote.h"
#include "knowledge/facts/vocabulary.h"

namespace grove::knowledge {
namespace {

namespace v = vocabulary;
using rdf::iri;
using rdf::literal;
using rdf::Quad;
using rdf::Term;

constexpr std::size_t kHashDigits = 16;

Term orp(std::string_view name) { return v::term(v::kOrp, name); }
Term oa(std::string_view name) { return v::term(v::kOa, name); }
Term dcterms(std::string_view name) { return v::term(v::kDcterms, name); }
Term number(std::uint64_t value) { return literal(std::to_string(value), std::string(v::kXsd) + "integer"); }

std::string short_hash(const std::string& text) { return to_hex(sha256(text)).substr(0, kHashDigits); }

std::string turtle_key(const Term& term) {
  return term.value + '\n' + term.datatype + '\n' + term.language + (term.kind == Term::Kind::kIri ? "i" : "l");
}

/// Writes the graph of one document.
class GraphWriter {
 public:
  GraphWriter(const GraphRequest& request, const DocumentDto& document, DocumentGraph& out)
      : request_(request), document_(document), out_(out), name_space_(request.name_space) {
    source_ = name_space_ + "source/" + out.slug;
    file_ = name_space_ + "file/" + rdf::iri_segment(document.document_id);
    pack_ = name_space_ + "pack/" + out.slug;
  }

  void write() {
    write_facts();
    for (const std::size_t mention : mentions_) write_mention(mention);
    for (const auto& [fact, where] : statements_) write_statement(*fact, where);
    write_source();
    for (const std::size_t chunk : chunks_) write_chunk(request_.chunks[chunk]);
  }

 private:
  void add(const Term& subject, const Term& predicate, const Term& object) { out_.quads.push_back({subject, predicate, object}); }
  bool is_mine(std::size_t mention) const {
    return request_.chunks[request_.facts.mentions[mention].chunk].document_id == document_.document_id;
  }

  std::string mention_iri(std::size_t index) const {
    const FactMention& mention = request_.facts.mentions[index];
    return name_space_ + "mention/" +
           short_hash(fmt::format("{}\n{}\n{}\n{}", request_.chunks[mention.chunk].chunk_id, request_.facts.entities[mention.entity].iri,
                                  mention.place.begin, mention.place.end));
  }
  std::string chunk_iri(const ChunkDto& chunk) const { return name_space_ + "chunk/" + rdf::iri_segment(chunk.chunk_id); }

  /// The entities with what this document says of them.
  void write_facts() {
    std::size_t last = static_cast<std::size_t>(-1);
    for (const Fact& fact : request_.facts.facts) {
      std::vector<std::size_t> mine;
      std::ranges::copy_if(fact.mentions, std::back_inserter(mine), [this](std::size_t each) { return is_mine(each); });
      if (mine.empty()) continue;
      if (last != static_cast<std::size_t>(-1) && last != fact.entity) close_entity(last);
      last = fact.entity;
      for (const std::size_t mention : mine)
        of_entity_.insert(mention), mentions_.insert(mention), chunks_.insert(request_.facts.mentions[mention].chunk);
      add(iri(request_.facts.entities[fact.entity].iri), fact.predicate, fact.object);
      statements_.emplace_back(&fact, std::move(mine));
    }
    if (last != static_cast<std::size_t>(-1)) close_entity(last);
  }

  void close_entity(std::size_t entity) {
    const Term subject = iri(request_.facts.entities[entity].iri);
    add(subject, orp("attestedIn"), iri(source_));
    for (const std::size_t mention : of_entity_) add(subject, orp("hasMention"), iri(mention_iri(mention)));
    of_entity_.clear();
  }

  /// RDF 1.1 Schema, 5.3: which statement the mentions bear out.
  void write_statement(const Fact& fact, const std::vector<std::size_t>& mentions) {
    const std::string& subject = request_.facts.entities[fact.entity].iri;
    const Term node =
        iri(name_space_ + "fact/" +
            short_hash(document_.document_id + '\n' + subject + '\n' + fact.predicate.value + '\n' + turtle_key(fact.object)));
    add(node, v::rdf_type(), v::term(v::kRdf, "Statement"));
    add(node, v::term(v::kRdf, "subject"), iri(subject));
    add(node, v::term(v::kRdf, "predicate"), fact.predicate);
    add(node, v::term(v::kRdf, "object"), fact.object);
    for (const std::size_t mention : mentions) add(node, orp("hasMention"), iri(mention_iri(mention)));
  }

  void write_mention(std::size_t index) {
    const FactMention& mention = request_.facts.mentions[index];
    const ChunkDto& chunk = request_.chunks[mention.chunk];
    const std::string name = mention_iri(index);
    const Term subject = iri(name);
    const Term target = rdf::blank("t" + name.substr(name.size() - kHashDigits));
    add(subject, v::rdf_type(), orp("Mention"));
    add(subject, orp("mentions"), iri(request_.facts.entities[mention.entity].iri));
    add(subject, oa("motivatedBy"), oa("identifying"));
    add(subject, orp("inChunk"), iri(chunk_iri(chunk)));
    add(subject, oa("hasTarget"), target);
    add(target, v::rdf_type(), oa("SpecificResource"));
    add(target, oa("hasSource"), iri(file_));
    write_selectors(target, mention, chunk);
  }

  /// A selector of the target: a blank node named after it.
  Term selector(const Term& target, char mark, const Term& type) {
    const Term node = rdf::blank(target.value + mark);
    add(target, oa("hasSelector"), node);
    add(node, v::rdf_type(), type);
    return node;
  }

  void write_selectors(const Term& target, const FactMention& mention, const ChunkDto& chunk) {
    const std::string_view text = chunk.text;
    const Term quote = selector(target, 'q', oa("TextQuoteSelector"));
    add(quote, oa("exact"), literal(std::string(text.substr(mention.place.begin, mention.place.end - mention.place.begin))));
    const ProvenanceDto& provenance = chunk.provenance;
    const auto position = position_of(mention, chunk);
    if (position) {
      const Term node = selector(target, 'o', oa("TextPositionSelector"));
      add(node, oa("start"), number(position->first));
      add(node, oa("end"), number(position->second));
    }
    if (provenance.page) {
      const PageBreak page = provenance.page_at(position ? position->first : provenance.offset_start);
      const Term node = selector(target, 'p', orp("PageSelector"));
      add(node, orp("pageStart"), number(page.page));
      if (!page.page_label.empty()) add(node, orp("pageLabel"), literal(page.page_label));
    }
    if (!provenance.section.empty()) add(selector(target, 's', orp("SectionSelector")), orp("sectionTitle"), literal(provenance.section));
  }

  /// From where to where a mention stands, in code points of the extracted text; nothing where the chunk doesn't say where it stands
  /// itself. Rows that name a table's columns stand before a chunk's own text.
  static std::optional<std::pair<std::uint64_t, std::uint64_t>> position_of(const FactMention& mention, const ChunkDto& chunk) {
    const ProvenanceDto& provenance = chunk.provenance;
    const std::string_view text = chunk.text;
    const std::uint64_t whole = count_code_points(text);
    const std::uint64_t own = provenance.offset_end > provenance.offset_start ? provenance.offset_end - provenance.offset_start : 0;
    const std::uint64_t begin = count_code_points(text.substr(0, mention.place.begin));
    const std::uint64_t size = count_code_points(text.substr(mention.place.begin, mention.place.end - mention.place.begin));
    if (own == 0 || own > whole || begin < whole - own) return std::nullopt;
    const std::uint64_t start = provenance.offset_start + begin - (whole - own);
    return std::pair(start, start + size);
  }

  void write_source() {
    const Term source = iri(source_);
    add(source, v::rdf_type(), orp("Source"));
    add(source, dcterms("title"), literal(document_.title.empty() ? std::string(base_name(document_.source_path)) : document_.title));
    add(source, dcterms("identifier"), literal(out_.slug));
    const Term file = iri(file_);
    add(file, v::rdf_type(), orp("SourceFile"));
    add(file, orp("fileOf"), source);
    if (!document_.content_hash.empty()) add(file, orp("checksum"), literal("sha256:" + document_.content_hash));
    if (!document_.source_mime.empty()) add(file, dcterms("format"), literal(document_.source_mime));
    const Term pack = iri(pack_);
    add(pack, v::rdf_type(), orp("Pack"));
    add(pack, orp("packOf"), source);
    add(pack, orp("namedGraph"), iri(out_.graph));
  }

  void write_chunk(const ChunkDto& chunk) {
    const Term subject = iri(chunk_iri(chunk));
    add(subject, v::rdf_type(), orp("Chunk"));
    add(subject, dcterms("identifier"), literal(chunk.chunk_id));
    add(subject, orp("inPack"), iri(pack_));
    add(subject, oa("hasSource"), iri(file_));
  }

  const GraphRequest& request_;
  const DocumentDto& document_;
  DocumentGraph& out_;
  std::string name_space_, source_, file_, pack_;
  std::set<std::size_t> of_entity_, mentions_, chunks_;
  std::vector<std::pair<const Fact*, std::vector<std::size_t>>> statements_;
};

/// All documents that chunks are of, by id.
std::vector<DocumentDto> documents_of(const GraphRequest& request) {
  std::map<std::string, DocumentDto> found;
  for (const ChunkDto& chunk : request.chunks)
    found.try_emplace(chunk.document_id, DocumentDto{.document_id = chunk.document_id,
                                                     .source_path = chunk.provenance.source_path,
                                                     .source_mime = chunk.provenance.source_mime,
                                                     .content_hash = {},
                                                     .title = {},
                                                     .created_at = {}});
  for (const DocumentDto& document : request.documents)
    if (found.contains(document.document_id)) found[document.document_id] = document;
  std::vector<DocumentDto> list;
  for (auto& [id, document] : found) list.push_back(std::move(document));
  return list;
}

}  // namespace

std::string source_slug(const std::string& source_path, const std::string& document_id) {
  constexpr std::size_t kLongest = 64;
  std::string_view name = base_name(source_path);
  const std::string_view ending = extension(name);
  if (!ending.empty()) name.remove_suffix(ending.size() + 1);
  std::string slug;
  for (const char c : to_lower_ascii(name)) {
    const bool keeps = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (keeps)
      slug += c;
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  slug = slug.substr(0, kLongest);
  while (slug.ends_with('-')) slug.pop_back();
  return slug.empty() ? to_lower_ascii(rdf::iri_segment(document_id)) : slug;
}

std::vector<std::string> source_slugs(std::span<const DocumentDto> documents) {
  std::map<std::string, int> uses;
  for (const DocumentDto& document : documents) ++uses[source_slug(document.source_path, document.document_id)];
  std::vector<std::string> slugs;
  for (const DocumentDto& document : documents) {
    std::string slug = source_slug(document.source_path, document.document_id);
    if (uses[slug] > 1) slug += '-' + rdf::iri_segment(document.document_id);
    slugs.push_back(std::move(slug));
  }
  return slugs;
}

Result<std::vector<DocumentGraph>> instance_graphs(const GraphRequest& request) {
  const std::vector<DocumentDto> documents = documents_of(request);
  const std::vector<std::string> slugs = source_slugs(documents);
  std::vector<DocumentGraph> graphs;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    DocumentGraph graph{
        .document_id = documents[i].document_id, .slug = slugs[i], .graph = request.name_space + "graph/" + slugs[i], .quads = {}};
    GraphWriter(request, documents[i], graph).write();
    graphs.push_back(std::move(graph));
  }
  return graphs;
}

std::vector<rdf::Quad> union_of(const std::vector<DocumentGraph>& graphs) {
  // Statements of a subject stay together, whichever document they are from.
  std::map<Term, std::size_t> order;
  std::vector<std::vector<Quad>> subjects;
  std::set<Quad> seen;
  for (const DocumentGraph& graph : graphs)
    for (const Quad& quad : graph.quads) {
      if (!seen.insert(quad).second) continue;
      const auto [place, is_new] = order.try_emplace(quad.subject, subjects.size());
      if (is_new) subjects.emplace_back();
      subjects[place->second].push_back(quad);
    }
  std::vector<Quad> all;
  for (auto& quads : subjects) std::ranges::move(quads, std::back_inserter(all));
  return all;
}

std::vector<rdf::Quad> named_quads(const std::vector<DocumentGraph>& graphs) {
  std::vector<Quad> all;
  for (const DocumentGraph& graph : graphs)
    for (Quad quad : graph.quads) {
      quad.graph = iri(graph.graph);
      all.push_back(std::move(quad));
    }
  return all;
}

std::vector<rdf::Prefix> instance_prefixes(const std::string& name_space) {
  return {{"biz", name_space},
          {"rdf", std::string(v::kRdf)},
          {"rdfs", std::string(v::kRdfs)},
          {"skos", std::string(v::kSkos)},
          {"xsd", std::string(v::kXsd)},
          {"prov", std::string(v::kProv)},
          {"orp", std::string(v::kOrp)},
          {"oa", std::string(v::kOa)},
          {"dcterms", std::string(v::kDcterms)}};
}

}  // namespace grove::knowledge

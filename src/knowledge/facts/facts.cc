#include "knowledge/facts/facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "knowledge/facts/chunk_reading.h"
#include "knowledge/facts/vocabulary.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

using document::TextSpan;

struct Statement {
  std::size_t entity;
  rdf::Term predicate, object;
  friend auto operator<=>(const Statement&, const Statement&) = default;
};

/// Brings the readings of all chunks together.
class Assembly {
 public:
  Assembly(const CardTerms& terms, std::span<const Split> splits, const std::string& name_space)
      : terms_(terms), splits_(splits), name_space_(name_space) {}

  void add(std::size_t chunk, ChunkReading reading) {
    firsts_.push_back(observations_.size());
    chunks_.push_back(chunk);
    observations_.insert(observations_.end(), reading.observations.begin(), reading.observations.end());
    out_.rejects.insert(out_.rejects.end(), reading.rejects.begin(), reading.rejects.end());
    out_.warnings.insert(out_.warnings.end(), reading.warnings.begin(), reading.warnings.end());
    readings_.push_back(std::move(reading));
  }

  Result<Facts> finish() {
    Resolution resolution = resolve_entities(observations_, splits_, name_space_);
    entity_of_ = std::move(resolution.entity_of);
    labels_ = std::move(resolution.labels);
    out_.merges = std::move(resolution.merges);
    out_.entities = std::move(resolution.entities);
    for (std::size_t r = 0; r < readings_.size(); ++r) GROVE_RETURN_IF_ERROR(add_statements(r));
    number_mentions();
    return std::move(out_);
  }

 private:
  Status add_statements(std::size_t r) {
    const ChunkReading& reading = readings_[r];
    for (std::size_t i = 0; i < reading.observations.size(); ++i) {
      const std::size_t entity = entity_of_[firsts_[r] + i];
      GROVE_ASSIGN_OR_RETURN(const rdf::Term type, terms_.index().class_iri(reading.observations[i].class_name));
      const auto where = mentions_of(r, entity, reading.places[i]);
      state({entity, vocabulary::rdf_type(), type}, where);
      // A label is borne out only by the chunks that use it.
      const std::string& label = labels_[firsts_[r] + i];
      const bool is_main = label == out_.entities[entity].label;
      const rdf::Term naming = is_main ? vocabulary::term(vocabulary::kRdfs, "label") : vocabulary::term(vocabulary::kSkos, "altLabel");
      state({entity, naming, rdf::literal(label)}, where);
    }
    for (const ChunkFact& fact : reading.facts) {
      const std::size_t entity = entity_of_[firsts_[r] + fact.observation];
      GROVE_ASSIGN_OR_RETURN(const rdf::Term predicate, terms_.index().iri_of(*fact.property));
      const bool is_literal = fact.target == static_cast<std::size_t>(-1);
      const rdf::Term object = is_literal ? fact.value : rdf::iri(out_.entities[entity_of_[firsts_[r] + fact.target]].iri);
      state({entity, predicate, object}, mentions_of(r, entity, fact.places));
    }
    return {};
  }

  std::vector<FactMention> mentions_of(std::size_t r, std::size_t entity, const std::vector<TextSpan>& places) const {
    std::vector<FactMention> mentions;
    for (const TextSpan& place : places) mentions.push_back({.chunk = chunks_[r], .entity = entity, .place = place});
    return mentions;
  }

  void state(const Statement& statement, const std::vector<FactMention>& mentions) {
    statements_[statement].insert(mentions.begin(), mentions.end());
  }

  void number_mentions() {
    std::map<FactMention, std::size_t> numbers;
    for (const auto& [statement, mentions] : statements_)
      for (const FactMention& mention : mentions) numbers.try_emplace(mention, 0);
    for (auto& [mention, number] : numbers) {
      number = out_.mentions.size();
      out_.mentions.push_back(mention);
    }
    for (const auto& [statement, mentions] : statements_) {
      Fact fact{.entity = statement.entity, .predicate = statement.predicate, .object = statement.object, .mentions = {}};
      for (const FactMention& mention : mentions) fact.mentions.push_back(numbers.at(mention));
      out_.facts.push_back(std::move(fact));
    }
  }

  const CardTerms& terms_;
  std::span<const Split> splits_;
  std::string name_space_;
  std::vector<ChunkReading> readings_;
  std::vector<std::size_t> firsts_, chunks_;
  std::vector<Observation> observations_;
  std::vector<std::size_t> entity_of_;
  std::vector<std::string> labels_;
  std::map<Statement, std::set<FactMention>> statements_;
  Facts out_;
};

}  // namespace

Result<Facts> assemble_facts(const FactsRequest& request) {
  if (auto probe = rdf::parse_iri(request.card.name_space + "entity"); !probe)
    return std::unexpected(std::move(probe).error().within("the namespace of the schema card is no beginning of an IRI"));
  const CardTerms terms(request.card);
  std::map<std::string_view, const ChunkStatements*> statements;
  for (const ChunkStatements& each : request.statements) statements[each.chunk_id] = &each;
  Assembly assembly(terms, request.splits, request.card.name_space);
  for (std::size_t i = 0; i < request.chunks.size(); ++i) {
    const auto found = statements.find(request.chunks[i].chunk_id);
    if (found != statements.end()) assembly.add(i, read_chunk_statements(request.chunks[i], *found->second, terms));
  }
  return assembly.finish();
}

std::string rejects_json(std::span<const Reject> rejects) {
  std::string lines;
  for (const Reject& reject : rejects) {
    Json json = {{"chunk_id", reject.chunk_id}, {"kind", reject.kind}, {"label", reject.label}, {"term", reject.term}};
    if (!reject.value.empty()) json["value"] = reject.value;
    json["reason"] = reject.reason;
    lines += compact(json) + '\n';
  }
  return lines;
}

}  // namespace grove::knowledge

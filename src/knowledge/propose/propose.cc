#include "knowledge/propose/propose.h"

#include <fmt/format.h>

#include <map>

#include "knowledge/answers/quote.h"

namespace grove::knowledge {
namespace {

constexpr ChunkInquiry kInquiry{
    .prompt = Prompt::kProposeTerms, .schema = Prompt::kProposeTermsSchema, .name = "proposed_terms", .required = "proposed_additions"};

/// Keeps the evidence that the chunk has, with the very words that stand there.
class EvidenceCheck {
 public:
  EvidenceCheck(const ChunkDto& chunk, ChunkProposal& proposal) : text_(chunk.text), proposal_(proposal) {}

  template <class Item>
  void check(std::vector<Item>& items) {
    for (Item& item : items) {
      std::vector<Evidence> kept;
      for (Evidence& evidence : item.evidence) {
        const auto place = text_.find(evidence.quote);
        if (!place) {
          proposal_.warnings.push_back(
              fmt::format("{}: the evidence for {} does not stand in the passage: \"{}\"", proposal_.chunk_id, item.name, evidence.quote));
          continue;
        }
        evidence.quote = squeezed(text_.text().substr(place->begin, place->end - place->begin));
        kept.push_back(std::move(evidence));
      }
      item.evidence = std::move(kept);
    }
  }

 private:
  QuotedText text_;
  ChunkProposal& proposal_;
};

void check_evidence(ChunkProposal& proposal, const ChunkDto& chunk) {
  EvidenceCheck check(chunk, proposal);
  check.check(proposal.additions.classes);
  check.check(proposal.additions.datatype_properties);
  check.check(proposal.additions.object_properties);
  check.check(proposal.additions.events);
}

}  // namespace

std::vector<Question> proposal_questions(std::span<const ChunkDto> chunks, const KnownCard& known) {
  return chunk_questions(chunks, kInquiry, known);
}

Result<ChunkAnswers<ChunkProposal>> propose_terms(std::span<const ChunkDto> chunks, std::span<const Question> questions,
                                                  const ModelRun& run) {
  GROVE_ASSIGN_OR_RETURN(ChunkAnswers<ChunkProposal> proposed, ask_about_chunks(questions, kInquiry.required, parse_chunk_proposal, run));
  std::map<std::string_view, const ChunkDto*> by_id;
  for (const ChunkDto& chunk : chunks) by_id[chunk.chunk_id] = &chunk;
  for (ChunkProposal& proposal : proposed.answers) check_evidence(proposal, *by_id.at(proposal.chunk_id));
  return proposed;
}

}  // namespace grove::knowledge

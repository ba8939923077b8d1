#pragma once

#include <set>
#include <string>
#include <vector>

#include "knowledge/ingest/dto.h"
#include "knowledge/schema_card.h"
#include "knowledge/stages/run_stage.h"

namespace grove::knowledge {

/// The documents of a dataset with their chunks.
struct DatasetChunks {
  std::vector<DocumentDto> documents;  ///< By path, then id. Paths are within the dataset.
  std::vector<ChunkDto> chunks;        ///< In the order of the documents.
  std::set<std::string> ids;           ///< Of the documents.
};

/// Reads what is new below `content/sources`, and leaves all chunks as `content/chunks.jsonl`.
Result<DatasetChunks> refresh_chunks(const StageContext& context, StageReport& report);

/// What a step still has to do.
struct Pending {
  std::vector<ChunkDto> chunks;  ///< To show the model.
  std::set<std::string> documents;
  std::set<std::string> left;  ///< Of them, those with chunks that it is not shown this time.
};
/// Leaves all pending chunks as `content/chunks.pending.jsonl` too; no file where there are none.
struct Step {
  std::string name;
  std::string card;  ///< Hash of the card whose change has all documents read again; may be empty.
};
Result<Pending> pending_of(const StageContext& context, const DatasetChunks& all, const Step& step, StageReport& report);

/// The lines of a file of answers, one a chunk, in the order of the chunks: those that were there, but for chunks that are gone or have a
/// new one. What was said of a chunk stands until something else is: a question may fail, or not be asked in this run.
Result<std::string> merged_lines(const StageContext& context, const DatasetChunks& all,
                                 const std::vector<std::pair<std::string, std::string>>& added, const std::string& file);

/// How a step ended.
struct StepEnd {
  Step step;  ///< With the card that it worked with.
  const Pending& pending;
  const std::vector<Failure>& failures;
};
/// Enters documents that are done in the ledger; what stays pending is left as `content/chunks.pending.jsonl`.
Status finish_step(const StageContext& context, const DatasetChunks& all, const StepEnd& end);

/// 16 digits of the hash of what a card says; its version makes no difference.
std::string card_hash(const SchemaCard& card);
/// Writes a card, unless the file says the same but for the version.
Result<SchemaCard> write_card(const DatasetFolder& folder, const std::string& name, SchemaCard card);

}  // namespace grove::knowledge

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "document/document_reader.h"
#include "knowledge/answers/asking.h"
#include "knowledge/answers/card_text.h"
#include "knowledge/stages/dataset_folder.h"

namespace grove::knowledge {

/// What stages work with.
struct StageContext {
  const DatasetFolder& folder;
  const document::DocumentReader& reader;
  const Clock& clock;
  ModelRun run;  ///< Its model should keep answers (`cached_chat_model`): a stage that was killed then asks only what is missing.
  enum class Depth { kNew, kFull } depth = Depth::kNew;  ///< kFull: all documents, not only those that are new.
  CardScope scope = CardScope::kWhole;
  std::optional<std::size_t> limit = {};  ///< Chunks that the model is shown at most; documents with others stay pending.
};

/// How a stage ended.
struct StageReport {
  std::size_t documents = 0;  ///< In the dataset.
  std::size_t pending = 0;    ///< That were new to the stage.
  std::size_t withdrawn = 0;  ///< That are gone since.
  std::size_t unread = 0;     ///< Files that could not be read; `notes` says why.
  std::size_t chunks = 0;     ///< That the model was shown.
  std::size_t questions = 0;  ///< That it was to answer.
  std::size_t left = 0;       ///< Chunks that it was not shown, because of the limit.
  Spent spent = {};
  std::vector<std::string> notes = {};  ///< What a person should know: files that can't be read, warnings.
  std::vector<std::pair<std::string, std::uint64_t>> counts = {};
};

/// Reads new files below `content/sources`, has the model propose terms for them and align them with the baselines, and leaves the card
/// that would come of it as `ontology/schema_card.proposed.json`.
Result<StageReport> run_propose_stage(const StageContext& context);

/// Reads new files, has the model extract facts in terms of the approved card (else the proposed one), and leaves `ontology/schema.ttl`,
/// `ontology/world.ttl` and `ontology/world.trig` (one named graph a document). Another card means that all documents are read again. What
/// a document said that changed or is gone is withdrawn. Does not complete the dataset: `build_dataset` does. kLocked as above.
Result<StageReport> run_extract_stage(const StageContext& context);

}  // namespace grove::knowledge

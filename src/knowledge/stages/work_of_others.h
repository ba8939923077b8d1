#pragma once

#include <string>

#include "knowledge/ingest/document_folder.h"
#include "knowledge/stages/run_stage.h"
#include "knowledge/stages/stage_chunks.h"

namespace grove::knowledge {

// What another machine, or another program, did for a dataset.

/// Takes the chunks of `content/chunks.jsonl` whose documents this machine hasn't read into `dtos` as they are: what was proposed and
/// stated of them names them. Of documents whose file has changed or can't be read nothing is taken. kConflict
/// where no file has a document's content or name: its chunks would be lost.
Status adopt_chunks(const StageContext& context, const DocumentFolder& dtos);

/// Takes documents out of the ledger's `step` of which a chunk has no line in the file of answers: nobody here knows what was said of it.
Status forget_unanswered(const DatasetFolder& folder, const DatasetChunks& all, const std::string& step, const std::string& answers);

}  // namespace grove::knowledge

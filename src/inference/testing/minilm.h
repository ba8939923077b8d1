#pragma once

#include <string>

#include "base/result.h"
#include "inference/testing/bert_weights.h"

namespace grove::inference {

/// The weights of a BERT model as Python libraries keep it: `model.safetensors` and `vocab.txt` in a folder.
Result<BertWeights> read_bert_folder(const std::string& folder, std::size_t heads);

}  // namespace grove::inference

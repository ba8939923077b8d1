#pragma once

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "inference/embedder.h"
#include "knowledge/stages/dataset_folder.h"

namespace grove::knowledge {

struct BuildRequest {
  const DatasetFolder& folder;
  const Clock& clock;
  std::string name = {};                    ///< Of the dataset; empty: the manifest's, else the folder's name.
  std::string license = {};                 ///< Empty: the manifest's, if any.
  inference::Embedder* embedder = nullptr;  ///< Makes `embeddings/`; null leaves what is there as it is.
};

struct BuiltDataset {
  std::size_t sources = 0;
  std::size_t chunks = 0;
  std::size_t entities = 0;
  std::size_t links = 0;    ///< Of chunks to entities.
  std::size_t vectors = 0;  ///< That were made; shards whose chunks are the same stay.
};

/// Completes a dataset's folder into dataset format 0.1: a file of chunks for each source, the entities of `ontology/world.ttl`, the
/// registers of sources and packs, and what `manifest.json` has to say; its other keys stay. Files of sources that are gone are removed.
Result<BuiltDataset> build_dataset(const BuildRequest& request, const CancelToken& cancel);

}  // namespace grove::knowledge

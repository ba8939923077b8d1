#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/grove/session.h"
#include "base/result.h"
#include "rdf/triple_store.h"

namespace grove::cli {

/// The triple store of the data directory, which lasts.
Result<std::unique_ptr<rdf::TripleStore>> open_own_store(const Settings& settings);

/// Where commands without files find triples: the server that `--endpoint` or settings name, else the store of the data directory.
Result<std::unique_ptr<rdf::TripleStore>> open_named_store(const Settings& settings);

/// The files, read anew into a store that is not kept; without files the store of the data directory.
Result<std::shared_ptr<rdf::TripleStore>> open_files_or_own(const std::vector<std::string>& files, const Settings& settings,
                                                            const CancelToken& cancel);

/// Where triples of a file go that name no graph.
struct LoadTarget {
  std::string graph = {};  ///< "": the default graph.
  rdf::LoadRequest::Mode mode = rdf::LoadRequest::Mode::kAdd;
};

/// Reads a file of RDF, by its ending, into a store; relative IRIs are relative to the file. Errors name the file.
Status load_file(const std::string& path, const LoadTarget& target, rdf::TripleStore& store, const CancelToken& cancel);

/// What a file of RDF says, by its ending; relative IRIs are relative to the file. Errors name the file.
Result<std::vector<rdf::Quad>> read_quads(const std::string& path);

}  // namespace grove::cli

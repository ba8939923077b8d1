#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "model/edge.h"
#include "rdf/term.h"

namespace grove::exporting {

/// What the vocabulary's names begin with (docs/code-vocabulary.md).
inline constexpr std::string_view kVocabulary = "urn:grove:vocabulary:";

/// A verb and a route that a program answers to.
struct ExportedEndpoint {
  std::string repository, http_method, route, framework, service;
  std::string path;
  std::uint32_t line = 0;
  std::string handler;  ///< Name of the function at that place; may be empty.
};

/// A request that code sends, with the endpoint that answers it.
struct ExportedLink {
  std::string repository, http_method, url, via;
  std::string path;
  std::uint32_t line = 0;
  std::string in;  ///< Qualified name of the function around; may be empty.
  ExportedEndpoint endpoint;
  Confidence confidence = Confidence::kExact;
};

struct ExportedRepository {
  std::string name;
  std::string graph_folder;                     ///< Of its published symbol graph.
  std::span<const ExportedEndpoint> endpoints;  ///< Of this repository.
  std::span<const ExportedLink> links;          ///< Whose requests this repository sends.
};

/// The named graph of a repository: `urn:grove:repository:NAME`.
rdf::Term repository_iri(std::string_view name);
rdf::Term file_iri(std::string_view repository, std::string_view path);

/// All that is known of a repository, as statements of one named graph: the same ones in the same order for the same graph. Files by path,
/// symbols by place, their uses, endpoints, requests. kNotFound where it has no graph yet, kCancelled on a cancel.
Status export_repository(const ExportedRepository& repository, const std::function<void(rdf::Quad&&)>& sink, const CancelToken& cancel);

}  // namespace grove::exporting

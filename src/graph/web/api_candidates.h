#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/api_programs.h"
#include "graph/web/request_targets.h"

namespace grove::graph::web {

/// How a request may come to an endpoint, the surest first.
enum class Way : std::uint8_t {
  kNamed,        ///< The host is the name of its service.
  kRewritten,    ///< A proxy or gateway makes its route of the path.
  kWhole,        ///< Verb and path are its own.
  kBelowPrefix,  ///< So is the path without what configuration puts before it, or below something that is not known.
  kBelowContext  ///< So is the path below what the routes of its program begin with, or without what it begins with itself.
};

/// An endpoint that may answer a request.
struct Candidate {
  std::size_t endpoint = 0;  ///< In `ApiPrograms::endpoints`.
  Way way = Way::kWhole;
  std::string context = {};          ///< Of kBelowContext: what is put before the path, or `-` and what is taken off it.
  std::size_t at = 0;                ///< The repository that is asked: of a gateway's rule the gateway's, else the endpoint's.
  bool is_led = false;               ///< A host, a port or a rule of the client's own names the program.
  bool is_told = false;              ///< A rule names the service of the endpoint.
  std::string because = {};          ///< Why it may be it, in words; empty where path and verb say all.
  const ClientCall* call = nullptr;  ///< Of the group.
};

/// Requests at one place that differ by their base only, as bases of several stages do.
struct RequestGroup {
  std::size_t client = 0;  ///< Repository.
  std::vector<const ClientCall*> calls = {};
  std::size_t program = 0;  ///< That asks; of `ApiPrograms`.
  std::vector<Candidate> candidates = {};
  std::string outside = {};  ///< A public host that is nobody's here; empty where none is asked.

  const ClientCall& call() const { return *calls.front(); }
};

/// All requests of the repositories with what may answer them. `programs` must be of the same repositories.
std::vector<RequestGroup> find_candidates(std::span<const RepositoryPrograms> repositories, const RequestTargets& targets,
                                          ApiPrograms& programs);

/// The path of a request without what configuration puts before it.
std::string below_prefix(const ClientCall& call);
/// The segments of a route that are written out.
std::vector<std::string_view> words_of(std::string_view route);

}  // namespace grove::graph::web

#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/web/library_calls.h"
#include "graph/web/messages.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// What one repository brings to a map.
struct RepositoryServices {
  std::string name;
  const Deployment* deployment = nullptr;
  std::span<const ClientCall> calls;
  std::span<const PassedCall> passed_calls = {};  ///< Of these.
  const Messages* messages = nullptr;             ///< Null for none.
};

/// A service of a map.
struct MappedService {
  Service service;
  std::size_t repository = kNowhere;  ///< That its code, or else what says most of it, stands in.

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
};

/// One request of those that an edge stands for.
struct MappedRequest {
  std::string http_method = {}, route = {}, via = {};
  Evidence evidence = {};
};

/// That one service needs another one.
struct MappedEdge {
  std::size_t from = 0, to = 0;  ///< Indices of services.
  LinkKind kind = LinkKind::kHttp;
  std::size_t repository = 0;  ///< That the evidence stands in.
  Evidence evidence = {};
  Confidence confidence = Confidence::kExact;
  std::vector<MappedRequest> requests = {};  ///< Of http, feign and gateway edges: those whose route or verb is known, in order of place.
};

/// Services by name, edges by their ends and kind, each once.
struct ServiceMap {
  std::vector<MappedService> services;
  std::vector<MappedEdge> edges;
};

/// Brings together what repositories deploy and whom they name. Things of one name are one where at most one of them has code. Whoever is
/// named and stands nowhere is in the map too: hosts outside as infrastructure, called by their host; databases and brokers by their
/// system. Databases, caches and brokers are those of one repository, or of one that deploys its programs. Own machines' ports mean the one
/// service of the repository that listens there. Pure.
ServiceMap join_services(std::span<const RepositoryServices> repositories);

}  // namespace grove::graph::web

#pragma once

#include <memory>

#include "base/cancel.h"
#include "base/result.h"
#include "graph/web/client_calls.h"
#include "graph/web/endpoints.h"
#include "graph/web/facts_source.h"
#include "graph/web/flow.h"
#include "graph/web/library_calls.h"
#include "graph/web/messages.h"
#include "graph/web/proxies.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// What the programs of a repository serve and do, from one reading of its facts. Immutable, thread-safe, without reference to what it
/// was made from; symbols are those of the generation.
struct WebModel {
  Endpoints endpoints;
  FlowIndex flows;
  std::vector<ClientCall> client_calls;
  Deployment deployment;
  Messages messages;
  std::vector<PassedCall> passed_calls;
  std::vector<ProxyRule> proxies;
  std::vector<Endpoint> declared;    ///< What files describe and code here or elsewhere may answer: `.proto`, GraphQL schemas, OpenAPI.
  std::vector<FileId> broken_files;  ///< As `Program::broken_files` gives them.
  std::vector<std::string> program_folders;  ///< As `find_program_folders` gives them.
};

/// Reads the facts of all JVM and configuration files once, tests left out. kCancelled on a cancel.
Result<std::shared_ptr<const WebModel>> make_web_model(const Declarations& declarations, const Uses& uses, FactsSource& source,
                                                       const CancelToken& cancel);

}  // namespace grove::graph::web

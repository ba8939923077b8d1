#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/web/client_bases.h"

namespace grove::graph::web {

/// A verb as far as it is known: itself, or what callers of a function pass on.
struct SentVerb {
  std::string name = {};
  SymbolId function = kNobody;
  std::uint32_t parameter = 0;
};

/// A request with the call that sends it, or passes on what is asked.
struct SentRequest {
  ClientLibrary library = ClientLibrary::kRestTemplate;
  SentVerb verb = {};
  PieceText address = {};
  FileId file = 0;
  CallNumber call = kNoCall;
  std::string sends = {};              ///< Name of the library's function in the end.
  std::vector<SymbolId> through = {};  ///< Functions that passed it on.
};

/// Knows the functions of libraries that send requests, and what they are told. One a thread.
class RequestSenders {
 public:
  explicit RequestSenders(ClientTools& tools) : tools_(tools), bases_(tools) {}

  /// The requests of a call, if it sends one.
  void read(FileId file, CallNumber call, std::vector<SentRequest>& found);
  /// `HttpMethod.POST`, `POST`, `"POST"`, or a parameter.
  SentVerb verb_of(const Site& site);
  ClientBases& bases() { return bases_; }

 private:
  using Texts = std::vector<PieceText>;
  void read_rest_template(FileId file, CallNumber call, std::vector<SentRequest>& found);
  void read_request_entity(FileId file, CallNumber call, std::vector<SentRequest>& found);
  void read_fluent(FileId file, CallNumber call, ClientLibrary library, std::vector<SentRequest>& found);
  void read_builder(FileId file, CallNumber call, ClientLibrary library, std::vector<SentRequest>& found);
  void read_by_verb(FileId file, CallNumber call, std::vector<SentRequest>& found);
  void read_apache(FileId file, CallNumber call, std::vector<SentRequest>& found);
  void read_target(FileId file, CallNumber call, std::vector<SentRequest>& found);
  void read_connection(FileId file, CallNumber call, std::vector<SentRequest>& found);
  Texts of_lambda(FileId file, CallNumber call);
  Texts below_base(FileId file, CallNumber call, Texts addresses);
  SentVerb chained_verb(FileId file, CallNumber call, std::string_view otherwise);

  ClientTools& tools_;
  ClientBases bases_;
};

}  // namespace grove::graph::web

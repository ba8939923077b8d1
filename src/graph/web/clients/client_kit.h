#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/web/client_calls.h"
#include "graph/web/code/code_texts.h"
#include "graph/web/uses.h"

namespace grove::graph::web {

/// What finders of requests in other languages than the JVM's work with. One a thread; what it holds refers to itself.
struct ClientKit {
  ClientKit(Workplace& place, const Uses& all_uses)
      : at(place), sources(place.sources), environment(place.program), values(place.sources), texts(values, environment), uses(all_uses) {}
  ClientKit(const ClientKit&) = delete;
  ClientKit& operator=(const ClientKit&) = delete;

  Workplace& at;
  Sources& sources;
  Environment environment;
  CodeValues values;
  CodeTexts texts;
  const Uses& uses;
};

/// A verb as far as it is known: itself, or what callers of a function pass on, as a parameter or a member of one.
struct CodeVerb {
  std::string name = {};
  SymbolId function = kNobody;
  std::uint32_t parameter = 0;
  std::string member = {};
  std::string otherwise = {};  ///< Where callers say nothing.
};

/// A request with the call that sends it, or passes on what is asked.
struct CodeRequest {
  ClientLibrary library = ClientLibrary::kFetch;
  CodeVerb verb = {};
  PieceText address = {};
  FileId file = 0;
  CallNumber call = kNoCall;
  std::uint32_t line = 0;              ///< Where it is said, if that isn't where the call stands.
  std::string sends = {};              ///< Name of the library's function in the end.
  std::vector<SymbolId> through = {};  ///< Functions that passed it on.
};

/// `get`, `GET`, `Get`: the verb that a name is, in capitals; empty where it is none.
std::string verb_named(std::string_view name);
/// The verb that an argument says, by a text, a constant of a library (`http.MethodPost`, `HttpMethod.Post`) or a parameter.
CodeVerb verb_of(ClientKit& kit, const Site& site, std::string_view otherwise);
/// The same of a member of an object of options.
CodeVerb verb_in(ClientKit& kit, const Site& options, std::initializer_list<std::string_view> names, std::string_view otherwise);
/// Addresses below the base of a client, marked as configured; those that are whole stay as they are.
std::vector<PieceText> below_client(const std::vector<PieceText>& bases, std::vector<PieceText> addresses);
/// Adds a request for each address.
void add_requests(const CodeRequest& like, std::vector<PieceText> addresses, std::vector<CodeRequest>& found);

}  // namespace grove::graph::web

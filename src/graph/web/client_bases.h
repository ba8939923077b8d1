#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/client_tools.h"

namespace grove::graph::web {

/// Finds the address that a client puts before what it is asked: `WebClient.builder().baseUrl("http://orders")`, in the same chain, where a
/// variable or field gets its value, or where a `@Bean` function makes what is injected. One a thread.
class ClientBases {
 public:
  explicit ClientBases(ClientTools& tools) : tools_(tools) {}

  /// Of the client that a call is asked of; none where nothing says it.
  std::vector<PieceText> of_call(FileId file, CallNumber call);
  /// Of the client that a function makes, or gets injected.
  std::vector<PieceText> in_function(SymbolId function);

 private:
  using Texts = std::vector<PieceText>;
  /// A `@Bean` function that gives a client back.
  struct Bean {
    SymbolId function = kNobody;
    ClientLibrary library = ClientLibrary::kRestTemplate;
    std::vector<std::string> names;
    std::string module;
  };
  Texts of_chain(FileId file, CallNumber last, int depth);
  Texts of_value(const Site& value, std::uint32_t before, int depth);
  Texts of_variable(const Place& place, std::string_view name, std::uint32_t before, int depth);
  Texts of_field(SymbolId field, int depth);
  Texts injected(ClientLibrary library, FileId file, const std::vector<std::string>& names);
  Texts made_in(SymbolId function);
  void read_beans();
  std::vector<std::string> qualifiers(SymbolId symbol, std::optional<Index> parameter);

  ClientTools& tools_;
  std::vector<Bean> beans_;
  bool has_beans_ = false;
};

}  // namespace grove::graph::web

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

namespace grove::rdf::w3c {

/// `grove kb sparql-server --writable` with a store of its own, which answers for the host that the W3C's tests call.
class Server {
 public:
  Server();

  static constexpr const char* kHost = "www.example";

  struct Request {
    std::string method = "GET";
    std::string target = "/";
    std::vector<std::pair<std::string, std::string>> headers = {};
    std::string body = {};
  };
  /// An answer without a status where none came.
  serve::RawAnswer send(const Request& request) const;

  serve::RawAnswer update(const std::string& text) const;
  /// The ways of sending a query (SPARQL 1.1 Protocol, section 2.1).
  enum class Way { kGet, kForm, kDirect };
  serve::RawAnswer query(const std::string& text, const std::string& accept, Way way = Way::kDirect) const;

 private:
  e2e::World world_;
  std::optional<e2e::World::Running> program_;
  std::uint16_t port_ = 0;
};

/// For a value within a query string or a form.
std::string percent_encoded(const std::string& text);

}  // namespace grove::rdf::w3c

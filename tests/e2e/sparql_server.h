#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

namespace grove::e2e {

/// Tests that start `grove kb sparql-server`.
class Sparql : public testing::Test {
 protected:
  void serve(std::vector<std::string> options) {
    options.insert(options.begin(), {"--json", "kb", "sparql-server", "--port", "0"});
    server_.emplace(world_.start(options));
    const nlohmann::json where = nlohmann::json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    url_ = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url_.substr(url_.rfind(':') + 1)));
  }
  serve::RawAnswer send(const std::string& method, const std::string& target, const std::string& body = "", const std::string& type = "") {
    serve::RawClient client(port_);
    client.send(serve::http_request(method, target, body, type.empty() ? "" : "Content-Type: " + type + "\r\n"));
    return client.receive().value_or(serve::RawAnswer{});
  }
  serve::RawAnswer query(const std::string& text) { return send("POST", "/sparql", text, "application/sparql-query"); }

  World world_;
  std::optional<World::Running> server_;
  std::string url_;
  std::uint16_t port_ = 0;
};

}  // namespace grove::e2e

#include "tests/w3c/server.h"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace grove::rdf::w3c {

Server::Server() {
  world_.set("GROVE_ALLOWED_HOSTS", kHost);
  program_.emplace(world_.start({"--json", "kb", "sparql-server", "--port", "0", "--writable"}));
  const auto where = nlohmann::json::parse(program_->read_line(), nullptr, false);
  if (!where.is_object()) throw std::runtime_error("no server: " + program_->wait().error_output);
  const std::string url = where["url"];
  port_ = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

serve::RawAnswer Server::send(const Request& request) const {
  std::string text = fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", request.method, request.target, kHost);
  for (const auto& [name, value] : request.headers) text += fmt::format("{}: {}\r\n", name, value);
  if (!request.body.empty()) text += fmt::format("Content-Length: {}\r\n", request.body.size());
  serve::RawClient client(port_);
  client.send(text + "\r\n" + request.body);
  using Body = serve::RawClient::Body;
  return client.receive(request.method == "HEAD" ? Body::kNone : Body::kExpected).value_or(serve::RawAnswer{});
}

serve::RawAnswer Server::update(const std::string& text) const {
  return send({.method = "POST", .target = "/sparql", .headers = {{"Content-Type", "application/sparql-update"}}, .body = text});
}

serve::RawAnswer Server::query(const std::string& text, const std::string& accept, Way way) const {
  Request request{.method = "POST", .target = "/sparql", .headers = {{"Accept", accept}}};
  switch (way) {
    case Way::kGet:
      request.method = "GET";
      request.target += "?query=" + percent_encoded(text);
      break;
    case Way::kForm:
      request.headers.emplace_back("Content-Type", "application/x-www-form-urlencoded");
      request.body = "query=" + percent_encoded(text);
      break;
    case Way::kDirect:
      request.headers.emplace_back("Content-Type", "application/sparql-query");
      request.body = text;
      break;
  }
  return send(request);
}

std::string percent_encoded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace grove::rdf::w3c

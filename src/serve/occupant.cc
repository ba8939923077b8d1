#include "serve/occupant.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "serve/handover.h"
#include "serve/http/client.h"

namespace grove::serve {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};

/// One that listens on all addresses is reached at the loopback one.
std::string reachable(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

bool is_grove(const ClientCall& server) {
  const auto response = call_server(server);
  if (!response) return false;
  const auto said = nlohmann::json::parse(response->body, nullptr, false);
  return said.is_object() && said.value("program", nlohmann::json()) == "grove";
}

}  // namespace

Error with_occupant(Error error, const Refused& refused) {
  if (refused.port == 0) return error;
  const ClientCall call{.host = reachable(refused.host), .port = refused.port, .target = "/health", .timeout = kPatience};
  if (!is_grove(call)) return error;
  const bool same = noted_port(refused.data_directory) == refused.port;
  error.message = fmt::format("cannot listen on {}:{}: another `grove serve` listens there, {}", refused.host, refused.port,
                              same ? "for this data directory" : "for another data directory");
  error.hint = same ? fmt::format("Use it: it answers at http://{}:{}. Or choose another port with --port.", call.host, refused.port)
                    : "Stop it, or choose another port with --port.";
  return error;
}

}  // namespace grove::serve

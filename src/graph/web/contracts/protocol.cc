#include "graph/web/contracts/protocol.h"

namespace grove::graph::web {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::string_view protocol_name(Protocol protocol) {
  switch (protocol) {
    case Protocol::kHttp: return "http";
    case Protocol::kGrpc: return "grpc";
    case Protocol::kGraphQl: return "graphql";
  }
  return "";
}

Protocol protocol_of(Framework framework) {
  switch (framework) {
    case Framework::kGrpc: return Protocol::kGrpc;
    case Framework::kGraphQl: return Protocol::kGraphQl;
    default: return Protocol::kHttp;
  }
}

Protocol protocol_of(ClientLibrary library) {
  switch (library) {
    case ClientLibrary::kGrpc: return Protocol::kGrpc;
    case ClientLibrary::kGraphQl: return Protocol::kGraphQl;
    default: return Protocol::kHttp;
  }
}

std::string folded_name(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (is_upper(c))
      folded += static_cast<char>(c - 'A' + 'a');
    else if (is_lower(c) || (c >= '0' && c <= '9'))
      folded += c;
  }
  return folded;
}

std::string with_lower_first(std::string_view name) {
  std::string out(name);
  if (!out.empty() && is_upper(out.front())) out.front() = static_cast<char>(out.front() - 'A' + 'a');
  return out;
}

std::string with_upper_first(std::string_view name) {
  std::string out(name);
  if (!out.empty() && is_lower(out.front())) out.front() = static_cast<char>(out.front() - 'a' + 'A');
  return out;
}

}  // namespace grove::graph::web

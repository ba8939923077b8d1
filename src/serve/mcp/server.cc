#include "serve/mcp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "base/version.h"
#include "serve/mcp/methods.h"

namespace grove::serve::mcp {
namespace {

constexpr unsigned kNotFound = 404;
constexpr std::int64_t kSharedTtlMs = 300'000;

Era era_of_message(const Message& message) { return is_stateless(message) ? Era::kStateless : Era::kSessions; }

std::unexpected<RpcError> no_method(const Message& request) {
  return refuse(RpcCode::kMethodNotFound, fmt::format("there is no method `{}`", request.method.substr(0, 100)), kNotFound);
}

void stamp_caching(const Method& method, Json& result) {
  if (method.caching == Method::Caching::kNone) return;
  const bool shared = method.caching == Method::Caching::kShared;
  result["ttlMs"] = shared ? kSharedTtlMs : 0;
  result["cacheScope"] = shared ? "public" : "private";
}

RpcResult<Json> run(const Method& method, const Profile& profile, const Message& request, Exchange& exchange) {
  try {
    return method.run(profile, request.params, exchange);
  } catch (const std::exception& error) {
    return refuse(RpcCode::kInternalError, fmt::format("the request failed by a bug of ours: {}", error.what()));
  }
}

}  // namespace

const ToolEntry* Profile::tool(std::string_view name) const {
  const auto found = std::ranges::find_if(tools, [&](const auto& entry) { return entry->name == name; });
  return found == tools.end() ? nullptr : found->get();
}

Json server_info() { return {{"name", "grove"}, {"title", "Grove code search"}, {"version", version()}}; }

Server::Server(std::vector<Profile> profiles, Announcements& announcements)
    : profiles_(std::move(profiles)), announcements_(announcements) {}

const Profile* Server::profile(std::string_view name) const {
  if (name.empty()) return &profiles_.front();
  const auto found = std::ranges::find(profiles_, name, &Profile::name);
  return found == profiles_.end() ? nullptr : &*found;
}

std::vector<std::string> Server::profile_names() const {
  std::vector<std::string> names;
  for (const Profile& profile : profiles_) names.push_back(profile.name);
  return names;
}

Pace Server::pace(const Profile& profile, const Message& request) const {
  if (request.method == "subscriptions/listen") return Pace::kOpenEnded;
  const Method* method = find_method(request.method, era_of_message(request));
  if (method == nullptr || method->cost == Method::Cost::kNothing) return Pace::kAtOnce;
  if (request.method != "tools/call") return Pace::kQuick;
  const ToolEntry* tool = profile.tool(text_member(request.params, "name"));
  if (tool == nullptr) return Pace::kAtOnce;
  return tool->pace == ToolEntry::Pace::kLong ? Pace::kLong : Pace::kQuick;
}

bool Server::talks(const Profile& profile, const Message& request) const {
  if (request.method == "subscriptions/listen") return true;
  if (request.method != "tools/call") return false;
  const ToolEntry* tool = profile.tool(text_member(request.params, "name"));
  return tool != nullptr && tool->manner == ToolEntry::Manner::kTalks;
}

RpcResult<Envelope> Server::admit(const Message& request) const {
  auto envelope = read_envelope(request.params);
  if (!envelope) return envelope;
  if (auto known = check_version(*envelope); !known) return std::unexpected(known.error());
  if (find_method(request.method, Era::kStateless) == nullptr) return no_method(request);
  return envelope;
}

Json Server::stamped(Json result) const {
  if (!result.contains("resultType")) result["resultType"] = "complete";
  result["_meta"][kMetaServerInfo] = server_info();
  return result;
}

Answer Server::answer(const Profile& profile, const Message& request, Exchange& exchange) const {
  const Method* method = find_method(request.method, exchange.era());
  RpcResult<Json> result = method == nullptr || method->run == nullptr ? no_method(request) : run(*method, profile, request, exchange);
  exchange.complete();
  if (!result) return {error_response(request.id, result.error()), result.error().status};
  if (exchange.era() == Era::kSessions) return {response(request.id, *std::move(result))};
  stamp_caching(*method, *result);
  return {response(request.id, stamped(*std::move(result)))};
}

void Server::take_notification(Session& session, const Message& notification) const {
  if (notification.method != "notifications/cancelled") return;
  if (const Json* id = member(notification.params, "requestId")) session.cancel(*id);
}

}  // namespace grove::serve::mcp

#include "serve/mcp/methods.h"

#include <fmt/format.h>

#include <algorithm>

#include "serve/mcp/server.h"

namespace grove::serve::mcp {
namespace {

using In = Method::In;
using Cost = Method::Cost;
using Caching = Method::Caching;

constexpr std::size_t kMostCompletions = 100;
constexpr std::size_t kLongestUri = 8192;  // a path at its longest, escaped

// Clients cut it at 2,048 characters.
constexpr std::string_view kInstructions =
    "Grove searches and navigates the code of repositories that are indexed on this machine. Prefer it to reading files one by one: it "
    "finds code by meaning and by name, and answers with exact places (repository, path, lines).\n"
    "- To find code for a question or a name: a search tool. Ask in plain words, or give an identifier.\n"
    "- Where something is defined, who uses it, what calls it and what it calls: the definition, usage and call tools. They read a graph "
    "of the code, never comments or strings; `confidence` tells how sure an edge is.\n"
    "- An answer that says `next_cursor` has more: call the tool again with the same arguments and that `cursor`.\n"
    "- `stale` means that the file changed since it was indexed. Where a folder is not indexed yet, or answers are old, index or sync it.\n"
    "- Indexing may take minutes. It reports progress; with `background` it goes on as a job, which the same tool shows by `job_id`.";

Json capabilities(Era era) {
  Json all = {{"tools", {{"listChanged", true}}}, {"prompts", {{"listChanged", true}}}, {"resources", {{"subscribe", true}}}};
  all["completions"] = Json::object();
  if (era == Era::kSessions) all["logging"] = Json::object();
  return all;
}

/// Everything fits on one page, so that no cursor of ours is ever out.
RpcResult<void> check_cursor(const Json& params, const Exchange& exchange) {
  const Json* cursor = member(params, "cursor");
  if (cursor == nullptr) return {};
  const bool begins = exchange.era() == Era::kStateless && cursor->is_string() && cursor->get<std::string>().empty();
  if (begins) return {};
  return refuse(RpcCode::kInvalidParams, "the cursor is none that this server gave");
}

RpcResult<Json> list(std::string_view key, Json items, const Json& params, const Exchange& exchange) {
  if (auto fine = check_cursor(params, exchange); !fine) return std::unexpected(fine.error());
  return Json{{std::string(key), std::move(items)}};
}

void append(Json& items, Json more) {
  for (Json& item : more) items.push_back(std::move(item));
}

RpcResult<Json> initialize(const Profile&, const Json& params, Exchange& exchange) {
  const Revision revision = negotiated(text_member(params, "protocolVersion"));
  const Json* asked = member(params, "capabilities");
  if (exchange.session()) exchange.session()->open(revision, asked != nullptr && asked->is_object() ? *asked : Json::object());
  Json info = server_info();
  if (revision < Revision::k2025_06_18) info.erase("title");
  return Json{{"protocolVersion", revision_name(revision)},
              {"capabilities", capabilities(Era::kSessions)},
              {"serverInfo", std::move(info)},
              {"instructions", kInstructions}};
}

RpcResult<Json> discover(const Profile&, const Json&, Exchange&) {
  return Json{{"supportedVersions", Json::array({revision_name(kNewest)})},
              {"capabilities", capabilities(Era::kStateless)},
              {"instructions", kInstructions}};
}

RpcResult<Json> ping(const Profile&, const Json&, Exchange&) { return Json::object(); }

RpcResult<Json> set_level(const Profile&, const Json& params, Exchange& exchange) {
  const auto level = severity_of(text_member(params, "level"));
  if (!level) return refuse(RpcCode::kInvalidParams, "`level` is no log level");
  if (exchange.session()) exchange.session()->set_log_level(*level);
  return Json::object();
}

/// What a revision doesn't know yet is left out.
Json tool_definition(const ToolEntry& tool, Revision revision) {
  Json definition = tool.definition;
  if (revision < Revision::k2025_03_26) definition.erase("annotations");
  if (revision < Revision::k2025_06_18) definition.erase("title");
  return definition;
}

RpcResult<Json> tools_list(const Profile& profile, const Json& params, Exchange& exchange) {
  Json items = Json::array();
  for (const auto& tool : profile.tools) items.push_back(tool_definition(*tool, exchange.revision()));
  return list("tools", std::move(items), params, exchange);
}

RpcResult<Json> tools_call(const Profile& profile, const Json& params, Exchange& exchange) {
  const std::string name = text_member(params, "name");
  const ToolEntry* tool = profile.tool(name);
  if (tool == nullptr) return refuse(RpcCode::kInvalidParams, fmt::format("there is no tool `{}`", name.substr(0, 100)));
  auto result = tool->call(params, exchange);
  if (result && exchange.revision() < Revision::k2025_06_18) result->erase("structuredContent");
  return result;
}

RpcResult<Json> resources_list(const Profile& profile, const Json& params, Exchange& exchange) {
  Json items = Json::array();
  for (const auto& set : profile.resources) append(items, set->list());
  return list("resources", std::move(items), params, exchange);
}

RpcResult<Json> templates_list(const Profile& profile, const Json& params, Exchange& exchange) {
  Json items = Json::array();
  for (const auto& set : profile.resources) append(items, set->templates());
  return list("resourceTemplates", std::move(items), params, exchange);
}

std::unexpected<RpcError> no_resource(const std::string& uri, Era era) {
  const RpcCode code = era == Era::kStateless ? RpcCode::kInvalidParams : RpcCode::kResourceNotFound;
  return std::unexpected(RpcError{
      .code = code, .message = fmt::format("there is no resource `{}`", uri.substr(0, 200)), .data = {{"uri", uri}}, .status = 200});
}

RpcResult<Json> resources_read(const Profile& profile, const Json& params, Exchange& exchange) {
  const std::string uri = text_member(params, "uri");
  if (uri.empty()) return refuse(RpcCode::kInvalidParams, "`uri` is missing");
  for (const auto& set : profile.resources) {
    auto contents = set->read(uri, exchange);
    if (!contents) continue;
    if (!*contents && (*contents).error().code == RpcCode::kResourceNotFound) return no_resource(uri, exchange.era());
    if (!*contents) return std::unexpected((*contents).error());
    return Json{{"contents", **std::move(contents)}};
  }
  return no_resource(uri, exchange.era());
}

RpcResult<Json> subscribe(const Profile& profile, const Json& params, Exchange& exchange) {
  const std::string uri = text_member(params, "uri");
  const bool known = std::ranges::any_of(profile.resources, [&](const auto& set) { return set->covers(uri); });
  if (!known || uri.size() > kLongestUri) return no_resource(uri, exchange.era());
  if (exchange.session() && !exchange.session()->subscribe(uri)) {
    return refuse(RpcCode::kServerError, "this session is subscribed to too many resources already; unsubscribe from some");
  }
  return Json::object();
}

RpcResult<Json> unsubscribe(const Profile&, const Json& params, Exchange& exchange) {
  if (exchange.session()) exchange.session()->unsubscribe(text_member(params, "uri"));
  return Json::object();
}

RpcResult<Json> prompts_list(const Profile& profile, const Json& params, Exchange& exchange) {
  Json items = Json::array();
  for (const auto& set : profile.prompts) append(items, set->list());
  if (exchange.revision() < Revision::k2025_06_18) {
    for (Json& item : items) item.erase("title");
  }
  return list("prompts", std::move(items), params, exchange);
}

RpcResult<Json> prompts_get(const Profile& profile, const Json& params, Exchange& exchange) {
  const std::string name = text_member(params, "name");
  for (const auto& set : profile.prompts) {
    if (auto result = set->get(name, params, exchange)) return *std::move(result);
  }
  return refuse(RpcCode::kInvalidParams, fmt::format("there is no prompt `{}`", name.substr(0, 100)));
}

std::optional<std::vector<std::string>> completions(const Profile& profile, const Json& ref, const std::string& argument,
                                                    const std::string& typed) {
  if (text_member(ref, "type") == "ref/prompt") {
    for (const auto& set : profile.prompts) {
      if (auto values = set->complete(text_member(ref, "name"), argument, typed)) return values;
    }
  }
  if (text_member(ref, "type") == "ref/resource") {
    for (const auto& set : profile.resources) {
      if (auto values = set->complete(text_member(ref, "uri"), argument, typed)) return values;
    }
  }
  return std::nullopt;
}

RpcResult<Json> complete(const Profile& profile, const Json& params, Exchange&) {
  const Json* ref = member(params, "ref");
  const Json* argument = member(params, "argument");
  if (ref == nullptr || argument == nullptr) return refuse(RpcCode::kInvalidParams, "`ref` and `argument` are needed");
  auto values = completions(profile, *ref, text_member(*argument, "name"), text_member(*argument, "value"));
  if (!values) return refuse(RpcCode::kInvalidParams, "`ref` names no prompt and no resource template of this server");
  const std::size_t total = values->size();
  if (total > kMostCompletions) values->resize(kMostCompletions);
  return Json{{"completion", {{"values", *values}, {"total", total}, {"hasMore", total > kMostCompletions}}}};
}

constexpr Method kMethods[] = {
    {.name = "initialize", .in = In::kSessions, .run = initialize},
    {.name = "ping", .in = In::kSessions, .run = ping},
    {.name = "logging/setLevel", .in = In::kSessions, .run = set_level},
    {.name = "server/discover", .in = In::kStateless, .caching = Caching::kShared, .run = discover},
    {.name = "subscriptions/listen", .in = In::kStateless},
    {.name = "tools/list", .caching = Caching::kShared, .run = tools_list},
    {.name = "tools/call", .cost = Cost::kLookup, .run = tools_call},
    {.name = "resources/list", .caching = Caching::kShared, .run = resources_list},
    {.name = "resources/templates/list", .caching = Caching::kShared, .run = templates_list},
    {.name = "resources/read", .cost = Cost::kLookup, .caching = Caching::kPrivate, .run = resources_read},
    {.name = "resources/subscribe", .in = In::kSessions, .run = subscribe},
    {.name = "resources/unsubscribe", .in = In::kSessions, .run = unsubscribe},
    {.name = "prompts/list", .caching = Caching::kShared, .run = prompts_list},
    {.name = "prompts/get", .cost = Cost::kLookup, .run = prompts_get},
    {.name = "completion/complete", .cost = Cost::kLookup, .run = complete},
};

}  // namespace

const Method* find_method(std::string_view name, Era era) {
  const In other = era == Era::kStateless ? In::kSessions : In::kStateless;
  const auto found = std::ranges::find_if(kMethods, [&](const Method& method) { return method.name == name && method.in != other; });
  return found == std::end(kMethods) ? nullptr : found;
}

}  // namespace grove::serve::mcp

#include "serve/sparql/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "serve/http/problem.h"
#include "serve/sparql/negotiation.h"

namespace grove::serve::sparql {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

HttpResponse refusal(unsigned status, std::string message, std::string hint) {
  return problem(status, {ErrorCode::kInvalidArgument, std::move(message), std::move(hint)});
}

std::vector<std::string> values_of(const Parameters& parameters, std::string_view name) {
  std::vector<std::string> values;
  for (const auto& [key, value] : parameters)
    if (key == name) values.push_back(value);
  return values;
}

/// `union-default-graph`, as other servers know it: no value, or any but "false".
bool asks_for_union(const Parameters& parameters) {
  const std::vector<std::string> values = values_of(parameters, "union-default-graph");
  return !values.empty() && values.back() != "false";
}

std::expected<Operation, HttpResponse> from_parameters(const Parameters& parameters) {
  const std::vector<std::string> queries = values_of(parameters, "query"), updates = values_of(parameters, "update");
  if (queries.size() + updates.size() > 1)
    return std::unexpected(refusal(400, "the request holds more than one query or update", "Send them one by one."));
  if (!queries.empty()) {
    return QueryOperation{.text = queries.front(),
                          .dataset = {.default_graphs = values_of(parameters, "default-graph-uri"),
                                      .named_graphs = values_of(parameters, "named-graph-uri"),
                                      .union_default_graph = asks_for_union(parameters)}};
  }
  if (!updates.empty()) {
    return UpdateOperation{.text = updates.front(),
                           .using_graphs = values_of(parameters, "using-graph-uri"),
                           .using_named_graphs = values_of(parameters, "using-named-graph-uri")};
  }
  return std::unexpected(refusal(400, "the request holds neither `query` nor `update`", "Send one of them as a parameter."));
}

std::expected<Operation, HttpResponse> from_json(const std::string& body) {
  const auto json = nlohmann::json::parse(body, nullptr, false);
  if (json.is_discarded() || !json.is_object())
    return std::unexpected(refusal(400, "the body is no JSON object", "Send {\"query\": \"SELECT …\"}."));
  Parameters parameters;
  for (const auto& [key, value] : json.items()) {
    if (value.is_string()) parameters.emplace_back(key, value.get<std::string>());
    if (!value.is_array()) continue;
    for (const auto& one : value)
      if (one.is_string()) parameters.emplace_back(key, one.get<std::string>());
  }
  return from_parameters(parameters);
}

std::expected<Operation, HttpResponse> from_post(const HttpRequest& request, const Parameters& parameters) {
  const ContentType content = read_content_type(request.header("Content-Type"));
  if (!content.is_utf8 || !is_valid_utf8(request.body))
    return std::unexpected(refusal(415, "the body is not UTF-8", "Send it as UTF-8; SPARQL knows nothing else."));
  if (content.type == "application/x-www-form-urlencoded") {
    const Target form = parse_target("/?" + request.body);
    if (!form.valid) return std::unexpected(refusal(400, "the form holds a broken percent escape", "Encode its values."));
    return from_parameters(form.query);
  }
  if (content.type == "application/json") return from_json(request.body);
  const bool is_query = content.type == "application/sparql-query";
  if (!is_query && content.type != "application/sparql-update")
    return std::unexpected(refusal(415, fmt::format("the body is declared as \"{}\"", content.type),
                                   "Send application/sparql-query, application/sparql-update or a form."));
  Parameters all = parameters;
  std::erase_if(all, [](const auto& parameter) { return parameter.first == "query" || parameter.first == "update"; });
  if (all.size() != parameters.size())
    return std::unexpected(refusal(400, "the request holds a query or update both in its address and in its body", "Send one."));
  all.emplace_back(is_query ? "query" : "update", request.body);
  return from_parameters(all);
}

}  // namespace

std::expected<Operation, HttpResponse> read_operation(const HttpRequest& request) {
  const Target target = parse_target(request.target);
  if (!target.valid) return std::unexpected(refusal(400, "the address holds a broken percent escape", "Encode its values."));
  const auto is_utf8 = [](const auto& parameter) { return is_valid_utf8(parameter.second); };
  if (!std::ranges::all_of(target.query, is_utf8)) return std::unexpected(refusal(400, "a parameter is not UTF-8", "Send it as UTF-8."));
  if (request.method == "POST") return from_post(request, target.query);
  if (target.query.empty()) return DescriptionOperation{};
  auto operation = from_parameters(target.query);
  if (operation && std::holds_alternative<UpdateOperation>(*operation))
    return std::unexpected(refusal(400, "updates are not sent by GET", "Send the update by POST."));
  return operation;
}

}  // namespace grove::serve::sparql

#include "graph/web/contracts/openapi_documents.h"

#include <algorithm>
#include <array>

#include "graph/web/contracts/protocol.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"get", "post", "put", "patch", "delete", "head", "options"};

bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// As generators name methods: `list-pets` and `list_pets` become `listPets`.
std::string method_name(std::string_view operation) {
  std::string out;
  bool raise = false;
  for (const char c : operation) {
    if (!is_letter_or_digit(c)) {
      raise = !out.empty();
      continue;
    }
    out += raise ? upper(c) : c;
    raise = false;
  }
  return with_lower_first(out);
}

/// The path of a server's address: `https://example.org/v1/` has `/v1`.
std::string base_of(std::string_view server) {
  const std::size_t scheme = server.find("://");
  const std::size_t path = server.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
  if (path == std::string_view::npos) return {};
  std::string_view base = server.substr(path);
  while (base.ends_with('/')) base.remove_suffix(1);
  return std::string(base);
}

/// What the properties of one operation say.
struct Described {
  std::string name, tag, controller;
  std::uint32_t line = 0;
};

}  // namespace

std::string OpenApiOperation::route() const { return clean_route(join_route(base, path)); }

OpenApiDocuments::OpenApiDocuments(Workplace& at) {
  for (const FileId file : at.program.configuration()) {
    const Facts& facts = *at.program.facts(file);
    const bool is_document = std::ranges::any_of(facts.properties, [&](const Property& one) {
      const std::string_view key = facts.text(one.key);
      return key == "openapi" || key == "swagger";
    });
    if (is_document) read(file, facts, at.modules.of(file));
  }
}

const OpenApiOperation* OpenApiDocuments::find(std::string_view method, const Module& module) const {
  const auto found = operations_.find(method);
  if (found == operations_.end()) return nullptr;
  const std::vector<OpenApiOperation>& all = found->second;
  if (all.size() == 1) return &all.front();
  const auto near = std::ranges::find(all, &module, &OpenApiOperation::module);
  if (near != all.end()) return &*near;
  const bool same =
      std::ranges::all_of(all, [&](const OpenApiOperation& one) { return one.verb == all.front().verb && one.path == all.front().path; });
  return same ? &all.front() : nullptr;
}

void OpenApiDocuments::read(FileId file, const Facts& facts, const Module& module) {
  std::string base;
  std::map<std::pair<std::string, std::string>, Described> described;  // by path and verb
  for (const Property& property : facts.properties) {
    const std::string_view key = facts.text(property.key), value = facts.text(property.value);
    if (key == "basePath" || key == "servers[0].url") base = base_of(value);
    if (!key.starts_with("paths./")) continue;
    for (const std::string_view verb : kVerbs) {
      const std::string mark = "." + std::string(verb) + ".";
      const std::size_t at = key.rfind(mark);
      if (at == std::string_view::npos) continue;
      Described& one = described[{std::string(key.substr(6, at - 6)), std::string(verb)}];
      if (one.line == 0) one.line = property.line;
      const std::string_view what = key.substr(at + mark.size());
      if (what == "operationId") {
        one.name = method_name(value);
        one.line = property.line;
      }
      if (what == "tags[0]") one.tag = value;
      if (what == "x-swagger-router-controller" || what == "x-openapi-router-controller") one.controller = value;
    }
  }
  for (const auto& [operation, one] : described) {
    const auto& [path, verb] = operation;
    const std::string written = one.name.empty() ? method_name(path + "-" + verb) : one.name;
    operations_[written].push_back({.verb = verb,
                                    .path = path,
                                    .base = base,
                                    .name = written,
                                    .tag = one.tag,
                                    .controller = one.controller,
                                    .module = &module,
                                    .file = file,
                                    .line = one.line});
  }
}

std::vector<Endpoint> OpenApiDocuments::declared(const Declarations& declarations) const {
  std::vector<Endpoint> found;
  for (const auto& [name, operations] : operations_)
    for (const OpenApiOperation& one : operations) {
      Endpoint endpoint;
      std::ranges::transform(one.verb, std::back_inserter(endpoint.http_method), upper);
      endpoint.route = one.route();
      endpoint.module = one.module->folder;
      endpoint.controller = one.tag;
      endpoint.method_name = name;
      endpoint.framework = Framework::kOpenApi;
      endpoint.path = std::string(declarations.file(one.file).path);
      endpoint.line = one.line;
      found.push_back(std::move(endpoint));
    }
  return found;
}

}  // namespace grove::graph::web

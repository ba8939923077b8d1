#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/answers.h"
#include "model/edge.h"

namespace grove::engine {

/// A symbol to find: a name, `Class.method`, `Class#method`, `Class::method`, a fully-qualified name, or a unit's id (`repo:path#name~2`,
/// `name(2)` for the overload of two parameters).
struct SymbolRequest {
  std::string symbol = {};
  std::vector<std::string> repositories = {};  ///< Names or ids; empty for all.
  std::size_t limit = 50;                      ///< Of what the answer lists.
  std::size_t skip = 0;                        ///< As many are left out before: for pages.
};

struct CallRequest {
  SymbolRequest symbol;
  std::uint32_t depth = 1;  ///< How many calls away; at most 10.
  enum class Types {
    kMade,   ///< Callers of a type are those that make one.
    kWhole,  ///< They are also those that call any function of it. Requests count: what functions send by libraries is called, and who
             ///< sends what a function answers calls it, from other services too.
  } types = Types::kMade;
};

/// A symbol as people see it.
struct SymbolHit {
  std::string id, repository, path, name, qualified_name, parent, signature, docstring, code;
  Language language = Language::kPlainText;
  Kind kind = Kind::kFunction;
  LineRange lines;
  std::uint32_t callers = 0;  ///< Distinct ones.
  std::uint32_t callees = 0;
  bool stale = false;  ///< The file changed since it was indexed, and the symbol was not found again in it.
};

/// Where a symbol is defined; several where a name means several things, the likeliest first.
struct Definitions {
  std::string symbol;
  std::vector<SymbolHit> definitions;
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

struct ReferenceHit {
  std::string repository, path, in, preview;
  std::uint32_t line = 0, column = 0;  ///< From 1; columns in code points.
  Role role = Role::kCall;
  Confidence confidence = Confidence::kExact;
  bool stale = false;
};

/// Every use of the symbols that a name means.
struct References {
  std::string symbol;
  std::vector<SymbolHit> of;  ///< Without code.
  std::vector<ReferenceHit> references;
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

struct CallEdge {
  std::string repository, from, to, path;  ///< Ids of units are `repository:path#from`.
  std::uint32_t line = 0;
  Confidence confidence = Confidence::kExact;
  std::uint32_t depth = 1;
  std::string request = {};        ///< Where it is no call of the language but a request over HTTP: what is asked.
  std::string to_repository = {};  ///< Where `to` is declared, if in another repository.
};

/// A call that leads out of what is known: into a library, or to what could not be told.
struct UnresolvedCall {
  std::string repository, name, path;
  std::uint32_t line = 0;
};

/// A call tree, flat: edges of depth 1 first, within a depth in order of path and line.
struct Calls {
  std::string symbol;
  std::vector<SymbolHit> of;  ///< Without code.
  std::vector<CallEdge> edges;
  std::vector<UnresolvedCall> unresolved;  ///< Of the symbols asked about; for callees only.
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

/// Which endpoints to list. What is empty excludes nothing.
struct EndpointRequest {
  std::string query = {};                      ///< Words that stand in verb, route, controller or method, whatever their case.
  std::string method = {};                     ///< `GET`
  std::string path_contains = {};              ///< Part of the route, whatever its case.
  std::vector<std::string> repositories = {};  ///< Names or ids; empty for all.
  std::size_t limit = 1000;
  std::size_t skip = 0;
};

/// A verb and a route that a program of a repository answers to.
struct EndpointHit {
  std::string http_method, route, repository, module, service, controller, method_name, path;
  std::uint32_t line = 0;
  std::string request_type, response_type, framework;
  std::string flow_name;  ///< Of the flow that begins there; empty where no code of the repository answers.
};

/// Endpoints by repository, then by route and verb.
struct EndpointList {
  std::vector<EndpointHit> endpoints;
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

/// Which requests to follow.
struct FlowRequest {
  std::string endpoint = {};                   ///< `POST /orders`, `/orders/{id}`, `/orders/42`, `OrderController`, `OrderService#place`, …
  std::vector<std::string> repositories = {};  ///< Names or ids; empty for all.
  std::size_t limit = 10;                      ///< Of flows.
};

struct FlowStepHit {
  std::string layer, symbol, path;
  std::uint32_t line = 0;
  std::size_t caller = 0;        ///< Number of the step that calls it, from 1; 0 for the first.
  std::uint32_t branch = 0;      ///< Which of several implementations that one call may mean, from 1; 0 where it means one.
  std::string via = {};          ///< "event", "message", "request"; empty for a call.
  bool is_asynchronous = false;  ///< The caller doesn't wait for it.
  std::string repository = {};   ///< That the path is of.
  std::string service = {};      ///< That it runs in; empty in the one that the flow begins in.
  std::string host = {};         ///< Whom it asks outside of its program, where that is known.
  std::string request = {};      ///< What it asks there, or what request of another service it answers: `GET /orders/{id}`.
};

/// A request that one service sends to another one.
struct ServiceCallHit {
  std::string from_service, to_service, http_method, route;
  std::string via;  ///< "feign", "resttemplate", …
  std::string repository, path;
  std::uint32_t line = 0;
};

/// What a request to an endpoint goes through, in order.
struct FlowHit {
  std::string name, http_method, route, repository;
  std::vector<FlowStepHit> steps;
  std::vector<ServiceCallHit> service_calls = {};  ///< Between services that are known, in order of the steps.
  std::string mermaid;
  bool is_cut = false;  ///< There is more than is followed.
};

/// The likeliest endpoint first.
struct Flows {
  std::vector<FlowHit> flows;
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

/// Which services to list. What is empty excludes nothing.
struct ServiceRequest {
  std::string query = {};                      ///< Words that stand in a service's names, its folder or its system, whatever their case.
  std::vector<std::string> repositories = {};  ///< Names or ids; empty for all.
};

/// A program that runs by itself, or what programs run on.
struct ServiceHit {
  std::string name, repository, module;  ///< Repository and module are empty where it stands in none.
  std::vector<std::string> aliases;      ///< Other names of it.
  std::string role, system;              ///< "program", "broker", …; "rabbitmq", …
  bool is_infrastructure = false;
  bool has_code = false;
  std::uint16_t port = 0;  ///< 0 where nothing says it.
  std::string path;        ///< Where it is declared; empty where it is only named by others.
  std::uint32_t line = 0;
};

/// A request that a service sends to another one, or passes on.
struct ServiceRequestHit {
  std::string http_method, route, via, path;
  std::uint32_t line = 0;
};

/// That one service needs another one.
struct ServiceEdge {
  std::string from, to, kind, repository, path;
  std::string from_repository = {}, to_repository = {};  ///< As the services have them: tell those of one name apart.
  std::uint32_t line = 0;
  Confidence confidence = Confidence::kExact;
  std::vector<ServiceRequestHit> requests;
};

/// Services by name; edges by their ends, of services that were asked for only.
struct ServiceMap {
  std::vector<ServiceHit> services;
  std::vector<ServiceEdge> edges;
  std::string mermaid, graphviz;  ///< The map drawn, in the languages of these.
  bool stale = false;
  std::vector<std::string> warnings;
};

/// Which links to list.
struct LinkRequest {
  std::vector<std::string> repositories = {};  ///< Names or ids of those on either side; empty for all.
  std::size_t limit = 10'000;                  ///< Of links, of unmatched requests and of uncalled endpoints, each.
  std::size_t skip = 0;
};

/// A request that code sends.
struct ClientCallHit {
  std::string http_method, url;  ///< The verb is empty where the code doesn't say it.
  std::string via;               ///< "axios", "resttemplate", …
  std::string repository, path;
  std::uint32_t line = 0;
  std::string in = {};  ///< Qualified name of the function around; empty at the top of a file.
};

/// A request with the endpoint that answers it.
struct ApiLinkHit {
  ClientCallHit client;
  EndpointHit endpoint;
  Confidence confidence = Confidence::kExact;
  std::string evidence;  ///< In words.
};

/// A request without one, and why.
struct UnmatchedCallHit {
  ClientCallHit client;
  std::string reason;
};

/// Links by the place of the request.
struct ApiLinkList {
  std::vector<ApiLinkHit> links;
  std::vector<UnmatchedCallHit> unmatched;
  std::vector<EndpointHit> uncalled;  ///< What no request that was found comes to.
  std::size_t total = 0, total_unmatched = 0, total_uncalled = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

/// A file's text with its outline.
struct FileText {
  Outline outline;
  std::string text;
  bool stale = false;
};

}  // namespace grove::engine

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "base/file.h"
#include "base/printable.h"
#include "engine/data_directory.h"
#include "export/code_graph.h"
#include "rdf/syntax.h"

// What is known of code, as RDF.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kArguments[] = {{.name = "NAME",
                                        .help = "Repositories to export; all of them where none is named",
                                        .count = ArgumentSpec::Count::kAny,
                                        .completion = Completion::kRepository}};
constexpr OptionSpec kOptions[] = {
    kRepoOption,
    {.name = "format",
     .value = "F",
     .help = "trig and nquads keep each repository in a graph of its own, the others say all in one",
     .type = OptionType::kChoice,
     .choices = "trig|nquads|turtle|ntriples|rdfxml|jsonld",
     .fallback = "trig"},
    {.name = "out", .value = "FILE", .help = "Write to this file", .completion = Completion::kFile},
    {.name = "load",
     .help = "Put it into the graph that SPARQL is asked of, in place of what was said there of these repositories",
     .type = OptionType::kFlag},
    {.name = "endpoint",
     .value = "URL",
     .help = "SPARQL server to load into; without it, the graph of the data directory",
     .setting = Setting::kSparqlEndpoint},
};

constexpr std::array kFormats{
    std::pair{std::string_view("trig"), rdf::Syntax::kTriG},     std::pair{std::string_view("nquads"), rdf::Syntax::kNQuads},
    std::pair{std::string_view("turtle"), rdf::Syntax::kTurtle}, std::pair{std::string_view("ntriples"), rdf::Syntax::kNTriples},
    std::pair{std::string_view("rdfxml"), rdf::Syntax::kRdfXml}, std::pair{std::string_view("jsonld"), rdf::Syntax::kJsonLd}};

bool keeps_graphs(rdf::Syntax syntax) {
  return syntax == rdf::Syntax::kTriG || syntax == rdf::Syntax::kNQuads || syntax == rdf::Syntax::kJsonLd;
}

exporting::ExportedEndpoint exported(const engine::EndpointHit& hit) {
  return {.repository = hit.repository,
          .http_method = hit.http_method,
          .route = hit.route,
          .framework = hit.framework,
          .service = hit.service,
          .path = hit.path,
          .line = hit.line,
          .handler = hit.method_name};
}

exporting::ExportedLink exported(const engine::ApiLinkHit& hit) {
  return {.repository = hit.client.repository,
          .http_method = hit.client.http_method,
          .url = hit.client.url,
          .via = hit.client.via,
          .path = hit.client.path,
          .line = hit.client.line,
          .in = hit.client.in,
          .endpoint = exported(hit.endpoint),
          .confidence = hit.confidence};
}

/// What the engine knows of one repository beyond its symbols.
struct Web {
  std::vector<exporting::ExportedEndpoint> endpoints;
  std::vector<exporting::ExportedLink> links;
};

Result<Web> web_of(const std::string& name, engine::Engine& engine, const CancelToken& cancel) {
  Web web;
  constexpr std::size_t kPage = 10'000;
  for (std::size_t seen = 0;; seen += kPage) {
    GROVE_ASSIGN_OR_RETURN(const engine::EndpointList list,
                           engine.endpoints({.repositories = {name}, .limit = kPage, .skip = seen}, cancel));
    for (const engine::EndpointHit& hit : list.endpoints) web.endpoints.push_back(exported(hit));
    if (seen + kPage >= list.total) break;
  }
  for (std::size_t seen = 0;; seen += kPage) {
    GROVE_ASSIGN_OR_RETURN(const engine::ApiLinkList list, engine.links({.repositories = {name}, .limit = kPage, .skip = seen}, cancel));
    for (const engine::ApiLinkHit& hit : list.links)
      if (hit.client.repository == name) web.links.push_back(exported(hit));
    if (seen + kPage >= list.total) break;
  }
  return web;
}

Result<std::vector<rdf::Quad>> quads_of(const Repository& repository, const std::string& data_directory, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Web web, web_of(repository.name, *engine, session.cancel()));
  std::vector<rdf::Quad> quads;
  const Status status = exporting::export_repository(
      {.name = repository.name,
       .graph_folder = engine::DataDirectory(data_directory).graph(repository.id),
       .endpoints = web.endpoints,
       .links = web.links},
      [&](rdf::Quad&& quad) { quads.push_back(std::move(quad)); }, session.cancel());
  if (status) return quads;
  return std::unexpected(Error(status.error()).within(fmt::format("cannot export {}", repository.name)));
}

/// Each repository's graph is replaced in one step, so that a query sees all that is said of a repository, or all that was said before.
Result<int> load_into_graph(const std::vector<Repository>& repositories, const Settings& settings, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const auto store, open_named_store(settings));
  std::uint64_t loaded = 0;
  for (const Repository& repository : repositories) {
    session.progress().report({.stage = "loading", .subject = repository.name});
    GROVE_ASSIGN_OR_RETURN(std::vector<rdf::Quad> quads, quads_of(repository, settings.text(Setting::kDataDirectory), session));
    for (rdf::Quad& quad : quads) quad.graph.reset();
    GROVE_ASSIGN_OR_RETURN(const std::string text, rdf::serialize(quads, {.syntax = rdf::Syntax::kNTriples}));
    GROVE_RETURN_IF_ERROR(store->load({.text = text,
                                       .syntax = rdf::Syntax::kNTriples,
                                       .graph = exporting::repository_iri(repository.name).value,
                                       .mode = rdf::LoadRequest::Mode::kReplace},
                                      session.cancel()));
    loaded += quads.size();
  }
  session.progress().clear();
  const Console& console = session.console();
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? fmt::format("{{\"repositories\":{},\"triples\":{}}}\n", repositories.size(), loaded)
                                                     : fmt::format("loaded {} {}: {} triples\n", repositories.size(),
                                                                   repositories.size() == 1 ? "repository" : "repositories", loaded)));
  return 0;
}

Result<int> write_file_or_print(const std::vector<Repository>& repositories, const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::string format = invocation.text("format", "trig");
  const rdf::Syntax syntax = std::ranges::find(kFormats, format, &std::pair<std::string_view, rdf::Syntax>::first)->second;
  std::vector<rdf::Quad> quads;
  for (const Repository& repository : repositories) {
    GROVE_ASSIGN_OR_RETURN(std::vector<rdf::Quad> some, quads_of(repository, settings->text(Setting::kDataDirectory), session));
    for (rdf::Quad& quad : some) {
      if (!keeps_graphs(syntax)) quad.graph.reset();
      quads.push_back(std::move(quad));
    }
  }
  const std::vector<rdf::Prefix> prefixes{{"g", std::string(exporting::kVocabulary)}, {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"}};
  GROVE_ASSIGN_OR_RETURN(const std::string text, rdf::serialize(quads, {.syntax = syntax, .prefixes = prefixes}));
  if (const std::string out = invocation.text("out"); !out.empty()) {
    GROVE_RETURN_IF_ERROR(write_file(out, text));
    session.console().note(fmt::format("{} statements in {}", quads.size(), printable_line(out)));
    return 0;
  }
  GROVE_RETURN_IF_ERROR(session.console().print(text));
  return 0;
}

Result<int> run_export(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const bool loads = invocation.has("load");
  if (loads && (invocation.has("out") || invocation.has("format")))
    return fail(ErrorCode::kInvalidArgument, "--load writes no file", "Leave --out and --format away, or --load.");
  if (!loads && invocation.has("endpoint")) return fail(ErrorCode::kInvalidArgument, "--endpoint says where to --load", "Add --load.");
  GROVE_ASSIGN_OR_RETURN(const std::vector<Repository> repositories, chosen_repositories(*engine, named_repositories(invocation)));
  return loads ? load_into_graph(repositories, *settings, session) : write_file_or_print(repositories, invocation, session);
}

}  // namespace

const CommandSpec kExportCommand = {
    .name = "export",
    .summary = "Write what is known of code as RDF: symbols, calls, endpoints, requests",
    .description = "As it was last indexed, in the vocabulary of docs/code-vocabulary.md, for SPARQL.",
    .arguments = kArguments,
    .options = kOptions,
    .examples = "grove export --load\ngrove export shop --format nquads --out shop.nq",
    .run = run_export,
};

}  // namespace grove::cli

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/commands/kb/serving.h"
#include "apps/grove/session.h"
#include "apps/grove/terminal/table.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/text.h"

namespace grove::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr ArgumentSpec kArguments[] = {
    {.name = "QUERY", .help = "SELECT, ASK, CONSTRUCT or DESCRIBE", .count = ArgumentSpec::Count::kOptional}};

constexpr OptionSpec kOptions[] = {
    {.name = "query-file", .value = "FILE", .help = "File with the query, instead of QUERY", .completion = Completion::kFile},
    {.name = "onto",
     .value = "FILE",
     .help = "Schema to ask, instead of the data directory's graph",
     .type = OptionType::kList,
     .completion = Completion::kFile},
    {.name = "inst", .value = "FILE", .help = "Instances to ask", .type = OptionType::kList, .completion = Completion::kFile},
    {.name = "endpoint",
     .value = "URL",
     .help = "SPARQL server to ask; without it, the graph of the data directory",
     .setting = Setting::kSparqlEndpoint},
    {.name = "union", .help = "The default graph is all graphs together", .type = OptionType::kFlag},
    {.name = "format",
     .value = "F",
     .help = "How the answer is written; a table or Turtle without it",
     .type = OptionType::kChoice,
     .choices = "json|xml|csv|tsv|ttl|nt|nq|trig|rdf|jsonld"},
    {.name = "timeout",
     .value = "SECONDS",
     .help = "Longest that the query may run",
     .type = OptionType::kInteger,
     .fallback = "30",
     .least = 1,
     .most = 3600},
};

Result<std::string> query_text(const Invocation& invocation) {
  const std::string file = invocation.text("query-file");
  if (invocation.arguments.empty() == file.empty())
    return fail(ErrorCode::kInvalidArgument, file.empty() ? "there is no query" : "there are two queries",
                "Write one behind the command, or name its file: --query-file facts.rq");
  if (file.empty()) return invocation.arguments.front();
  return read_file(file);
}

std::optional<rdf::SolutionSyntax> solutions_in(std::string_view format) {
  if (format == "json") return rdf::SolutionSyntax::kJson;
  if (format == "xml") return rdf::SolutionSyntax::kXml;
  if (format == "csv") return rdf::SolutionSyntax::kCsv;
  return format == "tsv" ? std::optional(rdf::SolutionSyntax::kTsv) : std::nullopt;
}

/// `format` says which forms of query it can be written for.
Status choose_format(const std::string& format, bool json, rdf::QueryRequest& request) {
  if (json) request.graph = rdf::Syntax::kJsonLd;
  if (format.empty()) return {};
  if (json) return fail(ErrorCode::kInvalidArgument, "--json and --format both say how the answer is written", "Name one of the two.");
  if (const auto solutions = solutions_in(format)) {
    request.solutions = *solutions;
    request.forms = rdf::QueryRequest::Forms::kSolutions;
    return {};
  }
  request.graph = *rdf::syntax_of_file("answer." + format);
  request.forms = rdf::QueryRequest::Forms::kGraphs;
  return {};
}

/// A term as people read it: what it says, without its type.
std::string cell_of(const Json& row, const std::string& variable) {
  const auto found = row.find(variable);
  if (found == row.end() || !found->is_object()) return "";
  const auto text = [&](const char* key) {
    const auto member = found->find(key);
    return member != found->end() && member->is_string() ? member->get<std::string>() : std::string();
  };
  return printable_line(text("type") == "bnode" ? "_:" + text("value") : text("value"));
}

/// The rows of SPARQL Results JSON, or what ASK says.
Result<std::string> table_of(const std::string& answer, const Console& console) {
  const Json json = Json::parse(answer, nullptr, false);
  const auto unreadable = [] { return fail(ErrorCode::kUnavailable, "the store's answer is no SPARQL Results JSON"); };
  if (!json.is_object()) return unreadable();
  if (json.contains("boolean") && !json["boolean"].is_boolean()) return unreadable();
  if (json.contains("boolean")) return std::string(json["boolean"] == true ? "yes\n" : "no\n");
  if (!json.contains("results") || !json["results"].is_object() || !json.contains("head") || !json["head"].is_object()) return unreadable();
  std::vector<std::string> variables;
  for (const Json& variable : json["head"].value("vars", Json::array()))
    if (variable.is_string()) variables.push_back(variable.get<std::string>());
  if (variables.empty()) return std::string();
  Table table(variables, console);
  for (const Json& row : json["results"].value("bindings", Json::array())) {
    std::vector<std::string> cells;
    for (const std::string& variable : variables) cells.push_back(cell_of(row, variable));
    table.add(std::move(cells));
  }
  return table.text();
}

/// Whoever asks the default graph of a store whose statements all have a name gets nothing, and should know why.
Status note_named_graphs(rdf::TripleStore& store, const rdf::QueryLimits& limits, Session& session) {
  const auto has = [&](const char* pattern) -> Result<bool> {
    GROVE_ASSIGN_OR_RETURN(const rdf::QueryAnswer answer,
                           store.query({.text = fmt::format("ASK {{ {} }}", pattern), .limits = limits}, session.cancel()));
    const Json json = Json::parse(answer.body, nullptr, false);
    return json.is_object() && json.contains("boolean") && json["boolean"] == true;
  };
  GROVE_ASSIGN_OR_RETURN(const bool own, has("?s ?p ?o"));
  if (own) return {};
  GROVE_ASSIGN_OR_RETURN(const bool named, has("GRAPH ?g { ?s ?p ?o }"));
  if (named)
    session.console().note("grove: the default graph is empty, all statements are in named graphs: ask GRAPH ?g { … }, or with --union");
  return {};
}

/// Of a table or a graph.
bool holds_nothing(const rdf::QueryAnswer& answer, const std::string& shown) {
  if (answer.form == rdf::QueryForm::kAsk) return answer.body.find("false") != std::string::npos;
  if (answer.form == rdf::QueryForm::kSelect) return std::ranges::count(shown, '\n') <= 1;
  return trim(shown).empty();
}

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const Console& console = session.console();
  const std::string format = invocation.text("format");
  rdf::QueryRequest request;
  GROVE_ASSIGN_OR_RETURN(request.text, query_text(invocation));
  request.dataset.union_default_graph = invocation.has("union");
  request.limits.time = std::chrono::seconds(invocation.integer("timeout", 30));
  GROVE_RETURN_IF_ERROR(choose_format(format, console.json(), request));
  const std::vector<std::string> files = served_files(invocation);
  if (files.empty() && request.dataset.union_default_graph && !settings->text(Setting::kSparqlEndpoint).empty())
    return fail(ErrorCode::kInvalidArgument, "another server decides itself what its default graph is",
                "Leave out --union, and ask GRAPH ?g { … }.");
  std::shared_ptr<rdf::TripleStore> store;
  if (files.empty()) {
    GROVE_ASSIGN_OR_RETURN(store, open_named_store(*settings));
  } else {
    GROVE_ASSIGN_OR_RETURN(store, open_files_or_own(files, *settings, session.cancel()));
  }
  const auto answer = store->query(request, session.cancel());
  if (!answer && answer.error().code == ErrorCode::kConflict)
    return fail(ErrorCode::kInvalidArgument, fmt::format("the answer of this query can't be written as {}", format),
                "SELECT and ASK: json, xml, csv, tsv; CONSTRUCT and DESCRIBE: ttl, nt, nq, trig, rdf, jsonld.");
  if (!answer) return std::unexpected(answer.error());
  const bool is_for_people = format.empty() && !console.json();
  const bool is_table = is_for_people && (answer->form == rdf::QueryForm::kSelect || answer->form == rdf::QueryForm::kAsk);
  std::string shown = answer->body;
  if (is_table) {
    GROVE_ASSIGN_OR_RETURN(shown, table_of(answer->body, console));
  }
  if (!shown.empty() && !shown.ends_with('\n')) shown += '\n';
  GROVE_RETURN_IF_ERROR(console.print(shown));
  if (is_for_people && !request.dataset.union_default_graph && holds_nothing(*answer, shown))
    GROVE_RETURN_IF_ERROR(note_named_graphs(*store, request.limits, session));
  return 0;
}

}  // namespace

const CommandSpec kSparqlQueryCommand = {
    .name = "kb sparql-query",
    .summary = "Ask a graph store by a SPARQL query",
    .description =
        "Rows are shown as a table, graphs as Turtle; --json and --format write what other programs read. Nothing is changed by a\n"
        "query, whatever it says, and SERVICE is refused.",
    .arguments = kArguments,
    .options = kOptions,
    .examples =
        "grove kb sparql-query 'SELECT * { GRAPH ?g { ?s a ?class } } LIMIT 5'\n"
        "grove kb sparql-query --query-file facts.rq --format csv > facts.csv\n"
        "grove kb sparql-query --inst world.ttl 'ASK { ?s ?p ?o }'",
    .run = run,
};

}  // namespace grove::cli

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "rdf/syntax.h"
#include "rdf/term.h"

namespace grove::rdf {

/// What a query may cost. All of them hold, whatever the query does.
struct QueryLimits {
  std::chrono::milliseconds time{30'000};
  std::uint64_t rows = 1'000'000;                  ///< Solutions or triples.
  std::uint64_t bytes = std::uint64_t{1} << 28U;   ///< Of the answer.
  std::uint64_t memory = std::uint64_t{1} << 31U;  ///< Beyond what the store holds.
};

/// Which graphs a query sees (SPARQL 1.1 Protocol, section 2.1.4). All empty: as the query itself says.
struct QueryDataset {
  std::vector<std::string> default_graphs = {};
  std::vector<std::string> named_graphs = {};
  bool union_default_graph = false;  ///< The default graph is all graphs together.
};

enum class SolutionSyntax { kJson, kXml, kCsv, kTsv };

struct Binding {
  std::string variable;  ///< Without `?`.
  Term value;
};

struct QueryRequest {
  std::string text;                    ///< SPARQL 1.1 Query.
  std::vector<Binding> bindings = {};  ///< Values of variables of the text, given as terms: nothing is ever spliced into it.
  std::string base_iri = {};
  QueryDataset dataset = {};
  SolutionSyntax solutions = SolutionSyntax::kJson;  ///< Of SELECT and ASK.
  Syntax graph = Syntax::kTurtle;                    ///< Of CONSTRUCT and DESCRIBE.
  enum class Forms {
    kAny,
    kSolutions,           ///< SELECT and ASK.
    kGraphs,              ///< CONSTRUCT and DESCRIBE.
  } forms = Forms::kAny;  ///< Others are refused: kConflict.
  QueryLimits limits = {};
};

enum class QueryForm { kSelect, kAsk, kConstruct, kDescribe };

struct QueryAnswer {
  QueryForm form = QueryForm::kSelect;
  std::string body;  ///< In the syntax that was asked for.
};

struct UpdateRequest {
  std::string text;  ///< SPARQL 1.1 Update. LOAD and SERVICE are refused.
  std::string base_iri = {};
  std::vector<std::string> using_graphs = {}, using_named_graphs = {};
  QueryLimits limits = {};
};

struct LoadRequest {
  std::string_view text;
  Syntax syntax = Syntax::kTurtle;
  std::string base_iri = {};
  std::optional<std::string> graph = {};  ///< Where triples go that name no graph; nothing: the default graph.
  enum class Mode {
    kAdd,
    kReplace,  ///< What stood in `graph` before goes, in the same step.
  } mode = Mode::kAdd;
};

/// A set of quads that answers SPARQL. Thread-safe; a query sees one state from start to end. Errors: kInvalidArgument with a place for
/// text that is no SPARQL or RDF, kTimeout, kResourceLimit, kCancelled, kUnavailable where a remote store doesn't answer.
class TripleStore {
 public:
  virtual ~TripleStore() = default;
  /// Reads only; text that would change something is refused by what it parses to.
  virtual Result<QueryAnswer> query(const QueryRequest& request, const CancelToken& cancel) = 0;
  virtual Status update(const UpdateRequest& request, const CancelToken& cancel) = 0;
  /// All of it or nothing.
  virtual Status load(const LoadRequest& request, const CancelToken& cancel) = 0;
  /// A whole graph; nothing: the default graph. kNotFound for a graph that isn't there.
  virtual Result<std::string> graph(const std::optional<std::string>& name, Syntax syntax, const CancelToken& cancel) = 0;
  virtual Status drop_graph(const std::optional<std::string>& name, const CancelToken& cancel) = 0;
  /// Statements in all graphs together.
  virtual Result<std::uint64_t> size() = 0;
};

/// What a query is, decided on what it parses to, in this process: for texts of at most 4 MiB. Time that it takes is nobody's limit, so
/// what comes from outside is better handed to a store, with `QueryRequest::forms`.
Result<QueryForm> form_of_query(std::string_view text, std::string_view base_iri = {});

struct StoreOptions {
  std::string folder = {};  ///< Where quads are kept over restarts; empty: nowhere.
  /// A program that calls `serve_store` (store_process.h), with its arguments: holds the quads in a process of its own, so that a query can
  /// be ended whatever it does.
  std::vector<std::string> store_program = {};
};

/// Oxigraph in a process of its own, which programs of one user that open the same folder share: it ends with the last of them.
Result<std::unique_ptr<TripleStore>> open_embedded_store(const StoreOptions& options);

struct RemoteStore {
  std::string query_url;
  std::string update_url = {};     ///< Empty: `query_url`.
  std::string authorization = {};  ///< Value of the header; never shown.
};

/// Any server of the SPARQL 1.1 Protocol; nothing else is asked of it: loads are updates, graphs are read by CONSTRUCT. Of a query's limits
/// those on time and bytes hold, all others are the server's own. Asks nobody yet.
Result<std::unique_ptr<TripleStore>> open_remote_store(const RemoteStore& store);

}  // namespace grove::rdf

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "apps/grove/commands/commands.h"
#include "apps/grove/named_repositories.h"
#include "apps/grove/session.h"
#include "apps/grove/standing.h"
#include "base/printable.h"
#include "base/text.h"
#include "serve/json/navigation_shapes.h"

// What symbol graphs answer: definition, symbol, references, callers, callees.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kSymbol[] = {
    {.name = "SYMBOL",
     .help = "A name, Class.method, Class#method, Class::method, a fully-qualified name or a unit's id; name(2) for its arity"}};
constexpr OptionSpec kRepo = {
    .name = "repo", .value = "R", .help = "Only this repository", .type = OptionType::kList, .completion = Completion::kRepository};
constexpr OptionSpec kLimit = {
    .name = "limit", .value = "N", .help = "Most results", .type = OptionType::kInteger, .fallback = "50", .least = 1, .most = 10000};
constexpr OptionSpec kDepth = {
    .name = "depth", .value = "N", .help = "How many calls away", .type = OptionType::kInteger, .fallback = "1", .least = 1, .most = 10};
constexpr OptionSpec kSymbolOptions[] = {kRepo, kGroupOption, kLimit};
constexpr OptionSpec kCallOptions[] = {kRepo, kGroupOption, kDepth, kLimit};

Result<engine::SymbolRequest> request_of(const Invocation& invocation, engine::Engine& engine) {
  GROVE_ASSIGN_OR_RETURN(std::vector<std::string> repositories, repositories_in_scope(invocation, engine));
  return engine::SymbolRequest{.symbol = invocation.arguments[0],
                               .repositories = std::move(repositories),
                               .limit = static_cast<std::size_t>(invocation.integer("limit", 50))};
}

/// Paths say their repository where there are several.
class Places {
 public:
  template <class Rows>
  explicit Places(const Rows& rows) {
    std::set<std::string> repositories;
    for (const auto& row : rows) repositories.insert(row.repository);
    several_ = repositories.size() > 1;
  }
  std::string place(const std::string& repository, const std::string& path, std::uint32_t line, const Console& console) const {
    return console.cyan(printable_line((several_ ? repository + ":" : "") + path)) + console.faint(":" + std::to_string(line));
  }

 private:
  bool several_ = false;
};

template <class Answer>
void note_rest(const Answer& found, std::size_t shown, std::string_view what, const Console& console) {
  for (const std::string& warning : found.warnings) console.note(fmt::format("grove: {}", printable(warning)));
  if (shown < found.total) console.note(fmt::format("grove: {} of {} {} shown; --limit shows more", shown, found.total, what));
}

std::string indented(std::string_view code) {
  std::string out;
  const std::string shown = printable(code);
  for (const std::string_view line : split(shown, '\n')) out += line.empty() ? "\n" : fmt::format("    {}\n", line);
  return out;
}

std::string symbol_head(const engine::SymbolHit& hit, const Places& places, const Console& console) {
  const std::string& name = hit.qualified_name.empty() ? hit.name : hit.qualified_name;
  std::string out = fmt::format("{}  {} {}", places.place(hit.repository, hit.path, hit.lines.first, console),
                                console.faint(kind_name(hit.kind)), console.bold(printable_line(name)));
  if (hit.stale) out += "  " + console.yellow("changed since it was indexed");
  return out + '\n';
}

Result<int> run_definition(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::SymbolRequest request, request_of(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::Definitions found, engine->definition(request, session.cancel()));
  const Console& console = session.console();
  const Places places(found.definitions);
  std::string text;
  for (const engine::SymbolHit& hit : found.definitions) text += symbol_head(hit, places, console) + indented(hit.code);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::definitions_json(found) + '\n' : text));
  note_rest(found, found.definitions.size(), "meanings", console);
  note_standing(invocation, session);
  return 0;
}

std::string symbol_text(const engine::SymbolHit& hit, const Places& places, const Console& console) {
  std::string out = symbol_head(hit, places, console);
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out += fmt::format("  {} {}\n", console.faint(fmt::format("{:<10}", name)), printable_line(value));
  };
  row("id", hit.id);
  row("language", std::string(language_name(hit.language)));
  row("lines", fmt::format("{}-{}", hit.lines.first, hit.lines.last));
  row("in", hit.parent);
  row("signature", hit.signature);
  row("about", std::string(split(hit.docstring, '\n').front()));
  row("callers", std::to_string(hit.callers));
  row("callees", std::to_string(hit.callees));
  return out;
}

Result<int> run_symbol(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::SymbolRequest request, request_of(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::Definitions found, engine->definition(request, session.cancel()));
  const Console& console = session.console();
  const Places places(found.definitions);
  std::string text;
  for (const engine::SymbolHit& hit : found.definitions) text += symbol_text(hit, places, console);
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::symbol_json(found) + '\n' : text));
  note_rest(found, found.definitions.size(), "meanings", console);
  note_standing(invocation, session);
  return 0;
}

Result<int> run_references(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::SymbolRequest request, request_of(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::References found, engine->references(request, session.cancel()));
  const Console& console = session.console();
  const Places places(found.references);
  std::string text;
  for (const engine::ReferenceHit& hit : found.references) {
    text += places.place(hit.repository, hit.path, hit.line, console) + ":" + printable(hit.preview);
    const std::string how = hit.confidence == Confidence::kExact
                                ? std::string(role_name(hit.role))
                                : fmt::format("{}, {}", role_name(hit.role), confidence_name(hit.confidence));
    text += console.faint(fmt::format("  [{}]", how));
    if (hit.stale) text += "  " + console.yellow("changed since it was indexed");
    text += '\n';
  }
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::references_json(found) + '\n' : text));
  if (found.references.empty()) console.note("No use of it is known.");
  note_rest(found, found.references.size(), "uses", console);
  note_standing(invocation, session);
  return 0;
}

/// Edges as a tree, each symbol opened once.
class CallTree {
 public:
  enum class Direction { kCallers, kCallees };
  CallTree(const engine::Calls& calls, Direction direction, const Console& console)
      : calls_(calls), direction_(direction), console_(console), places_(calls.edges) {
    for (const engine::CallEdge& edge : calls.edges) below_[near(edge)].push_back(&edge);
  }

  std::string text() {
    std::set<Name> roots;
    for (const engine::CallEdge& edge : calls_.edges)
      if (edge.depth == 1) roots.insert(near(edge));
    std::string out;
    for (const Name& root : roots) {
      out += console_.bold(printable_line(root.second)) + '\n';
      add(out, root, 1);
    }
    return out;
  }

 private:
  using Name = std::pair<std::string, std::string>;  // with its repository
  static Name from(const engine::CallEdge& edge) { return {edge.repository, edge.from}; }
  static Name to(const engine::CallEdge& edge) { return {edge.to_repository.empty() ? edge.repository : edge.to_repository, edge.to}; }
  Name near(const engine::CallEdge& edge) const { return direction_ == Direction::kCallers ? to(edge) : from(edge); }
  Name far(const engine::CallEdge& edge) const { return direction_ == Direction::kCallers ? from(edge) : to(edge); }

  void add(std::string& out, const Name& name, std::size_t depth) {
    const auto found = below_.find(name);
    if (found == below_.end() || !opened_.insert(name).second) return;
    for (const engine::CallEdge* edge : found->second) {
      const std::string_view sure = edge->confidence == Confidence::kExact ? "" : confidence_name(edge->confidence);
      out += fmt::format("{}{}  {}", std::string(depth * 2, ' '), printable_line(far(*edge).second),
                         places_.place(edge->repository, edge->path, edge->line, console_));
      if (!edge->request.empty()) out += "  " + printable_line(edge->request);
      if (!sure.empty()) out += console_.faint(fmt::format("  [{}]", sure));
      out += '\n';
      add(out, far(*edge), depth + 1);
    }
  }

  const engine::Calls& calls_;
  Direction direction_;
  const Console& console_;
  Places places_;
  std::map<Name, std::vector<const engine::CallEdge*>> below_;
  std::set<Name> opened_;
};

Status show_calls(const engine::Calls& found, CallTree::Direction direction, const Console& console) {
  std::string text = CallTree(found, direction, console).text();
  if (!found.unresolved.empty()) text += console.faint("leads out of what is known:") + '\n';
  const Places places(found.unresolved);
  for (const engine::UnresolvedCall& call : found.unresolved)
    text += fmt::format("  {}  {}\n", printable_line(call.name), places.place(call.repository, call.path, call.line, console));
  GROVE_RETURN_IF_ERROR(console.print(console.json() ? serve::calls_json(found) + '\n' : text));
  if (found.edges.empty())
    console.note(direction == CallTree::Direction::kCallers ? "No call of it is known." : "It calls nothing that is known.");
  note_rest(found, found.edges.size(), "calls", console);
  return {};
}

Result<engine::CallRequest> call_request(const Invocation& invocation, engine::Engine& engine) {
  GROVE_ASSIGN_OR_RETURN(engine::SymbolRequest symbol, request_of(invocation, engine));
  return engine::CallRequest{.symbol = std::move(symbol), .depth = static_cast<std::uint32_t>(invocation.integer("depth", 1))};
}

Result<int> run_callers(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::CallRequest request, call_request(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::Calls found, engine->callers(request, session.cancel()));
  GROVE_RETURN_IF_ERROR(show_calls(found, CallTree::Direction::kCallers, session.console()));
  note_standing(invocation, session);
  return 0;
}

Result<int> run_callees(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  GROVE_ASSIGN_OR_RETURN(const engine::CallRequest request, call_request(invocation, *engine));
  GROVE_ASSIGN_OR_RETURN(const engine::Calls found, engine->callees(request, session.cancel()));
  GROVE_RETURN_IF_ERROR(show_calls(found, CallTree::Direction::kCallees, session.console()));
  note_standing(invocation, session);
  return 0;
}

}  // namespace

const CommandSpec kDefinitionCommand = {
    .name = "definition",
    .summary = "Show where a symbol is defined, with its code",
    .arguments = kSymbol,
    .options = kSymbolOptions,
    .examples = "grove definition StockService.reserve\ngrove definition parse_price --repo shop",
    .run = run_definition,
};

const CommandSpec kReferencesCommand = {
    .name = "references",
    .summary = "List every use of a symbol: calls, types, imports, reads and writes, subtypes",
    .description =
        "Never from comments or strings. What is not certain says so: `scoped` for one of a few, `name` for the only thing so named.",
    .arguments = kSymbol,
    .options = kSymbolOptions,
    .examples = "grove references Cart\ngrove references Cart.add --json",
    .run = run_references,
};

const CommandSpec kCallersCommand = {
    .name = "callers",
    .summary = "Show who calls a symbol, as a tree",
    .arguments = kSymbol,
    .options = kCallOptions,
    .examples = "grove callers StockService.reserve --depth 3",
    .run = run_callers,
};

const CommandSpec kCalleesCommand = {
    .name = "callees",
    .summary = "Show what a symbol calls, as a tree, and which calls lead out of what is known",
    .arguments = kSymbol,
    .options = kCallOptions,
    .examples = "grove callees place_order --depth 2",
    .run = run_callees,
};

const CommandSpec kSymbolCommand = {
    .name = "symbol",
    .summary = "Show what is known of a symbol: kind, place, signature, callers",
    .arguments = kSymbol,
    .options = kSymbolOptions,
    .examples = "grove symbol Cart",
    .run = run_symbol,
};

}  // namespace grove::cli

#include "graph/web/contracts/graphql_clients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/graphql_text.h"
#include "graph/web/contracts/protocol.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 3> kTags = {"gql", "graphql", "apolloGql"};
constexpr std::size_t kMostUses = 200;  // of one operation

/// Where an operation is written.
struct Written {
  FileId file = 0;
  SymbolId symbol = kNobody;  ///< The operation in its file, or the constant or function around a template.
  std::uint32_t line = 0;
};

/// Where code uses it.
struct Place {
  FileId file = 0;
  SymbolId in = kNobody;
  std::uint32_t line = 0;
};

class Finder {
 public:
  Finder(Workplace& at, const Uses& uses, FactsSource& source, std::vector<ClientCall>& found)
      : at_(at), declarations_(at.program.declarations()), uses_(uses), source_(source), code_(at), found_(found) {}

  Status find(const CancelToken& cancel) {
    for (const FileId file : code_.files()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (may_hold_templates(file)) read_templates(file);
    }
    for (FileId file = 0; file < declarations_.file_limit(); ++file)
      if (declarations_.is_live(file) && declarations_.file(file).language == Language::kGraphQl &&
          !is_test_source(declarations_.file(file).path))
        read_document(file);
    if (!named_.empty()) GROVE_RETURN_IF_ERROR(find_generated_uses(cancel));
    for (const auto& [name, operation] : named_)
      if (!used_.contains(name)) add(operation.operation, operation.written, {operation.written.file, operation.written.symbol, 0});
    return {};
  }

 private:
  struct NamedOperation {
    GraphQlOperation operation;
    Written written;
  };

  /// Tags come from libraries or from what is generated for a repository; both are imported by their name.
  bool may_hold_templates(FileId file) {
    return std::ranges::any_of(at_.program.imports(file), [](const DeclaredImport& import) {
      const std::string_view name = import.alias.empty() ? import.name : import.alias;
      return std::ranges::find(kTags, name) != kTags.end() || import.module == "graphql-tag" ||
             import.module.find("gql") != std::string_view::npos;
    });
  }

  void read_templates(FileId file) {
    const CodeFile* code = code_.of(file);
    if (code == nullptr) return;
    const CallChains& calls = code->calls();
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      if (std::ranges::find(kTags, calls.name(call)) == kTags.end()) continue;
      const GraphQlDocument document = parse_graphql(text_of(code->facts(), calls.argument(call, 0), 0));
      const Written written{.file = file, .symbol = code_.scope_of(file, call), .line = code_.line_of(file, call)};
      for (const GraphQlOperation& operation : document.operations) add_template(operation, written);
    }
  }

  /// What stands in a template without what is put in.
  std::string text_of(const Facts& facts, Index expression, int depth) const {
    if (expression == kNone || depth > 3) return {};
    const Expression& one = facts.expressions[expression];
    if (one.kind == Expression::Kind::kString) return std::string(facts.text(one.text));
    std::string text;
    if (one.kind == Expression::Kind::kConcat)
      for (std::uint32_t i = 0; i < one.child_count; ++i) text += text_of(facts, one.first_child + i, depth + 1) + " ";
    return text;
  }

  void add_template(const GraphQlOperation& operation, const Written& written) {
    const SymbolId holder = written.symbol;
    bool is_used = false;
    if (holder != kNobody && !is_callable(declarations_.symbol(holder).kind)) {
      std::size_t count = 0;
      for (const Edge& edge : uses_.of(holder)) {
        const std::string_view path = declarations_.file(edge.file).path;
        if (edge.source == holder || is_test_source(path) || ++count > kMostUses) continue;
        if (edge.source == kNobody && edge.role != Role::kCall && edge.file != written.file) continue;  // an import
        add(operation, written, {edge.file, edge.source, edge.line});
        is_used = true;
      }
    }
    if (is_used) return;
    if (!operation.name.empty() && holder != kNobody && !is_callable(declarations_.symbol(holder).kind))
      named_.try_emplace(operation.name, NamedOperation{operation, written});
    else
      add(operation, written, {written.file, holder, written.line});
  }

  /// A `.graphql` file by its facts: fields at the root of an operation are asked of nothing.
  void read_document(FileId file) {
    const DeclaredFile declared = declarations_.file(file);
    bool has_operation = false;
    for (SymbolId one = declared.first_symbol; one < declared.first_symbol + declared.symbol_count; ++one)
      has_operation = has_operation || declarations_.symbol(one).kind == Kind::kFunction;
    if (!has_operation) return;
    const auto facts = source_.facts(file);
    if (!facts) return;
    std::map<Index, NamedOperation> operations;
    for (const Reference& reference : (*facts)->references) {
      if (reference.role != Role::kRead || reference.symbol == kNone || reference.receiver != 0) continue;
      const std::string_view verb = verb_of(declarations_.symbol(declared.first_symbol + reference.symbol));
      if (verb.empty()) continue;
      NamedOperation& one = operations[reference.symbol];
      one.operation.verb = verb;
      one.operation.fields.emplace_back((*facts)->text(reference.name));
    }
    for (auto& [symbol, one] : operations) {
      const SymbolId id = declared.first_symbol + symbol;
      const DeclaredSymbol operation = declarations_.symbol(id);
      one.operation.name = operation.name;
      one.written = {.file = file, .symbol = id, .line = operation.lines.first};
      named_.try_emplace(one.operation.name, std::move(one));
    }
  }

  /// Of an operation by its type: the extractor says `query` as it is written there.
  std::string_view verb_of(const DeclaredSymbol& operation) const {
    return operation.kind == Kind::kFunction ? root_verb(operation.type) : std::string_view();
  }

  /// Whom generators make of an operation: `useGetUserQuery`, `GetUserDocument`, `GetUserGQL`, `GetUserQuery`, or its name alone.
  Status find_generated_uses(const CancelToken& cancel) {
    std::map<std::string, std::string, std::less<>> by_spelling;
    for (const auto& [name, one] : named_)
      for (const std::string& spelled : spellings(name, one.operation.verb)) by_spelling.try_emplace(spelled, name);
    for (const FileId file : code_.files()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      if (!names_one(file, by_spelling)) continue;
      const CodeFile* code = code_.of(file);
      if (code == nullptr) continue;
      std::set<std::pair<std::string_view, Index>> seen;  // by operation and function
      for (const Reference& reference : code->facts().references) {
        if (reference.role == Role::kType || reference.role == Role::kInherit) continue;
        const auto known = by_spelling.find(code->facts().text(reference.name));
        if (known == by_spelling.end() || !seen.emplace(known->second, reference.symbol).second) continue;
        const NamedOperation& one = named_.at(known->second);
        add(one.operation, one.written, {file, code_.symbol_of(file, reference.symbol), reference.line});
        used_.insert(known->second);
      }
    }
    return {};
  }

  static std::vector<std::string> spellings(const std::string& name, std::string_view verb) {
    const std::string upper = with_upper_first(name);
    const std::string kind = verb == "QUERY" ? "Query" : verb == "MUTATION" ? "Mutation" : "Subscription";
    std::vector<std::string> all = {upper + "Document", upper + "GQL", "use" + upper + kind, "use" + upper + "Lazy" + kind,
                                    "use" + upper + "Suspense" + kind};
    all.push_back(upper.ends_with(kind) ? upper : upper + kind);
    return all;
  }

  /// Whether a file brings in such a name; Java and Kotlin name classes of their own package without.
  bool names_one(FileId file, const std::map<std::string, std::string, std::less<>>& by_spelling) {
    if (code_.family(file) == Family::kJvm || code_.family(file) == Family::kSwift) return true;
    return std::ranges::any_of(at_.program.imports(file), [&](const DeclaredImport& import) { return by_spelling.contains(import.name); });
  }

  void add(const GraphQlOperation& operation, const Written& written, const Place& place) {
    const std::string_view path = declarations_.file(place.file).path;
    for (const std::string& field : operation.fields)
      found_.push_back({.library = ClientLibrary::kGraphQl,
                        .http_method = operation.verb,
                        .route = field,
                        .in = outermost_function(declarations_, place.in),
                        .module = at_.modules.of(place.file).folder,
                        .sender = operation.name,
                        .sends = operation.name,
                        .path = std::string(path),
                        .line = place.line == 0 ? written.line : place.line,
                        .confidence = Confidence::kExact,
                        .contract = fmt::format("{}:{}", declarations_.file(written.file).path, written.line)});
  }

  Workplace& at_;
  const Declarations& declarations_;
  const Uses& uses_;
  FactsSource& source_;
  CodeReader code_;
  std::map<std::string, NamedOperation> named_;  // whose uses are generated
  std::set<std::string> used_;
  std::vector<ClientCall>& found_;
};

}  // namespace

Status find_graphql_calls(Workplace& at, const Uses& uses, FactsSource& source, const CancelToken& cancel, std::vector<ClientCall>& found) {
  return Finder(at, uses, source, found).find(cancel);
}

}  // namespace grove::graph::web

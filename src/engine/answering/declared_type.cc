#include "engine/answering/declared_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "engine/doc_text.h"
#include "graph/resolve/type_text.h"

namespace grove::engine {
namespace {

constexpr std::size_t kLongestArguments = 120;
constexpr int kDeepest = 4;

std::string expression_text(const Facts& facts, Index at, int depth);

std::string children_text(const Facts& facts, const Expression& parent, std::string_view separator, int depth) {
  std::vector<std::string> parts;
  for (Index i = 0; i < parent.child_count; ++i) parts.push_back(expression_text(facts, parent.first_child + i, depth));
  return join(parts, separator);
}

std::string expression_text(const Facts& facts, Index at, int depth) {
  if (depth > kDeepest || at >= facts.expressions.size()) return "…";
  const Expression& expression = facts.expressions[at];
  const std::string_view text = facts.text(expression.text);
  switch (expression.kind) {
    case Expression::Kind::kString: return fmt::format("\"{}\"", text);
    case Expression::Kind::kConcat: return children_text(facts, expression, " + ", depth + 1);
    case Expression::Kind::kArray: return "{" + children_text(facts, expression, ", ", depth + 1) + "}";
    case Expression::Kind::kCall: return fmt::format("{}({})", text, children_text(facts, expression, ", ", depth + 1));
    case Expression::Kind::kNamed: return fmt::format("{} = {}", text, children_text(facts, expression, ", ", depth + 1));
    case Expression::Kind::kObject:
    case Expression::Kind::kLambda: return "…";
    case Expression::Kind::kNumber:
    case Expression::Kind::kName:
    case Expression::Kind::kOther: return std::string(text);
  }
  return "…";
}

template <std::size_t N>
bool is_any(std::string_view name, const std::array<std::string_view, N>& known) {
  return std::ranges::find(known, graph::last_part(name)) != known.end();
}

/// Reads one type of a file.
class TypeReader {
 public:
  TypeReader(const Facts& facts, Index type, std::string_view text) : facts_(facts), type_(type), text_(text) {}

  DeclaredType read() {
    DeclaredType declared{.annotations = annotations_of(type_), .methods = {}, .dependencies = {}};
    for (Index i = type_ + 1; i < facts_.symbols.size(); ++i) {
      const Symbol& symbol = facts_.symbols[i];
      if (symbol.parent != type_ || !is_callable(symbol.kind) || symbol.kind == Kind::kConstructor) continue;
      declared.methods.push_back({.name = std::string(facts_.text(symbol.name)),
                                  .signature = signature_text(slice(text_, symbol.signature)),
                                  .annotations = annotations_of(i),
                                  .lines = symbol.lines});
    }
    add_constructor(declared.dependencies);
    add_members(declared.dependencies);
    return declared;
  }

 private:
  template <std::size_t N>
  bool carries(Index symbol, const std::array<std::string_view, N>& names) const {
    return std::ranges::any_of(facts_.annotations, [&](const Annotation& one) {
      return one.symbol == symbol && one.parameter == kNone && is_any(facts_.text(one.name), names);
    });
  }
  bool is_injected(Index symbol) const {
    static constexpr std::array<std::string_view, 5> kInjecting = {"Autowired", "Inject", "Resource", "EJB", "PersistenceContext"};
    return carries(symbol, kInjecting);
  }

  std::vector<std::string> annotations_of(Index symbol) const {
    std::vector<std::string> all;
    for (const Annotation& one : facts_.annotations)
      if (one.symbol == symbol && one.parameter == kNone) all.push_back(annotation_text(facts_, one));
    return all;
  }

  /// `@Value("${…}") String url` is configuration, not another object.
  bool is_value(Index parameter) const {
    static constexpr std::array<std::string_view, 2> kValues = {"Value", "ConfigProperty"};
    static constexpr std::array<std::string_view, 10> kPlain = {"String",  "int",  "long",    "boolean", "double",
                                                                "Integer", "Long", "Boolean", "Int",     "Duration"};
    const std::string_view type = facts_.text(facts_.parameters[parameter].type);
    return is_any(type, kPlain) || std::ranges::any_of(facts_.annotations, [&](const Annotation& one) {
             return one.parameter == parameter && is_any(facts_.text(one.name), kValues);
           });
  }

  void add_parameters(Index callable, std::vector<InjectedDependency>& dependencies) const {
    for (Index i = 0; i < facts_.parameters.size(); ++i) {
      const Parameter& parameter = facts_.parameters[i];
      if (parameter.symbol == callable && !is_value(i)) add(facts_.text(parameter.name), facts_.text(parameter.type), dependencies);
    }
  }

  void add_constructor(std::vector<InjectedDependency>& dependencies) const {
    std::vector<Index> constructors;
    for (Index i = type_ + 1; i < facts_.symbols.size(); ++i)
      if (facts_.symbols[i].parent == type_ && facts_.symbols[i].kind == Kind::kConstructor) constructors.push_back(i);
    const auto marked = std::ranges::find_if(constructors, [&](Index one) { return is_injected(one); });
    if (marked != constructors.end())
      add_parameters(*marked, dependencies);
    else if (constructors.size() == 1)
      add_parameters(constructors.front(), dependencies);
    else
      add_parameters(type_, dependencies);  // Kotlin's primary one
  }

  bool has_initialiser(Index field) const {
    return std::ranges::any_of(facts_.bindings, [&](const Binding& one) { return one.symbol == field && one.value != kNone; });
  }

  void add_members(std::vector<InjectedDependency>& dependencies) const {
    static constexpr std::array<std::string_view, 1> kRequired = {"RequiredArgsConstructor"};
    static constexpr std::array<std::string_view, 1> kAll = {"AllArgsConstructor"};
    const bool takes_required = carries(type_, kRequired);
    const bool takes_all = carries(type_, kAll);
    for (Index i = type_ + 1; i < facts_.symbols.size(); ++i) {
      const Symbol& symbol = facts_.symbols[i];
      if (symbol.parent != type_) continue;
      if (symbol.kind != Kind::kField && symbol.kind != Kind::kConstant) {
        if (is_callable(symbol.kind) && symbol.kind != Kind::kConstructor && is_injected(i)) add_parameters(i, dependencies);
        continue;
      }
      const bool is_static = (symbol.flags & kSymbolStatic) != 0;
      const bool is_required = takes_required && (symbol.flags & kSymbolFinal) != 0 && !has_initialiser(i);
      if (!is_static && (is_injected(i) || takes_all || is_required)) add(facts_.text(symbol.name), facts_.text(symbol.type), dependencies);
    }
  }

  static void add(std::string_view name, std::string_view type, std::vector<InjectedDependency>& dependencies) {
    const bool is_known = std::ranges::any_of(dependencies, [&](const InjectedDependency& one) { return one.name == name; });
    if (!is_known && !type.empty()) dependencies.push_back({.name = std::string(name), .type = std::string(type)});
  }

  const Facts& facts_;
  Index type_;
  std::string_view text_;
};

}  // namespace

std::string annotation_text(const Facts& facts, const Annotation& annotation) {
  std::string text = "@" + std::string(facts.text(annotation.name));
  if (annotation.arguments == kNone) return text;
  const std::string arguments = children_text(facts, facts.expressions[annotation.arguments], ", ", 0);
  if (arguments.empty()) return text;
  return text + "(" + (arguments.size() > kLongestArguments ? "…" : arguments) + ")";
}

DeclaredType read_declared_type(const Facts& facts, Index type, std::string_view text) { return TypeReader(facts, type, text).read(); }

std::string first_sentence(std::string_view doc) {
  std::string line;
  for (const std::string_view word : split_words(doc)) {
    if (word.starts_with('@')) break;
    line += (line.empty() ? "" : " ") + std::string(word);
    if (word.ends_with('.')) break;
  }
  return line;
}

}  // namespace grove::engine

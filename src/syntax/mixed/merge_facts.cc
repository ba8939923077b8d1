#include "syntax/mixed/merge_facts.h"

#include "syntax/tree/finish.h"

namespace grove::syntax {
namespace {

class Merge {
 public:
  Merge(Facts& facts, const Facts& more)
      : facts_(facts),
        more_(more),
        known_(static_cast<Index>(facts.symbols.size())),
        references_(static_cast<Index>(facts.references.size())),
        parameters_(static_cast<Index>(facts.parameters.size())),
        expressions_(static_cast<Index>(facts.expressions.size())) {}

  void run() {
    add_symbols();
    add_uses();
    add_values();
    sort_symbols(facts_);
  }

 private:
  StringId text(StringId id) { return id == 0 ? 0 : facts_.strings.intern(more_.text(id)); }
  static Index shifted(Index index, Index by) { return index == kNone ? kNone : index + by; }

  /// The innermost of the symbols known before that holds a byte.
  Index around(std::uint32_t begin) const {
    Index inner = kNone;
    for (Index i = 0; i < known_ && facts_.symbols[i].range.begin <= begin; ++i)
      if (begin < facts_.symbols[i].range.end) inner = i;
    return inner;
  }
  Index owner(Index symbol, std::uint32_t begin) const { return symbol == kNone ? around(begin) : symbol + known_; }

  void add_symbols() {
    for (Symbol symbol : more_.symbols) {
      symbol.name = text(symbol.name);
      symbol.type = text(symbol.type);
      symbol.receiver = text(symbol.receiver);
      symbol.qualified_name = 0;
      symbol.parent = owner(symbol.parent, symbol.range.begin);
      facts_.symbols.push_back(symbol);
    }
  }

  void add_uses() {
    for (Reference use : more_.references) {
      use.name = text(use.name);
      use.receiver = text(use.receiver);
      use.symbol = owner(use.symbol, use.begin);
      facts_.references.push_back(use);
    }
    for (Import import : more_.imports) {
      import.module = text(import.module);
      import.name = text(import.name);
      import.alias = text(import.alias);
      facts_.imports.push_back(import);
    }
    for (const CallArguments& call : more_.call_arguments)
      facts_.call_arguments.push_back({call.reference + references_, shifted(call.arguments, expressions_), call.end});
    for (const Lambda& lambda : more_.lambdas)
      facts_.lambdas.push_back({shifted(lambda.call, references_), text(lambda.parameter), text(lambda.type), lambda.range});
    for (Annotation annotation : more_.annotations) {
      annotation.name = text(annotation.name);
      annotation.symbol = owner(annotation.symbol, annotation.begin);
      annotation.parameter = shifted(annotation.parameter, parameters_);
      annotation.arguments = shifted(annotation.arguments, expressions_);
      facts_.annotations.push_back(annotation);
    }
  }

  void add_values() {
    for (Expression expression : more_.expressions) {
      expression.text = text(expression.text);
      expression.first_child += expressions_;
      facts_.expressions.push_back(expression);
    }
    for (Parameter parameter : more_.parameters) {
      parameter.name = text(parameter.name);
      parameter.type = text(parameter.type);
      parameter.symbol = owner(parameter.symbol, parameter.begin);
      facts_.parameters.push_back(parameter);
    }
    for (TypeParameter parameter : more_.type_parameters) {
      parameter.name = text(parameter.name);
      parameter.bound = text(parameter.bound);
      parameter.symbol = shifted(parameter.symbol, known_);
      facts_.type_parameters.push_back(parameter);
    }
    for (Binding binding : more_.bindings) {
      binding.name = text(binding.name);
      binding.type = text(binding.type);
      binding.value = shifted(binding.value, expressions_);
      binding.symbol = owner(binding.symbol, binding.begin);
      facts_.bindings.push_back(binding);
    }
  }

  Facts& facts_;
  const Facts& more_;
  const Index known_;
  const Index references_;
  const Index parameters_;
  const Index expressions_;
};

}  // namespace

void merge_facts(Facts& facts, const Facts& more) { Merge(facts, more).run(); }

}  // namespace grove::syntax

#include "graph/resolve/argument_fit.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/jvm_conversions.h"
#include "graph/resolve/type_text.h"

namespace grove::graph {
namespace {

constexpr std::size_t kMostSupertypes = 32;

bool is_number(std::string_view type) {
  static constexpr std::string_view kNumbers[] = {"int",      "long",    "short",   "byte",     "float",    "double", "Integer", "Long",
                                                  "Double",   "Float",   "Number",  "number",   "size_t",   "Int",    "UInt",    "u32",
                                                  "u64",      "i32",     "i64",     "usize",    "f64",      "f32",    "uint",    "decimal",
                                                  "unsigned", "int64_t", "int32_t", "uint32_t", "uint64_t", "Short",  "Byte"};
  return std::ranges::find(kNumbers, type) != std::end(kNumbers);
}

/// What Java takes a literal for: `5`, `5L`, `.5f`, `true`.
std::string_view java_literal(const Expression& expression, std::string_view text) {
  if (expression.kind == Expression::Kind::kString) return {};
  if (text == "true" || text == "false") return "boolean";
  if (expression.kind != Expression::Kind::kNumber || text.empty()) return {};
  const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char last = text.back();
  if (last == 'L' || last == 'l') return "long";
  if (is_hexadecimal) return text.find_first_of("pP") == std::string_view::npos ? "int" : "double";
  if (last == 'F' || last == 'f') return "float";
  return text.find_first_of(".eEdD") == std::string_view::npos ? "int" : "double";
}

bool is_type_parameter(Names& names, const Candidate& callee, std::string_view name) {
  for (SymbolId symbol = callee.id; symbol != kNobody; symbol = names.candidate(symbol).parent)
    if (names.is_generic(symbol))
      for (const auto& [parameter, bound] : names.declarations().type_parameters(symbol))
        if (parameter == name) return true;
  return false;
}

/// By its declared type, up to the types that it inherits from.
int object_passes(Scopes& scopes, SymbolId type, std::string_view parameter, const Candidate& callee) {
  const std::string_view wanted = last_part(parse_type(parameter, callee.family).path);
  std::vector<SymbolId> open{type};
  for (std::size_t i = 0; i < open.size() && i < kMostSupertypes; ++i) {
    if (scopes.names().candidate(open[i]).name == wanted) return i == 0 ? kFitsItself : kFitsAbove;
    const Ancestry& above = scopes.ancestry(open[i]);
    if (above.foreign_base && scopes.look_up_type({callee.file, callee.id}, parameter).symbols.empty()) return kFitsPerhaps;
    open.insert(open.end(), above.direct.begin(), above.direct.end());
  }
  return kFitsNot;
}

int library_object_passes(Scopes& scopes, const Value& argument, std::string_view parameter, const Candidate& callee) {
  const std::string_view wanted = last_part(parse_type(parameter, callee.family).path);
  if (argument.type_name.empty()) return kFitsPerhaps;
  if (argument.type_name == wanted) return kFitsItself;
  if (argument.type_name == "number")
    return is_number(wanted) ? kFitsAbove : wanted == "String" || wanted == "string" || wanted == "bool" ? kFitsNot : kFitsPerhaps;
  const bool is_text = argument.type_name == "String" &&
                       (wanted == "CharSequence" || wanted == "string" || wanted == "str" || wanted == "string_view" || wanted == "char");
  const bool is_library = scopes.look_up_type({callee.file, callee.id}, parameter).symbols.empty();
  return is_text ? kFitsAbove : is_library && argument.type_name != "String" && argument.type_name != "Class" ? kFitsPerhaps : kFitsNot;
}

int passes(Scopes& scopes, const Value& argument, std::string_view parameter, const Candidate& callee) {
  const std::string_view wanted = last_part(parse_type(parameter, callee.family).path);
  const bool is_any = wanted == "Object" || wanted == "Any" || wanted == "object";
  if (callee.family == Family::kJvm && (argument.type_name == "Object" || argument.type_name == "Any"))
    return is_any ? kFitsItself : wanted.size() < 2 ? kFitsPerhaps : kFitsNot;  // nothing narrower takes it
  const bool is_foreign = argument.kind == Value::Kind::kForeign && !argument.type_name.empty();
  if (callee.family == Family::kJvm && wanted.size() > 1) {
    if (is_foreign && argument.type_name != "number" && !is_type_parameter(scopes.names(), callee, wanted))
      if (const std::optional<int> fits = jvm_conversion(argument.type_name, wanted)) return *fits;
    const bool is_final = wanted == "String" || is_jvm_value(wanted);
    const bool is_object = argument.kind == Value::Kind::kInstance && scopes.names().candidate(argument.symbol).kind != Kind::kType;
    if (is_final && (is_object || (is_foreign && argument.type_name != "number" && argument.type_name != wanted))) return kFitsNot;
  }
  if (wanted.size() < 2 || is_any) return kFitsPerhaps;
  if (argument.kind == Value::Kind::kForeign) return library_object_passes(scopes, argument, parameter, callee);
  return argument.kind == Value::Kind::kInstance ? object_passes(scopes, argument.symbol, parameter, callee) : kFitsPerhaps;
}

}  // namespace

std::vector<Value> passed_values(Values& values, const Facts& facts, Index arguments, const Values::Site& site, Language language) {
  std::vector<Value> passed;
  const Expression& call = facts.expressions[arguments];
  for (Index child = call.first_child; child < call.first_child + call.child_count; ++child) {
    const Expression& argument = facts.expressions[child];
    const std::string_view text = facts.text(argument.text);
    const std::string_view literal = language == Language::kJava ? java_literal(argument, text) : std::string_view();
    if (text == "null" && argument.kind != Expression::Kind::kString)  // fits whatever is an object
      passed.emplace_back();
    else if (text.ends_with(".class"))
      passed.push_back({.kind = Value::Kind::kForeign, .type_name = "Class"});
    else if (!literal.empty())
      passed.push_back({.kind = Value::Kind::kForeign, .type_name = std::string(literal)});
    else
      passed.push_back(values.of_expression(child, site, 0));
  }
  return passed;
}

std::vector<SymbolId> best_fitting(Scopes& scopes, const std::vector<Value>& passed, const std::vector<SymbolId>& overloads) {
  std::vector<std::pair<int, SymbolId>> scored;
  bool is_fixed = false;  // whether one without a list of further arguments fits
  for (const SymbolId overload : overloads) {
    const Candidate& callee = scopes.names().candidate(overload);
    const std::vector<std::string_view> parameters = scopes.names().declarations().parameter_types(overload);
    int score = 1;
    for (std::size_t i = 0; i < std::min(passed.size(), parameters.size()) && score > 0; ++i) {
      const int fits = passes(scopes, passed[i], parameters[i], callee);
      score = fits == kFitsNot ? 0 : score + fits;
    }
    if (score == 0) continue;
    scored.emplace_back(score, overload);
    is_fixed = is_fixed || (callee.family == Family::kJvm && (callee.flags & kSymbolVariadic) == 0);
  }
  if (is_fixed) std::erase_if(scored, [&](const auto& one) { return (scopes.names().candidate(one.second).flags & kSymbolVariadic) != 0; });
  std::vector<SymbolId> best;
  if (scored.empty()) return best;
  const int most = std::ranges::max(scored).first;
  for (const auto& [score, overload] : scored)
    if (score == most) best.push_back(overload);
  return best;
}

}  // namespace grove::graph

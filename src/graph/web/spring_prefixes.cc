#include "graph/web/spring_prefixes.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/calls.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

std::string_view type_of_literal(std::string_view text) {
  for (const std::string_view tail : {"::class.java", "::class", ".class"})
    if (text.ends_with(tail)) return text.substr(0, text.size() - tail.size());
  return {};
}

std::string without_lone_slash(std::string path) { return path == "/" ? std::string() : path; }

}  // namespace

SpringPrefixes::SpringPrefixes(Workplace& at) : at_(at) {
  for (const CallSite& call : calls_of(at.program, "addPathPrefix"))
    if (call.arguments.size() == 2) read_path_prefix(call.argument(0), call.argument(1));
  for (const CallSite& call : calls_of(at.program, "setContextPath"))
    if (call.arguments.size() == 1)
      if (std::string path = at.folder.text(call.argument(0)); path.starts_with('/'))
        contexts_.emplace_back(&at.modules.application_of(call.file), std::move(path));
}

std::string SpringPrefixes::of_application(const Module& application) const {
  std::string context =
      at_.modules.property(application, {"server.servlet.context-path", "server.context-path", "spring.webflux.base-path"});
  if (context.empty())
    if (const auto set = std::ranges::find(contexts_, &application, &std::pair<const Module*, std::string>::first); set != contexts_.end())
      context = at_.modules.filled(application, set->second);
  const std::string servlet = at_.modules.property(application, {"spring.mvc.servlet.path", "server.servlet.path", "server.servlet-path"});
  return join_route(without_lone_slash(context), without_lone_slash(servlet));
}

void SpringPrefixes::read_path_prefix(const Site& prefix, const Site& condition) {
  PathPrefix made{
      .application = &at_.modules.application_of(prefix.file), .prefix = at_.folder.text(prefix), .annotations = {}, .packages = {}};
  if (made.prefix.empty()) return;
  add_conditions(condition, made);
  const Facts& facts = *condition.facts;
  if (facts.expressions[condition.expression].kind == Expression::Kind::kLambda && condition.scope != kNobody) {
    // What a function written in place asks for: the annotations of controllers that are named there.
    const Index around = at_.program.local_index(condition.scope);
    for (const Reference& reference : facts.references) {
      const std::string_view name = facts.text(reference.name);
      const bool after = reference.begin >= facts.expressions[condition.expression].begin;
      if (after && reference.symbol == around && (name == "RestController" || name == "Controller")) made.annotations.emplace_back(name);
    }
  }
  path_prefixes_.push_back(std::move(made));
}

void SpringPrefixes::add_conditions(const Site& condition, PathPrefix& made) const {
  const Expression& expression = condition.facts->expressions[condition.expression];
  const std::string_view text = condition.facts->text(expression.text);
  if (expression.kind == Expression::Kind::kString) made.packages.emplace_back(text);
  if (const std::string_view type = type_of_literal(text); !type.empty()) {
    const Found found = at_.program.scopes().look_up_type({condition.file, condition.scope}, type);
    const bool is_class = !found.symbols.empty() && at_.program.declarations().symbol(found.symbols.front()).kind == Kind::kClass;
    if (is_class)
      made.packages.emplace_back(before_last_part(at_.program.declarations().symbol(found.symbols.front()).qualified_name));
    else
      made.annotations.emplace_back(last_part(type));
  }
  for (std::uint32_t i = 0; i < expression.child_count; ++i)
    add_conditions({.file = condition.file, .facts = condition.facts, .scope = condition.scope, .expression = expression.first_child + i},
                   made);
}

bool SpringPrefixes::is_for(const PathPrefix& one, SymbolId type, const std::vector<SymbolId>& hierarchy) const {
  const Declarations& declarations = at_.program.declarations();
  if (&at_.modules.application_of(declarations.file_of(type)) != one.application) return false;
  if (one.annotations.empty() && one.packages.empty()) return true;
  const std::string_view name = declarations.symbol(type).qualified_name;
  for (const std::string& package : one.packages)
    if (name.starts_with(package) && name.size() > package.size() && name[package.size()] == '.') return true;
  return std::ranges::any_of(hierarchy, [&](SymbolId owner) {
    return std::ranges::any_of(at_.annotations.meanings(owner), [&](const Meaning& meaning) {
      const auto named = [&](std::string_view carried) {
        return std::ranges::find(one.annotations, last_part(carried)) != one.annotations.end();
      };
      const bool is_rest = last_part(meaning.qualified) == "RestController" && named("Controller");
      return is_rest || named(meaning.qualified) ||
             std::ranges::any_of(meaning.chain, [&](const Marking& marking) { return named(marking.name()); });
    });
  });
}

std::string SpringPrefixes::of_controller(SymbolId type, const std::vector<SymbolId>& hierarchy) const {
  for (const PathPrefix& one : path_prefixes_)
    if (is_for(one, type, hierarchy)) return at_.modules.filled(*one.application, one.prefix);
  return {};
}

}  // namespace grove::graph::web

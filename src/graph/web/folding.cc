#include "graph/web/folding.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 12;
constexpr std::size_t kMost = 32;

bool makes_a_list(std::string_view callee) {
  const std::string_view name = last_part(callee);
  return name == "arrayOf" || name == "listOf" || name == "setOf" || name == "asList" || (name == "of" && callee != name);
}

/// Every text of the first followed by every text of the second.
std::vector<std::string> crossed(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  std::vector<std::string> out;
  for (const std::string& a : first)
    for (const std::string& b : second)
      if (out.size() < kMost) out.push_back(a + b);
  return out;
}

/// `"/users/%s".formatted`: the literal before the method.
std::string_view literal_before(std::string_view callee, std::string_view method) {
  if (!callee.ends_with(method) || !callee.starts_with('"')) return {};
  const std::size_t end = callee.rfind('"');
  return end == 0 || end + 1 + method.size() != callee.size() ? std::string_view() : callee.substr(1, end - 1);
}

std::string_view type_of_literal(std::string_view text) {
  for (const std::string_view tail : {"::class.java", "::class", ".class"})
    if (text.ends_with(tail)) return text.substr(0, text.size() - tail.size());
  return {};
}

using ValueOfName = std::function<const std::string*(std::string_view name)>;
constexpr std::size_t kDeepestPlaceholder = 32;
constexpr int kMostPlaceholders = 256;

/// The brace that closes the placeholder that opens at `open`; npos where there is none.
std::size_t placeholder_end(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text.substr(i).starts_with("${")) ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

/// Fills in placeholders, those within names and values first. One whose value needs itself stays as it is written.
class PlaceholderFiller {
 public:
  explicit PlaceholderFiller(const ValueOfName& value) : value_(value) {}

  std::string fill(std::string_view text) {
    std::string out;
    for (std::size_t open = text.find("${"); open != std::string_view::npos; open = text.find("${")) {
      if (++work_ > kMostPlaceholders) break;
      const std::size_t close = placeholder_end(text, open);
      if (close == std::string_view::npos) {  // those within may be known
        out += text.substr(0, open + 2);
        text.remove_prefix(open + 2);
        continue;
      }
      out += text.substr(0, open);
      out += one(text.substr(open, close + 1 - open));
      text.remove_prefix(close + 1);
    }
    return out += text;
  }

 private:
  std::string one(std::string_view written) {
    if (depth_ > kDeepestPlaceholder) return std::string(written);
    ++depth_;
    std::string filled = filled_in(written);
    --depth_;
    return filled;
  }

  std::string filled_in(std::string_view written) {
    const std::string inside = fill(written.substr(2, written.size() - 3));
    const std::size_t colon = inside.find(':');
    std::string name(trim(std::string_view(inside).substr(0, colon)));
    if (std::ranges::find(open_, name) != open_.end()) {
      needs_itself_ = std::move(name);
      return std::string(written);
    }
    const std::string* known = value_(name);
    if (known == nullptr) return colon == std::string::npos ? "${" + inside + "}" : inside.substr(colon + 1);
    open_.push_back(name);
    std::string filled = fill(*known);
    open_.pop_back();
    if (needs_itself_ != name) return filled;
    needs_itself_.clear();
    return std::string(written);
  }

  const ValueOfName& value_;
  std::vector<std::string> open_;  // names that are being filled in
  std::string needs_itself_;
  std::size_t depth_ = 0;
  int work_ = 0;
};

}  // namespace

std::string fill_placeholders(std::string_view text, const ValueOfName& value) { return PlaceholderFiller(value).fill(text); }

std::string Folder::text(const Site& site) {
  const std::vector<std::string> all = texts(site);
  return all.empty() ? std::string() : all.front();
}

std::vector<std::string> Folder::names(const Site& site) {
  if (site.expression == kNone) return {};
  const Expression& expression = site.facts->expressions[site.expression];
  if (expression.kind == Expression::Kind::kName || expression.kind == Expression::Kind::kOther)
    return {std::string(last_part(site.facts->text(expression.text)))};
  std::vector<std::string> found;
  for (std::uint32_t i = 0; i < expression.child_count; ++i)
    for (std::string& name : names(at(site, expression.first_child + i))) found.push_back(std::move(name));
  return found;
}

std::vector<SymbolId> Folder::types(const Site& site) {
  if (site.expression == kNone) return {};
  const Expression& expression = site.facts->expressions[site.expression];
  std::vector<SymbolId> found;
  if (const std::string_view type = type_of_literal(site.facts->text(expression.text)); !type.empty())
    found = program_.scopes().look_up_type({site.file, site.scope}, type).symbols;
  for (std::uint32_t i = 0; i < expression.child_count; ++i)
    for (const SymbolId type : types(at(site, expression.first_child + i))) found.push_back(type);
  return found;
}

SymbolId Folder::constant(const Site& site, std::string_view name) {
  if (name.starts_with("this.")) name.remove_prefix(5);
  Scopes& scopes = program_.scopes();
  const auto with_value = [&](const std::vector<SymbolId>& symbols) {
    const auto found = std::ranges::find_if(symbols, [&](SymbolId symbol) { return program_.value_of(symbol).expression != kNone; });
    return found == symbols.end() ? kNobody : *found;
  };
  if (const SymbolId found = with_value(scopes.look_up_path({site.file, site.scope}, name, Want::kAny).symbols); found != kNobody)
    return found;
  // From inside of a type its name may mean its constructor; and Kotlin's companions hold what is asked of their type.
  const std::string_view owner = before_last_part(name);
  std::vector<SymbolId> types;
  if (!owner.empty())
    types = scopes.look_up_path({site.file, site.scope}, owner, Want::kType).symbols;
  else if (const SymbolId around = scopes.enclosing_type({site.file, site.scope}); around != kNobody)
    types.push_back(around);
  for (const SymbolId type : types) {
    if (const SymbolId found = with_value(scopes.members(type, last_part(name))); found != kNobody) return found;
    for (const SymbolId member : program_.declarations().members(type)) {
      const DeclaredSymbol inner = program_.declarations().symbol(member);
      if (!is_type(inner.kind) || (inner.flags & kSymbolStatic) == 0) continue;
      if (const SymbolId found = with_value(scopes.own_members(member, last_part(name))); found != kNobody) return found;
    }
  }
  return kNobody;
}

std::vector<std::string> Folder::fold_name(const Site& site, std::string_view name, int depth) {
  const SymbolId found = constant(site, name);
  if (found != kNobody && std::ranges::find(open_, found) == open_.end()) {
    open_.push_back(found);
    std::vector<std::string> texts = fold(program_.value_of(found), depth + 1);
    open_.pop_back();
    if (!texts.empty()) return texts;
  }
  return {"${" + std::string(name) + "}"};
}

std::vector<std::string> Folder::fold_concat(const Site& site, const Expression& parts, int depth) {
  std::vector<std::string> whole{""};
  for (std::uint32_t i = 0; i < parts.child_count; ++i) {
    const std::vector<std::string> part = fold(at(site, parts.first_child + i), depth + 1);
    if (!part.empty()) whole = crossed(whole, part);
  }
  return whole;
}

std::vector<std::string> Folder::fold_format(const Site& site, std::string format, std::vector<Index> arguments, int depth) {
  std::size_t from = 0;
  for (const Index argument : arguments) {
    from = format.find('%', from);
    if (from == std::string::npos || from + 1 >= format.size()) break;
    const std::vector<std::string> texts = fold(at(site, argument), depth + 1);
    const std::string text = texts.empty() ? std::string() : texts.front();
    format.replace(from, 2, text);
    from += text.size();
  }
  return {format};
}

std::vector<std::string> Folder::fold_call(const Site& site, const Expression& call, int depth) {
  const std::string_view callee = site.facts->text(call.text);
  std::vector<Index> arguments;
  for (std::uint32_t i = 0; i < call.child_count; ++i) arguments.push_back(call.first_child + i);
  if (makes_a_list(callee)) {
    std::vector<std::string> all;
    for (const Index argument : arguments)
      for (std::string& text : fold(at(site, argument), depth + 1)) all.push_back(std::move(text));
    return all;
  }
  if (callee == "String.format" && !arguments.empty()) {
    const std::vector<std::string> format = fold(at(site, arguments.front()), depth + 1);
    arguments.erase(arguments.begin());
    return format.empty() ? std::vector<std::string>() : fold_format(site, format.front(), arguments, depth);
  }
  for (const std::string_view method : {".formatted", ".format"})
    if (const std::string_view literal = literal_before(callee, method); !literal.empty())
      return fold_format(site, std::string(literal), arguments, depth);
  if (callee.ends_with(".concat") && arguments.size() == 1) {
    const std::string_view literal = literal_before(callee, ".concat");
    const std::vector<std::string> before =
        literal.empty() ? fold_name(site, callee.substr(0, callee.size() - 7), depth) : std::vector{std::string(literal)};
    return crossed(before, fold(at(site, arguments.front()), depth + 1));
  }
  for (const std::string_view same : {".trim", ".trimIndent", ".toString", ".intern"})
    if (callee.ends_with(same) && arguments.empty()) return fold_name(site, callee.substr(0, callee.size() - same.size()), depth);
  return {};
}

std::vector<std::string> Folder::fold(const Site& site, int depth) {
  if (site.expression == kNone || depth > kDeepest) return {};
  const Expression& expression = site.facts->expressions[site.expression];
  const std::string_view text = site.facts->text(expression.text);
  switch (expression.kind) {
    case Expression::Kind::kString:
    case Expression::Kind::kNumber: return {std::string(text)};
    case Expression::Kind::kName: return fold_name(site, text, depth);
    case Expression::Kind::kConcat: return fold_concat(site, expression, depth);
    case Expression::Kind::kCall:
      if (is_choice(text) && expression.child_count == 2) return fold(at(site, expression.first_child), depth + 1);
      return fold_call(site, expression, depth);
    case Expression::Kind::kNamed:
      return expression.child_count == 1 ? fold(at(site, expression.first_child), depth + 1) : std::vector<std::string>{};
    case Expression::Kind::kArray: {
      std::vector<std::string> all;
      for (std::uint32_t i = 0; i < expression.child_count && all.size() < kMost; ++i)
        for (std::string& one : fold(at(site, expression.first_child + i), depth + 1)) all.push_back(std::move(one));
      return all;
    }
    default: return {};
  }
}

}  // namespace grove::graph::web

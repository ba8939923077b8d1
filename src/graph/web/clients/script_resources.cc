#include "graph/web/clients/script_resources.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "graph/resolve/expression_text.h"

namespace grove::graph::web {
namespace {

/// What is known of the parameters in an address: texts, or that they are passed.
using Values = std::map<std::string, std::optional<std::string>, std::less<>>;

Site site_at(const Site& site, Index expression) {
  return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
}

/// The entry of a name in an object as it is written; kNone in its place where it has none.
Site entry_of(const Site& object, std::string_view name) {
  if (object.expression == kNone) return {};
  const Expression& whole = object.facts->expressions[object.expression];
  for (std::uint32_t i = 0; whole.kind == Expression::Kind::kObject && i < whole.child_count; ++i) {
    const Expression& one = object.facts->expressions[whole.first_child + i];
    if (one.kind == Expression::Kind::kNamed && one.child_count == 1 && object.facts->text(one.text) == name)
      return site_at(object, one.first_child);
  }
  return {};
}

/// `{ id: "@id", action: "stop" }`
void add_values(const Site& object, Values& values) {
  if (object.expression == kNone) return;
  const Expression& whole = object.facts->expressions[object.expression];
  for (std::uint32_t i = 0; whole.kind == Expression::Kind::kObject && i < whole.child_count; ++i) {
    const Expression& one = object.facts->expressions[whole.first_child + i];
    if (one.kind != Expression::Kind::kNamed || one.child_count != 1) continue;
    const Expression& value = object.facts->expressions[one.first_child];
    const std::string_view text = object.facts->text(value.text);
    const bool is_written = value.kind == Expression::Kind::kString && !text.starts_with('@');
    values.insert_or_assign(std::string(object.facts->text(one.text)), is_written ? std::optional(std::string(text)) : std::nullopt);
  }
}

/// `/users/:id/:action` with what is known in it. Of what nothing is said the last `left_out` are taken for what isn't passed.
std::string filled(std::string_view text, const Values& values, std::size_t left_out) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    while (end < text.size() && is_name_byte(text[end]) && text[end] != '$') ++end;
    const bool is_parameter = text[i] == ':' && end > i + 1 && (text[i + 1] < '0' || text[i + 1] > '9');
    if (!is_parameter) {
      out += text[i++];
      continue;
    }
    const std::string_view name = text.substr(i + 1, end - i - 1);
    const auto known = values.find(name);
    const auto open = static_cast<std::size_t>(std::ranges::count(text.substr(i), ':'));
    if (known != values.end() && known->second)
      out += *known->second;
    else if (known != values.end() || open > left_out)
      out.append("{").append(name).append("}");
    i = end;
  }
  while (left_out > 0 && out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

/// How many parameters at the end of a shared address an action doesn't pass: all where it makes or lists something, else all but one.
std::size_t left_out(std::string_view address, const Site& options) {
  const auto open = static_cast<std::size_t>(std::ranges::count(address, ':'));
  const auto text = [&](std::string_view name) {
    const Site site = entry_of(options, name);
    return site.expression == kNone ? std::string_view() : site.facts->text(site.facts->expressions[site.expression].text);
  };
  return text("method") == "POST" || text("isArray") == "true" ? open : open - std::min<std::size_t>(open, 1);
}

std::uint32_t line_of(const Facts& facts, std::uint32_t begin) {
  for (const Reference& one : facts.references)
    if (one.begin == begin) return one.line;
  return 0;
}

}  // namespace

void read_resource(ClientKit& kit, FileId file, CallNumber call, std::vector<CodeRequest>& found) {
  const Site base = kit.values.argument(file, call, 0), actions = kit.values.argument(file, call, 2);
  if (base.expression == kNone || actions.expression == kNone) return;
  const Expression& all = actions.facts->expressions[actions.expression];
  for (std::uint32_t i = 0; all.kind == Expression::Kind::kObject && i < all.child_count; ++i) {
    const Expression& action = actions.facts->expressions[all.first_child + i];
    if (action.kind != Expression::Kind::kNamed || action.child_count != 1) continue;
    const Site options = site_at(actions, action.first_child);
    const Site own = entry_of(options, "url");
    Values values;
    add_values(kit.values.argument(file, call, 1), values);
    add_values(entry_of(options, "params"), values);
    std::vector<PieceText> addresses = kit.texts.of(own.expression == kNone ? base : own);
    for (PieceText& address : addresses)
      for (TextPiece& piece : address.pieces) {
        if (piece.kind != TextPiece::Kind::kText) continue;
        const bool is_shared = own.expression == kNone && &piece == &address.pieces.back();
        piece.text = filled(piece.text, values, is_shared ? left_out(piece.text, options) : 0);
      }
    const CodeRequest like{.library = ClientLibrary::kAngular,
                           .verb = verb_in(kit, options, {"method"}, "GET"),
                           .file = file,
                           .call = call,
                           .line = line_of(*actions.facts, action.begin)};
    add_requests(like, std::move(addresses), found);
  }
}

}  // namespace grove::graph::web

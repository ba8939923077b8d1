#include "graph/web/clients/refit_interfaces.h"

namespace grove::graph::web {
namespace {

/// The path that an attribute says; empty where it says none.
std::string_view path_in(const Facts& facts, const Annotation& attribute) {
  if (attribute.arguments == kNone) return {};
  const Expression& all = facts.expressions[attribute.arguments];
  if (all.child_count == 0) return {};
  const Expression& first = facts.expressions[all.first_child];
  return first.kind == Expression::Kind::kString ? facts.text(first.text) : std::string_view();
}

void read_file(ClientKit& kit, FileId file, const Facts& facts, std::vector<ClientCall>& found) {
  const Declarations& all = kit.sources.declarations();
  const SymbolId first = all.file(file).first_symbol;
  for (const Annotation& attribute : facts.annotations) {
    if (attribute.symbol == kNone || attribute.parameter != kNone) continue;
    const Symbol& method = facts.symbols[attribute.symbol];
    const bool is_member = method.kind == Kind::kMethod && method.parent != kNone;
    const std::string verb = is_member ? verb_named(facts.text(attribute.name)) : std::string();
    if (verb.empty() || facts.symbols[method.parent].kind != Kind::kInterface) continue;
    const RequestAddress address = parse_address(path_in(facts, attribute));
    if (address.route.size() < 2) continue;
    found.push_back({.library = ClientLibrary::kRefit,
                     .http_method = verb,
                     .host = address.host,
                     .port = address.port,
                     .route = address.route,
                     .is_below_unknown = address.host.empty(),
                     .in = first + attribute.symbol,
                     .client = first + method.parent,
                     .module = kit.at.modules.of(file).folder,
                     .path = std::string(all.file(file).path),
                     .line = all.symbol(first + attribute.symbol).lines.first});
  }
}

}  // namespace

void find_refit_interfaces(ClientKit& kit, std::vector<ClientCall>& found) {
  for (const FileId file : kit.sources.files_of(Family::kDotNet))
    if (kit.sources.imports_from(file, "Refit"))
      if (const CodeFile* code = kit.sources.of(file); code != nullptr) read_file(kit, file, code->facts(), found);
}

}  // namespace grove::graph::web

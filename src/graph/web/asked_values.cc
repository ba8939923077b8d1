#include "graph/web/asked_values.h"

#include <algorithm>
#include <utility>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

/// What a library's holder of one object holds, as written: of `ObjectProvider<Mailer>` the mailer. Empty of anything else.
std::string_view held_by(std::string_view type) {
  constexpr std::string_view kHolders[] = {"Instance", "Lazy", "ObjectFactory", "ObjectProvider", "Optional", "Provider", "Supplier"};
  const TypeText text = parse_type(type, Family::kJvm);
  const bool holds = text.arguments.size() == 1 && std::ranges::find(kHolders, last_part(text.path)) != std::end(kHolders);
  return holds ? text.arguments.front() : std::string_view();
}

}  // namespace

ValueType AskedValues::of(const Reference& reference, SymbolId in, bool leads_somewhere) {
  const FileId file = declarations_.file_of(in);
  const Facts& facts = *at_.program.facts(file);
  const std::string_view written = plain_receiver(facts.text(reference.receiver));
  const bool is_given = !facts.lambdas.empty() && values_of(file).is_given(written, reference.begin);
  ValueType found = is_given ? ValueType{} : types_.of_name(in, written);
  if (!found.is_known() && (written == "baseMapper" || written == "getBaseMapper()")) found = base_mapper(in);
  if (ValueType handed = found.is_known() ? ValueType{} : handed_out(in, written); handed.is_known()) found = std::move(handed);
  if (found.is_known() || !leads_somewhere) return found;
  if (const Value value = values_of(file).of_receiver(reference); value.kind == Value::Kind::kInstance) found.type = value.symbol;
  return found;
}

Values& AskedValues::values_of(FileId file) {
  if (file_ != file) values_.enter(file, *at_.program.facts(file));
  file_ = file;
  return values_;
}

/// `mailers.getObject()`: what a field holds, with the field, which says of several which.
ValueType AskedValues::handed_out(SymbolId in, std::string_view text) {
  const std::size_t open = text.find('('), dot = text.find('.');
  if (dot == std::string_view::npos || dot > open || !text.ends_with(')')) return {};
  if (!is_plain_name(text.substr(0, dot)) || !hands_out_content(text.substr(dot + 1, open - dot - 1))) return {};
  const ValueType holder = types_.of_name(in, text.substr(0, dot));
  if (holder.field == kNobody || is_callable(declarations_.symbol(holder.field).kind)) return {};
  const DeclaredSymbol field = declarations_.symbol(holder.field);
  ValueType found = types_.of_text(field.file, holder.field, held_by(field.type));
  if (found.is_known()) found.field = holder.field;
  return found;
}

/// What MyBatis-Plus's base class of services holds: `OrderMapper` in an `Orders extends ServiceImpl<OrderMapper, Order>`.
ValueType AskedValues::base_mapper(SymbolId in) {
  constexpr std::string_view kBase = "com.baomidou.mybatisplus.extension.service.impl.ServiceImpl";
  const SymbolId service = at_.program.scopes().enclosing_type({declarations_.file_of(in), in});
  if (service == kNobody) return {};
  for (const Ancestor& owner : lineage(at_.program, service))
    for (const WrittenSupertype& above : written_supertypes(at_.program, owner.type)) {
      const FileId file = declarations_.file_of(owner.type);
      if (above.name == "ServiceImpl" && !above.arguments.empty() && layers_.imported(file, above.name) == kBase)
        return types_.of_text(file, owner.type, with_arguments(above.arguments.front(), owner.arguments));
    }
  return {};
}

}  // namespace grove::graph::web

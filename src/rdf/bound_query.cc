#include "rdf/bound_query.h"

#include <vector>

#include "rdf/oxigraph_terms.h"

namespace grove::rdf {
namespace {

struct Written {
  std::string text = {};
  std::string why = {};
};

void write(void* context, const char* data, std::size_t size) { static_cast<Written*>(context)->text.append(data, size); }

void explain(void* context, const char* data, std::size_t size) { static_cast<Written*>(context)->why.append(data, size); }

}  // namespace

Result<std::string> bound_query(const QueryRequest& request) {
  std::vector<GroveRdfBinding> bindings;
  for (const Binding& binding : request.bindings) bindings.push_back({bytes_of(binding.variable), lent(binding.value)});
  GroveRdfQuery query{};
  query.text = bytes_of(request.text);
  query.base_iri = bytes_of(request.base_iri);
  query.bindings = bindings.data();
  query.binding_count = bindings.size();
  Written written;
  const std::int32_t code = grove_rdf_bound(&query, write, explain, &written);
  GROVE_RETURN_IF_ERROR(status_of(code, "cannot send the query", written.why));
  return bindings.empty() ? request.text : std::move(written.text);
}

}  // namespace grove::rdf

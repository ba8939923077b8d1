#include "rdf/quad_store.h"

#include <utility>
#include <vector>

#include "rdf/oxigraph_terms.h"

namespace grove::rdf {
namespace {

/// What the sinks of one call write to.
struct Outlet {
  const ByteSink& out;
  std::string why = {};
};

void take(void* context, const char* data, std::size_t size) { static_cast<Outlet*>(context)->out({data, size}); }

void explain(void* context, const char* data, std::size_t size) { static_cast<Outlet*>(context)->why.append(data, size); }

std::vector<GroveRdfBytes> lent(const std::vector<std::string>& texts) {
  std::vector<GroveRdfBytes> result;
  for (const std::string& text : texts) result.push_back(bytes_of(text));
  return result;
}

GroveRdfBytes lent(const std::optional<std::string>& name) { return name ? bytes_of(*name) : GroveRdfBytes{}; }

}  // namespace

void QuadStore::Close::operator()(GroveRdfStore* store) const { grove_rdf_close(store); }

QuadStore::QuadStore() : store_(grove_rdf_open()) {}

std::uint64_t QuadStore::size() const { return grove_rdf_size(store_.get()); }

std::uint64_t QuadStore::removed() const { return grove_rdf_removed(store_.get()); }

Result<QueryForm> QuadStore::query(const QueryRequest& request, const ByteSink& out) const {
  std::vector<GroveRdfBinding> bindings;
  for (const Binding& binding : request.bindings) bindings.push_back({bytes_of(binding.variable), lent(binding.value)});
  const std::vector<GroveRdfBytes> default_graphs = lent(request.dataset.default_graphs);
  const std::vector<GroveRdfBytes> named_graphs = lent(request.dataset.named_graphs);
  const GroveRdfQuery query{.text = bytes_of(request.text),
                            .base_iri = bytes_of(request.base_iri),
                            .bindings = bindings.data(),
                            .binding_count = bindings.size(),
                            .default_graphs = default_graphs.data(),
                            .default_graph_count = default_graphs.size(),
                            .named_graphs = named_graphs.data(),
                            .named_graph_count = named_graphs.size(),
                            .union_default_graph = request.dataset.union_default_graph ? 1 : 0,
                            .solutions = static_cast<std::int32_t>(request.solutions),
                            .graph = static_cast<std::int32_t>(request.graph),
                            .forms = static_cast<std::int32_t>(request.forms),
                            .rows = request.limits.rows,
                            .bytes = request.limits.bytes};
  Outlet outlet{out};
  std::int32_t form = 0;
  const std::int32_t code = grove_rdf_query(store_.get(), &query, &form, take, explain, &outlet);
  GROVE_RETURN_IF_ERROR(status_of(code, "cannot answer the query", outlet.why));
  return static_cast<QueryForm>(form);
}

Status QuadStore::graph(const std::optional<std::string>& name, Syntax syntax, const ByteSink& out) const {
  Outlet outlet{out};
  const std::int32_t code = grove_rdf_graph(store_.get(), lent(name), static_cast<std::int32_t>(syntax), take, explain, &outlet);
  return status_of(code, "cannot read the graph", outlet.why);
}

Status QuadStore::apply(std::string_view delta) {
  const ByteSink none = [](std::string_view) {};
  Outlet outlet{none};
  const std::int32_t code = grove_rdf_apply(store_.get(), bytes_of(delta), explain, &outlet);
  return status_of(code, "cannot change the store", outlet.why);
}

Status QuadStore::tidy() {
  std::string whole;
  GROVE_RETURN_IF_ERROR(snapshot([&](std::string_view piece) { whole += piece; }));
  QuadStore fresh;
  GROVE_RETURN_IF_ERROR(fresh.apply(whole));
  store_ = std::move(fresh.store_);
  return {};
}

Status QuadStore::snapshot(const ByteSink& out) const {
  Outlet outlet{out};
  const std::int32_t code = grove_rdf_snapshot(store_.get(), take, explain, &outlet);
  return status_of(code, "cannot write the store", outlet.why);
}

Status QuadStore::update(const UpdateRequest& request, const ByteSink& delta) {
  const std::vector<GroveRdfBytes> graphs = lent(request.using_graphs);
  const std::vector<GroveRdfBytes> named_graphs = lent(request.using_named_graphs);
  const GroveRdfUpdate update{.text = bytes_of(request.text),
                              .base_iri = bytes_of(request.base_iri),
                              .using_graphs = graphs.data(),
                              .using_graph_count = graphs.size(),
                              .using_named_graphs = named_graphs.data(),
                              .using_named_graph_count = named_graphs.size()};
  Outlet outlet{delta};
  const std::int32_t code = grove_rdf_update(store_.get(), &update, take, explain, &outlet);
  return status_of(code, "cannot make the update", outlet.why);
}

Status QuadStore::load(const LoadRequest& request, std::string_view blank_prefix, const ByteSink& delta) {
  const GroveRdfLoad load{.parse = {.text = bytes_of(request.text),
                                    .syntax = static_cast<std::int32_t>(request.syntax),
                                    .base_iri = bytes_of(request.base_iri),
                                    .blank_prefix = {}},
                          .graph = lent(request.graph),
                          .replaces = request.mode == LoadRequest::Mode::kReplace ? 1 : 0};
  Outlet outlet{delta};
  const std::int32_t code = grove_rdf_load(&load, bytes_of(blank_prefix), take, explain, &outlet);
  return status_of(code, "cannot load RDF", outlet.why);
}

Status QuadStore::drop_graph(const std::optional<std::string>& name, const ByteSink& delta) const {
  Outlet outlet{delta};
  const std::int32_t code = grove_rdf_drop(store_.get(), lent(name), take, explain, &outlet);
  return status_of(code, "cannot drop the graph", outlet.why);
}

Result<QueryForm> form_of_query(std::string_view text, std::string_view base_iri) {
  const ByteSink none = [](std::string_view) {};
  Outlet outlet{none};
  std::int32_t form = 0;
  const std::int32_t code = grove_rdf_form(bytes_of(text), bytes_of(base_iri), &form, explain, &outlet);
  GROVE_RETURN_IF_ERROR(status_of(code, "cannot read the query", outlet.why));
  return static_cast<QueryForm>(form);
}

}  // namespace grove::rdf

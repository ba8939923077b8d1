#include "rdf/embedded/calls.h"

#include <cstring>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace grove::rdf {
namespace {

/// Of a message, with its hint; what is longer tells nobody more.
constexpr std::size_t kLongestText = 16'000;

void put(ByteWriter& out, const std::vector<std::string>& texts) {
  out.varint(texts.size());
  for (const std::string& text : texts) out.string(text);
}

std::vector<std::string> take_texts(ByteReader& in) {
  std::vector<std::string> texts;
  for (std::uint64_t count = in.varint(); count > 0 && in.ok(); --count) texts.emplace_back(in.string());
  return texts;
}

void put(ByteWriter& out, const std::optional<std::string>& text) {
  out.fixed<std::uint8_t>(text ? 1 : 0);
  out.string(text.value_or(""));
}

std::optional<std::string> take_optional(ByteReader& in) {
  const bool is_there = in.fixed<std::uint8_t>() == 1;
  std::string text(in.string());
  return is_there ? std::optional(std::move(text)) : std::nullopt;
}

void put(ByteWriter& out, const Term& term) {
  out.fixed(static_cast<std::uint8_t>(term.kind));
  for (const std::string* part : {&term.value, &term.datatype, &term.language}) out.string(*part);
}

Term take_term(ByteReader& in) {
  Term term;
  term.kind = static_cast<Term::Kind>(in.fixed<std::uint8_t>());
  for (std::string* part : {&term.value, &term.datatype, &term.language}) *part = in.string();
  return term;
}

}  // namespace

bool changes_store(CallKind kind) { return kind == CallKind::kUpdate || kind == CallKind::kLoad || kind == CallKind::kDrop; }

std::string_view bytes_of(const CallHead& head) { return {reinterpret_cast<const char*>(&head), sizeof(head)}; }

std::optional<CallHead> head_of(std::string_view bytes) {
  CallHead head;
  if (bytes.size() != sizeof(head)) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof(head));
  return head;
}

std::string encode(const QueryRequest& request) {
  ByteWriter out;
  out.string(request.text);
  out.string(request.base_iri);
  out.varint(request.bindings.size());
  for (const Binding& binding : request.bindings) {
    out.string(binding.variable);
    put(out, binding.value);
  }
  put(out, request.dataset.default_graphs);
  put(out, request.dataset.named_graphs);
  out.fixed<std::uint8_t>(request.dataset.union_default_graph ? 1 : 0);
  out.fixed(static_cast<std::uint8_t>(request.solutions));
  out.fixed(static_cast<std::uint8_t>(request.graph));
  out.fixed(static_cast<std::uint8_t>(request.forms));
  out.fixed(request.limits.rows);
  out.fixed(request.limits.bytes);
  return std::move(out).bytes();
}

QueryRequest decode_query(std::string_view bytes) {
  ByteReader in(bytes);
  QueryRequest request;
  request.text = in.string();
  request.base_iri = in.string();
  for (std::uint64_t count = in.varint(); count > 0 && in.ok(); --count) {
    std::string variable(in.string());
    request.bindings.push_back({.variable = std::move(variable), .value = take_term(in)});
  }
  request.dataset.default_graphs = take_texts(in);
  request.dataset.named_graphs = take_texts(in);
  request.dataset.union_default_graph = in.fixed<std::uint8_t>() == 1;
  request.solutions = static_cast<SolutionSyntax>(in.fixed<std::uint8_t>());
  request.graph = static_cast<Syntax>(in.fixed<std::uint8_t>());
  request.forms = static_cast<QueryRequest::Forms>(in.fixed<std::uint8_t>());
  request.limits.rows = in.fixed<std::uint64_t>();
  request.limits.bytes = in.fixed<std::uint64_t>();
  return request;
}

std::string encode(const UpdateRequest& request) {
  ByteWriter out;
  out.string(request.text);
  out.string(request.base_iri);
  put(out, request.using_graphs);
  put(out, request.using_named_graphs);
  return std::move(out).bytes();
}

UpdateRequest decode_update(std::string_view bytes) {
  ByteReader in(bytes);
  UpdateRequest request;
  request.text = in.string();
  request.base_iri = in.string();
  request.using_graphs = take_texts(in);
  request.using_named_graphs = take_texts(in);
  return request;
}

std::string encode(const LoadRequest& request) {
  ByteWriter out;
  out.fixed(static_cast<std::uint8_t>(request.syntax));
  out.string(request.base_iri);
  put(out, request.graph);
  out.fixed(static_cast<std::uint8_t>(request.mode));
  out.varint(request.text.size());
  return std::move(out).bytes();
}

LoadRequest decode_load(std::string_view bytes) {
  ByteReader in(bytes);
  LoadRequest request;
  request.syntax = static_cast<Syntax>(in.fixed<std::uint8_t>());
  request.base_iri = in.string();
  request.graph = take_optional(in);
  request.mode = static_cast<LoadRequest::Mode>(in.fixed<std::uint8_t>());
  request.text = in.string();
  return request;
}

std::string encode(const GraphRequest& request) {
  ByteWriter out;
  put(out, request.name);
  out.fixed(static_cast<std::uint8_t>(request.syntax));
  return std::move(out).bytes();
}

GraphRequest decode_graph(std::string_view bytes) {
  ByteReader in(bytes);
  GraphRequest request;
  request.name = take_optional(in);
  request.syntax = static_cast<Syntax>(in.fixed<std::uint8_t>());
  return request;
}

std::string encode(const Reply& reply) {
  ByteWriter out;
  out.fixed<std::uint8_t>(reply.status ? 1 : 0);
  out.fixed(reply.number);
  out.fixed<std::uint8_t>(reply.is_last ? 1 : 0);
  if (!reply.status) {
    out.fixed(static_cast<std::int32_t>(reply.status.error().code));
    out.string(std::string_view(reply.status.error().message).substr(0, kLongestText));
    out.string(std::string_view(reply.status.error().hint).substr(0, kLongestText));
  }
  return std::move(out).bytes();
}

Reply decode_reply(std::string_view bytes) {
  ByteReader in(bytes);
  Reply reply;
  const bool is_fine = in.fixed<std::uint8_t>() == 1;
  reply.number = in.fixed<std::uint64_t>();
  reply.is_last = in.fixed<std::uint8_t>() == 1;
  if (is_fine) return reply;
  Error error;
  error.code = static_cast<ErrorCode>(in.fixed<std::int32_t>());
  error.message = in.string();
  error.hint = in.string();
  reply.status = std::unexpected(std::move(error));
  return reply;
}

}  // namespace grove::rdf

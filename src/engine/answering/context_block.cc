#include "engine/answering/context_block.h"

#include <fmt/format.h>

#include <algorithm>

namespace grove::engine {
namespace {

constexpr std::size_t kBytesOfHit = 2400;
constexpr std::size_t kBytesOfAll = 14'000;

std::string_view whole_lines(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  const std::size_t end = text.rfind('\n', bytes);
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

/// `books:policy.pdf p. 12 (xii)`, or `shop:src/a.py:4-9`.
std::string location_of(const UnitHit& unit) {
  const bool paged = unit.place && unit.place->page > 0;
  return fmt::format("{}:{}{}{}", unit.repository, unit.path, paged ? " " : ":",
                     paged ? page_text(*unit.place) : fmt::format("{}-{}", unit.lines.first, unit.lines.last));
}

std::string head_of(const AnswerHit& hit) {
  const UnitHit& unit = hit.unit;
  const std::string& name = unit.qualified_name.empty() ? unit.name : unit.qualified_name;
  const bool is_written = hit.summary.empty() && !hit.written_by.empty();
  const std::string author = is_written ? fmt::format(", written by {}", hit.written_by) : "";
  const std::string request = hit.flow.route.empty() ? "" : fmt::format(" {} {}", hit.flow.http_method, hit.flow.route);
  return fmt::format("[{}] {}{}{}{}  ({}{})\n", unit.rank, hit.chunk_type, request, name.empty() ? "" : " ", name, location_of(unit),
                     author);
}

}  // namespace

std::string flow_text(const FlowHit& flow) {
  std::string text = fmt::format("{} {}\n", flow.http_method, flow.route);
  for (std::size_t i = 0; i < flow.steps.size(); ++i) {
    const FlowStepHit& step = flow.steps[i];
    text += fmt::format("{}. [{}] {}  ({}:{})\n", i + 1, step.layer, step.symbol, step.path, step.line);
  }
  return flow.is_cut ? text + "…\n" : text;
}

std::string context_block(const std::vector<AnswerHit>& hits) {
  std::string block;
  for (const AnswerHit& hit : hits) {
    std::string piece = head_of(hit);
    for (const ServiceEdge& edge : hit.service_edges)
      piece += fmt::format("{} calls {} ({}, line {})\n", edge.from, edge.to, edge.kind, edge.line);
    if (!hit.summary.empty()) piece += fmt::format("Summary, written by {}: {}\n", hit.written_by, hit.summary);
    const bool is_request = !hit.flow.route.empty();  // the code of others begins with what documents it
    if (is_request && !hit.unit.docstring.empty()) piece += hit.unit.docstring + '\n';
    const std::string_view code = whole_lines(hit.unit.code, kBytesOfHit);
    piece += code;
    if (!piece.ends_with('\n')) piece += '\n';
    if (code.size() < hit.unit.code.size()) piece += "…\n";
    if (block.size() + piece.size() > kBytesOfAll) piece = head_of(hit);
    if (block.size() + piece.size() > kBytesOfAll) break;
    block += (block.empty() ? "" : "\n") + piece;
  }
  return block;
}

}  // namespace grove::engine

// What the walk makes of ERROR nodes: mostly the grammar lost its way somewhere inside of a type or function, and its header stands there
// in single tokens before the members that did parse.
#include <algorithm>
#include <array>
#include <utility>

#include "syntax/tree/walk.h"

namespace grove::syntax {
namespace {

constexpr std::array kHeaderWords = std::to_array<std::pair<std::string_view, Kind>>({{"class", Kind::kClass},
                                                                                      {"struct", Kind::kStruct},
                                                                                      {"union", Kind::kStruct},
                                                                                      {"interface", Kind::kInterface},
                                                                                      {"protocol", Kind::kInterface},
                                                                                      {"trait", Kind::kTrait},
                                                                                      {"enum", Kind::kEnum},
                                                                                      {"object", Kind::kClass},
                                                                                      {"actor", Kind::kClass},
                                                                                      {"namespace", Kind::kNamespace},
                                                                                      {"module", Kind::kModule},
                                                                                      {"mod", Kind::kModule},
                                                                                      {"func", Kind::kFunction},
                                                                                      {"fun", Kind::kFunction},
                                                                                      {"fn", Kind::kFunction},
                                                                                      {"def", Kind::kFunction},
                                                                                      {"function", Kind::kFunction}});

bool is_name(TSNode node) {
  const std::string_view type = ts_node_type(node);
  return ts_node_child_count(node) == 0 && (type.ends_with("identifier") || type == "name" || type == "constant");
}

}  // namespace

void Walk::note_broken(TSNode node) {
  BrokenNode& broken = broken_.back();
  const TSNode keyword = std::exchange(broken.keyword, TSNode{});
  if (ts_node_is_named(node)) {
    if (ts_node_is_null(keyword) || !is_name(node)) return;
    const Index symbol = open_symbol({.node = keyword, .kind = broken.kind, .name = node});
    extend_symbol(broken.end);
    broken.headers.emplace_back(broken.braces, symbol);
    return;
  }
  const std::string_view token = ts_node_type(node);
  if (token == "{") {
    ++broken.braces;
    return;
  }
  if (token == "}") {
    if (broken.braces > 0) --broken.braces;
    end_broken_headers(broken, node);
    return;
  }
  const auto word = std::ranges::find(kHeaderWords, token, &std::pair<std::string_view, Kind>::first);
  if (word == kHeaderWords.end()) return;
  broken.keyword = node;
  broken.kind = word->second;
}

void Walk::end_broken_headers(BrokenNode& broken, TSNode brace) {
  const std::uint32_t end = ts_node_end_byte(brace);
  while (!broken.headers.empty() && broken.headers.back().first >= broken.braces) {
    const Index symbol = broken.headers.back().second;
    broken.headers.pop_back();
    const auto frame = std::ranges::find(frames_, symbol, &Frame::symbol);
    if (frame == frames_.end()) continue;
    frame->until = frame->end = end;
    facts_->symbols[symbol].range.end = end;
  }
}

}  // namespace grove::syntax

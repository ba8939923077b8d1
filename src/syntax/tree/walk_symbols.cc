#include <algorithm>
#include <array>
#include <cctype>

#include "syntax/tree/walk.h"

namespace grove::syntax {
namespace {

struct WordFlag {
  std::string_view word;
  std::uint16_t flag;
};
constexpr std::array kWordFlags = std::to_array<WordFlag>({{"static", kSymbolStatic},
                                                           {"public", kSymbolPublic},
                                                           {"export", kSymbolPublic},
                                                           {"pub", kSymbolPublic},
                                                           {"private", kSymbolPrivate},
                                                           {"fileprivate", kSymbolPrivate},
                                                           {"abstract", kSymbolAbstract},
                                                           {"async", kSymbolAsync},
                                                           {"suspend", kSymbolAsync},
                                                           {"override", kSymbolOverride},
                                                           {"final", kSymbolFinal},
                                                           {"sealed", kSymbolFinal},
                                                           {"operator", kSymbolOperator},
                                                           {"default", kSymbolDefault}});

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Without white space at both ends and what introduces a body.
ByteRange trimmed_signature(std::string_view text, ByteRange range) {
  const auto ends_with = [&](std::string_view tail) {
    return range.size() >= tail.size() && text.substr(range.end - tail.size(), tail.size()) == tail;
  };
  while (!range.empty() && std::isspace(static_cast<unsigned char>(text[range.begin])) != 0) ++range.begin;
  for (bool trimmed = true; trimmed && !range.empty();) {
    const char last = text[range.end - 1];
    if (ends_with("=>"))
      range.end -= 2;
    else if (std::isspace(static_cast<unsigned char>(last)) != 0 || last == '{' || last == ';' || last == ',' || last == '=' ||
             (last == ':' && !ends_with("::")))
      --range.end;
    else
      trimmed = false;
  }
  return range;
}

constexpr std::uint32_t kShortValue = 200;  // a constant up to that long is shown with its value

}  // namespace

std::uint16_t Walk::word_flags(std::string_view header) const {
  std::uint16_t flags = 0;
  int nesting = 0;
  for (std::size_t i = 0; i < header.size() && i < 400; ++i) {
    const char c = header[i];
    if (c == '(' || c == '[' || c == '<') ++nesting;
    if (c == ')' || c == ']' || c == '>') --nesting;
    if (c == '"' || c == '{') break;
    if (!is_word(c) || nesting > 0) continue;
    std::size_t end = i;
    while (end < header.size() && is_word(header[end])) ++end;
    for (const WordFlag& known : kWordFlags)
      if (header.substr(i, end - i) == known.word) flags |= known.flag;
    i = end - 1;
  }
  return flags;
}

Symbol Walk::make_symbol(const SymbolDraft& draft) {
  const Frame& outer = top();
  Symbol symbol;
  symbol.kind = draft.kind == Kind::kFunction && outer.in_type && !outer.in_callable ? Kind::kMethod : draft.kind;
  symbol.flags = draft.flags;
  symbol.parent = outer.symbol;
  symbol.receiver = draft.receiver.empty() ? outer.receiver : intern_snippet(draft.receiver);
  symbol.range = {ts_node_start_byte(draft.node), ts_node_end_byte(draft.node)};
  while (!symbol.range.empty() && std::isspace(static_cast<unsigned char>(text_[symbol.range.end - 1])) != 0) --symbol.range.end;
  symbol.name_range = {symbol.range.begin, symbol.range.begin};
  if (!ts_node_is_null(draft.name)) {
    symbol.name_range = {ts_node_start_byte(draft.name), ts_node_end_byte(draft.name)};
    claim(draft.name);
  }
  const std::string_view name = draft.name_text.empty() ? text_.substr(symbol.name_range.begin, symbol.name_range.size()) : draft.name_text;
  symbol.name = intern(name.empty() ? "_" : name);  // the parser put a name in that is missing
  symbol.type = intern_type(draft.type);
  return symbol;
}

Index Walk::add_symbol(const SymbolDraft& draft, Index parent) {
  Symbol symbol = make_symbol(draft);
  symbol.parent = parent;
  symbol.receiver = 0;
  symbol.doc = comments_.before(symbol.range.begin);
  symbol.signature = symbol.range;
  if (symbol.signature.size() > kShortValue) symbol.signature.end = symbol.name_range.end;
  facts_->symbols.push_back(symbol);
  const auto index = static_cast<Index>(facts_->symbols.size() - 1);
  if ((symbol.kind == Kind::kField || symbol.kind == Kind::kConstant) && !ts_node_is_null(draft.name))
    note_field(draft.name, parent, index);
  return index;
}

Index Walk::open_symbol(const SymbolDraft& draft) {
  const auto index = static_cast<Index>(facts_->symbols.size());
  const std::size_t outer_frame = frames_.size() - 1;
  const Frame outer = top();
  Symbol symbol = make_symbol(draft);
  const bool wrapped = outer.act == Act::kWrapper;
  const bool annotated = !wrapped && pending_depth_ == depth_;  // by siblings that stand before it
  ByteRange whole = symbol.range;
  if (wrapped && outer.next_symbol == index) whole.begin = outer.begin;
  if (annotated) whole.begin = facts_->annotations[pending_annotations_].begin;
  symbol.doc = comments_.before(whole.begin);
  if (annotated && symbol.doc.empty()) symbol.doc = comments_.before(symbol.range.begin);
  facts_->symbols.push_back(symbol);
  if (annotated) facts_->symbols[index].range.begin = whole.begin;
  if (!ts_node_is_null(draft.name)) note_field(draft.name, symbol.parent, is_callable(symbol.kind) || is_type(symbol.kind) ? kNone : index);
  Frame& frame = push_frame(Act::kSymbol, draft.node);
  frame.symbol = index;
  frame.receiver = 0;
  frame.region = Frame::Region::kValue;
  frame.in_type = is_type(symbol.kind);
  frame.in_callable = is_callable(symbol.kind) || (outer.in_callable && !frame.in_type);
  const bool takes_parameters = is_callable(symbol.kind) || symbol.kind == Kind::kMacro || (frame.in_type && symbol.kind != Kind::kType);
  frame.callable = takes_parameters ? index : kNone;
  frame.body_begin = ts_node_is_null(draft.body) ? UINT32_MAX : ts_node_start_byte(draft.body);
  frame.value_begin = UINT32_MAX;
  if (!ts_node_is_null(draft.function)) frame.function_begin = ts_node_start_byte(draft.function);
  if (wrapped) lend_wrapper(frames_[outer_frame], whole, index);
  if (pending_depth_ != UINT32_MAX && pending_depth_ <= depth_) {
    for (std::size_t i = pending_annotations_; i < facts_->annotations.size(); ++i)
      if (facts_->annotations[i].symbol == kNone) facts_->annotations[i].symbol = index;
    pending_depth_ = UINT32_MAX;
  }
  if (!extents_.empty())
    if (const auto extent = extents_.find(symbol.range.begin); extent != extents_.end()) extend_symbol(extent->second);
  return index;
}

void Walk::extend_symbol(std::uint32_t end) {
  Frame& frame = top();
  frame.until = end;
  frame.end = end;
  ByteRange& range = facts_->symbols[frame.symbol].range;
  range.end = std::max(range.end, end);
}

void Walk::reopen_symbol(Index symbol, TSNode node) {
  Frame& frame = push_frame(Act::kScope, node);
  frame.symbol = symbol;
  frame.callable = kNone;
  frame.receiver = 0;
  frame.region = Frame::Region::kValue;
  frame.in_type = false;
  frame.in_callable = true;
  ByteRange& range = facts_->symbols[symbol].range;
  range.end = std::max(range.end, ts_node_end_byte(node));
}

Index Walk::clause_of(std::string_view name, TSNode node) const {
  const std::uint32_t begin = ts_node_start_byte(node);
  for (auto index = static_cast<Index>(facts_->symbols.size()); index-- > 0;) {
    const Symbol& symbol = facts_->symbols[index];
    if (index == top().symbol) break;
    if (symbol.parent != top().symbol) continue;  // nested in the one that is looked for
    const bool same = symbol.range.end <= begin && facts_->text(symbol.name) == name;
    return same && only_comments_between(symbol.range.end, begin) ? index : kNone;
  }
  return kNone;
}

bool Walk::only_comments_between(std::uint32_t begin, std::uint32_t end) const {
  constexpr std::string_view blanks = " \t\r\n;.";
  const auto& runs = comments_.runs();
  for (auto run = runs.rbegin(); run != runs.rend() && run->begin >= begin; ++run) {
    if (run->end > end) continue;
    if (text_.substr(run->end, end - run->end).find_first_not_of(blanks) != std::string_view::npos) return false;
    end = run->begin;
  }
  return text_.substr(begin, end - begin).find_first_not_of(blanks) == std::string_view::npos;
}

void Walk::lend_wrapper(Frame& wrapper, ByteRange whole, Index symbol) {
  Frame& frame = top();
  if (wrapper.next_symbol == symbol) {
    frame.signature_begin = wrapper.signature_begin;
    for (std::size_t i = wrapper.annotations; i < facts_->annotations.size(); ++i)
      if (facts_->annotations[i].symbol == wrapper.symbol || facts_->annotations[i].symbol == kNone) facts_->annotations[i].symbol = symbol;
    for (std::size_t i = wrapper.type_parameters; i < facts_->type_parameters.size(); ++i)
      if (facts_->type_parameters[i].symbol == wrapper.symbol) facts_->type_parameters[i].symbol = symbol;
    facts_->symbols[symbol].range.begin = whole.begin;
  }
  wrapper.last_symbol = symbol;
}

void Walk::close_symbol(const Frame& frame) {
  Symbol& symbol = facts_->symbols[frame.symbol];
  std::uint32_t end = std::min(frame.body_begin, symbol.range.end);
  if (frame.body_begin == UINT32_MAX && !is_callable(symbol.kind)) {
    const std::string_view rest = text_.substr(symbol.name_range.end, end - std::min(end, symbol.name_range.end));
    const bool members = is_type(symbol.kind) && symbol.kind != Kind::kType;
    if (const std::size_t stop = rest.find(members ? '{' : '\n'); stop != std::string_view::npos && (members || rest.size() > kShortValue))
      end = symbol.name_range.end + static_cast<std::uint32_t>(stop);
  }
  if (frame.value_begin != UINT32_MAX && symbol.range.size() > kShortValue) end = std::min(end, frame.value_begin);
  symbol.signature = trimmed_signature(text_, {std::min(frame.signature_begin, end), end});
  const std::uint32_t words_end = is_callable(symbol.kind) ? symbol.signature.end : std::min(symbol.signature.end, symbol.name_range.begin);
  if (words_end > symbol.signature.begin)
    symbol.flags |= word_flags(text_.substr(symbol.signature.begin, words_end - symbol.signature.begin));
  if (is_callable(symbol.kind) && frame.body_begin >= symbol.range.end) symbol.flags |= kSymbolDeclarationOnly;
}

void Walk::close_wrapper(const Frame& frame) {
  if (frame.last_symbol == kNone) {
    for (std::size_t i = frame.annotations; i < facts_->annotations.size(); ++i)
      if (facts_->annotations[i].symbol == kNone) facts_->annotations[i].symbol = frame.symbol;
    return;
  }
  Symbol& last = facts_->symbols[frame.last_symbol];
  last.range.end = std::max(last.range.end, frame.end);
  // `export { … }` around a symbol, `template<…>` inside `export`: the outer wrapper lends to the same symbol.
  if (Frame& outer = top(); outer.act == Act::kWrapper && outer.last_symbol == kNone) {
    if (outer.next_symbol == frame.last_symbol) last.range.begin = std::min(last.range.begin, outer.begin);
    outer.last_symbol = frame.last_symbol;
  }
}

}  // namespace grove::syntax

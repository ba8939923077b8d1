#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/hash.h"
#include "syntax/config/flow_reader.h"
#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kMaxDepth = 100;
constexpr std::size_t kMaxAliases = 1000;  // each may copy what it names; together they stay small
constexpr std::size_t kMaxScalar = 1200;
constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15ULL;

/// A block mapping or sequence that is open at the line at hand.
struct Level {
  std::size_t indent = 0;
  bool sequence = false;
  std::size_t base = 0;   // size of the path of the mapping or sequence itself
  std::size_t index = 0;  // of the element at hand
};

struct Anchor {
  std::string path;
  std::size_t first = 0;  // property
};

bool ends_word(std::string_view text, std::size_t at) { return at >= text.size() || is_line_blank(text[at]); }

bool is_dash(std::string_view content) { return content.starts_with('-') && ends_word(content, 1); }

std::string_view without_comment(std::string_view value) {
  if (value.starts_with('#')) return {};
  for (std::size_t at = value.find('#'); at != std::string_view::npos; at = value.find('#', at + 1))
    if (is_line_blank(value[at - 1])) return trim_line(value.substr(0, at));
  return trim_line(value);
}

/// `{{ … }}` and `{% … %}` of template engines.
bool is_template(std::string_view content) { return content.starts_with("{{") || content.starts_with("{%"); }

struct Key {
  std::string name;
  std::size_t behind = 0;  // offset in the content behind the colon
};

/// The key that a line's content begins with, if it is one.
std::optional<Key> read_key(std::string_view content) {
  if (content.starts_with('"') || content.starts_with('\'')) {
    std::size_t end = 0;
    std::string name = read_quoted(content, 0, end);
    if (end == std::string_view::npos) return std::nullopt;
    end = std::min(content.find_first_not_of(" \t", end), content.size());
    const bool colon = end < content.size() && content[end] == ':' && ends_word(content, end + 1);
    return colon ? std::optional(Key{std::move(name), end + 1}) : std::nullopt;
  }
  if (content.starts_with('{') || content.starts_with('[') || content.starts_with('#')) return std::nullopt;
  for (std::size_t at = 0; at < content.size(); ++at) {
    if (content[at] == '#' && is_line_blank(content[at - 1])) return std::nullopt;
    if (content[at] == ':' && ends_word(content, at + 1)) return Key{std::string(trim_line(content.substr(0, at))), at + 1};
  }
  return std::nullopt;
}

/// One reading of a YAML stream.
class YamlReader {
 public:
  YamlReader(std::string_view text, PropertyWriter& properties)
      : text_(text), is_templated_(text.find("{{") != std::string_view::npos), properties_(properties), cursor_(text) {}

  void read() {
    while (!cursor_.at_end() && !properties_.full()) {
      const std::string_view line = cursor_.line();
      const std::string_view content = trim_line(line);
      if (document_mark(line)) continue;
      const bool nothing =
          content.empty() || content.front() == '#' || is_template(content) || line.starts_with('%') || content.starts_with("? ");
      if (nothing)
        cursor_.next();
      else
        entry(line, content);
    }
    close_document();
  }

 private:
  bool document_mark(std::string_view line) {
    const bool begins = line.starts_with("---") && ends_word(line, 3);
    if (!begins && !(line.starts_with("...") && ends_word(line, 3))) return false;
    close_document();
    cursor_.move_to(cursor_.offset() + 3);
    const std::string_view rest = without_comment(trim_line(cursor_.line()));
    if (rest.empty() || rest.starts_with('!') || !begins) cursor_.next();
    return true;
  }

  void close_document() {
    flush_pending();
    properties_.close_document(document_);
    document_ = properties_.count();
    levels_.clear();
    anchors_.clear();
    keys_.clear();
    is_text_ = false;
    path_.cut(0);
  }

  /// A key or list element without a value, if nothing nested came after it.
  void flush_pending() {
    if (pending_) properties_.add(path_.text(), {}, pending_begin_);
    pending_ = false;
  }

  void breaks_off(std::string_view at) { properties_.breaks_off(offset_in(text_, at)); }

  void entry(std::string_view line, std::string_view content) {
    const std::size_t column = offset_in(line, content);
    if (line.substr(0, column).find('\t') != std::string_view::npos) breaks_off(content);  // no tabs there (YAML 1.2.2, 6.1)
    const bool dash = is_dash(content);
    const bool nested =
        levels_.empty() || column > levels_.back().indent || (dash && !levels_.back().sequence && column == levels_.back().indent);
    if (!nested) flush_pending();
    const bool expected = pending_ || levels_.empty();
    pending_ = false;
    const bool is_first = levels_.empty();
    while (!levels_.empty() && levels_.back().indent > column) levels_.pop_back();
    if (!is_first && levels_.empty()) breaks_off(content);  // farther left than the document begins
    // Deeper than a key that has its value, or between two levels.
    if (nested ? !expected : !levels_.empty() && levels_.back().indent < column) breaks_off(content);
    if (!levels_.empty() && levels_.back().indent == column && levels_.back().sequence && !dash) {
      levels_.pop_back();
      if (levels_.empty() || levels_.back().indent < column) breaks_off(content);  // a key among the elements of a list
    }
    auto key = dash ? std::nullopt : read_key(content);
    if (is_text_ && (dash || key)) breaks_off(content);  // a document is one thing
    if (dash) return elements(column, content);
    if (key) return pair(column, content, *key);
    is_text_ = is_text_ || levels_.empty();
    if (expected) return value(content);
    breaks_off(content);  // text that belongs to nothing
    cursor_.next();
  }

  /// `- value`, `- key: value`, `- - value`.
  void elements(std::size_t column, std::string_view content) {
    while (is_dash(content) && levels_.size() < kMaxDepth) {
      const bool next = !levels_.empty() && levels_.back().sequence && levels_.back().indent == column;
      if (next)
        ++levels_.back().index;
      else
        open(column, true);
      path_.cut(levels_.back().base);
      path_.index(levels_.back().index);
      const std::size_t step = std::min(content.find_first_not_of(" \t", 1), content.size());
      column += step;
      content = content.substr(step);
    }
    if (levels_.size() >= kMaxDepth) return cursor_.next();
    auto key = read_key(content);
    key ? pair(column, content, *key) : value(content);
  }

  void pair(std::size_t column, std::string_view content, const Key& key) {
    if (levels_.size() >= kMaxDepth) return cursor_.next();
    if (levels_.empty() || levels_.back().sequence || levels_.back().indent != column) open(column, false);
    path_.cut(levels_.back().base);
    const std::string_view rest = trim_line(content.substr(key.behind));
    if (content.starts_with('`') || content.starts_with(',')) breaks_off(content);  // nothing may begin so (YAML 1.2.2, 5.3)
    if (key.name == "<<") return merge(rest);
    const std::size_t mapping = path_.size();
    path_.name(key.name);
    const bool is_new = keys_.insert(hash64(path_.text()) ^ (mapping * kSpread)).second;
    if (!is_new && !is_templated_) breaks_off(content);  // a key stands once in a mapping (YAML 1.2.2, 3.2.1.1)
    pending_begin_ = offset_in(text_, content);
    value(rest);
  }

  void open(std::size_t column, bool sequence) { levels_.push_back({.indent = column, .sequence = sequence, .base = path_.size()}); }

  /// The value of the path at hand; `content` is the rest of its line.
  void value(std::string_view content) {
    const std::uint32_t begin = offset_in(text_, content);
    while (content.starts_with('&') || content.starts_with('!')) {
      const std::size_t end = std::min(content.find_first_of(" \t"), content.size());
      if (content.front() == '&') anchors_[std::string(content.substr(1, end - 1))] = {std::string(path_.text()), properties_.count()};
      content = trim_line(content.substr(end));
    }
    if (without_comment(content).empty()) {
      pending_ = true;
      return cursor_.next();
    }
    const char first = content.front();
    if (first == '|' || first == '>') {
      if (without_comment(content.substr(1)).find_first_not_of("+-0123456789") != std::string_view::npos) breaks_off(content);
      return block_scalar(content, begin);
    }
    if ((first == '{' || first == '[') && !is_template(content)) return flow(content);
    if (first == '*') return alias(without_comment(content).substr(1));
    if ((first == '"' || first == '\'') && quoted(content)) return;
    plain(content, begin);
  }

  void flow(std::string_view content) {
    cursor_.move_to(FlowReader(FlowReader::Dialect::kYaml, text_, properties_).read(offset_in(text_, content), path_));
    end_of_line();
  }

  /// Behind a value that has an end of its own nothing may follow.
  void end_of_line() {
    const std::string_view rest = trim_line(cursor_.line());
    if (!rest.empty() && !rest.starts_with('#')) breaks_off(rest);
    cursor_.next();
  }

  bool quoted(std::string_view content) {
    std::size_t end = 0;
    const std::uint32_t begin = offset_in(text_, content);
    const std::string decoded = read_quoted(text_, begin, end);
    if (end == std::string_view::npos) {
      properties_.breaks_off(begin);
      return false;
    }
    properties_.add(path_.text(), decoded, begin);
    cursor_.move_to(end);
    end_of_line();
    return true;
  }

  std::ptrdiff_t container_indent() const { return levels_.empty() ? -1 : static_cast<std::ptrdiff_t>(levels_.back().indent); }

  bool is_inside(std::string_view line) const {
    const std::size_t indent = line.find_first_not_of(" \t");
    return indent != std::string_view::npos && static_cast<std::ptrdiff_t>(indent) > container_indent();
  }

  void plain(std::string_view content, std::uint32_t begin) {
    if (std::string_view("`%,").find(content.front()) != std::string_view::npos || read_key(content)) breaks_off(content);
    std::string whole(cut_utf8(without_comment(content), kMaxScalar));
    for (cursor_.next(); !cursor_.at_end() && !levels_.empty(); cursor_.next()) {
      const std::string_view line = trim_line(cursor_.line());
      if (line.empty()) continue;  // the text may go on behind it
      if (!is_inside(cursor_.line()) || line.starts_with('#')) break;
      if (read_key(line)) breaks_off(line);  // a text that goes on can't be a key (YAML 1.2.2, 7.4.2)
      if (whole.size() < kMaxScalar) (whole += ' ') += cut_utf8(without_comment(line), kMaxScalar);
    }
    properties_.add(path_.text(), whole, begin);
  }

  /// How far its lines stand in: the header may say so, `|2`, else its first line does (YAML 1.2.2, 8.1.1.1).
  std::size_t said_indent(std::string_view header) const {
    const std::size_t digit = without_comment(header).find_first_of("123456789");
    if (digit == std::string_view::npos) return digit;
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(container_indent(), 0)) + static_cast<std::size_t>(header[digit] - '0');
  }

  void block_scalar(std::string_view header, std::uint32_t begin) {
    const char style = header.front();
    std::string whole;
    std::size_t indent = said_indent(header);
    bool is_over = false;  // a line stood less far in than its text
    for (cursor_.next(); !cursor_.at_end(); cursor_.next()) {
      const std::string_view line = cursor_.line();
      const std::string_view content = trim_line(line);
      const bool blank = content.empty();
      if (!blank && !is_inside(line)) break;
      if (!blank && indent == std::string_view::npos) indent = line.find_first_not_of(" \t");
      is_over = is_over || (!blank && line.find_first_not_of(' ') < indent && !is_template(content));
      if (is_over && !blank && !content.starts_with('#')) breaks_off(content);
      if (whole.size() >= kMaxScalar) continue;
      if (!whole.empty()) whole += style == '>' && !blank ? ' ' : '\n';
      if (!blank) whole += cut_utf8(line.substr(std::min(indent, line.find_first_not_of(" \t"))), kMaxScalar);
    }
    while (whole.ends_with('\n')) whole.pop_back();
    properties_.add(path_.text(), whole, begin);
  }

  /// The mappings that a merge key names, behind it or as a list on the lines below.
  void merge(std::string_view names) {
    const bool are_below = without_comment(names).empty();
    if (!are_below && std::string_view("*[{").find(names.front()) == std::string_view::npos) breaks_off(names);
    merge_named(names);
    for (cursor_.next(); are_below && !cursor_.at_end(); cursor_.next()) {
      const std::string_view line = trim_line(cursor_.line());
      if (line.empty() || line.starts_with('#')) continue;
      if (!line.starts_with('*') && !(is_dash(line) && trim_line(line.substr(1)).starts_with('*'))) break;
      merge_named(line);
    }
  }

  void merge_named(std::string_view names) {
    while (!names.empty()) {
      const std::size_t star = names.find('*');
      if (star == std::string_view::npos) break;
      const std::size_t end = std::min(names.find_first_of(" ,]\t", star), names.size());
      expand(names.substr(star + 1, end - star - 1));
      names.remove_prefix(end);
    }
  }

  void alias(std::string_view name) {
    expand(name);
    cursor_.next();
  }

  /// Copies what stands under an anchor to the path at hand.
  void expand(std::string_view name) {
    const auto anchor = anchors_.find(std::string(name));
    if (anchor == anchors_.end()) {
      if (text_.find("&" + std::string(name)) == std::string_view::npos) breaks_off(name);
      return;
    }
    if (++aliases_ > kMaxAliases) return;
    const std::string& from = anchor->second.path;
    const std::size_t end = properties_.count();  // an alias inside its own anchor copies what came before it
    const std::uint32_t begin = static_cast<std::uint32_t>(cursor_.offset());
    for (std::size_t i = anchor->second.first; i < end && !properties_.full(); ++i) {
      const std::string_view key = properties_.key(i);
      const bool below = key.starts_with(from) && (key.size() == from.size() || key[from.size()] == '.' || key[from.size()] == '[');
      if (!below) continue;
      std::string_view tail = key.substr(from.size());
      if (path_.size() == 0 && tail.starts_with('.')) tail.remove_prefix(1);
      properties_.add(std::string(path_.text()) + std::string(tail), std::string(properties_.value(i)), begin);
    }
  }

  std::string_view text_;
  bool is_templated_;  // the same key may stand in two branches of a template
  PropertyWriter& properties_;
  LineCursor cursor_;
  KeyPath path_;
  std::vector<Level> levels_;
  std::map<std::string, Anchor> anchors_;
  std::unordered_set<std::uint64_t> keys_;  // of the document, each with the size of its mapping's path
  bool is_text_ = false;                    // the document is a value alone
  std::size_t aliases_ = 0;
  std::size_t document_ = 0;  // its first property
  bool pending_ = false;
  std::uint32_t pending_begin_ = 0;
};

}  // namespace

void read_yaml(std::string_view text, PropertyWriter& properties) { YamlReader(text, properties).read(); }

}  // namespace grove::syntax

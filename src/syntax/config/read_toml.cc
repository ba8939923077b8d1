#include <map>
#include <string>

#include "syntax/config/flow_reader.h"
#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

/// One reading of a TOML file.
class TomlReader {
 public:
  TomlReader(std::string_view text, PropertyWriter& properties) : text_(text), properties_(properties), cursor_(text) {}

  void read() {
    while (!cursor_.at_end() && !properties_.full()) {
      const std::string_view line = trim_line(cursor_.line());
      if (line.empty() || line.front() == '#')
        cursor_.next();
      else if (line.front() == '[')
        header(line);
      else
        pair(line);
    }
  }

 private:
  /// Steps into the dotted key that begins at `at`; returns the offset where it ends.
  std::size_t key(std::size_t at, std::string_view stops, KeyPath& path) const {
    while (at < text_.size() && stops.find(text_[at]) == std::string_view::npos && text_[at] != '\n' && text_[at] != '\r') {
      if (text_[at] == '"' || text_[at] == '\'') {
        std::size_t end = 0;
        path.name(read_quoted(text_, at, end));
        at = std::min(end, text_.size());
      } else if (text_[at] == '.' || is_line_blank(text_[at])) {
        ++at;
      } else {
        const std::size_t end = std::min(text_.find_first_of(". \t=]\n\r", at), text_.size());
        path.name(text_.substr(at, end - at));
        at = std::max(end, at + 1);
      }
    }
    return at;
  }

  void header(std::string_view line) {
    const bool array = line.starts_with("[[");
    KeyPath raw;
    key(offset_in(text_, line) + (array ? 2 : 1), "]", raw);
    const std::string whole(raw.text());
    table_ = resolved(whole);
    if (array) {
      table_.index(counts_[std::string(table_.text())]++);
      latest_[whole] = table_.text();
    }
    cursor_.next();
  }

  /// `fruit.size` after `[[fruit]]` belongs to the last fruit.
  KeyPath resolved(const std::string& whole) const {
    KeyPath path;
    for (std::size_t dot = whole.rfind('.'); dot != std::string::npos && dot > 0; dot = whole.rfind('.', dot - 1)) {
      const auto array = latest_.find(whole.substr(0, dot));
      if (array == latest_.end()) continue;
      path.name(array->second);
      path.name(std::string_view(whole).substr(dot + 1));
      return path;
    }
    path.name(whole);
    return path;
  }

  void pair(std::string_view line) {
    KeyPath path = table_;
    const std::uint32_t begin = offset_in(text_, line);
    std::size_t at = key(begin, "=", path);
    if (at >= text_.size() || text_[at] != '=') return cursor_.next();
    at = std::min(text_.find_first_not_of(" \t", at + 1), text_.size());
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with("\"\"\"") || rest.starts_with("'''")) return long_string(at, begin, path);
    if (rest.starts_with("[") || rest.starts_with("{")) return flow(at, path);
    scalar(at, begin, path);
  }

  void long_string(std::size_t at, std::uint32_t begin, const KeyPath& path) {
    const std::size_t close = text_.find(text_.substr(at, 3), at + 3);
    const std::size_t end = std::min(close, text_.size());
    std::string_view value = text_.substr(at + 3, end - at - 3);
    if (value.starts_with("\r\n")) value.remove_prefix(1);
    if (value.starts_with("\n")) value.remove_prefix(1);
    properties_.add(path.text(), value, begin);
    cursor_.move_to(close == std::string_view::npos ? text_.size() : close + 3);
    cursor_.next();
  }

  void flow(std::size_t at, KeyPath& path) {
    cursor_.move_to(FlowReader(FlowReader::Dialect::kToml, text_, properties_).read(at, path));
    cursor_.next();
  }

  void scalar(std::size_t at, std::uint32_t begin, const KeyPath& path) {
    cursor_.move_to(at);
    std::string_view value = cursor_.line();
    cursor_.next();
    if (!value.empty() && (value.front() == '"' || value.front() == '\'')) {
      std::size_t end = 0;
      return properties_.add(path.text(), read_quoted(value, 0, end), begin);
    }
    properties_.add(path.text(), trim_line(value.substr(0, value.find('#'))), begin);
  }

  std::string_view text_;
  PropertyWriter& properties_;
  LineCursor cursor_;
  KeyPath table_;
  std::map<std::string, std::size_t> counts_;  // elements so far of each array of tables, by resolved path
  std::map<std::string, std::string> latest_;  // the resolved path of the last element of each [[name]]
};

}  // namespace

void read_toml(std::string_view text, PropertyWriter& properties) { TomlReader(text, properties).read(); }

}  // namespace grove::syntax

#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kMaxNesting = 3;  // deeper keys are part of their block

/// One line of a document that says something.
struct Line {
  std::uint32_t indent = 0;
  std::string_view content;
};

std::size_t key_end(std::string_view content) {
  for (std::size_t at = content.find(':'); at != std::string_view::npos; at = content.find(':', at + 1))
    if (at + 1 == content.size() || is_line_blank(content[at + 1])) return at;
  return std::string_view::npos;
}

std::string_view unquoted(std::string_view word) {
  const bool quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '\'') && word.back() == word.front();
  return quoted ? word.substr(1, word.size() - 2) : word;
}

std::string_view value_of(std::string_view content, std::string_view key) {
  if (!content.starts_with(key) || key_end(content) != key.size()) return {};
  std::string_view value = trim(content.substr(key.size() + 1));
  if (value.starts_with('&')) value = trim(value.substr(std::min(value.find(' '), value.size())));  // an anchor
  return unquoted(trim(value.substr(0, value.find(" #"))));
}

bool is_block_scalar(std::string_view content) {
  const std::size_t end = key_end(content);
  const std::string_view value =
      trim(end == std::string_view::npos ? content.substr(content.starts_with("- ") ? 2 : 0) : content.substr(end + 1));
  return value.starts_with('|') || value.starts_with('>');
}

/// Blocks by indentation: keys that hold more than a scalar, list elements that begin with their name, and documents of a stream that say
/// what they are (`kind` and `metadata.name`, as Kubernetes has them). Needs no valid YAML, so templates are read too.
class YamlScan {
 public:
  explicit YamlScan(Outline& outline) : outline_(outline), text_(outline.text()) {}

  void run() {
    std::size_t begin = 0;
    LineCursor cursor(text_);
    for (; !cursor.at_end(); cursor.next()) {
      const std::string_view line = cursor.line();
      if (!line.starts_with("---") || (line.size() > 3 && !is_line_blank(line[3]))) continue;
      document(begin, cursor.offset());
      begin = cursor.offset() + 3;
    }
    document(begin, text_.size());
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  std::vector<Line> lines_of(std::size_t begin, std::size_t end) {
    std::vector<Line> lines;
    std::int64_t scalar = -1;  // indent of the key whose block scalar goes on
    const std::string_view part = text_.substr(begin, end - begin);
    for (LineCursor cursor(part); !cursor.at_end(); cursor.next()) {
      const std::string_view line = cursor.line();
      const std::string_view content = trim(line);
      if (content.empty()) continue;
      const auto indent = static_cast<std::uint32_t>(content.data() - line.data());
      if (scalar >= 0 && indent > scalar) continue;
      scalar = -1;
      if (content.starts_with('#')) {
        outline_.add_comment(range_in(text_, content));
        continue;
      }
      if (content.starts_with("{{") || content.starts_with("{%")) continue;
      if (is_block_scalar(content)) scalar = indent;
      lines.push_back({indent, content});
    }
    return lines;
  }

  void document(std::size_t begin, std::size_t end) {
    outline_.close(0, static_cast<std::uint32_t>(begin));
    open_.clear();
    const std::vector<Line> lines = lines_of(begin, end);
    if (lines.empty()) return;
    open_resource(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool holds =
          i + 1 < lines.size() &&
          (lines[i + 1].indent > lines[i].indent ||
           (lines[i + 1].indent == lines[i].indent && lines[i + 1].content.starts_with("- ") && !lines[i].content.starts_with("- ")));
      block(lines[i], holds);
    }
    outline_.close(0, static_cast<std::uint32_t>(end));
  }

  /// `Deployment shop`.
  void open_resource(const std::vector<Line>& lines) {
    std::string_view kind;
    std::string_view name;
    bool in_metadata = false;
    for (const Line& line : lines) {
      if (line.indent == 0) in_metadata = line.content == "metadata:";
      if (line.indent == 0 && kind.empty()) kind = value_of(line.content, "kind");
      if (line.indent > 0 && in_metadata && name.empty()) name = value_of(line.content, "name");
    }
    if (kind.empty() || name.empty()) return;
    const std::string title = std::string(kind) + " " + std::string(name);
    const ByteRange first = range_in(text_, lines.front().content);
    outline_.open({.kind = Kind::kConfig,
                   .level = 0,
                   .begin = first.begin,
                   .name = title,
                   .name_range = range_in(text_, name),
                   .signature = first,
                   .doc = {}});
  }

  void block(const Line& line, bool holds) {
    while (!open_.empty() && open_.back() >= line.indent + 1) open_.pop_back();
    const ByteRange here = range_in(text_, line.content);
    outline_.close(line.indent + 1, here.begin);
    if (!holds || open_.size() >= kMaxNesting) return;
    std::string_view name;
    if (line.content.starts_with("- ")) {
      const std::string_view first = trim(line.content.substr(2));
      for (const std::string_view key : {"name", "id", "title", "key"})
        if (name.empty()) name = value_of(first, key);
    } else if (const std::size_t end = key_end(line.content); end != std::string_view::npos) {
      name = unquoted(line.content.substr(0, end));
    }
    if (name.empty()) return;
    open_.push_back(line.indent + 1);
    outline_.open({.kind = Kind::kConfig,
                   .level = line.indent + 1,
                   .begin = here.begin,
                   .name = name,
                   .name_range = range_in(text_, name),
                   .signature = here,
                   .doc = {}});
  }

  Outline& outline_;
  std::string_view text_;
  std::vector<std::uint32_t> open_;  // levels
};

void scan(Outline& outline) { YamlScan(outline).run(); }

}  // namespace

const ScannedLanguage kYamlLanguage{.language = Language::kYaml, .version = 1, .separator = ".", .scan = scan};

}  // namespace grove::syntax

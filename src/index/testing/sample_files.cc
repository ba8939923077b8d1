#include "index/testing/sample_files.h"

#include <array>

namespace grove::index::testing {
namespace {

/// Reads the toy language line by line.
class ToyReader {
 public:
  explicit ToyReader(SampleFile& file) : file_(file), facts_(file.facts) {}

  void read() {
    facts_.language = file_.path.ends_with(".py") ? Language::kPython : Language::kGo;
    facts_.bytes = static_cast<std::uint32_t>(file_.text.size());
    for (std::uint32_t at = 0; at < file_.text.size(); ++line_) {
      const std::size_t newline = file_.text.find('\n', at);
      const auto end = static_cast<std::uint32_t>(newline == std::string::npos ? file_.text.size() : newline + 1);
      read_line({at, end});
      at = end;
    }
    close_section(facts_.bytes);
    if (open_class_ != kNone) finish_class(facts_.bytes);
    facts_.lines = line_ - 1;
  }

 private:
  std::string_view text(ByteRange range) const { return std::string_view(file_.text).substr(range.begin, range.size()); }

  void read_line(ByteRange line) {
    const std::string_view words = text(line);
    if (words.starts_with("# ")) {
      close_section(line.begin);
      doc_ = line;
    } else if (words.starts_with("fn ")) {
      close_section(line.begin);
      add_unit(line, Kind::kFunction, words.substr(3, words.find_first_of("( \n", 3) - 3));
    } else if (words.starts_with("type ") && open_class_ == kNone) {
      close_section(line.begin);
      class_unit_ = facts_.units.size();
      open_class_ = static_cast<Index>(facts_.symbols.size());
      add_unit(line, Kind::kClass, words.substr(5, words.find_first_of(" \n", 5) - 5));
    } else if (words.starts_with("end") && open_class_ != kNone) {
      finish_class(line.end);
    } else if (open_class_ == kNone && section_ == kNone) {
      section_ = line.begin;
      section_line_ = line_;
    }
  }

  void add_unit(ByteRange line, Kind kind, std::string_view name) {
    const bool inside = open_class_ != kNone && kind != Kind::kClass;
    Symbol symbol;
    symbol.kind = inside ? Kind::kMethod : kind;
    symbol.name = facts_.strings.intern(name);
    const std::string scope = inside ? std::string(facts_.text(facts_.symbols[open_class_].name)) + "." : "";
    symbol.qualified_name = facts_.strings.intern(scope + std::string(name));
    symbol.parent = inside ? open_class_ : kNone;
    symbol.range = line;
    symbol.name_range.begin = line.begin + (kind == Kind::kClass ? 5U : 3U);
    symbol.name_range.end = symbol.name_range.begin + static_cast<std::uint32_t>(name.size());
    const std::size_t close = text(line).find(')');
    symbol.signature = {line.begin,
                        close == std::string_view::npos ? symbol.name_range.end : line.begin + static_cast<std::uint32_t>(close) + 1};
    symbol.doc = doc_;
    Unit unit;
    unit.kind = symbol.kind;
    unit.symbol = static_cast<Index>(facts_.symbols.size());
    unit.name = symbol.name;
    unit.range = {doc_.empty() ? line.begin : doc_.begin, line.end};
    unit.lines = {doc_.empty() ? line_ : line_ - 1, line_};
    facts_.symbols.push_back(symbol);
    facts_.units.push_back(unit);
    doc_ = {};
  }

  void finish_class(std::uint32_t end) {
    facts_.units[class_unit_].range.end = facts_.symbols[open_class_].range.end = end;
    facts_.units[class_unit_].lines.last = line_;
    open_class_ = kNone;
    doc_ = {};
  }

  void close_section(std::uint32_t end) {
    if (section_ == kNone) return;
    Unit unit;
    unit.range = {section_, end};
    unit.lines = {section_line_, line_ - 1};
    facts_.units.push_back(unit);
    section_ = kNone;
  }

  SampleFile& file_;
  Facts& facts_;
  std::uint32_t line_ = 1;
  std::uint32_t section_ = kNone;
  std::uint32_t section_line_ = 1;
  Index open_class_ = kNone;
  std::size_t class_unit_ = 0;
  ByteRange doc_;
};

constexpr std::array<std::string_view, 40> kWords = {
    "token",  "verify", "parseHeader", "cache_line", "HTTPServer", "index", "buffer", "read",    "write",  "node",
    "tree",   "list",   "queue",       "lock",       "unlock",     "file",  "path",   "segment", "utf8",   "merge",
    "score",  "weight", "term",        "block",      "posting",    "user",  "name",   "value",   "count",  "sum",
    "数据库", "größe",  "x",           "42",         "0xFF",       "err",   "ctx",    "map",     "filter", "a"};

/// Small numbers are much more frequent.
std::string_view random_word(std::mt19937_64& random) {
  const std::size_t a = random() % kWords.size();
  const std::size_t b = random() % kWords.size();
  return kWords[std::min(a, b)];
}

std::string random_words(std::mt19937_64& random, std::size_t most) {
  std::string words;
  for (std::size_t count = 1 + random() % most; count > 0; --count) words.append(random_word(random)).append(" ");
  return words;
}

std::string random_name(std::mt19937_64& random) {
  std::string name(random_word(random));
  if (random() % 2 == 0) name.append("_").append(random_word(random));
  if (random() % 8 == 0) name.append(std::to_string(random() % 50));
  return name;
}

}  // namespace

SampleFile make_file(std::string path, std::string text) {
  SampleFile file{std::move(path), std::move(text), {}, {}};
  file.hash = sha256(file.text);
  ToyReader(file).read();
  return file;
}

SampleFile random_file(std::string path, std::mt19937_64& random) {
  std::string text;
  const auto add_function = [&] {
    if (random() % 3 == 0) text += "# " + random_words(random, 8) + "\n";
    text += "fn " + random_name(random) + "(" + random_words(random, 3) + ") " + random_words(random, 30) + "\n";
  };
  for (std::size_t things = random() % 8; things > 0; --things) {
    switch (random() % 4) {
      case 0: text += random_words(random, 20) + "\n"; break;
      case 1:
        text += "type " + random_name(random) + "\n";
        for (std::size_t methods = random() % 4; methods > 0; --methods) add_function();
        text += "end\n";
        break;
      default: add_function();
    }
  }
  return make_file(std::move(path), std::move(text));
}

}  // namespace grove::index::testing

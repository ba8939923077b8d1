#include <charconv>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kMaxNodes = 10000;
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kNoParent = static_cast<std::size_t>(-1);
constexpr std::string_view kBlanks = " \t\r\n\f";

struct Node {
  std::string_view name;
  std::size_t parent = kNoParent;
  std::size_t ordinal = 0;  // among siblings of the same name
  std::size_t begin = 0;
  std::string text;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
};

std::string_view trim_all(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Replaces the five predefined and the numeric entities.
std::string decode(std::string_view raw) {
  constexpr std::pair<std::string_view, char> known[] = {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  std::string decoded;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const std::size_t end = raw[i] == '&' ? raw.substr(0, i + 12).find(';', i) : std::string_view::npos;
    if (end == std::string_view::npos) {
      decoded += raw[i];
      continue;
    }
    const std::string_view name = raw.substr(i + 1, end - i - 1);
    if (name.starts_with('#')) {
      const bool hex = name.starts_with("#x");
      std::uint32_t code = 0xFFFD;
      std::from_chars(name.data() + (hex ? 2 : 1), name.data() + name.size(), code, hex ? 16 : 10);
      append_utf8(decoded, code);
    } else {
      const auto* const entity = std::ranges::find(known, name, &std::pair<std::string_view, char>::first);
      if (entity == std::end(known))
        decoded += raw.substr(i, end - i + 1);
      else
        decoded += entity->second;
    }
    i = end;
  }
  return decoded;
}

/// Reads a document into a list of elements, parents first.
class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  std::vector<Node> read() {
    while (at_ < text_.size() && !is_full()) {
      const std::size_t open = std::min(text_.find('<', at_), text_.size());
      add_text(decode(trim_all(text_.substr(at_, open - at_))));
      at_ = open;
      if (at_ < text_.size()) markup();
    }
    if (!open_.empty() && !is_full()) breaks_off(text_.find_last_not_of(kBlanks));  // it ends too early
    return std::move(nodes_);
  }

  /// Where the document is none; npos where it is one, or nests too deep to tell.
  std::size_t broken() const { return too_deep_ ? std::string_view::npos : broken_; }

 private:
  bool is_full() const { return nodes_.size() >= kMaxNodes; }
  void breaks_off(std::size_t at) { broken_ = std::min(broken_, at); }

  void markup() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return at_ += 4, skip_past("-->");
    if (rest.starts_with("<![CDATA[")) return character_data();
    if (rest.starts_with("<?")) return skip_past("?>");
    if (rest.starts_with("<!")) return skip_declaration();
    if (rest.starts_with("</")) return close_tag();
    open_tag();
  }

  void skip_past(std::string_view mark) {
    const std::size_t found = text_.find(mark, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + mark.size();
  }

  /// `<!DOCTYPE … [ … ]>`: to its closing bracket, past an internal subset with its comments and quoted texts.
  void skip_declaration() {
    int brackets = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (text_.substr(at_).starts_with("<!--")) {
        at_ += 4;
        skip_past("-->");
        --at_;
      } else if (c == '"' || c == '\'') {
        at_ = std::min(text_.find(c, at_ + 1), text_.size());
      }
      if (c == '[') ++brackets;
      if (c == ']') --brackets;
      if (c == '>' && brackets <= 0) break;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void character_data() {
    const std::size_t close = std::min(text_.find("]]>", at_), text_.size());
    add_text(text_.substr(at_ + 9, close - at_ - 9));
    at_ = close + 3;
  }

  void close_tag() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view name = take_name();
    skip_past(">");
    // A missing end tag closes with its parent's; an end tag that nothing opened is passed over.
    if (open_.empty() || nodes_[open_.back()].name != name) breaks_off(begin);
    for (std::size_t depth = open_.size(); depth-- > 0;)
      if (nodes_[open_[depth]].name == name) return open_.resize(depth);
  }

  void open_tag() {
    const std::size_t begin = at_++;
    Node node{.name = take_name(), .parent = open_.empty() ? kNoParent : open_.back(), .begin = begin, .text = {}, .attributes = {}};
    if (node.name.empty()) return;
    while (attribute(node)) {
    }
    const bool closed = at_ > 0 && at_ < text_.size() && text_[at_] == '/';
    skip_past(">");
    node.ordinal = counts_[{node.parent, node.name}]++;
    nodes_.push_back(std::move(node));
    if (closed) return;
    if (open_.size() < kMaxDepth)
      open_.push_back(nodes_.size() - 1);
    else
      too_deep_ = true;
  }

  bool attribute(Node& node) {
    at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
    const std::string_view name = take_name();
    if (name.empty()) return false;
    at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
    if (at_ >= text_.size() || text_[at_] != '=') return true;
    at_ = std::min(text_.find_first_not_of(kBlanks, at_ + 1), text_.size());
    if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return true;
    const std::size_t close = std::min(text_.find(text_[at_], at_ + 1), text_.size());
    node.attributes.emplace_back(name, text_.substr(at_ + 1, close - at_ - 1));
    at_ = std::min(close + 1, text_.size());
    return true;
  }

  std::string_view take_name() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n\f/>=<\"'", at_), text_.size());
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end;
    return name;
  }

  void add_text(std::string_view text) {
    if (text.empty() || open_.empty()) return;
    std::string& whole = nodes_[open_.back()].text;
    if (!whole.empty()) whole += ' ';
    whole += cut_utf8(text, 1000);
  }

  std::string_view text_;
  std::size_t at_ = 0, broken_ = std::string_view::npos;
  bool too_deep_ = false;
  std::vector<Node> nodes_;
  std::vector<std::size_t> open_;
  std::map<std::pair<std::size_t, std::string_view>, std::size_t> counts_;
};

}  // namespace

void read_xml(std::string_view text, PropertyWriter& properties) {
  XmlReader reader(text);
  const std::vector<Node> nodes = reader.read();
  if (reader.broken() != std::string_view::npos) properties.breaks_off(reader.broken());
  std::map<std::pair<std::size_t, std::string_view>, std::size_t> counts;
  for (const Node& node : nodes) ++counts[{node.parent, node.name}];
  std::vector<KeyPath> paths(nodes.size());
  for (std::size_t i = 0; i < nodes.size() && !properties.full(); ++i) {
    const Node& node = nodes[i];
    if (node.parent != kNoParent) paths[i] = paths[node.parent];
    paths[i].name(node.name);
    if (counts[{node.parent, node.name}] > 1) paths[i].index(node.ordinal);
    for (const auto& [name, value] : node.attributes) {
      KeyPath attribute = paths[i];
      attribute.name("@" + std::string(name));
      properties.add(attribute.text(), decode(value), static_cast<std::uint32_t>(node.begin));
    }
    properties.add(node.text.empty() ? std::string_view{} : paths[i].text(), node.text, static_cast<std::uint32_t>(node.begin));
  }
}

}  // namespace grove::syntax

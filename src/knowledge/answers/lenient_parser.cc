#include "knowledge/answers/lenient_parser.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include "base/utf8.h"

namespace grove::knowledge {
namespace {

constexpr int kDeepest = 64;

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// RFC 8259, section 6.
bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t from = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - from;
  };
  const std::size_t first = at;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[first] == '0')) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == text.size();
}

}  // namespace

std::unexpected<Error> LenientParser::wrong(std::string_view what) const {
  if (at_end()) return fail(ErrorCode::kCorrupt, "it is cut off: the JSON ends in the middle");
  std::string_view near = text_.substr(at_, 24);
  near = near.substr(0, utf8_boundary(near, near.size()));
  return fail(ErrorCode::kCorrupt, fmt::format("{} at `{}` (byte {})", what, near, at_));
}

void LenientParser::skip_space() {
  while (!at_end() && (here() == ' ' || here() == '\n' || here() == '\r' || here() == '\t')) ++at_;
}

Result<Json> LenientParser::value() {
  skip_space();
  if (at_end()) return wrong("");
  if (depth_ >= kDeepest) return wrong("it nests too deep");
  const char c = here();
  if (c == '{') return object();
  if (c == '[') return array();
  if (c == '"' || c == '\'') return string();
  if (c == '-' || c == '+' || is_digit(c)) return number();
  if (is_word(c)) return word();
  return wrong("a value is expected");
}

Result<bool> LenientParser::goes_on(char close) {
  skip_space();
  if (at_end()) return wrong("");
  if (here() == close) return false;
  if (here() != ',') return wrong(fmt::format("a comma or `{}` is expected", close));
  ++at_;
  skip_space();
  if (at_end()) return wrong("");
  if (here() != close) return true;
  repairs_.insert("comma before a closing bracket");
  return false;
}

Result<Json> LenientParser::object() {
  Json object = Json::object();
  Places places;
  ++at_, ++depth_;
  skip_space();
  bool more = at_end() || here() != '}';
  while (more) {
    GROVE_RETURN_IF_ERROR(member(object, places));
    GROVE_ASSIGN_OR_RETURN(more, goes_on('}'));
  }
  ++at_, --depth_;
  return object;
}

Status LenientParser::member(Json& object, Places& places) {
  skip_space();
  if (at_end() || (here() != '"' && here() != '\'')) return wrong("the name of a member in quotes is expected");
  GROVE_ASSIGN_OR_RETURN(const Json key, string());
  skip_space();
  if (at_end() || here() != ':') return wrong("a colon is expected");
  ++at_;
  GROVE_ASSIGN_OR_RETURN(Json value, this->value());
  const std::string& name = key.get_ref<const std::string&>();
  // Members keep their order, so that looking one up by its name means looking at all.
  auto& members = object.get_ref<Json::object_t&>();
  const auto [place, is_new] = places.try_emplace(name, members.size());
  if (is_new) {
    members.emplace_back(name, std::move(value));
    return {};
  }
  if (std::next(members.begin(), static_cast<std::ptrdiff_t>(place->second))->second != value)
    return fail(ErrorCode::kCorrupt, fmt::format("an object has two members named \"{}\" with different values", name));
  repairs_.insert("member that stands twice");
  return {};
}

Result<Json> LenientParser::array() {
  Json array = Json::array();
  ++at_, ++depth_;
  skip_space();
  bool more = at_end() || here() != ']';
  while (more) {
    GROVE_ASSIGN_OR_RETURN(Json item, value());
    array.push_back(std::move(item));
    GROVE_ASSIGN_OR_RETURN(more, goes_on(']'));
  }
  ++at_, --depth_;
  return array;
}

Result<Json> LenientParser::string() {
  const char quote = here();
  std::string out;
  ++at_;
  while (!at_end() && here() != quote) {
    const char c = here();
    if (c == '\\') {
      GROVE_RETURN_IF_ERROR(escape(out));
      continue;
    }
    if (static_cast<unsigned char>(c) < ' ') repairs_.insert("line break or control character within a string");
    out += c;
    ++at_;
  }
  if (at_end()) return wrong("");
  ++at_;
  if (quote == '\'') {
    // An apostrophe in the middle of a text would end it here, and what follows would be taken for something else.
    skip_space();
    if (!at_end() && std::string_view(",:}]").find(here()) == std::string_view::npos)
      return wrong("a string in single quotes ends in doubt");
    repairs_.insert("string in single quotes");
  }
  return Json(to_valid_utf8(out));
}

Result<char32_t> LenientParser::hexadecimal() {
  unsigned value = 0;
  if (at_ + 4 > text_.size()) {
    at_ = text_.size();
    return wrong("");
  }
  const char* const begin = text_.data() + at_;
  const auto [end, error] = std::from_chars(begin, begin + 4, value, 16);
  if (error != std::errc() || end != begin + 4) return wrong("four hexadecimal digits are expected");
  at_ += 4;
  return static_cast<char32_t>(value);
}

Status LenientParser::escape(std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt'";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t'";
  ++at_;
  if (at_end()) return wrong("");
  const char c = here();
  if (c != 'u') {
    const std::size_t which = kNames.find(c);
    if (which == std::string_view::npos) return wrong("an unknown escape stands");
    if (c == '\'') repairs_.insert("escaped apostrophe");
    out += kMeanings[which];
    ++at_;
    return {};
  }
  ++at_;
  GROVE_ASSIGN_OR_RETURN(char32_t point, hexadecimal());
  const bool is_high = point >= 0xD800 && point < 0xDC00;
  if (is_high && text_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    GROVE_ASSIGN_OR_RETURN(const char32_t low, hexadecimal());
    if (low >= 0xDC00 && low < 0xE000) point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
  }
  append_utf8(out, point >= 0xD800 && point < 0xE000 ? char32_t{0xFFFD} : point);
  return {};
}

Result<Json> LenientParser::number() {
  const std::size_t from = at_;
  if (here() == '-' || here() == '+') ++at_;
  if (!at_end() && is_word(here())) return word();
  while (!at_end() && (is_digit(here()) || std::string_view("+-.eE").find(here()) != std::string_view::npos)) ++at_;
  const std::string_view text = text_.substr(from, at_ - from);
  if (!is_json_number(text)) {
    at_ = from;
    return wrong("a number is written in another way than JSON's");
  }
  Json parsed = Json::parse(text, nullptr, false);
  const bool is_whole = text.find_first_of(".eE") == std::string_view::npos;
  if (parsed.is_number() && !(is_whole && parsed.is_number_float())) return parsed;
  // Larger than any number of ours: kept as it was written.
  return Json(std::string(text));
}

Result<Json> LenientParser::word() {
  const std::size_t from = at_;
  while (!at_end() && is_word(here())) ++at_;
  const std::string_view name = text_.substr(from, at_ - from);
  if (at_end()) return wrong("");
  if (name == "true" || name == "false") return Json(name == "true");
  if (name == "null") return Json(nullptr);
  if (name == "NaN" || name == "Infinity" || name == "nan" || name == "inf") {
    repairs_.insert("number that JSON can't say, read as null");
    return Json(nullptr);
  }
  if (name == "True" || name == "False" || name == "None") {
    repairs_.insert("words of Python");
    return name == "None" ? Json(nullptr) : Json(name == "True");
  }
  at_ = from;
  return wrong("a value is expected");
}

}  // namespace grove::knowledge

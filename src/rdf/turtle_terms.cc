#include "rdf/turtle_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/printable.h"

namespace grove::rdf {
namespace {

constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// A part of PN_LOCAL that needs no escapes: letters of ASCII, digits, `_`, and inside `-`, `.` and `:`.
bool is_plain_local(std::string_view local) {
  if (local.empty()) return true;
  if (!is_alphanumeric(local.front()) && local.front() != '_') return false;
  if (local.back() == '.') return false;
  return std::ranges::all_of(local, [](char c) { return is_alphanumeric(c) || c == '_' || c == '-' || c == '.' || c == ':'; });
}

bool is_prefix_name(std::string_view name) {
  if (name.empty()) return true;
  if (std::isalpha(static_cast<unsigned char>(name.front())) == 0) return false;
  return std::ranges::all_of(name, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

bool is_label(std::string_view label) {
  return !label.empty() && std::ranges::all_of(label, [](char c) { return is_alphanumeric(c) || c == '_'; });
}

bool is_language_tag(std::string_view tag) {
  return std::isalpha(static_cast<unsigned char>(tag.front())) != 0 && is_alphanumeric(tag.back()) &&
         std::ranges::all_of(tag, [](char c) { return is_alphanumeric(c) || c == '-'; });
}

std::size_t digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

std::size_t sign(std::string_view text) { return text.starts_with('+') || text.starts_with('-') ? 1 : 0; }

bool is_integer(std::string_view text) { return text.size() > sign(text) && digits(text, sign(text)) == text.size(); }

bool is_decimal(std::string_view text) {
  const std::size_t point = digits(text, sign(text));
  return point < text.size() && text[point] == '.' && point + 1 < text.size() && digits(text, point + 1) == text.size();
}

bool is_double(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent == std::string_view::npos || !is_integer(text.substr(exponent + 1))) return false;
  const std::string_view mantissa = text.substr(0, exponent);
  return is_integer(mantissa) || is_decimal(mantissa) || (mantissa.ends_with('.') && is_integer(mantissa.substr(0, mantissa.size() - 1)));
}

bool stands_without_quotes(const Term& term) {
  if (!term.datatype.starts_with(kXsd)) return false;
  const std::string_view type = std::string_view(term.datatype).substr(kXsd.size());
  if (type == "boolean") return term.value == "true" || term.value == "false";
  if (type == "double") return is_double(term.value);
  return (type == "integer" && is_integer(term.value)) || (type == "decimal" && is_decimal(term.value));
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': result += "\\\""; break;
      case '\\': result += "\\\\"; break;
      case '\n': result += "\\n"; break;
      case '\r': result += "\\r"; break;
      case '\t': result += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
          result += fmt::format("\\u{:04X}", static_cast<unsigned char>(c));
        else
          result += c;
    }
  }
  return result + "\"";
}

}  // namespace

TurtleTerms::TurtleTerms(const std::vector<Prefix>& prefixes) {
  for (const Prefix& prefix : prefixes)
    if (is_prefix_name(prefix.name) && !prefix.iri.empty()) in_order_.push_back(prefix);
  prefixes_ = in_order_;
  std::ranges::stable_sort(prefixes_, [](const Prefix& a, const Prefix& b) { return a.iri.size() > b.iri.size(); });
}

Result<std::string> TurtleTerms::iri_text(const std::string& iri) {
  for (const Prefix& prefix : prefixes_) {
    if (!iri.starts_with(prefix.iri)) continue;
    const std::string local = iri.substr(prefix.iri.size());
    if (!is_plain_local(local)) continue;
    used_.insert(prefix.name);
    return prefix.name + ":" + local;
  }
  if (Result<Term> checked = parse_iri(iri); !checked) return std::unexpected(std::move(checked).error());
  return "<" + iri + ">";
}

Result<std::string> TurtleTerms::literal_text(const Term& term) {
  if (!term.language.empty()) {
    if (is_language_tag(term.language)) return quoted(term.value) + "@" + term.language;
    return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no language tag", printable_line(term.language)));
  }
  if (term.datatype.empty() || term.datatype == std::string(kXsd) + "string") return quoted(term.value);
  if (stands_without_quotes(term)) return term.value;
  GROVE_ASSIGN_OR_RETURN(const std::string datatype, iri_text(term.datatype));
  return quoted(term.value) + "^^" + datatype;
}

Result<std::string> TurtleTerms::text(const Term& term) {
  if (term.kind == Term::Kind::kIri) return iri_text(term.value);
  if (term.kind == Term::Kind::kLiteral) return literal_text(term);
  if (is_label(term.value)) return "_:" + term.value;
  return fail(ErrorCode::kInvalidArgument, fmt::format("\"{}\" is no label of a blank node", printable_line(term.value)));
}

std::string TurtleTerms::declarations() const {
  std::string result;
  for (const Prefix& prefix : in_order_)
    if (used_.contains(prefix.name)) result += fmt::format("@prefix {}: <{}> .\n", prefix.name, prefix.iri);
  return result;
}

}  // namespace grove::rdf

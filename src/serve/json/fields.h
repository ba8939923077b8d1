#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace grove::serve {

enum class FieldType : std::uint8_t {
  kText,
  kInteger,  ///< Within [least, most].
  kBoolean,
  kTextList,  ///< An array of texts; one text alone counts as a list of one.
  kChoice,    ///< One of `choices`.
  kSwitch,    ///< true or false, or one of `choices`: true is "on", false is "off".
};

/// A field of a request: what it may hold and what it means. Requests are read and /openapi.json is written from it.
struct FieldSpec {
  std::string_view name;
  FieldType type = FieldType::kText;
  std::string_view meaning = "";
  std::string_view alias = "";  ///< Another name for the same.
  enum class Need : std::uint8_t { kOptional, kRequired } need = Need::kOptional;
  std::string_view choices = "";  ///< "a|b|c"
  std::int64_t least = 0;
  std::int64_t most = INT64_MAX;
  std::string_view fallback = "";  ///< Told in the description only; who reads the field applies it.
};

/// The fields of a request that were given, checked against their specs.
class FieldValues {
 public:
  using Value = std::variant<std::string, std::int64_t, bool, std::vector<std::string>>;

  void put(std::string_view name, Value value) { values_.insert_or_assign(std::string(name), std::move(value)); }
  void erase(std::string_view name) { values_.erase(std::string(name)); }
  bool has(std::string_view name) const { return values_.contains(std::string(name)); }
  /// What was given, or the second argument.
  std::string text(std::string_view name, std::string_view otherwise = "") const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  /// False where it was left out.
  bool boolean(std::string_view name) const;
  std::vector<std::string> list(std::string_view name) const;
  /// All of them as one JSON object, by name: equal for equal values.
  std::string json() const;

 private:
  std::map<std::string, Value> values_;
};

/// Reads a JSON object. kInvalidArgument names the field that is unknown (and the nearest known one), missing, of another type or out of
/// bounds, or the byte where the text is no JSON. A field that is null counts as left out.
Result<FieldValues> read_body(std::span<const FieldSpec> specs, std::string_view json);

/// Reads the parameters of a URL; a list may be given several times.
Result<FieldValues> read_query(std::span<const FieldSpec> specs, const std::vector<std::pair<std::string, std::string>>& parameters);

/// The JSON Schema of such an object as `read_body` takes it: a null counts as left out, and a field and its alias exclude each other.
std::string schema_of(std::span<const FieldSpec> specs);
/// Of one parameter of a URL.
std::string parameter_schema_of(const FieldSpec& spec);

}  // namespace grove::serve

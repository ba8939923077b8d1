#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/result.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {

/// Reads one JSON value as models write it, from a place in a text. See `read_model_json`.
class LenientParser {
 public:
  LenientParser(std::string_view text, std::size_t offset) : text_(text), at_(offset) {}

  Result<Json> value();
  /// Behind what was read.
  std::size_t offset() const { return at_; }
  /// What had to be mended.
  const std::set<std::string>& repairs() const { return repairs_; }

 private:
  Result<Json> object();
  Result<Json> array();
  Result<Json> string();
  Result<Json> number();
  Result<Json> word();
  using Places = std::unordered_map<std::string, std::size_t>;  // of the members of an object, by name
  Status member(Json& object, Places& places);
  Status escape(std::string& out);
  Result<char32_t> hexadecimal();
  /// After an item: whether another one follows.
  Result<bool> goes_on(char close);

  void skip_space();
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return text_[at_]; }
  std::unexpected<Error> wrong(std::string_view what) const;

  std::string_view text_;
  std::size_t at_;
  int depth_ = 0;
  std::set<std::string> repairs_;
};

}  // namespace grove::knowledge

#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace grove::serve {

/// Writes one JSON value (RFC 8259) into a string, compact, keys in the order they are given. Text that is not UTF-8 comes out valid:
/// each bad byte becomes U+FFFD. Calls have to nest rightly; nothing checks that. Not thread-safe.
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool flag);
  /// The shortest text that reads back as the same number; 0 for what JSON can't say (NaN, infinities).
  JsonWriter& value(double number);
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  JsonWriter& value(T number) {
    separate();
    text_ += std::to_string(number);
    return *this;
  }
  /// A value that is JSON already.
  JsonWriter& raw(std::string_view json);

  template <class T>
  JsonWriter& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  /// Leaves the key out where the text is empty.
  JsonWriter& field_unless_empty(std::string_view name, std::string_view text) { return text.empty() ? *this : field(name, text); }
  template <class Range>
  JsonWriter& array_field(std::string_view name, const Range& items) {
    key(name).begin_array();
    for (const auto& item : items) value(item);
    return end_array();
  }

  std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();
  void quote(std::string_view text);
  std::string text_;
  bool first_ = true;  // nothing stands yet in the innermost object or array
  bool after_key_ = false;
};

/// Milliseconds rounded to microseconds, as answers show them.
double rounded_ms(double milliseconds);

}  // namespace grove::serve

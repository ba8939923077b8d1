#include "knowledge/json/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace grove::knowledge {
namespace {

constexpr int kDeepest = 64;

/// A handler of nlohmann's parser that builds a value and refuses what the default one lets pass: two members of one name, and depth.
class Builder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return begin(Json::object()); }
  bool start_array(std::size_t) override { return begin(Json::array()); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& name) override {
    if (!keys_.back().insert(name).second) return refuse(ErrorCode::kCorrupt, fmt::format("an object has two members named \"{}\"", name));
    key_ = name;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem) override {
    const std::string_view text = problem.what();
    const std::size_t reason = text.find(": ");
    return refuse(ErrorCode::kCorrupt, fmt::format("at byte {}: {}", position, reason == text.npos ? text : text.substr(reason + 2)));
  }

  Json take() { return std::move(root_); }
  const Error& error() const { return error_; }

 private:
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  Json* place(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    // Looking for the key once more would make large objects quadratic.
    auto& members = static_cast<Json::object_t::Container&>(parent.get_ref<Json::object_t&>());
    return &members.emplace_back(std::move(key_), std::move(value)).second;
  }
  bool begin(Json value) {
    if (open_.size() >= kDeepest) return refuse(ErrorCode::kResourceLimit, fmt::format("it nests deeper than {}", kDeepest));
    open_.push_back(place(std::move(value)));
    keys_.emplace_back();
    return true;
  }
  bool end() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }
  bool refuse(ErrorCode code, std::string reason) {
    error_ = {code, std::move(reason), {}};
    return false;
  }

  Json root_;
  std::vector<Json*> open_;
  std::vector<std::unordered_set<std::string>> keys_;  // of each of those
  std::string key_;
  Error error_;
};

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view what) {
  Builder builder;
  if (!Json::sax_parse(text, &builder)) return fail(builder.error().code, fmt::format("{} is no JSON: {}", what, builder.error().message));
  return builder.take();
}

Result<Json> parse_object(std::string_view text, std::string_view what) {
  GROVE_ASSIGN_OR_RETURN(Json value, parse_json(text, what));
  if (!value.is_object()) return fail(ErrorCode::kCorrupt, fmt::format("{} is no JSON object but {}", what, value.type_name()));
  return value;
}

std::string pretty(const Json& value) { return value.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'; }
std::string compact(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

const Json* member(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string text_at(const Json& object, std::string_view key) {
  const Json* value = member(object, key);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  return value->is_number() || value->is_boolean() ? compact(*value) : std::string();
}

std::vector<std::string> texts_at(const Json& object, std::string_view key) {
  const Json* value = member(object, key);
  std::vector<std::string> texts;
  if (value == nullptr) return texts;
  const auto add = [&](const Json& one) {
    if (one.is_string() && !one.get_ref<const std::string&>().empty()) texts.push_back(one.get<std::string>());
  };
  if (!value->is_array()) {
    add(*value);
    return texts;
  }
  std::ranges::for_each(*value, add);
  return texts;
}

std::span<const Json> items_at(const Json& object, std::string_view key) {
  const Json* value = member(object, key);
  if (value == nullptr || !value->is_array()) return {};
  return value->get_ref<const Json::array_t&>();
}

std::string extra_members(const Json& object, std::span<const std::string_view> known) {
  Json extra = Json::object();
  for (const auto& [key, value] : object.items())
    if (std::ranges::find(known, key) == known.end()) extra[key] = value;
  return extra.empty() ? std::string() : compact(extra);
}

void add_extra(Json& object, const std::string& extra) {
  if (extra.empty()) return;
  const Json members = Json::parse(extra, nullptr, false);
  for (const auto& [key, value] : members.items())
    if (!object.contains(key)) object[key] = value;
}

}  // namespace grove::knowledge

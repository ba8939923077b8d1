#include "serve/json/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "base/nearest.h"
#include "serve/json/unreadable.h"
#include "serve/json/writer.h"

namespace grove::serve {
namespace {

using nlohmann::json;

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> items;
  while (!choices.empty()) {
    const auto bar = choices.find('|');
    items.emplace_back(choices.substr(0, bar));
    choices = bar == std::string_view::npos ? std::string_view{} : choices.substr(bar + 1);
  }
  return items;
}

std::string expectation(const FieldSpec& spec) {
  switch (spec.type) {
    case FieldType::kText: return "a text";
    case FieldType::kInteger: return fmt::format("a whole number from {} to {}", spec.least, spec.most);
    case FieldType::kBoolean: return "true or false";
    case FieldType::kTextList: return "a list of texts";
    case FieldType::kChoice: return fmt::format("one of {}", fmt::join(split_choices(spec.choices), ", "));
    case FieldType::kSwitch: return fmt::format("true, false or one of {}", fmt::join(split_choices(spec.choices), ", "));
  }
  return "";
}

std::unexpected<Error> wrong(const FieldSpec& spec) {
  return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` has to be {}", spec.name, expectation(spec)));
}

const FieldSpec* find_spec(std::span<const FieldSpec> specs, std::string_view name) {
  const auto found =
      std::ranges::find_if(specs, [&](const FieldSpec& spec) { return spec.name == name || (!spec.alias.empty() && spec.alias == name); });
  return found == specs.end() ? nullptr : &*found;
}

std::unexpected<Error> unknown(std::span<const FieldSpec> specs, std::string_view name) {
  std::vector<std::string> names;
  for (const FieldSpec& spec : specs) names.emplace_back(spec.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = names.empty() ? "It takes none." : fmt::format("Known fields: {}.", fmt::join(names, ", "));
  return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` is unknown", name), hint);
}

Status require_all(std::span<const FieldSpec> specs, const FieldValues& values) {
  for (const FieldSpec& spec : specs) {
    if (spec.need == FieldSpec::Need::kRequired && !values.has(spec.name)) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` is missing", spec.name), fmt::format("Give {}.", expectation(spec)));
    }
    const bool is_text = spec.need == FieldSpec::Need::kRequired && spec.type == FieldType::kText;
    if (is_text && values.text(spec.name).empty())
      return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` is empty", spec.name), fmt::format("Give {}.", expectation(spec)));
  }
  return {};
}

Result<FieldValues::Value> choice_of(const FieldSpec& spec, std::string_view text) {
  const auto choices = split_choices(spec.choices);
  if (std::ranges::find(choices, text) == choices.end()) return wrong(spec);
  return std::string(text);
}

Result<FieldValues::Value> bounded(const FieldSpec& spec, std::int64_t number) {
  if (number < spec.least || number > spec.most) return wrong(spec);
  return number;
}

Result<FieldValues::Value> list_of(const FieldSpec& spec, const json& value) {
  if (value.is_string()) return std::vector{value.get<std::string>()};
  if (!value.is_array() || !std::ranges::all_of(value, [](const json& item) { return item.is_string(); })) return wrong(spec);
  return value.get<std::vector<std::string>>();
}

Result<FieldValues::Value> value_of(const FieldSpec& spec, const json& value) {
  switch (spec.type) {
    case FieldType::kText:
      if (!value.is_string()) return wrong(spec);
      return value.get<std::string>();
    case FieldType::kInteger:
      if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) return wrong(spec);
      if (!value.is_number_integer()) return wrong(spec);
      return bounded(spec, value.get<std::int64_t>());
    case FieldType::kBoolean:
      if (!value.is_boolean()) return wrong(spec);
      return value.get<bool>();
    case FieldType::kTextList: return list_of(spec, value);
    case FieldType::kSwitch:
      if (value.is_boolean()) return std::string(value.get<bool>() ? "on" : "off");
      [[fallthrough]];
    case FieldType::kChoice:
      if (!value.is_string()) return wrong(spec);
      return choice_of(spec, value.get<std::string>());
  }
  return wrong(spec);
}

Result<FieldValues::Value> value_of_parameter(const FieldSpec& spec, std::string_view text) {
  const bool yes = text == "true" || text == "1" || text.empty();
  const bool no = text == "false" || text == "0";
  std::int64_t number = 0;
  switch (spec.type) {
    case FieldType::kText: return std::string(text);
    case FieldType::kTextList: return std::vector{std::string(text)};
    case FieldType::kBoolean:
      if (!yes && !no) return wrong(spec);
      return yes;
    case FieldType::kInteger: {
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc{} || end != text.data() + text.size()) return wrong(spec);
      return bounded(spec, number);
    }
    case FieldType::kSwitch:
      if (yes || no) return std::string(yes ? "on" : "off");
      [[fallthrough]];
    case FieldType::kChoice: return choice_of(spec, text);
  }
  return wrong(spec);
}

enum class Nulls { kRefused, kCountAsLeftOut };

/// Its type, and null where that counts as left out.
void write_type_name(JsonWriter& out, std::string_view type, const FieldSpec& spec, Nulls nulls) {
  const bool may_be_null = nulls == Nulls::kCountAsLeftOut && spec.need == FieldSpec::Need::kOptional;
  if (!may_be_null) return void(out.field("type", type));
  out.array_field("type", std::vector<std::string_view>{type, "null"});
}

void write_choices(JsonWriter& out, const FieldSpec& spec, Nulls nulls) {
  const bool may_be_null = nulls == Nulls::kCountAsLeftOut && spec.need == FieldSpec::Need::kOptional;
  out.key("enum").begin_array();
  for (const std::string& choice : split_choices(spec.choices)) out.value(choice);
  if (may_be_null) out.raw("null");
  out.end_array();
}

void write_switch(JsonWriter& out, const FieldSpec& spec, Nulls nulls) {
  out.key("oneOf").begin_array().begin_object().field("type", "boolean").end_object();
  out.begin_object();
  write_type_name(out, "string", spec, nulls);
  write_choices(out, spec, nulls);
  out.end_object().end_array();
}

void write_type(JsonWriter& out, const FieldSpec& spec, Nulls nulls) {
  switch (spec.type) {
    case FieldType::kText:
      write_type_name(out, "string", spec, nulls);
      if (spec.need == FieldSpec::Need::kRequired) out.field("minLength", 1);
      return;
    case FieldType::kInteger:
      write_type_name(out, "integer", spec, nulls);
      out.field("minimum", spec.least);
      if (spec.most != INT64_MAX) out.field("maximum", spec.most);
      return;
    case FieldType::kBoolean: write_type_name(out, "boolean", spec, nulls); return;
    case FieldType::kTextList:
      write_type_name(out, "array", spec, nulls);
      out.key("items").begin_object().field("type", "string").end_object();
      return;
    case FieldType::kChoice:
      write_type_name(out, "string", spec, nulls);
      write_choices(out, spec, nulls);
      return;
    case FieldType::kSwitch: write_switch(out, spec, nulls); return;
  }
}

/// One text alone is a list of one.
void write_field(JsonWriter& out, const FieldSpec& spec) {
  if (spec.type != FieldType::kTextList) return write_type(out, spec, Nulls::kCountAsLeftOut);
  out.key("anyOf").begin_array().begin_object();
  write_type(out, spec, Nulls::kCountAsLeftOut);
  out.end_object().begin_object().field("type", "string").end_object().end_array();
}

/// Either name of a field, but not both with values.
void write_exclusions(JsonWriter& out, std::span<const FieldSpec> specs) {
  const auto has_value = [&](std::string_view name) {
    out.begin_object().array_field("required", std::vector<std::string_view>{name}).key("properties").begin_object().key(name);
    out.raw(R"({"not":{"type":"null"}})").end_object().end_object();
  };
  bool any = false;
  for (const FieldSpec& spec : specs) {
    if (spec.alias.empty()) continue;
    if (!std::exchange(any, true)) out.key("allOf").begin_array();
    out.begin_object().key("not").begin_object().key("allOf").begin_array();
    has_value(spec.name);
    has_value(spec.alias);
    out.end_array().end_object().end_object();
  }
  if (any) out.end_array();
}

/// Finds a name that stands twice in one object, while a text is parsed.
class NamesSeen {
 public:
  void see(json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end && !open_.empty()) open_.pop_back();
    if (event != json::parse_event_t::key || open_.empty()) return;
    const auto& name = parsed.get_ref<const std::string&>();
    if (!open_.back().insert(name).second && !twice_) twice_ = name;
  }
  const std::optional<std::string>& twice() const { return twice_; }

 private:
  std::vector<std::set<std::string>> open_;  // from the outermost object to the innermost
  std::optional<std::string> twice_;
};

}  // namespace

std::string FieldValues::text(std::string_view name, std::string_view otherwise) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? std::string(otherwise) : std::get<std::string>(found->second);
}

std::int64_t FieldValues::integer(std::string_view name, std::int64_t otherwise) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? otherwise : std::get<std::int64_t>(found->second);
}

bool FieldValues::boolean(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found != values_.end() && std::get<bool>(found->second);
}

std::vector<std::string> FieldValues::list(std::string_view name) const {
  const auto found = values_.find(std::string(name));
  return found == values_.end() ? std::vector<std::string>{} : std::get<std::vector<std::string>>(found->second);
}

std::string FieldValues::json() const {
  nlohmann::json all = nlohmann::json::object();
  for (const auto& [name, value] : values_) std::visit([&](const auto& content) { all[name] = content; }, value);
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<FieldValues> read_body(std::span<const FieldSpec> specs, std::string_view text) {
  json body;
  NamesSeen names;
  try {
    body = json::parse(text, [&](int, json::parse_event_t event, json& parsed) { return names.see(event, parsed), true; });
  } catch (const json::exception& error) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("the body is not JSON: {}", why_unreadable(error)), "Send one JSON object.");
  }
  // Of two values of one name a reader keeps either: RFC 8259, section 4.
  if (names.twice()) return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` is given twice", *names.twice()));
  if (!body.is_object()) return fail(ErrorCode::kInvalidArgument, "the body is not a JSON object", "Send one JSON object.");
  FieldValues values;
  for (const auto& [name, value] : body.items()) {
    const FieldSpec* spec = find_spec(specs, name);
    if (spec == nullptr) return unknown(specs, name);
    if (value.is_null() && spec->need == FieldSpec::Need::kOptional) continue;
    if (values.has(spec->name)) return fail(ErrorCode::kInvalidArgument, fmt::format("field `{}` is given twice", spec->name));
    GROVE_ASSIGN_OR_RETURN(FieldValues::Value checked, value_of(*spec, value));
    values.put(spec->name, std::move(checked));
  }
  GROVE_RETURN_IF_ERROR(require_all(specs, values));
  return values;
}

Result<FieldValues> read_query(std::span<const FieldSpec> specs, const std::vector<std::pair<std::string, std::string>>& parameters) {
  FieldValues values;
  for (const auto& [name, text] : parameters) {
    const FieldSpec* spec = find_spec(specs, name);
    if (spec == nullptr) return unknown(specs, name);
    GROVE_ASSIGN_OR_RETURN(FieldValues::Value checked, value_of_parameter(*spec, text));
    if (auto* list = std::get_if<std::vector<std::string>>(&checked)) {
      std::vector<std::string> all = values.list(spec->name);
      all.insert(all.end(), list->begin(), list->end());
      checked = std::move(all);
    }
    values.put(spec->name, std::move(checked));
  }
  GROVE_RETURN_IF_ERROR(require_all(specs, values));
  return values;
}

std::string schema_of(std::span<const FieldSpec> specs) {
  JsonWriter out;
  out.begin_object().field("type", "object").field("additionalProperties", false).key("properties").begin_object();
  std::vector<std::string_view> required;
  for (const FieldSpec& spec : specs) {
    if (spec.need == FieldSpec::Need::kRequired) required.push_back(spec.name);
    for (std::string_view name : {spec.name, spec.alias}) {
      if (name.empty()) continue;
      out.key(name).begin_object();
      write_field(out, spec);
      std::string meaning(name == spec.name ? spec.meaning : fmt::format("The same as `{}`.", spec.name));
      if (!spec.fallback.empty() && name == spec.name) meaning += fmt::format(" Default: {}.", spec.fallback);
      out.field("description", meaning).end_object();
    }
  }
  out.end_object();
  if (!required.empty()) out.array_field("required", required);
  write_exclusions(out, specs);
  return out.end_object().take();
}

std::string parameter_schema_of(const FieldSpec& spec) {
  JsonWriter out;
  out.begin_object();
  write_type(out, spec, Nulls::kRefused);
  return out.end_object().take();
}

}  // namespace grove::serve

#include "inference/llama/json_grammar.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

namespace grove::inference {
namespace {

using Json = nlohmann::ordered_json;

/// A literal of GBNF.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

/// The JSON text of a string, as a literal.
std::string json_literal(const std::string& text) { return quoted(Json(text).dump()); }

class Writer {
 public:
  Writer(const Json& schema, const GrammarLimits& limits) : schema_(schema), limits_(limits) {}

  Result<std::string> write() {
    GROVE_ASSIGN_OR_RETURN(const std::string root, rule_of(schema_));
    std::string text = fmt::format("root ::= {}\n", root);
    for (const auto& [name, body] : rules_) text += fmt::format("{} ::= {}\n", name, body);
    text += "ws ::= [ \\n]?\n";
    text += fmt::format("string ::= \"\\\"\" char{{0,{}}} \"\\\"\"\n", limits_.characters);
    text += "char ::= [^\"\\\\\\x00-\\x1F] | \"\\\\\" [\"\\\\/bfnrt]\n";
    text += "number ::= \"-\"? (\"0\" | [1-9] [0-9]{0,14}) (\".\" [0-9]{1,9})?\n";
    text += "integer ::= \"-\"? (\"0\" | [1-9] [0-9]{0,14})\n";
    text += "boolean ::= \"true\" | \"false\"\n";
    return text;
  }

 private:
  /// The name of a rule for a schema.
  Result<std::string> rule_of(const Json& schema) {
    if (!schema.is_object()) return wrong("a schema that is no object");
    if (const auto reference = schema.find("$ref"); reference != schema.end()) return definition(*reference);
    if (const auto values = schema.find("enum"); values != schema.end()) return enumeration(*values);
    const auto type = schema.find("type");
    if (type == schema.end()) return wrong("a schema without a type");
    if (!type->is_array()) return of_type(*type, schema);
    std::string body;
    for (const Json& each : *type) {
      GROVE_ASSIGN_OR_RETURN(const std::string one, of_type(each, schema));
      body += (body.empty() ? "" : " | ") + one;
    }
    return add(std::move(body));
  }

  Result<std::string> of_type(const Json& type, const Json& schema) {
    if (type == "string" || type == "number" || type == "integer" || type == "boolean") return type.get<std::string>();
    if (type == "null") return add("\"null\"");
    if (type == "array") return array(schema);
    if (type == "object") return object(schema);
    return wrong("the type " + type.dump());
  }

  Result<std::string> definition(const Json& reference) {
    constexpr std::string_view kPlace = "#/$defs/";
    const std::string target = reference.is_string() ? reference.get<std::string>() : std::string();
    const auto definitions = schema_.find("$defs");
    if (!target.starts_with(kPlace) || definitions == schema_.end() || !definitions->contains(target.substr(kPlace.size())))
      return wrong("the reference " + reference.dump());
    const auto known = definitions_.find(target);
    if (known != definitions_.end()) return known->second;
    if (++depth_ > kDeepest) return wrong("references that go round");
    GROVE_ASSIGN_OR_RETURN(const std::string rule, rule_of((*definitions)[target.substr(kPlace.size())]));
    --depth_;
    definitions_[target] = rule;
    return rule;
  }

  Result<std::string> enumeration(const Json& values) {
    std::string body;
    for (const Json& value : values) {
      if (!value.is_string()) return wrong("a value of an enum that is no text");
      body += (body.empty() ? "" : " | ") + json_literal(value.get<std::string>());
    }
    return add(std::move(body));
  }

  Result<std::string> array(const Json& schema) {
    const auto items = schema.find("items");
    if (items == schema.end()) return wrong("a list without items");
    GROVE_ASSIGN_OR_RETURN(const std::string item, rule_of(*items));
    return add(repeated("[", item, "]"));
  }

  Result<std::string> object(const Json& schema) {
    const auto properties = schema.find("properties");
    if (properties == schema.end()) {
      const auto free = schema.find("additionalProperties");
      if (free == schema.end() || !free->is_object()) return wrong("an object without properties");
      GROVE_ASSIGN_OR_RETURN(const std::string value, rule_of(*free));
      return add(repeated("{", "string \":\" ws " + value, "}"));
    }
    std::string body = "\"{\" ws";
    bool is_first = true;
    for (const auto& [name, each] : properties->items()) {
      GROVE_ASSIGN_OR_RETURN(const std::string value, rule_of(each));
      body += fmt::format("{} {} \":\" ws {}", is_first ? "" : " \",\" ws", json_literal(name), value);
      is_first = false;
    }
    return add(body + " ws \"}\"");
  }

  std::string repeated(std::string_view open, const std::string& item, std::string_view close) const {
    const std::uint32_t more = limits_.items > 0 ? limits_.items - 1 : 0;
    return fmt::format("\"{}\" ws ({} (\",\" ws {}){{0,{}}})? ws \"{}\"", open, item, item, more, close);
  }

  std::string add(std::string body) {
    std::string name = fmt::format("r{}", rules_.size());
    rules_.emplace(name, std::move(body));
    return name;
  }

  static std::unexpected<Error> wrong(const std::string& what) {
    return fail(ErrorCode::kInvalidArgument, "cannot hold a model to a JSON Schema: it has " + what);
  }

  static constexpr int kDeepest = 32;
  const Json& schema_;
  const GrammarLimits& limits_;
  std::map<std::string, std::string> rules_, definitions_;
  int depth_ = 0;
};

}  // namespace

Result<std::string> json_grammar(std::string_view schema, const GrammarLimits& limits) {
  const Json parsed = Json::parse(schema, nullptr, false);
  if (parsed.is_discarded()) return fail(ErrorCode::kInvalidArgument, "cannot hold a model to a JSON Schema: it is no JSON");
  return Writer(parsed, limits).write();
}

}  // namespace grove::inference

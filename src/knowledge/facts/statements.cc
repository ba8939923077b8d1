#include "knowledge/facts/statements.h"

#include <fmt/format.h>

#include "base/text.h"
#include "knowledge/json/json.h"

namespace grove::knowledge {
namespace {

/// Without control characters, which no serialisation of RDF can say everywhere, and no name needs.
std::string plain(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
  return std::string(trim(text));
}

std::string trimmed(const Json& object, std::string_view key) { return plain(text_at(object, key)); }

bool is_scalar(const Json& value) { return value.is_string() || value.is_number() || value.is_boolean(); }

class Reader {
 public:
  explicit Reader(std::string_view chunk_id) { out_.chunk_id = chunk_id; }

  ChunkStatements read(const Json& answer) {
    for (const Json& item : items_at(answer, "instances")) {
      if (!item.is_object()) {
        warn("an instance is no object and was left out");
        continue;
      }
      out_.instances.push_back(instance(item));
    }
    for (std::string& warning : texts_at(answer, "warnings")) out_.warnings.push_back(std::move(warning));
    return std::move(out_);
  }

 private:
  void warn(std::string text) { out_.warnings.push_back(std::move(text)); }

  StatedInstance instance(const Json& item) {
    StatedInstance read{.class_name = trimmed(item, "class"),
                        .id_hint = trimmed(item, "id_hint"),
                        .label = trimmed(item, "label"),
                        .attributes = {},
                        .relations = {},
                        .quotes = {}};
    attributes(item, read);
    for (const Json& relation : items_at(item, "relations")) {
      if (!relation.is_object()) {
        warn(fmt::format("a relation of \"{}\" is no object and was left out", read.label));
        continue;
      }
      read.relations.push_back({.predicate = trimmed(relation, "predicate"),
                                .target_class = trimmed(relation, "target_class"),
                                .target_label = trimmed(relation, "target_label"),
                                .target_id_hint = trimmed(relation, "target_id_hint"),
                                .quote = trimmed(relation, "quote")});
    }
    for (const Json& mention : items_at(item, "mentions")) {
      const std::string quote = mention.is_string() ? mention.get<std::string>() : text_at(mention, "quote");
      if (!trim(quote).empty()) read.quotes.push_back(quote);
    }
    return read;
  }

  /// `{name: value}`, `{name: [values]}`, `{name: {value, quote}}`, or `[{name, value, quote}]`.
  void attributes(const Json& item, StatedInstance& read) {
    const Json* const list = member(item, "attributes");
    if (list == nullptr) return;
    if (list->is_array()) {
      for (const Json& one : *list)
        if (one.is_object()) attribute(text_at(one, "name"), one, read);
      return;
    }
    if (!list->is_object()) return warn(fmt::format("the attributes of \"{}\" are no object and were left out", read.label));
    for (const auto& [name, value] : list->items()) attribute(name, value, read);
  }

  void attribute(const std::string& name, const Json& value, StatedInstance& read) {
    if (value.is_null()) return;
    if (value.is_array()) {
      for (const Json& one : value) attribute(name, one, read);
      return;
    }
    if (value.is_object()) {
      const std::string text = trimmed(value, "value");
      if (text.empty()) return warn(fmt::format("the attribute {} of \"{}\" has no value and was left out", name, read.label));
      read.attributes.push_back({.name = name, .value = text, .quote = trimmed(value, "quote")});
      return;
    }
    const std::string text = plain(value.is_string() ? value.get<std::string>() : compact(value));
    if (is_scalar(value) && !text.empty()) read.attributes.push_back({.name = name, .value = text});
  }

  ChunkStatements out_;
};

Json attributes_json(const StatedInstance& instance) {
  Json list = Json::array();
  for (const StatedAttribute& attribute : instance.attributes) {
    Json one = {{"name", attribute.name}, {"value", attribute.value}};
    if (!attribute.quote.empty()) one["quote"] = attribute.quote;
    list.push_back(std::move(one));
  }
  return list;
}

Json relations_json(const StatedInstance& instance) {
  Json list = Json::array();
  for (const StatedRelation& relation : instance.relations) {
    Json one = {{"predicate", relation.predicate},
                {"target_class", relation.target_class},
                {"target_label", relation.target_label},
                {"target_id_hint", relation.target_id_hint}};
    if (!relation.quote.empty()) one["quote"] = relation.quote;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

Result<ChunkStatements> parse_statements(std::string_view json, std::string_view chunk_id) {
  GROVE_ASSIGN_OR_RETURN(const Json answer, parse_object(json, "the answer"));
  const auto instances = answer.find("instances");
  if (instances == answer.end()) return fail(ErrorCode::kCorrupt, "the answer has no member \"instances\"");
  if (!instances->is_array() && !instances->is_null()) return fail(ErrorCode::kCorrupt, "\"instances\" of the answer is no list");
  return Reader(chunk_id).read(answer);
}

std::string statements_json(const ChunkStatements& statements) {
  Json instances = Json::array();
  for (const StatedInstance& instance : statements.instances) {
    Json mentions = Json::array();
    for (const std::string& quote : instance.quotes) mentions.push_back({{"quote", quote}});
    instances.push_back({{"class", instance.class_name},
                         {"id_hint", instance.id_hint},
                         {"label", instance.label},
                         {"attributes", attributes_json(instance)},
                         {"relations", relations_json(instance)},
                         {"mentions", std::move(mentions)}});
  }
  return compact({{"chunk_id", statements.chunk_id}, {"instances", std::move(instances)}, {"warnings", statements.warnings}});
}

Result<std::string> chunk_id_of_line(std::string_view json) {
  GROVE_ASSIGN_OR_RETURN(const Json line, parse_object(json, "a line"));
  return text_at(line, "chunk_id");
}

}  // namespace grove::knowledge

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

struct StatedAttribute {
  std::string name;
  std::string value;       ///< As the model wrote it; numbers and booleans as JSON has them.
  std::string quote = {};  ///< Its own evidence; most answers have none.
  friend bool operator==(const StatedAttribute&, const StatedAttribute&) = default;
};

struct StatedRelation {
  std::string predicate;
  std::string target_class;
  std::string target_label;
  std::string target_id_hint;
  std::string quote = {};
  friend bool operator==(const StatedRelation&, const StatedRelation&) = default;
};

struct StatedInstance {
  std::string class_name;
  std::string id_hint;
  std::string label;
  std::vector<StatedAttribute> attributes;
  std::vector<StatedRelation> relations;
  std::vector<std::string> quotes;  ///< Of its mentions.
  friend bool operator==(const StatedInstance&, const StatedInstance&) = default;
};

/// What a model says of one chunk. Nothing of it is a fact yet.
struct ChunkStatements {
  std::string chunk_id;
  std::vector<StatedInstance> instances;
  std::vector<std::string> warnings;
  friend bool operator==(const ChunkStatements&, const ChunkStatements&) = default;
};

/// Reads an answer about the chunk `chunk_id`, whatever chunk the answer names. Members of other types than the format says are left out,
/// each with a warning; kCorrupt where the text is no object of that kind at all.
Result<ChunkStatements> parse_statements(std::string_view json, std::string_view chunk_id);
/// One line of JSON without a line feed; `parse_statements` reads it.
std::string statements_json(const ChunkStatements& statements);
/// The `chunk_id` of such a line.
Result<std::string> chunk_id_of_line(std::string_view json);

}  // namespace grove::knowledge

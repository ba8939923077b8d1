#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

/// A thing as one chunk speaks of it.
struct Observation {
  std::string class_name;  ///< As the card has it.
  std::string label;
  std::string id_hint = {};
  std::string chunk_id;
};

/// What a person decided: in these chunks, a label means a thing of its own.
struct Split {
  std::string class_name;
  std::string label;
  std::vector<std::string> chunk_ids;
  std::string as;  ///< What that thing is called, "John Smith (judge)".
};

struct Entity {
  std::string iri;
  std::string class_name;
  std::string label;                 ///< The one most chunks use; of equals the longest, then the first in the order of bytes.
  std::vector<std::string> aliases;  ///< The other ones, in order.
  std::vector<std::size_t> observations;
};

/// Things under several names that were taken for one, and why. Each can be undone by a Split.
struct EntityMerge {
  std::string iri;
  std::string class_name;
  std::vector<std::string> labels;
  std::string id_hint;  ///< That they share.
  std::vector<std::string> chunk_ids;
};

struct Resolution {
  std::vector<Entity> entities;        ///< By IRI.
  std::vector<std::size_t> entity_of;  ///< Of each observation.
  std::vector<std::string> labels;     ///< Of each observation: its own, or what a Split says.
  std::vector<EntityMerge> merges;     ///< By IRI.
};

/// Which observations are of one thing: those of a class whose labels are the same after folding of case and white space, and those of a
/// class with different labels and one id hint, where that hint says something (three letters or more, and not just the class's name and a
/// number). The result depends on the set of observations only, not on their order. IRIs are `{name_space}entity/{class}/{label}`: the
/// label that comes first, folded, made a segment of an IRI; with a hash where it is long.
Resolution resolve_entities(std::span<const Observation> observations, std::span<const Split> splits, std::string_view name_space);

/// Folded, squeezed, without marks at its ends.
std::string normal_label(std::string_view label);

/// A file of splits: one JSON object a line, `{"class", "label", "chunks": […], "as"}`. No file is no splits. kCorrupt names the line.
Result<std::vector<Split>> read_splits(const std::string& path);
std::string merges_json(std::span<const EntityMerge> merges);

}  // namespace grove::knowledge

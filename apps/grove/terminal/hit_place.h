#pragma once

#include <string>

#include "engine/answers.h"

namespace grove::cli {

/// What a person takes for the file of a hit: of a dataset's chunk the document that it is of.
std::string shown_file(const engine::UnitHit& hit);

/// Where in that the hit stands: ` p. 12 (xii)` in a document with pages, `:3-9` in lines; "" where neither says anything.
std::string shown_place(const engine::UnitHit& hit);

}  // namespace grove::cli

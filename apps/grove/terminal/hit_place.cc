#include "apps/grove/terminal/hit_place.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace grove::cli {
namespace {

/// The file of a dataset holds many documents, a chunk a line.
bool is_of_dataset(const engine::UnitHit& hit) { return hit.language == Language::kDataset && hit.place && !hit.place->document.empty(); }

}  // namespace

std::string shown_file(const engine::UnitHit& hit) { return printable_line(is_of_dataset(hit) ? hit.place->document : hit.path); }

std::string shown_place(const engine::UnitHit& hit) {
  if (hit.place && hit.place->page > 0) return " " + printable_line(engine::page_text(*hit.place));
  return is_of_dataset(hit) ? std::string() : fmt::format(":{}-{}", hit.lines.first, hit.lines.last);
}

}  // namespace grove::cli

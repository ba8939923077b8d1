#pragma once

#include <string_view>

#include "engine/unit_code.h"
#include "search/models.h"
#include "search/search.h"

namespace grove::engine {

/// kInvalidArgument for a query that is empty or too long.
Status check_query(std::string_view query);

/// Units as they stand on disk.
class TextsOnDisk final : public search::UnitTexts {
 public:
  explicit TextsOnDisk(UnitReader& reader) : reader_(reader) {}
  search::UnitText read(const search::Scope& scope, index::UnitRef ref, const CancelToken& cancel) const override;

 private:
  UnitReader& reader_;
};

}  // namespace grove::engine

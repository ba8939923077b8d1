#include "search/tuning.h"

namespace grove::search {

const std::vector<TuningField>& tuning_fields() {
  static const std::vector<TuningField> fields = {
#define GROVE_TUNING_ROW(name, standard, neutral, meaning) {#name, &Tuning::name, standard, neutral, meaning},
      GROVE_TUNING(GROVE_TUNING_ROW)
#undef GROVE_TUNING_ROW
  };
  return fields;
}

}  // namespace grove::search

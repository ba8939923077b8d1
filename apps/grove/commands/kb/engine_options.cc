#include "apps/grove/commands/kb/engine_options.h"

namespace grove::cli {

knowledge::EngineOptions engine_options(const Settings& settings) {
  return {.pageindex_key = settings.text(Setting::kPageIndexKey), .pageindex_url = settings.text(Setting::kPageIndexUrl)};
}

}  // namespace grove::cli

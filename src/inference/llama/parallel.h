#pragma once

#include <cstddef>
#include <functional>

#include "base/result.h"

namespace grove::inference {

/// Does `work` for 0, 1, …, count - 1 on as many threads as given, this one among them. The first error ends the rest and is returned.
Status each_in_parallel(std::size_t count, unsigned threads, const std::function<Status(std::size_t)>& work);

}  // namespace grove::inference

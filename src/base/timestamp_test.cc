#include "base/timestamp.h"

#include <gtest/gtest.h>

namespace grove {
namespace {

TEST(Timestamp, TimesAreUtcInWholeSeconds) {
  EXPECT_EQ(rfc3339(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(rfc3339(1'777'897'800'123), "2026-05-04T12:30:00Z");
}

}  // namespace
}  // namespace grove

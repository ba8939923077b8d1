#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

namespace grove {
namespace {

TEST(DescriptorLog, WritesOneLineAMessageAndEscapesControlBytes) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  DescriptorLog log(pipe[1], LogLevel::kInfo);
  log.write(LogLevel::kDebug, "not shown");
  log.write(LogLevel::kWarning, "a\nb\x1b[31m");
  ::close(pipe[1]);
  std::array<char, 500> buffer{};
  const ssize_t got = ::read(pipe[0], buffer.data(), buffer.size());
  ::close(pipe[0]);
  ASSERT_GT(got, 0);
  EXPECT_THAT(std::string(buffer.data(), static_cast<std::size_t>(got)),
              testing::MatchesRegex("20..-..-..T..:..:..Z warning a\\\\x0ab\\\\x1b\\[31m\n"));
}

}  // namespace
}  // namespace grove

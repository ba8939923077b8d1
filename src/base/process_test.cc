#include "base/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <thread>

#include "base/clock.h"

namespace grove {
namespace {

using testing::HasSubstr;

const std::vector<std::string> kEnvironment = {"PATH=/usr/bin:/bin", "GREETING=hello"};

ProcessRequest shell(std::string script) { return {.arguments = {"sh", "-c", std::move(script)}, .environment = kEnvironment}; }

TEST(Process, OutputErrorsAndExitCodeComeBack) {
  const auto result = run_process(shell("printf out; printf err >&2; exit 3"), CancelToken());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "out");
  EXPECT_EQ(result->error_output, "err");
  EXPECT_EQ(result->exit_code, 3);
}

TEST(Process, ArgumentsReachTheProgramAsTheyAre) {
  const auto result = run_process({.arguments = {"printf", "%s|", "a b", "$(id)", "", "*"}, .environment = kEnvironment}, CancelToken());
  EXPECT_EQ(result->output, "a b|$(id)||*|");
}

TEST(Process, HasNoInputNoTerminalAndOnlyTheGivenEnvironment) {
  const auto result =
      run_process(shell("cat; env | sort | grep -c .; echo $GREETING; ( : </dev/tty ) 2>/dev/null || echo alone"), CancelToken());
  EXPECT_THAT(result->output, HasSubstr("hello\nalone\n"));
  EXPECT_EQ(run_process(shell("echo $HOME"), CancelToken())->output, "\n");
}

TEST(Process, ManyBytesOnBothStreamsDoNotBlock) {
  std::size_t seen = 0;
  ProcessRequest request = shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; printf end");
  request.on_error_output = [&seen](std::string_view piece) { seen += piece.size(); };
  const auto result = run_process(request, CancelToken());
  EXPECT_EQ(result->output.size(), 3'000'003U);
  EXPECT_EQ(seen, 3'000'000U);
  EXPECT_EQ(result->error_output.size(), 16384U);
}

TEST(Process, InputIsGivenWhileOutputIsTaken) {
  const std::string input(5'000'000, 'x');
  ProcessRequest request = shell("cat; cat; printf end");
  request.input = input;
  EXPECT_EQ(run_process(request, CancelToken())->output, input + "end");
}

TEST(Process, InputThatNobodyReadsIsNoFailure) {
  const std::string input(5'000'000, 'x');
  ProcessRequest request = shell("head -c 3; exec <&-; printf end");
  request.input = input;
  const auto result = run_process(request, CancelToken());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "xxxend");
}

TEST(Process, AMissingProgramIsNotFound) {
  const auto result = run_process({.arguments = {"no-such-program-here"}, .environment = kEnvironment}, CancelToken());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
}

TEST(Process, CancellingEndsAllItsProcesses) {
  CancelToken cancel;
  ProcessRequest request = shell("sleep 60 & echo $! >&2; wait");
  std::string child;
  request.on_error_output = [&](std::string_view piece) {
    child += piece;
    cancel.cancel();
  };
  const Stopwatch watch;
  const auto result = run_process(request, cancel);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  EXPECT_LT(watch.milliseconds(), 30'000);
  // The grandchild may take a moment to be reaped by init.
  const int pid = std::stoi(child);
  bool gone = false;
  for (int i = 0; i < 1000 && !gone; ++i) {
    gone = ::kill(pid, 0) != 0 ||
           run_process(shell("grep -q '^State:.Z' /proc/" + std::to_string(pid) + "/status"), CancelToken())->exit_code == 0;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(gone);
}

TEST(Process, SilenceAndTooMuchOutputEndIt) {
  ProcessRequest silent = shell("trap '' TERM; sleep 60");
  silent.silence_limit = std::chrono::milliseconds(100);
  EXPECT_EQ(run_process(silent, CancelToken()).error().code, ErrorCode::kTimeout);
  ProcessRequest endless = shell("yes");
  endless.output_limit = 1000;
  EXPECT_EQ(run_process(endless, CancelToken()).error().code, ErrorCode::kResourceLimit);
}

TEST(Process, OneThatWritesNoMoreIsEndedToo) {
  ProcessRequest silent = shell("exec >&- 2>&-; exec sleep 30");
  silent.silence_limit = std::chrono::milliseconds(100);
  const Stopwatch watch;
  const auto ended = run_process(silent, CancelToken());
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, ErrorCode::kTimeout);
  const CancelToken cancel;
  std::jthread canceller([&cancel] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancel.cancel();
  });
  const auto cancelled = run_process(shell("exec >&- 2>&-; exec sleep 30"), cancel);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
  EXPECT_LT(watch.milliseconds(), 20'000);
}

TEST(ProcessSession, TalksBothWays) {
  auto session = ProcessSession::start({"cat"}, kEnvironment);
  ASSERT_TRUE(session);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(session->write("line " + std::to_string(i) + "\nrest"));
    EXPECT_EQ(*session->read_line(), "line " + std::to_string(i));
    EXPECT_EQ(*session->read(4), "rest");
  }
}

TEST(ProcessSession, AnEndedProgramIsToldNotFatal) {
  auto session = ProcessSession::start({"true"}, kEnvironment);
  ASSERT_TRUE(session);
  EXPECT_EQ(session->read_line().error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(session->write(std::string(1 << 20, 'x')).error().code, ErrorCode::kUnavailable);
}

TEST(Descriptors, AreAllowedAsFarAsTheSystemDoes) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit low{.rlim_cur = 200, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  EXPECT_EQ(allow_descriptors(100), 200U) << "never lowered";
  EXPECT_EQ(allow_descriptors(300), 300U);
  EXPECT_EQ(allow_descriptors(RLIM_INFINITY), before.rlim_max);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST(Environment, LosesWhatIsDropped) {
  ::setenv("GROVE_TEST_DROPPED", "1", 1);
  const auto kept = inherited_environment([](std::string_view name) { return name == "GROVE_TEST_DROPPED"; });
  ::unsetenv("GROVE_TEST_DROPPED");
  for (const std::string& variable : kept) EXPECT_FALSE(variable.starts_with("GROVE_TEST_DROPPED"));
  EXPECT_FALSE(kept.empty());
}

}  // namespace
}  // namespace grove

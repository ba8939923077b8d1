#include "tests/e2e/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

namespace grove::e2e {
namespace {

namespace fs = std::filesystem;

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

// Long enough for the method to be a unit of its own.
const std::string_view kService =
    "\"\"\"Signing in.\"\"\"\n\n\nclass AuthService:\n    \"\"\"Knows who is signed in.\"\"\"\n\n"
    "    def verify_token(self, token: str) -> bool:\n        \"\"\"Checks the signature of a session token.\"\"\"\n"
    "        header, payload, signature = token.split(\".\")\n"
    "        if not header or not payload:\n            return False\n"
    "        expected = self.sign(header + \".\" + payload)\n"
    "        if len(expected) != len(signature):\n            return False\n"
    "        # Step 1: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 2: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 3: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 4: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 5: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 6: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 7: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 8: every character counts, whatever the ones before it said about the signature.\n"
    "        # Step 9: every character counts, whatever the ones before it said about the signature.\n"
    "        difference = 0\n"
    "        for left, right in zip(expected, signature):\n            difference |= ord(left) ^ ord(right)\n"
    "        return difference == 0\n\n"
    "    def sign(self, text: str) -> str:\n        \"\"\"Makes the signature that belongs to a text.\"\"\"\n"
    "        key = self.key\n        mixed = []\n        for position, letter in enumerate(text):\n"
    "            mixed.append(chr(ord(letter) ^ ord(key[position % len(key)])))\n        return \"\".join(mixed)\n\n\n"
    "def hash_password(plain: str) -> str:\n    return plain[::-1]\n";

nlohmann::json Outcome::json() const {
  auto value = nlohmann::json::parse(output, nullptr, false);
  EXPECT_FALSE(value.is_discarded()) << "no JSON: " << output << error_output;
  return value;
}

World::World() {
  std::string pattern = (fs::temp_directory_path() / "grove-e2e-XXXXXX").string();
  root_ = fs::canonical(::mkdtemp(pattern.data())).string();
}

World::~World() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string World::write(std::string_view below, std::string_view text) const {
  const std::string whole = path(below);
  fs::create_directories(fs::path(whole).parent_path());
  std::ofstream(whole, std::ios::binary) << text;
  return whole;
}

void World::remove(std::string_view below) const { fs::remove_all(path(below)); }

std::vector<std::string> World::environment() const {
  std::map<std::string, std::string> variables = {
      {"GROVE_HOME", data()}, {"HOME", root_}, {"GIT_CONFIG_NOSYSTEM", "1"}, {"LC_ALL", "C.UTF-8"}};
  // The sanitizers' settings too, so that a finding in the program is told as one in the tests is.
  for (const char* name : {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) variables[name] = value;
  for (const auto& [name, value] : environment_) variables[name] = value;
  std::vector<std::string> list;
  for (const auto& [name, value] : variables) list.push_back(name + "=" + value);
  return list;
}

World::Running World::start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {GROVE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return Running(words, environment(), root_);
}

World::Running World::start_with_pipes(const std::vector<std::string>& arguments) const {
  std::vector<std::string> words = {GROVE_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return Running(words, environment(), root_, Running::Input::kPipe);
}
std::string World::program() { return GROVE_PROGRAM; }

Outcome World::run(const std::vector<std::string>& arguments) const { return start(arguments).wait(); }

World::Running World::start_program(const std::vector<std::string>& words) const { return Running(words, environment(), root_); }
Outcome World::run_program(const std::vector<std::string>& words) const { return start_program(words).wait(); }

World::Running::Running(const std::vector<std::string>& words, const std::vector<std::string>& environment, const std::string& folder,
                        Input input) {
  static int count = 0;
  error_path_ = folder + "/stderr-" + std::to_string(++count);
  int ends[2] = {-1, -1};
  int input_ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0 || ::pipe2(input_ends, O_CLOEXEC) != 0) return;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (input == Input::kPipe) {
    ::posix_spawn_file_actions_adddup2(&actions, input_ends[0], 0);
  } else {
    ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  }
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  ::posix_spawn_file_actions_addopen(&actions, 2, error_path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  const auto arguments = pointers(words);
  const auto variables = pointers(environment);
  const int failed = ::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), variables.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  ::close(input_ends[0]);
  output_ = ends[0];
  input_ = input_ends[1];
  EXPECT_EQ(failed, 0) << "cannot start " << words[0];
}

World::Running::Running(Running&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      error_path_(std::move(other.error_path_)),
      buffer_(std::move(other.buffer_)) {}

World::Running::~Running() {
  close_input();
  close_output();
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void World::Running::signal(int number) const { ::kill(pid_, number); }

void World::Running::write(std::string_view text) const { [[maybe_unused]] const auto written = ::write(input_, text.data(), text.size()); }

void World::Running::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

void World::Running::close_output() {
  if (output_ >= 0) ::close(std::exchange(output_, -1));
}

bool World::Running::ends_soon() {
  for (int i = 0; i < 1000 && pid_ > 0; ++i) {
    if (::waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = -1;
    if (pid_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return pid_ <= 0;
}

std::string World::Running::read_line() {
  char bytes[4096];
  while (buffer_.find('\n') == std::string::npos) {
    const ssize_t got = ::read(output_, bytes, sizeof bytes);
    if (got <= 0) return std::exchange(buffer_, "");
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
  const auto end = buffer_.find('\n');
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

std::string World::Running::error_output() const { return read_file(error_path_); }

Outcome World::Running::wait() {
  Outcome outcome;
  outcome.output = std::exchange(buffer_, "");
  char bytes[65536];
  ssize_t got = 0;
  while ((got = ::read(output_, bytes, sizeof bytes)) > 0) outcome.output.append(bytes, static_cast<std::size_t>(got));
  int status = 0;
  ::waitpid(std::exchange(pid_, -1), &status, 0);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.error_output = read_file(error_path_);
  return outcome;
}

}  // namespace grove::e2e

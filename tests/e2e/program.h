#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace grove::e2e {

/// What a run of the program came to.
struct Outcome {
  int exit_code = 0;
  std::string output;        ///< stdout
  std::string error_output;  ///< stderr

  /// stdout as JSON. Fails the test where it is anything else.
  nlohmann::json json() const;
};

/// A folder with a data directory and sources of its own, removed at the end.
class World {
 public:
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  const std::string& root() const { return root_; }
  std::string data() const { return root_ + "/data"; }
  /// Writes a file below the root, making the folders it needs; returns its path.
  std::string write(std::string_view path, std::string_view text) const;
  void remove(std::string_view path) const;
  std::string path(std::string_view below) const { return root_ + "/" + std::string(below); }
  void set(const std::string& name, const std::string& value) { environment_[name] = value; }

  /// Runs `grove` with this data directory, no other GROVE_ variable, the sanitizers' settings of the test, standing in the root.
  Outcome run(const std::vector<std::string>& arguments) const;
  /// Where `grove` lies.
  static std::string program();
  /// Runs any program the same way.
  Outcome run_program(const std::vector<std::string>& words) const;
  class Running;
  /// Starts any program; the test ends it.
  Running start_program(const std::vector<std::string>& words) const;
  /// Starts `grove`; the test ends it.
  Running start(const std::vector<std::string>& arguments) const;
  /// The same, with a pipe to its stdin.
  Running start_with_pipes(const std::vector<std::string>& arguments) const;

 private:
  std::vector<std::string> environment() const;
  std::string root_;
  std::map<std::string, std::string> environment_;
};

/// A program that runs. Killed by the destructor where it still does.
class World::Running {
 public:
  enum class Input { kNone, kPipe };
  Running(const std::vector<std::string>& words, const std::vector<std::string>& environment, const std::string& folder,
          Input input = Input::kNone);
  Running(Running&& other) noexcept;
  Running& operator=(Running&&) = delete;
  ~Running();

  void signal(int number) const;
  /// To its stdin; a program that reads no more is no failure.
  void write(std::string_view text) const;
  void close_input();
  void close_output();
  /// Whether it ends by itself within ten seconds.
  bool ends_soon();
  /// The next line of stdout; "" once it ended.
  std::string read_line();
  /// What it wrote to stderr so far.
  std::string error_output() const;
  /// Waits for its end.
  Outcome wait();
  int pid() const { return pid_; }

 private:
  int pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  std::string error_path_;
  std::string buffer_;
};

/// Python with a class, a method and a function that say what they do.
extern const std::string_view kService;

}  // namespace grove::e2e

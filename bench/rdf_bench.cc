// usage: rdf_bench generate STATEMENTS            a railway model as Turtle
//        rdf_bench load FILE                      statements a second, in memory and kept in a folder, and how long it takes to open it
//        again rdf_bench query FILE QUERY…              milliseconds of each query, best of seven, and its rows
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "rdf/store_process.h"
#include "rdf/triple_store.h"

namespace {

using namespace grove;
using std::chrono::steady_clock;

constexpr std::string_view kHolds = "hold";

double seconds_since(steady_clock::time_point begin) { return std::chrono::duration<double>(steady_clock::now() - begin).count(); }

/// The schema of the Train Benchmark (Szárnyas et al., 2017): routes follow switch positions, track elements are watched by sensors, and
/// some of it is wrong, so that its queries find something.
class Railway {
 public:
  explicit Railway(std::size_t statements) : wanted_(statements) {
    text_ = "@prefix t: <http://example.org/train#> .\n@prefix d: <http://example.org/data/> .\n";
  }

  const std::string& write() {
    for (int route = 0; count_ < wanted_; ++route) write_route(route);
    return text_;
  }

 private:
  bool one_in(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_) == 0; }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  void say(std::string_view subject, std::string_view predicate, std::string_view object) {
    text_ += fmt::format("d:{} {} {} .\n", subject, predicate, object);
    ++count_;
  }

  void write_route(int route) {
    const std::string name = fmt::format("route{}", route);
    const std::string entry = fmt::format("semaphore{}", route);
    say(name, "a", "t:Route");
    say(entry, "a", "t:Semaphore");
    say(entry, "t:signal", one_in(10) ? "t:GO" : "t:STOP");
    if (!one_in(20)) say(name, "t:entry", "d:" + entry);
    say(name, "t:exit", fmt::format("d:semaphore{}", route + 1));
    for (int i = 0; i < 4; ++i) write_sensor(name, fmt::format("{}x{}", route, i));
  }

  void write_sensor(const std::string& route, const std::string& number) {
    const std::string sensor = "sensor" + number;
    say(sensor, "a", "t:Sensor");
    if (!one_in(20)) say(route, "t:requires", "d:" + sensor);
    for (int i = 0; i < 6; ++i) {
      const std::string segment = fmt::format("segment{}x{}", number, i);
      say(segment, "a", "t:Segment");
      say(segment, "t:length", std::to_string(one_in(50) ? -below(100) : 1 + below(1000)));
      say(segment, "t:monitoredBy", "d:" + sensor);
      link(segment);
    }
    const std::string point = "switch" + number;
    const std::string position = "position" + number;
    const std::string place = kPlaces[static_cast<std::size_t>(below(3))];
    say(point, "a", "t:Switch");
    say(point, "t:currentPosition", place);
    if (!one_in(25)) say(point, "t:monitoredBy", "d:" + sensor);
    say(position, "a", "t:SwitchPosition");
    say(position, "t:target", "d:" + point);
    say(position, "t:position", one_in(10) ? kPlaces[0] : place);
    say(route, "t:follows", "d:" + position);
    link(point);
  }

  void link(const std::string& element) {
    if (!last_.empty()) say(last_, "t:connectsTo", "d:" + element);
    last_ = element;
  }

  inline static const std::vector<std::string> kPlaces{"t:STRAIGHT", "t:DIVERGING", "t:FAILURE"};
  std::size_t wanted_;
  std::size_t count_ = 0;
  std::string text_, last_;
  std::mt19937 random_{1};
};

std::unique_ptr<rdf::TripleStore> open(const std::string& folder) {
  auto store = rdf::open_embedded_store({.folder = folder, .store_program = {"/proc/self/exe", std::string(kHolds)}});
  if (store) return std::move(*store);
  fmt::print(stderr, "{}\n", describe(store.error()));
  std::exit(1);
}

double load(rdf::TripleStore& store, const std::string& text) {
  const auto begin = steady_clock::now();
  if (const Status status = store.load({.text = text}, {}); !status) fmt::print(stderr, "{}\n", describe(status.error()));
  return seconds_since(begin);
}

int measure_load(const std::string& text) {
  const std::string folder = (std::filesystem::temp_directory_path() / "grove-rdf-bench").string();
  std::filesystem::remove_all(folder);
  {
    const auto store = open("");
    const double seconds = load(*store, text);
    fmt::print("in memory\t{:.2f} s\t{:.0f} statements/s\n", seconds, static_cast<double>(*store->size()) / seconds);
  }
  std::uint64_t size = 0;
  {
    const auto store = open(folder);
    const double seconds = load(*store, text);
    size = *store->size();
    fmt::print("kept on disk\t{:.2f} s\t{:.0f} statements/s\n", seconds, static_cast<double>(size) / seconds);
  }
  const auto begin = steady_clock::now();
  auto store = open(folder);
  fmt::print("opened again\t{:.2f} s\t{:.0f} statements/s\n", seconds_since(begin),
             static_cast<double>(*store->size()) / seconds_since(begin));
  const bool is_whole = *store->size() == size;
  store.reset();
  std::error_code ignored;  // a snapshot that is being written when its process ends
  std::filesystem::remove_all(folder, ignored);
  return is_whole ? 0 : 1;
}

int measure_queries(const std::string& text, const std::vector<std::string>& files) {
  const auto store = open("");
  load(*store, text);
  for (const std::string& file : files) {
    const rdf::QueryRequest request{.text = *read_file(file), .solutions = rdf::SolutionSyntax::kTsv};
    double best = 1e9;
    std::ptrdiff_t rows = 0;
    for (int i = 0; i < 7; ++i) {
      const auto begin = steady_clock::now();
      const auto answer = store->query(request, {});
      best = std::min(best, seconds_since(begin));
      rows = answer ? std::ranges::count(answer->body, '\n') - 1 : -1;
    }
    fmt::print("{}\t{:.2f}\t{}\n", std::filesystem::path(file).stem().string(), best * 1000, rows);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  if (arguments.size() == 2 && arguments[0] == kHolds) return rdf::serve_store(arguments[1]);
  if (arguments.size() == 2 && arguments[0] == "generate") return fmt::print("{}", Railway(std::stoul(arguments[1])).write()), 0;
  if (arguments.size() == 2 && arguments[0] == "load") return measure_load(*read_file(arguments[1]));
  if (arguments.size() > 2 && arguments[0] == "query")
    return measure_queries(*read_file(arguments[1]), {arguments.begin() + 2, arguments.end()});
  fmt::print(stderr, "usage: rdf_bench generate STATEMENTS | load FILE | query FILE QUERY…\n");
  return 2;
}

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "serve/testing/load.h"
#include "serve/testing/raw_client.h"

// usage: bench_load PORT PID [REQUESTS [BUSY [IDLE]]]
// Puts 100,000 requests on the `grove serve` that listens at PORT as process PID, by 64 connections at once beside 1,000 idle ones: every
// GET route that ends, and tools of MCP, about symbols and files that a search there names. Prints for each kind how long answers took, and
// what the server used: processor time a request, and resident memory after a tenth of the requests and after all.
namespace {

using grove::serve::http_request;
using grove::serve::LoadReport;
using grove::serve::LoadRequest;
using grove::serve::RawClient;
using nlohmann::json;

/// "a/b c" → "a%2Fb%20c"
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

json call(std::uint16_t port, const std::string& method, const std::string& target, const std::string& body = "") {
  RawClient client(port);
  client.send(http_request(method, target, body));
  const auto answer = client.receive();
  return answer ? json::parse(answer->body, nullptr, false) : json();
}

/// Names and files to ask about.
struct Subjects {
  std::vector<std::string> symbols, files, repositories;
  std::string job;
};

Subjects find_subjects(std::uint16_t port) {
  Subjects subjects;
  std::set<std::string> symbols, files;
  for (const char* query : {"read the next token", "write to a file", "parse a number", "open a connection", "create a list", "error"}) {
    const json found =
        call(port, "POST", "/api/v1/search", json({{"query", query}, {"limit", 20}, {"kinds", {"function", "method", "class"}}}).dump());
    for (const json& hit : found.value("results", json::array())) {
      if (hit.contains("name")) symbols.insert(hit["name"]);
      files.insert(hit["repo"].get<std::string>() + "\n" + hit["path"].get<std::string>());
    }
  }
  subjects.symbols.assign(symbols.begin(), symbols.end());
  subjects.files.assign(files.begin(), files.end());
  for (const json& repository : call(port, "GET", "/api/v1/repos").value("repositories", json::array()))
    subjects.repositories.push_back(repository["id"]);
  if (!subjects.repositories.empty())
    subjects.job = call(port, "POST", "/api/v1/repos/" + subjects.repositories.front() + "/sync").value("id", "");
  // An index of an older version is made anew by it.
  while (!subjects.job.empty() && !call(port, "GET", "/api/v1/jobs/" + subjects.job).contains("ended_at"))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return subjects;
}

LoadRequest get(std::string name, const std::string& target) { return {.name = std::move(name), .bytes = http_request("GET", target)}; }

LoadRequest tool(const std::string& name, const json& arguments) {
  const json meta = {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                     {"io.modelcontextprotocol/clientInfo", {{"name", "bench"}, {"version", "1"}}},
                     {"io.modelcontextprotocol/clientCapabilities", json::object()}};
  const json message = {
      {"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", name}, {"arguments", arguments}, {"_meta", meta}}}};
  return {.name = "MCP " + name,
          .bytes = http_request("POST", "/mcp/repos", message.dump(),
                                fmt::format("Accept: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
                                            "Mcp-Name: {}\r\n",
                                            name))};
}

std::vector<LoadRequest> mix_of(const Subjects& subjects) {
  std::vector<LoadRequest> mix;
  const std::size_t rounds = 8;
  for (std::size_t i = 0; i < rounds; ++i) {
    for (const char* path :
         {"/health", "/ready", "/metrics", "/openapi.json", "/api/v1/repos", "/api/v1/stats", "/api/v1/jobs", "/api/v1/models/status"})
      mix.push_back(get(fmt::format("GET {}", path), path));
    mix.push_back(get("GET /api/v1/repos/{id}", "/api/v1/repos/" + subjects.repositories[i % subjects.repositories.size()]));
    mix.push_back(get("GET /api/v1/jobs/{id}", "/api/v1/jobs/" + subjects.job));
    mix.push_back(get("GET /api/v1/jobs/{id}/events", "/api/v1/jobs/" + subjects.job + "/events"));
    const std::string& symbol = subjects.symbols[i % subjects.symbols.size()];
    for (const char* what : {"", "/references", "/callers", "/callees"})
      mix.push_back(get(fmt::format("GET /api/v1/symbols/{{name}}{}", what), "/api/v1/symbols/" + escaped(symbol) + what));
    const std::string& file = subjects.files[i % subjects.files.size()];
    const auto cut = file.find('\n');
    mix.push_back(get("GET /api/v1/files",
                      fmt::format("/api/v1/files?repo={}&path={}", escaped(file.substr(0, cut)), escaped(file.substr(cut + 1)))));
    mix.push_back(tool("search_codebases", {{"query", symbol + " of a value"}}));
    mix.push_back(tool("get_symbol_definition", {{"symbol_name", symbol}}));
    mix.push_back(tool("get_call_hierarchy", {{"symbol_name", symbol}}));
    mix.push_back(tool("list_repositories", json::object()));
  }
  return mix;
}

std::string contents(const std::string& path) {
  std::ifstream in(path);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

double processor_seconds(const std::string& process) {
  const std::string stat = contents("/proc/" + process + "/stat");
  std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 2)));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

double resident_mebibytes(const std::string& process) {
  std::istringstream fields(contents("/proc/" + process + "/statm"));
  double size = 0;
  double resident = 0;
  fields >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1048576;
}

void print_row(const std::string& name, std::vector<double> times) {
  std::ranges::sort(times);
  const auto at = [&](double share) {
    return times[std::max<std::size_t>(static_cast<std::size_t>(std::ceil(share * static_cast<double>(times.size()))), 1) - 1];
  };
  fmt::print("  {:<44} {:>8.2f} {:>8.2f} {:>8.2f} {:>9}\n", name, at(0.5), at(0.99), times.back(), times.size());
}

std::size_t number(int count, char** arguments, int place, std::size_t otherwise) {
  return count > place ? std::stoul(arguments[place]) : otherwise;
}

int report_failures(const LoadReport& report) {
  for (const std::string& what : report.what_was_wrong) fmt::print("  wrong: {}\n", what);
  return report.wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fputs("usage: bench_load PORT PID [REQUESTS [BUSY [IDLE]]]\n", stderr);
    return 2;
  }
  const auto port = static_cast<std::uint16_t>(std::stoul(arguments[1]));
  const std::string process = arguments[2];
  const Subjects subjects = find_subjects(port);
  if (subjects.symbols.empty() || subjects.repositories.empty()) {
    std::fputs("bench_load: the server has nothing to find\n", stderr);
    return 1;
  }
  grove::serve::LoadPlan plan{.port = port, .mix = mix_of(subjects)};
  plan.requests = number(count, arguments, 3, 100'000);
  plan.busy = number(count, arguments, 4, 64);
  plan.idle = number(count, arguments, 5, 1000);
  grove::serve::LoadPlan first = plan;
  first.requests /= 10;
  const LoadReport warming = put_load(first);
  if (report_failures(warming) != 0) return 1;
  const double memory_before = resident_mebibytes(process);
  const double used_before = processor_seconds(process);
  const LoadReport report = put_load(plan);
  const double used = processor_seconds(process) - used_before;

  fmt::print("  {:<44} {:>8} {:>8} {:>8} {:>9}\n", "milliseconds", "p50", "p99", "worst", "answers");
  std::vector<double> all;
  for (const auto& [name, times] : report.milliseconds) {
    print_row(name, times);
    all.insert(all.end(), times.begin(), times.end());
  }
  if (!all.empty()) print_row("all", all);
  fmt::print("  {} wrong; {:.3f} ms of the server's processor time a request; {:.1f} MiB resident before, {:.1f} after\n", report.wrong,
             1000 * used / static_cast<double>(std::max<std::size_t>(report.answered, 1)), memory_before, resident_mebibytes(process));
  return report_failures(report);
}

#include "retrieval_set.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

namespace grove::eval {
namespace {

std::vector<std::string> split_tabs(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, '\t');) cells.push_back(cell);
  return cells;
}

void add_targets(const nlohmann::json& query, const char* key, std::vector<std::string>& targets) {
  if (!query.contains(key)) return;
  for (const auto& target : query[key])
    targets.push_back(target.is_string() ? target.get<std::string>() : target.at("path").get<std::string>());
}

std::vector<LabelledQuery> read_queries(const std::string& path) {
  std::ifstream file(path);
  std::vector<LabelledQuery> queries;
  for (const auto& query : nlohmann::json::parse(file)) {
    LabelledQuery labelled{query.at("query").get<std::string>(), query.value("category", "-"), {}};
    add_targets(query, "relevant", labelled.targets);
    add_targets(query, "secondary", labelled.targets);
    queries.push_back(std::move(labelled));
  }
  return queries;
}

bool same_file(const std::string& a, const std::string& b) { return a == b || a.ends_with("/" + b) || b.ends_with("/" + a); }

}  // namespace

Result<RetrievalSet> read_retrieval_set(const std::string& set, const std::string& corpora) {
  std::ifstream table(set + "/repos.tsv");
  if (!table) return fail(ErrorCode::kNotFound, "cannot read retrieval set: " + set + "/repos.tsv is missing");
  RetrievalSet result;
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    const std::vector<std::string> cells = split_tabs(line);
    if (cells.size() < 5) continue;
    std::string checkout = cells[2];
    std::ranges::replace(checkout, '/', '+');
    const std::string folder = std::filesystem::path(corpora) / checkout / cells[4];
    if (!std::filesystem::is_directory(folder)) {
      result.missing.push_back(cells[0]);
      continue;
    }
    try {
      result.repositories.push_back({cells[0], std::filesystem::canonical(folder), read_queries(set + "/queries/" + cells[0] + ".json")});
    } catch (const std::exception& problem) {
      return fail(ErrorCode::kInvalidArgument, "cannot read queries of " + cells[0] + ": " + problem.what());
    }
  }
  return result;
}

double ndcg_at_10(const std::vector<std::string>& files, const std::vector<std::string>& targets) {
  double gain = 0;
  for (const std::string& target : targets) {
    const auto found = std::ranges::find_if(files, [&](const std::string& file) { return same_file(file, target); });
    const auto rank = static_cast<double>(found - files.begin()) + 1;
    if (found != files.end() && rank <= 10) gain += 1 / std::log2(rank + 1);
  }
  double ideal = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, targets.size()); ++i) ideal += 1 / std::log2(static_cast<double>(i) + 2);
  return ideal > 0 ? gain / ideal : 0;
}

PairedDifference paired_bootstrap(const std::vector<double>& base, const std::vector<double>& other) {
  constexpr int kResamples = 4000;
  PairedDifference result;
  const std::size_t count = std::min(base.size(), other.size());
  if (count == 0) return result;
  std::vector<double> differences;
  for (std::size_t i = 0; i < count; ++i) {
    differences.push_back(other[i] - base[i]);
    result.mean += differences.back() / static_cast<double>(count);
    if (differences.back() > 1e-9) ++result.better;
    if (differences.back() < -1e-9) ++result.worse;
  }
  std::mt19937_64 random(20261130);
  std::uniform_int_distribution<std::size_t> pick(0, count - 1);
  std::vector<double> means;
  for (int resample = 0; resample < kResamples; ++resample) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += differences[pick(random)];
    means.push_back(sum / static_cast<double>(count));
  }
  std::ranges::sort(means);
  result.low = means[kResamples / 40];
  result.high = means[kResamples - 1 - kResamples / 40];
  return result;
}

}  // namespace grove::eval

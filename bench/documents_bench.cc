// usage: bench_documents WORK_DIRECTORY [CHUNKS]
// How fast passages of documents are found: makes a dataset of so many chunks (100,000) in fifty documents with an entity for each fiftieth
// word, indexes it with vectors, and asks it 200 questions of two to six words in each mode, three times over; the first time only warms
// up. Times are those of the engine, the passages read and shown included.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/file.h"
#include "bench/latency.h"
#include "engine/engine.h"

namespace {

using grove::Result;
using grove::Status;

constexpr std::size_t kDocuments = 50;
constexpr std::size_t kVocabulary = 40'000;
constexpr std::size_t kWordsOfChunk = 160;
constexpr std::size_t kEntityEvery = 50;
constexpr std::size_t kQueries = 200;
constexpr int kRounds = 3;

/// Words that can be said, drawn as words of a language are: the n-th as often as 1 / n (Zipf).
class Language {
 public:
  Language() {
    constexpr std::string_view kConsonants = "bdfgklmnprstvz";
    constexpr std::string_view kVowels = "aeiou";
    for (std::size_t i = 0; i < kVocabulary; ++i) {
      std::string word;
      for (std::size_t rest = i + 70; rest > 0; rest /= kConsonants.size() * kVowels.size()) {
        word += kConsonants[rest % kConsonants.size()];
        word += kVowels[rest / kConsonants.size() % kVowels.size()];
      }
      words_.push_back(std::move(word));
    }
  }
  const std::string& draw() {
    const double share = std::uniform_real_distribution<double>(0, 1)(random_);
    const double rank = std::pow(static_cast<double>(kVocabulary), share);  // the inverse of a sum of 1 / n, nearly a logarithm
    return words_[std::min(kVocabulary - 1, static_cast<std::size_t>(rank) - 1)];
  }
  const std::string& word(std::size_t index) const { return words_[index]; }
  std::size_t number(std::size_t least, std::size_t most) { return std::uniform_int_distribution<std::size_t>(least, most)(random_); }

 private:
  std::mt19937 random_{7};
  std::vector<std::string> words_;
};

std::string chunk_line(Language& language, std::size_t document, std::size_t number) {
  std::string text;
  for (std::size_t i = 0; i < kWordsOfChunk; ++i) text += language.draw() + (i % 16 == 15 ? ". " : " ");
  return fmt::format(R"({{"id":"doc_{0}#p{1}#c{2:04}","doc":"book-{0}","text":"{3}","page":{1},"heading_path":["{4}"]}})", document,
                     number / 3 + 1, number, text, language.word(number % kVocabulary)) +
         '\n';
}

Status write_dataset(const std::string& folder, std::size_t chunks) {
  Language language;
  GROVE_RETURN_IF_ERROR(grove::create_directories(folder + "/content/chunks"));
  GROVE_RETURN_IF_ERROR(grove::create_directories(folder + "/ontology"));
  for (std::size_t document = 0; document < kDocuments; ++document) {
    std::string lines;
    for (std::size_t i = 0; i < chunks / kDocuments; ++i) lines += chunk_line(language, document, i);
    GROVE_RETURN_IF_ERROR(grove::write_file(fmt::format("{}/content/chunks/book-{}.jsonl", folder, document), lines));
  }
  std::string entities;
  for (std::size_t i = 0; i < kVocabulary; i += kEntityEvery)
    entities += fmt::format(R"({{"iri":"https://bench.example/{0}","types":["https://bench.example/Word"],"label":"{0} {1}"}})",
                            language.word(i), language.word(i + 1)) +
                '\n';
  return grove::write_file(folder + "/ontology/entities.jsonl", entities);
}

std::vector<std::string> make_queries() {
  Language language;
  std::vector<std::string> queries;
  for (std::size_t i = 0; i < kQueries; ++i) {
    std::string query;
    for (std::size_t words = language.number(2, 6); words > 0; --words) query += language.draw() + ' ';
    queries.push_back(query);
  }
  return queries;
}

Status ask(grove::engine::Engine& engine, const std::vector<std::string>& queries, const grove::engine::SearchCommand& usual,
           const std::string& label) {
  std::vector<double> took;
  for (int round = 0; round < kRounds; ++round) {
    for (const std::string& query : queries) {
      grove::engine::SearchCommand command = usual;
      command.request.query = query;
      GROVE_ASSIGN_OR_RETURN(const auto result, engine.search(command, {}));
      if (round > 0) took.push_back(result.took_ms);
    }
  }
  grove::bench::print_latencies(label, took);
  return {};
}

Status measure(const std::string& work, std::size_t chunks) {
  using grove::search::Mode;
  const std::string dataset = work + "/dataset";
  GROVE_RETURN_IF_ERROR(write_dataset(dataset, chunks));
  grove::engine::EngineOptions options;
  options.data_directory = work + "/data";
  GROVE_ASSIGN_OR_RETURN(const auto engine, grove::engine::Engine::open(options));
  grove::NullProgress progress;
  GROVE_ASSIGN_OR_RETURN(const auto repository, engine->add({.location = dataset}, progress, {}));
  const auto begin = std::chrono::steady_clock::now();
  GROVE_ASSIGN_OR_RETURN(const auto report, engine->index({.repository = repository.name}, progress, {}));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("indexing {} chunks and entities\t{:.1f} s\n", report.units, seconds);
  const std::vector<std::string> queries = make_queries();
  grove::engine::SearchCommand command;
  command.request.filter.kinds = {grove::Kind::kDocument};
  GROVE_RETURN_IF_ERROR(ask(*engine, queries, command, "passages, hybrid"));
  command.request.mode = Mode::kKeyword;
  GROVE_RETURN_IF_ERROR(ask(*engine, queries, command, "passages, keyword"));
  command.request.mode = Mode::kSemantic;
  GROVE_RETURN_IF_ERROR(ask(*engine, queries, command, "passages, semantic"));
  command.request.mode = Mode::kHybrid;
  command.request.filter.kinds = {grove::Kind::kEntity};
  return ask(*engine, queries, command, "entities, hybrid");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || count > 3) {
    std::fputs("usage: bench_documents WORK_DIRECTORY [CHUNKS]\n", stderr);
    return 2;
  }
  const std::size_t chunks = count == 3 ? std::strtoull(arguments[2], nullptr, 10) : 100'000;
  const Status measured = measure(arguments[1], chunks);
  if (!measured) fmt::print(stderr, "{}\n", grove::describe(measured.error()));
  return measured ? 0 : 1;
}

#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "base/text.h"
#include "bench/latency.h"
#include "index/index_writer.h"
#include "index/lexical/word_search.h"
#include "index/manifest.h"
#include "index/open_segment.h"
#include "index/vector/vector_scan.h"
#include "source/decode.h"
#include "source/file_source.h"
#include "syntax/parser.h"

// usage: bench_index FOLDER [QUERIES]
// What the index alone costs on the files of a folder, in processor time of one thread, parsing not counted: tokens, postings, writing,
// merging, size, opening, and queries beside exhaustive scoring, which is the limit. Rows are label <tab> figure, or those of a latency.
namespace grove::bench {
namespace {

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Adds up the processor time of what it is asked to run.
class Meter {
 public:
  template <class Work>
  void run(Work work) {
    const double before = processor_seconds();
    work();
    seconds_ += processor_seconds() - before;
  }
  double seconds() const { return seconds_; }

 private:
  double seconds_ = 0;
};

void row(std::string_view label, const std::string& figure) { fmt::print("{}\t{}\n", label, figure); }

class IndexBench {
 public:
  IndexBench(std::string folder, std::string directory) : folder_(std::move(folder)), directory_(std::move(directory)) {}

  Status run(const std::vector<std::string>& queries) {
    GROVE_RETURN_IF_ERROR(build());
    GROVE_RETURN_IF_ERROR(open());
    measure_queries(queries);
    measure_single_terms();
    measure_names();
    measure_vectors();
    return merge();
  }

 private:
  Status build() {
    GROVE_ASSIGN_OR_RETURN(const auto source, source::open_working_tree(folder_, {}));
    std::vector<std::string> paths;
    GROVE_RETURN_IF_ERROR(source->list(
        [&](const source::FileEntry& entry) {
          if (entry.state == FileState::kIndexed) paths.push_back(entry.path);
        },
        {}));
    GROVE_ASSIGN_OR_RETURN(const auto writer, index::IndexWriter::open(directory_, {}));
    auto builder = writer->new_segment();
    const auto parser = syntax::make_parser();
    for (const std::string& path : paths) {
      auto bytes = source->read(path);
      if (!bytes) continue;
      const Sha256 hash = sha256(*bytes);
      const source::DecodedFile decoded = source::decode_file(path, std::move(*bytes));
      if (decoded.state != FileState::kIndexed) continue;
      add({path, hash, decoded.text, *parser, *builder});
      if (builder->memory_bytes() < kBuilderBytes && &path != &paths.back()) continue;
      Status taken;
      write_.run([&] { taken = writer->take(std::exchange(builder, writer->new_segment())); });
      GROVE_RETURN_IF_ERROR(std::move(taken));
    }
    GROVE_RETURN_IF_ERROR(writer->publish());
    const double megabytes = static_cast<double>(bytes_) / 1e6;
    row("index: text, MB", fmt::format("{:.1f}", megabytes));
    row("index: tokens alone, MB/s", fmt::format("{:.0f}", megabytes / tokens_.seconds()));
    row("index: collecting postings, MB/s", fmt::format("{:.0f}", megabytes / collect_.seconds()));
    row("index: sorting and writing, MB/s", fmt::format("{:.0f}", megabytes / write_.seconds()));
    return {};
  }

  struct Added {
    const std::string& path;
    const Sha256& hash;
    const std::string& text;
    syntax::LanguageParser& parser;
    index::SegmentBuilder& builder;
  };
  void add(const Added& file) {
    const Language language = syntax::detect_language(file.path, std::string_view(file.text).substr(0, 4096));
    const Facts facts = file.parser.parse({.path = file.path, .language = language, .text = file.text, .limits = {}, .cancel = {}});
    tokens_.run([&] { index::tokenize(file.text, [&](std::string_view term) { terms_ += term.size(); }); });
    collect_.run([&] { file.builder.add({file.path, file.hash, facts, file.text, {}}); });
    bytes_ += file.text.size();
  }

  Status open() {
    Meter meter;
    meter.run([&] { index_ = index::open_index(directory_, {}).value_or(nullptr); });
    if (index_ == nullptr) return fail(ErrorCode::kInternal, "the index that was just written cannot be opened");
    const index::IndexStats stats = index_->stats();
    row("index: units", std::to_string(stats.units));
    row("index: postings", std::to_string(stats.postings));
    row("index: size on disk, share of the text",
        fmt::format("{:.1f} %", 100.0 * static_cast<double>(stats.bytes_on_disk) / static_cast<double>(bytes_)));
    row("index: opening, ms", fmt::format("{:.3f}", meter.seconds() * 1000));
    return {};
  }

  index::WordQuery weighted(const std::string& query) const {
    const std::vector<std::string> terms = index::query_terms(query);
    const std::vector<std::uint64_t> frequencies = index_->document_frequencies(terms);
    index::WordQuery words;
    const auto units = static_cast<double>(index_->stats().units);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto df = static_cast<double>(frequencies[i]);
      words.terms.push_back({terms[i], static_cast<float>(std::log(1 + (units - df + 0.5) / (df + 0.5)))});
    }
    return words;
  }

  double search_milliseconds(const std::string& query) const {
    double best = std::numeric_limits<double>::max();
    for (int round = 0; round < 3; ++round) {
      Meter meter;
      meter.run([&] { index_->search_words(weighted(query)); });
      best = std::min(best, meter.seconds() * 1000);
    }
    return best;
  }

  void measure_queries(const std::vector<std::string>& queries) const {
    std::vector<double> fast;
    std::vector<double> slow;
    for (const std::string& query : queries) {
      fast.push_back(search_milliseconds(query));
      slow.push_back(exhaustive_milliseconds(query));
    }
    if (queries.empty()) return;
    print_latencies("words: block-max", fast);
    print_latencies("words: limit, adding up everything", slow);
  }

  /// Keeps nothing: what scoring alone costs.
  class Sink final : public index::UnitCollector {
   public:
    std::uint32_t least() const override { return 1; }
    void offer(std::uint32_t unit, std::uint32_t score) override { sum_ += unit ^ score; }

   private:
    std::uint64_t sum_ = 0;
  };

  double exhaustive_milliseconds(const std::string& query) const {
    const index::Manifest manifest = index::read_manifest(directory_).value_or(index::Manifest());
    std::vector<index::OpenSegment> segments;
    for (const index::ManifestSegment& entry : manifest.segments)
      if (auto segment = index::OpenSegment::open(directory_, entry, {})) segments.push_back(std::move(*segment));
    Meter meter;
    meter.run([&] {
      for (const index::OpenSegment& segment : segments) {
        std::vector<index::QueryTerm> terms;
        for (const std::string& term : index::query_terms(query))
          if (const auto entry = segment.data().terms().find(term)) terms.push_back({*entry, 1000});
        Sink sink;
        index::search_exhaustively(terms, segment.data().units().size(), sink);
      }
    });
    return meter.seconds() * 1000;
  }

  /// The most frequent term, the two most frequent together, a rare and an absent one.
  void measure_single_terms() const {
    std::vector<std::pair<std::uint32_t, std::string>> common;
    std::string rare;
    const index::Manifest manifest = index::read_manifest(directory_).value_or(index::Manifest());
    for (const index::ManifestSegment& entry : manifest.segments) {
      const auto segment = index::OpenSegment::open(directory_, entry, {});
      if (!segment) continue;
      index::TermDictionary::Cursor cursor(segment->data().terms());
      for (bool more = cursor.seek(""); more; more = cursor.next()) {
        if (cursor.entry().df == 1 && cursor.term().size() > 8) rare = cursor.term();
        if (cursor.entry().df > segment->data().units().size() / 20) common.emplace_back(cursor.entry().df, cursor.term());
      }
    }
    std::ranges::sort(common, std::greater());
    const auto at = [&](std::size_t i) { return i < common.size() ? common[i].second : std::string("the"); };
    row("words: most common term, ms", fmt::format("{:.3f}", search_milliseconds(at(0))));
    row("words: two common terms, ms", fmt::format("{:.3f}", search_milliseconds(at(0) + " " + at(1))));
    row("words: rare term, ms", fmt::format("{:.3f}", search_milliseconds(rare)));
    row("words: absent term, ms", fmt::format("{:.3f}", search_milliseconds("zzyzxabsent")));
  }

  void measure_names() const {
    for (const auto& [label, match] :
         {std::pair("names: exact, ms", index::NameQuery::Match::kExact), std::pair("names: prefix, ms", index::NameQuery::Match::kPrefix),
          std::pair("names: two edits, ms", index::NameQuery::Match::kFuzzy)}) {
      Meter meter;
      meter.run([&, m = match] { index_->search_names({"registerr_device", m, {}, 100}); });
      row(label, fmt::format("{:.3f}", meter.seconds() * 1000));
    }
  }

  /// A scan of random rows, as many as there are units, for each kind of instructions.
  void measure_vectors() const {
    const index::VectorSpace space = {"bench", "random", 256, "1", index::VectorStorage::kInt8};
    const std::string path = directory_ + "/bench.vec";
    const auto units = static_cast<std::uint32_t>(index_->stats().units);
    auto writer = index::VectorFileWriter::create(path, space, system_calls());
    if (!writer) return;
    std::mt19937_64 random(1);
    std::string line(space.row_bytes(), '\0');
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      for (char& value : line) value = static_cast<char>(static_cast<int>(random() % 255) - 127);
      writer->add_rows(line);
    }
    if (!writer->commit()) return;
    const auto bytes = MappedFile::open(path);
    const auto file = bytes ? index::VectorFile::open(bytes->bytes(), space, units) : fail(ErrorCode::kIo, "");
    if (!file) return;
    const std::vector<float> query(space.dimensions, 1.0F);
    for (const index::VectorKernels& kernels : index::supported_kernels()) {
      std::vector<float> cosines(units);
      Meter meter;
      meter.run([&] { index::VectorProbe(query, kernels).cosines(*file, 0, units, cosines.data()); });
      row(fmt::format("vectors: exact scan of all units, {}, ms", kernels.name), fmt::format("{:.3f}", meter.seconds() * 1000));
    }
  }

  Status merge() {
    if (index_->stats().segments < 2) return {};
    GROVE_ASSIGN_OR_RETURN(const auto writer, index::IndexWriter::open(directory_, {}));
    Meter meter;
    Status merged;
    meter.run([&] { merged = writer->merge(true, CancelToken()); });
    row("index: merging into one segment, MB/s", fmt::format("{:.0f}", static_cast<double>(bytes_) / 1e6 / meter.seconds()));
    return merged;
  }

  static constexpr std::size_t kBuilderBytes = std::size_t{256} << 20U;
  std::string folder_;
  std::string directory_;
  std::uint64_t bytes_ = 0;
  std::uint64_t terms_ = 0;
  Meter tokens_, collect_, write_;
  std::shared_ptr<const index::UnitIndex> index_;
};

}  // namespace
}  // namespace grove::bench

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: bench_index FOLDER [QUERIES]\n", stderr);
    return 2;
  }
  std::string directory = (std::filesystem::temp_directory_path() / "grove-bench-index-XXXXXX").string();
  if (::mkdtemp(directory.data()) == nullptr) return 1;
  const auto queries = grove::bench::read_queries(count > 2 ? arguments[2] : GROVE_SOURCE_DIR "/bench/queries.txt");
  const grove::Status status = grove::bench::IndexBench(arguments[1], directory).run(queries);
  if (!status) fmt::print(stderr, "{}\n", grove::describe(status.error()));
  std::error_code ignored;
  std::filesystem::remove_all(directory, ignored);
  return status ? 0 : 1;
}

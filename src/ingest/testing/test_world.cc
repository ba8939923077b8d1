#include "ingest/testing/test_world.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/check.h"
#include "base/hash.h"
#include "base/text.h"
#include "ingest/run.h"
#include "ingest/testing/repository_state.h"

namespace grove::ingest {

void MemoryTree::write(const std::string& path, const std::string& bytes) {
  files_[path] = {.bytes = bytes, .mtime_ns = ++clock_, .state = FileState::kIndexed, .reason = ""};
}

void MemoryTree::list_as(const std::string& path, FileState state, const std::string& reason) {
  files_[path] = {.bytes = "", .mtime_ns = ++clock_, .state = state, .reason = reason};
}

void MemoryTree::copy(const MemoryTree& other) {
  files_ = other.files_;
  refused_ = other.refused_;
  clock_ = other.clock_;
}

class MemorySource final : public source::FileSource {
 public:
  explicit MemorySource(const MemoryTree& tree) : tree_(tree) {}

  Status list(const std::function<void(source::FileEntry)>& visit, const CancelToken& cancel) const override {
    for (const auto& [path, file] : tree_.files_) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      visit({.path = path, .size = file.bytes.size(), .mtime_ns = file.mtime_ns, .state = file.state, .reason = file.reason});
    }
    return {};
  }

  Result<std::string> read(std::string_view path) const override {
    ++tree_.reads_;
    const auto found = tree_.files_.find(std::string(path));
    if (found == tree_.files_.end()) return fail(ErrorCode::kNotFound, fmt::format("cannot read {}: it is gone", path));
    if (tree_.refused_.contains(found->first)) return fail(ErrorCode::kIo, fmt::format("cannot read {}: disk error", path));
    return found->second.bytes;
  }

 private:
  const MemoryTree& tree_;
};

std::unique_ptr<source::FileSource> MemoryTree::open() const { return std::make_unique<MemorySource>(*this); }

namespace {

class FakeBuilder final : public index::SegmentBuilder {
 public:
  void add(const index::IndexFile& file) override {
    bytes_ += file.text.size();
    added[std::string(file.path)] = {.hash = file.hash,
                                     .facts = corpus::encode_facts(file.facts),
                                     .text = std::string(file.text),
                                     .vectors = {file.vectors.begin(), file.vectors.end()}};
  }
  std::size_t memory_bytes() const override { return bytes_; }
  std::size_t files() const override { return added.size(); }
  Status seal(const CancelToken& cancel) override { return cancel.check(); }

  std::map<std::string, FakeIndexed> added;

 private:
  std::size_t bytes_ = 0;
};

class FakeWriter final : public index::IndexWriter {
 public:
  FakeWriter(FakeIndex& index, bool wants_vectors) : index_(index), wants_vectors_(wants_vectors), staged_(index.published) {}

  std::vector<index::IndexedFile> files() const override {
    std::vector<index::IndexedFile> files;
    for (const auto& [path, file] : staged_)
      files.push_back({.path = path, .hash = file.hash, .has_vectors = !wants_vectors_ || !file.vectors.empty()});
    return files;
  }
  index::IndexCounts counts() const override {
    index::IndexCounts counts{.files = staged_.size()};
    for (const auto& [path, file] : staged_) counts.without_vectors += wants_vectors_ && file.vectors.empty() ? 1U : 0U;
    return counts;
  }
  std::unique_ptr<index::SegmentBuilder> new_segment() override { return std::make_unique<FakeBuilder>(); }
  Status take(std::unique_ptr<index::SegmentBuilder> builder) override {
    GROVE_RETURN_IF_ERROR(index_.call());
    for (auto& [path, file] : static_cast<FakeBuilder&>(*builder).added) staged_[path] = std::move(file);
    return {};
  }
  void remove(std::string_view path) override { staged_.erase(std::string(path)); }
  Status publish() override {
    if (index_.publishes > 0 && index_.published == staged_) return {};
    GROVE_RETURN_IF_ERROR(index_.call());
    index_.published = staged_;
    ++index_.publishes;
    return {};
  }
  Status merge(bool, const CancelToken&) override { return {}; }
  Status connect_vectors(unsigned, const CancelToken&) override { return {}; }
  Status add_vectors(const EmbedFile& embed, const CancelToken& cancel) override {
    for (auto& [path, file] : staged_) {
      if (!file.vectors.empty()) continue;
      GROVE_RETURN_IF_ERROR(cancel.check());
      const Facts facts = corpus::decode_facts(file.facts).value();
      const std::vector<index::UnitView> units(facts.units.size());
      if (auto rows = embed(path, file.hash, units)) file.vectors = std::move(*rows);
    }
    return publish();
  }

 private:
  FakeIndex& index_;
  bool wants_vectors_;
  std::map<std::string, FakeIndexed> staged_;
};

/// Plain sections, counted.
class CountingParser final : public syntax::LanguageParser {
 public:
  explicit CountingParser(std::atomic<int>& count) : count_(count), parser_(syntax::make_text_parser()) {}
  Facts parse(const syntax::ParseRequest& request) override {
    ++count_;
    return parser_->parse(request);
  }

 private:
  std::atomic<int>& count_;
  std::unique_ptr<syntax::LanguageParser> parser_;
};

/// Reads a document whose text follows its mark, one page a line; "scan" holds none.
class CountingReader final : public document::DocumentReader {
 public:
  explicit CountingReader(std::atomic<int>& count) : count_(count) {}
  std::string_view name() const override { return "counting"; }
  Result<document::Document> read(const document::ReadRequest& request, const CancelToken&) const override {
    ++count_;
    document::Document read{.media_type = "application/pdf"};
    std::uint32_t number = 0;
    for (const std::string_view line : split(request.bytes.substr(request.bytes.find('\n') + 1), '\n')) {
      if (line == "missing") return fail(ErrorCode::kUnavailable, "there is no program to read it");
      const std::uint64_t begin = read.text.size();
      if (line != "scan") read.text += std::string(line) + "\n";
      read.pages.push_back({.number = ++number, .span = {.begin = begin, .end = read.text.size()}});
    }
    return read;
  }

 private:
  std::atomic<int>& count_;
};

}  // namespace

std::unique_ptr<index::IndexWriter> FakeIndex::open(const index::VectorSpace& space) {
  return std::make_unique<FakeWriter>(*this, space.dimensions > 0);
}

Status FakeIndex::call() {
  if (calls_until_failure == 0) return fail(ErrorCode::kIo, "cannot write the index: disk error");
  if (calls_until_failure > 0) --calls_until_failure;
  return {};
}

World::World() {
  std::string pattern = (std::filesystem::temp_directory_path() / "grove-ingest-XXXXXX").string();
  GROVE_CHECK(mkdtemp(pattern.data()) != nullptr);
  directory_ = pattern;
}

World::~World() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

Tools World::tools() {
  return {.open_source = [this](const std::string&, const source::SourceLimits&) -> Result<std::unique_ptr<source::FileSource>> {
            return tree.open();
          },
          .open_index = [this](const std::string&, const index::VectorSpace& space) -> Result<std::unique_ptr<index::IndexWriter>> {
            return index.open(space);
          },
          .count_vectors = [this](const std::string&, const index::VectorSpace& space) -> Result<std::uint64_t> {
            std::uint64_t bytes = 0;
            for (const auto& [path, file] : index.published) bytes += file.vectors.size();
            return bytes / space.dimensions;
          },
          .make_parser = [this] { return std::make_unique<CountingParser>(parses); },
          .extractor_version =
              [this](Language language) {
                const auto raised = raised_versions.find(language);
                return raised == raised_versions.end() ? 1U : raised->second;
              },
          .open_document_reader = [this] { return std::make_unique<CountingReader>(extractions); },
          .segment_bytes = 1200};
}

IngestRequest World::request() const {
  IngestRequest request;
  request.repository = {.id = "shop-1", .name = "shop", .root = "/src/shop"};
  request.directory = directory_ + "/shop-1";
  request.threads = 2;
  return request;
}

Result<IngestReport> World::ingest(const IngestRequest& request) {
  NullProgress progress;
  return run_ingest(request, tools(), progress, CancelToken());
}

Result<IngestReport> World::ingest_paths(const std::vector<std::string>& paths) {
  NullProgress progress;
  return run_ingest_paths(request(), paths, tools(), progress, CancelToken());
}

std::unique_ptr<corpus::Corpus> World::corpus() const {
  auto corpus = corpus::Corpus::open(request().directory, corpus::Corpus::Access::kRead);
  GROVE_CHECK(corpus.has_value());
  return std::move(*corpus);
}

std::string World::state() const {
  std::string state = describe_corpus(*corpus(), FileTimes::kShown);
  for (const auto& [path, file] : index.published)
    state += fmt::format("index {} {} {:x} {:x} {}\n", path, to_hex(file.hash), hash64(file.facts), hash64(file.text), file.vectors.size());
  return state;
}

}  // namespace grove::ingest

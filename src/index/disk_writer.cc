#include "index/disk_writer.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/check.h"
#include "base/clock.h"
#include "index/merge_policy.h"
#include "index/segment/segment_merger.h"

namespace grove::index {
namespace {

/// Whatever can't be removed now is on the next open.
void discard(const SegmentPaths& paths) {
  (void)remove_file(paths.segment);
  (void)remove_file(paths.vectors);
}

/// Where the generations of a new index begin: at the time. A reader that still holds one of an index that was thrown away never meets its
/// number again.
std::uint64_t first_generation() { return static_cast<std::uint64_t>(unix_ms()); }

}  // namespace

DiskSegmentBuilder::~DiskSegmentBuilder() {
  if (memory_ == nullptr && !taken_) discard(paths_);
}

void DiskSegmentBuilder::add(const IndexFile& file) {
  GROVE_CONTRACT(memory_ != nullptr);
  memory_->add(file);
}

Status DiskSegmentBuilder::seal(const CancelToken& cancel) {
  if (memory_ == nullptr || memory_->files() == 0) return {};
  auto written = memory_->write(paths_, CancellableCalls(calls_, cancel), cancel);
  if (!written) discard(paths_);
  GROVE_ASSIGN_OR_RETURN(written_, std::move(written));
  memory_.reset();
  return {};
}

DiskIndexWriter::DiskIndexWriter(std::string directory, const VectorSpace& space, const IndexOptions& options)
    : directory_(std::move(directory)),
      space_(space),
      options_(options),
      calls_(options.calls != nullptr ? *options.calls : system_calls()) {}

Status DiskIndexWriter::load() {
  GROVE_RETURN_IF_ERROR(create_directories(directory_));
  auto manifest = read_manifest(directory_, calls_);
  if (!manifest) {
    const ErrorCode code = manifest.error().code;
    if (code != ErrorCode::kNotFound && code != ErrorCode::kCorrupt) return std::unexpected(std::move(manifest).error());
    changed_ = true;
    manifest = Manifest{.generation = first_generation(), .next_id = 1, .segments = {}};
  }
  generation_ = manifest->generation;
  next_id_ = manifest->next_id;
  for (const ManifestSegment& entry : manifest->segments) {
    auto live = open_live(entry);
    if (live && live->segment.meta().scoring == options_.scoring) {
      segments_.push_back(std::move(*live));
    } else if (!live && live.error().code == ErrorCode::kUnavailable) {
      return std::unexpected(std::move(live).error());  // nothing is wrong with the file
    } else {
      changed_ = true;
      retire(entry);
    }
  }
  remove_leftovers(*manifest);
  return {};
}

/// Removes files of runs that were killed before they published them.
void DiskIndexWriter::remove_leftovers(const Manifest& published) const {
  std::set<std::string> wanted;
  for (const ManifestSegment& entry : published.segments) {
    wanted.insert(segment_path(directory_, entry.id));
    wanted.insert(vectors_path(directory_, entry.vectors_id));
  }
  std::error_code error;
  std::vector<std::string> unwanted;
  for (std::filesystem::directory_iterator entry(directory_, error), end; !error && entry != end; entry.increment(error)) {
    const std::string path = entry->path().string();
    const std::string name = entry->path().filename().string();
    const bool ours = name.find(".seg") != std::string::npos || name.find(".vec") != std::string::npos || name.starts_with("manifest.tmp-");
    if (ours && !wanted.contains(path)) unwanted.push_back(path);
  }
  for (const std::string& path : unwanted) (void)remove_file(path);
}

Result<DiskIndexWriter::Live> DiskIndexWriter::open_live(const ManifestSegment& entry) const {
  Live live;
  live.entry = entry;
  GROVE_ASSIGN_OR_RETURN(live.file, MappedFile::open(segment_path(directory_, entry.id), MappedFile::Access::kRandom, calls_));
  if (live.file.bytes().size() != entry.bytes) return fail(ErrorCode::kCorrupt, "segment file has the wrong size");
  GROVE_ASSIGN_OR_RETURN(live.segment, Segment::open(live.file.bytes()));
  GROVE_RETURN_IF_ERROR(open_vectors(live));
  live.dead.resize(live.segment.files().size());
  for (const std::uint32_t file : entry.dead_files) {
    if (file >= live.dead.size()) return fail(ErrorCode::kCorrupt, "a file that the segment does not have is marked as removed");
    live.dead[file] = true;
  }
  live.dead_files = static_cast<std::uint32_t>(entry.dead_files.size());
  return live;
}

Result<DiskIndexWriter::Live> DiskIndexWriter::adopt(std::uint64_t id, const WrittenSegment& written) const {
  ManifestSegment entry;
  entry.id = id;
  entry.bytes = written.bytes;
  entry.files = written.files;
  entry.units = written.units;
  entry.vectors_id = written.vectors_bytes > 0 ? id : 0;
  entry.vectors_bytes = written.vectors_bytes;
  return open_live(entry);
}

std::vector<IndexedFile> DiskIndexWriter::files() const {
  std::vector<IndexedFile> files;
  for (const Live& live : segments_)
    for (std::uint32_t file = 0; file < live.dead.size(); ++file) {
      if (live.dead[file]) continue;
      const SegmentFileRecord record = live.segment.files().at(file);
      files.push_back({std::string(record.path), record.hash, space_.dimensions == 0 || has_vectors(live, file)});
    }
  return files;
}

IndexCounts DiskIndexWriter::counts() const {
  IndexCounts counts;
  for (const Live& live : segments_) {
    counts.files += live.dead.size() - live.dead_files;
    if (space_.dimensions == 0) continue;
    if (wants_graph(live)) counts.unconnected += live.vectors->units();
    for (std::uint32_t file = 0; file < live.dead.size(); ++file)
      if (!live.dead[file] && !has_vectors(live, file)) ++counts.without_vectors;
  }
  return counts;
}

std::unique_ptr<SegmentBuilder> DiskIndexWriter::new_segment() {
  const std::uint64_t id = next_id_++;
  return std::make_unique<DiskSegmentBuilder>(paths_of(id), id, std::make_unique<MemorySegment>(options_.scoring, space_), calls_);
}

void DiskIndexWriter::kill(Live& live, std::uint32_t file) {
  if (live.dead[file]) return;
  live.dead[file] = true;
  ++live.dead_files;
  live.entry.dead_units += live.segment.files().end_unit(file) - live.segment.files().first_unit(file);
  changed_ = true;
}

Status DiskIndexWriter::take(std::unique_ptr<SegmentBuilder> builder) {
  auto* own = dynamic_cast<DiskSegmentBuilder*>(builder.get());
  GROVE_CONTRACT(own != nullptr);
  if (own->files() == 0) return {};
  GROVE_RETURN_IF_ERROR(own->seal(CancelToken()));
  GROVE_ASSIGN_OR_RETURN(Live live, adopt(own->id(), own->written()));
  const FileTable& files = live.segment.files();
  for (std::uint32_t file = 0; file < files.size(); ++file) remove(files.path(file));
  segments_.push_back(std::move(live));
  own->mark_taken();
  changed_ = true;
  return {};
}

void DiskIndexWriter::remove(std::string_view path) {
  for (Live& live : segments_)
    if (const auto file = live.segment.files().find(path)) kill(live, *file);
}

Manifest DiskIndexWriter::next_manifest() const {
  Manifest manifest;
  manifest.generation = generation_ + 1;
  manifest.next_id = next_id_;
  for (const Live& live : segments_) {
    if (live.dead_files == live.dead.size()) continue;
    ManifestSegment& entry = manifest.segments.emplace_back(live.entry);
    entry.dead_files.clear();
    for (std::uint32_t file = 0; file < live.dead.size(); ++file)
      if (live.dead[file]) entry.dead_files.push_back(file);
  }
  return manifest;
}

Status DiskIndexWriter::publish() {
  if (!changed_) return {};
  const Manifest manifest = next_manifest();
  GROVE_RETURN_IF_ERROR(write_manifest(directory_, manifest, calls_));
  generation_ = manifest.generation;
  changed_ = false;
  std::erase_if(segments_, [this](const Live& live) {
    const bool empty = live.dead_files == live.dead.size();
    if (empty) retire(live.entry);
    return empty;
  });
  for (const std::string& path : std::exchange(retired_, {})) (void)remove_file(path);  // what can't be removed now is on the next open
  return {};
}

void DiskIndexWriter::retire(const ManifestSegment& entry) {
  retired_.push_back(segment_path(directory_, entry.id));
  if (entry.vectors_id != 0) retired_.push_back(vectors_path(directory_, entry.vectors_id));
}

std::vector<std::size_t> DiskIndexWriter::choose(bool force) const {
  if (!force) {
    std::vector<SegmentWeight> weights;
    for (const Live& live : segments_) weights.push_back({live.segment.meta().units - live.entry.dead_units, live.entry.dead_units});
    return choose_merge(weights);
  }
  std::vector<std::size_t> all;
  const bool clean = segments_.size() <= 1 && std::ranges::all_of(segments_, [](const Live& live) { return live.dead_files == 0; });
  for (std::size_t i = 0; !clean && i < segments_.size(); ++i) all.push_back(i);
  return all;
}

Status DiskIndexWriter::merge(bool force, const CancelToken& cancel) {
  for (std::vector<std::size_t> chosen = choose(force); !chosen.empty(); chosen = choose(force)) {
    GROVE_RETURN_IF_ERROR(merge_some(chosen, cancel));
    GROVE_RETURN_IF_ERROR(publish());
  }
  return publish();
}

Status DiskIndexWriter::merge_some(const std::vector<std::size_t>& chosen, const CancelToken& cancel) {
  std::vector<MergeInput> inputs;
  std::vector<bool> gone(segments_.size(), false);
  for (const std::size_t i : chosen) {
    gone[i] = true;
    changed_ = true;
    const Live& live = segments_[i];
    const bool sound = live.segment.verify(cancel).has_value();
    const bool usable = sound && live.vectors && live.vectors->verify(cancel);
    GROVE_RETURN_IF_ERROR(cancel.check());  // what was not looked at to its end is not damaged
    if (!sound) continue;                   // a damaged one counts as not indexed
    inputs.push_back({&live.segment, usable ? &*live.vectors : nullptr, live.dead});
  }
  const MergePlan plan = plan_merge(inputs);
  std::vector<Live> merged;
  if (!plan.files.empty()) {
    const std::uint64_t id = next_id_++;
    const auto written = merge_segments(inputs, plan, paths_of(id), CancellableCalls(calls_, cancel), cancel);
    auto live = written ? adopt(id, *written) : std::unexpected(written.error());
    if (!live) discard(paths_of(id));
    GROVE_ASSIGN_OR_RETURN(Live adopted, std::move(live));
    merged.push_back(std::move(adopted));
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (gone[i])
      retire(segments_[i].entry);
    else
      merged.push_back(std::move(segments_[i]));
  }
  segments_ = std::move(merged);
  return {};
}

Result<std::unique_ptr<IndexWriter>> IndexWriter::open(const std::string& directory, const VectorSpace& space) {
  return open_with(directory, space, {});
}

Result<std::unique_ptr<IndexWriter>> IndexWriter::open_with(const std::string& directory, const VectorSpace& space,
                                                            const IndexOptions& options) {
  auto writer = std::make_unique<DiskIndexWriter>(directory, space, options);
  if (Status loaded = writer->load(); !loaded) return std::unexpected(std::move(loaded).error().within("cannot open index " + directory));
  return writer;
}

}  // namespace grove::index

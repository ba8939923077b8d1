#include "index/disk_writer.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/check.h"
#include "index/merge_policy.h"
#include "index/segment/segment_merger.h"
#include "index/snapshot.h"

namespace grove::index {
namespace {

constexpr int kOpenAttempts = 10;

}  // namespace

void DiskSegmentBuilder::add(const IndexFile& file) {
  GROVE_CONTRACT(memory_ != nullptr);
  memory_->add(file);
}

Status DiskSegmentBuilder::seal() {
  if (memory_ == nullptr) return {};
  GROVE_ASSIGN_OR_RETURN(written_, memory_->write(path_, calls_));
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
    changed_ = code == ErrorCode::kCorrupt;
    remove_leftovers();
    return {};
  }
  generation_ = manifest->generation;
  next_id_ = manifest->next_id;
  for (const ManifestSegment& entry : manifest->segments) {
    auto live = open_live(entry);
    if (live && live->segment.meta().scoring == options_.scoring)
      segments_.push_back(std::move(*live));
    else
      changed_ = true;
  }
  remove_leftovers();
  return {};
}

/// Files left over by runs that were killed.
void DiskIndexWriter::remove_leftovers() const {
  std::set<std::string> wanted;
  for (const Live& live : segments_) {
    wanted.insert(segment_path(directory_, live.entry.id));
    if (live.entry.vectors_id != 0) wanted.insert(vectors_path(directory_, live.entry.vectors_id));
  }
  std::error_code error;
  std::vector<std::string> unwanted;
  for (const auto& entry : std::filesystem::directory_iterator(directory_, error)) {
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
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
  live.dead.resize(live.segment.files().size());
  for (const std::uint32_t file : entry.dead_files) {
    if (file >= live.dead.size()) return fail(ErrorCode::kCorrupt, "a file that the segment does not have is marked as removed");
    live.dead[file] = true;
  }
  live.dead_files = static_cast<std::uint32_t>(entry.dead_files.size());
  return live;
}

std::vector<IndexedFile> DiskIndexWriter::files() const {
  std::vector<IndexedFile> files;
  for (const Live& live : segments_)
    for (std::uint32_t file = 0; file < live.dead.size(); ++file) {
      if (live.dead[file]) continue;
      const SegmentFileRecord record = live.segment.files().at(file);
      files.push_back({std::string(record.path), record.hash, false});
    }
  return files;
}

std::unique_ptr<SegmentBuilder> DiskIndexWriter::new_segment() {
  const std::uint64_t id = next_id_++;
  return std::make_unique<DiskSegmentBuilder>(segment_path(directory_, id), id, options_, calls_);
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
  GROVE_RETURN_IF_ERROR(own->seal());
  ManifestSegment entry;
  entry.id = own->id();
  entry.bytes = own->written().bytes;
  entry.files = own->written().files;
  entry.units = own->written().units;
  GROVE_ASSIGN_OR_RETURN(Live live, open_live(entry));
  const FileTable& files = live.segment.files();
  for (std::uint32_t file = 0; file < files.size(); ++file) remove(files.path(file));
  segments_.push_back(std::move(live));
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
  if (!changed_ && generation_ > 0) return {};
  const Manifest manifest = next_manifest();
  GROVE_RETURN_IF_ERROR(write_manifest(directory_, manifest, calls_));
  generation_ = manifest.generation;
  changed_ = false;
  std::erase_if(segments_, [this](const Live& live) {
    const bool empty = live.dead_files == live.dead.size();
    if (empty) retire(live);
    return empty;
  });
  for (const std::string& path : std::exchange(retired_, {})) (void)remove_file(path);  // what can't be removed now is on the next open
  return {};
}

void DiskIndexWriter::retire(const Live& live) {
  retired_.push_back(segment_path(directory_, live.entry.id));
  if (live.entry.vectors_id != 0) retired_.push_back(vectors_path(directory_, live.entry.vectors_id));
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
    if (segments_[i].segment.verify()) inputs.push_back({&segments_[i].segment, segments_[i].dead});  // a damaged one counts as not indexed
  }
  const MergePlan plan = plan_merge(inputs);
  std::vector<Live> merged;
  if (!plan.files.empty()) {
    ManifestSegment entry;
    entry.id = next_id_++;
    GROVE_ASSIGN_OR_RETURN(const WrittenSegment written, merge_segments(inputs, plan, segment_path(directory_, entry.id), calls_, cancel));
    entry.bytes = written.bytes;
    entry.files = written.files;
    entry.units = written.units;
    GROVE_ASSIGN_OR_RETURN(Live live, open_live(entry));
    merged.push_back(std::move(live));
  }
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    if (gone[i])
      retire(segments_[i]);
    else
      merged.push_back(std::move(segments_[i]));
  }
  segments_ = std::move(merged);
  return {};
}

Status DiskIndexWriter::add_vectors(const EmbedFile& /*embed*/, const CancelToken& /*cancel*/) { return {}; }

Result<std::unique_ptr<IndexWriter>> IndexWriter::open(const std::string& directory, const VectorSpace& space,
                                                       const IndexOptions& options) {
  auto writer = std::make_unique<DiskIndexWriter>(directory, space, options);
  if (Status loaded = writer->load(); !loaded) return std::unexpected(std::move(loaded).error().within("cannot open index " + directory));
  return writer;
}

Result<std::shared_ptr<const UnitIndex>> open_index(const std::string& directory, const VectorSpace& /*space*/) {
  for (int attempt = 1;; ++attempt) {
    GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(directory));
    auto snapshot = Snapshot::open(directory, manifest);
    if (snapshot) return std::shared_ptr<const UnitIndex>(std::move(*snapshot));
    // A writer may have published and removed a segment meanwhile.
    if (snapshot.error().code != ErrorCode::kNotFound || attempt == kOpenAttempts) return std::unexpected(std::move(snapshot).error());
  }
}

Result<std::uint64_t> published_generation(const std::string& directory) {
  auto manifest = read_manifest(directory);
  if (manifest) return manifest->generation;
  if (manifest.error().code == ErrorCode::kNotFound) return 0;
  return std::unexpected(std::move(manifest).error());
}

Status verify_index(const std::string& directory) {
  GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(directory));
  for (const ManifestSegment& entry : manifest.segments) {
    GROVE_ASSIGN_OR_RETURN(const OpenSegment open, OpenSegment::open(directory, entry));
    if (Status status = open.data().verify(); !status)
      return std::unexpected(std::move(status).error().within("cannot trust " + segment_path(directory, entry.id)));
  }
  return {};
}

}  // namespace grove::index

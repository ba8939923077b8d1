#include "engine/source_texts.h"

#include <fmt/format.h>

#include "source/decode.h"

namespace grove::engine {

bool is_part(FileState state) {
  switch (state) {
    case FileState::kIgnored:
    case FileState::kBuiltInSkip:
    case FileState::kOutsideRoot:
    case FileState::kSubmodule:
    case FileState::kSymbolicLink: return false;
    default: return true;
  }
}

Result<std::shared_ptr<const SourceText>> SourceTexts::read(const std::string& root, std::string_view path) {
  GROVE_ASSIGN_OR_RETURN(const auto files, open_root(root));
  GROVE_ASSIGN_OR_RETURN(const source::FileStamp stamp, files->stamp(path));
  std::string key = fmt::format("{}//{}", root, path);
  if (auto known = find(key, stamp)) return known;
  GROVE_ASSIGN_OR_RETURN(std::string bytes, files->read(path));
  auto text = std::make_shared<SourceText>();
  text->hash = sha256(bytes);
  source::DecodedFile decoded = source::decode_file(path, std::move(bytes));
  if (decoded.state != FileState::kIndexed) {
    return fail(ErrorCode::kInvalidArgument, fmt::format("{} is no text that can be read: {}", path, decoded.reason));
  }
  text->text = std::move(decoded.text);
  keep({std::move(key), stamp, text});
  return text;
}

bool SourceTexts::is_unchanged(const std::string& root, std::string_view path, const Snapshot& then) {
  const auto files = open_root(root);
  if (!files) return false;
  const auto stamp = (*files)->stamp(path);
  if (!stamp || stamp->size != then.size) return false;
  if (then.mtime_ns != 0 && stamp->mtime_ns == then.mtime_ns) return true;
  const auto now = hash(root, path);
  return now && *now == then.hash;
}

Result<Sha256> SourceTexts::hash(const std::string& root, std::string_view path) {
  constexpr std::size_t kMostDigests = 10'000;
  GROVE_ASSIGN_OR_RETURN(const auto files, open_root(root));
  GROVE_ASSIGN_OR_RETURN(const source::FileStamp stamp, files->stamp(path));
  const std::string key = fmt::format("{}//{}", root, path);
  {
    const std::lock_guard lock(mutex_);
    const auto known = digests_.find(key);
    if (known != digests_.end() && known->second.stamp == stamp) return known->second.hash;
  }
  GROVE_ASSIGN_OR_RETURN(const std::string bytes, files->read(path));
  const Digest digest{.stamp = stamp, .hash = sha256(bytes)};
  const std::lock_guard lock(mutex_);
  if (digests_.size() >= kMostDigests) digests_.clear();
  digests_[key] = digest;
  return digest.hash;
}

void SourceTexts::forget(const std::string& root) {
  const std::lock_guard lock(mutex_);
  roots_.erase(root);
}

Result<bool> SourceTexts::lists(const std::string& root, std::string_view path, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const auto files, open_root(root));
  bool is_listed = false;
  const auto visit = [&](const source::FileEntry& entry) { is_listed = is_listed || (entry.path == path && is_part(entry.state)); };
  GROVE_RETURN_IF_ERROR(files->list_at({std::string(path)}, visit, cancel));
  return is_listed;
}

Result<std::shared_ptr<const source::FileSource>> SourceTexts::open_root(const std::string& root) {
  std::shared_ptr<const source::FileSource> known;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = roots_.find(root); found != roots_.end()) known = found->second;
  }
  if (known && known->is_current()) return known;
  auto opened = source::open_working_tree(root, {.file_bytes = limits_.file_bytes});
  const std::lock_guard lock(mutex_);
  if (!opened) {
    roots_.erase(root);
    return std::unexpected(std::move(opened).error());
  }
  return roots_[root] = *std::move(opened);
}

std::shared_ptr<const SourceText> SourceTexts::find(const std::string& key, const source::FileStamp& stamp) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end() || found->second->stamp != stamp) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->text;
}

void SourceTexts::keep(Entry entry) {
  const std::lock_guard lock(mutex_);
  const auto drop = [this](std::list<Entry>::iterator old) {
    used_ -= old->text->text.size();
    by_key_.erase(old->key);
    entries_.erase(old);
  };
  if (const auto old = by_key_.find(entry.key); old != by_key_.end()) drop(old->second);
  used_ += entry.text->text.size();
  entries_.push_front(std::move(entry));
  by_key_[entries_.front().key] = entries_.begin();
  while (used_ > limits_.cache_bytes && entries_.size() > 1) drop(std::prev(entries_.end()));
}

}  // namespace grove::engine

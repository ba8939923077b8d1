#include "source/git_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

#include "base/hash.h"

namespace grove::source {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kStatBytes = 40;  // times, device, inode, mode, owner, size
constexpr std::size_t kModeOffset = 24;
constexpr std::uint16_t kExtendedFlag = 0x4000;
constexpr std::uint16_t kNameMask = 0x0FFF;
constexpr std::uint32_t kTypeMask = 0170000;
constexpr std::uint32_t kSubmoduleType = 0160000;
constexpr std::size_t kLongestName = std::size_t{1} << 20U;

template <class T>
T big_endian(std::string_view bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return std::byteswap(value);
}

}  // namespace

/// Reads an index once for one size of object names; the format doesn't say which it is.
class GitIndex::Parser {
 public:
  Parser(std::string_view bytes, std::size_t hash_bytes) : bytes_(bytes), hash_bytes_(hash_bytes) {}

  std::optional<GitIndex> run() {
    if (bytes_.size() < kHeaderBytes + hash_bytes_ || !bytes_.starts_with("DIRC")) return std::nullopt;
    version_ = big_endian<std::uint32_t>(bytes_, 4);
    if (version_ < 2 || version_ > 4) return std::nullopt;
    const auto count = big_endian<std::uint32_t>(bytes_, 8);
    bytes_.remove_suffix(hash_bytes_);  // the checksum at the end; Git itself may leave it zero (index.skipHash)
    at_ = kHeaderBytes;
    if (count > bytes_.size() / (kStatBytes + hash_bytes_)) return std::nullopt;
    index_.entries_.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i)
      if (!entry()) return std::nullopt;
    if (!extensions()) return std::nullopt;
    // Git keeps them in order; other writers might not.
    const auto by_name = [this](const Entry& entry) { return index_.name(entry); };
    if (!std::ranges::is_sorted(index_.entries_, {}, by_name)) std::ranges::sort(index_.entries_, {}, by_name);
    return std::move(index_);
  }

 private:
  bool entry() {
    const std::size_t begin = at_;
    const std::size_t flags_at = begin + kStatBytes + hash_bytes_;
    if (flags_at + 2 > bytes_.size()) return false;
    const auto mode = big_endian<std::uint32_t>(bytes_, begin + kModeOffset);
    const auto flags = big_endian<std::uint16_t>(bytes_, flags_at);
    const bool extended = version_ >= 3 && (flags & kExtendedFlag) != 0;
    at_ = flags_at + (extended ? 4 : 2);
    if (version_ < 4 ? !whole_name(begin) : !compressed_name()) return false;
    // A name of 4095 bytes and more has all bits set; any other says its length, which proves the size of the object names.
    if ((flags & kNameMask) != std::min<std::size_t>(name_.size(), kNameMask)) return false;
    // In a split index an entry without a name replaces one of the base.
    if (name_.empty()) return true;
    index_.entries_.push_back({.begin = index_.names_.size(),
                               .size = static_cast<std::uint32_t>(name_.size()),
                               .submodule = (mode & kTypeMask) == kSubmoduleType});
    index_.names_ += name_;
    return true;
  }

  /// Versions 2 and 3: the name, then 1 to 8 NULs up to a multiple of eight bytes.
  bool whole_name(std::size_t entry_begin) {
    const auto end = bytes_.find('\0', std::min(at_, bytes_.size()));
    if (end == std::string_view::npos) return false;
    name_ = bytes_.substr(at_, end - at_);
    at_ = entry_begin + ((end - entry_begin + 8) & ~std::size_t{7});
    return at_ <= bytes_.size();
  }

  /// Version 4: how many bytes to drop from the last name, then what to add.
  bool compressed_name() {
    std::uint64_t drop = 0;
    for (bool first = true;; first = false) {
      if (at_ >= bytes_.size() || drop > kLongestName) return false;
      const auto byte = static_cast<std::uint8_t>(bytes_[at_++]);
      drop = first ? byte & 0x7FU : ((drop + 1) << 7U) | (byte & 0x7FU);
      if ((byte & 0x80U) == 0) break;
    }
    const auto end = bytes_.find('\0', std::min(at_, bytes_.size()));
    if (end == std::string_view::npos || drop > name_.size()) return false;
    name_.resize(name_.size() - drop);
    name_.append(bytes_.substr(at_, end - at_));
    at_ = end + 1;
    return name_.size() <= kLongestName;
  }

  bool extensions() {
    while (at_ < bytes_.size()) {
      if (at_ + 8 > bytes_.size()) return false;
      const std::string_view signature = bytes_.substr(at_, 4);
      const auto size = big_endian<std::uint32_t>(bytes_, at_ + 4);
      at_ += 8;
      if (size > bytes_.size() - at_) return false;
      if (signature == "link" && size >= hash_bytes_) index_.shared_base_ = hex(bytes_.substr(at_, hash_bytes_));
      at_ += size;
    }
    return true;
  }

  static std::string hex(std::string_view raw) { return to_hex(std::span(reinterpret_cast<const std::uint8_t*>(raw.data()), raw.size())); }

  std::string_view bytes_;
  std::size_t hash_bytes_;
  std::uint32_t version_ = 0;
  std::size_t at_ = 0;
  std::string name_;
  GitIndex index_;
};

Result<GitIndex> GitIndex::parse(std::string_view bytes) {
  for (const std::size_t hash_bytes : {std::size_t{20}, std::size_t{32}})
    if (auto index = Parser(bytes, hash_bytes).run()) return std::move(*index);
  return fail(ErrorCode::kCorrupt, "cannot read a Git index: its bytes are not of version 2, 3 or 4", "run `git status` in that folder");
}

GitIndex GitIndex::merged(GitIndex a, const GitIndex& b) {
  for (const Entry& entry : b.entries_) {
    a.entries_.push_back({.begin = a.names_.size(), .size = entry.size, .submodule = entry.submodule});
    a.names_ += b.name(entry);
  }
  std::ranges::sort(a.entries_, {}, [&a](const Entry& entry) { return a.name(entry); });
  return a;
}

std::vector<GitIndex::Entry>::const_iterator GitIndex::first_not_before(std::string_view path) const {
  return std::ranges::lower_bound(entries_, path, {}, [this](const Entry& entry) { return name(entry); });
}

bool GitIndex::tracks(std::string_view path) const {
  const auto found = first_not_before(path);
  return found != entries_.end() && name(*found) == path;
}

bool GitIndex::tracks_below(std::string_view folder) const {
  if (folder.empty()) return !entries_.empty();
  const auto found = first_not_before(std::string(folder) + "/");
  return found != entries_.end() && name(*found).starts_with(folder) && name(*found)[folder.size()] == '/';
}

bool GitIndex::is_submodule(std::string_view path) const {
  const auto found = first_not_before(path);
  return found != entries_.end() && name(*found) == path && found->submodule;
}

}  // namespace grove::source

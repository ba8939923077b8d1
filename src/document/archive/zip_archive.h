#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "document/budget.h"

namespace grove::document {

/// The members of a zip archive in memory, each read at most as far as the budget of its document allows. Nothing is ever written to disk,
/// so that no member's path can name a place there. Borrows the bytes and the budget. Belongs to one thread.
class ZipArchive {
 public:
  /// kCorrupt where the bytes are no zip archive.
  static Result<ZipArchive> open(std::string_view bytes, Budget& budget);
  ZipArchive(ZipArchive&&) noexcept;
  ~ZipArchive();

  bool has(const std::string& path) const;
  /// kNotFound; kResourceLimit for a member that unpacks to more than the document may, or to more times its packed size than is believed;
  /// kCorrupt for a damaged or encrypted one.
  Result<std::string> read(const std::string& path);

 private:
  struct Handle;
  ZipArchive(std::unique_ptr<Handle> handle, Budget& budget);

  std::unique_ptr<Handle> handle_;
  Budget* budget_;
};

/// Where a reference in `from` leads ("text/../a b.html" with escapes, or from the root with "/"), as a member's path without `.`, `..`
/// and fragment; empty where it leads out of the archive, or to another place altogether.
std::string member_path(std::string_view from, std::string_view reference);

}  // namespace grove::document

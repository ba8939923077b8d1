#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace grove {

/// A folder with all below it that can't be written, for one scope. The administrator could write all the same, and so becomes nobody
/// meanwhile, in all threads of the process.
class ReadOnlyFolder {
 public:
  explicit ReadOnlyFolder(std::string folder) : folder_(std::move(folder)), was_root_(::geteuid() == 0) {
    allow(std::filesystem::perms::owner_write, std::filesystem::perm_options::remove);
    if (!was_root_) return;
    using std::filesystem::perms;
    constexpr auto kAdd = std::filesystem::perm_options::add;
    // It stays in the group of the administrator.
    allow(perms::group_read | perms::group_exec | perms::others_read | perms::others_exec, kAdd);
    // Only what leads to it; what lies above is not the test's.
    std::filesystem::permissions(std::filesystem::path(folder_).parent_path(), perms::group_exec | perms::others_exec, kAdd);
    constexpr uid_t kNobody = 65534;
    static_cast<void>(::seteuid(kNobody));
  }
  ReadOnlyFolder(const ReadOnlyFolder&) = delete;
  ReadOnlyFolder& operator=(const ReadOnlyFolder&) = delete;
  ~ReadOnlyFolder() {
    if (was_root_) static_cast<void>(::seteuid(0));
    allow(std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
  }

 private:
  void allow(std::filesystem::perms rights, std::filesystem::perm_options how) const {
    std::filesystem::permissions(folder_, rights, how);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) std::filesystem::permissions(entry, rights, how);
  }
  std::string folder_;
  bool was_root_;
};

}  // namespace grove

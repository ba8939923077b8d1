#include "index/unit_gate.h"

namespace grove::index {

CompiledFilter::CompiledFilter(const UnitFilter& filter) {
  static_assert(kKindCount <= 64 && kLanguageCount <= 64);
  if (!filter.kinds.empty()) kinds_ = 0;
  for (const Kind kind : filter.kinds) kinds_ |= std::uint64_t{1} << static_cast<unsigned>(kind);
  if (!filter.languages.empty()) languages_ = 0;
  for (const Language language : filter.languages) languages_ |= std::uint64_t{1} << static_cast<unsigned>(language);
  if (!filter.path_glob.empty()) path_.emplace(filter.path_glob);
  by_file_ = path_.has_value() || !filter.languages.empty();
}

bool CompiledFilter::takes_file(const FileTable& files, std::uint32_t file) const {
  if ((languages_ >> static_cast<unsigned>(files.language(file)) & 1U) == 0) return false;
  return !path_ || path_->matches(files.path(file));
}

bool UnitGate::admits(std::uint32_t unit) {
  if (segment_.is_dead(unit)) return false;
  if (filter_.by_kind() && !filter_.takes_kind(segment_.data().units().kind(unit))) return false;
  return !filter_.by_file() || admits_file(unit);
}

bool UnitGate::admits_file(std::uint32_t unit) {
  if (unit >= first_ && unit < end_) return taken_;
  const FileTable& files = segment_.data().files();
  const std::uint32_t file = files.file_of(unit);
  first_ = files.first_unit(file);
  end_ = files.end_unit(file);
  return taken_ = filter_.takes_file(files, file);
}

}  // namespace grove::index

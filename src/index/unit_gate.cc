#include "index/unit_gate.h"

#include <algorithm>

namespace grove::index {

CompiledFilter::CompiledFilter(const UnitFilter& filter) {
  static_assert(kKindCount <= 64 && kLanguageCount <= 64);
  if (!filter.kinds.empty()) kinds_ = 0;
  for (const Kind kind : filter.kinds) kinds_ |= std::uint64_t{1} << static_cast<unsigned>(kind);
  const bool documents = std::ranges::find(filter.kinds, Kind::kDocument) != filter.kinds.end();
  if (documents) kinds_ |= std::uint64_t{1} << static_cast<unsigned>(Kind::kChunk);
  prose_ = documents && !takes_kind(Kind::kSection);
  if (!filter.languages.empty()) languages_ = 0;
  for (const Language language : filter.languages) languages_ |= std::uint64_t{1} << static_cast<unsigned>(language);
  if (!filter.path_glob.empty()) path_.emplace(filter.path_glob);
  by_file_ = path_.has_value() || !filter.languages.empty();
}

bool CompiledFilter::takes_file(const FileTable& files, std::uint32_t file) const {
  if ((languages_ >> static_cast<unsigned>(files.language(file)) & 1U) == 0) return false;
  return !path_ || path_->matches(files.path(file));
}

bool CompiledFilter::takes_section(Language language) const {
  return !prose_ || language == Language::kMarkdown || language == Language::kHtml || language == Language::kPlainText;
}

bool UnitGate::admits(std::uint32_t unit) {
  if (segment_.is_dead(unit)) return false;
  if (filter_.by_kind()) {
    const Kind kind = segment_.data().units().kind(unit);
    if (!filter_.takes_kind(kind)) return false;
    if (kind == Kind::kSection && filter_.takes_prose_only() && !filter_.takes_section(language_of(unit))) return false;
  }
  return !filter_.by_file() || admits_file(unit);
}

Language UnitGate::language_of(std::uint32_t unit) const {
  const FileTable& files = segment_.data().files();
  return files.language(files.file_of(unit));
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

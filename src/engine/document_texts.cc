#include "engine/document_texts.h"

#include <fmt/format.h>

#include <algorithm>

namespace grove::engine {
namespace {

constexpr std::size_t kKeptOpen = 1024;  // mapped: what isn't read takes no memory

}  // namespace

Result<std::shared_ptr<const document::StoredText>> DocumentTexts::find(const std::string& repository, const Sha256& hash) {
  std::string path = document::TextStore::beside(directory_.repository(repository)).path_of(hash);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = by_path_.find(path); known != by_path_.end()) {
      open_.splice(open_.begin(), open_, known->second);
      return known->second->text;
    }
  }
  GROVE_ASSIGN_OR_RETURN(auto text, document::StoredText::open(path));
  const std::lock_guard lock(mutex_);
  if (by_path_.contains(path)) return text;
  open_.push_front({.path = std::move(path), .text = text});
  by_path_[open_.front().path] = open_.begin();
  if (open_.size() > kKeptOpen) {
    by_path_.erase(open_.back().path);
    open_.pop_back();
  }
  return text;
}

DocumentPlace place_of(const document::Piece& piece) {
  return {.document = piece.document,
          .section = piece.section,
          .page = piece.page,
          .page_end = piece.page_end,
          .page_label = piece.page_label,
          .chunk_id = piece.kind == document::Piece::Kind::kPassage ? piece.id : std::string()};
}

std::string page_text(const DocumentPlace& place) {
  if (place.page == 0) return {};
  std::string text = place.page_end > place.page ? fmt::format("pp. {}–{}", place.page, place.page_end) : fmt::format("p. {}", place.page);
  if (!place.page_label.empty() && place.page_label != std::to_string(place.page)) text += fmt::format(" ({})", place.page_label);
  return text;
}

EntityCard card_of(const document::Piece& piece) {
  return {.iri = piece.id, .label = piece.label, .types = piece.types, .aliases = piece.aliases, .mentions = {}};
}

}  // namespace grove::engine

#include "engine/entity_mentions.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "corpus/corpus.h"

namespace grove::engine {
namespace {

constexpr std::size_t kShownBytes = 160;

/// The first words of a passage, on one line.
std::string first_words(std::string_view text) {
  std::string words;
  for (const std::string_view word : split_words(text.substr(0, utf8_boundary(text, std::min(text.size(), 2 * kShownBytes))))) {
    if (words.size() + word.size() > kShownBytes) return words + " …";
    words += (words.empty() ? "" : " ") + std::string(word);
  }
  return words;
}

/// The folder of the dataset that a file of entities belongs to, with a slash at its end; "" for the whole repository.
std::string dataset_of(std::string_view path) {
  const std::string_view folder = parent_path(parent_path(path));
  return folder.empty() ? std::string() : std::string(folder) + '/';
}

}  // namespace

void EntityMentions::add_to(EntityCard& card, const Origin& origin, std::size_t limit) {
  const auto files = files_of(origin.repository, origin.generation);
  const std::string dataset = dataset_of(origin.path);
  for (const DatasetFile& file : *files) {
    if (!file.path.starts_with(dataset)) continue;
    const auto text = texts_.find(origin.repository.id, file.hash);
    if (!text) continue;
    for (const std::size_t number : (*text)->mentions_of(card.iri)) {
      const document::Piece piece = (*text)->piece(number);
      if (std::ranges::find(piece.mentions, card.iri) == piece.mentions.end()) continue;  // another one of that hash
      ++card.total_mentions;
      if (card.mentions.size() >= limit) continue;
      const std::string_view passage = (*text)->text().substr(piece.span.begin, piece.span.end - piece.span.begin);
      card.mentions.push_back({.path = file.path, .place = place_of(piece), .text = first_words(passage)});
    }
  }
}

std::shared_ptr<const std::vector<EntityMentions::DatasetFile>> EntityMentions::files_of(const Repository& repository,
                                                                                         std::uint64_t generation) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(repository.id);
    if (known != known_.end() && known->second.generation == generation) return known->second.files;
  }
  auto files = std::make_shared<std::vector<DatasetFile>>();
  // Without a corpus nothing is mentioned; the next generation tells.
  if (const auto corpus = corpus::Corpus::open(directory_.repository(repository.id), corpus::Corpus::Access::kRead)) {
    [[maybe_unused]] const Status read = (*corpus)->for_each_file([&](corpus::CorpusFile file) {
      if (file.has_facts && file.record.language == Language::kDataset)
        files->push_back({.path = std::move(file.record.path), .hash = file.record.hash});
    });
  }
  std::ranges::sort(*files, {}, &DatasetFile::path);
  const std::lock_guard lock(mutex_);
  known_[repository.id] = {.generation = generation, .files = files};
  return files;
}

}  // namespace grove::engine

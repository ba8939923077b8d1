#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grove::engine {

/// Where in a document a passage stands.
struct DocumentPlace {
  std::string document;              ///< Its title; in datasets what they call it.
  std::vector<std::string> section;  ///< Titles of the headings above the passage, outermost first.
  std::uint32_t page = 0;            ///< Where it begins, from 1; 0 for what has no pages.
  std::uint32_t page_end = 0;
  std::string page_label;  ///< As printed on `page`.
  std::string chunk_id;    ///< What a dataset calls the passage; empty elsewhere.
};

/// `p. 12 (xii)`, `pp. 3–4`: pages, and the printed label of the first where it is another; "" without pages.
std::string page_text(const DocumentPlace& place);

/// What a dataset says of an entity.
struct EntityCard {
  std::string iri, label;
  std::vector<std::string> types;  ///< IRIs.
  std::vector<std::string> aliases;
  /// A passage of the same repository that speaks of it.
  struct Mention {
    std::string path;
    DocumentPlace place;
    std::string text;  ///< Its first words.
  };
  std::vector<Mention> mentions;  ///< The first ones.
  std::size_t total_mentions = 0;
};

}  // namespace grove::engine

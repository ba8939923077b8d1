#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/utf8.h"
#include "document/searchable/searchable_text.h"

namespace grove::document {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestFirstLine = std::size_t{4} << 20U;
constexpr std::size_t kNamedLines = 3;

std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint32_t number_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return 0;
  const auto value = found->get<std::int64_t>();
  return value > 0 && value <= std::int64_t{0xFFFFFFFF} ? static_cast<std::uint32_t>(value) : 0;
}

/// The texts of a list; a text alone is a list of one.
std::vector<std::string> texts_at(const Json& object, const char* key) {
  std::vector<std::string> texts;
  const auto found = object.find(key);
  if (found == object.end()) return texts;
  if (found->is_string()) texts.push_back(found->get<std::string>());
  if (!found->is_array()) return texts;
  for (const Json& each : *found)
    if (each.is_string()) texts.push_back(each.get<std::string>());
  return texts;
}

bool has_texts(const Json& object, std::initializer_list<const char*> keys) {
  return std::ranges::all_of(keys, [&](const char* key) { return object.contains(key) && object[key].is_string(); });
}

/// What a line of a dataset is.
enum class Form { kNone, kChunk, kDto, kEntity };

Form form_of(const Json& line) {
  if (!line.is_object()) return Form::kNone;
  if (has_texts(line, {"id", "doc", "text"})) return Form::kChunk;
  if (has_texts(line, {"document_id", "chunk_id", "text"})) return Form::kDto;
  if (has_texts(line, {"iri", "label"}) && line.contains("types")) return Form::kEntity;
  return Form::kNone;
}

Piece chunk_of(const Json& line) {
  Piece piece;
  piece.id = text_at(line, "id");
  piece.document = text_at(line, "doc");
  piece.section = texts_at(line, "heading_path");
  piece.page = number_at(line, "page");
  piece.page_end = std::max(piece.page, number_at(line, "page_end"));
  piece.page_label = text_at(line, "page_label");
  piece.mentions = texts_at(line, "entities");
  return piece;
}

/// The titles of a section as a chunk's provenance has them, joined by ` > `.
std::vector<std::string> titles_of(std::string_view section) {
  std::vector<std::string> titles;
  while (!section.empty()) {
    const std::size_t end = std::min(section.find(" > "), section.size());
    if (end > 0) titles.emplace_back(section.substr(0, end));
    section.remove_prefix(std::min(end + 3, section.size()));
  }
  return titles;
}

Piece dto_of(const Json& line) {
  Piece piece;
  piece.id = text_at(line, "chunk_id");
  piece.document = text_at(line, "document_id");
  const auto provenance = line.find("provenance");
  if (provenance == line.end() || !provenance->is_object()) return piece;
  if (const std::string path = text_at(*provenance, "source_path"); !path.empty()) piece.document = base_name(path);
  piece.section = titles_of(text_at(*provenance, "section"));
  piece.page = piece.page_end = number_at(*provenance, "page");
  piece.page_label = text_at(*provenance, "page_label");
  return piece;
}

Piece entity_of(const Json& line) {
  Piece piece{.kind = Piece::Kind::kEntity};
  piece.id = text_at(line, "iri");
  piece.label = text_at(line, "label");
  piece.types = texts_at(line, "types");
  piece.aliases = texts_at(line, "aliases");
  return piece;
}

/// `https://example.org/vocabulary#Ministry` → `Ministry`
std::string_view local_name(std::string_view iri) {
  const std::size_t end = iri.find_last_of("#/:");
  return end == std::string_view::npos || end + 1 == iri.size() ? iri : iri.substr(end + 1);
}

std::string joined_local_names(const std::vector<std::string>& iris) {
  std::vector<std::string> names;
  for (const std::string& iri : iris) names.emplace_back(local_name(iri));
  return join(names, ", ");
}

/// An entity as people read it; label and aliases stand in it word for word, so that its names have a place.
std::string entity_text(const Piece& entity, const std::string& summary) {
  std::string text = entity.label;
  if (!entity.types.empty()) text += fmt::format("\n{}", joined_local_names(entity.types));
  if (!entity.aliases.empty()) text += fmt::format("\nAlso: {}", join(entity.aliases, "; "));
  if (!summary.empty()) text += fmt::format("\n{}", summary);
  return text;
}

/// Reads one line after the other.
class Lines {
 public:
  explicit Lines(SearchableText& out) : out_(out) {}

  void read(std::string_view bytes) {
    ++number_;
    if (trim(bytes).empty()) return;
    const Json line = Json::parse(bytes, nullptr, false);
    switch (form_of(line)) {
      case Form::kChunk: return add(chunk_of(line), text_at(line, "text"));
      case Form::kDto: return add(dto_of(line), text_at(line, "text"));
      case Form::kEntity: {
        Piece entity = entity_of(line);
        std::string text = entity_text(entity, text_at(line, "summary"));
        return add(std::move(entity), std::move(text));
      }
      case Form::kNone: odd_.push_back(number_);
    }
  }

  /// Says which lines were left out.
  void tell() {
    if (odd_.empty()) return;
    std::vector<std::string> first;
    for (std::size_t i = 0; i < std::min(odd_.size(), kNamedLines); ++i) first.push_back(std::to_string(odd_[i]));
    if (odd_.size() > kNamedLines) first.emplace_back("…");
    out_.remark = fmt::format("{} neither chunk nor entity and left out: {} {}",
                              odd_.size() == 1 ? "a line is" : fmt::format("{} lines are", odd_.size()),
                              odd_.size() == 1 ? "line" : "lines", join(first, ", "));
  }

 private:
  void add(Piece piece, std::string text) {
    if (trim(text).empty()) return;
    if (!out_.text.empty()) out_.text += "\n\n";
    piece.span = {.begin = out_.text.size(), .end = out_.text.size() + text.size()};
    piece.lines = {number_, number_};
    out_.text += text;
    out_.pieces.push_back(std::move(piece));
  }

  SearchableText& out_;
  std::uint32_t number_ = 0;
  std::vector<std::uint32_t> odd_;
};

}  // namespace

bool repeats_chunks(std::string_view path) {
  constexpr std::string_view kBegin = "doc_";
  constexpr std::size_t kDigits = 16;
  const std::string_view name = base_name(path);
  const bool is_of_stages = name == "chunks.jsonl" || name == "chunks.pending.jsonl";
  if (is_of_stages && base_name(parent_path(path)) == "content") return true;
  if (base_name(parent_path(path)) != "documents" || !name.starts_with(kBegin) || !name.ends_with(".txt")) return false;
  const std::string_view digits = name.substr(kBegin.size(), name.size() - kBegin.size() - std::string_view(".txt").size());
  return digits.size() == kDigits && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_record_of_work(std::string_view path) {
  const std::string_view name = base_name(path);
  return base_name(parent_path(path)) == "ontology" &&
         (name == "rejects.jsonl" || name == "merges.jsonl" || name.ends_with(".raw.jsonl") || name.ends_with(".failures.jsonl"));
}

bool is_dataset(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  bytes = bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  const std::string_view line = bytes.substr(0, bytes.find('\n'));
  if (!line.starts_with('{') || line.size() > kLongestFirstLine) return false;
  return form_of(Json::parse(line, nullptr, false)) != Form::kNone;
}

Result<SearchableText> read_searchable_dataset(std::string_view bytes, const CancelToken& cancel) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  SearchableText found{.language = Language::kDataset, .media_type = "application/jsonl"};
  found.text.reserve(bytes.size());
  Lines lines(found);
  while (!bytes.empty()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    lines.read(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  if (found.pieces.empty()) return fail(ErrorCode::kCorrupt, "none of its lines is a chunk or an entity of a dataset");
  lines.tell();
  return found;
}

}  // namespace grove::document

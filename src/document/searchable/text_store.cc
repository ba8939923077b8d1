#include "document/searchable/text_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/bytes.h"

namespace grove::document {
namespace {

constexpr std::string_view kMagic = "GRVDTEXT";
constexpr std::uint32_t kFormat = 1;
constexpr std::size_t kEntryBytes = 2 * sizeof(std::uint64_t);
constexpr std::string_view kEnding = ".text";

std::uint64_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

void write_texts(ByteWriter& out, const std::vector<std::string>& texts) {
  out.varint(texts.size());
  for (const std::string& text : texts) out.string(text);
}

std::vector<std::string> read_texts(ByteReader& in) {
  std::vector<std::string> texts;
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) texts.emplace_back(in.string());
  if (!in.ok()) texts.clear();
  return texts;
}

void write_piece(ByteWriter& out, const Piece& piece) {
  out.varint(static_cast<std::uint64_t>(piece.kind));
  out.varint(piece.span.end - piece.span.begin);
  out.varint(piece.lines.first);
  out.varint(piece.lines.last);
  out.string(piece.id);
  out.string(piece.label);
  out.string(piece.document);
  write_texts(out, piece.section);
  out.varint(piece.page);
  out.varint(piece.page_end);
  out.string(piece.page_label);
  write_texts(out, piece.types);
  write_texts(out, piece.aliases);
  write_texts(out, piece.mentions);
}

Piece read_piece(ByteReader in, std::uint64_t begin) {
  Piece piece;
  piece.kind = in.varint() == 1 ? Piece::Kind::kEntity : Piece::Kind::kPassage;
  piece.span = {.begin = begin, .end = begin + in.varint()};
  piece.lines.first = static_cast<std::uint32_t>(in.varint());
  piece.lines.last = static_cast<std::uint32_t>(in.varint());
  piece.id = in.string();
  piece.label = in.string();
  piece.document = in.string();
  piece.section = read_texts(in);
  piece.page = static_cast<std::uint32_t>(in.varint());
  piece.page_end = static_cast<std::uint32_t>(in.varint());
  piece.page_label = in.string();
  piece.types = read_texts(in);
  piece.aliases = read_texts(in);
  piece.mentions = read_texts(in);
  return piece;
}

/// Entries of two numbers, ascending.
using Entries = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

std::string bytes_of(const Entries& entries) {
  ByteWriter out;
  for (const auto& [first, second] : entries) {
    out.fixed(first);
    out.fixed(second);
  }
  return std::move(out).bytes();
}

/// The first entry of a sorted table whose first number is not below `wanted`.
std::size_t lower_bound(std::string_view table, std::uint64_t wanted) {
  std::size_t low = 0;
  std::size_t high = table.size() / kEntryBytes;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (number_at(table, middle * kEntryBytes) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::string encode(const SearchableText& text, FileMoment moment) {
  ByteWriter records;
  Entries begins;
  Entries mentions;
  for (std::size_t i = 0; i < text.pieces.size(); ++i) {
    begins.emplace_back(text.pieces[i].span.begin, records.size());
    write_piece(records, text.pieces[i]);
    for (const std::string& iri : text.pieces[i].mentions) mentions.emplace_back(hash64(iri), i);
  }
  std::ranges::sort(mentions);
  const auto repeated = std::ranges::unique(mentions);
  mentions.erase(repeated.begin(), repeated.end());
  ByteWriter out;
  out.raw(kMagic);
  out.fixed(kFormat);
  out.fixed(kSearchableVersion);
  out.fixed(moment.size);
  out.fixed(moment.mtime_ns);
  out.fixed(static_cast<std::uint32_t>(text.language));
  out.string(text.title);
  out.string(text.media_type);
  out.string(text.remark);
  out.varint(text.pieces.size());
  out.varint(mentions.size());
  out.string(text.text);
  out.string(records.bytes());
  out.raw(bytes_of(begins));
  out.raw(bytes_of(mentions));
  out.fixed(hash64(out.bytes()));
  return std::move(out).bytes();
}

Error damaged(const std::string& path) {
  return {.code = ErrorCode::kCorrupt, .message = path + " is damaged", .hint = "run `grove index`: it is made again"};
}

/// The hash that a file of the store is called by.
bool is_name_of_text(std::string_view name, Sha256& hash) {
  if (name.size() != 2 * hash.size() + kEnding.size() || !name.ends_with(kEnding)) return false;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::size_t high = kDigits.find(name[2 * i]);
    const std::size_t low = kDigits.find(name[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return false;
    hash[i] = static_cast<std::uint8_t>(high << 4U | low);
  }
  return true;
}

}  // namespace

Result<std::shared_ptr<const StoredText>> StoredText::open(const std::string& path) {
  const std::shared_ptr<StoredText> stored(new StoredText);
  GROVE_ASSIGN_OR_RETURN(stored->file_, MappedFile::open(path));
  if (const Status parsed = stored->parse(); !parsed) return std::unexpected(damaged(path));
  return stored;
}

Status StoredText::parse() {
  const Error wrong{.code = ErrorCode::kCorrupt, .message = {}, .hint = {}};
  const std::string_view all = file_.bytes();
  if (all.size() < kMagic.size() + sizeof(std::uint64_t)) return std::unexpected(wrong);
  const std::string_view body = all.substr(0, all.size() - sizeof(std::uint64_t));
  if (hash64(body) != number_at(all, body.size())) return std::unexpected(wrong);
  ByteReader in(body);
  const bool ours =
      in.raw(kMagic.size()) == kMagic && in.fixed<std::uint32_t>() == kFormat && in.fixed<std::uint32_t>() == kSearchableVersion;
  if (!ours) return std::unexpected(wrong);
  moment_.size = in.fixed<std::uint64_t>();
  moment_.mtime_ns = in.fixed<std::int64_t>();
  language_ = in.fixed<std::uint32_t>() == static_cast<std::uint32_t>(Language::kDataset) ? Language::kDataset : Language::kDocument;
  title_ = in.string();
  media_type_ = in.string();
  remark_ = in.string();
  count_ = in.varint();
  const std::uint64_t mentions = in.varint();
  text_ = in.string();
  records_ = in.string();
  if (count_ > body.size() || mentions > body.size()) return std::unexpected(wrong);
  begins_ = in.raw(count_ * kEntryBytes);
  mentions_ = in.raw(mentions * kEntryBytes);
  if (!in.ok()) return std::unexpected(wrong);
  return {};
}

Piece StoredText::piece(std::size_t index) const {
  if (index >= count_) return {};
  const std::uint64_t begin = number_at(begins_, index * kEntryBytes);
  const std::uint64_t record = number_at(begins_, index * kEntryBytes + sizeof(std::uint64_t));
  if (begin > text_.size() || record > records_.size()) return {};
  Piece piece = read_piece(ByteReader(records_.substr(record)), begin);
  piece.span.end = std::min<std::uint64_t>(piece.span.end, text_.size());
  return piece;
}

std::size_t StoredText::piece_at(std::uint64_t begin) const {
  const std::size_t found = lower_bound(begins_, begin);
  return found < count_ && number_at(begins_, found * kEntryBytes) == begin ? found : count_;
}

std::vector<std::size_t> StoredText::mentions_of(std::string_view iri) const {
  std::vector<std::size_t> pieces;
  const std::uint64_t wanted = hash64(iri);
  for (std::size_t i = lower_bound(mentions_, wanted); i < mentions_.size() / kEntryBytes; ++i) {
    if (number_at(mentions_, i * kEntryBytes) != wanted) break;
    pieces.push_back(number_at(mentions_, i * kEntryBytes + sizeof(std::uint64_t)));
  }
  return pieces;
}

SearchableText StoredText::whole() const {
  SearchableText whole{.language = language_,
                       .media_type = std::string(media_type_),
                       .title = std::string(title_),
                       .text = std::string(text_),
                       .remark = std::string(remark_)};
  whole.pieces.reserve(count_);
  for (std::size_t i = 0; i < count_; ++i) whole.pieces.push_back(piece(i));
  return whole;
}

std::string TextStore::path_of(const Sha256& hash) const { return directory_ + '/' + to_hex(hash) + std::string(kEnding); }

bool TextStore::has(const Sha256& hash) const {
  std::error_code error;
  return std::filesystem::is_regular_file(path_of(hash), error);
}

Status TextStore::put(const Sha256& hash, const SearchableText& text, FileMoment moment) const {
  GROVE_RETURN_IF_ERROR(create_directories(directory_));
  return write_file(path_of(hash), encode(text, moment));
}

Status TextStore::sweep(const std::function<bool(const Sha256&)>& wanted) const {
  std::error_code error;
  std::vector<std::string> unwanted;
  for (const auto& entry : std::filesystem::directory_iterator(directory_, error)) {
    Sha256 hash{};
    if (!is_name_of_text(entry.path().filename().string(), hash) || !wanted(hash)) unwanted.push_back(entry.path().string());
  }
  for (const std::string& path : unwanted) GROVE_RETURN_IF_ERROR(remove_file(path));
  return {};
}

}  // namespace grove::document

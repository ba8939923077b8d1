#include "syntax/units/text_cutter.h"

#include <algorithm>
#include <tuple>

namespace grove::syntax {
namespace {

/// A whole line of the pieces, or a slice of one that is too long.
struct Slice {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  int cost = 0;  // of a cut before it
};

constexpr int kInsideLine = 1000;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::uint32_t slice_end(std::string_view text, std::uint32_t begin, std::uint32_t end, std::uint32_t limit) {
  if (end - begin <= limit) return end;
  std::uint32_t cut = begin + limit;
  for (std::uint32_t i = cut; i > begin + limit / 2; --i)
    if (text[i - 1] == ' ' || text[i - 1] == ';' || text[i - 1] == ',') return i;
  // A code point has at most three continuation bytes; more of them are no UTF-8 and may be cut anywhere.
  for (int i = 0; i < 3 && cut > begin + 1 && is_continuation(text[cut]); ++i) --cut;
  for (int i = 0; i < 3 && cut < end && is_continuation(text[cut]); ++i) ++cut;  // a limit below the size of one code point
  if (cut < end && text[cut] == '\n' && text[cut - 1] == '\r') ++cut;
  return cut;
}

std::vector<Slice> slices_of(const CutRequest& request, const std::vector<ByteRange>& pieces) {
  std::vector<Slice> slices;
  bool after_blank = false;
  for (const ByteRange piece : pieces) {
    for (std::uint32_t at = piece.begin; at < piece.end;) {
      const std::uint32_t line = request.lines->line_of(at);
      const std::uint32_t end = std::min(request.lines->bytes_of(line).end, piece.end);
      const std::string_view content = request.text.substr(at, end - at);
      const std::uint8_t depth = request.depth_of_row(line - 1);
      int cost = depth == 255 ? 600 : 2 * depth + (after_blank ? 0 : 1);
      if (is_blank(content)) cost = 700;  // a blank line ends a part, it doesn't begin one
      after_blank = is_blank(content);
      while (at < end) {
        const std::uint32_t stop = slice_end(request.text, at, end, request.limit);
        slices.push_back({at, stop - at, cost});
        at = stop;
        cost = kInsideLine;
      }
    }
  }
  return slices;
}

}  // namespace

std::vector<std::uint32_t> cut_offsets(const CutRequest& request, const std::vector<ByteRange>& pieces) {
  std::uint64_t total = 0;
  for (const ByteRange piece : pieces) total += piece.size();
  if (total <= request.limit) return {};
  const std::vector<Slice> slices = slices_of(request, pieces);
  std::vector<std::uint32_t> cuts;
  std::size_t first = 0;
  std::uint64_t rest = total;
  while (rest > request.limit) {
    // The cheapest place in the window; the later of equals. The last two parts share what is left.
    const std::uint64_t most = rest < 2ULL * request.limit ? std::min<std::uint64_t>(request.limit, rest * 2 / 3) : request.limit;
    std::uint64_t size = 0;
    std::size_t best = 0;
    std::uint64_t best_size = 0;
    for (std::size_t i = first; i < slices.size(); ++i) {
      if (i > first && size > 0 && (best == 0 || (size >= most / 3 && slices[i].cost <= slices[best].cost) || best_size < most / 3)) {
        best = i;
        best_size = size;
      }
      size += slices[i].size;
      if (size > most && best != 0) break;
    }
    if (best == 0) break;
    cuts.push_back(slices[best].begin);
    rest -= best_size;
    first = best;
  }
  return cuts;
}

}  // namespace grove::syntax

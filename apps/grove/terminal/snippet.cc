#include "apps/grove/terminal/snippet.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "base/utf8.h"

namespace grove::cli {
namespace {

/// Which terms, by number, stand in a line.
std::vector<std::size_t> terms_in(std::string_view line, const std::vector<std::string>& terms) {
  const std::string folded = to_lower_ascii(line);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!terms[i].empty() && folded.find(terms[i]) != std::string::npos) found.push_back(i);
  }
  return found;
}

/// Lines to show: the first, then those that bring the most terms not shown yet, in their order.
std::vector<std::size_t> chosen_lines(const std::vector<std::string_view>& lines, const SnippetRequest& request) {
  std::vector<std::size_t> chosen = {0};
  std::vector<bool> shown(request.terms.size(), false);
  for (const std::size_t term : terms_in(lines[0], request.terms)) shown[term] = true;
  while (chosen.size() < std::min(request.lines, lines.size())) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto found = terms_in(lines[i], request.terms);
      const auto fresh = static_cast<std::size_t>(std::ranges::count_if(found, [&](std::size_t term) { return !shown[term]; }));
      if (fresh > most) best = i, most = fresh;
    }
    if (most == 0) break;
    for (const std::size_t term : terms_in(lines[best], request.terms)) shown[term] = true;
    chosen.push_back(best);
  }
  for (std::size_t i = 1; chosen.size() < std::min(request.lines, lines.size()) && i < lines.size(); ++i) {
    if (std::ranges::find(chosen, i) == chosen.end() && !trim(lines[i]).empty()) chosen.push_back(i);
  }
  std::ranges::sort(chosen);
  return chosen;
}

std::string highlighted(std::string_view line, const std::vector<std::string>& terms, const Console& console) {
  if (!console.colours()) return std::string(line);
  const std::string folded = to_lower_ascii(line);
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t length = 0;
    for (const std::string& term : terms) {
      if (term.size() > length && folded.compare(at, term.size(), term) == 0) length = term.size();
    }
    out += length == 0 ? std::string(1, line[at]) : console.bold(line.substr(at, length));
    at += std::max<std::size_t>(1, length);
  }
  return out;
}

}  // namespace

std::string snippet(const SnippetRequest& asked, const Console& console) {
  if (asked.code.empty()) return {};
  SnippetRequest request = asked;
  for (std::string& term : request.terms) term = to_lower_ascii(term);
  const std::string code = printable(request.code);
  const auto lines = split(code, '\n');
  std::string out;
  for (const std::size_t i : chosen_lines(lines, request)) {
    const std::string expanded = replace_all(std::string(lines[i]), "\t", "    ");
    const std::string_view cut = std::string_view(expanded).substr(0, utf8_boundary(expanded, std::min(expanded.size(), request.columns)));
    out +=
        fmt::format("{} {}{}\n", console.faint(i < request.numbers.size() ? fmt::format("{:>8}", request.numbers[i]) : std::string(8, ' ')),
                    highlighted(cut, request.terms, console), cut.size() < expanded.size() ? "…" : "");
  }
  return out;
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string rows;
  for (const std::string_view paragraph : split(text, '\n')) {
    std::size_t used = 0;
    for (const std::string_view word : split_words(paragraph)) {
      const std::size_t size = count_code_points(word);
      if (used > 0 && used + 1 + size > columns) {
        rows += '\n';
        used = 0;
      }
      if (used > 0) rows += ' ';
      rows += word;
      used += size + (used > 0 ? 1 : 0);
    }
    rows += '\n';
  }
  while (rows.ends_with('\n')) rows.pop_back();
  return rows;
}

}  // namespace grove::cli

#include "ingest/testing/repository_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "base/hash.h"
#include "base/text.h"
#include "index/lexical/tokenizer.h"

namespace grove::ingest {
namespace {

std::string describe_unit(const index::UnitView& unit) {
  return fmt::format("{}#{} {} {} part {} twin {} [{},{}) {}-{} {}", unit.path, unit.qualified_name, kind_name(unit.kind),
                     language_name(unit.language), unit.part, unit.twin, unit.range.begin, unit.range.end, unit.lines.first,
                     unit.lines.last, to_hex(unit.file_hash).substr(0, 12));
}

/// The best units for some words, in order, with their scores.
std::string describe_answer(const index::UnitIndex& index, const std::string& words) {
  index::WordQuery query;
  for (const std::string& term : index::query_terms(words)) query.terms.push_back({.term = term, .weight = 1});
  query.limit = 10;
  std::string answer = "  ? " + words + "\n";
  for (const index::ScoredUnit& hit : index.search_words(query))
    answer += fmt::format("    {:.4f} {}\n", hit.score, describe_unit(index.unit(hit.ref)));
  return answer;
}

}  // namespace

std::string describe_corpus(corpus::Corpus& corpus, FileTimes times) {
  std::string state;
  const std::vector<FileRecord> files = corpus.files().value();
  for (const FileRecord& file : files) {
    const auto found = corpus.file(file.path);
    if (!found) return "cannot read " + file.path + ": " + describe(found.error());
    const corpus::CorpusFile known = found->value();
    state += fmt::format("file {} {} {} {} {} {} {} owed {}", file.path, file.size, to_hex(file.hash), static_cast<int>(file.language),
                         static_cast<int>(file.encoding), file_state_name(file.state), file.reason, static_cast<int>(known.owed));
    if (times == FileTimes::kShown) state += fmt::format(" {}", file.mtime_ns);
    if (known.has_facts) {
      const auto facts = corpus.facts(known.facts_key());
      if (!facts) return "cannot read the facts of " + file.path + ": " + describe(facts.error());
      state += fmt::format(" facts {} {:x}", known.extractor_version, hash64(corpus::encode_facts(*facts)));
    }
    state += '\n';
  }
  const corpus::CorpusTotals totals = corpus.totals().value();
  return state + fmt::format("totals {} {} {} {} {} {}\n", totals.files, totals.bytes, totals.facts.lines, totals.facts.units,
                             totals.facts.symbols, totals.facts.references);
}

std::string first_difference(const std::string& left, const std::string& right) {
  if (left == right) return {};
  const std::vector<std::string_view> lefts = split(left, '\n');
  const std::vector<std::string_view> rights = split(right, '\n');
  std::size_t line = 0;
  while (line < std::min(lefts.size(), rights.size()) && lefts[line] == rights[line]) ++line;
  const auto shown = [line](const std::vector<std::string_view>& lines) { return line < lines.size() ? lines[line] : "(end)"; };
  return fmt::format("line {}:\n{}\n{}", line + 1, shown(lefts), shown(rights));
}

std::string describe_index(const std::string& directory, const index::VectorSpace& space) {
  {
    const auto writer = index::IndexWriter::open(directory, space);
    GROVE_CHECK(writer.has_value());
    GROVE_CHECK((*writer)->merge(true, CancelToken()).has_value());
  }
  const auto index = index::open_index(directory, space);
  GROVE_CHECK(index.has_value());
  const auto writer = index::IndexWriter::open(directory, space);
  std::set<std::string> paths;
  for (const index::IndexedFile& file : (*writer)->files()) paths.insert(file.path);
  std::string state;
  for (const std::string& path : paths) {
    state += path + '\n';
    std::string words;
    for (const index::UnitRef ref : (*index)->units_of(path)) {
      const index::UnitView unit = (*index)->unit(ref);
      state += "  " + describe_unit(unit) + '\n';
      words = std::string(unit.name);
    }
    state += describe_answer(**index, words.empty() ? path : words);
  }
  return state;
}

}  // namespace grove::ingest

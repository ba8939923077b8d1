#include "ask_set.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "base/text.h"

namespace grove::eval {
namespace {

/// The fields of the lines that are no comments.
Result<std::vector<std::vector<std::string>>> read_rows(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  std::vector<std::vector<std::string>> rows;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    std::vector<std::string>& row = rows.emplace_back();
    for (const std::string_view field : split(line, '\t')) row.emplace_back(trim(field));
  }
  return rows;
}

bool ends_in(std::string_view name, std::string_view end, std::string_view separators) {
  if (!name.ends_with(end)) return false;
  return name.size() == end.size() || separators.find(name[name.size() - end.size() - 1]) != std::string_view::npos;
}

}  // namespace

Result<QuestionSet> read_question_set(const std::string& set, const std::string& corpora) {
  QuestionSet read;
  GROVE_ASSIGN_OR_RETURN(const auto repositories, read_rows(set + "/repos.tsv"));
  for (const std::vector<std::string>& row : repositories) {
    if (row.size() < 2) return fail(ErrorCode::kInvalidArgument, set + "/repos.tsv: a line has fewer than two fields");
    const std::string folder = corpora + "/" + replace_all(row[1], "/", "+");
    if (std::filesystem::is_directory(folder))
      read.repositories.push_back({.name = row[0], .folder = folder});
    else
      read.missing.push_back(row[1]);
  }
  GROVE_ASSIGN_OR_RETURN(const auto questions, read_rows(set + "/questions.tsv"));
  for (const std::vector<std::string>& row : questions) {
    if (row.size() != 4) return fail(ErrorCode::kInvalidArgument, set + "/questions.tsv: a line has not four fields");
    if (std::ranges::find(read.repositories, row[0], &AskedRepository::name) == read.repositories.end()) continue;
    LabelledQuestion question{.repository = row[0], .intent = row[1], .text = row[2], .expected = {}};
    for (const std::string_view one : split(row[3], '|')) question.expected.emplace_back(trim(one));
    read.questions.push_back(std::move(question));
  }
  return read;
}

bool is_expected(const engine::AnswerHit& hit, const std::vector<std::string>& expected) {
  return std::ranges::any_of(expected, [&](const std::string& one) {
    if (one.find(' ') != std::string::npos) return hit.flow.http_method + " " + hit.flow.route == one;
    if (!hit.flow.route.empty()) return false;
    const std::string& name = hit.unit.qualified_name.empty() ? hit.unit.name : hit.unit.qualified_name;
    const bool is_inside = ends_in(name.substr(0, std::min(name.rfind('.'), name.size())), one, ".");  // a method of the class
    return ends_in(name, one, ".") || is_inside || ends_in(hit.unit.path, one, "/");
  });
}

double reciprocal_rank(const engine::Answer& answer, const std::vector<std::string>& expected) {
  for (std::size_t i = 0; i < answer.hits.size(); ++i)
    if (is_expected(answer.hits[i], expected)) return 1.0 / static_cast<double>(i + 1);
  return 0;
}

}  // namespace grove::eval

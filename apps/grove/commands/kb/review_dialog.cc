#include "apps/grove/commands/kb/review_dialog.h"

#include <fmt/format.h>

#include <istream>
#include <ostream>
#include <ranges>
#include <vector>

#include "base/printable.h"
#include "base/text.h"

namespace grove::cli {
namespace {

using knowledge::ChangeKind;
using knowledge::TermChange;
using knowledge::Verdict;

constexpr std::string_view kHelp =
    "y - accept this\n"
    "n - reject this\n"
    "a - accept this and all that follow\n"
    "d - reject this and all that follow\n"
    "s - leave this for later\n"
    "q - leave this and all that follow for later\n"
    "? - print this\n"
    "A reason may stand behind a key: `n a supplier is no customer`.\n";

constexpr std::size_t kShownQuotes = 5;

struct Answer {
  char key = 'q';
  std::string reason;
};

Answer ask(std::istream& in, std::ostream& out) {
  while (true) {
    out << "Accept this? [y,n,a,d,s,q,?] " << std::flush;
    std::string line;
    if (!std::getline(in, line)) return {};
    const std::string_view text = trim(line);
    const bool is_key =
        !text.empty() && std::string_view("ynadsq").find(text.front()) != std::string_view::npos && (text.size() == 1 || text[1] == ' ');
    if (is_key) return {.key = text.front(), .reason = std::string(trim(text.substr(1)))};
    out << kHelp;
  }
}

std::vector<std::string> ids_from(const std::vector<TermChange>& changes, std::size_t first) {
  std::vector<std::string> ids;
  for (std::size_t i = first; i < changes.size(); ++i) ids.push_back(changes[i].id);
  return ids;
}

}  // namespace

std::string change_text(const TermChange& change, const Console& console) {
  std::string text = console.bold(printable_line(fmt::format("{} {}", change_name(change.kind), change.id))) + '\n';
  for (const knowledge::FieldChange& field : change.fields) {
    if (!field.before.empty()) text += console.red(fmt::format("  - {}: {}", field.field, printable_line(field.before))) + '\n';
    if (!field.after.empty()) text += console.green(fmt::format("  + {}: {}", field.field, printable_line(field.after))) + '\n';
  }
  for (const knowledge::Evidence& one : change.evidence | std::views::take(kShownQuotes))
    text += console.faint(fmt::format("  \"{}\" ({})", printable_line(one.quote), printable_line(one.chunk_id))) + '\n';
  if (const std::size_t all = change.evidence.size(); all > kShownQuotes)
    text += console.faint(fmt::format("  and {} more quotes, which --json lists", all - kShownQuotes)) + '\n';
  return text;
}

Status review_by_keys(knowledge::Review& review, const Reviewer& reviewer, std::istream& in, std::ostream& out, const Console& console) {
  const std::vector<TermChange> changes = review.pending();
  for (std::size_t i = 0; i < changes.size(); ++i) {
    out << fmt::format("({}/{}) ", i + 1, changes.size()) << change_text(changes[i], console);
    const Answer answer = ask(in, out);
    if (answer.key == 'q') break;
    if (answer.key == 's') continue;
    const bool rest = answer.key == 'a' || answer.key == 'd';
    const std::vector<std::string> ids = rest ? ids_from(changes, i) : std::vector{changes[i].id};
    const Verdict verdict = answer.key == 'y' || answer.key == 'a' ? Verdict::kAccepted : Verdict::kRejected;
    const Status decided =
        review.decide(ids, {.verdict = verdict, .by = reviewer.by, .reason = answer.reason.empty() ? reviewer.reason : answer.reason});
    if (decided) {
      if (rest) break;
      continue;
    }
    // Others may decide at the same time.
    const bool is_by_others = decided.error().code == ErrorCode::kNotFound || decided.error().code == ErrorCode::kConflict;
    if (!is_by_others || rest) return decided;
    out << console.yellow(printable_line(decided.error().message)) << '\n';
  }
  return {};
}

}  // namespace grove::cli

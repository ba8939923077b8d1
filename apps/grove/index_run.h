#pragma once

#include <vector>

#include "apps/grove/cost_question.h"
#include "apps/grove/session.h"
#include "serve/json/shapes.h"

namespace grove::cli {

inline constexpr OptionSpec kYesOption = {
    .name = "yes", .help = "Don't ask before a provider is paid for vectors", .type = OptionType::kFlag};
inline constexpr OptionSpec kDryRunOption = {
    .name = "dry-run", .help = "Index words only, and say what the vectors would take and cost", .type = OptionType::kFlag};
/// Takes both over from the command line.
Consent consent_of(const Invocation& invocation);
void take_dry_run(const Invocation& invocation, engine::IndexRequest& request);

/// Indexes repositories one after the other for `index`, `add`, `sync` and `ingest`, and tells what came of it. A failure of one leaves the
/// others alone; an interrupt ends all.
class IndexRun {
 public:
  IndexRun(Session& session, engine::Engine& engine, Consent consent = Consent::kGiven)
      : session_(session), engine_(engine), consent_(consent) {}

  /// Registers first. `request` gets the repository from it.
  void add_and_index(const engine::AddRequest& add, engine::IndexRequest request);
  void index(const Repository& repository, engine::IndexRequest request);
  /// One that failed before there was anything to index; `name` is what to call it.
  void fail_early(std::string name, Error error);
  /// Prints the reports. 0, or 1 where a repository of several failed; where there was only one, its error.
  Result<int> finish();

  bool interrupted() const { return session_.cancel().cancelled(); }
  const std::vector<serve::IndexOutcome>& outcomes() const { return outcomes_; }
  /// Complains of failures and warnings to stderr; what came of each repository as text for people. kCancelled after an interrupt.
  Result<std::string> tell() const;

 private:
  std::string summary(const serve::IndexOutcome& outcome) const;

  Session& session_;
  engine::Engine& engine_;
  Consent consent_;
  std::vector<serve::IndexOutcome> outcomes_;
};

}  // namespace grove::cli

#include "knowledge/stages/dataset_folder.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "base/unfinished_files.h"
#include "knowledge/json/json.h"
#include "rdf/term.h"

namespace grove::knowledge {
namespace {

constexpr std::string_view kManifest = "manifest.json";
constexpr std::string_view kLedger = "ontology/extraction_state.json";

/// What stages read and write, with all below.
constexpr std::array<std::string_view, 5> kOwn = {kManifest, ".grove", "content", "ontology", "embeddings"};

/// Links among the documents are for whoever reads those to refuse, one by one.
constexpr std::string_view kSources = "content/sources/";

/// Whether a path is a link to what lies outside of a folder. One that leads nowhere is none: what is written there takes its place.
bool leads_out(const std::filesystem::directory_entry& entry, const std::filesystem::path& root) {
  std::error_code error;
  if (!entry.is_symlink(error) || error) return false;
  const auto target = std::filesystem::canonical(entry.path(), error);
  return !error && std::ranges::mismatch(root, target).in1 != root.end();
}

/// The ledger calls steps by the commands that do them, as those of other programs do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kLedgerNames = {
    {{"propose", "extract-schema"}, {"extract", "extract-instances"}}};

std::string ledger_name(const std::string& step) {
  for (const auto& [ours, ledgers] : kLedgerNames)
    if (step == ours) return std::string(ledgers);
  return step;
}

std::string step_of(const std::string& name) {
  for (const auto& [ours, ledgers] : kLedgerNames)
    if (name == ledgers) return std::string(ours);
  return name;
}

const Json& object_at(const Json& object, std::string_view key) {
  static const Json kNone = Json::object();
  const Json* const found = member(object, key);
  return found != nullptr && found->is_object() ? *found : kNone;
}

Json step_json(const StepState& state) { return {{"documents", state.documents}, {"updated", state.updated}, {"card", state.card}}; }

}  // namespace

Status DatasetFolder::check_stays_inside() const {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path root = fs::canonical(root_, error);
  if (error) return {};
  const auto check = [&](const fs::directory_entry& entry) -> Status {
    if (!leads_out(entry, root)) return {};
    return fail(ErrorCode::kInvalidArgument, entry.path().string() + " is a symbolic link that leads out of the dataset",
                "put the files themselves there");
  };
  for (const std::string_view name : kOwn) {
    GROVE_RETURN_IF_ERROR(check(fs::directory_entry(path(name), error)));
    const std::string sources = path(kSources);
    for (fs::recursive_directory_iterator entry(path(name), error), end; !error && entry != end; entry.increment(error))
      if (!entry->path().string().starts_with(sources)) GROVE_RETURN_IF_ERROR(check(*entry));
  }
  return {};
}

Result<FolderLock> DatasetFolder::open() const {
  GROVE_ASSIGN_OR_RETURN(FolderLock lock, FolderLock::try_take(root_));
  GROVE_RETURN_IF_ERROR(check_stays_inside());
  GROVE_RETURN_IF_ERROR(remove_unfinished_files(root_));
  return lock;
}

Result<DatasetManifest> DatasetFolder::manifest() const {
  const std::string file = path(kManifest);
  auto text = read_file(file);
  if (!text) {
    Error error = std::move(text).error().within("a dataset needs a manifest");
    error.hint = "write " + file + R"( with {"dataset": {"base_iri": "http://example.org/my/"}})";
    return std::unexpected(std::move(error));
  }
  GROVE_ASSIGN_OR_RETURN(const Json json, parse_object(*text, "manifest " + file));
  const Json& dataset = object_at(json, "dataset");
  DatasetManifest read{.base_iri = text_at(dataset, "base_iri"),
                       .baselines = texts_at(json, "baselines"),
                       .wishes = {text_at(dataset, "openrouter_model"), text_at(dataset, "openrouter_base_url"), {}}};
  if (read.base_iri.empty()) read.base_iri = text_at(object_at(json, "ontology"), "base_iri");
  if (read.baselines.empty()) read.baselines = texts_at(dataset, "baselines");
  const Json* const jobs = member(dataset, "concurrency");
  constexpr unsigned kMost = 256;
  if (jobs != nullptr && jobs->is_number_unsigned() && *jobs >= 1U && *jobs <= kMost) read.wishes.jobs = jobs->get<unsigned>();
  if (auto iri = rdf::parse_iri(read.base_iri); !iri)
    return std::unexpected(std::move(iri).error().within("`dataset.base_iri` of " + file + " is no IRI"));
  return read;
}

Result<std::string> DatasetFolder::text(std::string_view name) const {
  auto text = read_file(path(name));
  if (!text && text.error().code == ErrorCode::kNotFound) return std::string();
  return text;
}

Status DatasetFolder::write(const std::string& name, std::string_view text) const {
  const std::string file = path(name);
  const auto before = read_file(file);
  if (before && *before == text) return {};
  if (before_write_) before_write_(name);
  GROVE_RETURN_IF_ERROR(create_directories(std::string(parent_path(file))));
  // What a person has written too must outlive a power failure; all else can be made again.
  const bool is_written_by_people = name == kManifest || name == "content/sources.json";
  return write_file(file, text, is_written_by_people ? Durability::kDisk : Durability::kProcess);
}

Status DatasetFolder::write_lines(const std::string& name, const std::string& lines) const {
  return lines.empty() ? remove_file(path(name)) : write(name, lines);
}

Result<std::map<std::string, StepState>> DatasetFolder::steps() const {
  std::map<std::string, StepState> steps;
  GROVE_ASSIGN_OR_RETURN(const std::string text, this->text(kLedger));
  if (text.empty()) return steps;
  GROVE_ASSIGN_OR_RETURN(const Json json, parse_object(text, "ledger " + path(kLedger)));
  for (const auto& [name, state] : json.items())
    steps[step_of(name)] = {
        .documents = texts_at(state, "documents"), .updated = text_at(state, "updated"), .card = text_at(state, "card")};
  return steps;
}

Status DatasetFolder::write_step(const std::string& step, const StepState& state) const {
  GROVE_ASSIGN_OR_RETURN(auto steps, this->steps());
  steps[step] = state;
  Json json = Json::object();
  for (const auto& [name, each] : steps) json[ledger_name(name)] = step_json(each);
  return write(std::string(kLedger), pretty(json));
}

}  // namespace grove::knowledge

#include "inference/store/model_store.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "inference/llama/gguf.h"
#include "inference/store/known_models.h"
#include "inference/store/partial_file.h"

namespace grove::inference {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".gguf";
constexpr std::size_t kSha256Digits = 64;

bool is_address(std::string_view source) { return source.starts_with("https://") || source.starts_with("http://"); }

/// False also where the system can't tell, for instance of a name that is too long.
bool is_there(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Safe as a file's name in the folder.
bool is_model_name(std::string_view name) {
  constexpr std::size_t kLongest = 120;
  return !name.empty() && name.size() <= kLongest && name.front() != '.' && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

bool is_sha256(std::string_view text) {
  return text.size() == kSha256Digits && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// The file's name in an address or path, without the suffix.
std::string name_in(std::string_view source) {
  std::string_view name = base_name(source.substr(0, is_address(source) ? source.find_first_of("?#") : std::string_view::npos));
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return std::string(name);
}

/// The hash recorded beside a model; empty where there is none.
std::string recorded_sha256(const std::string& path) {
  const auto record = read_file(path + ".sha256", 4096);
  if (!record) return {};
  const std::string hash = record->substr(0, record->find(' '));
  return is_sha256(hash) ? hash : std::string();
}

StoredModel describe(const std::string& name, const std::string& path) {
  std::error_code ignored;
  const std::uintmax_t bytes = fs::file_size(path, ignored);
  return {.name = name, .path = path, .bytes = ignored ? 0 : bytes, .sha256 = recorded_sha256(path)};
}

/// Of which file the bytes of a partial one are, as its server had it.
struct Origin {
  std::string validator;
  std::uint64_t whole = 0;
};

Origin read_origin(const std::string& part) {
  const auto record = read_file(part + ".from", 4096);
  if (!record) return {};
  const auto line = record->find('\n');
  Origin origin{.validator = record->substr(0, line)};
  if (line != std::string::npos) std::from_chars(record->data() + line + 1, record->data() + record->size(), origin.whole);
  return origin;
}

Status write_origin(const std::string& part, const Origin& origin) {
  const bool is_line = origin.validator.find_first_of("\r\n") == std::string::npos;
  return write_file(part + ".from", (is_line ? origin.validator : "") + "\n" + std::to_string(origin.whole) + "\n", Durability::kProcess);
}

bool is_worth_resuming(const Result<int>& status) {
  return status ? http::is_busy(*status) : status.error().code == ErrorCode::kIo || status.error().code == ErrorCode::kTimeout;
}

std::unexpected<Error> refused(int status) {
  const std::string message = "the server answered with status " + std::to_string(status);
  if (status == 404 || status == 410) return fail(ErrorCode::kNotFound, message, "check the address");
  return fail(ErrorCode::kUnavailable, message,
              http::is_busy(status) ? "try again later; what has come is kept" : "check whether the file is public");
}

}  // namespace

/// Where a model comes from, goes to, and what it must be.
struct ModelStore::Plan {
  std::string name;
  std::string source;  // an address, or a file
  std::string path;
  std::string part;
  std::string sha256;
};

ModelStore::ModelStore(std::string folder, std::string hub, const http::RetryPolicy& retry)
    : folder_(std::move(folder)), hub_(std::move(hub)), retry_(retry), client_(std::make_shared<http::HttpClient>()) {}

std::string ModelStore::path_of(std::string_view name) const { return folder_ + "/" + std::string(name) + std::string(kSuffix); }

Result<ModelStore::Plan> ModelStore::plan(const PullRequest& request) const {
  const std::string doing = "cannot pull \"" + request.source + "\"";
  const KnownModel* const known = find_known_model(request.source);
  Plan plan{.name = request.name, .source = request.source, .path = {}, .part = {}, .sha256 = to_lower_ascii(request.sha256)};
  if (!plan.sha256.empty() && !is_sha256(plan.sha256)) {
    return fail(ErrorCode::kInvalidArgument, doing + ": the SHA-256 given has not 64 hexadecimal digits");
  }
  if (known != nullptr) {
    plan.source = hub_ + "/" + std::string(known->repository) + "/resolve/main/" + std::string(known->file);
    if (plan.name.empty()) plan.name = known->name;
    if (plan.sha256.empty()) plan.sha256 = known->sha256;
  } else if (!is_address(request.source) && !is_there(request.source)) {
    std::string names;
    for (const KnownModel& model : known_models()) names += (names.empty() ? "" : ", ") + std::string(model.name);
    return fail(ErrorCode::kNotFound, doing + ": it is neither a known model nor a file",
                "choose one of " + names + ", or give an address");
  }
  if (plan.name.empty()) plan.name = name_in(plan.source);
  if (!is_model_name(plan.name)) {
    return fail(ErrorCode::kInvalidArgument, doing + ": \"" + plan.name + "\" cannot be a model's name",
                "use letters, digits, '.', '-' and '_'");
  }
  plan.path = path_of(plan.name);
  plan.part = plan.path + ".part";
  return plan;
}

Result<StoredModel> ModelStore::pull(const PullRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const Plan plan, this->plan(request));
  GROVE_RETURN_IF_ERROR(create_directories(folder_));
  if (is_there(plan.path)) {
    const StoredModel present = describe(plan.name, plan.path);
    if (plan.sha256.empty() || present.sha256 == plan.sha256) return present;
    return fail(ErrorCode::kConflict, "cannot pull " + plan.name + ": another file of that name is there (" + plan.path + ")",
                "remove it, or choose another name");
  }
  GROVE_ASSIGN_OR_RETURN(PartialFile part, PartialFile::open(plan.part));
  Status fetched = fetch(plan, part, progress, cancel);
  if (!fetched) return std::unexpected(std::move(fetched).error().within("cannot pull " + plan.name));
  auto kept = check_and_keep(plan, progress);
  if (!kept) return std::unexpected(std::move(kept).error().within("cannot pull " + plan.name));
  return kept;
}

Status ModelStore::fetch(const Plan& plan, PartialFile& part, ProgressSink& progress, const CancelToken& cancel) const {
  const auto keep = [&](std::string_view bytes, std::uint64_t first, std::uint64_t total) -> Status {
    GROVE_RETURN_IF_ERROR(cancel.check());
    GROVE_RETURN_IF_ERROR(part.write(std::min(first, part.size()), bytes));
    progress.report({.stage = "downloading", .done = part.size(), .total = total, .unit = "bytes", .subject = plan.name});
    return {};
  };
  if (!is_address(plan.source)) {
    GROVE_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(plan.source, MappedFile::Access::kSequential));
    constexpr std::size_t kStep = std::size_t{4} << 20U;
    const std::string_view bytes = file.bytes();
    for (std::size_t at = 0; at < bytes.size(); at += kStep) GROVE_RETURN_IF_ERROR(keep(bytes.substr(at, kStep), at, bytes.size()));
    return part.sync();
  }
  for (unsigned attempt = 1;; ++attempt) {
    const std::uint64_t before = part.size();
    const Origin origin = read_origin(plan.part);
    const auto status = client_->download(
        {.url = plan.source,
         .offset = before,
         .validator = origin.validator,
         .whole = origin.whole,
         .begun = [&](const std::string& validator, std::uint64_t whole) { return write_origin(plan.part, {validator, whole}); },
         .sink = keep},
        cancel);
    if (!status && status.error().code == ErrorCode::kConflict && before > 0) {
      // What came is of another file than what would come.
      GROVE_RETURN_IF_ERROR(part.write(0, {}));
      continue;
    }
    constexpr int kRangeBeyondTheEnd = 416;
    if (status && (*status == 200 || *status == 206 || (*status == kRangeBeyondTheEnd && before > 0))) return part.sync();
    if (part.size() > before) attempt = 1;  // it gets on
    if (attempt >= retry_.attempts || !is_worth_resuming(status)) return status ? refused(*status) : std::unexpected(status.error());
    GROVE_RETURN_IF_ERROR(http::pause_before_retry(attempt, retry_, cancel));
  }
}

Result<StoredModel> ModelStore::check_and_keep(const Plan& plan, ProgressSink& progress) const {
  const auto refuse = [&](Error error) -> std::unexpected<Error> {
    (void)remove_file(plan.part);
    (void)remove_file(plan.part + ".from");
    return std::unexpected(std::move(error));
  };
  progress.report({.stage = "checking", .done = 0, .total = 0, .unit = "bytes", .subject = plan.name});
  std::string hash;
  {
    GROVE_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(plan.part, MappedFile::Access::kSequential));
    hash = to_hex(sha256(file.bytes()));
    if (!plan.sha256.empty() && hash != plan.sha256) {
      return refuse({ErrorCode::kCorrupt, "its SHA-256 is " + hash + ", expected " + plan.sha256,
                     "pull it again, or give the SHA-256 that you trust"});
    }
    if (auto header = parse_gguf(file.bytes()); !header) return refuse(std::move(header).error().within("the file is no model for Grove"));
  }
  GROVE_RETURN_IF_ERROR(write_file(plan.path + ".sha256", hash + "  " + std::string(base_name(plan.path)) + "\n"));
  std::error_code error;
  fs::rename(plan.part, plan.path, error);
  if (error) return std::unexpected(system_error("cannot rename " + plan.part, error.value()));
  (void)remove_file(plan.part + ".from");
  GROVE_RETURN_IF_ERROR(sync_directory(folder_));
  return describe(plan.name, plan.path);
}

Result<std::vector<StoredModel>> ModelStore::models() const {
  std::vector<StoredModel> models;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code ignored;
    if (!name.ends_with(kSuffix) || !entry->is_regular_file(ignored)) continue;
    models.push_back(describe(name.substr(0, name.size() - kSuffix.size()), entry->path().string()));
  }
  if (error && error != std::errc::no_such_file_or_directory) return std::unexpected(system_error("cannot list " + folder_, error.value()));
  std::ranges::sort(models, {}, &StoredModel::name);
  return models;
}

Result<StoredModel> ModelStore::find(std::string_view name) const {
  const KnownModel* const known = find_known_model(name);
  const std::string stored(known != nullptr ? known->name : name);
  if (is_model_name(stored) && is_there(path_of(stored))) return describe(stored, path_of(stored));
  return fail(ErrorCode::kNotFound, "there is no model \"" + std::string(name) + "\" in " + folder_,
              known != nullptr ? "run `grove models pull " + stored + "`" : "run `grove models status` to see which there are");
}

}  // namespace grove::inference

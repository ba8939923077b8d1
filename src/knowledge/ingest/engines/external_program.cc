#include "knowledge/ingest/engines/external_program.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace grove::knowledge {
namespace {

constexpr std::chrono::milliseconds kLongestStart{60'000};

/// Keys of services that engines ask themselves.
constexpr std::array<std::string_view, 4> kOfEngines = {"LLAMA_CLOUD_API_KEY", "UNSTRUCTURED_API_KEY", "HF_TOKEN",
                                                        "HUGGING_FACE_HUB_TOKEN"};

/// Secrets of ours and of others aren't for programs of third parties.
bool is_kept_back(std::string_view name) {
  if (std::ranges::find(kOfEngines, name) != kOfEngines.end()) return false;
  if (name.starts_with("GROVE_")) return true;
  for (const std::string_view ending : {"_API_KEY", "_TOKEN", "_PASSWORD", "_SECRET", "_SECRET_ACCESS_KEY", "_PRIVATE_KEY"})
    if (name.ends_with(ending)) return true;
  return false;
}

Result<ProcessResult> run(const std::vector<std::string>& arguments, std::uint64_t most, std::chrono::milliseconds silence,
                          const CancelToken& cancel) {
  const ProcessRequest request{
      .arguments = arguments, .environment = inherited_environment(is_kept_back), .output_limit = most, .silence_limit = silence};
  return run_process(request, cancel);
}

/// The last line that says something.
std::string last_line(std::string_view output) {
  std::string last;
  for (const std::string_view line : split(output, '\n'))
    if (!trim(line).empty()) last = trim(line);
  return last;
}

}  // namespace

Result<WorkFolder> WorkFolder::make() {
  std::error_code error;
  std::string pattern = (std::filesystem::temp_directory_path(error) / "grove-engine-XXXXXX").string();
  if (error || ::mkdtemp(pattern.data()) == nullptr) return std::unexpected(system_error("cannot make a temporary folder", errno));
  return WorkFolder(std::move(pattern));
}

WorkFolder::~WorkFolder() {
  if (!path_.empty()) static_cast<void>(remove_tree(path_));
}

Result<std::string> WorkFolder::place(const document::ReadRequest& request) const {
  const std::string ending = to_lower_ascii(extension(base_name(request.file_name)));
  const bool plain = !ending.empty() && ending.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string::npos;
  std::string path = path_ + "/document" + (plain ? "." + ending : "");
  GROVE_RETURN_IF_ERROR(write_file(path, request.bytes, Durability::kProcess));
  return path;
}

Result<std::string> run_engine(const std::vector<std::string>& arguments, const document::ReadLimits& limits, const CancelToken& cancel) {
  // Layout models take their time, and say nothing while they do.
  const auto silence = std::max(limits.time, std::chrono::milliseconds(std::chrono::minutes(30)));
  auto result = run(arguments, 4 * limits.text_bytes, silence, cancel);
  if (!result && result.error().code == ErrorCode::kNotFound)
    return fail(ErrorCode::kUnavailable, "there is no program " + arguments.front());
  if (!result) return std::unexpected(std::move(result.error()));
  if (result->exit_code != 0) return fail(ErrorCode::kUnavailable, arguments.front() + " failed: " + last_line(result->error_output));
  return std::move(result->output);
}

bool succeeds(const std::vector<std::string>& arguments, const CancelToken& cancel) {
  const auto result = run(arguments, std::uint64_t{1} << 20U, kLongestStart, cancel);
  return result && result->exit_code == 0;
}

}  // namespace grove::knowledge

#include "engine/instance_lock.h"

#include "base/file.h"
#include "corpus/writer_lock.h"

namespace grove::engine {

Result<std::shared_ptr<void>> claim_data_directory(const std::string& directory) {
  static_cast<void>(create_directories(directory));
  auto lock = corpus::WriterLock::acquire(directory, "serving it", ".rag-instance.lock");
  if (lock) return std::shared_ptr<void>(std::shared_ptr<corpus::WriterLock>(*std::move(lock)));
  if (lock.error().code != ErrorCode::kLocked) return nullptr;
  Error error = std::move(lock).error().within("cannot serve another time");
  error.hint = "Use that server, or pass --allow-multi-instance.";
  return std::unexpected(std::move(error));
}

}  // namespace grove::engine

#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace grove {

/// What kind of failure an Error is. Clients see these as stable lower-case names (`code_name`).
enum class ErrorCode {
  kInvalidArgument,  ///< The request itself is wrong; the same request will fail again.
  kNotFound,         ///< What was named does not exist.
  kAlreadyExists,    ///< The name is taken, or the folder lies inside a registered one.
  kConflict,         ///< The request contradicts the present state (busy, wrong model).
  kDependencyCycle,  ///< A dependency would close a cycle of repositories; the message names it.
  kStaleVersion,     ///< The request was made on a version that is not the present one any more.
  kLocked,           ///< Another process holds the lock and can't take the request.
  kCancelled,        ///< The caller, or an interrupt, asked to stop.
  kTimeout,          ///< A time limit ended the work.
  kResourceLimit,    ///< A size, memory, disk or depth limit ended the work.
  kCorrupt,          ///< Stored bytes are not what their format says.
  kUnavailable,      ///< Something outside (a server, a model, a program) doesn't answer or is missing.
  kReindexing,       ///< Vectors are being rebuilt for another model; words answer meanwhile.
  kIo,               ///< The operating system refused to read or write.
  kInternal,         ///< A bug of ours.
};

/// The stable name of a code, as in `{"error": {"code": "not_found"}}`.
std::string_view code_name(ErrorCode code);

/// A failure as a value. The message reads: what was being done, what is wrong; the hint: what to do.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::string hint;  ///< May be empty. One plain imperative sentence.

  /// The same error, told from one layer up: "cannot index shop: cannot open …". Called once a layer.
  Error within(std::string_view doing) &&;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

/// Shorthand for `return std::unexpected(Error{…})`.
inline std::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {}) {
  return std::unexpected(Error{code, std::move(message), std::move(hint)});
}

/// "message; hint" for people.
std::string describe(const Error& error);

}  // namespace grove

/// Returns the error of a Status from the enclosing function, adding nothing.
#define GROVE_RETURN_IF_ERROR(expression)                                                                         \
  do {                                                                                                            \
    if (auto grove_status = (expression); !grove_status) return std::unexpected(std::move(grove_status).error()); \
  } while (false)

#define GROVE_JOIN_INNER(a, b) a##b
#define GROVE_JOIN(a, b) GROVE_JOIN_INNER(a, b)
/// `GROVE_ASSIGN_OR_RETURN(auto file, open(path));`
#define GROVE_ASSIGN_OR_RETURN(declaration, expression)                                                                     \
  auto GROVE_JOIN(grove_result_, __LINE__) = (expression);                                                                  \
  if (!GROVE_JOIN(grove_result_, __LINE__)) return std::unexpected(std::move(GROVE_JOIN(grove_result_, __LINE__)).error()); \
  declaration = std::move(*GROVE_JOIN(grove_result_, __LINE__))

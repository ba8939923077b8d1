#include "graph/web/library_calls.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 4;

class LibraryCalls {
 public:
  LibraryCalls(Workplace& at, std::span<const ClientCall> calls, const Deployment& deployment)
      : at_(at), calls_(calls), declarations_(at.program.declarations()) {
    for (const Service& service : deployment.services)
      if (service.has_code) services_.insert(service.module);
  }

  bool is_needed() const {
    return std::ranges::any_of(calls_, [&](const ClientCall& call) { return !services_.contains(call.module); });
  }

  /// Uses of what stands in libraries.
  void read(FileId file, const std::vector<Edge>& uses) {
    for (const Edge& use : uses) {
      if (use.source == kNobody) continue;
      const std::string& module = at_.modules.of(declarations_.file_of(use.target)).folder;
      if (!services_.contains(module))
        users_[use.target].push_back({.file = file, .function = outermost_function(declarations_, use.source)});
    }
  }

  std::vector<PassedCall> find() {
    std::vector<PassedCall> found;
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      if (services_.contains(calls_[i].module)) continue;
      std::set<std::string> modules;
      std::set<SymbolId> seen;
      follow(calls_[i].in, 0, seen, modules);
      for (const std::string& module : modules) found.push_back({.call = i, .module = module});
    }
    return found;
  }

 private:
  struct User {
    FileId file = 0;
    SymbolId function = kNobody;
  };

  void follow(SymbolId function, int depth, std::set<SymbolId>& seen, std::set<std::string>& modules) {
    if (function == kNobody || depth > kDeepest || !seen.insert(function).second) return;
    const auto users = users_.find(function);
    if (users == users_.end()) return;
    for (const User& user : users->second) {
      const std::string& module = at_.modules.of(user.file).folder;
      if (services_.contains(module))
        modules.insert(module);
      else
        follow(user.function, depth + 1, seen, modules);
    }
  }

  Workplace& at_;
  std::span<const ClientCall> calls_;
  const Declarations& declarations_;
  std::set<std::string, std::less<>> services_;
  std::unordered_map<SymbolId, std::vector<User>> users_;
};

}  // namespace

Result<std::vector<PassedCall>> find_passed_calls(Workplace& at, const UsesInFile& uses, std::span<const ClientCall> calls,
                                                  const Deployment& deployment, const CancelToken& cancel) {
  LibraryCalls libraries(at, calls, deployment);
  if (!libraries.is_needed()) return std::vector<PassedCall>();
  for (const FileId file : at.program.code()) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    libraries.read(file, uses(file));
  }
  return libraries.find();
}

}  // namespace grove::graph::web

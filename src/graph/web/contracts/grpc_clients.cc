#include "graph/web/contracts/grpc_clients.h"

#include <optional>
#include <set>

#include "graph/web/contracts/protocol.h"
#include "graph/web/contracts/rpc_services.h"
#include "graph/web/contracts/stubs.h"

namespace grove::graph::web {
namespace {

class Finder {
 public:
  Finder(Workplace& at, const RpcServices& services, std::vector<ClientCall>& found)
      : at_(at), services_(services), code_(at), stubs_(code_, services), found_(found) {}

  Status find(const CancelToken& cancel) {
    for (const FileId file : code_.files()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      const CodeFile* code = code_.of(file);
      if (code == nullptr) continue;
      for (CallNumber call = 0; call < code->calls().calls().size(); ++call) read(file, *code, call);
    }
    return {};
  }

 private:
  /// Only what stands before a call can be a stub.
  static bool is_asked(const CallChains& calls, CallNumber call) { return calls[call].before != kNoCall || !calls.receiver(call).empty(); }

  /// Whether some service here has a method that is called like that; where none is declared, anything may be one.
  bool may_be_rpc(std::string_view name) {
    if (services_.all().empty()) return true;
    if (methods_.empty())
      for (const RpcService& service : services_.all())
        for (const Rpc& rpc : service.methods) methods_.insert(folded_name(rpc.name));
    const std::string folded = folded_name(name);
    return methods_.contains(folded) || (folded.ends_with("async") && methods_.contains(folded.substr(0, folded.size() - 5)));
  }

  void read(FileId file, const CodeFile& code, CallNumber call) {
    const CallChains& calls = code.calls();
    if (!is_asked(calls, call) || !may_be_rpc(calls.name(call))) return;
    std::optional<RpcName> meant;
    for (const std::string& service : stubs_.asked(file, call)) {
      const RpcService* declared = services_.meant(at_.program, file, service);
      const auto rpc = rpc_named(declared, service, calls.name(call));
      if (!rpc) continue;
      if (meant) return;  // of several services
      meant = rpc;
    }
    if (meant) add(file, call, *meant);
  }

  void add(FileId file, CallNumber call, const RpcName& rpc) {
    const std::string name(code_.of(file)->calls().name(call));
    found_.push_back({.library = ClientLibrary::kGrpc,
                      .http_method = "POST",
                      .route = rpc.route(),
                      .is_below_unknown = rpc.declared == nullptr,
                      .in = outermost_function(at_.program.declarations(), code_.scope_of(file, call)),
                      .module = at_.modules.of(file).folder,
                      .sender = name,
                      .sends = name,
                      .path = std::string(at_.program.declarations().file(file).path),
                      .line = code_.line_of(file, call),
                      .begin = code_.begin_of(file, call),
                      .confidence = rpc.declared == nullptr ? Confidence::kScoped : Confidence::kExact,
                      .contract = rpc.declared == nullptr ? "" : services_.place_of(*rpc.declared)});
  }

  Workplace& at_;
  const RpcServices& services_;
  CodeReader code_;
  Stubs stubs_;
  std::set<std::string> methods_;
  std::vector<ClientCall>& found_;
};

}  // namespace

Status find_grpc_calls(Workplace& at, const CancelToken& cancel, std::vector<ClientCall>& found) {
  const RpcServices services(at.program.declarations());
  return services.is_used() ? Finder(at, services, found).find(cancel) : Status();
}

}  // namespace grove::graph::web

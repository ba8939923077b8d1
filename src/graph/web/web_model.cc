#include "graph/web/web_model.h"

#include <algorithm>

#include "graph/remembered_declarations.h"
#include "graph/web/contracts/contract_calls.h"
#include "graph/web/program_folders.h"

namespace grove::graph::web {
namespace {

/// Whether something outside comes into the code: flows begin at endpoints, and go on at them and where messages are taken. Libraries have
/// nothing of it, and what they call is half of the work.
bool has_entrance(const WebModel& model) {
  return !model.endpoints.endpoints.empty() || !model.declared.empty() ||
         std::ranges::any_of(model.messages.ends, [](const MessageEnd& one) { return one.direction == MessageEnd::Direction::kReceive; });
}

/// Says of what is sent by code whose code that is.
template <class Sent>
void set_owners(const Declarations& declarations, const InnerFunctions& functions, SymbolId Sent::* outermost, std::vector<Sent>& all) {
  for (Sent& one : all) {
    one.owner = {.function = one.*outermost};
    if (one.begin == kNone) continue;
    if (const auto file = declarations.find_file(one.path)) one.owner = functions.owner(*file, one.begin, one.*outermost);
  }
}

}  // namespace

Result<std::shared_ptr<const WebModel>> make_web_model(const Declarations& declarations, const Uses& uses, FactsSource& source,
                                                       const CancelToken& cancel) {
  const RememberedDeclarations remembered(declarations);
  Program program(remembered);
  GROVE_RETURN_IF_ERROR(program.read(source, cancel));
  Folder folder(program);
  Annotations annotations(program, folder);
  Modules modules(program);
  Sources sources(program, source);
  Workplace at{.program = program, .folder = folder, .annotations = annotations, .modules = modules, .sources = sources};
  auto model = std::make_shared<WebModel>();
  // First: what containers tell their programs is configuration for all that follows.
  GROVE_ASSIGN_OR_RETURN(model->deployment, find_deployment(at, cancel));
  GROVE_ASSIGN_OR_RETURN(model->endpoints, find_endpoints(at, uses.in_file, cancel));
  GROVE_ASSIGN_OR_RETURN(model->messages, find_messages(at, cancel));
  model->declared = find_declared(at);
  if (has_entrance(*model)) {
    GROVE_ASSIGN_OR_RETURN(model->flows, FlowIndex::make(at, uses.in_file, model->endpoints.endpoints, cancel));
  }
  GROVE_ASSIGN_OR_RETURN(model->client_calls, find_client_calls(at, uses, cancel));
  GROVE_RETURN_IF_ERROR(find_contract_calls(at, uses, source, cancel, model->client_calls));
  set_owners(declarations, model->flows.inner_functions(), &ClientCall::in, model->client_calls);
  set_owners(declarations, model->flows.inner_functions(), &MessageEnd::function, model->messages.ends);
  GROVE_ASSIGN_OR_RETURN(model->passed_calls, find_passed_calls(at, uses.in_file, model->client_calls, model->deployment, cancel));
  GROVE_ASSIGN_OR_RETURN(model->proxies, find_proxies(at, model->deployment, cancel));
  model->broken_files = program.broken_files();
  model->program_folders = find_program_folders(declarations);
  return std::shared_ptr<const WebModel>(std::move(model));
}

}  // namespace grove::graph::web

#include "graph/web/contracts/openapi_clients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/code/code_values.h"
#include "graph/web/contracts/code_reader.h"
#include "graph/web/contracts/openapi_documents.h"
#include "graph/web/contracts/protocol.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kClassSuffixes = {"ControllerApi", "ControllerService", "ApiService", "Api",
                                                            "API",           "Service",           "Client"};
constexpr std::array<std::string_view, 6> kMethodSuffixes = {"withhttpinfo", "withresponse", "async", "raw", "ascall", "query"};
constexpr std::array<std::string_view, 7> kFolders = {"api", "client", "generated", "gen", "sdk", "openapi", "services"};

std::string upper_verb(std::string_view verb) {
  std::string out;
  for (const char c : verb) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

class Finder {
 public:
  Finder(Workplace& at, const OpenApiDocuments& documents, std::vector<ClientCall>& found)
      : at_(at), declarations_(at.program.declarations()), code_(at), values_(at.sources), found_(found) {
    for (const auto& [name, all] : documents.operations())
      for (const OpenApiOperation& one : all) operations_[folded_name(name)].push_back(&one);
  }

  Status find(const CancelToken& cancel) {
    for (const FileId file : code_.files()) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      const CodeFile* code = code_.of(file);
      if (code == nullptr) continue;
      types_.clear();
      is_read_ = false;
      for (CallNumber call = 0; call < code->calls().calls().size(); ++call) read(file, *code, call);
    }
    return {};
  }

 private:
  using Operations = std::vector<const OpenApiOperation*>;

  const Operations* operations_of(std::string_view written) const {
    std::string name = folded_name(written);
    if (name.starts_with("use") && !operations_.contains(name)) name.erase(0, 3);
    for (bool again = true; again;) {
      if (const auto known = operations_.find(name); known != operations_.end()) return &known->second;
      again = false;
      for (const std::string_view suffix : kMethodSuffixes)
        if (!again && name.size() > suffix.size() && name.ends_with(suffix)) {
          name.resize(name.size() - suffix.size());
          again = true;
        }
    }
    return nullptr;
  }

  void read(FileId file, const CodeFile& code, CallNumber call) {
    const Operations* operations = operations_of(code.calls().name(call));
    if (operations == nullptr) return;
    const bool is_asked = code.calls()[call].before != kNoCall || !code.calls().receiver(call).empty();
    const OpenApiOperation* meant = nullptr;
    if (is_asked) {
      const std::string type = class_asked(file, code, call);
      if (!type.empty() && !is_here(type)) meant = of_class(*operations, type);
    } else if (is_generated_function(file, code.calls().name(call))) {
      meant = only(*operations);
    }
    if (meant != nullptr) add(file, call, *meant);
  }

  /// The one operation that all are, whatever the servers of their documents; that of the shortest address.
  static const OpenApiOperation* only(const Operations& all) {
    const bool is_one = std::ranges::all_of(
        all, [&](const OpenApiOperation* one) { return one->verb == all.front()->verb && one->path == all.front()->path; });
    return is_one ? std::ranges::min(all, {}, [](const OpenApiOperation* one) { return one->base.size(); }) : nullptr;
  }

  /// `PetsApi` and `PetsService` are made for the tag `pets`, `DefaultApi` for none.
  static const OpenApiOperation* of_class(const Operations& all, std::string_view type) {
    for (const std::string_view suffix : kClassSuffixes) {
      if (!type.ends_with(suffix)) continue;
      const std::string base = folded_name(type.substr(0, type.size() - suffix.size()));
      Operations fitting;
      std::ranges::copy_if(all, std::back_inserter(fitting), [&](const OpenApiOperation* one) {
        const std::string tag = folded_name(one->tag);
        return tag.empty() ? base.empty() || base == "default" : base == tag || base + "s" == tag || tag + "controller" == base;
      });
      if (!fitting.empty()) return only(fitting);
    }
    return nullptr;
  }

  bool is_here(std::string_view type) const {
    const std::vector<SymbolId> all = declarations_.named(type);
    return std::ranges::any_of(all, [&](SymbolId one) { return is_type(declarations_.symbol(one).kind); });
  }

  /// What a script imports from where nothing lies: `import { getPetById } from './client'`.
  bool is_generated_function(FileId file, std::string_view name) {
    const bool is_compound =
        std::ranges::any_of(name.substr(std::min<std::size_t>(1, name.size())), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!is_compound || code_.family(file) != Family::kScript || !declarations_.named(name).empty()) return false;
    return std::ranges::any_of(at_.program.imports(file), [&](const DeclaredImport& import) {
      if (import.name != name || !import.alias.empty()) return false;
      const std::vector<std::string_view> parts = names_in(import.module);
      return std::ranges::any_of(parts, [](std::string_view part) { return std::ranges::find(kFolders, part) != kFolders.end(); });
    });
  }

  /// The class of what a call is asked of, by its own file, else by what names of other files stand for.
  std::string class_asked(FileId file, const CodeFile& code, CallNumber call) {
    std::string type = class_written(code, call);
    if (!type.empty() || !is_source_language(declarations_.file(file).language)) return type;
    for (const CodeValue& value : values_.receiver(file, call)) {
      if (type = class_of(value); !type.empty()) return type;
      if (value.kind != CodeValue::Kind::kLibrary) continue;
      for (const CodeValue& exported : exported_as(value.name))
        if (type = class_of(exported); !type.empty()) return type;
    }
    return {};
  }

  std::string class_of(const CodeValue& value) {
    std::string_view name;
    if (value.kind == CodeValue::Kind::kLibrary) name = last_part(value.name);
    if (value.kind == CodeValue::Kind::kCall)
      if (const CodeFile* made = code_.of(value.file); made != nullptr) name = made->calls().name(value.call);
    return reads_as_class(name) ? std::string(name) : std::string();
  }

  /// `lib/api.petsClient`: what a module exports that is imported by its path below a folder of sources.
  std::vector<CodeValue> exported_as(std::string_view path) {
    const std::string_view name = last_part(path);
    if (path.size() <= name.size() + 1) return {};
    const std::string module = "/" + std::string(path.substr(0, path.size() - name.size() - 1));
    std::vector<SymbolId> found;
    for (const SymbolId one : declarations_.named(name)) {
      const DeclaredSymbol symbol = declarations_.symbol(one);
      const std::string_view file = declarations_.file(symbol.file).path;
      const std::string_view stem = file.substr(0, file.rfind('.'));
      if (symbol.parent == kNobody && (stem.ends_with(module) || stem.ends_with(module + "/index"))) found.push_back(one);
    }
    return found.size() == 1 ? values_.of_symbol(found.front()) : std::vector<CodeValue>();
  }

  std::string class_written(const CodeFile& code, CallNumber call) {
    const CallChains& calls = code.calls();
    if (const CallNumber before = calls[call].before; before != kNoCall)
      return reads_as_class(calls.name(before)) ? std::string(calls.name(before)) : std::string();
    const std::vector<std::string_view> parts = names_in(calls.receiver(call));
    if (parts.empty()) return {};
    if (!is_read_) read_types(code.facts());
    if (const auto known = types_.find(parts.back()); known != types_.end()) return known->second;
    return reads_as_class(parts.back()) ? std::string(parts.back()) : std::string();
  }

  static bool reads_as_class(std::string_view name) {
    return !name.empty() && name.front() >= 'A' && name.front() <= 'Z' &&
           std::ranges::any_of(kClassSuffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
  }

  /// Names with the class that they are declared or made as; those of several are left out.
  void read_types(const Facts& facts) {
    is_read_ = true;
    std::set<std::string, std::less<>> several;
    const auto note = [&](std::string_view name, std::string_view type) {
      const std::vector<std::string_view> names = names_in(name), types = names_in(type.substr(0, type.find('<')));
      if (names.empty() || types.empty() || !reads_as_class(types.back())) return;
      const auto [known, fresh] = types_.try_emplace(std::string(names.back()), types.back());
      if (!fresh && known->second != types.back()) several.insert(known->first);
    };
    for (const Binding& one : facts.bindings) {
      note(facts.text(one.name), facts.text(one.type));
      if (one.value == kNone) continue;
      const Expression& value = facts.expressions[one.value];
      if (value.kind != Expression::Kind::kCall) continue;
      const bool is_injected = facts.text(value.text) == "inject" && value.child_count > 0;
      note(facts.text(one.name), facts.text(is_injected ? facts.expressions[value.first_child].text : value.text));
    }
    for (const Parameter& one : facts.parameters) note(facts.text(one.name), facts.text(one.type));
    for (const Symbol& one : facts.symbols)
      if (!is_type(one.kind)) note(facts.text(one.name), facts.text(one.type));
    for (const std::string& name : several) types_.erase(name);
  }

  void add(FileId file, CallNumber call, const OpenApiOperation& operation) {
    const std::string name(code_.of(file)->calls().name(call));
    const std::string base = operation.base.empty() ? "" : clean_route(operation.base);
    found_.push_back({.library = ClientLibrary::kOpenApi,
                      .http_method = upper_verb(operation.verb),
                      .route = operation.route(),
                      .prefix = base == "/" ? "" : base,
                      .in = outermost_function(declarations_, code_.scope_of(file, call)),
                      .module = at_.modules.of(file).folder,
                      .sender = name,
                      .sends = name,
                      .path = std::string(declarations_.file(file).path),
                      .line = code_.line_of(file, call),
                      .begin = code_.begin_of(file, call),
                      .confidence = Confidence::kScoped,
                      .contract = fmt::format("{}:{}", declarations_.file(operation.file).path, operation.line)});
  }

  Workplace& at_;
  const Declarations& declarations_;
  CodeReader code_;
  CodeValues values_;
  std::map<std::string, Operations, std::less<>> operations_;  // by folded name
  std::map<std::string, std::string, std::less<>> types_;      // of names of the present file
  bool is_read_ = false;
  std::vector<ClientCall>& found_;
};

}  // namespace

Status find_openapi_calls(Workplace& at, const CancelToken& cancel, std::vector<ClientCall>& found) {
  const OpenApiDocuments documents(at);
  return documents.operations().empty() ? Status() : Finder(at, documents, found).find(cancel);
}

}  // namespace grove::graph::web

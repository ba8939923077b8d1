#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/code/injected_names.h"

namespace grove::graph::web {

/// What a name or expression comes to once names are followed to where they get their values.
struct CodeValue {
  enum class Kind : std::uint8_t {
    kUnknown,      ///< Nothing is known; `name` as written.
    kExpression,   ///< `site`: a literal, an object, a sum, …; neither name nor call.
    kCall,         ///< What the call `call` of `file` gives back.
    kParameter,    ///< What callers pass to `symbol` in the place `parameter`; `name` is the member of it, empty for all of it.
    kFunction,     ///< The function `symbol`.
    kType,         ///< The type `symbol` itself.
    kObject,       ///< An object of the type `symbol`.
    kLibrary,      ///< Of a library: `name` is its path from the module on, `axios.create`, `net/http.Get`.
    kModule,       ///< `files`, imported as a whole.
    kInjected,     ///< What AngularJS hands out as `name`, from `files`.
    kEnvironment,  ///< The variable `name` of the environment.
    kData,         ///< What a file of data, `files`, has under the key `name`; empty for all of it.
  };
  Kind kind = Kind::kUnknown;
  Site site = {};
  std::uint32_t before = 0;  ///< Of kExpression: names in it mean what stands before that place.
  FileId file = 0;
  CallNumber call = kNoCall;
  SymbolId symbol = kNobody;
  std::uint32_t parameter = 0;
  std::string name = {};
  bool is_object = false;  ///< Of kLibrary: an object of the type that `name` is.
  std::vector<FileId> files = {};
};

/// Where names are looked up: in a function, by what stands before a place.
struct Spot {
  FileId file = 0;
  SymbolId scope = kNobody;
  std::uint32_t before = 0;
  int depth = 0;

  Spot deeper() const { return {.file = file, .scope = scope, .before = before, .depth = depth + 1}; }
  Spot deeper_than(const Spot& other) const { return {.file = file, .scope = scope, .before = before, .depth = other.depth + 1}; }
};

/// Follows names in code of any language that `Sources` reads: locals, parameters, fields, constants of other files by imports and
/// re-exports, members of objects, enums and classes, what functions give back. At most some values; bounded work. One a thread.
class CodeValues {
 public:
  explicit CodeValues(Sources& sources) : sources_(sources), injected_(sources) {}

  std::vector<CodeValue> of(const Site& site);
  /// A name as written: `API.users.list`, `this.http`, `$this->client`.
  std::vector<CodeValue> of_name(const Spot& spot, std::string_view written);
  /// The same, where calls of the repository's functions stay calls instead of what these give back: what they are given tells more.
  std::vector<CodeValue> of_name_with_calls(const Spot& spot, std::string_view written);
  /// What a call is asked of: `this.http` of `this.http.get(url)`; nothing where nothing stands before it.
  std::vector<CodeValue> receiver(FileId file, CallNumber call);
  /// What is called.
  std::vector<CodeValue> callee(FileId file, CallNumber call);
  /// A member of a value; nothing where it is known to have none of that name.
  std::vector<CodeValue> member(const CodeValue& value, std::string_view name);
  /// What a field, constant, function or type stands for.
  std::vector<CodeValue> of_symbol(SymbolId symbol);
  /// What a function gives back, parameters as such.
  std::vector<CodeValue> given_back(SymbolId function);
  /// Where a call stands, and its arguments.
  Spot spot_of(FileId file, CallNumber call);
  Site argument(FileId file, CallNumber call, std::size_t place);
  /// The argument that is passed by a name.
  Site named_argument(FileId file, CallNumber call, std::string_view name);
  Sources& sources() { return sources_; }
  InjectedNames& injected() { return injected_; }

 private:
  using Values = std::vector<CodeValue>;
  bool is_spent(int depth);
  bool is_made_of(SymbolId function, std::uint32_t lambda) const;
  Values expression(const Spot& spot, Index index);
  Values named(const Spot& spot, std::string_view written);
  Values first(const Spot& spot, std::string_view name);
  /// Of a parameter both itself and what its declared type makes of it.
  std::optional<Values> local(const Spot& spot, std::string_view name);
  std::optional<CodeValue> parameter(FileId file, SymbolId callable, std::string_view name);
  Values imported(const Spot& spot, std::string_view name);
  Values handed(const Spot& spot, std::string_view name);
  Values merged(const Spot& spot, CallNumber call);
  bool gives_something(SymbolId function);
  Values in_unnamed(const Spot& spot, std::string_view name);
  Values own(const Spot& spot, std::string_view name);
  Values shared(std::string_view name, int depth);
  Values assigned(SymbolId type, std::string_view name, int depth);
  Values members(const Values& values, std::string_view name, int depth);
  Values member_at(const CodeValue& value, std::string_view name, int depth);
  Values exported_whole(const std::vector<FileId>& files, int depth);
  Values of_read_method(SymbolId method, std::string_view name, int depth);
  SymbolId method_written(const Site& object, const Expression& child, std::string_view name);
  Values entry(const CodeValue& object, std::string_view name, int depth);
  Values symbol(SymbolId symbol, int depth);
  Values declared(const Spot& spot, std::string_view type, int depth);
  Values from_constructor(SymbolId field, int depth);
  Values call(const Spot& spot, CallNumber call);
  Values called(const Spot& spot, CallNumber call);
  Values results(SymbolId function, int depth);

  Sources& sources_;
  InjectedNames injected_;
  std::vector<SymbolId> open_;  // fields and functions that are being looked into
  int work_ = 0;                // done for the present question
  bool keeps_calls_ = false;    // calls stay calls until a member of what they give is asked for
};

/// The call that an expression of kind kCall is; kNoCall for an operator and the like, which is no reference.
CallNumber call_of(const CodeFile& code, Index expression);
/// `a?.b!.c`, `$this->a`, `A::b`, `a['b']` as names; empty where it is no such path.
std::vector<std::string> path_parts(std::string_view written);
/// The variable that a text reads: `process.env.API_URL`, `import.meta.env['X']`, `os.environ["X"]`, `ENV["X"]`; empty where none.
std::string environment_variable(std::string_view written);

}  // namespace grove::graph::web

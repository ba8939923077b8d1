#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

class Walk;

/// Fields of grammar nodes that tables and hooks name. A grammar that lacks one simply never has it.
enum class Field : std::uint8_t {
#define GROVE_FIELD(enumerator, text) enumerator,
#include "syntax/tree/fields.inc"
#undef GROVE_FIELD
};
/// As the grammars spell it; empty for kNone.
std::string_view field_name(Field field);

/// What the walk does at a node of some type. `R.x` is a field of the Rule.
enum class Act : std::uint8_t {
  kNone,      ///< Nothing; go on inside.
  kSkip,      ///< Nothing; stay out.
  kSymbol,    ///< Opens a symbol of R.kind named by R.name until the node ends.
  kVariable,  ///< A declarator: a field or constant outside callables, a local inside. R.name, R.type (or that of the wrapper), R.value.
  kWrapper,   ///< Belongs to the symbols opened directly in it: decorators, `export`, `template<…>`, modifiers. R.type is theirs.
  kBody,      ///< Where the header of the enclosing symbol ends.
  kScope,     ///< A stretch with parameters and locals of its own that is no symbol: comprehensions, accessors, types of functions.
  kLambda,    ///< The same for a function without a name: becomes a Lambda, and a value of its kind.
  kParameterList,  ///< Bare names in it may be parameters: the language's hook says.
  kParameter,      ///< R.name, R.type, R.value (the default).
  kTypeParameter,  ///< R.name, R.type (the bound).
  kCall,       ///< R.name is the callee (the first named child where there is no field); where the grammar keeps it apart, R.object stands
               ///< before it. R.arguments (a child of act kArguments where there is no field).
  kArguments,  ///< The arguments of calls whose grammar has no field for them; names in it are values even among supertypes.
  kNew,        ///< R.type is what is made, R.arguments.
  kMember,   ///< R.object, R.name (the last named child where there are no fields): a read of name, unless a call or an assignment took it.
  kPath,     ///< `a.b.C` without fields: the last named child is the name, what is before it stands before it.
  kGeneric,  ///< `C<T>`: the first named child is what is named.
  kFieldName,   ///< A leaf that names a member: a read, unless it was taken.
  kIdentifier,  ///< A leaf: a read, unless it is a local or was taken.
  kTypeName,    ///< A leaf: a use of a type, unless it was taken.
  kInherit,     ///< Types in it are supertypes of the enclosing symbol.
  kTypeRegion,  ///< Names in it are types (also: type arguments of a supertype).
  kAssignment,  ///< R.name is written, R.value, R.type.
  kAnnotation,  ///< R.name, R.arguments. Stands on the symbol whose header it is in, or on the next one.
  kComment,     ///< A doc comment where it stands right before a symbol.
  kDeclare,     ///< Names in R.name, or in all of it, become locals (loop variables, patterns).
  kNamed,       ///< R.name only labels what follows: keyword argument, key of an annotation.
  kStatement,   ///< An expression whose value nobody takes.
  kLabel,       ///< Its first named child is a label of a statement.
};

/// Whether the walk goes on inside a node.
enum class Descend : bool { kNo, kYes };

struct Rule;
/// Code for what the table can't say. Called instead of the act; may call `walk.act(node, rule)` for the usual thing.
using Hook = Descend (*)(Walk& walk, TSNode node, const Rule& rule);

/// One row of a language's table. Unused fields stay kNone.
struct Rule {
  const char* node = nullptr;  ///< Type of the node, as in the grammar.
  Act act = Act::kNone;
  Kind kind = Kind::kFunction;  ///< Of kSymbol.
  Field name = Field::kNone;
  Field type = Field::kNone;  ///< Declared or return type.
  Field body = Field::kNone;  ///< Where header and signature end.
  Field value = Field::kNone;
  Field object = Field::kNone;
  Field arguments = Field::kNone;
  Hook hook = nullptr;
};

/// How a node reads as a value. Calls, names, members and lambdas follow from the acts.
enum class Shape : std::uint8_t {
  kNone,
  kString,  ///< A literal; a kConcat where interpolations stand in it.
  kNumber,  ///< Also true, false, null: text as written.
  kName,    ///< Text as written.
  kBinary,  ///< kConcat if its operator joins strings, else kOther.
  kConcat,  ///< Neighbours are joined: Python `"a" "b"`.
  kArray,
  kObject,
  kNamed,      ///< First named child is the name, last the value; fields `name`/`key` and `value` go first.
  kRawString,  ///< A literal in which backslashes mean themselves.
  kFirst,      ///< `x as T`, `x!`: its first named child is the value.
  kCast,       ///< Parentheses, await, casts: its last named child is the value.
  kPart,       ///< Interpolation in a string: its first named child is the value.
  kText,       ///< Literal piece of a string.
};
struct ShapeRule {
  const char* node = nullptr;
  Shape shape = Shape::kNone;
};

/// What one language brings: tables, and functions where tables can't say it.
struct LanguageDefinition {
  Language language = Language::kPlainText;
  const TSLanguage* (*grammar)() = nullptr;
  std::uint32_t version = 1;             ///< Raised whenever its facts change.
  std::span<const Rule> family_rules{};  ///< Rows that related languages share; a row of `rules` for the same node goes before.
  std::span<const Rule> rules{};
  std::span<const Rule> more_rules{};  ///< Further rows, where a dialect has more node types than the table it shares.
  std::span<const ShapeRule> family_shapes{};
  std::span<const ShapeRule> shapes{};
  std::string_view separator = ".";     ///< Between the parts of a qualified name.
  std::string_view concat = "+";        ///< Operators that join strings, one space between: `+ .`.
  std::string_view format = "";         ///< Operator that fills a format: `"/users/%s" % id` is a kCall of that name.
  std::string_view inferred = "";       ///< Words in the place of a type that name none: `var auto`.
  std::string_view builtin_types = "";  ///< Types that every file uses: no references.
  std::string_view self = "this";       ///< Names of the object itself, one space between: no reads of their own.
  bool assignment_declares = false;     ///< The first assignment to a plain name in a function makes a local (Python, Ruby, PHP).
  bool local_bindings = true;           ///< Locals with a declared type or a telling initialiser become bindings.
  bool call_arguments = true;           ///< Calls keep their arguments where one is a string, name or lambda; else only path-like strings.
  bool overloads = false;               ///< Calls keep named arguments too: functions of one name are told apart by their types.
  bool functions_as_arguments = false;  ///< Calls keep arguments where one is a name from outside of the function: a function, mostly.
  bool functions_as_values = false;     ///< Functions are passed around: results, patterns, table entries become bindings.
  bool text_flow = false;               ///< Programs put addresses together: assigned and returned texts become bindings.
  bool member_reads = true;             ///< Members read are references.
  bool capital_is_type = true;          ///< `User.builder()`: a capitalised name before a member is a use of a type.
  bool dollar_names = false;            ///< `"a $b"`: the name of a variable in a string, which the grammar doesn't tell apart (Kotlin).
  /// Name of the module of a file by its path; null where the language says it in the file or not at all.
  void (*module_of_path)(std::string_view path, std::string& module) = nullptr;
  /// For a text that didn't parse: the same with what the grammar can't know blanked out, offsets kept; nullopt where nothing is. It is
  /// taken where it parses better.
  std::optional<std::string> (*without_noise)(std::string_view text) = nullptr;
  std::uint32_t noise_from = 0;  ///< Thousandths of a text that must not have parsed for that second try.
  /// Last look at a file's facts: what needs the whole file.
  void (*finish)(Walk& walk) = nullptr;
};

}  // namespace grove::syntax

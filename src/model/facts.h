#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "model/kinds.h"
#include "model/language.h"
#include "model/span.h"

namespace grove {

/// Index of a string in the Facts it belongs to. 0 is always the empty string.
using StringId = std::uint32_t;
/// Index into a vector of Facts; kNone where there is nothing.
using Index = std::uint32_t;
inline constexpr Index kNone = std::numeric_limits<Index>::max();

/// The strings of one file's facts, each once. Views stay valid until the next `intern`. Not thread-safe.
class StringPool {
 public:
  StringPool() = default;
  StringId intern(std::string_view text);
  std::string_view at(StringId id) const {
    if (id >= begins_.size()) return {};
    const std::size_t end = id + 1U < begins_.size() ? begins_[id + 1U] : heap_.size();
    return std::string_view(heap_).substr(begins_[id], end - begins_[id]);
  }
  std::size_t size() const { return begins_.size(); }
  /// Adds a string that is known not to be there yet, without looking: for decoders, which read each string once.
  /// Ids count up from 1. The first `intern` afterwards pays for the table of all.
  StringId append_unique(std::string_view text);

 private:
  void rebuild(std::size_t slots);

  std::string heap_;
  std::vector<std::uint32_t> begins_{0};  // of string i; it ends where i + 1 begins, or at the end of the heap
  std::vector<std::uint64_t> slots_;      // open addressing; upper half of the hash and id + 1, or 0 where free; empty while unused
};

/// How much of a file its parser understood.
enum class ParseState : std::uint8_t {
  kComplete = 0,  ///< A whole tree without errors.
  kPartial = 1,   ///< Broken code: facts from the parts that parsed.
  kText = 2,      ///< No grammar for it: plain sections.
  kTimedOut = 3,  ///< Past its time limit: plain sections.
  kTooDeep = 4,   ///< Past the depth limit somewhere: facts from above that depth.
};

enum SymbolFlag : std::uint16_t {
  kSymbolStatic = 1U << 0U,
  kSymbolPublic = 1U << 1U,
  kSymbolPrivate = 1U << 2U,
  kSymbolAbstract = 1U << 3U,
  kSymbolAsync = 1U << 4U,
  kSymbolDeclarationOnly = 1U << 5U,  ///< Prototype, forward declaration, interface method without a body.
  kSymbolDeprecated = 1U << 6U,
  kSymbolTest = 1U << 7U,
  kSymbolVariadic = 1U << 8U,
  kSymbolOverride = 1U << 9U,
  kSymbolReExport = 1U << 10U,
  kSymbolGenerated = 1U << 11U,
  kSymbolFinal = 1U << 12U,
  kSymbolOperator = 1U << 13U,
  kSymbolDefault = 1U << 14U,  ///< JavaScript and TypeScript `export default`; an interface method with a body.
};

/// A named thing that a file defines or declares. Symbols stand in source order, a parent before its children.
struct Symbol {
  Kind kind = Kind::kFunction;
  std::uint16_t flags = 0;
  std::uint8_t arity = 0;       ///< Declared parameters, receiver not counted; 255 for 255 and more.
  StringId name = 0;            ///< As written: `verify_token`, `operator==`, `~Cache`.
  StringId qualified_name = 0;  ///< Module or package, enclosing scopes and name, joined as the language does (`.`, `::`, `\`).
  StringId type = 0;            ///< Declared type of a field or constant, return type of a callable; text as written.
  StringId receiver =
      0;  ///< The type a member is defined on from outside: Go and Rust methods, Kotlin, Swift and Scala extensions, C++ `A::b`.
  Index parent = kNone;  ///< Enclosing symbol.
  ByteRange range;       ///< The whole definition with decorators, modifiers and body, without its doc comment.
  ByteRange name_range;
  ByteRange signature;  ///< From the start (after decorators) to the body.
  ByteRange doc;        ///< Doc comment or docstring, markers included; empty if there is none.
  LineRange lines;      ///< Of `range`.
};

/// A thing a person would call one thing, the grain of search. Units stand in source order, an outer one before those inside it.
/// **The text of a unit is its range less the ranges of the units that lie in it** (`unit_text_ranges`): a class keeps header, fields and
/// short members, a long function what its long inner functions don't. Every line that holds more than white space is text of some unit,
/// and no byte is text of two. Parts of one long unit follow each other and share symbol and name.
struct Unit {
  Kind kind = Kind::kSection;
  std::uint8_t part = 0;  ///< 0, 1, 2, … of a thing too long for one unit.
  Index symbol = kNone;   ///< What it is; kNone for sections.
  Index parent = kNone;   ///< Enclosing symbol of a section.
  StringId name = 0;      ///< The symbol's name; for a section its heading or first words; may be empty.
  ByteRange range;        ///< With the doc comment, and a short tail that belongs to nothing else (`EXPORT_SYMBOL(f);`, `#endif`).
  LineRange lines;        ///< What people are shown: of the range without that tail.
};

enum ReferenceFlag : std::uint8_t {
  kReferenceNew = 1U << 0U,  ///< `new X(…)`: the call makes an X.
};

/// One use of a name. Never from a comment or a string.
/// A read or write of a local of the same function is not a reference. `new X()` is a call of X with kReferenceNew.
struct Reference {
  Role role = Role::kRead;
  std::uint8_t flags = 0;   ///< ReferenceFlag
  std::uint8_t arity = 0;   ///< Arguments of a call.
  StringId name = 0;        ///< The last name: `getUser` in `repo.users().getUser(id)`; `(` where what is called has none: `make()()`.
  StringId receiver = 0;    ///< What stands before it as written: `repo.users()`, `this`, `User`; where that is long or spans lines,
                            ///< `….users()`. Of kInherit: the subtype where it is not the enclosing symbol (`impl Trait for Subtype`).
  Index symbol = kNone;     ///< Enclosing symbol.
  std::uint32_t begin = 0;  ///< Byte offset of the name.
  std::uint32_t line = 1;   ///< Of `begin`.
};

/// One name brought in from elsewhere.
struct Import {
  StringId module = 0;  ///< `java.util`, `./auth`, `net/http`, `<stdio.h>` (with its quotes or brackets for C).
  StringId name = 0;    ///< The name taken from it; empty for the whole module; `*` for all.
  StringId alias = 0;   ///< The local name where it differs.
  bool re_export = false;
  bool is_static = false;  ///< Java `import static`; TypeScript `import type`.
  std::uint32_t begin = 0;
  std::uint32_t line = 1;  ///< Of `begin`.
};

/// A value as written, as far as it can matter to later folding (constants, paths, URLs).
struct Expression {
  enum class Kind : std::uint8_t {
    kString = 0,  ///< text: the decoded literal
    kNumber = 1,  ///< text: as written
    kName = 2,    ///< text: `BASE`, `Paths.USERS`, `this.url`
    kConcat = 3,  ///< children joined as strings: `a + b`, template strings, `"%s"` formats keep kCall
    kArray = 4,   ///< children are the elements
    kCall = 5,    ///< text: callee as written, `new User` where an object is made, `||` and its like before a text; children: arguments
    kNamed = 6,   ///< text: the name; one child: `path = "/x"`, keyword arguments, object entries
    kObject = 7,  ///< children: kNamed
    kLambda = 8,  ///< text: empty; a function written in place
    kOther = 9,   ///< text: source, at most 80 bytes
  };
  Kind kind = Kind::kOther;
  StringId text = 0;
  std::uint32_t first_child = 0;  ///< Index of the first of `child_count` children; they stand together, behind this one.
  std::uint32_t child_count = 0;
  std::uint32_t begin = 0;
};

/// `@Name(arguments)`, `#[name(…)]`, `[Name(…)]`, a decorator.
struct Annotation {
  Index symbol = kNone;     ///< What it stands on; kNone for the file.
  Index parameter = kNone;  ///< Parameter it stands on, if any.
  StringId name = 0;        ///< As written, without the marker: `RequestMapping`, `app.get`.
  Index arguments = kNone;  ///< Expression of kind kCall whose children are the arguments; kNone where there are none.
  std::uint32_t begin = 0;
};

/// A declared parameter of a callable.
struct Parameter {
  Index symbol = kNone;  ///< The callable; a type for its primary constructor.
  StringId name = 0;
  StringId type = 0;  ///< As written; empty where not declared.
  bool has_default = false;
  bool is_variadic = false;
  std::uint32_t begin = 0;
};

/// `T extends Comparable<T>`: a type parameter of a type or callable.
struct TypeParameter {
  Index symbol = kNone;
  StringId name = 0;
  StringId bound = 0;  ///< As written; empty where there is none.
};

/// A name bound to a value or a type: constants, fields and locals with initialisers or declared types.
/// In languages that pass functions around, one for each assignment; `return` is bound to what a function gives back, `table[key]` to what
/// is put under a key of a table. In Java and Kotlin the same of what may be a text: assignments to locals, to fields where objects are
/// made, and what functions give back.
struct Binding {
  Index symbol = kNone;  ///< Enclosing symbol of a local; the symbol itself for a field or constant.
  StringId name = 0;
  StringId type = 0;    ///< Declared type as written.
  Index value = kNone;  ///< Expression of the initialiser.
  std::uint32_t begin = 0;
};

/// A call with arguments worth keeping (a string, a name, a structure among them).
struct CallArguments {
  Index reference = kNone;
  Index arguments = kNone;  ///< Expression of kind kCall.
  std::uint32_t end = 0;    ///< Behind the whole call, blocks after its parentheses included; 0 in facts that are older than it.
};

/// A function written in place: an arrow function, a closure, a block. In source order, an outer one before those inside it. One that a
/// variable, member or property is made of is a symbol instead.
struct Lambda {
  Index call = kNone;      ///< The call that it is passed to; kNone where it is none's own argument.
  StringId parameter = 0;  ///< Name of its first parameter; empty without one. Further ones with a type have rows too, without call.
  StringId type = 0;       ///< The declared type of that, as written.
  ByteRange range;
};

/// A key of a configuration file (YAML, properties, TOML, INI, JSON, .env), flattened: `server.port`, `list[0].name`.
struct Property {
  StringId key = 0;
  StringId value = 0;
  StringId profile = 0;  ///< Document or section condition where the format has one (Spring profiles); else empty.
  std::uint32_t begin = 0;
  std::uint32_t line = 1;  ///< Of `begin`.
};

/// All that one file says, found without looking at any other. Plain values; strings by id.
struct Facts {
  Language language = Language::kPlainText;
  ParseState state = ParseState::kText;
  bool generated = false;   ///< A header says so ("Code generated … DO NOT EDIT", "@generated").
  StringId module = 0;      ///< Declared package, namespace or module of the file.
  std::uint32_t bytes = 0;  ///< Of the decoded text.
  std::uint32_t lines = 0;
  StringPool strings;
  std::vector<Symbol> symbols;
  std::vector<Unit> units;
  std::vector<Reference> references;
  std::vector<Import> imports;
  std::vector<Expression> expressions;
  std::vector<Annotation> annotations;
  std::vector<Parameter> parameters;
  std::vector<TypeParameter> type_parameters;
  std::vector<Binding> bindings;
  std::vector<CallArguments> call_arguments;
  std::vector<Lambda> lambdas;
  std::vector<Property> properties;

  std::string_view text(StringId id) const { return strings.at(id); }
};

/// The pieces of a unit's own text in source order: its range less the ranges of the units in it.
std::vector<ByteRange> unit_text_ranges(const Facts& facts, Index unit);

}  // namespace grove

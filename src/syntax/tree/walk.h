#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/facts.h"
#include "syntax/tree/children.h"
#include "syntax/tree/claims.h"
#include "syntax/tree/doc_comments.h"
#include "syntax/tree/grammar.h"
#include "syntax/tree/line_depths.h"
#include "syntax/tree/locals.h"

namespace grove::syntax {

/// A name in an expression: the leaf, and what stands before it (null where nothing does).
struct NamePath {
  TSNode leaf{};
  TSNode object{};
  std::uint32_t begin = UINT32_MAX;  ///< Where the whole of what stands before begins; by default where `object` does.
};

/// What a hook says about a symbol it opens. Nodes may be null.
struct SymbolDraft {
  TSNode node{};  ///< The whole definition.
  Kind kind = Kind::kFunction;
  TSNode name{};
  std::string_view name_text{};  ///< Where the name isn't the text of a node.
  TSNode type{};
  TSNode body{};
  TSNode function{};            ///< A function value that is the symbol itself: its parameters are the symbol's.
  std::string_view receiver{};  ///< Symbol::receiver
  std::uint16_t flags = 0;
};

/// What a hook says about a parameter.
struct ParameterDraft {
  TSNode node{};  ///< The whole parameter.
  TSNode name{};
  TSNode type{};
  std::string_view type_text{};  ///< Where it isn't the text of a node.
  bool has_default = false;
  bool variadic = false;
};

/// What a hook says about an annotation.
struct AnnotationDraft {
  TSNode node{};
  TSNode name{};
  TSNode arguments{};       ///< Null where there are none.
  Role role = Role::kType;  ///< Of the reference that the name is.
};

/// An ERROR node that the walk is inside of.
struct BrokenNode {
  std::uint32_t depth = 0;  ///< Of its children.
  std::uint32_t end = 0;
  TSNode keyword{};  ///< `class`, `func`, …: the child just seen.
  Kind kind = Kind::kFunction;
  std::uint32_t braces = 0;                                   ///< Open ones.
  std::vector<std::pair<std::uint32_t, Index>> headers = {};  ///< Symbols opened by a header, with the braces open before theirs.
};

/// What the walk is inside of. Popped when its node ends.
struct Frame {
  enum class Region : std::uint8_t { kValue, kType, kInherit };

  std::uint32_t depth = 0;
  Act act = Act::kNone;
  Region region = Region::kValue;
  bool in_callable = false;  ///< Variables are locals here.
  bool in_type = false;      ///< Functions are methods here.
  Index symbol = kNone;      ///< What references in it belong to.
  Index callable = kNone;    ///< Whose parameters are being declared.
  Index parameter = kNone;   ///< Of kParameter.
  Index lambda = kNone;      ///< The function without a name whose parameters are being declared.
  std::uint32_t begin = 0;   ///< Of the node.
  std::uint32_t end = 0;
  std::uint32_t body_begin = 0;       ///< Of kSymbol: where its header ends.
  std::uint32_t function_begin = 0;   ///< Of kSymbol: the function value that it is; UINT32_MAX without one.
  std::uint32_t signature_begin = 0;  ///< After the last annotation.
  std::uint32_t value_begin = 0;      ///< Of kSymbol: where its initialiser begins; UINT32_MAX without one.
  Index last_symbol = kNone;          ///< Of kWrapper: opened directly in it.
  Index next_symbol = 0;              ///< Of kWrapper: the index that the first symbol in it gets.
  StringId type = 0;                  ///< Of kWrapper: of the variables in it.
  std::uint32_t type_end = 0;         ///< Of kWrapper: where its type ends and its declarators begin.
  Kind kind = Kind::kField;           ///< Of kWrapper: of the variables in it.
  StringId receiver = 0;              ///< Members are defined on this type from outside.
  std::uint32_t until = 0;            ///< Of kSymbol and kScope: lasts past its node, up to this byte.
  std::size_t locals = 0;
  std::size_t annotations = 0;  ///< Of kWrapper: those in it stand on its symbol.
  std::size_t type_parameters = 0;
};

struct WalkLimits {
  std::uint32_t depth = 2000;
};

/// Visits every node of a tree once and collects the facts that the tables and hooks name. Reused from file to file for its memory.
/// Hooks use the public part. Not thread-safe.
class Walk {
 public:
  Walk();

  /// REQUIRES: the tree was made from `text` by `grammar`. `facts` gets all but units; `depths` the cutting places of `lines` lines.
  void run(const Grammar& grammar, const TSTree* tree, std::string_view text, const WalkLimits& limits, std::uint32_t lines, Facts& facts);
  bool too_deep() const { return too_deep_; }
  const LineDepths& line_depths() const { return line_depths_; }
  const DocComments& comments() const { return comments_; }

  // -- looking at nodes
  std::string_view text(TSNode node) const;
  std::string_view text() const { return text_; }
  /// Null if the node is null or has no such field.
  TSNode child(TSNode node, Field field) const;
  Act act_of(TSNode node) const { return ts_node_is_null(node) ? Act::kNone : grammar_->act(ts_node_symbol(node)); }
  const Rule& rule_of(TSNode node) const { return grammar_->rule(ts_node_symbol(node)); }
  TSFieldId field_id(Field field) const { return grammar_->field(field); }
  Shape shape_of(TSNode node) const { return ts_node_is_null(node) ? Shape::kNone : grammar_->shape(ts_node_symbol(node)); }
  bool is(TSNode node, std::string_view type) const { return !ts_node_is_null(node) && ts_node_type(node) == type; }
  /// The first named child of that type among the first few; null without one.
  TSNode child_of_type(TSNode node, std::string_view type) const;
  /// The callee of a call, its arguments, the type of what is made: by field, or by place where the grammar has no field.
  TSNode callee_of(TSNode call, const Rule& rule) const;
  TSNode arguments_of(TSNode call, const Rule& rule) const;
  TSNode made_type_of(TSNode creation, const Rule& rule) const;
  /// The last name of `a.b.c`, `a::b`, `f<T>`; a null leaf where it has none.
  NamePath name_path(TSNode node) const;
  Children children(TSNode node) { return Children(cursors_, node); }
  const LanguageDefinition& definition() const { return grammar_->definition(); }

  // -- where the walk stands
  /// The field that the node at hand is of its parent.
  TSFieldId field_here() const { return ts_tree_cursor_current_field_id(&cursor_); }
  const Frame& top() const { return frames_.back(); }
  Frame& top() { return frames_.back(); }
  /// Whether the node at hand is a direct child of the wrapper on top, after its type: a declarator.
  bool at_declarator(TSNode node) const {
    return top().act == Act::kWrapper && depth_ == top().depth + 1 && ts_node_start_byte(node) >= top().type_end;
  }
  bool in_callable() const { return top().in_callable; }
  Index symbol() const { return top().symbol; }
  /// The innermost frame of an open symbol; null at the top of the file.
  Frame* symbol_frame();

  // -- saying facts
  Facts& facts() { return *facts_; }
  const Facts& facts() const { return *facts_; }
  const Symbol& symbol_at(Index index) const { return facts_->symbols[index]; }
  StringId intern(std::string_view text) { return facts_->strings.intern(text); }
  /// White space runs become one space; cut at `limit` bytes.
  StringId intern_snippet(std::string_view text, std::size_t limit = 120);
  /// A type as written, without the `:` or `->` before it; 0 for a null node and for words that leave it to inference.
  StringId intern_type(TSNode type);
  StringId intern_snippet(TSNode node) { return ts_node_is_null(node) ? 0 : intern_snippet(text(node)); }
  /// Does what the table says for the row, hook left out.
  Descend act(TSNode node, const Rule& rule);
  Index open_symbol(const SymbolDraft& draft);
  Frame& push_frame(Act act, TSNode node);
  /// The symbol just opened goes on after its node, up to `end`: where the grammar puts a body beside its header.
  void extend_symbol(std::uint32_t end);
  /// The symbol that a later hook opens at the node beginning at `begin` is to last until `end`.
  void expect_extent(std::uint32_t begin, std::uint32_t end) { extents_[begin] = end; }
  /// A further clause of a symbol: `node` and what is in it belong to it. REQUIRES: the symbol ended before.
  void reopen_symbol(Index symbol, TSNode node);
  /// The last symbol opened here (of the same parent), if it has that name and nothing but comments and white space follow it; else kNone.
  Index clause_of(std::string_view name, TSNode node) const;
  void add_reference(Role role, TSNode leaf, StringId receiver = 0, std::uint8_t arity = 0, std::uint8_t flags = 0);
  /// A call through `path` with the arguments node (may be null), arguments kept if worth it.
  void add_call(const NamePath& path, TSNode arguments, std::uint8_t flags = 0);
  /// The object that a constant of an enum is: its type's constructor is called with the arguments node (may be null). Its place is the
  /// name of the type, since a use stands where its name is written.
  void add_constant_object(TSNode type_name, TSNode arguments);
  /// What stands before a member: a use of a type where it reads as one.
  void note_object(TSNode object);
  /// What stands before a name, as Reference::receiver wants it.
  StringId receiver_of(const NamePath& path);
  /// The parts of `a.b.c` are no uses of their own.
  void claim_path(TSNode node);
  void add_import(Import import) { facts_->imports.push_back(import); }
  /// A parameter of the callable whose header this is, or a local of a function without a name.
  void parameter(const ParameterDraft& draft);
  /// A name that is a parameter of the symbol on top without a node around it: `x => …`.
  void add_plain_parameter(TSNode name) { note_parameter({.node = name, .name = name}, top()); }
  /// The same, where several share a node: `parameter` for the first, this for each further one.
  void further_parameter(const ParameterDraft& draft);
  /// The same from a loop over a list of them: the walk doesn't stand in it. Its index in the facts; kNone for a mere local.
  Index bare_parameter(const ParameterDraft& draft);
  /// A parameter of the function without a name that the walk stands in the header of: the first one is kept.
  void lambda_parameter(TSNode name, StringId type = 0);
  void type_parameter(TSNode node, TSNode name, StringId bound);
  /// The same where several stand in one node.
  void type_parameter_name(TSNode name);
  void annotation(const AnnotationDraft& draft);
  /// A literal that stands on a symbol, as Go's tags on fields: an annotation `tag("…")`.
  void add_tag(Index symbol, TSNode literal);
  /// Keeps type and initialiser of a variable if they can tell something. `symbol` as in Binding.
  void add_binding(Index symbol, TSNode name, StringId type, TSNode value);
  /// A variable that takes the elements of a list one after another: bound to the call `range(list)`, which no reference stands for.
  void add_element_binding(TSNode name, TSNode list);
  /// The same of a function that is written in place.
  void add_function_binding(Index symbol, TSNode name, TSNode function);
  /// A local that from a place on is what a text says.
  void add_written_binding(TSNode name, std::string_view written, std::uint32_t begin);
  /// From a place on a local is again what it is bound to now. Called before the declaration that hides it is walked.
  void end_shadow(TSNode name, std::uint32_t end);
  // -- what functions flow through as values; each says nothing in languages without `functions_as_values`
  /// Remembers the field or constant of a name, for later bindings of it; kNone for a function or type, which keeps its name.
  void note_field(TSNode name, Index scope, Index field);
  /// `x = value` where `x` is a local or field that there is.
  void add_rebinding(TSNode name, TSNode value);
  /// `self.x = value` where `type` has declared the field `x` before.
  void rebind_field(TSNode name, Index type, TSNode value);
  /// `table["k"] = value`, `object.k = value`: a binding of `table[k]`.
  void add_entry(TSNode entry, TSNode value);
  /// The assignment `this.x = value` in a function of a class: a binding of its field; of `this[x]` where it has none. In a constructor the
  /// first one declares the field.
  void add_member(TSNode assignment, TSNode left, TSNode value);
  /// What the innermost function gives back, if it has a name: a binding of `return`.
  void add_result(TSNode value);
  /// `a, b = f, g`, `const {a, b: c} = value`: each name with its part of the value. The names are declared already.
  void bind_pattern(TSNode pattern, TSNode value, int depth = 0);
  /// A call of what a call or a table gives: `make()()`, `table[key]()`. Its name is `(`, its receiver all that is called.
  void add_unnamed_call(TSNode callee, TSNode arguments);
  // -- how texts come about; each says nothing in languages without `text_flow`
  /// `url = base + "/x"` of a local, `this.url = url` of a field in a constructor. `node` is the whole assignment.
  void add_text_assignment(TSNode node, TSNode left, TSNode value);
  /// The values that a variable's initialiser chooses from: `secure ? a : b`.
  void add_text_choices(Index symbol, TSNode name, TSNode value);
  /// What the innermost function gives back, if it has a name and that may be a text: a binding of `return`.
  void add_text_result(TSNode value);
  /// Expression of a node; of kind kOther where nothing better fits.
  Index add_expression(TSNode node);
  /// Expression of kind kCall with the named children of `arguments`.
  Index add_arguments(StringId callee, TSNode arguments);
  /// The same, cut sooner: of a call, not of an annotation.
  Index add_passed_arguments(StringId callee, TSNode arguments);
  void claim(TSNode leaf) { claims_.take(ts_node_start_byte(leaf)); }
  bool claimed(TSNode leaf) const { return claims_.taken(ts_node_start_byte(leaf)); }
  void declare_local(TSNode name);
  /// `const {a, b: [c]} = …` outside functions: a field for every name in the pattern.
  void add_pattern_symbols(TSNode pattern, int depth = 0);
  /// Every identifier below becomes a local (patterns, loop variables).
  void declare_locals_in(TSNode pattern, int depth = 0);
  /// Whether that name was asked about before in that scope.
  bool already_declared(TSNode name, Index scope);
  /// From here on the enclosing function means the name of an outer scope: `global x`.
  void declare_outer(TSNode name) { outer_.insert(scoped_name(name, symbol())); }
  /// A symbol that encloses nothing: what stands in it belongs to where the walk is. `parent` is its enclosing symbol.
  Index add_symbol(const SymbolDraft& draft, Index parent);
  /// One node kept for a hook that comes later.
  void remember(TSNode node) { remembered_ = node; }
  TSNode remembered() const { return remembered_; }
  bool is_constant_name(std::string_view name) const;
  bool is_local(TSNode name) { return locals_.contains(intern(text(name))); }

 private:
  void reset(const Grammar& grammar, std::string_view text, std::uint32_t lines, Facts& facts);
  void traverse(const TSTree* tree, const WalkLimits& limits);
  Descend enter(TSNode node, const Rule& rule);
  /// A child of an ERROR node. A header whose body didn't parse stands there in pieces; it is taken for what it says.
  void note_broken(TSNode node);
  void end_broken_headers(BrokenNode& broken, TSNode brace);
  /// Pops what ended at `depth`, the walk being done with the node at hand.
  void leave_to(std::uint32_t depth);
  bool goes_on(const Frame& frame) const;
  void close_symbol(const Frame& frame);
  void close_wrapper(const Frame& frame);
  void drop_pending();
  bool only_comments_between(std::uint32_t begin, std::uint32_t end) const;
  void lend_wrapper(Frame& wrapper, ByteRange whole, Index symbol);
  std::uint16_t word_flags(std::string_view header) const;

  Descend do_symbol(TSNode node, const Rule& rule);
  Descend do_variable(TSNode node, const Rule& rule);
  Descend do_wrapper(TSNode node, const Rule& rule);
  Descend do_scope(TSNode node, const Rule& rule);
  Descend do_lambda(TSNode node, const Rule& rule);
  Descend do_body(TSNode node);
  Descend do_parameter(TSNode node, const Rule& rule);
  Descend do_type_parameter(TSNode node, const Rule& rule);
  Descend do_path(TSNode node);
  Descend do_field_name(TSNode node);
  NamePath path_of_children(TSNode node) const;
  Descend do_call(TSNode node, const Rule& rule);
  Descend do_new(TSNode node, const Rule& rule);
  Descend do_member(TSNode node, const Rule& rule);
  Descend do_identifier(TSNode node);
  Descend do_type_name(TSNode node);
  Descend do_assignment(TSNode node, const Rule& rule);
  Descend do_annotation(TSNode node, const Rule& rule);
  std::uint64_t scoped_name(TSNode name, Index scope) { return std::uint64_t{scope} << 32U | intern(text(name)); }
  Index note_parameter(const ParameterDraft& draft, const Frame& outer);
  Symbol make_symbol(const SymbolDraft& draft);
  bool may_hold_function(TSNode value) const;
  Index field_of(TSNode name);
  bool may_be_text(TSNode value) const;
  std::vector<TSNode> choices_of(TSNode value);
  Index add_sum(TSNode left, TSNode right);
  bool is_named_function(TSNode name);
  void bind_written(TSNode name, std::string written);
  void bind_list(TSNode pattern, TSNode value, int depth);
  void keep_arguments(Index reference, TSNode arguments);
  void note_open_call(Index reference);
  Index call_around(ByteRange lambda);
  bool worth_keeping(TSNode arguments);
  bool is_telling_argument(TSNode node);
  bool is_empty_literal(TSNode node) const;
  bool is_statement(TSNode call) const;
  bool may_have_known_type(TSNode node);

  const Grammar* grammar_ = nullptr;
  std::string_view text_;
  Facts* facts_ = nullptr;
  std::vector<Frame> frames_;
  Claims claims_;
  Locals locals_;
  DocComments comments_;
  LineDepths line_depths_;
  CursorPool cursors_;
  TSTreeCursor cursor_{};
  std::string scratch_;
  std::unordered_set<std::uint64_t> declared_;  // scope and name of what `already_declared` was asked
  std::unordered_set<std::uint64_t> outer_;
  std::unordered_map<std::uint64_t, Index> fields_;  // by scope and name, where functions flow through values
  std::vector<BrokenNode> broken_;
  /// A call that the walk is inside of, or a lambda: `reference` is kNone then.
  struct OpenCall {
    Index reference = kNone;
    std::uint32_t begin = 0, end = 0;
  };
  std::vector<OpenCall> open_calls_;
  ByteRange statement_;  // the last expression that is a statement of its own
  TSNode remembered_{};
  std::unordered_map<std::uint32_t, std::uint32_t> extents_;  // ends by begins
  std::uint32_t depth_ = 0;
  std::uint32_t pending_depth_ = UINT32_MAX;
  std::size_t pending_annotations_ = 0;
  bool too_deep_ = false;
};

}  // namespace grove::syntax

#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/resolve/values.h"
#include "graph/web/program.h"

namespace grove::graph::web {

/// What the fields of objects hold that their makers hand them: `this.store = store` of `new Orders(new Store())`, `Handler{store: store}`
/// of Go. For languages whose objects no container puts together. One a thread.
class HandedMembers {
 public:
  explicit HandedMembers(Program& program) : program_(program) {}

  /// Notes a call and one thing that its name means. All are noted before the first question.
  void add_call(FileId file, Index reference, SymbolId target) { calls_[target].push_back({file, reference}); }
  /// Whether something of a type is made anywhere.
  bool is_made(SymbolId type) const { return calls_.contains(type); }

  /// Types of the objects that a call is asked of, where that is such a field: `this.store`, `h.store`. Empty where nothing is known, or
  /// where they are too many to tell anything.
  std::vector<SymbolId> asked(FileId file, const Reference& call);

 private:
  using Types = std::set<SymbolId>;
  /// A call of a file.
  struct Call {
    FileId file = 0;
    Index reference = kNone;
  };
  /// A value as written, with the symbol and the place of its file where its names mean something.
  struct Written {
    FileId file = 0;
    Index expression = kNone;
    Values::Site site;
  };

  /// What is known of a file.
  struct Known {
    explicit Known(Scopes& scopes) : values(scopes) {}
    Values values;
    std::unordered_map<std::uint32_t, Index> calls;  // expressions by the place of the name that is called
  };

  Known& known_of(FileId file);
  Values& values_of(FileId file) { return known_of(file).values; }
  Index arguments_of(const Call& call);
  bool goes_on(int depth) { return depth < kDeepest && ++work_ < kMostWork; }
  bool says_nothing(const Value& value) const;
  Types of_text(FileId file, std::string_view text, const Values::Site& site, int depth);
  Types of_value(const Written& value, int depth);
  Types of_field(SymbolId type, std::string_view name, int depth);
  void add_field(SymbolId owner, std::string_view name, Types& found, int depth);
  void add_literals(SymbolId owner, std::string_view name, Types& found, int depth);
  Types of_parameter(SymbolId callable, Index parameter, int depth);
  Types passed(const Call& call, std::size_t place, std::string_view name, int depth);

  static constexpr int kDeepest = 32;
  static constexpr int kMostWork = 2'000;  // steps of one question

  Program& program_;
  std::unordered_map<SymbolId, std::vector<Call>> calls_;
  std::unordered_map<FileId, std::unique_ptr<Known>> known_;
  std::map<std::pair<SymbolId, std::string>, Types> fields_;  // by type and name; of one that is being looked into nothing
  int work_ = 0;
};

}  // namespace grove::graph::web

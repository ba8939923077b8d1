#include "knowledge/shacl/validate.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "knowledge/literals.h"
#include "knowledge/shacl/shape.h"

namespace grove::knowledge {
namespace {

using rdf::Term;
using Terms = std::vector<Term>;

constexpr std::size_t kDeepest = 100;
constexpr std::size_t kMostResults = 1'000'000;
constexpr std::string_view kFlags = "imsq";  // of XPath's regular expressions; `x` is not among those that can be had

bool is_literal(const Term& term) { return term.kind == Term::Kind::kLiteral; }

bool has_node_kind(const Term& value, const Term& kind) {
  const bool iri = value.kind == Term::Kind::kIri;
  const bool blank = value.kind == Term::Kind::kBlank;
  const std::string_view name = std::string_view(kind.value).substr(std::min(kind.value.size(), names::kShacl.size()));
  if (name == "IRI") return iri;
  if (name == "BlankNode") return blank;
  if (name == "Literal") return is_literal(value);
  if (name == "BlankNodeOrIRI") return iri || blank;
  if (name == "BlankNodeOrLiteral") return blank || is_literal(value);
  return name == "IRIOrLiteral" && (iri || is_literal(value));
}

bool has_datatype(const Term& value, const Term& datatype) {
  return is_literal(value) && datatype_of(value) == datatype.value && is_lexical_form(value.value, datatype.value);
}

/// RFC 4647, basic filtering, as SPARQL's langMatches.
bool language_matches(const std::string& language, const std::string& range) {
  if (language.empty()) return false;
  const std::string low = to_lower_ascii(language);
  const std::string want = to_lower_ascii(range);
  return want == "*" || low == want || low.starts_with(want + '-');
}

bool compares(const Term& value, const ShaclConstraint& one) {
  const std::partial_ordering order = compare_literals(value, one.value);
  switch (one.component) {
    case Component::kMinExclusive: return order > 0;
    case Component::kMinInclusive: return order >= 0;
    case Component::kMaxExclusive: return order < 0;
    default: return order <= 0;
  }
}

std::uint64_t length_of(const Term& value) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(value.value, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Regular expressions, each compiled once.
class Patterns {
 public:
  Result<bool> matches(const Term& value, const ShaclConstraint& one) {
    if (value.kind == Term::Kind::kBlank) return false;
    GROVE_ASSIGN_OR_RETURN(const RE2* pattern, compiled(one.value.value, one.flags));
    return RE2::PartialMatch(value.value, *pattern);
  }

 private:
  Result<const RE2*> compiled(const std::string& text, const std::string& flags) {
    if (const std::size_t odd = flags.find_first_not_of(kFlags); odd != std::string::npos)
      return fail(ErrorCode::kInvalidArgument, fmt::format("sh:flags has \"{}\", which is none of {}", flags[odd], kFlags));
    std::unique_ptr<RE2>& slot = patterns_[flags + '/' + text];
    if (slot == nullptr) {
      RE2::Options options(RE2::Quiet);
      options.set_case_sensitive(flags.find('i') == flags.npos);
      options.set_literal(flags.find('q') != flags.npos);
      const std::string prefix = std::string(flags.find('s') != flags.npos ? "(?s)" : "") + (flags.find('m') != flags.npos ? "(?m)" : "");
      slot = std::make_unique<RE2>(options.literal() ? text : prefix + text, options);
    }
    if (!slot->ok())
      return fail(ErrorCode::kInvalidArgument, fmt::format("sh:pattern \"{}\" is no regular expression: {}", text, slot->error()));
    return slot.get();
  }
  std::map<std::string, std::unique_ptr<RE2>> patterns_;
};

/// One run over a graph.
class Validation {
 public:
  Validation(const ShaclRequest& request, const CancelToken& cancel)
      : shapes_(request.shapes), data_(request.data), reader_(shapes_), cancel_(cancel) {}

  Result<ShaclReport> run() {
    ShaclReport report;
    for (const Term& id : reader_.shapes_with_targets()) {
      GROVE_ASSIGN_OR_RETURN(const ShaclShape* shape, reader_.shape(id));
      for (const Term& node : reader_.targets(id, data_)) {
        conforming_.clear();
        GROVE_RETURN_IF_ERROR(check(*shape, node, report.results));
      }
    }
    report.conforms = report.results.empty();
    return report;
  }

 private:
  /// What a constraint is looked at with.
  struct At {
    const ShaclShape& shape;
    const Term& focus;
    const Terms& values;
    std::vector<ShaclResult>& results;
  };

  Status check(const ShaclShape& shape, const Term& focus, std::vector<ShaclResult>& results) {
    if (shape.deactivated) return {};
    GROVE_RETURN_IF_ERROR(cancel_.check());
    if (open_.size() >= kDeepest)
      return fail(ErrorCode::kResourceLimit, fmt::format("shapes refer to one another more than {} deep", kDeepest));
    if (!open_.insert({shape.id, focus}).second)
      return fail(ErrorCode::kInvalidArgument, "a shape is defined by itself, which SHACL leaves open");
    Status status;
    Terms values{focus};
    if (shape.path) {
      auto ends = follow(*shape.path, data_, focus, cancel_);
      if (!ends) status = std::unexpected(std::move(ends).error());
      if (ends) values = std::move(*ends);
    }
    for (const ShaclConstraint& one : shape.constraints) {
      if (!status) break;
      status = check_constraint(one, {shape, focus, values, results});
    }
    open_.erase({shape.id, focus});
    return status;
  }

  /// Each question is answered once for a target: shapes that share others would ask the same again and again.
  Result<bool> conforms(const Term& shape_id, const Term& node) {
    if (const auto known = conforming_.find({shape_id, node}); known != conforming_.end()) return known->second;
    GROVE_ASSIGN_OR_RETURN(const ShaclShape* shape, reader_.shape(shape_id));
    std::vector<ShaclResult> results;
    GROVE_RETURN_IF_ERROR(check(*shape, node, results));
    return conforming_[{shape_id, node}] = results.empty();
  }

  /// How many of some shapes a node conforms to.
  Result<std::size_t> count_conforming(const Terms& shape_ids, const Term& node) {
    std::size_t count = 0;
    for (const Term& id : shape_ids) {
      GROVE_ASSIGN_OR_RETURN(const bool fine, conforms(id, node));
      count += fine ? 1 : 0;
    }
    return count;
  }

  static void report(const ShaclConstraint& one, const At& at, std::optional<Term> value) {
    at.results.push_back({.focus = at.focus,
                          .path = at.shape.path,
                          .value = std::move(value),
                          .source_shape = at.shape.id,
                          .component = component_iri(one.component),
                          .severity = at.shape.severity,
                          .messages = at.shape.messages});
  }

  Status check_constraint(const ShaclConstraint& one, const At& at) {
    switch (one.component) {
      case Component::kMinCount:
        if (at.values.size() < one.number) report(one, at, std::nullopt);
        return {};
      case Component::kMaxCount:
        if (at.values.size() > one.number) report(one, at, std::nullopt);
        return {};
      case Component::kUniqueLang: check_languages(one, at); return {};
      case Component::kEquals:
      case Component::kDisjoint:
      case Component::kLessThan:
      case Component::kLessThanOrEquals: check_pair(one, at); return {};
      case Component::kHasValue:
        if (std::ranges::find(at.values, one.value) == at.values.end()) report(one, at, std::nullopt);
        return {};
      case Component::kQualifiedMinCount:
      case Component::kQualifiedMaxCount: return check_qualified(one, at);
      case Component::kClosed: check_closed(one, at); return {};
      case Component::kProperty: return check_property(one, at);
      default: break;
    }
    for (const Term& value : at.values) {
      GROVE_ASSIGN_OR_RETURN(const bool fine, allows(one, value));
      if (!fine) report(one, at, value);
    }
    return {};
  }

  /// Constraints that look at one value at a time.
  Result<bool> allows(const ShaclConstraint& one, const Term& value) {
    switch (one.component) {
      case Component::kClass: return is_instance(data_, value, one.value);
      case Component::kDatatype: return has_datatype(value, one.value);
      case Component::kNodeKind: return has_node_kind(value, one.value);
      case Component::kMinLength: return value.kind != Term::Kind::kBlank && length_of(value) >= one.number;
      case Component::kMaxLength: return value.kind != Term::Kind::kBlank && length_of(value) <= one.number;
      case Component::kPattern: return patterns_.matches(value, one);
      case Component::kLanguageIn:
        return std::ranges::any_of(one.list, [&](const Term& range) { return language_matches(value.language, range.value); });
      case Component::kIn: return std::ranges::find(one.list, value) != one.list.end();
      case Component::kNot:
      case Component::kNode:
      case Component::kAnd:
      case Component::kOr:
      case Component::kXone: return allows_by_shapes(one, value);
      default: return compares(value, one);
    }
  }

  Result<bool> allows_by_shapes(const ShaclConstraint& one, const Term& value) {
    const bool single = one.component == Component::kNot || one.component == Component::kNode;
    GROVE_ASSIGN_OR_RETURN(const std::size_t count, count_conforming(single ? Terms{one.value} : one.list, value));
    switch (one.component) {
      case Component::kNot: return count == 0;
      case Component::kAnd: return count == one.list.size();
      case Component::kOr: return count > 0;
      default: return count == 1;  // sh:node and sh:xone
    }
  }

  static void check_languages(const ShaclConstraint& one, const At& at) {
    std::map<std::string, int> count;
    for (const Term& value : at.values)
      if (!value.language.empty()) ++count[to_lower_ascii(value.language)];
    for (const auto& [language, times] : count)
      if (times > 1) report(one, at, std::nullopt);
  }

  void check_pair(const ShaclConstraint& one, const At& at) const {
    const Terms others = data_.objects(at.focus, one.value);
    const auto is_in = [](const Terms& terms, const Term& term) { return std::ranges::find(terms, term) != terms.end(); };
    for (const Term& value : at.values) {
      if (one.component == Component::kEquals && !is_in(others, value)) report(one, at, value);
      if (one.component == Component::kDisjoint && is_in(others, value)) report(one, at, value);
      if (one.component != Component::kLessThan && one.component != Component::kLessThanOrEquals) continue;
      for (const Term& other : others) {
        const std::partial_ordering order = compare_literals(value, other);
        if (!(order < 0 || (order == 0 && one.component == Component::kLessThanOrEquals))) report(one, at, value);
      }
    }
    if (one.component != Component::kEquals) return;
    for (const Term& other : others)
      if (!is_in(at.values, other)) report(one, at, other);
  }

  Status check_qualified(const ShaclConstraint& one, const At& at) {
    std::uint64_t count = 0;
    for (const Term& value : at.values) {
      GROVE_ASSIGN_OR_RETURN(const bool fine, conforms(one.value, value));
      if (!fine) continue;
      GROVE_ASSIGN_OR_RETURN(const std::size_t siblings, count_conforming(one.siblings, value));
      count += siblings == 0 ? 1 : 0;
    }
    const bool fine = one.component == Component::kQualifiedMinCount ? count >= one.number : count <= one.number;
    if (!fine) report(one, at, std::nullopt);
    return {};
  }

  void check_closed(const ShaclConstraint& one, const At& at) const {
    for (const Term& value : at.values) {
      for (const rdf::Quad* quad : data_.about(value)) {
        if (std::ranges::find(one.list, quad->predicate) != one.list.end()) continue;
        report(one, at, quad->object);
        at.results.back().path = ShaclPath{.kind = ShaclPath::Kind::kPredicate, .predicate = quad->predicate};
      }
    }
  }

  Status check_property(const ShaclConstraint& one, const At& at) {
    GROVE_ASSIGN_OR_RETURN(const ShaclShape* property, reader_.shape(one.value));
    for (const Term& value : at.values) {
      if (const auto known = conforming_.find({one.value, value}); known != conforming_.end() && known->second) continue;
      const std::size_t before = at.results.size();
      GROVE_RETURN_IF_ERROR(check(*property, value, at.results));
      if (at.results.size() == before) conforming_[{one.value, value}] = true;
      if (at.results.size() > kMostResults)
        return fail(ErrorCode::kResourceLimit, fmt::format("there are more than {} violations", kMostResults));
    }
    return {};
  }

  GraphView shapes_;
  GraphView data_;
  ShapeReader reader_;
  Patterns patterns_;
  std::set<std::pair<Term, Term>> open_;
  std::map<std::pair<Term, Term>, bool> conforming_;  // for the target at hand: whether a node conforms to a shape
  const CancelToken& cancel_;
};

}  // namespace

Result<ShaclReport> validate(const ShaclRequest& request, const CancelToken& cancel) { return Validation(request, cancel).run(); }

}  // namespace grove::knowledge

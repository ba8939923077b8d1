#include "rdf/turtle_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "rdf/turtle_terms.h"

namespace grove::rdf {
namespace {

constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
/// Blank nodes within blank nodes; deeper ones get labels.
constexpr int kDeepest = 12;

bool is_rdf(const Term& term, std::string_view name) {
  return term.kind == Term::Kind::kIri && term.value.starts_with(kRdf) && std::string_view(term.value).substr(kRdf.size()) == name;
}

struct Statements {
  const Term* predicate = nullptr;
  std::vector<const Term*> objects;
};

struct TermOrder {
  bool operator()(const Term* a, const Term* b) const { return *a < *b; }
};

/// What is said about one subject, by predicate in the order of the statements.
struct Subject {
  std::vector<Statements> statements;
  std::map<const Term*, std::size_t, TermOrder> by_predicate;
};

/// What one graph says, by subject. Terms lie in the statements that were given.
struct Graph {
  std::vector<const Term*> order;
  std::map<const Term*, Subject, TermOrder> subjects;
  std::map<std::string_view, int> uses;  // of a blank node as an object
};

void add_statement(Graph& graph, const Quad& quad) {
  auto [found, is_new_subject] = graph.subjects.try_emplace(&quad.subject);
  if (is_new_subject) graph.order.push_back(&quad.subject);
  Subject& subject = found->second;
  const auto [predicate, is_new] = subject.by_predicate.try_emplace(&quad.predicate, subject.statements.size());
  if (is_new) subject.statements.push_back({.predicate = &quad.predicate, .objects = {}});
  subject.statements[predicate->second].objects.push_back(&quad.object);
  if (quad.object.kind == Term::Kind::kBlank) ++graph.uses[quad.object.value];
}

Status check_places(const Quad& quad) {
  if (quad.subject.kind != Term::Kind::kLiteral && quad.predicate.kind == Term::Kind::kIri) return {};
  return fail(ErrorCode::kInvalidArgument, "cannot write Turtle: a subject is a node, and a predicate an IRI");
}

struct List {
  std::vector<const Term*> items;
  std::vector<std::string_view> cells;  // labels
};

class Writer {
 public:
  Writer(const Graph& graph, TurtleTerms& terms, const std::set<std::string_view>& shared) : graph_(graph), terms_(terms), shared_(shared) {
    for (const Term* subject : graph.order)
      if (!nests(*subject)) walk(*subject);
    for (const Term* subject : graph.order)
      if (nests(*subject) && !reached_.contains(subject->value)) {  // a ring of blank nodes
        rooted_.insert(subject->value);
        walk(*subject);
      }
  }

  Result<std::string> write(const std::string& indent) {
    std::string text;
    for (const Term* subject : graph_.order)
      if (!nests(*subject)) GROVE_RETURN_IF_ERROR(write_subject(*subject, indent, text));
    return text;
  }

 private:
  /// Whether it is the object of one statement, where it can be written.
  bool nests(const Term& term) const {
    if (term.kind != Term::Kind::kBlank || shared_.contains(term.value) || rooted_.contains(term.value)) return false;
    const auto uses = graph_.uses.find(term.value);
    return uses != graph_.uses.end() && uses->second == 1;
  }

  /// Goes through all that nests below a subject. What lies too deep is made a subject of its own.
  void walk(const Term& from) {
    std::vector<std::pair<const Term*, int>> open{{&from, 0}};
    while (!open.empty()) {
      const auto [term, depth] = open.back();
      open.pop_back();
      std::vector<const Term*> below;
      if (const List* list = depth > 0 ? list_from(*term) : nullptr) {
        below = list->items;
        reached_.insert(list->cells.begin(), list->cells.end());
      } else if (const auto found = graph_.subjects.find(term); found != graph_.subjects.end())
        for (const Statements& statements : found->second.statements)
          below.insert(below.end(), statements.objects.begin(), statements.objects.end());
      for (const Term* object : below) {
        if (!nests(*object) || !reached_.insert(object->value).second) continue;
        if (depth == kDeepest) rooted_.insert(object->value);
        open.emplace_back(object, depth == kDeepest ? 0 : depth + 1);
      }
    }
  }

  Status write_subject(const Term& subject, const std::string& indent, std::string& text) {
    const bool unnamed = subject.kind == Term::Kind::kBlank && !shared_.contains(subject.value) && !graph_.uses.contains(subject.value);
    GROVE_ASSIGN_OR_RETURN(const std::string name, unnamed ? "[]" : terms_.text(subject));
    if (!text.empty()) text += "\n";
    text += indent + name + " ";
    GROVE_RETURN_IF_ERROR(write_statements(subject, indent + "    ", text));
    text += " .\n";
    return {};
  }

  Status write_statements(const Term& subject, const std::string& indent, std::string& text) {
    const Subject& about = graph_.subjects.at(&subject);
    std::vector<const Statements*> all;
    for (const Statements& statements : about.statements) all.push_back(&statements);
    std::ranges::stable_partition(all, [](const Statements* one) { return is_rdf(*one->predicate, "type"); });
    for (const Statements* statements : all) {
      if (statements != all.front()) text += " ;\n" + indent;
      GROVE_ASSIGN_OR_RETURN(const std::string predicate,
                             is_rdf(*statements->predicate, "type") ? "a" : terms_.text(*statements->predicate));
      text += predicate;
      std::string_view before = " ";
      for (const Term* object : statements->objects) {
        text += before;
        before = ", ";
        GROVE_RETURN_IF_ERROR(write_object(*object, indent, text));
      }
    }
    return {};
  }

  Status write_object(const Term& object, const std::string& indent, std::string& text) {
    if (is_rdf(object, "nil")) return text += "()", Status();
    if (!nests(object)) {
      GROVE_ASSIGN_OR_RETURN(const std::string term, terms_.text(object));
      text += term;
      return {};
    }
    if (const Result<std::string> label = terms_.text(object); !label) return std::unexpected(label.error());  // though it isn't written
    if (!graph_.subjects.contains(&object)) return text += "[]", Status();
    if (const List* list = list_from(object)) {
      text += "(";
      for (const Term* item : list->items) {
        text += " ";
        GROVE_RETURN_IF_ERROR(write_object(*item, indent, text));
      }
      return text += " )", Status();
    }
    if (const Subject& about = graph_.subjects.at(&object); is_short(about)) {
      text += "[ ";
      GROVE_RETURN_IF_ERROR(write_statements(object, indent, text));
      return text += " ]", Status();
    }
    text += "[\n" + indent + "    ";
    GROVE_RETURN_IF_ERROR(write_statements(object, indent + "    ", text));
    return text += "\n" + indent + "]", Status();
  }

  bool is_short(const Subject& about) const {
    return about.statements.size() == 1 && about.statements.front().objects.size() == 1 &&
           !nests(*about.statements.front().objects.front());
  }

  /// The items of a list whose first cell that is, if it is well formed to its end.
  const List* list_from(const Term& head) {
    if (const auto known = lists_.find(head.value); known != lists_.end()) return &known->second;
    List list;
    const Term* cell = &head;
    for (; !is_rdf(*cell, "nil"); cell = rest_of(*cell)) {
      const Term* item = nests(*cell) && !no_lists_.contains(cell->value) ? first_of(*cell) : nullptr;
      list.cells.push_back(cell->value);
      if (item == nullptr || list.cells.size() > graph_.subjects.size()) {
        no_lists_.insert(list.cells.begin(), list.cells.end());
        return nullptr;
      }
      list.items.push_back(item);
    }
    if (list.items.empty()) return nullptr;
    return &lists_.emplace(head.value, std::move(list)).first->second;
  }

  /// What a cell of a list holds: nothing unless it has an item, a rest and nothing else.
  const Term* first_of(const Term& cell) const { return rest_of(cell) == nullptr ? nullptr : one_object(cell, "first"); }
  const Term* rest_of(const Term& cell) const { return one_object(cell, "first") == nullptr ? nullptr : one_object(cell, "rest"); }

  const Term* one_object(const Term& cell, std::string_view predicate) const {
    const auto found = graph_.subjects.find(&cell);
    if (found == graph_.subjects.end() || found->second.statements.size() != 2) return nullptr;
    for (const Statements& statements : found->second.statements)
      if (is_rdf(*statements.predicate, predicate) && statements.objects.size() == 1) return statements.objects.front();
    return nullptr;
  }

  const Graph& graph_;
  TurtleTerms& terms_;
  const std::set<std::string_view>& shared_;  // blank nodes of more than one graph
  std::set<std::string_view> rooted_;         // blank nodes with statements of their own although they are one object
  std::set<std::string_view> reached_;
  std::map<std::string_view, List> lists_;
  std::set<std::string_view> no_lists_;
};

struct Dataset {
  std::vector<const std::optional<Term>*> names;
  std::map<std::optional<Term>, Graph> graphs;
  std::set<std::string_view> shared;
};

/// Finds blank nodes that stand in more than one graph. `graph` tells graphs apart.
class Homes {
 public:
  explicit Homes(std::set<std::string_view>& shared) : shared_(shared) {}
  void note(const Term& term, const void* graph) {
    if (term.kind == Term::Kind::kBlank && homes_.try_emplace(term.value, graph).first->second != graph) shared_.insert(term.value);
  }

 private:
  std::map<std::string_view, const void*> homes_;
  std::set<std::string_view>& shared_;
};

struct QuadOrder {
  bool operator()(const Quad* a, const Quad* b) const { return *a < *b; }
};

Result<Dataset> grouped(std::span<const Quad> quads) {
  Dataset dataset;
  Homes homes(dataset.shared);
  std::set<const Quad*, QuadOrder> known;
  for (const Quad& quad : quads) {
    GROVE_RETURN_IF_ERROR(check_places(quad));
    if (!known.insert(&quad).second) continue;
    const auto [graph, is_new] = dataset.graphs.try_emplace(quad.graph);
    if (is_new) dataset.names.push_back(&quad.graph);
    add_statement(graph->second, quad);
    homes.note(quad.subject, &graph->second);
    homes.note(quad.object, &graph->second);
    if (quad.graph) homes.note(*quad.graph, &dataset);
  }
  return dataset;
}

}  // namespace

Result<std::string> write_turtle(std::span<const Quad> quads, const SerializeRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const Dataset dataset, grouped(quads));
  TurtleTerms terms(request.prefixes);
  std::string body;
  for (const std::optional<Term>* name : dataset.names) {
    Writer writer(dataset.graphs.at(*name), terms, dataset.shared);
    if (!body.empty()) body += "\n";
    if (!name->has_value()) {
      GROVE_ASSIGN_OR_RETURN(const std::string text, writer.write(""));
      body += text;
      continue;
    }
    GROVE_ASSIGN_OR_RETURN(const std::string graph, terms.text(**name));
    if (request.syntax == Syntax::kTurtle)
      return fail(ErrorCode::kInvalidArgument, fmt::format("cannot write Turtle: it has no named graphs, and {} is one", graph),
                  "Write TriG or N-Quads.");
    GROVE_ASSIGN_OR_RETURN(const std::string text, writer.write("    "));
    body += graph + " {\n" + text + "}\n";
  }
  const std::string declarations = terms.declarations();
  return declarations.empty() || body.empty() ? body : declarations + "\n" + body;
}

}  // namespace grove::rdf

#include "tests/w3c/isomorphism.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"

namespace grove::rdf::w3c {
namespace {

using Colours = std::map<std::string, std::string>;

std::string term_text(const Term& term, const Colours& colours) {
  switch (term.kind) {
    case Term::Kind::kIri: return "<" + term.value + ">";
    case Term::Kind::kBlank: {
      const auto colour = colours.find(term.value);
      return "_:" + (colour == colours.end() ? "" : colour->second);
    }
    default:
      return "\"" + term.value + "\"" + (term.language.empty() ? "" : "@" + term.language) +
             (term.datatype.empty() ? "" : "^^" + term.datatype);
  }
}

std::string row_text(const Row& row, const Colours& colours, const std::string& marked = {}) {
  std::string text;
  for (const Term& term : row) text += (term.kind == Term::Kind::kBlank && term.value == marked ? "*" : term_text(term, colours)) + "\t";
  return text;
}

std::vector<std::string> texts(const std::vector<Row>& rows, const Colours& colours) {
  std::vector<std::string> result;
  for (const Row& row : rows) result.push_back(row_text(row, colours));
  std::ranges::sort(result);
  return result;
}

/// Each blank node's colour becomes that of its rows, until the number of colours stays.
void refine(const std::vector<Row>& rows, Colours& colours) {
  std::map<std::string, std::vector<const Row*>> by_node;
  for (const Row& row : rows)
    for (const Term& term : row)
      if (term.kind == Term::Kind::kBlank) by_node[term.value].push_back(&row);
  for (const auto& [node, all] : by_node) colours.try_emplace(node);
  std::size_t before = 0;
  while (true) {
    Colours next;
    std::set<std::string> different;
    for (const auto& [node, all] : by_node) {
      std::vector<std::string> lines{colours[node]};
      for (const Row* row : all) lines.push_back(row_text(*row, colours, node));
      std::ranges::sort(lines);
      std::string whole;
      for (const std::string& line : lines) whole += line + "\n";
      different.insert(next[node] = std::to_string(hash64(whole)));
    }
    colours = std::move(next);
    if (different.size() == before) return;
    before = different.size();
  }
}

/// The first node whose colour others have too.
const std::string* undecided(const Colours& colours) {
  std::map<std::string, int> count;
  for (const auto& [node, colour] : colours) ++count[colour];
  for (const auto& [node, colour] : colours)
    if (count[colour] > 1) return &node;
  return nullptr;
}

bool match(const std::vector<Row>& a, Colours of_a, const std::vector<Row>& b, Colours of_b) {
  refine(a, of_a);
  refine(b, of_b);
  if (texts(a, of_a) != texts(b, of_b)) return false;
  const std::string* node = undecided(of_a);
  if (node == nullptr) return true;
  const std::string colour = of_a.at(*node);
  of_a[*node] = "chosen" + colour;
  for (const auto& [other, its] : of_b) {
    if (its != colour) continue;
    Colours tried = of_b;
    tried[other] = "chosen" + colour;
    if (match(a, of_a, b, tried)) return true;
  }
  return false;
}

}  // namespace

bool isomorphic(const std::vector<Row>& a, const std::vector<Row>& b) { return a.size() == b.size() && match(a, {}, b, {}); }

std::string text_of(const std::vector<Row>& rows) {
  std::string result;
  for (const Row& row : rows) {
    Colours labels;
    for (const Term& term : row) labels[term.value] = term.value;
    result += row_text(row, labels) + "\n";
  }
  return result;
}

}  // namespace grove::rdf::w3c

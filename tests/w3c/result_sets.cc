#include "tests/w3c/result_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <stdexcept>

#include "base/text.h"
#include "rdf/syntax.h"

namespace grove::rdf::w3c {
namespace {

const std::string kString = "http://www.w3.org/2001/XMLSchema#string";
const std::string kResultSet = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";

using Solution = std::map<std::string, Term>;

/// Numbers by their value: servers may write them in another form than the expected results.
std::string canonical(const Term& term) {
  for (const char* type : {"decimal", "double", "float"})
    if (term.datatype == std::string("http://www.w3.org/2001/XMLSchema#") + type) {
      char* end = nullptr;
      const double value = std::strtod(term.value.c_str(), &end);
      if (end != term.value.c_str() && *end == '\0') return fmt::format("{}", value);
    }
  return term.value;
}

/// xsd:string is what a literal without a datatype is.
Term plain(Term term) {
  if (term.datatype == kString) term.datatype.clear();
  term.value = canonical(term);
  std::ranges::transform(term.language, term.language.begin(),
                         [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return term;
}

ResultSet table(std::vector<std::string> variables, const std::vector<Solution>& solutions) {
  ResultSet result;
  std::ranges::sort(variables);
  result.variables = std::move(variables);
  for (const Solution& solution : solutions) {
    Row row;
    for (const std::string& variable : result.variables) {
      const auto value = solution.find(variable);
      row.push_back(value == solution.end() ? unbound() : plain(value->second));
    }
    result.rows.push_back(std::move(row));
  }
  return result;
}

ResultSet read_json(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  if (json.contains("boolean")) return {.variables = {}, .rows = {}, .is_boolean = true, .boolean = json["boolean"]};
  std::vector<Solution> solutions;
  for (const auto& binding : json["results"]["bindings"]) {
    Solution solution;
    for (const auto& [variable, value] : binding.items()) {
      const std::string type = value["type"];
      Term term = type == "uri"     ? iri(value["value"])
                  : type == "bnode" ? blank(value["value"])
                                    : literal(value["value"], value.value("datatype", ""));
      term.language = value.value("xml:lang", "");
      solution[variable] = term;
    }
    solutions.push_back(std::move(solution));
  }
  return table(json["head"].value("vars", std::vector<std::string>()), solutions);
}

ResultSet read_xml(std::string_view text) {
  pugi::xml_document document;
  document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  const pugi::xml_node sparql = document.child("sparql");
  if (const pugi::xml_node boolean = sparql.child("boolean"))
    return {.variables = {}, .rows = {}, .is_boolean = true, .boolean = std::string_view(boolean.text().get()) == "true"};
  std::vector<std::string> variables;
  for (const pugi::xml_node variable : sparql.child("head").children("variable"))
    variables.emplace_back(variable.attribute("name").value());
  std::vector<Solution> solutions;
  for (const pugi::xml_node result : sparql.child("results").children("result")) {
    Solution solution;
    for (const pugi::xml_node binding : result.children("binding")) {
      const pugi::xml_node value = binding.find_child([](const pugi::xml_node node) { return node.type() == pugi::node_element; });
      const std::string_view kind = value.name();
      const std::string text_of_value = value.text().get();
      Term term = kind == "uri"     ? iri(text_of_value)
                  : kind == "bnode" ? blank(text_of_value)
                                    : literal(text_of_value, value.attribute("datatype").value());
      term.language = value.attribute("xml:lang").value();
      solution[binding.attribute("name").value()] = term;
    }
    solutions.push_back(std::move(solution));
  }
  return table(variables, solutions);
}

Term term_of(std::string_view cell) {
  if (cell.starts_with("_:")) return blank(std::string(cell.substr(2)));
  const auto quads = parse({.text = fmt::format("<s:s> <p:p> {} .", cell)});
  if (!quads || quads->size() != 1) throw std::runtime_error(fmt::format("no term: {}", cell));
  return quads->front().object;
}

/// SPARQL 1.1 Query Results CSV and TSV Formats, section 4: terms as Turtle writes them.
ResultSet read_tsv(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::vector<std::string_view> lines = split(text, '\n');
  std::vector<std::string> variables;
  for (const std::string_view name : split(lines.front(), '\t'))
    if (!name.empty()) variables.emplace_back(name.substr(1));
  std::vector<Solution> solutions;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    Solution& solution = solutions.emplace_back();
    const std::vector<std::string_view> cells = split(lines[i], '\t');
    for (std::size_t column = 0; column < variables.size() && column < cells.size(); ++column)
      if (!cells[column].empty()) solution[variables[column]] = term_of(cells[column]);
  }
  return table(variables, solutions);
}

ResultSet read_rdf(std::string_view text, Syntax syntax, const std::string& base_iri) {
  const auto quads = parse({.text = text, .syntax = syntax, .base_iri = base_iri});
  if (!quads) throw std::runtime_error(describe(quads.error()));
  std::vector<std::string> variables;
  std::map<Term, std::vector<Term>> bindings;  // by solution
  std::map<Term, std::string> names;
  std::map<Term, Term> values;
  for (const Quad& quad : *quads) {
    const std::string& property = quad.predicate.value;
    if (property == kResultSet + "boolean")
      return {.variables = {}, .rows = {}, .is_boolean = true, .boolean = quad.object.value == "true"};
    if (property == kResultSet + "resultVariable") variables.push_back(quad.object.value);
    if (property == kResultSet + "binding") bindings[quad.subject].push_back(quad.object);
    if (property == kResultSet + "variable") names[quad.subject] = quad.object.value;
    if (property == kResultSet + "value") values[quad.subject] = quad.object;
    if (property == kResultSet + "solution") bindings.try_emplace(quad.object);
  }
  std::vector<Solution> solutions;
  for (const auto& [solution, all] : bindings) {
    Solution& made = solutions.emplace_back();
    for (const Term& binding : all) made[names[binding]] = values[binding];
  }
  return table(variables, solutions);
}

}  // namespace

Term unbound() { return literal("", "unbound"); }

ResultSet read_result_set(std::string_view text, std::string_view ending, const std::string& base_iri) {
  if (ending == "srj") return read_json(text);
  if (ending == "srx") return read_xml(text);
  if (ending == "tsv") return read_tsv(text);
  return read_rdf(text, ending == "rdf" ? Syntax::kRdfXml : Syntax::kTurtle, base_iri);
}

}  // namespace grove::rdf::w3c

#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rdf/term.h"

namespace grove::rdf::w3c {

/// Where the files of the W3C's tests lie; nothing where they don't. W3C_TESTS names the folder, else `../shared/eval/w3c` beside the
/// project.
std::optional<std::filesystem::path> tests_folder();

/// One file of tests: IRIs of its files begin with `base`.
class Manifest {
 public:
  explicit Manifest(const std::filesystem::path& file);

  struct Data {
    std::vector<std::string> default_graph;                         ///< Files.
    std::vector<std::pair<std::string, std::string>> named_graphs;  ///< Name and file.
  };
  /// A request and what is expected of its answer.
  struct Exchange {
    using Headers = std::vector<std::pair<std::string, std::string>>;
    std::string method, path;
    Headers headers = {};
    std::string body = {}, encoding = {};
    std::vector<std::string> statuses = {};  ///< Any of them: "OK", "StatusCode2xx".
    std::string boolean = {}, format = {};   ///< Empty: not looked at.
    Headers expected_headers = {};
    std::optional<std::string> expected_body = {};
    std::string location = {};  ///< What stands for the answer's Location in later requests.
  };
  struct Entry {
    std::string name;    ///< The end of its IRI, after the folder: `bind#bind01`.
    std::string type;    ///< Without its namespace.
    std::string action;  ///< The file to parse, or with the query or update.
    Data data, expected;
    std::string result;  ///< The file of a result; empty where there is none.
    std::vector<Exchange> exchanges;
  };
  const std::vector<Entry>& entries() const { return entries_; }

  /// The IRI by which a file is read.
  std::string iri_of(const std::string& file) const { return base_ + file; }
  std::string text_of(const std::string& file) const;

 private:
  std::vector<Term> objects(const Term& subject, std::string_view property) const;
  std::optional<Term> object(const Term& subject, std::string_view property) const;
  std::string file_of(const std::optional<Term>& iri) const;
  Data data_of(const Term& node) const;
  Entry entry_of(const Term& node) const;
  std::vector<Term> list_of(std::optional<Term> cell) const;
  std::string text_at(const Term& subject, std::string_view property) const;
  Exchange exchange_of(const Term& request) const;
  Exchange::Headers headers_of(const Term& message) const;

  std::filesystem::path folder_;
  std::string base_;
  std::map<std::pair<Term, std::string>, std::vector<Term>> statements_;
  std::vector<Entry> entries_;
};

}  // namespace grove::rdf::w3c

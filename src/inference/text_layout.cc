#include "inference/text_layout.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::inference {
namespace {

struct Family {
  std::string_view part;  // of the lower-case name
  Prompts prompts;
};

// The first that fits counts. From the model cards.
constexpr std::array kFamilies = {
    Family{"nomic-embed-code", {"Represent this query for searching relevant code: ", ""}},
    Family{"coderankembed", {"Represent this query for searching relevant code: ", ""}},
    Family{"nomic-embed", {"search_query: ", "search_document: "}},
    Family{"modernbert-embed", {"search_query: ", "search_document: "}},
    Family{"qwen3-embedding", {"Instruct: Given a question about a code base, retrieve the code that answers it\nQuery:", ""}},
    Family{"embeddinggemma", {"task: code retrieval | query: ", "title: none | text: "}},
    Family{"jina-code-embeddings", {"Find the most relevant code snippet given the following query:\n", "Candidate code snippet:\n"}},
    Family{"bge-m3", {"", ""}},
    Family{"bge-code", {"", ""}},
    Family{"bge-", {"Represent this sentence for searching relevant passages: ", ""}},
    Family{"mxbai-embed", {"Represent this sentence for searching relevant passages: ", ""}},
    Family{"arctic-embed2", {"query: ", ""}},
    Family{"arctic-embed-l-v2", {"query: ", ""}},
    Family{"arctic-embed-m-v2", {"query: ", ""}},
    Family{"arctic-embed", {"Represent this sentence for searching relevant passages: ", ""}},
    Family{"multilingual-e5", {"query: ", "passage: "}},
    Family{"e5-", {"query: ", "passage: "}},
};

constexpr std::size_t kMaxFieldBytes = 240;

void append_field(std::string& line, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  line += line.empty() ? "// [Context] " : " | ";
  line += name;
  line += ": ";
  bool blank = false;
  for (const char c : cut_text(value, kMaxFieldBytes)) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (is_blank && blank) continue;
    line += is_blank ? ' ' : c;
    blank = is_blank;
  }
}

}  // namespace

Prompts prompts_for(std::string_view model_name) {
  const std::string name = to_lower_ascii(model_name);
  const auto family = std::ranges::find_if(kFamilies, [&](const Family& f) { return name.find(f.part) != std::string::npos; });
  return family == kFamilies.end() ? Prompts{} : family->prompts;
}

std::string lay_out(const Passage& passage) {
  std::string text;
  append_field(text, "Repository", passage.repository);
  append_field(text, "File", passage.path);
  append_field(text, "Scope", passage.scope);
  append_field(text, "Imports", passage.imports);
  append_field(text, "Doc", passage.doc);
  if (!text.empty()) text += '\n';
  return text.append(passage.code);
}

std::string_view cut_text(std::string_view text, std::size_t limit) {
  return text.size() <= limit ? text : text.substr(0, utf8_boundary(text, limit));
}

}  // namespace grove::inference

#include "inference/text_layout.h"

#include <algorithm>
#include <array>

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

/// Bytes of the sequence that `text` begins with; 0 where there is none. Table 3-7 of the Unicode standard.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  const unsigned second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const bool allowed = !(first == 0xE0 && second < 0xA0) && !(first == 0xED && second > 0x9F);
    return allowed && continues(1) && continues(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool allowed = !(first == 0xF0 && second < 0x90) && !(first == 0xF4 && second > 0x8F);
    return allowed && continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

Prompts prompts_for(std::string_view model_name) {
  std::string name(model_name);
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
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
  if (text.size() <= limit) return text;
  std::size_t end = limit;
  while (end > 0 && limit - end < 4 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      result += '?';
    } else {
      result.append(text.substr(0, length));
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace grove::inference

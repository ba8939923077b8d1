// usage: grove_document_eval REFERENCE OTHER…      how far the texts of several files of one book agree by words
//        grove_document_eval --words FILE          the words of one, a line each: `diff` shows where two part
// A file in several parts is named `a.html+b.html`.
#include <cstdio>
#include <string>

#include "base/file.h"
#include "base/text.h"
#include "document/document_reader.h"
#include "word_agreement.h"

namespace grove::document {
namespace {

Result<std::string> text_of_file(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::string bytes, read_file(path));
  GROVE_ASSIGN_OR_RETURN(const Document document, open_builtin_reader({})->read({.bytes = bytes, .file_name = path}, CancelToken()));
  return document.text;
}

Result<std::vector<std::string>> words_of_files(const std::string& name) {
  std::vector<std::string> words;
  for (const std::string_view path : split(name, '+')) {
    GROVE_ASSIGN_OR_RETURN(const std::string text, text_of_file(std::string(path)));
    for (std::string& word : words_of(text)) words.push_back(std::move(word));
  }
  return words;
}

Status print_words(const std::string& name) {
  GROVE_ASSIGN_OR_RETURN(const auto words, words_of_files(name));
  for (const std::string& word : words) std::printf("%s\n", word.c_str());
  return {};
}

Status print_agreement(const std::vector<std::string>& names) {
  GROVE_ASSIGN_OR_RETURN(const auto reference, words_of_files(names.front()));
  std::printf("%8zu words          %s\n", reference.size(), names.front().c_str());
  for (std::size_t i = 1; i < names.size(); ++i) {
    GROVE_ASSIGN_OR_RETURN(const auto words, words_of_files(names[i]));
    const Agreement agreement = compare_words(reference, words);
    std::printf("%8zu words  bag %.2f %%  in passages %.2f %%  sequence %.2f %%  %s\n", words.size(), 100 * agreement.bag,
                100 * agreement.passages, 100 * agreement.sequence, names[i].c_str());
  }
  return {};
}

}  // namespace
}  // namespace grove::document

int main(int count, char** arguments) {
  std::vector<std::string> names(arguments + 1, arguments + count);
  if (names.size() < 2) {
    std::fprintf(stderr, "usage: grove_document_eval REFERENCE OTHER... | --words FILE\n");
    return 2;
  }
  const grove::Status done = names.front() == "--words" ? grove::document::print_words(names[1]) : grove::document::print_agreement(names);
  if (!done) std::fprintf(stderr, "%s\n", grove::describe(done.error()).c_str());
  return done ? 0 : 1;
}

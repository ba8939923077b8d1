#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove::search {

/// What a word of a question is, from its form alone.
enum class WordForm {
  kWord,        ///< `order`, folded to lower case.
  kIdentifier,  ///< `OrderService`, `verify_token`, `Order#place`
  kRoute,       ///< `/orders/{id}`
  kVerb,        ///< `POST`: a method of HTTP, in capitals.
  kKey,         ///< `spring.datasource.url`: small letters and points, as keys of configuration are written.
  kFile,        ///< A file of configuration: `application.yml`, `pom.xml`.
};

/// A word of a question without the punctuation around it.
struct QuestionWord {
  std::string text;    ///< As written.
  std::string folded;  ///< In lower case.
  WordForm form = WordForm::kWord;
};

/// The words of a question in order. Possessives are their nouns: `service's` is `service`.
std::vector<QuestionWord> question_words(std::string_view question);

/// A word without the endings of English inflection, so that forms of one verb or noun are one: `places`, `placed`, `placing` → `plac`;
/// `modifies` → `modifi`. For comparing with each other only.
std::string word_stem(std::string_view folded);

}  // namespace grove::search

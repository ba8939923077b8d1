#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/question/words.h"

namespace grove::search {

/// What somebody does to a thing, as far as HTTP tells it apart.
enum class Action { kNone, kCreate, kRead, kUpdate, kDelete };

/// What a question is about, without the words that only ask.
struct Topic {
  std::vector<std::string> words;  ///< As written, in order, each once; the action is among them.
  std::string text;                ///< Those words, for a search.
  Action action = Action::kNone;
  std::string http_method;  ///< `POST`, where the question names one.
  std::string route;        ///< `/orders/{id}`, where it does.
  std::vector<std::string> identifiers;
  std::string called;              ///< Of "who calls the payment service?": `payment service`; empty for other questions.
  std::string caller;              ///< Of "which services does the order service call?": `order service`; empty for other questions.
  std::vector<std::string> files;  ///< `application.yml`
};

/// Leaves out what asks ("walk me through what happens when"), who does it ("a user", right after "when"), and what every answer of that
/// sort is ("endpoints", "flow"). Pure.
Topic topic_of(std::span<const QuestionWord> words);

/// What a word says somebody does: `places`, `registered`.
Action action_of(std::string_view folded_word);

/// How well a request of that method fits an action.
enum class Agreement { kNone, kPossible, kUsual };
Agreement agreement(Action action, std::string_view http_method);

}  // namespace grove::search

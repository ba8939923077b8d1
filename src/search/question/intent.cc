#include "search/question/intent.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::search {
namespace {

using enum QuestionIntent;

/// A phrase that speaks for an intent. Its words follow each other in the question; `a|b` is either, `x*` anything that begins with x,
/// `…` up to six words of any kind, and `<identifier>`, `<route>`, `<verb>`, `<file>`, `<key>` a word of that form. `^` in front: at the
/// beginning of the question only; `$` behind: at its end.
struct Cue {
  QuestionIntent intent;
  int weight;
  std::string_view phrase;
};

// Weights: 5 says it outright, 3 is usual for it, 1 or 2 hint at it.
constexpr Cue kCues[] = {
    {kFlow, 5, "what|everything happens|happen|happening|occurs"},
    {kFlow, 5, "what does … happen"},
    {kFlow, 5, "walk|talk|guide|take|lead|step me|us through"},
    {kFlow, 5, "walkthrough|walk-through"},
    {kFlow, 4, "step by step"},
    {kFlow, 4, "step-by-step"},
    {kFlow, 4, "steps|sequence|order of|in|when|after|for|during|involved|taken|to"},
    {kFlow, 5, "sequence|flow|activity diagram|chart"},
    {kFlow, 4, "flow|flows|workflow|dataflow|control-flow"},
    {kFlow, 4, "call|request|execution|processing|invocation|control chain|path|flow|sequence|trace|lifecycle|hierarchy"},
    {kFlow, 4, "end to end"},
    {kFlow, 4, "end-to-end"},
    {kFlow, 4, "trace|follow the|a|this|how|what|from|<verb>|<route>"},
    {kFlow, 3, "journey|lifecycle|life-cycle|pipeline"},
    {kFlow, 2, "when|if|once|after|as|whenever a|an|the|some|someone|somebody"},
    {kFlow, 1, "when|if|once|after|whenever user*|customer*|client*|visitor*|people|they|i|we|you"},
    {kFlow, 3,
     "how is|are|was|were|get|gets … creat*|plac*|process*|handl*|submit*|sav*|stor*|delet*|remov*|updat*|add*|sent|calculat*|"
     "comput*|generat*|fetch*|load*|retriev*|register*|dispatch*|execut*|publish*|propagat*|persist*|validat*|cancel*|"
     "deliver*|schedul*|book*|chang*|modif*|edit*|paid|made|built|resolv*|rout*|consum*|checked|perform*|done|carried|conduct*|complet*|"
     "fulfil*|achiev*|accomplish*"},
    {kFlow, 3, "how does|do|did … work|works|function|proceed|get|reach|end|travel|flow|go"},
    {kFlow, 2,
     "^how does|do … process|handle|create|place|submit|save|store|delete|remove|update|add|send|calculate|compute|generate|"
     "fetch|load|retrieve|register|dispatch|execute|publish|persist|validate|cancel|deliver|schedule"},
    {kFlow, 2, "explain|describe|show|tell … how"},
    {kFlow, 2, "process|procedure of|for|when|behind"},
    {kFlow, 4,
     "what|which|who … calls|call|invokes|invoke|consumes|uses|use|triggers|trigger|contacts|contact|hits … service*|"
     "<identifier>|api|method|function|client|class|gateway|repository"},
    {kFlow, 4, "who|what calls|invokes|uses|triggers|consumes"},
    {kFlow, 4, "service*|microservice*|whom does|do … call|use|depend|talk|invoke|consume|contact|need"},
    {kFlow, 4, "does|do … service|microservice call|depend|talk|invoke|consume|contact"},
    {kFlow, 5, "called|invoked|used|consumed|triggered|reached by|from"},
    {kFlow, 4, "in|what|which what|which|the order"},
    {kFlow, 4, "how do|does … communicat*|interact*|collaborate*|cooperate*|talk"},
    {kFlow, 4, "through which|what"},
    {kFlow, 3, "through the|all|our … application|system|layer*|service*|microservice*|class*|component*|code|stack|backend"},
    {kFlow, 3, "ends|end|ending up"},
    {kFlow, 3, "after|behind|during|on <verb>"},
    {kFlow, 4, "calls|call|talk|talks|speak|speaks|requests|depend|depends|connects to|on|into|with"},
    {kFlow, 3, "which|what|who … depend*|talk*|communicat* on|to|with"},
    {kFlow, 3, "callers|callees|upstream|downstream of|from|service*"},
    {kFlow, 3, "interact*|communicat*|collaborat* with|between|to|together|through|via"},
    {kFlow, 2, "between services|microservices|controller|components|layers"},

    {kEndpoint, 4, "endpoint|endpoints|end-point|end-points"},
    {kEndpoint, 4,
     "rest|http|web|public|exposed|api route*|api|apis|surface|operation*|resource*|interface*|method*|call*|url*|uri*|verb*"},
    {kEndpoint, 3, "route|routes|mapping|mappings"},
    {kEndpoint, 3, "api|apis does|do|are|is|expose*|there|available|offer*|provide*"},
    {kEndpoint, 3, "what|which|list|show|all … api|apis"},
    {kEndpoint, 3, "url|urls|uri|uris"},
    {kEndpoint, 3, "http|rest method|methods|request|requests|verb|verbs"},
    {kEndpoint, 3, "expose|exposes|exposed|serve|serves|served … api|apis|http|rest|over|by"},
    {kEndpoint, 3, "over|via|through http|rest"},
    {kEndpoint, 2, "<verb>"},
    {kEndpoint, 2, "<verb> request|requests|<route>|/"},
    {kEndpoint, 2, "<route>"},
    {kEndpoint, 3, "which|what … controller|controllers|handler|handlers|method handle*|serve*|answer*|respond*|map*"},
    {kEndpoint, 3, "handles|serves|answers|maps|handling <verb>|<route>|requests|http"},
    {kEndpoint, 2, "call|request|send|post … api|http|to <verb>|<route>"},

    {kClass, 4, "class|interface|record|enum|trait|struct|entity|dto|bean <identifier>"},
    {kClass, 4,
     "<identifier> class|interface|record|enum|trait|struct|entity|dto|bean|object|type|service|controller|repository|component"},
    {kClass, 4, "explain|describe|summarize|summarise|understand|document|show|about … <identifier>"},
    {kClass, 4, "what|who is|are|'s … <identifier>$"},
    {kClass, 4, "what does|do|did … <identifier> do|does|represent|contain|hold|offer|provide|have|implement|return|mean$"},
    {kClass, 4, "<identifier> do|does|for$"},
    {kClass, 3, "how does|do … <identifier> work|works|function"},
    {kClass, 3, "purpose|role|responsibility|responsibilities|job|point|meaning|overview of … <identifier>"},
    {kClass, 2, "purpose|role|responsibility|responsibilities of"},
    {kClass, 3,
     "what|which methods|fields|members|attributes|dependencies|collaborators|annotations|properties|functions|columns … "
     "have|has|of|in|on|inside|does|declare*|define*"},
    {kClass, 4,
     "what|which methods|fields|members|attributes|dependencies|collaborators|annotations|properties|functions|columns … "
     "<identifier>|class|entity|interface|bean|service|controller|repository"},
    {kClass, 3,
     "methods|fields|members|attributes|dependencies|collaborators|annotations|properties of|in … "
     "<identifier>|class|entity|interface|bean|service|controller|repository"},
    {kClass, 4, "explain|describe|summarize|summarise|show|document|about the|a|this|our|of … class|interface|entity|bean|enum|record|dto"},
    {kClass, 4,
     "what does|do the|a|this|our … class|interface|entity|bean|enum|record|dto|service|controller|repository do|represent|"
     "contain|hold|have|offer|provide"},
    {kClass, 4, "overview|summary|description|explanation of the|a|this|our … class|interface|entity|bean|enum|record|dto"},
    {kClass, 3, "explain|describe|summarize|summarise the|a|this … service|controller|repository|component|client|entity$"},
    {kClass, 3, "what is|are the|a|an … class|interface|entity|bean|enum|record|dto|service|controller|repository$"},
    {kClass, 3, "what is|in|inside … class|record|entity|interface|enum|dto$"},
    {kClass, 2, "class|classes|interface|interfaces|subclasses|superclass|bean|beans"},
    {kClass, 3, "^<identifier>$"},
    {kClass, 1, "<identifier>"},

    {kConfig, 5, "<file>"},
    {kConfig, 4, "<key>"},
    {kConfig, 3, "what is|are … timeout|timeouts|limit|interval|port|url|host|ttl|level|size$"},
    {kConfig, 4, "configured|configures|configuring"},
    {kConfig, 3, "configuration|configurations|config|configs|configure"},
    {kConfig, 3, "setting|settings|parameterized|tunable|tunables"},
    {kConfig, 3, "application|bootstrap|configuration|config|spring|environment|system property|properties"},
    {kConfig, 5, "in|by|from the|our|its settings|configuration|config"},
    {kConfig, 3, "which|what … is|are set|configured"},
    {kConfig, 3, "docker compose"},
    {kConfig, 3, "docker-compose"},
    {kConfig, 2, "property|properties"},
    {kConfig, 4, "environment|env variable*|var|vars"},
    {kConfig, 2, "profile|profiles|yaml|yml|toml"},
    {kConfig, 4, "what|which … port|ports"},
    {kConfig, 3, "port|ports"},
    {kConfig, 3,
     "what|which … database|db|datasource|data-source|broker|cache|queue|registry … used|use|uses|configured|set|connect*|"
     "run*|behind|using"},
    {kConfig, 3, "datasource|data-source|jdbc|connection string|url|pool|settings"},
    {kConfig, 3, "connection|thread|database pool|url|string"},
    {kConfig, 2, "what|which database|db|datasource|broker|version|image|driver|dialect"},
    {kConfig, 2, "where|how is|are … set|defined|enabled|disabled|turned|activated|specified|customized|overridden|externalized|switched"},
    {kConfig, 3, "default|maximum|minimum|max|min|configured|initial value|timeout|size|limit|interval|level|port|password|user|username"},
    {kConfig, 3, "timeout|timeouts|interval|ttl … set|configured|value|use*|for$"},
    {kConfig, 3, "log|logging level|levels"},
    {kConfig, 2, "credentials|password|secret|secrets|username … set|stored|configured|come*|defined|for|use*"},
    {kConfig, 3, "feature flag|flags|toggle|toggles"},
    {kConfig, 3, "in|for production|prod|development|dev|staging|local"},
    {kConfig, 3, "which|what … host|hostname|address|driver|dialect|image|version … used|use|uses|using|configured|set"},
    {kConfig, 2, "enabled|disabled|activated"},
    {kConfig, 3, "docker|docker-compose|compose|kubernetes|helm|maven|gradle file|files|setup|dependencies|plugins|services|images"},
};

/// A cue with its phrase taken apart.
struct ReadCue {
  const Cue* cue = nullptr;
  bool is_first = false;  // at the beginning of the question only
  std::vector<std::vector<std::string_view>> pieces;
  bool is_last = false;
};

std::vector<ReadCue> read_cues() {
  std::vector<ReadCue> cues;
  for (const Cue& cue : kCues) {
    ReadCue read{.cue = &cue, .is_first = cue.phrase.starts_with('^'), .pieces = {}, .is_last = cue.phrase.ends_with('$')};
    const std::string_view phrase = cue.phrase.substr(read.is_first ? 1 : 0);
    for (const std::string_view piece : split_words(phrase.substr(0, phrase.size() - (read.is_last ? 1 : 0))))
      read.pieces.push_back(split(piece, '|'));
    cues.push_back(std::move(read));
  }
  return cues;
}

bool fits_form(std::string_view wanted, WordForm form) {
  switch (form) {
    case WordForm::kIdentifier: return wanted == "<identifier>";
    case WordForm::kRoute: return wanted == "<route>";
    case WordForm::kVerb: return wanted == "<verb>";
    case WordForm::kFile: return wanted == "<file>";
    case WordForm::kKey: return wanted == "<key>";
    case WordForm::kWord: return false;
  }
  return false;
}

bool fits(const std::vector<std::string_view>& alternatives, const QuestionWord& word) {
  return std::ranges::any_of(alternatives, [&](std::string_view wanted) {
    if (wanted.starts_with('<')) return fits_form(wanted, word.form);
    if (wanted.ends_with('*')) return word.folded.starts_with(wanted.substr(0, wanted.size() - 1));
    return word.folded == wanted;
  });
}

constexpr std::size_t kWidestGap = 6;

/// Whether the pieces of a cue from `piece` on stand from `at` on.
bool stands_at(const ReadCue& cue, std::size_t piece, std::span<const QuestionWord> words, std::size_t at) {
  if (piece == cue.pieces.size()) return !cue.is_last || at == words.size();
  if (cue.pieces[piece].front() == "…") {
    for (std::size_t gap = 0; gap <= kWidestGap && at + gap < words.size(); ++gap)
      if (stands_at(cue, piece + 1, words, at + gap)) return true;
    return false;
  }
  return at < words.size() && fits(cue.pieces[piece], words[at]) && stands_at(cue, piece + 1, words, at + 1);
}

bool stands_in(const ReadCue& cue, std::span<const QuestionWord> words) {
  const std::size_t starts = cue.is_first ? std::min<std::size_t>(words.size(), 1) : words.size();
  for (std::size_t at = 0; at < starts; ++at)
    if (stands_at(cue, 0, words, at)) return true;
  return false;
}

}  // namespace

std::string_view question_intent_name(QuestionIntent intent) {
  constexpr std::array<std::string_view, 5> kNames = {"flow", "endpoint", "class", "config", "default"};
  return kNames[static_cast<std::size_t>(intent)];
}

QuestionIntent question_intent(std::span<const QuestionWord> words) {
  // The strongest cue counts whole, further ones a little, so that many hints don't outweigh what is said outright.
  std::array<int, 4> strongest{}, sum{};
  static const std::vector<ReadCue> cues = read_cues();
  for (const ReadCue& read : cues) {
    if (!stands_in(read, words)) continue;
    const auto at = static_cast<std::size_t>(read.cue->intent);
    strongest[at] = std::max(strongest[at], read.cue->weight);
    sum[at] += read.cue->weight;
  }
  constexpr int kStrongest = 3;
  constexpr int kLeast = 8;  // of 4 a point: two hints of one point make no intent
  QuestionIntent best = kDefault;
  int most = kLeast - 1;
  for (const QuestionIntent intent : {kFlow, kConfig, kEndpoint, kClass}) {
    const auto at = static_cast<std::size_t>(intent);
    const int score = kStrongest * strongest[at] + sum[at];
    if (score > most) {
      most = score;
      best = intent;
    }
  }
  return best;
}

QuestionIntent question_intent(std::string_view question) { return question_intent(question_words(question)); }

}  // namespace grove::search

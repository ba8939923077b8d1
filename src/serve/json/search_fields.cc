#include "serve/json/search_fields.h"

#include "engine/vocabulary.h"
#include "serve/json/shapes.h"

namespace grove::serve {

engine::RepositoryScope read_scope(const FieldValues& fields) {
  return {.repositories = fields.list("repos"),
          .groups = fields.list("groups"),
          .expand = engine::expand_of_name(fields.text("expand")),
          .depth = static_cast<std::uint32_t>(fields.integer("expand_depth", 1))};
}

Result<engine::SearchCommand> read_search(const FieldValues& fields, std::int64_t limit) {
  engine::SearchCommand command;
  command.request.query = fields.text("query");
  command.request.limit = static_cast<std::size_t>(fields.integer("limit", limit));
  command.scope = read_scope(fields);
  command.request.mode = mode_of_name(fields.text("mode"));
  for (const std::string& name : fields.list("kinds")) {
    GROVE_ASSIGN_OR_RETURN(const Kind kind, engine::kind_asked_for(name));
    command.request.filter.kinds.push_back(kind);
  }
  for (const std::string& name : fields.list("languages")) {
    GROVE_ASSIGN_OR_RETURN(const Language language, engine::language_asked_for(name));
    command.request.filter.languages.push_back(language);
  }
  command.request.filter.path_glob = fields.text("path");
  return command;
}

}  // namespace grove::serve

#include "knowledge/testing/staged_dataset.h"

#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/file.h"
#include "base/testing/manual_clock.h"
#include "knowledge/stages/build_dataset.h"

namespace grove::knowledge {
namespace {

using nlohmann::json;

json evidence(const std::string& quote) { return json::array({{{"quote", quote}}}); }

/// Says the same of the same passage: a Person for everybody whom it names, who knows the next one.
std::string reply_to(const ScriptedModel::Asked& asked) {
  if (asked.system.find("close to the vocabularies") != std::string::npos)
    return R"({"decisions": [
      {"induced_name": "Person", "action": "extend", "baseline_name": "agent", "confidence": "high", "rationale": "People act."},
      {"induced_name": "fullName", "action": "new", "confidence": "high", "rationale": "none is near"},
      {"induced_name": "knows", "action": "new", "confidence": "high", "rationale": "none is near"}]})";
  json people = json::array();
  for (const std::string name : {"Ada Lovelace", "Charles Babbage", "Mary Somerville"})
    if (asked.passage.find(name) != std::string::npos)
      people.push_back({{"class", "Person"},
                        {"id_hint", ""},
                        {"label", name},
                        {"attributes", {{"fullName", name}}},
                        {"relations", json::array()},
                        {"mentions", evidence(name)}});
  if (asked.system.find("proposed_additions") == std::string::npos) {
    for (std::size_t i = 0; i + 1 < people.size(); ++i)
      people[i]["relations"].push_back(
          {{"predicate", "knows"}, {"target_class", "Person"}, {"target_label", people[i + 1]["label"]}, {"target_id_hint", ""}});
    return json{{"chunk_id", ""}, {"instances", people}, {"warnings", json::array()}}.dump();
  }
  json additions = {
      {"classes", json::array()}, {"datatype_properties", json::array()}, {"object_properties", json::array()}, {"events", json::array()}};
  if (!people.empty()) {
    const json proof = people[0]["mentions"];
    additions["classes"].push_back({{"name", "Person"}, {"description", "A human being."}, {"evidence", proof}});
    additions["datatype_properties"].push_back(
        {{"name", "fullName"}, {"domain", "Person"}, {"range", "string"}, {"description", ""}, {"evidence", proof}});
    additions["object_properties"].push_back(
        {{"name", "knows"}, {"domain", "Person"}, {"range", "Person"}, {"description", ""}, {"evidence", proof}});
  }
  return json{{"chunk_id", ""},
              {"proposed_additions", additions},
              {"reuse_instead_of_create", json::array()},
              {"alias_or_merge_suggestions", json::array()},
              {"warnings", json::array()}}
      .dump();
}

/// What stages work with.
struct Tools {
  Tools(const Dataset& dataset, const Server& server, std::function<void(const std::string&)> before_write)
      : remote(inference::open_chat_model({.base_url = server.model.base_url(), .model = "m", .retry = {.attempts = 1}})),
        cache(dataset.root + "/.grove/answers"),
        model(inference::cached_chat_model(*remote, cache)),
        folder(dataset.root, std::move(before_write)),
        reader(document::open_builtin_reader({})),
        limit(dataset.limit) {}

  StageContext context(unsigned jobs) const {
    return {.folder = folder,
            .reader = *reader,
            .clock = clock,
            .run = {.model = *model, .progress = progress, .cancel = cancel, .jobs = jobs},
            .limit = limit};
  }

  std::unique_ptr<inference::ChatModel> remote;
  inference::AnswerCache cache;
  std::unique_ptr<inference::ChatModel> model;
  DatasetFolder folder;
  std::unique_ptr<document::DocumentReader> reader;
  std::optional<std::size_t> limit;
  ManualClock clock;
  mutable NullProgress progress;
  CancelToken cancel;
};

Status extract_with(const Dataset& dataset, const Tools& tools, unsigned jobs) {
  auto extracted = run_extract_stage(tools.context(jobs));
  if (!extracted) return std::unexpected(extracted.error());
  dataset.last = *extracted;
  auto built = build_dataset({.folder = tools.folder, .clock = tools.clock, .license = "CC-BY-4.0"}, tools.cancel);
  if (!built) return std::unexpected(built.error());
  return {};
}

}  // namespace

ScriptedModel::Reply Server::reply(const ScriptedModel::Asked& asked) {
  const std::string key = asked.system.substr(0, 60) + asked.passage;
  {
    const std::lock_guard lock(mutex);
    ++times[key];
  }
  const pid_t pid = victim;
  if (pid != 0 && --until_kill == 0) ::kill(pid, SIGKILL);
  return ScriptedModel::Reply{.text = is_sorry ? "I am sorry." : reply_to(asked)};
}

Dataset::Dataset(std::string folder, Begin begin) : root(std::move(folder)) {
  if (begin == Begin::kAsItIs) return;
  write("manifest.json", R"({"dataset": {"base_iri": "http://example.org/ns/", "slug": "lives", "note": "kept"}, "hub": {"state": "x"}})");
  write("content/sources/lives.md", "# Lives\n\nAda Lovelace knew Charles Babbage.\n\n## More\n\nMary Somerville taught Ada Lovelace.\n");
  write("content/sources/engines.md", "# Engines\n\nCharles Babbage built engines.\n");
}

void Dataset::take_baseline() const {
  write("manifest.json", R"({"dataset": {"base_iri": "http://example.org/ns/", "slug": "lives"}, "baselines": ["acting"]})");
  write("ontology/baselines/acting.ttl",
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://example.org/acting#Agent> a owl:Class .\n"
        "<http://example.org/acting#does> a owl:ObjectProperty .\n<http://example.org/acting#called> a owl:DatatypeProperty .\n");
}

void Dataset::write(const std::string& name, const std::string& text) const {
  GROVE_CONTRACT(create_directories(std::filesystem::path(root + '/' + name).parent_path().string()));
  GROVE_CONTRACT(write_file(root + '/' + name, text));
}

std::string Dataset::read(const std::string& name) const { return read_file(root + '/' + name).value_or(""); }

Status Dataset::run(const Server& server, unsigned jobs, std::function<void(const std::string&)> before_write) const {
  const Tools tools(*this, server, std::move(before_write));
  auto proposed = run_propose_stage(tools.context(jobs));
  if (!proposed) return std::unexpected(proposed.error());
  GROVE_RETURN_IF_ERROR(tools.folder.write("ontology/schema_card.json", read("ontology/schema_card.proposed.json")));
  return extract_with(*this, tools, jobs);
}

Status Dataset::extract(const Server& server) const { return extract_with(*this, Tools(*this, server, {}), 1); }

std::map<std::string, std::string> Dataset::files() const {
  std::map<std::string, std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const std::string name = entry.path().lexically_relative(root).generic_string();
    if (entry.is_regular_file() && !name.starts_with(".grove")) out[name] = read(name);
  }
  return out;
}

}  // namespace grove::knowledge

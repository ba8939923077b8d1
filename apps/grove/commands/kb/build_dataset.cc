#include "knowledge/stages/build_dataset.h"

#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/dataset_embedder.h"
#include "serve/json/writer.h"

// A dataset's folder in the published format.
namespace grove::cli {
namespace {

constexpr ArgumentSpec kFolder[] = {{.name = "DIR", .help = "Dataset", .completion = Completion::kDirectory}};
constexpr OptionSpec kOptions[] = {
    {.name = "name", .value = "NAME", .help = "What it is called"},
    {.name = "license", .value = "LICENSE", .help = "What its sources are under, as SPDX says it"},
    {.name = "embedding-model", .value = "M", .help = "Model for embeddings/", .setting = Setting::kEmbeddingModel},
};

Result<int> run(const Invocation& invocation, Session& session) {
  const knowledge::DatasetFolder folder(invocation.arguments.front());
  GROVE_ASSIGN_OR_RETURN(const auto embedder, dataset_embedder(session));
  const knowledge::BuildRequest request{.folder = folder,
                                        .clock = system_clock(),
                                        .name = invocation.text("name"),
                                        .license = invocation.text("license"),
                                        .embedder = embedder.get()};
  GROVE_ASSIGN_OR_RETURN(const knowledge::BuiltDataset built, knowledge::build_dataset(request, session.cancel()));
  const Console& console = session.console();
  if (!console.json()) {
    GROVE_RETURN_IF_ERROR(console.print(fmt::format("{}: {} sources, {} chunks, {} entities, {} links, {} new vectors\n", folder.root(),
                                                    built.sources, built.chunks, built.entities, built.links, built.vectors)));
    return 0;
  }
  serve::JsonWriter json;
  json.begin_object().field("sources", built.sources).field("chunks", built.chunks).field("entities", built.entities);
  json.field("links", built.links).field("vectors", built.vectors).end_object();
  GROVE_RETURN_IF_ERROR(console.print(json.take() + '\n'));
  return 0;
}

}  // namespace

Result<std::unique_ptr<inference::ResidentEmbedder>> dataset_embedder(Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::string& model = settings->text(Setting::kEmbeddingModel);
  if (settings->origin(Setting::kEmbeddingModel) == "default" || model.empty()) return nullptr;
  return inference::open_embedder({.model = model, .models_folder = settings->text(Setting::kDataDirectory) + "/models"}, session.cancel());
}

const CommandSpec kKbBuildDatasetCommand = {
    .name = "kb build-dataset",
    .summary = "Complete a dataset's folder into the published format",
    .description =
        "Writes a file of chunks for each source, the index of entities, the registers of sources and packs, vectors where an embedding\n"
        "model is named, and what manifest.json lacks; nothing that stands in the manifest is dropped. `grove kb run-stage extract`\n"
        "ends with it.",
    .arguments = kFolder,
    .options = kOptions,
    .examples = "grove kb build-dataset ./my-dataset --name \"My rules\" --license CC-BY-4.0",
    .run = run,
};

}  // namespace grove::cli

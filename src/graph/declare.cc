#include "graph/declare.h"

#include <algorithm>

#include "base/check.h"
#include "graph/file_content.h"
#include "graph/joined_declarations.h"
#include "graph/part/declaration_writer.h"

namespace grove::graph {
namespace {

/// A part with its bytes.
struct PartInMemory {
  Sections sections;
  DeclaredPart declared;
};

std::shared_ptr<const DeclaredPart> open_in_memory(Sections sections) {
  auto memory = std::make_shared<PartInMemory>();
  memory->sections = std::move(sections);
  auto part = DeclaredPart::open(PartFile::over(memory->sections));
  GROVE_CHECK(part.has_value());
  memory->declared = std::move(*part);
  return {memory, &memory->declared};
}

}  // namespace

std::unique_ptr<Declarations> declare(std::vector<std::pair<std::string, Facts>> files) {
  std::ranges::sort(files, {}, [](const auto& file) -> const std::string& { return file.first; });
  DeclarationWriter writer;
  for (const auto& [path, facts] : files) {
    FileContent content = content_of(facts);
    content.path = path;
    writer.add(content);
  }
  Sections sections;
  std::move(writer).write({}, sections);
  std::vector<JoinedPart> parts(1);
  parts.front().part = open_in_memory(std::move(sections));
  return std::make_unique<JoinedDeclarations>(std::move(parts));
}

}  // namespace grove::graph

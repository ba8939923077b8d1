#include "knowledge/stages/entity_index.h"

#include <gmock/gmock.h>

#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ChunkDto chunk(std::string id, std::string text) {
  return {.document_id = id.substr(0, id.find('#')),
          .chunk_id = id,
          .chunk_index = 0,
          .text = std::move(text),
          .provenance = {},
          .text_hash = {},
          .created_at = {}};
}

IndexedEntity entity(std::string iri, std::string label, std::set<std::string> chunks = {}, std::vector<std::string> aliases = {}) {
  return {.iri = std::move(iri),
          .label = std::move(label),
          .types = {},
          .aliases = std::move(aliases),
          .sources = {},
          .defined_in = {},
          .chunk_ids = std::move(chunks)};
}

TEST(EntityLinks, NeedTheNameInTheChunkAsWordsOfTheirOwn) {
  const std::vector<IndexedEntity> entities{entity("e:debian", "Debian", {"d#pNA#c0007"}),
                                            entity("e:policy", "Debian Policy Manual", {}, {"DPM"})};
  const EntityLinker linker(entities);
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "Debian is free.")), ElementsAre("e:debian"));
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "The Debian\nPolicy Manual (DPM).")), ElementsAre("e:debian", "e:policy"));
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "As the DPM says.")), ElementsAre("e:policy"));
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "“Debian”…")), ElementsAre("e:debian"));
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "debian, Debianites and DPMs.")), IsEmpty());
}

TEST(EntityLinks, AreNotMadeFromCommonWords) {
  const std::vector<IndexedEntity> entities{entity("e:package", "package", {"d#pNA#c0002"}), entity("e:attack", "attack roll")};
  const EntityLinker linker(entities);
  EXPECT_THAT(linker.links(chunk("d#pNA#c0001", "A package and an attack roll.")), IsEmpty());
  EXPECT_THAT(linker.links(chunk("d#pNA#c0002", "Nothing here.")), ElementsAre("e:package")) << "a mention is a link";
}

TEST(EntityLinks, ABareFirstNameNeedsSupport) {
  const std::vector<IndexedEntity> entities{entity("e:john", "John", {"a#pNA#c0001"}), entity("e:john-smith", "John Smith")};
  const EntityLinker linker(entities);
  EXPECT_THAT(linker.links(chunk("a#pNA#c0009", "John left.")), ElementsAre("e:john")) << "its document speaks of him";
  EXPECT_THAT(linker.links(chunk("b#pNA#c0001", "John left.")), IsEmpty());
  EXPECT_THAT(linker.links(chunk("b#pNA#c0001", "John Smith left.")), ElementsAre("e:john-smith"));
}

TEST(EntityIndex, ReadsMentionsOfOlderGraphsToo) {
  constexpr std::string_view kOlder = R"(
    @prefix e: <http://example.org/x#> . @prefix mcp: <http://example.org/x#mcp/> . @prefix prov: <http://www.w3.org/ns/prov#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix orp: <https://ontorag.org/provenance#> .
    @prefix dcterms: <http://purl.org/dc/terms/> .
    e:beagle a e:Ship ; rdfs:label "Beagle" ; prov:wasDerivedFrom [ a mcp:Mention ; prov:value "the Beagle" ;
      mcp:chunkId "doc_1#p2#c0003" ; mcp:sourcePath "raw/Ship Log.pdf" ] .
    e:other rdfs:label "Other" ; prov:wasDerivedFrom e:beagle .
    e:new rdfs:label "New" ; orp:attestedIn e:s ; orp:definedIn e:s . e:s dcterms:identifier "rules" .)";
  const auto world = rdf::parse({.text = kOlder, .syntax = rdf::Syntax::kTurtle});
  ASSERT_TRUE(world);
  const std::vector<IndexedEntity> entities = indexed_entities(*world);
  ASSERT_EQ(entities.size(), 2U) << "what is derived from something else than a mention is no entity";
  EXPECT_THAT(entities[0].chunk_ids, ElementsAre("doc_1#p2#c0003"));
  EXPECT_THAT(entities[0].sources, ElementsAre("ship-log"));
  EXPECT_THAT(entities[1].sources, ElementsAre("rules"));
  EXPECT_THAT(entities_json(entities), HasSubstr(R"("attestedIn":["rules"],"definedIn":["rules"])"));
}

}  // namespace
}  // namespace grove::knowledge

#include "corpus/facts_codec.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "base/bytes.h"
#include "base/file.h"
#include "corpus/corpus.h"
#include "corpus/facts_layout.h"
#include "corpus/testing/sample_facts.h"

namespace grove::corpus {
namespace {

using ::testing::HasSubstr;

TEST(FactsCodec, GivesBackEveryRowOfEveryKind) {
  FactsEncoder encoder;
  FactsDecoder decoder;
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Facts facts = sample_facts(seed, seed * 3);
    const Result<Facts> back = decoder.decode(encoder.encode(facts));
    ASSERT_TRUE(back) << describe(back.error());
    EXPECT_EQ(dump_facts(*back), dump_facts(facts));
  }
}

TEST(FactsCodec, GivesBackFactsOfAnEmptyFile) {
  const Result<Facts> back = decode_facts(encode_facts(Facts{}));
  ASSERT_TRUE(back);
  EXPECT_EQ(dump_facts(*back), dump_facts(Facts{}));
}

TEST(FactsCodec, EqualFactsGiveEqualBlobsWhateverWasEncodedBefore) {
  FactsEncoder encoder;
  const std::string first = encoder.encode(sample_facts(1, 20));
  encoder.encode(sample_facts(2, 500));
  EXPECT_EQ(encoder.encode(sample_facts(1, 20)), first);
  EXPECT_EQ(encode_facts(sample_facts(1, 20)), first);
}

TEST(FactsCodec, CutAndFlippedBlobsAreCorruptAndNeverMore) {
  const std::string blob = encode_facts(sample_facts(7, 40));
  FactsDecoder decoder;
  for (std::size_t size = 0; size < blob.size(); ++size) {
    const Result<Facts> facts = decoder.decode(blob.substr(0, size));
    ASSERT_FALSE(facts) << size;
    EXPECT_EQ(facts.error().code, ErrorCode::kCorrupt);
  }
  for (std::size_t place = 0; place < blob.size(); ++place) {
    std::string flipped = blob;
    flipped[place] = static_cast<char>(flipped[place] ^ 0x10);
    const Result<Facts> facts = decoder.decode(flipped);
    if (facts) {  // a bit that zstd doesn't look at
      EXPECT_EQ(dump_facts(*facts), dump_facts(sample_facts(7, 40))) << place;
    } else {
      EXPECT_EQ(facts.error().code, ErrorCode::kCorrupt);
    }
  }
}

TEST(FactsCodec, LayoutsOfRandomDamageEitherFailOrKeepWithinBounds) {
  const std::string layout = lay_out_facts(sample_facts(3, 30));
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = layout;
    for (int hit = 0; hit < 3; ++hit) damaged[random() % damaged.size()] = static_cast<char>(random());
    const Result<Facts> facts = read_facts(damaged);
    if (facts && check_facts(*facts)) dump_facts(*facts);  // resolves every index; sanitizers watch
  }
}

TEST(FactsCodec, SectionsOfLaterProgramsAreSkipped) {
  const Facts facts = sample_facts(5, 10);
  ByteWriter later;
  later.raw(lay_out_facts(facts));
  later.varint(99);
  later.string("what a later program has to say");
  const Result<Facts> back = read_facts(later.bytes());
  ASSERT_TRUE(back);
  EXPECT_EQ(dump_facts(*back), dump_facts(facts));
}

TEST(FactsCodec, NamesTheVersionItCannotRead) {
  std::string blob = encode_facts(Facts{});
  blob[0] = 77;
  const Result<Facts> facts = decode_facts(blob);
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message, HasSubstr("version is 77"));
}

TEST(FactsCodec, QualifiedNamesAreMadeFromScopesAndComeBackAsTheyWere) {
  Facts facts;
  facts.module = facts.strings.intern("com.shop");
  const auto add = [&](const char* name, const char* qualified, const char* receiver, Index parent) {
    Symbol symbol;
    symbol.name = facts.strings.intern(name);
    symbol.qualified_name = facts.strings.intern(qualified);
    symbol.receiver = facts.strings.intern(receiver);
    symbol.parent = parent;
    facts.symbols.push_back(symbol);
  };
  add("Cart", "com.shop.Cart", "", kNone);
  add("add", "com.shop.Cart.add", "", 0);
  add("add", "com.shop.Cart.add", "", 0);  // an overload
  add("Item", "com.shop.Cart::Item", "", 0);
  add("free", "free", "", kNone);
  add("Total", "com.shop.Cart.Total", "Cart", kNone);
  add("odd", "something else", "", 1);
  add("com.shop.Cart.add", "com.shop.Cart.add", "", kNone);  // a name that is another's qualified name
  const Result<Facts> back = decode_facts(encode_facts(facts));
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(dump_facts(*back), dump_facts(facts));
  EXPECT_EQ(lay_out_facts(*back), lay_out_facts(facts));
}

TEST(FactsCodec, BlobsOfEveryReleasedVersionStayReadable) {
  const std::string path = std::string(GROVE_SOURCE_DIR) + "/tests/data/facts/version-1.blob";
  if (std::getenv("UPDATE_EXPECT") != nullptr && !std::filesystem::exists(path)) {
    ASSERT_TRUE(write_file(path, encode_facts(sample_facts(1, 40))));
  }
  const Result<std::string> blob = read_file(path);
  ASSERT_TRUE(blob) << describe(blob.error());
  const Result<Facts> facts = decode_facts(*blob);
  ASSERT_TRUE(facts) << describe(facts.error());
  Facts expected = sample_facts(1, 40);
  EXPECT_EQ(static_cast<int>(facts->language), 45);
  expected.language = facts->language;                        // drawn among fewer
  for (Symbol& symbol : expected.symbols) symbol.lines = {};  // the blob is older than their lines
  for (Reference& reference : expected.references) reference.line = 1;
  for (Import& import : expected.imports) import.line = 1;
  for (Property& property : expected.properties) property.line = 1;
  for (CallArguments& call : expected.call_arguments) call.end = 0;  // nor has it these
  expected.lambdas.clear();
  EXPECT_EQ(dump_facts(*facts), dump_facts(expected));
}

TEST(FactsCheck, RefusesIndexesRangesAndCirclesThatCannotBe) {
  const auto refused = [](auto damage) {
    Facts facts = sample_facts(9, 12);
    damage(facts);
    return !check_facts(facts);
  };
  EXPECT_FALSE(refused([](Facts&) {}));
  EXPECT_TRUE(refused([](Facts& facts) { facts.symbols[3].name = static_cast<StringId>(facts.strings.size()); }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.symbols[3].parent = 3; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.symbols[3].range.end = facts.bytes + 1; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.units[3].symbol = 12; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.units[3].lines.first = 0; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.symbols[3].lines.last = facts.lines + 1; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.references[3].line = 0; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.references[3].begin = facts.bytes + 1; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.annotations[3].parameter = 12; }));
  EXPECT_TRUE(refused([](Facts& facts) { facts.expressions[3] = {.first_child = 3, .child_count = 1}; }));
  EXPECT_TRUE(refused([](Facts& facts) {
    facts.expressions[3] = {.first_child = 4, .child_count = 1};
    facts.expressions[4] = {.first_child = 3, .child_count = 1};
  }));
}

}  // namespace
}  // namespace grove::corpus

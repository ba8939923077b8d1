#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "index/lexical/bit_packing.h"
#include "index/lexical/posting_list.h"
#include "index/lexical/term_dictionary.h"

namespace grove::index {
namespace {

TEST(BitPacking, EveryWidthAndCountComesBack) {
  std::mt19937 random(1);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    std::array<std::uint32_t, kBlockSize> values, read;
    for (std::uint32_t& value : values) value = bits == 0 ? 0 : static_cast<std::uint32_t>(random()) >> (32 - bits);
    EXPECT_LE(bits_of(values.data(), values.size()), bits);
    std::array<char, kBlockSize * 4> packed;
    pack_block(values.data(), bits, packed.data());
    unpack_block(packed.data(), bits, read.data());
    EXPECT_EQ(read, values) << bits;
    for (const std::size_t count : {1U, 2U, 3U, 31U, 127U}) {
      pack_tail(values.data(), count, bits, packed.data());
      unpack_tail(packed.data(), count, bits, read.data());
      EXPECT_TRUE(std::equal(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(count), values.begin())) << bits << " " << count;
    }
  }
}

TEST(BitPacking, GapsAddUp) {
  std::array<std::uint32_t, kBlockSize> values;
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint32_t>(i % 5);
  std::array<std::uint32_t, kBlockSize> summed = values;
  sum_gaps(summed.data(), 0xFFFFFFFF);
  std::uint32_t expected = 0xFFFFFFFF;
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(summed[i], expected += values[i] + 1);
}

std::vector<Posting> random_postings(std::size_t count, std::uint32_t gap, std::mt19937& random) {
  std::vector<Posting> postings;
  std::uint32_t unit = static_cast<std::uint32_t>(random() % gap);
  for (std::size_t i = 0; i < count; ++i) {
    postings.push_back({unit, static_cast<std::uint8_t>(1 + random() % 255)});
    unit += 1 + static_cast<std::uint32_t>(random() % gap);
  }
  return postings;
}

/// A dictionary of one term, so that lists are read as they are in a segment.
class OneTerm {
 public:
  explicit OneTerm(const std::vector<Posting>& postings) {
    postings_ = writer_.add("term", postings, {});
    blocks_ = writer_.blocks();
    index_ = writer_.index();
  }
  TermEntry entry() const { return TermDictionary({blocks_, index_, {}, postings_}).find("term").value(); }

 private:
  TermDictionaryWriter writer_;
  std::string postings_, blocks_, index_;
};

class Postings : public ::testing::TestWithParam<std::size_t> {
 protected:
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
};

TEST_P(Postings, ComeBackWhole) {
  for (const std::uint32_t gap : {1U, 2U, 100U, 100'000U}) {
    const std::vector<Posting> postings = random_postings(GetParam(), gap, random_);
    const OneTerm term(postings);
    std::vector<Posting> read;
    decode_postings(term.entry(), read);
    EXPECT_EQ(read, postings);
    EXPECT_EQ(term.entry().df, postings.size());
    EXPECT_EQ(term.entry().max_impact, std::ranges::max(postings, {}, &Posting::impact).impact);
  }
}

TEST_P(Postings, ACursorAnswersLikeTheListItself) {
  const std::vector<Posting> postings = random_postings(GetParam(), 20, random_);
  std::map<std::uint32_t, std::uint8_t> expected;
  for (const Posting& posting : postings) expected[posting.unit] = posting.impact;
  const OneTerm term(postings);
  for (int round = 0; round < 20; ++round) {
    PostingCursor cursor(term.entry());
    for (std::uint32_t unit = 0; unit < postings.back().unit + 50; unit += 1 + static_cast<std::uint32_t>(random_() % 400)) {
      const auto next = expected.lower_bound(unit);
      const std::uint32_t end = unit + 1 + static_cast<std::uint32_t>(random_() % 300);
      std::uint32_t greatest = 0;
      for (auto it = next; it != expected.end() && it->first < end; ++it) greatest = std::max<std::uint32_t>(greatest, it->second);
      switch (random_() % 4) {
        case 0: EXPECT_EQ(cursor.seek(unit), next == expected.end() ? PostingCursor::kEnd : next->first); break;
        case 1: EXPECT_LE(cursor.seek_bound(unit), next == expected.end() ? PostingCursor::kEnd : next->first); break;
        case 2: EXPECT_EQ(cursor.impact_at(unit), next != expected.end() && next->first == unit ? next->second : 0); break;
        default: {
          EXPECT_GE(cursor.max_within(unit, end), greatest);
          EXPECT_LE(cursor.max_within(unit, end), 255U);
          std::vector<std::uint32_t> sums(end - unit, 7);
          cursor.accumulate(unit, end, 3, sums.data());
          for (std::uint32_t at = unit; at < end; ++at) {
            const auto found = expected.find(at);
            EXPECT_EQ(sums[at - unit], 7U + (found == expected.end() ? 0U : 3U * found->second));
          }
          unit = end - 1;
        }
      }
    }
  }
}

TEST_P(Postings, DamagedListsAreReadWithoutHarm) {
  const std::vector<Posting> postings = random_postings(GetParam(), 50, random_);
  const OneTerm term(postings);
  for (int round = 0; round < 200; ++round) {
    TermEntry entry = term.entry();
    std::string bytes(entry.postings);
    if (bytes.empty()) return;
    if (random_() % 2 == 0) bytes.resize(random_() % bytes.size());
    for (int i = 0; i < 3 && !bytes.empty(); ++i) bytes[random_() % bytes.size()] = static_cast<char>(random_());
    if (random_() % 4 == 0) entry.df = static_cast<std::uint32_t>(random_());
    const std::string exact(bytes);  // of its own, so that a sanitizer sees a read behind it
    entry.postings = exact;
    std::vector<Posting> read;
    decode_postings(entry, read);
    PostingCursor cursor(entry);
    std::vector<std::uint32_t> sums(5000);
    cursor.accumulate(100, 5100, 1, sums.data());
    cursor.max_within(6000, 7000);
    cursor.impact_at(6500);
  }
}

INSTANTIATE_TEST_SUITE_P(OfManyLengths, Postings, ::testing::Values(1, 2, 4, 5, 6, 100, 127, 128, 129, 255, 256, 257, 1000, 5000));

TEST(TermDictionary, FindsEveryTermAndNoOther) {
  std::mt19937 random(5);
  for (const std::size_t count : {0U, 1U, 15U, 16U, 17U, 1000U}) {
    std::map<std::string, std::vector<Posting>> terms;
    while (terms.size() < count) {
      std::string term;
      for (std::size_t size = random() % 6; size > 0; --size) term += static_cast<char>('a' + random() % 4);
      if (random() % 10 == 0) term.append(200, 'z');
      if (terms.size() > 900) term += std::to_string(random() % 1000);
      terms.emplace(term, random_postings(1 + random() % 10, 50, random));
    }
    TermDictionaryWriter writer;
    std::string postings;
    for (const auto& [term, list] : terms) postings += writer.add(term, list, term.size() % 2 == 0 ? "symbols of " + term : "");
    const TermDictionary dictionary({writer.blocks(), writer.index(), writer.symbols(), postings});
    for (const auto& [term, list] : terms) {
      const auto entry = dictionary.find(term);
      ASSERT_TRUE(entry) << term;
      std::vector<Posting> read;
      decode_postings(*entry, read);
      EXPECT_EQ(read, list);
      EXPECT_EQ(entry->symbols, term.size() % 2 == 0 ? "symbols of " + term : "");
      EXPECT_EQ(dictionary.find(term + "!").has_value(), terms.contains(term + "!"));
      TermDictionary::Cursor cursor(dictionary);
      const auto behind = terms.upper_bound(term);
      ASSERT_EQ(cursor.seek(term + '\0'), behind != terms.end());
      if (behind != terms.end()) {
        EXPECT_EQ(cursor.term(), behind->first);
      }
    }
    std::size_t walked = 0;
    TermDictionary::Cursor cursor(dictionary);
    auto expected = terms.begin();
    for (bool more = cursor.seek(""); more; more = cursor.next(), ++expected, ++walked) EXPECT_EQ(cursor.term(), expected->first);
    EXPECT_EQ(walked, count);
  }
}

}  // namespace
}  // namespace grove::index

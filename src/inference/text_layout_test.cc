#include "inference/text_layout.h"

#include <gtest/gtest.h>

namespace grove::inference {
namespace {

TEST(LayOut, PutsTheScopeHeaderBeforeTheCode) {
  EXPECT_EQ(lay_out({.repository = "shop",
                     .path = "src/auth.py",
                     .scope = "auth.Service.verify",
                     .imports = "jwt, time",
                     .doc = "Checks a token.\n  Raises if expired.",
                     .code = "def verify(): pass"}),
            "// [Context] Repository: shop | File: src/auth.py | Scope: auth.Service.verify | Imports: jwt, time | "
            "Doc: Checks a token. Raises if expired.\ndef verify(): pass");
}

TEST(LayOut, LeavesOutWhatIsNotKnownAndCutsLongFields) {
  EXPECT_EQ(lay_out({.path = "a.c", .code = "x"}), "// [Context] File: a.c\nx");
  EXPECT_EQ(lay_out({.code = "x"}), "x");
  const std::string doc(1000, 'd');
  EXPECT_LT(lay_out({.doc = doc, .code = "x"}).size(), 300U);
}

TEST(CutText, NeverCutsWithinACharacter) {
  EXPECT_EQ(cut_text("abc", 3), "abc");
  EXPECT_EQ(cut_text("abcd", 3), "abc");
  EXPECT_EQ(cut_text("aéb", 2), "a");
  EXPECT_EQ(cut_text("日本", 5), "日");
}

TEST(PromptsFor, KnowsFamiliesByAnySpellingOfTheirNames) {
  EXPECT_EQ(prompts_for("nomic-embed-text-v1.5.Q8_0").passage, "search_document: ");
  EXPECT_EQ(prompts_for("Qwen/Qwen3-Embedding-0.6B").query.substr(0, 10), "Instruct: ");
  EXPECT_EQ(prompts_for("qwen3-embedding:4b").passage, "");
  EXPECT_TRUE(prompts_for("BAAI/bge-small-en-v1.5").query.starts_with("Represent this sentence"));
  EXPECT_EQ(prompts_for("bge-m3").query, "");
  EXPECT_EQ(prompts_for("nomic-embed-code").passage, "");
  EXPECT_EQ(prompts_for("all-MiniLM-L6-v2").query, "");
}

}  // namespace
}  // namespace grove::inference

#include "inference/chat/open_chat.h"

#include <gmock/gmock.h>

#include "base/testing/temporary_folder.h"
#include "inference/testing/bert_weights.h"
#include "inference/testing/temporary_model.h"

namespace grove::inference {
namespace {

using testing::HasSubstr;

TEST(OpenChat, KnowsAModelOfThisProcessByItsName) {
  for (const char* name : {"llama:smollm2-135m-instruct", "llama:/models/x.gguf", "x.gguf", "./models/x.gguf"})
    EXPECT_TRUE(is_local_chat(name)) << name;
  for (const char* name : {"openai/gpt-4o-mini", "qwen2.5:14b", "meta-llama/llama-3", "openai:x.gguf", ""})
    EXPECT_FALSE(is_local_chat(name)) << name;
}

TEST(OpenChat, AsksAServerForAllElse) {
  EXPECT_EQ((*open_chat({.model = "qwen2.5:14b"}))->name(), "qwen2.5:14b");
  EXPECT_EQ((*open_chat({.model = "openai:x.gguf"}))->name(), "x.gguf") << "that is how its server calls it";
}

TEST(OpenChat, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  const auto unknown = open_chat({.model = "llama:nothing", .models_folder = folder.path()});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  const auto known = open_chat({.model = "llama:smollm2-135m-instruct", .models_folder = folder.path()});
  ASSERT_FALSE(known);
  EXPECT_THAT(known.error().hint, HasSubstr("grove models pull smollm2-135m-instruct"));
  EXPECT_EQ(open_chat({.model = folder / "none.gguf"}).error().code, ErrorCode::kNotFound);
  const TemporaryModel reader(bert_gguf(random_bert(1)));
  const auto mute = open_chat({.model = reader.path()});
  ASSERT_FALSE(mute);
  EXPECT_EQ(mute.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(mute.error().message, HasSubstr("no model that writes"));
}

}  // namespace
}  // namespace grove::inference

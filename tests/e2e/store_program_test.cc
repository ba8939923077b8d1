#include <gtest/gtest.h>

#include "apps/grove/store_program.h"
#include "rdf/triple_store.h"

namespace grove {
namespace {

TEST(StoreProgram, TheProgramHoldsATripleStoreForItself) {
  const auto store = rdf::open_embedded_store({.store_program = {GROVE_PROGRAM, std::string(cli::kStoreWord)}});
  ASSERT_TRUE(store) << describe(store.error());
  ASSERT_TRUE((*store)->load({.text = "<http://a/s> <http://a/p> 1 ."}, {}));
  EXPECT_EQ(*(*store)->size(), 1U);
}

}  // namespace
}  // namespace grove

#include "engine/answering/declared_type.h"

#include <gmock/gmock.h>

#include "syntax/parser.h"

namespace grove::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The first type of a text.
DeclaredType declared(std::string_view text, Language language = Language::kJava) {
  const Facts facts = syntax::make_parser()->parse({.path = "A", .language = language, .text = text, .limits = {}, .cancel = {}});
  for (Index i = 0; i < facts.symbols.size(); ++i)
    if (is_type(facts.symbols[i].kind)) return read_declared_type(facts, i, text);
  return {};
}

std::vector<std::string> dependencies(std::string_view text, Language language = Language::kJava) {
  std::vector<std::string> all;
  for (const InjectedDependency& one : declared(text, language).dependencies) all.push_back(one.name + ": " + one.type);
  return all;
}

TEST(DeclaredType, KnowsItsAnnotationsAndMethods) {
  const DeclaredType type = declared(
      "@Service(\"orders\")\n@Transactional(readOnly = true)\nclass A {\n  A() {}\n  @GetMapping(BASE + \"/x\")\n  public int f(int a) { "
      "return a; }\n"
      "  class B { void g() {} }\n}\n");
  EXPECT_THAT(type.annotations, ElementsAre("@Service(\"orders\")", "@Transactional(readOnly = true)"));
  ASSERT_EQ(type.methods.size(), 1U);
  EXPECT_EQ(type.methods[0].name, "f");
  EXPECT_EQ(type.methods[0].signature, "public int f(int a)");
  EXPECT_THAT(type.methods[0].annotations, ElementsAre("@GetMapping(BASE + \"/x\")"));
}

TEST(DeclaredType, WhatTheOnlyConstructorTakesIsInjected) {
  EXPECT_THAT(dependencies("class A {\n  A(Store store, @Value(\"${u}\") Url url, String name) {}\n}\n"), ElementsAre("store: Store"));
  EXPECT_THAT(dependencies("class A(private val store: Store, val name: String)", Language::kKotlin), ElementsAre("store: Store"));
}

TEST(DeclaredType, OfSeveralConstructorsTheMarkedOneCounts) {
  EXPECT_THAT(dependencies("class A {\n  A() {}\n  @Autowired A(Store store) {}\n}\n"), ElementsAre("store: Store"));
  EXPECT_THAT(dependencies("class A {\n  A() {}\n  A(Store store) {}\n}\n"), IsEmpty());
}

TEST(DeclaredType, MarkedFieldsAndSettersAreInjected) {
  EXPECT_THAT(
      dependencies("class A {\n  @Autowired private Store store;\n  private Other other;\n  @Inject void set(Mailer mailer) {}\n}\n"),
      ElementsAre("store: Store", "mailer: Mailer"));
}

TEST(DeclaredType, LombokMakesConstructorsOfFields) {
  EXPECT_THAT(dependencies("@RequiredArgsConstructor\nclass A {\n  private static final Log log = null;\n  private final Store store;\n"
                           "  private final int size = 3;\n  private Other other;\n}\n"),
              ElementsAre("store: Store"));
  EXPECT_THAT(dependencies("@AllArgsConstructor\nclass A {\n  private Store store;\n}\n"), ElementsAre("store: Store"));
}

TEST(FirstSentence, EndsAtThePointOrAtTheTags) {
  EXPECT_EQ(first_sentence("Takes orders,\nkeeps them. And more."), "Takes orders, keeps them.");
  EXPECT_EQ(first_sentence("Takes orders\n@author me"), "Takes orders");
  EXPECT_EQ(first_sentence(""), "");
}

}  // namespace
}  // namespace grove::engine

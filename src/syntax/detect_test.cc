#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "syntax/parser.h"

namespace grove::syntax {
namespace {

std::string detected(std::string_view path, std::string_view head = {}) { return std::string(language_name(detect_language(path, head))); }

/// Each line of the table is a path and, after blanks, the language of an empty file of that name.
TEST(DetectLanguage, KnowsTheNamesOfTheTable) {
  const std::string table = std::string(GROVE_SOURCE_DIR) + "/tests/golden/syntax/detect/paths.case";
  std::ifstream in(table);
  ASSERT_TRUE(in) << table;
  std::string expected;
  std::string actual;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string path;
    words >> path;
    expected += line + "\n";
    actual += path + std::string(path.size() < 28 ? 28 - path.size() : 1, ' ') + detected(path) + "\n";
  }
  if (std::getenv("UPDATE_EXPECT") != nullptr)
    std::ofstream(table) << actual;
  else
    EXPECT_EQ(actual, expected);
}

TEST(DetectLanguage, HeadersAreCppOnlyWhereTheySpeakIt) {
  EXPECT_EQ(detected("list.h", "#include <stdio.h>\nstruct list;\n"), "c");
  EXPECT_EQ(detected("list.h", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n"), "c");
  EXPECT_EQ(detected("list.h", "#ifdef __cplusplus\nnamespace a {}\n#endif\nint f(void);\n"), "c");
  EXPECT_EQ(detected("list.h", "/* class of\n   class x; std::y */ int class_of(int);\n"), "c");
  EXPECT_EQ(detected("list.h", "#pragma once\n#include <vector>\n"), "cpp");
  EXPECT_EQ(detected("list.h", "#pragma once\n#include <sys/types.h>\nnamespace a {\n"), "cpp");
  EXPECT_EQ(detected("list.h", "int f(const std::string& s);\n"), "cpp");
  EXPECT_EQ(detected("list.h", "// -*- C++ -*-\nint f();\n"), "cpp");
  EXPECT_EQ(detected("color.h", "#include \"base.h\"\nenum class color : int { red };\n"), "cpp");
  EXPECT_EQ(detected("pool.h", "#include \"base.h\"\nPOOL_EXPORT template <typename T> struct pool;\n"), "cpp");
  EXPECT_EQ(detected("list.h", "enum color { red };\nstruct template_list;\n"), "c");
  EXPECT_EQ(detected("View.h", "#import <UIKit/UIKit.h>\n@interface View : UIView\n@end\n"), "objective-c");
  EXPECT_EQ(detected("View.h", "@class Other;\n"), "objective-c");
}

TEST(DetectLanguage, SharedExtensionsAreDecidedByContent) {
  EXPECT_EQ(detected("a.m", "#import \"a.h\"\n@implementation A\n"), "objective-c");
  EXPECT_EQ(detected("a.m", "// Copyright\n#include \"a.h\"\n"), "objective-c");
  EXPECT_EQ(detected("a.m", "function y = a(x)\n% doubles\ny = 2 * x;\n"), "plaintext");
  EXPECT_EQ(detected("a.mm", "#import \"a.h\"\n"), "objective-c");
  EXPECT_EQ(detected("a.mm", "<map version=\"1\">\n"), "xml");
  EXPECT_EQ(detected("a.pl", "#!/usr/bin/perl\n"), "perl");
  EXPECT_EQ(detected("a.pl", "# tool\nuse strict;\n"), "perl");
  EXPECT_EQ(detected("a.pl", "parent(a, b).\ngrand(X, Z) :-\n  parent(X, Y).\n"), "plaintext");
  EXPECT_EQ(detected("a.t", "use Test::More;\n"), "perl");
  EXPECT_EQ(detected("de.ts", "<?xml version=\"1.0\"?>\n<TS language=\"de\">\n"), "xml");
  EXPECT_EQ(detected("de.ts", "const a = 1;\n"), "typescript");
  EXPECT_EQ(detected("tiles.tsx", "<?xml version=\"1.0\"?>\n"), "xml");
  EXPECT_EQ(detected("a.r", "x <- 1\n"), "r");
  EXPECT_EQ(detected("a.r", "REBOL [title: \"x\"]\n"), "plaintext");
  EXPECT_EQ(detected("a.inc", "<?php function f() {}\n"), "php");
  EXPECT_EQ(detected("a.inc", "#define X 1\n"), "c");
  EXPECT_EQ(detected("a.inc", "mov ax, 1\n"), "plaintext");
  EXPECT_EQ(detected("setup.cfg", "[metadata]\nname = shop\n"), "ini");
  EXPECT_EQ(detected("nginx.conf", "server {\n  listen 80;\n  root /srv;\n}\n"), "plaintext");
  EXPECT_EQ(detected("app.config", "<configuration>\n"), "xml");
  EXPECT_EQ(detected(".eslintrc", "{\"root\": true}\n"), "json");
  EXPECT_EQ(detected(".eslintrc", "root: true\n"), "yaml");
}

TEST(DetectLanguage, ReadsShebangLines) {
  EXPECT_EQ(detected("tool", "#!/bin/sh\n"), "bash");
  EXPECT_EQ(detected("tool", "#! /usr/bin/python3.11 -u\n"), "python");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env node\r\n"), "javascript");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env -S deno run --allow-net\n"), "typescript");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env -S -i LANG=C ruby2.7\n"), "ruby");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env lua5.4\n"), "lua");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env Rscript\n"), "r");
  EXPECT_EQ(detected("tool", "#!/opt/unknown/thing\n"), "plaintext");
  EXPECT_EQ(detected("tool", "#!/usr/bin/env\n"), "plaintext");
  EXPECT_EQ(detected("tool", "#!"), "plaintext");
  EXPECT_EQ(detected("tool.py", "#!/bin/sh\n"), "python") << "a clear extension outweighs the line";
}

TEST(DetectLanguage, ReadsModelinesAndFirstBytesOfUnnamedFiles) {
  EXPECT_EQ(detected("vector", "// -*- C++ -*-\n"), "cpp");
  EXPECT_EQ(detected("conf", "# -*- coding: utf-8; mode: python -*-\n"), "python");
  EXPECT_EQ(detected("conf", "# vim: set ft=ruby sw=2:\n"), "ruby");
  EXPECT_EQ(detected("data", "<?xml version=\"1.0\"?>\n"), "xml");
  EXPECT_EQ(detected("page", "\n<!DOCTYPE html>\n"), "html");
  EXPECT_EQ(detected("data", ""), "plaintext");
}

}  // namespace
}  // namespace grove::syntax

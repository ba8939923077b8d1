#include <array>

#include "fuzz/fuzz_input.h"
#include "syntax/parser.h"

// The first byte chooses the name of the file, and with it the language. Whatever the text, the facts stay within it.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr std::array kNames = {
      "a.c",   "a.cc",     "a.py",  "A.java",  "a.ts",    "a.tsx",    "a.js",           "a.go",       "a.rs",         "a.rb",
      "a.php", "a.cs",     "a.kt",  "a.scala", "a.swift", "a.sh",     "a.lua",          "a.ex",       "a.hs",         "a.ml",
      "a.jl",  "a.r",      "a.sql", "a.html",  "a.css",   "a.scss",   "a.json",         "a.yaml",     "a.toml",       "a.xml",
      "a.md",  "a.tf",     "a.zig", "a.dart",  "a.m",     "a.vue",    "a.svelte",       "a.proto",    "a.graphql",    "a.erl",
      "a.f90", "a.groovy", "a.ps1", "a.pl",    "a.ini",   "Makefile", "CMakeLists.txt", "Dockerfile", "a.properties", "a.txt"};
  if (size == 0) return 0;
  static const auto parser = grove::syntax::make_parser();
  const auto text = grove::fuzz::as_text(data + 1, size - 1);
  grove::syntax::ParseRequest request;
  request.path = kNames[data[0] % kNames.size()];
  request.text = text;
  request.language = grove::syntax::detect_language(request.path, text.substr(0, 512));
  const grove::Facts facts = parser->parse(request);
  for (const auto& unit : facts.units) {
    grove::fuzz::require(unit.range.begin <= unit.range.end && unit.range.end <= text.size());
    grove::fuzz::require(unit.lines.first <= unit.lines.last);
    for (const auto& piece : grove::unit_text_ranges(facts, static_cast<grove::Index>(&unit - facts.units.data()))) {
      grove::fuzz::require(piece.begin <= piece.end && piece.end <= text.size());
    }
  }
  for (const auto& reference : facts.references) grove::fuzz::require(reference.begin <= text.size());
  return 0;
}

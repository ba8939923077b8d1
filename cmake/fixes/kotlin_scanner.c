// In front of tree-sitter-kotlin's scanner. After a syntax error tree-sitter asks for every token at once; the scanner then takes the rest
// of the file for the inside of a string. A string and the end of a statement are never expected together otherwise.
#include <stdbool.h>
#include <string.h>

#include "tree_sitter/parser.h"

enum { kSemicolon = 0, kStringContent = 6, kDollar = 10, kTokens = 11 };

bool kotlin_scan_as_published(void* payload, TSLexer* lexer, const bool* wanted);

bool tree_sitter_kotlin_external_scanner_scan(void* payload, TSLexer* lexer, const bool* wanted) {
  if (!wanted[kSemicolon] || !wanted[kStringContent]) return kotlin_scan_as_published(payload, lexer, wanted);
  bool fewer[kTokens];
  memcpy(fewer, wanted, sizeof(fewer));
  fewer[kStringContent] = fewer[kDollar] = false;
  return kotlin_scan_as_published(payload, lexer, fewer);
}

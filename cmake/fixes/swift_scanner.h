// Included before tree-sitter-swift's scanner.c, which asks for zero elements of its state and then writes one.
#pragma once
#include <stdlib.h>
#define calloc(count, size) calloc((count) == 0 ? 1 : (count), size)

#include "syntax/parser.h"

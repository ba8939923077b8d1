#include "source/decode.h"
#include "source/file_source.h"
#include "source/git.h"

#include "index/index_writer.h"
#include "index/unit_index.h"

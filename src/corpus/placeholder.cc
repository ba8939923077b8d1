#include "corpus/corpus.h"
#include "corpus/registry.h"
#include "corpus/writer_lock.h"

#include "inference/embedder.h"

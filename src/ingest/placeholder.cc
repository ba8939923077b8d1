#include "ingest/ingest.h"

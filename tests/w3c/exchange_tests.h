#pragma once

#include "tests/w3c/manifest.h"
#include "tests/w3c/outcome.h"
#include "tests/w3c/server.h"

// Tests of the protocols: requests as they are written in the manifests.
namespace grove::rdf::w3c {

/// SPARQL 1.1 Protocol, and Graph Store HTTP Protocol.
Outcome exchange_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry);

/// SPARQL 1.1 Service Description, whose manifest has but names of tests.
Outcome description_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry);

}  // namespace grove::rdf::w3c

#pragma once

#include "tests/w3c/manifest.h"
#include "tests/w3c/outcome.h"
#include "tests/w3c/server.h"

// Tests of queries and updates: the data goes to the server by the Graph Store HTTP Protocol, all else by the SPARQL 1.1 Protocol.
namespace grove::rdf::w3c {

/// Empties the store and puts the data of a test there.
Outcome load(const Server& server, const Manifest& manifest, const Manifest::Data& data);

/// Asks for the answer in every syntax that can say it.
Outcome query_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry);
Outcome update_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry);
Outcome syntax_test(const Server& server, const Manifest& manifest, const Manifest::Entry& entry);

}  // namespace grove::rdf::w3c

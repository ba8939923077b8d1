#include "rdf/store_process.h"

int main(int count, char** words) { return grove::rdf::serve_store(count > 1 ? words[1] : ""); }

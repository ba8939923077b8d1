#pragma once

#include <string>
#include <vector>

#include "http/testing/test_server.h"

namespace grove::inference {

/// What the fake providers below make of a text: three numbers that tell texts and their order apart.
std::vector<float> fake_vector(const std::string& text);

/// A handler that speaks one provider's protocol as its documentation says and answers 400 to any other request: wrong method, path or
/// header, missing, unknown or mistyped fields, more texts than allowed. The body of every accepted request is appended to `seen`.
http::TestServer::Handler fake_provider(const std::string& provider, std::vector<std::string>& seen);

}  // namespace grove::inference

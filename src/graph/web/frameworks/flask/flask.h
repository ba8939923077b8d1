#pragma once

#include "graph/web/routing/dialect.h"

namespace grove::graph::web {

/// Flask with blueprints and views of classes, Flask-RESTful and Flask-RESTX.
extern const Dialect kFlaskDialect;

}  // namespace grove::graph::web
